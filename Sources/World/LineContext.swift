import Expressions
import Geometry
import Scene

/// The lines inside which a line is run.
struct LineContext {
    /// The round of `repeat` whose lines are run.
    var round: RepeatRound?
    /// The parts of the instance whose component's lines are run to make them.
    var making: PartMaking?
    /// True while the lines of a file are run.
    var readsFile = false
    /// True while a line of a dump is run in the name of an instance.
    var isInside = false
    /// The file of `use` that is run.
    var usedPath: String?
    /// `SceneNews.workRevision` when animations and behaviors took up all there was.
    var settledWork: UInt64 = 0
    /// The layer that the line gives the focus to.
    var focus: FocusRequest?
}

/// The parts of an instance while its component's lines are run.
struct PartMaking {
    /// Parts that a former definition made, by name: those of the same kind are taken over.
    var known: [String: ObjectID] = [:]
    /// The instance is being made, and nobody has seen it.
    var isFirst = true
    /// Definitions that are being run, one inside the other.
    var depth = 1
}

/// One round of `repeat`: its fields are names in the expressions of the lines.
struct RepeatRound {
    var item: ExpressionValue
    var index: Int
    var count: Int

    /// The field `name`; nil for one that a round does not have.
    func field(_ name: ByteView) -> ExpressionValue? {
        switch true {
        case name == "item": item
        case name == "index": .number(Double(index))
        case name == "count": .number(Double(count))
        default: nil
        }
    }
}
