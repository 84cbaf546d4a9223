package import Expressions
package import Geometry
package import Schema

/// The values of an event for the placeholders in a reaction's lines. Missing fields are 0 or empty.
package struct ReactionValues: Equatable, Sendable {
    package var x = 0.0, y = 0.0
    package var dx = 0.0, dy = 0.0
    package var vx = 0.0, vy = 0.0
    /// Movement since the last report of the pan.
    package var stepX = 0.0, stepY = 0.0
    package var scale = 1.0
    package var angle = 0.0
    package var count = 1
    /// Number of fingers in a tap or a pan.
    package var touches = 1
    /// True when an ancestor would take the rest of a pan.
    package var canPass = false
    package var state = ""
    package var key = ""
    /// The text produced by a key, and the active modifiers, separated by commas.
    package var text = "", modifiers = ""
    /// The type of data dragged by another program.
    package var type = ""
    /// A tablet tool: its name, its pressure (0 to 1), and its tilt to the right and toward the user, in degrees.
    package var pen = Pen()

    /// See `pen`.
    package struct Pen: Equatable, Sendable {
        package var tool = ""
        package var pressure = 0.0
        package var tiltX = 0.0, tiltY = 0.0

        package init() {}
    }
    /// For a change: the property's current and previous value.
    package var value = ExpressionValue.none, old = ExpressionValue.none

    package init() {}

    /// The text of a placeholder; nil for other names, which stay unchanged.
    package func text(_ name: ByteView) -> String? {
        func number(_ value: Double) -> String {
            var out = ByteWriter()
            out.append(value)
            return out.string
        }
        return switch true {
        case name == "x": number(x)
        case name == "y": number(y)
        case name == "dx": number(dx)
        case name == "dy": number(dy)
        case name == "vx": number(vx)
        case name == "vy": number(vy)
        case name == "scale": number(scale)
        case name == "angle": number(angle)
        case name == "count": String(count)
        case name == "state": state
        case name == "key" || name == "item" || name == "over": key
        case name == "index": String(count)
        case name == "touches": String(touches)
        case name == "value": value.shortestText
        case name == "old": old.shortestText
        default: nil
        }
    }
}

/// The lines of a reaction: separated by LF, or by `;` outside of quotes.
package enum ReactionLines {
    /// Throws `syntax` for lines that change nothing and for transactions that do not end, `limit` for too many bytes. `parts`: for
    /// reactions created by a component's lines. `functions` may be called, and those that the lines define.
    package static func check(
        _ text: String, of owner: String = "a reaction", parts: Bool = false, _ functions: UserFunctions
    ) throws(SceneError) {
        var functions = functions
        guard text.utf8.count <= ReactionProperty.mostBytes else {
            throw SceneError(.limit, "the lines of \(owner) have \(ReactionProperty.mostBytes) bytes at most")
        }
        var splitter = WordSplitter()
        // Between `begin` and `commit`.
        var isOpen = false
        for line in split(text) {
            try line.withView(0..<line.count) { (bytes) throws(SceneError) in
                guard let line = try Line(bytes, &splitter) else { return }
                guard let verb = Verb(line.verb) else { throw Verb.unknown(line.verb) }
                switch verb {
                case .begin:
                    guard !isOpen else { throw SceneError(.syntax, "begin has to wait for commit") }
                    isOpen = true
                case .commit:
                    guard isOpen else { throw SceneError(.syntax, "commit without begin") }
                    isOpen = false
                default:
                    guard verb.moment == .deferred else {
                        throw SceneError(.syntax, "\(verb.name) cannot stand in \(owner): it changes nothing")
                    }
                }
                try verb.schema.check(line, compiles: functions, parts: parts)
                if verb == .function { functions.isOpen = true }
            }
        }
        guard !isOpen else { throw SceneError(.syntax, "begin without commit") }
    }

    /// The lines with their placeholders replaced, to be split again.
    ///
    /// Any value stays inside the word of its placeholder: lines are split into words first, and written again.
    package static func fill(
        _ text: String, _ values: ReactionValues, _ work: ComputeBudget
    ) throws(SceneError) -> [[UInt8]] {
        var splitter = WordSplitter()
        var filled: [[UInt8]] = []
        for line in split(text) {
            try line.withView(0..<line.count) { (bytes) throws(SceneError) in
                guard let line = try Line(bytes, &splitter) else { return }
                let verb = Verb(line.verb)
                var out = ByteWriter()
                out.append(line.verb)
                for at in 0..<line.count {
                    out.append(" ")
                    // In an expression fields are names, so an event's text is never parsed as an expression.
                    out.append(
                        line[at], of: verb, as: line[at].isExpression ? nil : try fill(line[at].value, values, work))
                }
                filled.append(out.array)
            }
        }
        return filled
    }

    private static func fill(
        _ word: ByteView, _ values: ReactionValues, _ work: ComputeBudget
    ) throws(SceneError) -> String {
        var out = ByteWriter()
        var start = 0
        var at = 0
        while at < word.count {
            guard word[at] == UInt8(ascii: "{") else {
                at += 1
                continue
            }
            var end = at + 1
            while end < word.count, ByteReader.isLetter(word[end]) { end += 1 }
            if end < word.count, word[end] == UInt8(ascii: "}"), let text = values.text(word[at + 1..<end]) {
                out.append(word[start..<at])
                do throws(ExpressionError) { try work.make(text.utf8.count) } catch {
                    throw SceneError(.limit, error.message)
                }
                out.append(text: text)
                start = end + 1
                at = start
            } else {
                at += 1
            }
        }
        out.append(word[start..<word.count])
        return out.string
    }

    /// Quotes end at the end of their line.
    package static func split(_ text: String) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        var quote: UInt8 = 0
        var isEscaped = false
        for byte in text.utf8 {
            if byte == 0x0A || (byte == UInt8(ascii: ";") && quote == 0) {
                lines.append(line)
                line.removeAll()
                (quote, isEscaped) = (0, false)
                continue
            }
            line.append(byte)
            if isEscaped {
                isEscaped = false
            } else if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        lines.append(line)
        return lines
    }
}
