public import Geometry

/// Index of a kind in the registry.
public struct KindID: Equatable, Hashable, Sendable {
    public var raw: UInt16

    @inlinable public init(_ raw: UInt16) { self.raw = raw }

    public static let none = KindID(0)
    // The core's kinds, in the order in which the registry creates them.
    public static let layer = KindID(1)
    public static let settings = KindID(2)
    public static let image = KindID(3)
    public static let buffer = KindID(4)
    /// Layers whose sublayers keep their depth.
    public static let transformLayer = KindID(5)
    public static let animation = KindID(6)
    public static let spring = KindID(7)
    public static let group = KindID(8)
    public static let transaction = KindID(9)
    public static let transition = KindID(10)
    public static let scroll = KindID(11)
    public static let tiled = KindID(12)
    public static let reaction = KindID(13)
    public static let follow = KindID(14)
    public static let binding = KindID(15)
    public static let timer = KindID(16)
    public static let theme = KindID(17)
    public static let style = KindID(18)
    public static let data = KindID(19)
    public static let each = KindID(20)
    public static let animator = KindID(21)
    public static let video = KindID(22)
    public static let mirror = KindID(23)
    public static let constraint = KindID(24)
    public static let dormant = KindID(25)
    public static let dormantLayer = KindID(26)

    /// Its objects are pictures that `contents` can name.
    @inlinable public var isPicture: Bool { self == .image || self == .buffer || self == .video }

    /// Its objects contain animations, which run in their time.
    @inlinable public var holdsAnimations: Bool { self == .group || self == .animator }
}

/// The family of a kind: it determines the properties common to all members.
public enum KindFamily: UInt8, Sendable {
    /// Starts with the properties of `LayerProperty`.
    case layer
    /// Starts with the properties of `OutputProperty`.
    case output
    /// The daemon's own settings.
    case settings
    /// Starts with the properties of `TimingProperty`.
    case animation
    /// Moves layers by its own rules; only the properties of its own schema.
    case behavior
    /// Anything else: only the properties of its own schema.
    case other
    /// No objects: a function of `filters`, whose properties are its arguments.
    case filter
}

/// A kind and its schema. Immutable: a reloaded plugin creates a new one.
public final class Kind: Sendable {
    public let name: String
    public let family: KindFamily
    public let help: String
    public let properties: [Property]
    public let traits: KindTraits
    /// The property after which clients can name further properties: "boundary." allows "boundary.floor".
    public let open: PropertyID?
    /// Properties that clients have named, in the order of first use.
    public let named: [PropertyID]
    /// The plugin that provides it; empty for the core's.
    public let plugin: String
    /// The property by which an object names the picture that it shows or provides; nil for none.
    public let contents: PropertyID?
    /// The properties by which objects of the kind own others.
    public let owning: [PropertyID]
    /// The property that `draw` appends to.
    public let operations: PropertyID?
    /// The property with the continuation state of the kind's objects.
    public let continuation: PropertyID?
    /// For a component, the kind that its instances are of: it draws and lays out; nil for other kinds.
    public let base: KindID?
    /// The properties that stand for those of `base` itself, in the order of its schema.
    public let baseProperties: [PropertyID]
    /// For layer kinds: its own defaults of properties of all layers.
    public let ownInitials: [(id: PropertyID, value: Value)]
    private let index: ByteTable
    private static let layerCount = LayerProperty.allCases.count

    public init(
        name: String, family: KindFamily, help: String, plugin: String = "", traits: KindTraits = [],
        properties: [Property], base: KindID? = nil, baseNames: [String] = []
    ) {
        self.base = base
        baseProperties = baseNames.map { name in
            PropertyID(UInt16(properties.lastIndex { $0.name == name } ?? Int(Kind.componentScope.raw)))
        }
        self.name = name
        self.family = family
        self.help = help
        self.plugin = plugin
        self.traits = traits
        self.properties = properties
        open = properties.firstIndex { $0.isOpen && $0.name.hasSuffix(".") }.map { PropertyID(UInt16($0)) }
        let pattern = open.map { properties[Int($0.raw)].name }
        named = properties.indices.filter { at in
            pattern.map { properties[at].name.hasPrefix($0) && !properties[at].isOpen } ?? false
        }.map { PropertyID(UInt16($0)) }
        owning = properties.enumerated().filter { $0.element.bond == .owner }.map { PropertyID(UInt16($0.offset)) }
        contents = properties.firstIndex { $0.type == .contents }.map { PropertyID(UInt16($0)) }
        operations = properties.firstIndex { $0.type == .operations }.map { PropertyID(UInt16($0)) }
        continuation = properties.firstIndex(where: \.isContinuation).map { PropertyID(UInt16($0)) }
        var initials: [(id: PropertyID, value: Value)] = []
        if family == .layer {
            for (at, common) in LayerProperty.schema.enumerated()
            where at < properties.count && !common.isDerived && properties[at].initial != common.initial {
                initials.append((PropertyID(UInt16(at)), properties[at].initial))
            }
        }
        ownInitials = initials
        var index = ByteTable()
        // A parameter overrides a layer property with the same name.
        let own = traits.contains(.isComponent) ? Set(properties.dropFirst(Self.layerCount + 1).map(\.name)) : []
        for (slot, property) in properties.enumerated() where slot >= Self.layerCount || !own.contains(property.name) {
            index.insert(property.name, slot)
        }
        self.index = index
    }

    /// The same kind with other properties.
    func with(_ properties: [Property]) -> Kind {
        Kind(
            name: name, family: family, help: help, plugin: plugin, traits: traits, properties: properties, base: base,
            baseNames: baseProperties.map { self[$0].name })
    }

    public var takesDescriptor: Bool { traits.contains(.takesDescriptor) }
    public var placesSublayers: Bool { traits.contains(.placesSublayers) }
    public var usesTime: Bool { traits.contains(.usesTime) }
    public var drawsAbove: Bool { traits.contains(.drawsAbove) }
    public var isHitByDrawing: Bool { traits.contains(.isHitByDrawing) }
    public var hasFreeKeys: Bool { traits.contains(.hasFreeKeys) }
    public var measures: Bool { traits.contains(.measures) }
    public var arrangesSublayers: Bool { traits.contains(.arrangesSublayers) }

    /// The property with this name, in bytes; nil when the kind has none.
    public func property(named name: ByteView) -> PropertyID? {
        index.find(name).map { PropertyID(UInt16($0)) }
    }

    public func property(named name: String) -> PropertyID? {
        index.find(name).map { PropertyID(UInt16($0)) }
    }

    public subscript(_ id: PropertyID) -> Property { properties[Int(id.raw)] }

    /// The property that stands for the property `id` of `base`; the same for other kinds.
    public func property(standingFor id: PropertyID) -> PropertyID {
        guard base != nil, Int(id.raw) >= Self.layerCount else { return id }
        let index = Int(id.raw) - Self.layerCount
        return index < baseProperties.count ? baseProperties[index] : Kind.componentScope
    }

    /// The property of `base` for which `id` stands; the same for other kinds.
    public func baseProperty(_ id: PropertyID) -> PropertyID {
        guard base != nil, let index = baseProperties.firstIndex(of: id) else { return id }
        return PropertyID(UInt16(Self.layerCount + index))
    }
}

extension Kind {
    /// The property, or part of one, that `name` means in animations; nil for none.
    public func path(animated name: String) -> PropertyPath? {
        ByteView.with(name) { PropertyPath(animated: $0, of: self) }
    }
}
