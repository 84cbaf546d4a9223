package import Geometry
package import Schema

/// Reads or writes the words of a command.
package protocol CommandWire {
    /// The positional word at this position. `what` describes it in an error.
    mutating func word(_ value: inout ByteView, _ what: StaticString) throws(SceneError)
    /// The next positional word, possibly after keys; nil when there is none.
    mutating func word<V: WireValue>(_ value: inout V?) throws(SceneError)
    /// The words `name=value`; the last one counts.
    mutating func key<V: WireValue>(_ name: StaticString, _ value: inout V?) throws(SceneError)
    /// `name EXPRESSION`.
    mutating func expression(_ name: StaticString, _ value: inout ByteView?) throws(SceneError)
    /// All further words unchanged, for another schema or the scene to interpret.
    mutating func rest(_ words: inout WordList) throws(SceneError)
}

extension CommandWire {
    /// The next positional word, possibly after keys.
    mutating func word<V: WireValue>(_ value: inout V) throws(SceneError) {
        var found: V? = value
        try word(&found)
        value = found ?? value
    }

    /// A word with a default value.
    mutating func key<V: WireValue>(_ name: StaticString, _ value: inout V) throws(SceneError) {
        var found: V? = value
        try key(name, &found)
        value = found ?? value
    }
}

/// Reads a command's words. Reports the first wrong word.
package struct CommandReader: CommandWire {
    private let command: Command
    /// Number of positional words read.
    private var position = 0
    private var fault: (at: Int, error: SceneError)?

    init(_ command: Command) { self.command = command }

    /// Throws the error of the first wrong word.
    func finish() throws(SceneError) { if let fault { throw fault.error } }

    /// Reads the word at `at` into `value`, or records its error.
    private mutating func read<V: WireValue>(_ at: Int, into value: inout V?) {
        do throws(SceneError) { value = try V.read(command.line[at], of: command) } catch { note(error, at) }
    }

    private mutating func note(_ error: SceneError, _ at: Int) {
        if fault.map({ at < $0.at }) ?? true { fault = (at, error) }
    }

    package mutating func word(_ value: inout ByteView, _ what: StaticString) {
        let at = position
        position += 1
        do throws(SceneError) { value = try command.line.positional(at, what) } catch { note(error, at) }
    }

    package mutating func word<V: WireValue>(_ value: inout V?) {
        var left = position
        position += 1
        for at in 0..<command.line.count where command.line[at].isPositional {
            if left == 0 { return read(at, into: &value) }
            left -= 1
        }
    }

    package mutating func key<V: WireValue>(_ name: StaticString, _ value: inout V?) {
        for at in 0..<command.line.count where command.line[at].key == name && !command.line[at].isExpression {
            read(at, into: &value)
        }
    }

    package mutating func expression(_ name: StaticString, _ value: inout ByteView?) {
        for at in 0..<command.line.count where command.line[at].isExpression && command.line[at].key == name {
            value = command.line[at].value
        }
    }

    package mutating func rest(_ words: inout WordList) { words = command.line.words(from: position) }
}

/// Writes a command's words as a line.
package struct CommandWriter: CommandWire {
    private let verb: Verb
    package private(set) var bytes: [UInt8]

    init(_ verb: Verb) {
        self.verb = verb
        bytes = Array(verb.name.utf8)
    }

    package mutating func word(_ value: inout ByteView, _ what: StaticString) {
        append { WordQuoting.append(value, isPositional: true, to: &$0) }
    }

    package mutating func word<V: WireValue>(_ value: inout V?) {
        guard let value else { return }
        append { WordQuoting.append(positional: value.text, to: &$0) }
    }

    package mutating func key<V: WireValue>(_ name: StaticString, _ value: inout V?) {
        guard let value else { return }
        append { out in
            out.append(name)
            out.append("=")
            WordQuoting.append(value.text, to: &out)
        }
    }

    package mutating func expression(_ name: StaticString, _ value: inout ByteView?) {
        guard let value else { return }
        append { out in
            out.append(name)
            out.append(" ")
            out.append(value)
        }
    }

    package mutating func rest(_ words: inout WordList) {
        let verb = verb
        for word in words { append { $0.append(word, of: verb) } }
    }

    private mutating func append(_ write: (inout ByteWriter) -> Void) {
        var out = ByteWriter()
        out.append(" ")
        write(&out)
        bytes += out.array
    }
}
