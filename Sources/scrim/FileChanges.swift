import Glibc

/// The changes of a scene file, as a file of lines: a scene that has lived on since keeps the rest of its state.
///
/// A daemon of our own holds the file as it stands, without that life; the difference of its two states is the change.
struct FileChanges: ~Copyable {
    private let daemon: PrivateDaemon
    private var connection: Connection

    /// A daemon with these options, offscreen, whose clock stands still.
    init(_ options: PrivateDaemon.Options) throws(Failure) {
        var options = options
        (options.isOnScreen, options.clock) = (false, "manual")
        var own = try PrivateDaemon(options)
        connection = try own.connect()
        daemon = own
    }

    /// Reads the scene file `path`. The file of the lines that lead there from the one that was read before; nil when there are none.
    ///
    /// Throws its errors; then the one before counts on.
    mutating func read(_ path: String) throws(Failure) -> String? {
        _ = try connection.ask("checkpoint before")
        _ = try connection.ask(WordQuoting.line(["load", "path=" + path, "replace=true"]))
        let lines = JSONValue(try connection.ask("diff before"))?.elements.compactMap(\.string) ?? []
        return lines.isEmpty ? nil : try write(lines.joined(separator: "\n") + "\n", to: "changes.scrim")
    }

    /// The same for a text.
    mutating func read(text: String) throws(Failure) -> String? { try read(write(text, to: "file.scrim")) }

    /// Writes a file for the two of us; its path.
    private func write(_ text: String, to name: String) throws(Failure) -> String {
        let path = daemon.file(name)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed("cannot write \(path): \(SystemError.text())") }
        defer { close(file) }
        try Console.write(text.utf8, to: file)
        return path
    }
}
