import Geometry
import LineProtocol
import Schema

/// How `draw` changes the operations, other than appending: with the index of the operation, from 0.
enum DrawingChange {
    case insert(Int)
    case replace(Int)
    case remove(Int)

    /// Nil for another word. Throws `value` for an invalid number.
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
