import Glibc

/// Entered lines, newest last, stored in `$XDG_STATE_HOME/scrim/history`.
struct History {
    static let most = 1000
    private(set) var lines: [String] = []
    /// Nil: not stored.
    private let path: String?

    /// - Parameter path: the history file; default: the user's.
    init(path: String? = History.usual) {
        self.path = path
        guard let path, unsafe access(path, R_OK) == 0, var script = try? Script(path: path) else { return }
        while !script.isAtEnd {
            guard (try? script.fill()) != nil else { break }
            while let line = script.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        lines = Array(lines.suffix(Self.most))
    }

    private static var usual: String? {
        Environment.value("XDG_STATE_HOME").map { $0 + "/scrim/history" }
            ?? Environment.value("HOME").map { $0 + "/.local/state/scrim/history" }
    }

    /// Adds a line unless it equals the last one or begins with a space, and saves. Write errors are ignored.
    mutating func add(_ line: String) {
        guard !line.isEmpty, line.first != " ", line.first != "#", line != lines.last else { return }
        lines.append(line)
        if lines.count > Self.most { lines.removeFirst(lines.count - Self.most) }
        guard let path else { return }
        Self.makeDirectories(above: path)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        try? Console.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: descriptor)
        close(descriptor)
    }

    private static func makeDirectories(above path: String) {
        var index = path.startIndex
        while let slash = path[index...].dropFirst().firstIndex(of: "/") {
            _ = unsafe mkdir(String(path[..<slash]), 0o700)
            index = slash
        }
    }
}
