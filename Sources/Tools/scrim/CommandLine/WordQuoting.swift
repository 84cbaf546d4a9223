import Expressions
import Geometry

/// Converts command line arguments to words of the protocol, so that the daemon reads exactly the text that the shell
/// passed.
enum WordQuoting {
    /// The words as one line, without its LF.
    static func line(_ arguments: [String]) -> String {
        let condition = condition(in: arguments)
        var line = ""
        for (index, argument) in arguments.enumerated() {
            if index > 0 { line += " " }
            line += condition.contains(index) ? oneLine(argument) : word(argument, isFirst: index == 0)
        }
        return line
    }

    /// The arguments between `when` and the last one of `on LAYER EVENT … when EXPRESSION "LINES"`: an expression.
    private static func condition(in arguments: [String]) -> Range<Int> {
        guard arguments.first == "on", let when = arguments.dropFirst(3).firstIndex(of: "when"),
            when + 1 < arguments.count
        else { return 0..<0 }
        return when + 1..<arguments.count - 1
    }

    /// `key=value` stays one, its value quoted where it must be, and `key:=EXPRESSION` as it is; everything else becomes a
    /// positional word.
    ///
    /// - Parameter isFirst: it begins the line, where a `#` or `@` would make it a comment or a tag.
    static func word(_ argument: String, isFirst: Bool) -> String {
        if !isFirst, let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) {
            let value = argument[argument.utf8.index(after: equals)...]
            let key = argument[..<equals]
            if isKey(key) {
                return key + "=" + (value.utf8.contains(where: mustBeQuoted) ? quoted(value) : String(value))
            }
            if key.last == ":", isKey(key.dropLast()) { return key + "=" + expression(value) }
        }
        let bare = argument.utf8
        let isPlain = !bare.contains { mustBeQuoted($0) || $0 == UInt8(ascii: "=") }
        let isMarked = isFirst && (bare.first == UInt8(ascii: "#") || bare.first == UInt8(ascii: "@"))
        return isPlain && !isMarked && !bare.isEmpty ? argument : quoted(argument[...])
    }

    /// An expression, in parentheses if it would otherwise end early: then it gives an error instead of further words.
    private static func expression(_ text: Substring) -> String {
        let bare = oneLine(text)
        let end = ByteView.with(bare + " a=") { ExpressionExtent.end(of: $0, from: 0) }
        return bare.isEmpty || end == bare.utf8.count ? bare : "(\(bare))"
    }

    /// An expression without surrounding spaces, with line breaks replaced by spaces, or `\n` in texts.
    private static func oneLine(_ text: some StringProtocol) -> String {
        var line = ""
        var isText = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == "'", !isEscaped { isText.toggle() }
            isEscaped = scalar == "\\" && !isEscaped
            switch scalar {
            case "\n", "\r": line += isText && scalar == "\n" ? "\\n" : " "
            default: line.unicodeScalars.append(scalar)
            }
        }
        let start = line.drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    /// `[A-Za-z][A-Za-z0-9._-]*`.
    private static func isKey(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: isLetter(byte)
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func mustBeQuoted(_ byte: UInt8) -> Bool {
        byte <= UInt8(ascii: " ") || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            || byte == UInt8(ascii: "\\")
    }

    private static func quoted(_ text: Substring) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
