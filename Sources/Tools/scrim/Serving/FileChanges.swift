import Expressions
import Glibc

/// The changes of a scene file as lines, so that the running scene keeps its other state.
///
/// A private daemon holds the unchanged file; the changes are the differences of its states.
struct FileChanges: ~Copyable {
    private let daemon: PrivateDaemon
    private var connection: Connection

    /// Starts an offscreen daemon with these options and a stopped clock.
    init(_ options: PrivateDaemon.Options) throws(Failure) {
        var options = options
        (options.isOnScreen, options.clock) = (false, "manual")
        var own = try PrivateDaemon(options)
        connection = try own.connect()
        daemon = own
    }

    /// Reads the scene file `path`. Returns a file with the lines that lead from the previous state to it; nil when
    /// nothing has changed.
    ///
    /// Throws its errors; then the previous state remains.
    mutating func read(_ path: String) throws(Failure) -> String? {
        let lines = try lines(to: path)
        return lines.isEmpty ? nil : try write(lines)
    }

    /// The lines that lead from the previous state to the scene file `path`.
    mutating func lines(to path: String) throws(Failure) -> [String] {
        try change(by: WordQuoting.line(["load", "path=" + path, "replace=true"]))
    }

    /// Like `lines(to:)`, for a text.
    mutating func lines(toText text: String) throws(Failure) -> [String] {
        try lines(to: write(text, to: "file.scrim"))
    }

    /// The names of all objects of the file, which is forgotten.
    mutating func takeObjects() throws(Failure) -> [String] {
        try change(by: "clear").flatMap { line in
            line.hasPrefix("remove ") ? line.split(separator: " ").dropFirst().map(String.init) : []
        }
    }

    /// The names of the layers that have no parent in the file.
    mutating func topLevel() throws(Failure) -> [String] {
        JSONValue(try connection.ask("get root sublayers"))?["sublayers"]?.elements.compactMap(\.string) ?? []
    }

    private mutating func change(by line: String) throws(Failure) -> [String] {
        _ = try connection.ask("checkpoint before")
        _ = try connection.ask(line)
        return JSONValue(try connection.ask("diff before"))?.elements.compactMap(\.string) ?? []
    }

    /// Writes a file with lines. Returns its path.
    func write(_ lines: [String]) throws(Failure) -> String {
        try write(lines.joined(separator: "\n") + "\n", to: "changes.scrim")
    }

    /// Writes a shared temporary file. Returns its path.
    private func write(_ text: String, to name: String) throws(Failure) -> String {
        let path = daemon.file(name)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed("cannot write \(path): \(SystemError.text())") }
        defer { close(file) }
        try Console.write(text.utf8, to: file)
        return path
    }
}
