public import Geometry

/// A component, with the lines from `define` on without `end`, or a function, with its line.
public struct Definition: Equatable, Sendable {
    public var name: String
    /// Nil for a function.
    public var kind: KindID?
    /// The line `define …`, and the lines that create the parts; for a function `function …`.
    public var lines: [[UInt8]]
    /// Names of the components that its lines instantiate, and of the functions that they call.
    public var uses: [String]
    /// The file of `use` that contains it.
    public var file: String?
    /// True with a parameter `step`: the ends of its steps are reported.
    public var hasSteps: Bool
    /// Frames of parts that its lines specify, by the parts' names, such as `.knob`. These parts keep their frames when
    /// their default anchor point changes. Sides by content are `auto`.
    public var frames: [String: Rect]

    public init(
        name: String, kind: KindID?, lines: [[UInt8]], uses: [String], file: String? = nil, hasSteps: Bool = false,
        frames: [String: Rect] = [:]
    ) {
        self.name = name
        self.kind = kind
        self.lines = lines
        self.uses = uses
        self.file = file
        self.hasSteps = hasSteps
        self.frames = frames
    }

    /// Maximum number in one scene.
    public static let most = 1000
    /// Maximum nesting depth.
    public static let deepest = 16
}

/// A file of definitions, styles, themes and data that was run once.
public struct UsedFile: Equatable, Sendable {
    public var path: String
    /// Checksum of the content that was run; nil while a dormant object has the file's line.
    public var checksum: UInt64?

    public init(path: String, checksum: UInt64?) {
        self.path = path
        self.checksum = checksum
    }
}

/// Components of a scene: their definitions, and the assignment of parts to instances.
struct ComponentTable {
    var definitions: [Definition] = []
    var files: [UsedFile] = []
    /// Styles, themes and data created by files, with a checksum of their state then.
    var brought: [ObjectID: UInt64] = [:]
    /// Indices in `definitions`.
    var indices: [KindID: Int] = [:]
    /// The compiled functions, which this target does not know; nil when they have to be compiled again.
    var functions: AnyObject?
    var hasFunctions = false
    /// Counts changes of the definitions.
    var revision = 0
    /// True while the lines of a file are run.
    var readsFile = false
    /// Kinds of the definitions that have steps.
    var stepKinds: Set<KindID> = []
    /// Instances by slot of their parts: layers, and objects attached to these.
    var owners = OwnerTable()
    /// Timers that are parts, by instance: they have to be removed with it explicitly.
    var timers: [Slot: Set<Slot>] = [:]
    /// Parts that take the sublayers of their instances.
    var slots: [Slot: Slot] = [:]
    /// Changes made by instances' own lines to parts, rows and the instances.
    var alterations: [Slot: Alterations] = [:]
    /// True while a definition's lines create parts.
    var isMaking = false
    /// The instance whose component's lines are run.
    var lineOwner: ObjectID?
    /// Plans by kind index; created on demand.
    var plans: [ComponentPlan?] = []
    /// The parts last created from a template: scratch storage.
    var stamped: [Slot] = []
    /// The scene that this one will replace.
    var replaced: Scene?

    /// True when there are no definitions, and no objects from files.
    var isEmpty: Bool { definitions.isEmpty && files.isEmpty && brought.isEmpty }
}

extension Kind {
    /// True for a component.
    public var isComponent: Bool { traits.contains(.isComponent) }
    /// True for the name of a removed component.
    var isUndefined: Bool { traits.contains(.isUndefined) }

    /// The property of a component that stores the access of an instance's creator.
    public static let componentScope = PropertyID(UInt16(LayerProperty.schema.count))

    /// Creates the kind of a component.
    ///
    /// Every property of `old` keeps its index, as a relic if it is no longer a parameter: removed objects that may
    /// come back have values with these indices.
    ///
    /// `base`: the kind that instances are of, with its number. Its own properties become parameters, with its defaults or
    /// those in `defaults`, by name.
    public static func component(
        _ name: String, help: String, base: (id: KindID, kind: Kind)? = nil, defaults: [String: Value] = [:],
        parameters: [Property], replacing old: Kind? = nil
    ) -> Kind {
        let layerCount = LayerProperty.schema.count
        let own = base?.kind.properties.dropFirst(layerCount) ?? []
        let parameters =
            own.map { $0.isDerived || $0.isReadOnly ? $0 : $0.asParameter(defaults[$0.name] ?? $0.unset ?? $0.initial) }
            + parameters
        var properties = (base?.kind.properties.prefix(layerCount)).map(Array.init) ?? LayerProperty.schema
        properties.append(scope)
        var left = Dictionary(parameters.map { ($0.name, $0) }) { first, _ in first }
        for known in old?.properties.dropFirst(properties.count) ?? [] {
            if let parameter = left[known.originalName], parameter.type == known.type {
                properties.append(parameter)
                left[parameter.name] = nil
            } else {
                properties.append(known.relic)
            }
        }
        properties += parameters.filter { left[$0.name] != nil }
        return Kind(
            name: name, family: .layer, help: help, traits: (base?.kind.traits ?? .measures).union(.isComponent),
            properties: properties, base: base?.id, baseNames: own.map(\.name))
    }

    /// The kind of a component that was removed or is not defined yet: no objects can be created, and removed ones that
    /// may come back are readable as before.
    static func undefined(_ name: String, replacing old: Kind? = nil) -> Kind {
        let kind = component(name, help: "", parameters: [], replacing: old)
        return Kind(
            name: name, family: .layer, help: "", traits: kind.traits.union(.isUndefined), properties: kind.properties)
    }

    private static let scope = Property(
        "scope", .object, .none, effect: .none, bond: .attached,
        help: "its lines may change this layer and what is below it only: for who may do no more")

    /// The parameters of a component.
    public var parameters: [(id: PropertyID, property: Property)] {
        guard isComponent, !isUndefined else { return [] }
        return (Int(Kind.componentScope.raw) + 1..<properties.count).compactMap {
            properties[$0].isParameter ? (PropertyID(UInt16($0)), properties[$0]) : nil
        }
    }

    /// The parameter with this name.
    public func parameter(named name: ByteView) -> PropertyID? {
        guard isComponent, let id = property(named: name), id > Kind.componentScope, self[id].isParameter else {
            return nil
        }
        return id
    }
}

extension Property {
    /// Replaces a former parameter in the schema of a component: clients cannot name it.
    fileprivate var relic: Property {
        isRelic
            ? self
            : Property(" " + name, type, .none, effect: .none, isDerived: true, isReadOnly: true, help: "")
    }

    /// True for a property that only keeps the index of a former parameter.
    var isRelic: Bool { name.utf8.first == UInt8(ascii: " ") }

    /// Its name as a parameter.
    fileprivate var originalName: String { isRelic ? String(name.dropFirst()) : name }
}

extension KindRegistry {
    /// Gives a component another schema in which all its properties keep their index.
    func replace(_ id: KindID, by kind: Kind) {
        let old = self[id].properties
        setKind(
            id,
            old.count > kind.properties.count
                ? kind.with(kind.properties + old[kind.properties.count...].map(\.relic)) : kind)
    }

    /// The defined component with this name; nil for other kinds.
    public func component(named name: ByteView) -> KindID? {
        index(of: name).flatMap { kinds[$0].isComponent && !kinds[$0].isUndefined ? KindID(UInt16($0)) : nil }
    }

    /// The component with this name, even if no longer defined.
    public func component(named name: String) -> KindID? {
        index(of: name).flatMap { kinds[$0].isComponent ? KindID(UInt16($0)) : nil }
    }

    /// Maximum number of kinds, including removed components.
    private static let most = 30_000

    /// Reserves a kind for a component. Throws `limit`.
    func reserve(_ name: String) throws(SceneError) -> KindID {
        guard kinds.count < Self.most else { throw SceneError(.limit, "\(Self.most) kinds were defined") }
        return add(.undefined(name))
    }
}
