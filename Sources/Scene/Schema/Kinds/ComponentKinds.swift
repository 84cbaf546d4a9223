public import Geometry

extension Kind {
    /// True for a component.
    public var isComponent: Bool { traits.contains(.isComponent) }
    /// True for the name of a removed component.
    public var isUndefined: Bool { traits.contains(.isUndefined) }

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
    public static func undefined(_ name: String, replacing old: Kind? = nil) -> Kind {
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
    public var isRelic: Bool { name.utf8.first == UInt8(ascii: " ") }

    /// Its name as a parameter.
    fileprivate var originalName: String { isRelic ? String(name.dropFirst()) : name }
}

extension KindRegistry {
    /// Gives a component another schema in which all its properties keep their index.
    public func replace(_ id: KindID, by kind: Kind) {
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
    public func reserve(_ name: String) throws(SceneError) -> KindID {
        guard kinds.count < Self.most else { throw SceneError(.limit, "\(Self.most) kinds were defined") }
        return add(.undefined(name))
    }
}
