import Expressions
import Glibc

/// The daemon's counters: a table on a terminal, updated each second; otherwise names and numbers, once.
enum TopCommand {
    static func perform(_ words: [String], _ target: Target, _ format: OutputFormat) throws(Failure) {
        guard words.allSatisfy({ $0.hasPrefix("output=") }), words.count < 2 else {
            throw .usage("top takes output=ID, nothing else")
        }
        var connection = try target.connect()
        let line = WordQuoting.line(["stats"] + words)
        if Console.isTerminal(STDOUT_FILENO) { return try watch(&connection, line, format) }
        try Console.write(flatten(stats(&connection, line), name: "").map { "\($0) \($1)\n" }.joined().utf8)
    }

    private static func stats(_ connection: inout Connection, _ line: String) throws(Failure) -> JSONValue {
        guard let stats = JSONValue(try connection.ask(line)) else {
            throw .failed("the daemon's reply to `stats` is no JSON")
        }
        return stats
    }

    private static func watch(
        _ connection: inout Connection, _ line: String, _ format: OutputFormat
    ) throws(Failure) {
        var table = TopTable(isColored: format.coloring.applies(to: STDOUT_FILENO))
        table.bounds = try TopTable.Bounds(
            server: JSONValue(connection.ask("hello")),
            settings: JSONValue(connection.ask("get daemon cache.bytes limit.clients")),
            output: JSONValue(connection.ask("get main refresh")), path: connection.path)
        let mode = RawMode(STDIN_FILENO)
        defer { _ = mode }
        try Console.write("\u{1B}[?25l\u{1B}[2J".utf8)
        defer { try? Console.write("\u{1B}[?25h\n".utf8) }
        while true {
            let size = Terminal.size()
            let lines = table.lines(try stats(&connection, line), at: Amount.now(), size)
            try Console.write(("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J").utf8)
            if try isLeaving(&connection) { return }
        }
    }

    /// Waits one second; returns true when `q` or Control-C was pressed.
    private static func isLeaving(_ connection: inout Connection) throws(Failure) -> Bool {
        let end = Amount.now() + 1
        while case let rest = end - Amount.now(), rest > 0, !connection.isClosed {
            let keys = [Readiness(STDIN_FILENO, POLLIN)]
            guard let ready = try connection.exchange(alsoFor: keys, milliseconds: Int32(rest * 1000) + 1).first,
                ready != 0
            else { continue }
            var key: UInt8 = 0
            let count = unsafe read(STDIN_FILENO, &key, 1)
            if count <= 0 || [UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4, 27].contains(key) { return true }
        }
        return false
    }

    /// Nested names are joined by dots; array elements use their index.
    private static func flatten(_ value: JSONValue, name: String) -> [(String, String)] {
        let prefix = name.isEmpty ? "" : name + "."
        switch value {
        case .object(let members): return members.flatMap { flatten($0.value, name: prefix + $0.key) }
        case .array(let values):
            return values.enumerated().flatMap { flatten($0.element, name: prefix + "\($0.offset)") }
        default: return [(name, value.raw)]
        }
    }
}
