import Geometry
import SceneTables
import Schema

extension PlainState {
    /// Adds the entries for a change of the layer to `new`.
    fileprivate func appendChanges(of layer: ObjectID, to new: PlainState, _ entries: inout [UndoStep.Entry]) {
        forEachChange(to: new) { entries.append(.value(layer, $0.id, old: $1, new: $2, isGone: false)) }
        if marks != new.marks { entries.append(.marks(layer, old: marks, new: new.marks)) }
    }
}

/// Number of newest steps after which no other connection has changed anything.
private struct Solitude {
    private(set) var undo = 0
    private(set) var redo = 0
    /// Numbers of lines of this connection and of all others, at the last check.
    private var own: UInt64 = 0
    private var others: UInt64 = 0

    mutating func look(_ lines: UInt64) {
        if lines &- own != others { (undo, redo, others) = (0, 0, lines &- own) }
    }

    /// Records a line of this connection that changed something.
    mutating func note(_ lines: inout UInt64) {
        look(lines)
        (undo, redo) = (undo + 1, 0)
        own &+= 1
        lines &+= 1
    }

    /// Records an undo or redo.
    mutating func turn(_ lines: inout UInt64, undo: Int, redo: Int) {
        look(lines)
        (self.undo, self.redo) = (max(0, self.undo + undo), max(0, self.redo + redo))
        own &+= 1
        lines &+= 1
    }
}

/// The steps of one connection, newest last.
///
/// Lines with plain numbers are stored in place, without allocations once the ring has its full size.
public final class UndoHistory {
    /// The effect of a plain line, stored in place.
    private struct PlainStep {
        var object: ObjectID
        var old: PlainState
        var new: PlainState
        /// The parent of the layer that the line created; −1 when it changed one.
        var parent: Slot = -1

        /// Placeholder where a full step is stored.
        static let none = PlainStep(
            object: ObjectID(index: 0, generation: 0), old: PlainState(LayerRow()), new: PlainState(LayerRow()))
    }

    /// Maximum bytes of all steps.
    static let mostBytes = 8 << 20

    /// For plain lines; unused entries for others.
    private var plain: [PlainStep] = []
    /// Nil for plain lines. As long as `plain`; a ring whose oldest of `count` steps is at `first`.
    private var full: [UndoStep?] = []
    private var first = 0
    private var bytes = 0
    private var redone: [UndoStep] = []
    private var settings: UInt64 = .max
    private var limit = 100
    private var solitude = Solitude()

    public init() {}

    /// Numbers of steps that can be undone and redone.
    public private(set) var count = 0
    public var redoCount: Int { redone.count }

    /// True when no other connection has changed anything since the newest `steps` lines: all differences are automatic
    /// changes.
    public func wasAlone(for steps: Int, in scene: Scene) -> Bool {
        solitude.look(scene.changes.lines)
        return solitude.undo >= steps
    }

    /// Like `wasAlone(for:in:)`, since the next `steps` were undone.
    public func wasAlone(forNext steps: Int, in scene: Scene) -> Bool {
        solitude.look(scene.changes.lines)
        return solitude.redo >= steps
    }

    public func clear() {
        dropAll()
        redone = []
    }

    /// Records a line carried out by the fast path.
    func notePlain(_ slot: Slot, _ old: PlainState, in scene: Scene) {
        let new = PlainState(scene.rows[Int(slot)])
        if old == new { return }
        push(PlainStep(object: scene.id(of: slot), old: old, new: new), in: scene)
    }

    /// Records a fast line that changed many layers; `old`: their values before, in the order of `slots`.
    func notePlain(_ slots: [Slot], _ old: [PlainState], in scene: Scene) {
        var entries: [UndoStep.Entry] = []
        var names: [(id: ObjectID, name: String)] = []
        for (slot, old) in zip(slots, old) {
            let new = PlainState(scene.rows[Int(slot)])
            if old == new { continue }
            let id = scene.id(of: slot)
            old.appendChanges(of: id, to: new, &entries)
            names.append((id, scene.name(of: slot)))
            guard entries.count * UndoStep.leastSize <= Self.mostBytes else {
                return note(.tooLarge(in: scene), in: scene)
            }
        }
        if !entries.isEmpty { note(UndoStep(entries, names: names, in: scene), in: scene) }
    }

    /// Records a layer created by the fast path.
    func notePlainCreation(_ slot: Slot, in scene: Scene) {
        let row = scene.rows[Int(slot)]
        let state = PlainState(row)
        push(PlainStep(object: scene.id(of: slot), old: state, new: state, parent: row.parent), in: scene)
    }

    /// Records the newest step.
    public func note(_ step: UndoStep, in scene: Scene) {
        if !redone.isEmpty { redone = [] }
        solitude.note(&scene.changes.lines)
        add(step, in: scene)
    }

    private func add(_ step: UndoStep, in scene: Scene) {
        guard step.size <= Self.mostBytes else {
            // Earlier steps cannot be reverted without it.
            return dropAll()
        }
        guard takesSteps(scene) else { return }
        let at = nextIndex()
        bytes += step.size - (full[at]?.size ?? 0)
        full[at] = step
        while bytes > Self.mostBytes { dropOldest() }
    }

    private func push(_ step: PlainStep, in scene: Scene) {
        if !redone.isEmpty { redone = [] }
        solitude.note(&scene.changes.lines)
        guard takesSteps(scene) else { return }
        let at = nextIndex()
        if let old = full[at] {
            bytes -= old.size
            full[at] = nil
        }
        plain[at] = step
    }

    /// Index for the next step: after the newest, or replacing the oldest.
    private func nextIndex() -> Int {
        if count == full.count, count < limit {
            straighten()
            plain.append(.none)
            full.append(nil)
        }
        if count < full.count {
            count += 1
            return index(count - 1)
        }
        defer { first = index(1) }
        return first
    }

    private func index(_ at: Int) -> Int {
        let index = first + at
        return index < full.count ? index : index - full.count
    }

    /// Applies `limit.undo`. False when no steps are kept.
    private func takesSteps(_ scene: Scene) -> Bool {
        if settings != scene.changes.settings {
            settings = scene.changes.settings
            limit = Int(scene.value(Scene.daemon, SettingsProperty.limitUndo.id).number)
            while count > limit { dropOldest() }
            if full.count > limit {
                straighten()
                plain.removeLast(full.count - limit)
                full.removeLast(full.count - limit)
            }
        }
        if limit > 0 { return true }
        dropAll()
        return false
    }

    private func dropAll() {
        (plain, full) = ([], [])
        (first, count, bytes) = (0, 0, 0)
    }

    /// Rotates the ring so that the oldest step is first.
    private func straighten() {
        if first == 0 { return }
        plain = Array(plain[first...] + plain[..<first])
        full = Array(full[first...] + full[..<first])
        first = 0
    }

    private func dropOldest() {
        guard count > 0 else { return }
        bytes -= full[first]?.size ?? 0
        full[first] = nil
        first = index(1)
        count -= 1
    }

    /// Up to `steps` newest steps, newest first.
    public func newest(_ steps: Int, in scene: Scene) -> [UndoStep] {
        (0..<min(steps, count)).map { back in
            let at = index(count - 1 - back)
            return full[at] ?? whole(plain[at], in: scene)
        }
    }

    private func whole(_ step: PlainStep, in scene: Scene) -> UndoStep {
        let id = step.object
        let names = scene.slot(of: id).map { [(id: id, name: scene.name(of: $0))] } ?? []
        if step.parent >= 0 {
            let made = UndoStep.Snapshot(row: step.new.row(below: step.parent), extras: Extras(), isMoving: false)
            return UndoStep([.created(id, made)], names: names, in: scene)
        }
        var entries: [UndoStep.Entry] = []
        step.old.appendChanges(of: id, to: step.new, &entries)
        return UndoStep(entries, names: names, in: scene)
    }

    /// Records that the newest `count` steps were undone; `steps` redo them, the first one last.
    public func tookBack(_ count: Int, _ steps: [UndoStep], in scene: Scene) {
        solitude.turn(&scene.changes.lines, undo: -count, redo: count)
        for _ in 0..<count {
            let at = index(self.count - 1)
            bytes -= full[at]?.size ?? 0
            full[at] = nil
            self.count -= 1
        }
        redone += steps
    }

    /// Replaces the newest steps, newest first, after they were undone and redone.
    public func replaceNewest(_ steps: [UndoStep]) {
        for (back, step) in steps.enumerated() {
            let index = index(count - 1 - back)
            bytes += step.size - (full[index]?.size ?? 0)
            full[index] = step
        }
    }

    /// Replaces the next redo steps, next first, after they were redone and undone.
    public func replaceNext(_ steps: [UndoStep]) {
        for (at, step) in steps.enumerated() { redone[redone.count - 1 - at] = step }
    }

    /// The steps to be redone, next first.
    public func next(_ count: Int) -> [UndoStep] { redone.suffix(count).reversed() }

    /// Records that steps were redone; `steps` undo them.
    public func didAgain(_ count: Int, _ steps: [UndoStep], in scene: Scene) {
        solitude.turn(&scene.changes.lines, undo: count, redo: -count)
        redone.removeLast(count)
        for step in steps { add(step, in: scene) }
    }
}
