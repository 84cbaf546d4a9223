import Geometry
import LineProtocol
import Scene

/// The position of the word that a line was refused for.
extension World {
    /// Where in its line the word stands that `change` refused, in bytes; the verb when no one word is to blame.
    ///
    /// For a line that failed: its words are tried again, one by one.
    func offsetOfFault(_ line: Line) -> Int {
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
