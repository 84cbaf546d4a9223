package import Geometry

/// One word of a line: a positional one, or a value with its key. Valid until its splitter splits again.
@safe package struct Word {
    /// What stands before the first unquoted `=`; empty for a positional word.
    package let key: ByteView
    /// The rest, or the whole positional word, with its quotes and escapes resolved.
    package let value: ByteView
    /// Where the word begins, in bytes from the beginning of the line.
    package let offset: Int

    package var isPositional: Bool { key.isEmpty }
}
