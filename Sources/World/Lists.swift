import Expressions
import Geometry
import Living
import Scene

/// The last state of lists: their records, and the row of each.
///
/// The scene's objects are the state; this only spares setting equal values, and knows when a row that leaves is gone.
final class Lists {
    /// Lists that hold lists settle in so many rounds.
    static let mostRounds = 32

    /// A list as it was shown.
    struct Shown {
        var source: Value?
        /// The component, as it was then.
        var kind: Kind
        /// Records that have rows, in their order.
        var items: [ExpressionValue]
        var keys: KeyedRows
        /// Records of the list.
        var length = 0
        /// Indices of records by their rows.
        var indices: [ObjectID: Int] = [:]
    }

    /// Position in the journal from which on changes follow from lists.
    var mark = 0
    private var shown: [ObjectID: Shown] = [:]
    /// As they were before the open change.
    private var before: [ObjectID: Shown]?
    /// Lists whose rows are being made; true: they have to be looked at again.
    private var making: [ObjectID: Bool] = [:]
    /// Rows that leave, and the scene times at which they are gone.
    private(set) var leaving: [ObjectID: Double] = [:]
    /// Rows that came with the open change; those that are to leave.
    var entered: [ObjectID] = []
    var left: [ObjectID] = []
    /// The end of the animations that were made for rows that pass.
    private var end = 0.0
    private var hasAnimations = false
    /// The state of the scene for which virtual lists were filled last.
    var filled: UInt64 = 0

    // MARK: Records

    subscript(list: ObjectID) -> Shown? {
        get { shown[list] }
        set {
            if before == nil { before = shown }
            shown[list] = newValue
        }
    }

    /// False for a list whose rows are being made: it is looked at again when they are.
    func begin(_ list: ObjectID) -> Bool {
        if making[list] != nil {
            making[list] = true
            return false
        }
        making[list] = false
        return true
    }

    /// True when the list has to be looked at again.
    func end(_ list: ObjectID) -> Bool { making.removeValue(forKey: list) ?? false }

    /// The open change is kept.
    func commit() { if before != nil { before = nil } }

    /// The open change is taken back.
    func rollback() {
        if let before { shown = before }
        before = nil
        (entered, left) = ([], [])
    }

    /// Forgets lists that are gone.
    func forgetGone(in scene: Scene) {
        for id in shown.keys where scene.slot(of: id) == nil { shown[id] = nil }
    }

    // MARK: Rows that leave

    /// Begins to look for the animations of rows that pass.
    func beginPassing(at time: Double) { (end, hasAnimations) = (time, false) }

    /// Notes an animation of a row that passes.
    func noteAnimation(_ slot: Slot, at time: Double, in scene: Scene) {
        hasAnimations = true
        func number(_ property: TimingProperty) -> Double {
            if case .number(let n) = scene.value(slot, property.id) { n } else { 0 }
        }
        var duration = number(.duration)
        if scene.rows[Int(slot)].kind == .spring, duration <= 0 { duration = 1 }
        end = max(end, time + number(.delay) + duration)
    }

    /// When the animations since `beginPassing` end; nil when there was none.
    var passingEnd: Double? { hasAnimations ? end : nil }

    func leave(_ row: ObjectID, until end: Double) { leaving[row] = end }
    func stay(_ row: ObjectID) { leaving[row] = nil }

    /// Rows that are gone at `time`, by the order of their slots.
    func takeGone(by time: Double) -> [ObjectID] {
        if leaving.isEmpty { return [] }
        let gone = leaving.filter { $0.value <= time + 1e-9 }.keys.sorted { $0.index < $1.index }
        for row in gone { leaving[row] = nil }
        return gone
    }
}
