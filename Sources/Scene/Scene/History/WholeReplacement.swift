import SceneTables
import Schema

/// Replaces all layers of one scene by those of another at once, when both have only plain layers and no common names:
/// rows and names are passed on as a whole.
struct WholeReplacement {
    private let scene: Scene
    private let wanted: Scene

    /// Minimum number of objects: such a step is too large for any history, so the replacement is never reverted.
    static let least = UndoHistory.mostBytes / UndoStep.createdSize + 1

    init(of scene: Scene, by wanted: Scene) { (self.scene, self.wanted) = (scene, wanted) }

    /// True when possible. The caller has checked that no name is in both.
    func isPossible(from least: Int) -> Bool {
        wanted.count >= least && !scene.changes.events.isRecording && Self.isPlain(scene) && Self.isPlain(wanted)
            && [Scene.main, Scene.daemon].allSatisfy(isEqual)
    }

    /// True when there are only plain layers, and no removed ones that may come back.
    private static func isPlain(_ scene: Scene) -> Bool {
        guard scene.componentTable.isEmpty, !scene.styles.hasStyling, !scene.layout.needsLayout, isPlainRoot(scene)
        else { return false }
        let first = Int(Scene.daemon) + 1
        for at in first..<max(first, scene.rows.count) {
            let flags = scene.rows[at].flags
            if !flags.contains(.isAlive) { continue }
            guard flags.isSubset(of: plain), scene.rows[at].extras < 0, scene.rows[at].kind == .layer,
                scene.rows[at].hints.isEmpty, scene.rows[at].marks.isSubset(of: .given)
            else { return false }
        }
        return true
    }

    private static let plain: LayerFlags = LayerFlags.properties.union([.isAlive, .isLayer, .leadsToInput])

    /// True when `root` references no object, and nothing else controls its values.
    private static func isPlainRoot(_ scene: Scene) -> Bool {
        let row = scene.rows[Int(Scene.root)]
        return row.marks.isSubset(of: .given) && row.flags.isDisjoint(with: [.isAnimated, .isMask, .hasMask])
            && row.extras < 0
    }

    /// True when a permanent object has the same values in both.
    private func isEqual(_ slot: Slot) -> Bool {
        let kind = scene.kind(of: slot)
        guard kind.name == wanted.kind(of: slot).name,
            scene.objects.users(slot).elementsEqual(wanted.objects.users(slot), by: ==)
        else { return false }
        return kind.properties.indices.allSatisfy { at in
            let id = PropertyID(UInt16(at))
            if kind.properties[at].isDerived || kind.properties[at].isReadOnly { return true }
            return scene.layout.given(slot, id) == wanted.layout.given(slot, id)
        }
    }

    /// Passes on rows and names. Nothing may fail afterwards. `wanted` has no layers then.
    func run() {
        let (first, before, made) = (Int(Scene.daemon) + 1, scene.rows.count, wanted.count)
        var generation: UInt32 = 0
        for at in 0..<before { generation = max(generation, scene.rows[at].generation) }
        generation &+= 1
        var rows = wanted.rows
        wanted.rows = []
        for at in 0..<first {
            let links = rows[at]
            rows[at] = scene.rows[at]
            guard Slot(at) == Scene.root || Slot(at) == Scene.detachedRoot else { continue }
            (rows[at].firstChild, rows[at].lastChild) = (links.firstChild, links.lastChild)
            rows[at].childCount = links.childCount
            rows[at].flags.remove(.sortsSublayers)
            if links.flags.contains(.leadsToInput) { rows[at].flags.insert(.leadsToInput) }
        }
        let changed: Dirty = [.tree, .order, .geometry, .group, .look]
        func mark(_ at: Int, _ row: inout LayerRow) {
            row.generation = generation
            row.dirty = at < before ? scene.rows[at].dirty : []
            if row.dirty.isEmpty { scene.changes.layers.append(Slot(at)) }
            row.dirty.formUnion(changed)
        }
        for at in first..<max(first, rows.count) { mark(at, &rows[at]) }
        var free = wanted.freeSlots
        for at in rows.count..<max(rows.count, before) {
            var row = LayerRow()
            mark(at, &row)
            rows.append(row)
            free.append(Slot(at))
        }
        (scene.rows, scene.freeSlots) = (rows, free)
        scene.names = wanted.names.copy()
        scene.order = TreeOrder()
        scene.mark(Scene.root, .sublayers)
        scene.changes.events.noteReplaced()
        // The open transaction's step contains that many objects.
        scene.journal.append(.created(Slot(first), count: made))
    }
}
