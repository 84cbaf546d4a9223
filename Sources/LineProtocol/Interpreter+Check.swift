import Geometry
import Scene

/// What can be said about a line before it is carried out.
extension Interpreter {
    /// Throws the `syntax` errors of a line that waits for `commit`; everything else that may be wrong with it shows there.
    static func checkSyntax(_ verb: Verb, _ line: Line) throws(SceneError) {
        switch verb {
        case .create, .put:
            let name = try line.positional(0, "an id")
            _ = try line.positional(1, "a kind")
            guard NameTable.isValid(name) else { throw NameTable.refusal(of: name) }
            try checkProperties(line, from: 2)
        case .set:
            _ = try line.positional(0, "an id")
            guard line.count > 1 else { throw SceneError(.syntax, "set: property=value is expected") }
            try checkProperties(line, from: 1)
        case .remove:
            try line.expect(1...Int.max, verb)
            for at in 0..<line.count { _ = try line.positional(at, "an id") }
        case .animate:
            _ = try line.positional(0, "a layer")
            try checkProperties(line, from: 1)
        case .draw:
            _ = try line.positional(0, "an id")
            _ = try line.positional(1, "an operation")
        case .clear: try line.expect(0...0, verb)
        case .load: _ = try loadWords(line)
        case .on: _ = try ReactionWords(line)
        case .off:
            try line.expect(1...2, verb)
            for at in 0..<line.count { _ = try line.positional(at, "a layer, then an event or a name") }
        default: return
        }
    }

    private static func checkProperties(_ line: Line, from first: Int) throws(SceneError) {
        for at in first..<max(first, line.count) {
            if line[at].isPositional {
                throw SceneError(
                    .syntax, "\(ValueSyntax.quote(line[at].value)) found where property=value is expected")
            }
            if line[at].isExpression { _ = try ComputedWord.compile(line[at]) }
        }
    }

    /// The path of a `load`, and its word `replace`, if any.
    static func loadWords(_ line: Line) throws(SceneError) -> (path: String, replace: Word?) {
        var path = ""
        var replace: Word?
        for at in 0..<line.count {
            let word = line[at]
            if word.key == "path" {
                path = word.value.string
            } else if word.key == "replace" {
                replace = word
            } else {
                throw UnknownName.argument(word.name, of: .load, ["path", "replace"])
            }
        }
        guard !path.isEmpty else { throw SceneError(.syntax, "load: path=FILE is expected") }
        return (path, replace)
    }

    /// Where in its line the word stands that `change` refused, in bytes; the verb when no one word is to blame.
    ///
    /// For a line that failed: its words are tried again, one by one.
    func placeOfFault(_ line: Line) -> Int {
        guard let verb = Verb(line.verb) else { return line.verbOffset }
        var first = 0
        var kind: Kind?
        switch verb {
        case .create, .put:
            guard line.count > 0, line[0].isPositional, NameTable.isValid(line[0].value) else { break }
            first = 1
            guard line.count > 1, line[1].isPositional, let id = scene.kinds.loaded(line[1].value.string) else { break }
            kind = scene.kinds[id]
            first = 2
        case .set:
            guard line.count > 0, line[0].isPositional, let slot = scene.find(line[0].value) else { break }
            kind = scene.kind(of: slot)
            first = 1
        case .draw:
            guard line.count > 0, line[0].isPositional, let slot = scene.find(line[0].value) else { break }
            first = 1
            let kind = scene.kind(of: slot)
            guard let id = kind.operations, line.count > 1, line[1].isPositional,
                var words = try? OperationWords(line[1].value, of: kind[id])
            else { break }
            first = 2
            while first < line.count, (try? words.read(line[first], in: scene)) != nil { first += 1 }
        case .remove:
            while first < line.count, line[first].isPositional, scene.find(line[first].value) != nil { first += 1 }
        default: return line.verbOffset
        }
        if let kind {
            var words = PropertyWords()
            while first < line.count {
                do throws(SceneError) {
                    try readProperty(line[first], of: kind, on: scene.find(line[0].value), in: line, into: &words)
                    try words.check(kind, scene)
                } catch { break }
                first += 1
            }
        }
        return first < line.count ? line[first].offset : line.verbOffset
    }
}
