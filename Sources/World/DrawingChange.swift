import Geometry
import LineProtocol
import Scene

/// Index of the operation that `draw` changes, when it appends none, counted from 0.
enum DrawingChange {
    case insert(Int)
    case replace(Int)
    case remove(Int)

    /// Nil for a word that says none. Throws `value` for a number that is none.
    init?(_ word: Word) throws(SceneError) {
        guard !word.isPositional else { return nil }
        let make: (Int) -> DrawingChange
        if word.key == "insert" {
            make = DrawingChange.insert
        } else if word.key == "replace" {
            make = DrawingChange.replace
        } else if word.key == "remove" {
            make = DrawingChange.remove
        } else {
            return nil
        }
        do throws(ValueSyntax) { self = make(try Quantity.integer(word.value)) } catch {
            throw SceneError(.value, "draw: \(word.key.string): \(error.message)")
        }
    }
}
