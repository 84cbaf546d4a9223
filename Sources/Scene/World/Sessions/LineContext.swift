import Expressions
import Geometry
import Schema

/// Context in which a line is run.
struct LineContext {
    /// The current round of `repeat`.
    var round: RepeatRound?
    /// Parts of the instance that is being created.
    var making: PartMaking?
    /// True while the lines of a file are run.
    var readsFile = false
    /// True while a line of a dump is run on behalf of an instance.
    var isInside = false
    /// The file of `use` that is run.
    var usedPath: String?
    /// `SceneNews.workRevision` when animations and behaviors were last updated.
    var settledWork: UInt64?
    /// True while layouts are done whose moves are animated.
    var movesLayouts = false
    /// The layer that the line focuses.
    var focus: FocusRequest?
}

/// The parts of an instance while its component's lines are run.
struct PartMaking {
    /// Parts of the earlier definition, by name: those with the same kind are reused.
    var known: [String: ObjectID] = [:]
    /// True while the instance is being created and is not yet visible.
    var isFirst = true
    /// Nesting depth of the definitions being run.
    var depth = 1
}

/// One round of `repeat`: its fields are names in the lines' expressions.
struct RepeatRound {
    var item: ExpressionValue
    var index: Int
    var count: Int

    /// The field `name`; nil for unknown names.
    func field(_ name: ByteView) -> ExpressionValue? {
        switch true {
        case name == "item": item
        case name == "index": .number(Double(index))
        case name == "count": .number(Double(count))
        default: nil
        }
    }
}
