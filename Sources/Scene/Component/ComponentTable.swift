public import Geometry

/// A component: the lines from `define` on, without `end`.
public struct Definition: Equatable, Sendable {
    public var name: String
    public var kind: KindID
    /// The line `define …`, and those that make the parts.
    public var lines: [[UInt8]]
    /// Names of the components that its lines make instances of.
    public var uses: [String]
    /// The file of `use` that brought it.
    public var file: String?
    /// It has a parameter `step`: the ends of its steps are told.
    public var hasSteps: Bool

    public init(
        name: String, kind: KindID, lines: [[UInt8]], uses: [String], file: String? = nil, hasSteps: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.lines = lines
        self.uses = uses
        self.file = file
        self.hasSteps = hasSteps
    }

    /// The most of one scene.
    public static let most = 1000
    /// The most definitions inside one another.
    public static let deepest = 16
}

/// A file of definitions, styles, themes and data that was run once.
public struct UsedFile: Equatable, Sendable {
    public var path: String
    /// Of the content that was run; nil while a dormant object has the file's line.
    public var checksum: UInt64?

    public init(path: String, checksum: UInt64?) {
        self.path = path
        self.checksum = checksum
    }
}

/// Components of a scene: their definitions, and which objects are parts of which instances.
struct ComponentTable {
    var definitions: [Definition] = []
    var files: [UsedFile] = []
    /// Styles, themes and data brought by files, with a mark of their state then.
    var brought: [ObjectID: UInt64] = [:]
    /// Indices in `definitions`.
    var indices: [KindID: Int] = [:]
    /// Kinds of the definitions that have steps.
    var stepKinds: Set<KindID> = []
    /// Instances by the slots of their parts: layers, and objects attached to these.
    var owners = OwnerTable()
    /// Timers that are parts, by instance: nothing else makes them go with it.
    var timers: [Slot: Set<Slot>] = [:]
    /// Parts that take the sublayers of their instances.
    var slots: [Slot: Slot] = [:]
    /// What instances' own lines made of parts, rows and themselves.
    var alterations: [Slot: Alterations] = [:]
    /// True while a definition's lines make parts.
    var isMaking = false
    /// The instance whose component's lines are run.
    var lineOwner: ObjectID?
    /// What the lines of components come to, by the indices of their kinds; made when it is needed first.
    var plans: [ComponentPlan?] = []
    /// The parts that were made last from a template: scratch storage.
    var stamped: [Slot] = []
    /// The scene that this one is to replace.
    var replaced: Scene?

    /// True while there is no definition, and nothing was brought by files.
    var isEmpty: Bool { definitions.isEmpty && files.isEmpty && brought.isEmpty }
}

extension Kind {
    /// True for a component.
    public var isComponent: Bool { traits.contains(.isComponent) }
    /// True for the name of a component that was taken away.
    var isUndefined: Bool { traits.contains(.isUndefined) }

    /// The property of a component that keeps the rights of an instance's maker.
    public static let componentScope = PropertyID(UInt16(LayerProperty.schema.count))

    /// The kind of a component.
    ///
    /// Every property that `old` has keeps its index, as a relic where it is no parameter any more: objects that were removed
    /// and may come back have values by these indices.
    public static func component(
        _ name: String, help: String, parameters: [Property], replacing old: Kind? = nil
    ) -> Kind {
        var properties = LayerProperty.schema + [scope]
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
            name: name, family: .layer, help: help, traits: [.isComponent, .measures], properties: properties)
    }

    /// The kind of a component that was taken away, or is not defined yet: no object can be made of it, and those that were
    /// removed and may come back are read as before.
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
            properties[$0].isDerived ? nil : (PropertyID(UInt16($0)), properties[$0])
        }
    }

    /// The parameter with this name.
    public func parameter(named name: ByteView) -> PropertyID? {
        guard isComponent, let id = property(named: name), id > Kind.componentScope, !self[id].isDerived else {
            return nil
        }
        return id
    }
}

extension Property {
    /// Stands in the schema of a component where a parameter was: nobody can name it.
    fileprivate var relic: Property {
        isRelic
            ? self
            : Property(" " + name, type, .none, effect: .none, isDerived: true, isReadOnly: true, help: "")
    }

    /// True for a property that only keeps the index of a former parameter.
    var isRelic: Bool { name.utf8.first == UInt8(ascii: " ") }

    /// Its name while it was a parameter.
    fileprivate var originalName: String { isRelic ? String(name.dropFirst()) : name }
}

extension KindRegistry {
    /// Gives a component another schema, in which every property that it had keeps its index.
    func replace(_ id: KindID, by kind: Kind) {
        let old = self[id].properties
        setKind(
            id,
            old.count > kind.properties.count
                ? kind.with(kind.properties + old[kind.properties.count...].map(\.relic)) : kind)
    }

    /// The component with this name that is defined; nil for other kinds.
    public func component(named name: ByteView) -> KindID? {
        index(of: name).flatMap { kinds[$0].isComponent && !kinds[$0].isUndefined ? KindID(UInt16($0)) : nil }
    }

    /// The component with this name, defined or not any more.
    public func component(named name: String) -> KindID? {
        index(of: name).flatMap { kinds[$0].isComponent ? KindID(UInt16($0)) : nil }
    }

    /// The most kinds, those of components that were taken away among them.
    private static let most = 30_000

    /// Makes room for a component. Throws `limit`.
    func reserve(_ name: String) throws(SceneError) -> KindID {
        guard kinds.count < Self.most else { throw SceneError(.limit, "\(Self.most) kinds were defined") }
        return add(.undefined(name))
    }
}
