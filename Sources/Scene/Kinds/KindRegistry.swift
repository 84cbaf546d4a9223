public import Geometry

/// Every kind that is known, and how a kind that nobody used yet gets loaded.
///
/// Shared by the daemon's scene and the scratch scenes that `load` makes; used on the scene's thread only.
public final class KindRegistry {
    public private(set) var kinds: [Kind]
    private var index = ByteTable()
    /// Kinds that a plugin manifest promises but whose plugin is not loaded yet.
    public var promised: [String] = [] { didSet { revision &+= 1 } }
    /// Those of them that are layers.
    public var promisedLayers: [String] = []
    /// Names of the filters that plugins bring, which lists of filters may use besides the CSS functions.
    public var filters: [String] = [] { didSet { revision &+= 1 } }
    /// Decoders that plugins bring, with media type and endings of files.
    public var decoders: [(name: String, help: String)] = [] { didSet { revision &+= 1 } }
    /// Another number when kinds, filters or decoders came, went or were replaced.
    public private(set) var revision: UInt64 = 0
    /// Loads the plugin that promises a kind, which calls `add`. Throws the reason when it cannot.
    public var load: ((_ kind: String) throws(SceneError) -> Void)?

    /// Starts with the kinds of the core.
    public init() {
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
        // Found by no name: clients know one kind of dormant objects.
        kinds.append(DormantProperty.layerKind)
    }

    /// The same kinds, for a scene on another thread: it loads no others.
    func copy() -> KindRegistry {
        let copy = KindRegistry()
        (copy.kinds, copy.index) = (kinds, index)
        (copy.promised, copy.promisedLayers) = (promised, promisedLayers)
        (copy.filters, copy.decoders) = (filters, decoders)
        return copy
    }

    /// Adds a kind, or, for one of that name, replaces its schema (a reloaded plugin).
    @discardableResult
    public func add(_ kind: Kind) -> KindID {
        promised.removeAll { $0 == kind.name }
        return store(kind)
    }

    /// The same for a kind with another schema.
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

    /// Stores the kind of a component; `replace` keeps its properties at their indices.
    func setKind(_ id: KindID, _ kind: Kind) {
        kinds[Int(id.raw)] = kind
        revision &+= 1
    }

    func index(of name: String) -> Int? { index.find(name) }
    func index(of name: ByteView) -> Int? { index.find(name) }

    /// The most properties that clients may name of one kind.
    public static let mostOpen = 1000

    /// Adds the property that `key` names to the kind, when that is open to it and has none of that name.
    ///
    /// Throws `limit` when the kind has all it may have.
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

    /// Gives the kind `style` the property or part of one that `key` names, where a kind of layers has it and styles may.
    ///
    /// Loads the plugins that promise layers until one has it. Throws `limit` when styles have all that they may have.
    public func extendStyles(by key: ByteView) throws(SceneError) {
        let style = self[.style]
        guard key.count <= 128, style.property(named: key) == nil else { return }
        var found = kinds.lazy.compactMap { StyleProperty.property(key, of: $0) }.first
        for name in promisedLayers where found == nil {
            // A plugin that is refused has no property.
            guard loaded(name) == nil, let id = try? find(name) else { continue }
            found = StyleProperty.property(key, of: self[id])
        }
        guard let found else { return }
        guard style.properties.count < Self.mostOpen else {
            throw SceneError(.limit, "\(ValueSyntax.quote(key)): styles have \(Self.mostOpen) properties at most")
        }
        store(style.with(style.properties + [found]))
    }

    /// Names of the properties that styles may have, as far as kinds are loaded.
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

    /// The kind with this name, if it is loaded.
    public func loaded(_ name: String) -> KindID? {
        index.find(name).flatMap { kinds[$0].isUndefined ? nil : KindID(UInt16($0)) }
    }

    /// The same, without a `String`.
    public func loaded(_ name: ByteView) -> KindID? {
        index.find(name).flatMap { kinds[$0].isUndefined ? nil : KindID(UInt16($0)) }
    }

    /// The kind with this name; loads the plugin that promises it. Nil when nobody knows the name.
    public func find(_ name: String) throws(SceneError) -> KindID? {
        if let id = loaded(name) { return id }
        guard promised.contains(name), let load else { return nil }
        try load(name)
        return loaded(name)
    }

    /// Loads the plugin that brings a filter. Throws `busy` while it is being loaded; a filter that cannot be loaded does nothing.
    public func prepareFilter(_ name: String) throws(SceneError) {
        guard filters.contains(name), let load else { return }
        do throws(SceneError) { try load(name) } catch { if error.code == .busy { throw error } }
    }

    /// All names that can be used, the core's first, in the order in which they became known.
    public var names: [String] {
        kinds.indices.dropFirst().filter { !kinds[$0].isUndefined && $0 != Int(KindID.dormantLayer.raw) }
            .map { kinds[$0].name } + promised
    }
}
