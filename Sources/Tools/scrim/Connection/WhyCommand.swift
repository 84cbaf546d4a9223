import Expressions

/// `why ID.key`: a value, and below it the chain of its causes, a line each.
enum WhyCommand {
    static func perform(_ words: [String], _ target: Target, _ format: OutputFormat) throws(Failure) {
        var connection = try target.connect()
        let payload = try connection.ask(WordQuoting.line(["why"] + words))
        guard case .auto = format.form, let reply = JSONValue(payload), let value = reply["value"] else {
            return try format.print(payload)
        }
        try Console.printLine("\(words.first ?? "") = \(value.compact)")
        for (depth, cause) in (reply["because"]?.elements ?? []).enumerated() {
            try Console.printLine(String(repeating: "  ", count: min(depth + 1, 16)) + line(of: cause))
        }
    }

    /// `set a opacity = 0.5, scene.scrim:3, at 1.5 s`.
    private static func line(of cause: JSONValue) -> String {
        var text = ["kind", "id", "key"].compactMap { cause[$0]?.string }.joined(separator: " ")
        if let expression = cause["expression"]?.string { text += " := \(expression)" }
        if let value = cause["value"] { text += " = \(value.compact)" }
        if let file = cause["file"]?.string, let line = cause["line"]?.number { text += ", \(file):\(Int(line))" }
        if case .number(_, let time)? = cause["time"] { text += ", at \(time) s" }
        return text
    }
}
