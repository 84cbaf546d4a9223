public import Geometry

/// All known kinds, and loading of kinds on first use.
///
/// Shared by the daemon's scene and the scratch scenes of `load`; used only on the scene's thread.
public final class KindRegistry {
    public private(set) var kinds: [Kind]
    private var index = ByteTable()
    /// Kinds announced by manifests of plugins that are not loaded yet.
    public var promised: [String] = [] { didSet { revision &+= 1 } }
    /// The announced kinds of layers.
    public var promisedLayers: [String] = []
    /// Names of plugin filters, usable in filter lists in addition to the CSS functions.
    public var filters: [String] = [] { didSet { revision &+= 1 } }
    /// Decoders from plugins, with media type and file name extensions.
    public var decoders: [(name: String, help: String)] = [] { didSet { revision &+= 1 } }
    /// Changes when kinds, filters or decoders are added, removed or replaced.
    public private(set) var revision: UInt64 = 0
    /// Loads the plugin that announces a kind; the plugin calls `add`. Throws the reason when that fails.
    public var load: ((_ kind: String) throws(SceneError) -> Void)?

    /// Starts with the core's kinds.
    public init() {
        precondition(
            LayerProperty.schema.count == LayerProperty.allCases.count
                && SettingsProperty.schema.count == SettingsProperty.allCases.count,
            "LayerProperty and SettingsProperty: a schema has a row for each case")
        kinds = [Kind(name: "", family: .other, help: "", properties: [])]
        add(
            Kind(name: "layer", family: .layer, help: "a rectangle that holds layers", properties: LayerProperty.schema)
        )
        add(
            Kind(
                name: "settings", family: .settings, help: "the daemon's settings", properties: SettingsProperty.schema)
        )
        add(ImageProperty.kind)
        add(BufferProperty.kind)
        add(
            Kind(
                name: "transformLayer", family: .layer,
                help: "holds layers that keep their depth; paints nothing itself", properties: LayerProperty.schema))
        for kind in [
            AnimationProperty.kind, SpringProperty.kind, GroupProperty.kind, TransactionProperty.kind,
            TransitionProperty.kind, ScrollProperty.kind, TiledProperty.kind, ReactionProperty.kind,
            FollowProperty.kind, BindingProperty.kind, TimerProperty.kind, ThemeProperty.kind, StyleProperty.kind,
            DataProperty.kind, EachProperty.kind, AnimatorProperty.kind, VideoProperty.kind, MirrorProperty.kind,
            ConstraintProperty.kind, DormantProperty.kind,
        ] {
            add(kind)
        }
        // Not found by name: clients see a single kind of dormant objects.
        kinds.append(DormantProperty.layerKind)
    }

    /// The same kinds, for a scene on another thread: it loads no others.
    public func copy() -> KindRegistry {
        let copy = KindRegistry()
        (copy.kinds, copy.index) = (kinds, index)
        (copy.promised, copy.promisedLayers) = (promised, promisedLayers)
        (copy.filters, copy.decoders) = (filters, decoders)
        return copy
    }

    /// Adds a kind, or replaces the schema of the existing kind with this name (a reloaded plugin).
    @discardableResult
    public func add(_ kind: Kind) -> KindID {
        promised.removeAll { $0 == kind.name }
        return store(kind)
    }

    /// Stores a kind with another schema.
    @discardableResult
    private func store(_ kind: Kind) -> KindID {
        if let index = index.find(kind.name) {
            kinds[index] = kind
            return KindID(UInt16(index))
        }
        kinds.append(kind)
        index.insert(kind.name, kinds.count - 1)
        return KindID(UInt16(kinds.count - 1))
    }

    public subscript(_ id: KindID) -> Kind { kinds[Int(id.raw)] }

    /// The kind that draws and lays out: that which a component is of, otherwise the kind itself.
    public func base(_ id: KindID) -> KindID { self[id].base ?? id }

    /// Stores the kind of a component; `replace` keeps its properties' indices.
    func setKind(_ id: KindID, _ kind: Kind) {
        kinds[Int(id.raw)] = kind
        revision &+= 1
    }

    func index(of name: String) -> Int? { index.find(name) }
    func index(of name: ByteView) -> Int? { index.find(name) }

    /// Maximum number of properties of one kind that clients may name.
    public static let mostOpen = 1000

    /// Adds the property that `key` names if the kind allows it and does not have it.
    ///
    /// Throws `limit` when the kind has the maximum number.
    public func extend(_ id: KindID, by key: ByteView) throws(SceneError) {
        let kind = self[id]
        guard let open = kind.open, case let pattern = kind[open], kind.property(named: key) == nil,
            key.count > pattern.name.utf8.count, key.count <= 128, key.string.hasPrefix(pattern.name)
        else { return }
        guard kind.named.count < Self.mostOpen else {
            throw SceneError(.limit, "\(ValueSyntax.quote(key)): more than \(Self.mostOpen) names were used")
        }
        let named = Property(
            key.string, pattern.type, pattern.initial, effect: pattern.effect, counts: pattern.counts,
            help: pattern.help)
        store(kind.with(kind.properties + [named]))
    }

    /// Gives the kind `style` the property or part of one that `key` names, if some layer kind has it and styles may
    /// set it.
    ///
    /// Loads the plugins with layer kinds until one has it. Throws `limit` when styles have the maximum number.
    public func extendStyles(by key: ByteView) throws(SceneError) {
        let style = self[.style]
        guard key.count <= 128, style.property(named: key) == nil else { return }
        var found = kinds.lazy.compactMap { StyleProperty.property(key, of: $0) }.first
        for name in promisedLayers where found == nil {
            // A rejected plugin has no properties.
            guard loaded(name) == nil, let id = try? find(name) else { continue }
            found = StyleProperty.property(key, of: self[id])
        }
        guard let found else { return }
        guard style.properties.count < Self.mostOpen else {
            throw SceneError(.limit, "\(ValueSyntax.quote(key)): styles have \(Self.mostOpen) properties at most")
        }
        store(style.with(style.properties + [found]))
    }

    /// Names of the properties that styles may have, for loaded kinds.
    public var styleNames: [String] {
        var names = self[.style].properties.map(\.name)
        var known = Set(names)
        for kind in kinds where kind.family == .layer {
            for property in kind.properties where StyleProperty.allows(property) && known.insert(property.name).inserted
            {
                names.append(property.name)
            }
        }
        return names
    }

    /// The kind with this name, if loaded.
    public func loaded(_ name: String) -> KindID? {
        index.find(name).flatMap { kinds[$0].isUndefined ? nil : KindID(UInt16($0)) }
    }

    /// Like `loaded(_:)`, without a `String`.
    public func loaded(_ name: ByteView) -> KindID? {
        index.find(name).flatMap { kinds[$0].isUndefined ? nil : KindID(UInt16($0)) }
    }

    /// The kind with this name; loads its plugin. Nil for an unknown name.
    public func find(_ name: String) throws(SceneError) -> KindID? {
        if let id = loaded(name) { return id }
        guard promised.contains(name), let load else { return nil }
        try load(name)
        return loaded(name)
    }

    /// Loads the plugin of a filter. Throws `busy` while it is loading; a filter that cannot be loaded has no effect.
    public func prepareFilter(_ name: String) throws(SceneError) {
        guard filters.contains(name), let load else { return }
        do throws(SceneError) { try load(name) } catch { if error.code == .busy { throw error } }
    }

    /// All usable names, the core's first, in the order in which they were registered.
    public var names: [String] {
        kinds.indices.dropFirst().filter { !kinds[$0].isUndefined && $0 != Int(KindID.dormantLayer.raw) }
            .map { kinds[$0].name } + promised
    }
}
