import Expressions

/// A finding of `check` in a file of lines.
struct CheckFinding {
    enum Severity: String { case error, warning, note }

    let severity: Severity
    let code: String
    let file: String
    /// Line of the cause; line from 1, column in bytes from 1; nil: no line.
    var line: Int?
    var column: Int?
    var object: String?
    /// Scene time of the finding.
    var time: Double?
    let message: String
    /// A corrected line.
    var fix: String?

    init(
        _ severity: Severity, _ code: String, in file: String, line: Int?, column: Int? = nil, object: String? = nil,
        time: Double? = nil, _ message: String, fix: String? = nil
    ) {
        (self.severity, self.code, self.file, self.line, self.column) = (severity, code, file, line, column)
        (self.object, self.time, self.message, self.fix) = (object, time, message, fix)
    }

    var json: String {
        var members = [
            "\"severity\":\"\(severity)\"", "\"code\":\(JSONValue.quoted(code))", "\"file\":\(JSONValue.quoted(file))",
        ]
        if let line { members.append("\"line\":\(line)") }
        if let column { members.append("\"column\":\(column)") }
        if let object { members.append("\"object\":\(JSONValue.quoted(object))") }
        if let time { members.append("\"time\":\(Self.number(time))") }
        members.append("\"message\":\(JSONValue.quoted(message))")
        if let fix { members.append("\"fix\":\(JSONValue.quoted(fix))") }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// A line of text, with the fix on a separate line.
    func text(_ isColored: Bool) -> String {
        let style: Style = severity == .error ? .error : severity == .warning ? .warning : .punctuation
        var text = file + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "") + ": "
        text += style.paint("\(severity)", isColored) + " \(code)"
        if let object { text += " \(object)" }
        if let time { text += " at \(Self.number(time)) s" }
        text += ": " + message
        if let fix { text += "\n    " + fix }
        return text
    }

    /// A time with millisecond precision.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }
}
