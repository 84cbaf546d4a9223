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

/// The steps of one connection, newest last.
///
/// A line of plain numbers is kept in place, without allocating once the ring has its size.
public final class UndoHistory {
    private struct Step {
        var object: ObjectID
        var old: PlainState
        var new: PlainState
        /// Nil for a plain one.
        var full: UndoStep?
        /// Where a plain line has made the layer; -1 for other lines.
        var parent: Slot = -1
    }

    /// Bytes of all steps.
    static let mostBytes = 8 << 20

    private var ring: [Step] = []
    private var first = 0
    private var bytes = 0
    private var redone: [UndoStep] = []
    private var settings: UInt64 = .max
    private var limit = 100

    public init() {}

    /// Steps that can be taken back, and done again.
    public var count: Int { ring.count }
    public var redoCount: Int { redone.count }

    public func clear() {
        ring = []
        redone = []
        (first, bytes) = (0, 0)
    }

    /// Notes a line that the short way has carried out.
    func notePlain(_ slot: Slot, _ old: PlainState, in scene: Scene) {
        let new = PlainState(scene.rows[Int(slot)])
        if old == new { return }
        add(Step(object: scene.id(of: slot), old: old, new: new, full: nil), in: scene)
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
        add(Step(object: scene.id(of: slot), old: state, new: state, full: nil, parent: row.parent), in: scene)
    }

    /// Notes a step, the newest.
    public func note(_ step: UndoStep, in scene: Scene) {
        if !redone.isEmpty { redone = [] }
        add(step, in: scene)
    }

    private func add(_ step: UndoStep, in scene: Scene) {
        guard step.size <= Self.mostBytes else {
            // What came before cannot be taken back without it.
            ring = []
            (first, bytes) = (0, 0)
            return
        }
        bytes += step.size
        let plain = PlainState(LayerRow())
        push(Step(object: scene.id(of: Scene.root), old: plain, new: plain, full: step), in: scene)
        while bytes > Self.mostBytes { dropOldest() }
    }

    private func add(_ step: Step, in scene: Scene) {
        if !redone.isEmpty { redone = [] }
        push(step, in: scene)
    }

    private func push(_ step: Step, in scene: Scene) {
        if settings != scene.changes.settings {
            settings = scene.changes.settings
            limit = Int(scene.value(Scene.daemon, SettingsProperty.limitUndo.id).number)
            while ring.count > limit { dropOldest() }
        }
        guard limit > 0 else { return dropAll() }
        if ring.count < limit {
            if first != 0 { straighten() }
            ring.append(step)
        } else {
            bytes -= ring[first].full?.size ?? 0
            ring[first] = step
            first = (first + 1) % ring.count
        }
    }

    private func dropAll() {
        ring = []
        (first, bytes) = (0, 0)
    }

    private func straighten() {
        ring = Array(ring[first...] + ring[..<first])
        first = 0
    }

    private func dropOldest() {
        if first != 0 { straighten() }
        guard !ring.isEmpty else { return }
        bytes -= ring.removeFirst().full?.size ?? 0
    }

    /// The newest `count` steps, newest first.
    public func newest(_ count: Int, in scene: Scene) -> [UndoStep] {
        if first != 0 { straighten() }
        return ring.suffix(count).reversed().map { $0.full ?? plainStep($0, in: scene) }
    }

    /// A plain line as a step.
    private func plainStep(_ step: Step, in scene: Scene) -> UndoStep {
        var entries: [UndoStep.Entry] = []
        step.old.appendChanges(of: step.object, to: step.new, &entries)
        let name = scene.slot(of: step.object).map { [(step.object, scene.name(of: $0))] }
        if step.parent >= 0 {
            let made = UndoStep.Snapshot(row: step.new.row(below: step.parent), extras: Extras(), isMoving: false)
            return UndoStep([.created(step.object, made)], names: name ?? [], in: scene)
        }
        return UndoStep(entries, names: name ?? [], in: scene)
    }

    /// The newest `count` steps were taken back; `steps` do them again, the first to be done last.
    public func tookBack(_ count: Int, _ steps: [UndoStep]) {
        if first != 0 { straighten() }
        for step in ring.suffix(count) { bytes -= step.full?.size ?? 0 }
        ring.removeLast(count)
        redone += steps
    }

    /// The newest steps were taken back and done again, the newest first.
    public func replaceNewest(_ steps: [UndoStep]) {
        if first != 0 { straighten() }
        for (at, step) in steps.enumerated() {
            let index = ring.count - 1 - at
            bytes += step.size - (ring[index].full?.size ?? 0)
            ring[index].full = step
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
        redone.removeLast(count)
        for step in steps { add(step, in: scene) }
    }
}
