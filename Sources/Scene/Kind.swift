package import Geometry

/// Index of a kind in the registry.
package struct KindID: Equatable, Hashable, Sendable {
    package var raw: UInt16

    @inlinable package init(_ raw: UInt16) { self.raw = raw }

    package static let none = KindID(0)
    // The core's kinds, in the order in which the registry makes them.
    package static let layer = KindID(1)
    package static let settings = KindID(2)
    package static let image = KindID(3)
    package static let buffer = KindID(4)
    /// Layers whose sublayers keep their depth.
    package static let transformLayer = KindID(5)
    package static let animation = KindID(6)
    package static let spring = KindID(7)
    package static let group = KindID(8)
    package static let transaction = KindID(9)
    package static let transition = KindID(10)
    package static let scroll = KindID(11)
    package static let tiled = KindID(12)
    package static let reaction = KindID(13)
    package static let follow = KindID(14)
}

/// Which family of objects a kind belongs to: it decides the properties that every member has.
package enum KindFamily: UInt8, Sendable {
    /// Starts with the properties of `LayerProperty`.
    case layer
    /// Starts with the properties of `OutputProperty`.
    case output
    /// The daemon's own settings.
    case settings
    /// Starts with the properties of `TimingProperty`.
    case animation
    /// Moves layers by rules of its own; only the properties of its own schema.
    case behavior
    /// Anything else: only the properties of its own schema.
    case other
    /// No objects: a function of `filters`, whose properties are its arguments.
    case filter
}

/// A kind and its schema. Never changed: a reloaded plugin brings another.
package final class Kind: Sendable {
    package let name: String
    package let family: KindFamily
    package let help: String
    package let properties: [Property]
    /// It is made with a descriptor that comes with the line, and its properties never change.
    package let takesDescriptor: Bool
    /// Sublayers are drawn as often, and where, the layer's drawing says, not by themselves.
    package let placesSublayers: Bool
    /// The layer's drawing depends on its own time, which begins when it is made.
    package let usesTime: Bool
    /// The layer's drawing lies above its sublayers and border.
    package let drawsAbove: Bool
    /// A pointer hits layers of the kind where they draw, not in their bounds.
    package let isHitByDrawing: Bool
    /// Layers of the kind have a size of their own, which is that of bounds without one (`Scene+Fit`).
    package let measures: Bool
    /// Layers of the kind decide where their sublayers are, and how large (`Scene+Layout`).
    package let arrangesSublayers: Bool
    /// Clients name further properties, whose names begin with that of this one: "boundary." makes "boundary.floor".
    package let open: PropertyID?
    /// Those that clients have named, in the order in which they were first used.
    package let named: [PropertyID]
    /// The plugin that brings it; empty for the core's.
    package let plugin: String
    /// The property by which an object names the picture that it shows, or has others show; nil when it shows none.
    package let contents: PropertyID?
    /// The properties by which objects of the kind own others.
    let owning: [PropertyID]
    /// The property to which `draw` appends.
    package let operations: PropertyID?
    private let index: ByteTable

    package init(
        name: String, family: KindFamily, help: String, plugin: String = "", takesDescriptor: Bool = false,
        placesSublayers: Bool = false, usesTime: Bool = false, drawsAbove: Bool = false, measures: Bool = false,
        arrangesSublayers: Bool = false, isHitByDrawing: Bool = false, properties: [Property]
    ) {
        self.usesTime = usesTime
        self.drawsAbove = drawsAbove
        self.name = name
        self.family = family
        self.help = help
        self.plugin = plugin
        self.takesDescriptor = takesDescriptor
        self.placesSublayers = placesSublayers
        self.isHitByDrawing = isHitByDrawing
        self.measures = measures
        self.arrangesSublayers = arrangesSublayers
        self.properties = properties
        open = properties.firstIndex { $0.isOpen && $0.name.hasSuffix(".") }.map { PropertyID(UInt16($0)) }
        let pattern = open.map { properties[Int($0.raw)].name }
        named = properties.indices.filter { at in
            pattern.map { properties[at].name.hasPrefix($0) && !properties[at].isOpen } ?? false
        }.map { PropertyID(UInt16($0)) }
        owning = properties.enumerated().filter { $0.element.bond == .owner }.map { PropertyID(UInt16($0.offset)) }
        contents = properties.firstIndex { $0.type == .contents }.map { PropertyID(UInt16($0)) }
        operations = properties.firstIndex { $0.type == .operations }.map { PropertyID(UInt16($0)) }
        var index = ByteTable()
        for (slot, property) in properties.enumerated() { index.insert(property.name, slot) }
        self.index = index
    }

    /// The same with other properties.
    func with(_ properties: [Property]) -> Kind {
        Kind(
            name: name, family: family, help: help, plugin: plugin, takesDescriptor: takesDescriptor,
            placesSublayers: placesSublayers, measures: measures,
            arrangesSublayers: arrangesSublayers, properties: properties)
    }

    /// The property with this name, in bytes; nil when the kind has none.
    package func property(named name: ByteView) -> PropertyID? {
        index.find(name).map { PropertyID(UInt16($0)) }
    }

    package func property(named name: String) -> PropertyID? {
        index.find(name).map { PropertyID(UInt16($0)) }
    }

    package subscript(_ id: PropertyID) -> Property { properties[Int(id.raw)] }
}
