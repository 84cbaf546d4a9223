import Geometry

/// The values of a layer that the short way of `set` changes.
struct PlainState: Equatable {
    var position: Point
    var bounds: Rect
    var anchorPoint: Point
    var opacity: Double
    var cornerRadius: Double
    var backgroundColor: Color
    var hasBackground: Bool
    var isHidden: Bool
    /// Those that count as set.
    var marks: RowMarks

    init(_ row: LayerRow) {
        (position, bounds, anchorPoint) = (row.position, row.bounds, row.anchorPoint)
        (opacity, cornerRadius, backgroundColor) = (row.opacity, row.cornerRadius, row.backgroundColor)
        hasBackground = row.flags.contains(.hasBackground)
        isHidden = row.flags.contains(.isHidden)
        marks = row.marks.intersection(.given)
    }

    /// The row of a layer that has these values, and else the defaults.
    fileprivate func row(below parent: Slot) -> LayerRow {
        var row = LayerRow()
        row.kind = .layer
        row.parent = parent
        row.flags = LayerFlags.initial.union(.isLayer)
        (row.position, row.bounds, row.anchorPoint) = (position, bounds, anchorPoint)
        (row.opacity, row.cornerRadius, row.backgroundColor) = (opacity, cornerRadius, backgroundColor)
        row.flags.set(.hasBackground, hasBackground)
        row.flags.set(.isHidden, isHidden)
        row.marks = marks
        return row
    }

    /// Calls `body` with the properties that differ from those of `other`: the value here, and the other's.
    private func forEachChange(to other: PlainState, _ body: (LayerProperty, Value, Value) -> Void) {
        if position != other.position { body(.position, .point(position), .point(other.position)) }
        if bounds != other.bounds { body(.bounds, .rect(bounds), .rect(other.bounds)) }
        if anchorPoint != other.anchorPoint { body(.anchorPoint, .point(anchorPoint), .point(other.anchorPoint)) }
        if opacity != other.opacity { body(.opacity, .number(opacity), .number(other.opacity)) }
        if cornerRadius != other.cornerRadius {
            body(.cornerRadius, .number(cornerRadius), .number(other.cornerRadius))
        }
        if background != other.background { body(.backgroundColor, background, other.background) }
        if isHidden != other.isHidden { body(.isHidden, .boolean(isHidden), .boolean(other.isHidden)) }
    }

    /// Adds to the entries of a step those by which the layer came to have the values of `new`.
    fileprivate func appendChanges(of layer: ObjectID, to new: PlainState, _ entries: inout [UndoStep.Entry]) {
        forEachChange(to: new) { entries.append(.value(layer, $0.id, old: $1, new: $2, isGone: false)) }
        if marks != new.marks { entries.append(.marks(layer, old: marks, new: new.marks)) }
    }

    private var background: Value { hasBackground ? .color(backgroundColor) : .none }
}

/// How many of a connection's newest steps no other connection's line came behind.
private struct Solitude {
    private(set) var undo = 0
    private(set) var redo = 0
    /// Lines of this connection, and of all others when it was looked at last.
    private var own: UInt64 = 0
    private var others: UInt64 = 0

    mutating func look(_ lines: UInt64) {
        if lines &- own != others { (undo, redo, others) = (0, 0, lines &- own) }
    }

    /// A line of this connection has changed something.
    mutating func note(_ lines: inout UInt64) {
        look(lines)
        (undo, redo) = (undo + 1, 0)
        own &+= 1
        lines &+= 1
    }

    /// It took lines back, or did them again.
    mutating func turn(_ lines: inout UInt64, undo: Int, redo: Int) {
        look(lines)
        (self.undo, self.redo) = (max(0, self.undo + undo), max(0, self.redo + redo))
        own &+= 1
        lines &+= 1
    }
}

/// The steps of one connection, newest last.
///
/// A line of plain numbers is kept in place, without allocating once the ring has its size.
public final class UndoHistory {
    /// The effect of a plain line: bytes alone, which are written in place.
    private struct PlainStep {
        var object: ObjectID
        var old: PlainState
        var new: PlainState
        /// Where the line has made the layer; -1 when it has changed one.
        var parent: Slot = -1

        /// Stands where a full step is.
        static let none = PlainStep(
            object: ObjectID(index: 0, generation: 0), old: PlainState(LayerRow()), new: PlainState(LayerRow()))
    }

    /// Bytes of all steps.
    static let mostBytes = 8 << 20

    /// Of plain lines; of others, any former one.
    private var plain: [PlainStep] = []
    /// Nil for plain lines. As long as `plain`; the oldest of `count` steps is at `first`, the next behind it, around the end.
    private var full: [UndoStep?] = []
    private var first = 0
    private var bytes = 0
    private var redone: [UndoStep] = []
    private var settings: UInt64 = .max
    private var limit = 100
    private var solitude = Solitude()

    public init() {}

    /// Steps that can be taken back, and done again.
    public private(set) var count = 0
    public var redoCount: Int { redone.count }

    /// True when no other connection has changed anything since the newest `steps` lines: whatever is not as they left it has
    /// come about by itself.
    public func wasAlone(for steps: Int, in scene: Scene) -> Bool {
        solitude.look(scene.changes.lines)
        return solitude.undo >= steps
    }

    /// The same since the next `steps` were taken back.
    public func wasAlone(forNext steps: Int, in scene: Scene) -> Bool {
        solitude.look(scene.changes.lines)
        return solitude.redo >= steps
    }

    public func clear() {
        dropAll()
        redone = []
    }

    /// Notes a line that the short way has carried out.
    func notePlain(_ slot: Slot, _ old: PlainState, in scene: Scene) {
        let new = PlainState(scene.rows[Int(slot)])
        if old == new { return }
        push(PlainStep(object: scene.id(of: slot), old: old, new: new), in: scene)
    }

    /// The same for a line that has changed many layers; `old` has their values before, in the order of `slots`.
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

    /// Notes a layer that the short way of `create` has made.
    func notePlainCreation(_ slot: Slot, in scene: Scene) {
        let row = scene.rows[Int(slot)]
        let state = PlainState(row)
        push(PlainStep(object: scene.id(of: slot), old: state, new: state, parent: row.parent), in: scene)
    }

    /// Notes a step, the newest.
    public func note(_ step: UndoStep, in scene: Scene) {
        if !redone.isEmpty { redone = [] }
        solitude.note(&scene.changes.lines)
        add(step, in: scene)
    }

    private func add(_ step: UndoStep, in scene: Scene) {
        guard step.size <= Self.mostBytes else {
            // What came before cannot be taken back without it.
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

    /// The next step is put behind the newest, or instead of the oldest.
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

    /// Follows `limit.undo`. False when no steps are kept; then there are none.
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

    /// Has the steps stand in order from the beginning.
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

    /// The newest steps, as many as there are up to `steps`, newest first.
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

    /// The newest `count` steps were taken back; `steps` do them again, the first to be done last.
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

    /// The newest steps were taken back and done again, the newest first.
    public func replaceNewest(_ steps: [UndoStep]) {
        for (back, step) in steps.enumerated() {
            let index = index(count - 1 - back)
            bytes += step.size - (full[index]?.size ?? 0)
            full[index] = step
        }
    }

    /// The next steps were done again and taken back, the next first.
    public func replaceNext(_ steps: [UndoStep]) {
        for (at, step) in steps.enumerated() { redone[redone.count - 1 - at] = step }
    }

    /// The steps to be done again, the next first.
    public func next(_ count: Int) -> [UndoStep] { redone.suffix(count).reversed() }

    /// Steps were done again; `steps` take them back.
    public func didAgain(_ count: Int, _ steps: [UndoStep], in scene: Scene) {
        solitude.turn(&scene.changes.lines, undo: count, redo: -count)
        redone.removeLast(count)
        for step in steps { add(step, in: scene) }
    }
}
