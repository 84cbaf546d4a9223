public import Schema

/// Position of the line that created an object, for messages about later failures.
public struct LineSource: Equatable, Sendable {
    /// The path as given to `load` or `use`.
    public var file: String
    /// Both from 1.
    public var line: Int
    public var column: Int

    public init(file: String, line: Int, column: Int = 1) {
        (self.file, self.line, self.column) = (file, line, column)
    }
}

/// Source lines by what they created. Does not affect the scene.
public struct LineSources {
    /// The line that is run; nil for one from a connection.
    public var current: LineSource?
    /// Lines that created reactions, timers and bindings.
    public var made: [ObjectID: LineSource] = [:]
    /// Lines of components by name, starting with that of `define`.
    public var definitions: [String: [LineSource?]] = [:]

    public init() {}

    public subscript(object: ObjectID) -> LineSource? { made.isEmpty ? nil : made[object] }
}
