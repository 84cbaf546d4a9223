import Glibc

/// What the daemon counts, with the change per second, every second on a terminal, else once.
enum TopCommand {
    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        guard words.isEmpty else { throw .usage("top takes no words") }
        var connection = try target.connect()
        var last: [String: Double] = [:]
        let repeats = Console.isTerminal(STDOUT_FILENO)
        while true {
            guard let stats = JSONValue(try connection.ask("stats")) else {
                throw .failed("the daemon's reply to `stats` is no JSON")
            }
            let rows = flatten(stats, name: "")
            let width = rows.map(\.name.count).max() ?? 0
            var text = repeats ? "\u{1B}[H\u{1B}[2J" : ""
            for row in rows {
                text += row.name + String(repeating: " ", count: width - row.name.count + 2) + row.text
                if let number = row.number, let before = last[row.name], number != before {
                    text += "  \(number > before ? "+" : "")\(shortest(number - before))/s"
                }
                text += "\n"
            }
            try Console.write(text.utf8)
            guard repeats else { return }
            last = [:]
            for row in rows { last[row.name] = row.number }
            _ = try connection.exchange(milliseconds: 1000)
        }
    }

    private struct Row {
        var name: String
        var text: String
        var number: Double?
    }

    /// Nested names are joined by dots; what an array holds goes by its index.
    private static func flatten(_ value: JSONValue, name: String) -> [Row] {
        let prefix = name.isEmpty ? "" : name + "."
        switch value {
        case .object(let members): return members.flatMap { flatten($0.value, name: prefix + $0.key) }
        case .array(let values):
            return values.enumerated().flatMap { flatten($0.element, name: prefix + "\($0.offset)") }
        case .number(let number): return [Row(name: name, text: shortest(number), number: number)]
        case .string(let string): return [Row(name: name, text: string)]
        case .boolean(let flag): return [Row(name: name, text: "\(flag)")]
        case .null: return [Row(name: name, text: "-")]
        }
    }

    /// Whole numbers without a fraction, others with six digits of it: microseconds, where they are times.
    private static func shortest(_ number: Double) -> String {
        if let whole = Int64(exactly: number) { return "\(whole)" }
        let rounded = (number * 1e6).rounded() / 1e6
        return "\(rounded)"
    }
}
