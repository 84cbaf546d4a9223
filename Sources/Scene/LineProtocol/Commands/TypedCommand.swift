import Geometry
package import Schema

/// The words of one verb as values, read from or written to a line.
///
/// Texts are views of the line, valid as long as its words.
package protocol TypedCommand: SendableMetatype {
    /// A command before its words are read.
    init()
    /// Reads or writes the words, field by field, in the order of a line.
    mutating func visit(_ wire: inout some CommandWire) throws(SceneError)
}

extension TypedCommand {
    /// Reads a line that matches its verb's row in the table. Throws the errors of its words.
    package init(_ command: Command) throws(SceneError) {
        self.init()
        var reader = CommandReader(command)
        try visit(&reader)
        try reader.finish()
    }

    /// The line, without a tag.
    package func line(of verb: Verb) -> [UInt8] {
        var (copy, writer) = (self, CommandWriter(verb))
        // Writing never fails.
        try? copy.visit(&writer)
        return writer.bytes
    }
}
