/// A file for `scrim test`: its blocks, line by line.
struct TestFile {
    enum Step {
        /// A line of the protocol, and the pattern of its reply with the number of its own line; nil: it has to succeed.
        case line(String, expected: (line: Int, pattern: ReplyPattern)?)
        case tick(String)
        case pixel(x: Double, y: Double, color: [Double], tolerance: Double)
        case picture(String, tolerance: Double)
        /// A line of no form, and why.
        case mistake(String)
    }

    struct Block {
        let name: String
        /// The number of its line `test`, from 1.
        let line: Int
        var steps: [(line: Int, step: Step)] = []
    }

    /// The path as the user named it.
    let path: String
    /// The output's size, `WxH`; nil: as usual.
    private(set) var size: String?
    /// A file of lines that each block begins with, and the number of the line that names it.
    private(set) var scene: (path: String, line: Int)?
    private(set) var blocks: [Block] = []
    /// Lines in front of the first block that say nothing.
    private(set) var mistakes: [(line: Int, message: String)] = []

    init(path: String) throws(Failure) {
        self.path = path
        var script = try Script(path: path)
        while !script.isAtEnd {
            try script.fill()
            while let bytes = script.nextOfAny() { take(String(decoding: bytes, as: UTF8.self), script.line) }
        }
        if blocks.isEmpty, mistakes.isEmpty {
            mistakes.append((max(script.line, 1), "there is no test \"NAME\" in it"))
        }
    }

    private mutating func take(_ text: String, _ line: Int) {
        let text = Self.trimmed(text)
        if text.isEmpty || text.first == "#" { return }
        let (word, rest) = Self.split(text)
        switch word {
        case "test":
            guard let name = Self.unquoted(rest) else { return refuse("test \"NAME\" is expected", line) }
            blocks.append(Block(name: name, line: line))
        case "size" where blocks.isEmpty:
            let sides = rest.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return refuse("size WxH is expected", line) }
            size = rest
        case "scene" where blocks.isEmpty:
            guard let path = Self.unquoted(rest) else { return refuse("scene FILE is expected", line) }
            scene = (path, line)
        case "size", "scene": refuse("\(word) stands in front of the first test", line)
        case ">":
            guard !rest.isEmpty else { return refuse("a line is expected behind >", line) }
            add(.line(rest, expected: nil), line)
        case "<": expect(rest, line)
        case "tick": add(.tick(text), line)
        case "pixel":
            guard let step = Self.pixel(rest) else { return refuse("pixel x,y = #rrggbbaa ± N is expected", line) }
            add(step, line)
        case "picture":
            let (name, tolerance) = Self.tolerance(rest)
            guard let tolerance, let name = Self.unquoted(name), name.hasSuffix(".png") else {
                return refuse("picture NAME.png ± N is expected", line)
            }
            add(.picture(name, tolerance: tolerance), line)
        default: refuse("it begins with none of test size scene > < tick pixel picture", line)
        }
    }

    private mutating func add(_ step: Step, _ line: Int) {
        guard !blocks.isEmpty else { return refuse("it stands in front of the first test", line) }
        blocks[blocks.count - 1].steps.append((line, step))
    }

    private mutating func refuse(_ message: String, _ line: Int) {
        if blocks.isEmpty { mistakes.append((line, message)) } else { add(.mistake(message), line) }
    }

    /// The pattern of the reply to the line before.
    private mutating func expect(_ text: String, _ line: Int) {
        guard let at = blocks.indices.last, case .line(let sent, nil)? = blocks[at].steps.last?.step else {
            return refuse("a reply is expected behind a line > only", line)
        }
        guard let pattern = ReplyPattern(text) else {
            return refuse("ok, ok JSON, error or error CODE is expected behind <", line)
        }
        blocks[at].steps[blocks[at].steps.count - 1].step = .line(sent, expected: (line, pattern))
    }

    // MARK: Words

    static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest.removeLast() }
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        return String(rest)
    }

    /// The first word, and what stands behind it.
    static func split(_ text: String) -> (word: String, rest: String) {
        guard let end = text.firstIndex(where: { $0 == " " || $0 == "\t" }) else { return (text, "") }
        return (String(text[..<end]), trimmed(text[end...]))
    }

    /// A name with or without quotes; nil for none.
    private static func unquoted(_ text: String) -> String? {
        guard text.first == "\"" else { return text.isEmpty ? nil : text }
        guard text.count > 2, text.last == "\"" else { return nil }
        return String(text.dropFirst().dropLast())
    }

    /// The text in front of `± N`, and N: 0 without it, nil for no number.
    private static func tolerance(_ text: String) -> (String, Double?) {
        guard let at = text.firstIndex(of: "±") else { return (text, 0) }
        let number = Double(trimmed(text[text.index(after: at)...])).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        return (trimmed(text[..<at]), number)
    }

    private static func pixel(_ text: String) -> Step? {
        let (rest, tolerance) = tolerance(text)
        let sides = rest.split(separator: "=", omittingEmptySubsequences: false).map { trimmed($0) }
        guard let tolerance, sides.count == 2, sides[1].first == "#" else { return nil }
        let point = sides[0].split(separator: ",", omittingEmptySubsequences: false).map { Double(trimmed($0)) }
        guard point.count == 2, let x = point[0], let y = point[1], x.isFinite, y.isFinite else { return nil }
        var digits = String(sides[1].dropFirst())
        if digits.count == 6 { digits += "ff" }
        guard digits.utf8.count == 8, let value = UInt32(digits, radix: 16) else { return nil }
        let color = [24, 16, 8, 0].map { Double(value >> UInt32($0) & 255) }
        return .pixel(x: x, y: y, color: color, tolerance: tolerance)
    }
}
