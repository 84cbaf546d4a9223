/// Where a line stands that made an object: for messages about what fails later.
public struct LineSource: Equatable, Sendable {
    /// The path as `load` or `use` had it.
    public var file: String
    /// Both from 1.
    public var line: Int
    public var column: Int

    public init(file: String, line: Int, column: Int = 1) {
        (self.file, self.line, self.column) = (file, line, column)
    }
}

/// Lines of files by what they made. Nothing that the scene depends on.
public struct LineSources {
    /// The line that is run; nil for one from a connection.
    public var current: LineSource?
    /// Lines that made reactions, timers and bindings.
    var made: [ObjectID: LineSource] = [:]
    /// Lines of components, by their names: that of `define` first.
    public var definitions: [String: [LineSource?]] = [:]

    public subscript(object: ObjectID) -> LineSource? { made.isEmpty ? nil : made[object] }
}

extension Scene {
    /// Takes over where the lines stood that made the objects of another scene, by their names.
    func adoptSources(of other: Scene) {
        for (id, source) in other.lineSources.made {
            guard let slot = other.slot(of: id), let own = find(other.name(of: slot)) else { continue }
            lineSources.made[self.id(of: own)] = source
        }
        lineSources.definitions.merge(other.lineSources.definitions) { $1 }
    }
}
