import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// The objects that lines name, found by their words: tells whether lines that could not be carried out should be tried
/// again.
struct NamedObjects {
    /// Words that may be names, each with the object that had the name.
    private var words: [(word: [UInt8], object: ObjectID?)] = []

    /// Maximum bytes of a text and maximum number of different words that are checked.
    private static let mostBytes = 4096
    private static let mostWords = 64

    init(_ text: String, in scene: Scene) {
        var seen: Set<[UInt8]> = []
        ByteView.with(text) { text in
            var start = 0
            let end = min(text.count, Self.mostBytes)
            for at in 0...end where at == end || !Self.standsInName(text[at]) {
                Self.prefixes(text[start..<at]) { name in
                    guard seen.count < Self.mostWords, seen.insert(unsafe Array(name.buffer)).inserted else { return }
                    words.append((unsafe Array(name.buffer), scene.names.find(name).map { scene.id(of: $0) }))
                }
                start = at + 1
            }
        }
    }

    /// Calls `body` with each possible name at the start of a word: `a.b.c` has three.
    private static func prefixes(_ word: ByteView, _ body: (ByteView) -> Void) {
        for at in 0...word.count where at == word.count || word[at] == UInt8(ascii: ".") {
            if NameTable.isValid(word[0..<at]) { body(word[0..<at]) }
        }
    }

    private static func standsInName(_ byte: UInt8) -> Bool {
        ByteReader.isLetter(byte) || ByteReader.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
    }

    /// True while each name belongs to the same object.
    func isCurrent(in scene: Scene) -> Bool {
        words.allSatisfy { entry in
            var now: ObjectID?
            entry.word.withView(0..<entry.word.count) { now = scene.names.find($0).map { scene.id(of: $0) } }
            return now == entry.object
        }
    }
}
