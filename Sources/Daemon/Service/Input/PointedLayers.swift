/// The layers under pointers and fingers, by name, as a line of a journal or of a version tells them.
struct PointedLayers: Equatable {
    var hovered: [String] = []
    var pressed: [String] = []
    /// False where nothing has the focus and the last input was a press: what gets the focus next has no ring. It is told by
    /// a line of its own: that of the focus.
    var hasRing = true

    private static let mark = "# pointed "

    init(hovered: [String] = [], pressed: [String] = [], hasRing: Bool = true) {
        (self.hovered, self.pressed, self.hasRing) = (hovered, pressed, hasRing)
    }

    /// Parses such a line, without its LF; nil for other lines.
    init?(_ line: String) {
        guard line.hasPrefix(Self.mark) else { return nil }
        let lists: [[String]] = line.dropFirst(Self.mark.count)
            .split(separator: " " as Character, omittingEmptySubsequences: false)
            .map { $0.split(separator: "," as Character).map(String.init) }
        guard lists.count == 2 else { return nil }
        (hovered, pressed) = (lists[0], lists[1])
    }

    /// Finds the lines among the comments before a scene's lines; without one nothing is pointed at.
    init(headOf text: [UInt8]) {
        let ringless = JournalReplay.lines(ofFocus: "", hasRing: false).dropLast()
        var rest = text[...]
        while rest.first == UInt8(ascii: "#") {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            if line.starts(with: Self.mark.utf8), let found = PointedLayers(String(decoding: line, as: UTF8.self)) {
                (hovered, pressed) = (found.hovered, found.pressed)
            } else if line.elementsEqual(ringless) {
                hasRing = false
            }
            rest = rest.dropFirst(line.count + 1)
        }
    }

    var isEmpty: Bool { hovered.isEmpty && pressed.isEmpty }

    /// The line, with an LF: the hovered layers, each followed by a comma, a space, and the pressed ones.
    var line: [UInt8] {
        func list(_ names: [String]) -> String { names.map { $0 + "," }.joined() }
        return Array("\(Self.mark)\(list(hovered)) \(list(pressed))\n".utf8)
    }
}
