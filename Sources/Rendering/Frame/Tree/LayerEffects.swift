package import Geometry
import Scene
import SceneTables
import Schema

/// The effects on a layer's picture as a whole and on its backdrop: filters and a shadow, in points of the layer.
package struct LayerEffects: Equatable, Sendable {
    /// The shape that casts the shadow.
    package enum Caster: Equatable, Sendable {
        case nothing
        /// The rounded bounds: the layer's picture is just an opaque background.
        case bounds
        case path(Path)
        /// The alpha channel of the picture.
        case picture
    }

    package var filters: [FilterFunction] = []
    /// `backgroundFilters`.
    package var backdrop: [FilterFunction] = []
    package var caster = Caster.nothing
    package var shadowColor = Color.clear
    package var shadowOffset = Point.zero
    /// Standard deviation of the Gaussian, in points.
    package var shadowRadius = 0.0
    /// `shadowOpacity`, 0…1.
    package var shadowOpacity = 0.0

    /// True when one of the filters is a plugin's.
    var usesPlugin: Bool { (filters + backdrop).contains { $0.kind == .plugin } }

    /// True when the effects need the layer's picture in a buffer: the layer is a group.
    var needPicture: Bool { !filters.isEmpty || caster == .picture }
}

/// The effects of layers, stored by slot so that nodes stay plain numbers.
package final class EffectStore {
    package struct Entry {
        package var effects = LayerEffects()
        /// Unique for different effects.
        var version: UInt32 = 0
        /// Weight of the filters and of the backdrop's filters: see `EffectExtent.weight`.
        var weight = 0, backdropWeight = 0
    }

    package private(set) var entries: [Entry] = []
    /// The key of an entry. A layer may have different effects in copies, and a mirror shows it in both forms.
    private struct Key: Hashable {
        var slot: Slot
        var isCopied: Bool
    }
    private var byKey: [Key: EffectPosition] = [:]
    private var free: [EffectPosition] = []
    private let versions: Versions

    init(_ versions: Versions) { self.versions = versions }

    /// True when no layer has effects.
    package var isEmpty: Bool { byKey.isEmpty }

    /// Number of layers with a plugin's filter; such filters are called on a single thread.
    package private(set) var pluginUsers = 0

    /// Stores the effects of the layer at `slot`, or of its copies. Returns their position and version.
    func keep(_ effects: LayerEffects, for slot: Slot, isCopied: Bool) -> (at: EffectPosition, version: UInt32) {
        let at: EffectPosition
        let key = Key(slot: slot, isCopied: isCopied)
        if let known = byKey[key] {
            at = known
        } else {
            at = free.popLast() ?? EffectPosition(entries.count)
            if Int(at) == entries.count { entries.append(Entry()) }
            byKey[key] = at
        }
        if entries[Int(at)].version == 0 || entries[Int(at)].effects != effects {
            replace(at, effects, versions.next())
        }
        return (at, entries[Int(at)].version)
    }

    /// Records the weight of the filters of the effects at `at`, and of those of the backdrop.
    func weigh(_ at: EffectPosition, filters: Int, backdrop: Int) {
        (entries[Int(at)].weight, entries[Int(at)].backdropWeight) = (filters, backdrop)
    }

    /// Removes the layer.
    func forget(_ slot: Slot) {
        if byKey.isEmpty { return }
        forget(slot, isCopied: false)
        forget(slot, isCopied: true)
    }

    /// Removes the effects of the layer, or of its copies.
    func forget(_ slot: Slot, isCopied: Bool) {
        guard !byKey.isEmpty, let at = byKey.removeValue(forKey: Key(slot: slot, isCopied: isCopied)) else { return }
        replace(at, LayerEffects(), 0)
        free.append(at)
    }

    private func replace(_ at: EffectPosition, _ effects: LayerEffects, _ version: UInt32) {
        if entries[Int(at)].effects.usesPlugin { pluginUsers -= 1 }
        entries[Int(at)] = Entry(effects: effects, version: version)
        if effects.usesPlugin { pluginUsers += 1 }
    }

    /// Invalidates all entries, because a plugin's filter changed.
    func invalidateAll() {
        for at in entries.indices { entries[at].version = 0 }
    }
}

extension LayerReader {
    /// The layer's filters and shadow; nil when it has none that are visible. `isPlain`: its picture is just an opaque
    /// background, possibly with a border. In copies the backdrop is not filtered, because each copy has a different
    /// one.
    func effects(_ slot: Slot, _ row: LayerRow, isPlain: Bool, isCopied: Bool) -> LayerEffects? {
        // Two tests instead of an OptionSet of two, which would be built from an array for each layer.
        guard row.flags.contains(.hasShadow) || row.flags.contains(.hasFilters) else { return nil }
        var effects = LayerEffects()
        if row.flags.contains(.hasFilters), case .filters(let list)? = view.rare(slot, .filters) {
            effects.filters = list
        }
        if !isCopied, row.flags.contains(.hasFilters), case .filters(let list)? = view.rare(slot, .backgroundFilters) {
            effects.backdrop = list
        }
        if row.flags.contains(.hasShadow), !row.flags.contains(.masksToBounds) {
            readShadow(slot, row, isPlain, &effects)
        }
        return effects.filters.isEmpty && effects.backdrop.isEmpty && effects.caster == .nothing ? nil : effects
    }

    private func readShadow(_ slot: Slot, _ row: LayerRow, _ isPlain: Bool, _ effects: inout LayerEffects) {
        let opacity = view.number(slot, .shadowOpacity)
        let given = view.rare(slot, .shadowColor)
        guard given != Value.none else { return }
        let color = given?.color ?? .black
        guard color.alpha > 0, opacity >= Self.leastOpacity else { return }
        effects.shadowColor = color
        effects.shadowOpacity = opacity
        let offset = view.shown(slot, LayerProperty.shadowOffset.id).size
        effects.shadowOffset = Point(offset.width, offset.height)
        effects.shadowRadius = view.number(slot, .shadowRadius)
        if let path = view.rare(slot, .shadowPath)?.resolved(in: row.bounds).path {
            effects.caster = .path(path)
        } else {
            effects.caster = isPlain && effects.filters.isEmpty ? .bounds : .picture
        }
    }
}
