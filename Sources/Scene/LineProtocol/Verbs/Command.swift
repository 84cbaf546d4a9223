import Geometry
package import Schema

/// A parsed line: its verb and words, which match the verb's schema once `check` has succeeded.
///
/// A view of the splitter's buffers; valid until the splitter splits again.
package struct Command {
    package let verb: Verb
    package let line: Line

    /// Throws `unknown-verb` with the nearest verb.
    package init(_ line: Line) throws(SceneError) {
        guard let verb = Verb(line.verb) else { throw Verb.unknown(line.verb) }
        self.verb = verb
        self.line = line
    }

    /// Throws `syntax` for words that are not in the verb's schema. `parts`: for a line of a component.
    package func check(parts: Bool = false) throws(SceneError) { try verb.schema.check(line, parts: parts) }
}
