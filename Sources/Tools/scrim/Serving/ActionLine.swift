import Expressions
import Geometry
import Glibc

/// A line `#! on ID EVENT [key=K] [when="EXPR"] command="…" [result=DATA] [queue=all]` of a scene file: a command that an event runs.
struct ActionLine: Equatable {
    var object: String
    var event: String
    /// The property of which a change counts, for `changed`.
    var key: String?
    var condition: Expression?
    var command = ""
    /// The object of data that gets what the command says, and its status.
    var result: String?
    /// Events that come while it runs wait, and not the last one alone.
    var queuesAll = false
    /// The number of the line, from 1.
    var line: Int

    /// The same action, wherever it stands.
    func isSame(as other: ActionLine) -> Bool {
        var moved = other
        moved.line = line
        return self == moved
    }

    /// The actions of a file. Throws `failed` with `FILE:LINE: …` for a line `#! on` that is none.
    static func all(in text: String, of file: String) throws(Failure) -> [ActionLine] {
        var actions: [ActionLine] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let rest = SourceLine.directive(line) else { continue }
            do throws(SourceLine.SourceError) {
                let words = try SourceLine.words(rest)
                if words.first == "on" { actions.append(try ActionLine(words, number + 1)) }
            } catch {
                throw .failed("\(file):\(number + 1): \(error.message)")
            }
        }
        return actions
    }

    private init(_ words: [String], _ line: Int) throws(SourceLine.SourceError) {
        guard words.count > 2, !words[1].contains("="), !words[2].contains("=") else {
            throw SourceLine.SourceError("on: an object and an event are expected")
        }
        (object, event, self.line) = (words[1], words[2], line)
        for word in words.dropFirst(3) {
            guard let equals = word.firstIndex(of: "=") else {
                throw SourceLine.SourceError(
                    "on: \"\(word)\" found where key=, when=, command=, result= or queue= is expected")
            }
            let value = String(word[word.index(after: equals)...])
            switch word[..<equals] {
            case "command": command = value
            case "key": key = value
            case "result": result = value
            case "queue" where value == "all": queuesAll = true
            case "queue": throw SourceLine.SourceError("queue: \"\(value)\" is not all")
            case "when":
                do throws(ExpressionError) {
                    condition = try ByteView.with(value) { (text) throws(ExpressionError) in try Expression(text) }
                } catch {
                    throw SourceLine.SourceError("when: \(error.message)")
                }
            default:
                throw SourceLine.SourceError(
                    "on: \"\(word[..<equals])\" is unknown: key, when, command, result and queue are")
            }
        }
        guard !command.isEmpty else { throw SourceLine.SourceError("on: command=\"…\" is expected") }
        guard key == nil || event == "changed" else { throw SourceLine.SourceError("key= is for the event changed") }
    }
}

/// The environment of an action's condition: the fields of the event, and properties of the scene's objects.
struct ActionEnvironment: ExpressionEnvironment {
    let fields: [(key: String, value: JSONValue)]
    /// The value of an object's property; nil when there is none.
    let read: (_ object: String, _ key: String) -> JSONValue?
    let work = ComputeBudget()

    mutating func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue {
        let name = reference.name
        guard reference.kind == .name else { throw unknown(name) }
        if let field = fields.first(where: { $0.key == name }) { return ExpressionValue(field.value) }
        guard let dot = name.lastIndex(of: "."),
            let value = read(String(name[..<dot]), String(name[name.index(after: dot)...]))
        else { throw unknown(name) }
        return ExpressionValue(value)
    }

    private func unknown(_ name: String) -> ExpressionError {
        ExpressionError(.unknownObject, "\"\(name)\" is neither a field of the event nor a property ID.key")
    }

    mutating func exists(_ object: ExpressionObject) throws(ExpressionError) -> Bool { throw unknown(object.name) }
    mutating func index(of object: ExpressionObject) throws(ExpressionError) -> Int { throw unknown(object.name) }
    mutating func has(_ object: ExpressionObject, style: String) throws(ExpressionError) -> Bool {
        throw unknown(object.name)
    }
    mutating func count(_ selector: Selector) throws(ExpressionError) -> Int { throw unknown("count") }
    mutating func random() -> Double { Double.random(in: 0..<1) }
    var wallTime: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension ExpressionValue {
    fileprivate init(_ json: JSONValue) {
        switch json {
        case .null: self = .none
        case .boolean(let flag): self = .boolean(flag)
        case .number(let number, _): self = .number(number)
        case .string(let text): self = .text(text)
        case .array(let items): self = .items(items.map { ExpressionValue($0) })
        case .object: self = .text(json.compact)
        }
    }
}
