import Expressions
import Geometry
import Living
import Scene
import SceneTables
import Schema

/// The last state of lists: their records, and the row of each.
///
/// The scene's objects are the state; this class avoids setting equal values, and tracks when a leaving row has left.
final class Lists {
    /// Maximum rounds for updating nested lists.
    static let mostRounds = 32

    /// The shown state of a list.
    struct Shown {
        var source: Value?
        /// The component at that time.
        var kind: Kind
        /// All records of the list, and their keys.
        var all: ExpressionList
        var allKeys: KeyedRows
        /// Records that have rows, in row order.
        var items: ExpressionList
        var keys: KeyedRows
        /// Record indices by row.
        var indices: [ObjectID: Int] = [:]

        /// Number of records in the list.
        var length: Int { all.count }
    }

    /// Position in the journal after which all changes were made by lists.
    var mark = 0
    private var shown: [ObjectID: Shown] = [:]
    /// The shown states before the open change.
    private var before: [ObjectID: Shown]?
    /// Lists whose rows are being created; true: they have to be updated again.
    private var making: [ObjectID: Bool] = [:]
    /// Leaving rows, with the scene times at which they have left.
    private(set) var leaving: [ObjectID: Double] = [:]
    /// Rows that the open change created; rows that have to leave.
    var entered: [ObjectID] = []
    var left: [ObjectID] = []
    /// Latest end of the animations created for entering or leaving rows, in scene time.
    private var end = 0.0
    private var hasAnimations = false
    /// Revision of the scene for which virtual lists were last filled.
    var filled: UInt64 = 0

    // MARK: Records

    subscript(list: ObjectID) -> Shown? {
        get { shown[list] }
        set {
            if before == nil { before = shown }
            shown[list] = newValue
        }
    }

    /// False for a list whose rows are being created: it is updated again afterwards.
    func begin(_ list: ObjectID) -> Bool {
        if making[list] != nil {
            making[list] = true
            return false
        }
        making[list] = false
        return true
    }

    /// True when the list has to be updated again.
    func end(_ list: ObjectID) -> Bool { making.removeValue(forKey: list) ?? false }

    /// Commits the open change.
    func commit() { if before != nil { before = nil } }

    /// Reverts the open change.
    func rollback() {
        if let before { shown = before }
        before = nil
        (entered, left) = ([], [])
    }

    /// Forgets removed lists.
    func forgetGone(in scene: Scene) {
        for id in shown.keys where scene.slot(of: id) == nil { shown[id] = nil }
    }

    // MARK: Rows that leave

    /// Starts recording the animations of entering or leaving rows.
    func beginPassing(at time: Double) { (end, hasAnimations) = (time, false) }

    /// Records an animation of an entering or leaving row.
    func noteAnimation(_ slot: Slot, at time: Double, in scene: Scene) {
        hasAnimations = true
        func number(_ property: TimingProperty) -> Double {
            if case .number(let n) = scene.value(slot, property.id) { n } else { 0 }
        }
        var duration = number(.duration)
        if scene.rows[Int(slot)].kind == .spring, duration <= 0 { duration = 1 }
        end = max(end, time + number(.delay) + duration)
    }

    /// Latest end of the animations since `beginPassing`; nil when there was none.
    var passingEnd: Double? { hasAnimations ? end : nil }

    func leave(_ row: ObjectID, until end: Double) { leaving[row] = end }
    func stay(_ row: ObjectID) { leaving[row] = nil }

    /// Rows that have left at `time`, in slot order.
    func takeGone(by time: Double) -> [ObjectID] {
        if leaving.isEmpty { return [] }
        let gone = leaving.filter { $0.value <= time + 1e-9 }.keys.sorted { $0.index < $1.index }
        for row in gone { leaving[row] = nil }
        return gone
    }
}
