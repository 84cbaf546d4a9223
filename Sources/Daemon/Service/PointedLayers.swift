/// The layers under pointers and fingers, by name, as a line of a journal or of a version tells them.
struct PointedLayers: Equatable {
    var hovered: [String] = []
    var pressed: [String] = []

    private static let mark = "# pointed "

    init() {}

    init(hovered: [String], pressed: [String]) { (self.hovered, self.pressed) = (hovered, pressed) }

    /// Parses such a line, without its LF; nil for other lines.
    init?(_ line: String) {
        guard line.hasPrefix(Self.mark) else { return nil }
        let lists: [[String]] = line.dropFirst(Self.mark.count)
            .split(separator: " " as Character, omittingEmptySubsequences: false)
            .map { $0.split(separator: "," as Character).map(String.init) }
        guard lists.count == 2 else { return nil }
        (hovered, pressed) = (lists[0], lists[1])
    }

    /// Finds such a line among the comments before a scene's lines; without one nothing is pointed at.
    init(headOf text: [UInt8]) {
        var rest = text[...]
        while rest.first == UInt8(ascii: "#") {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            if line.starts(with: Self.mark.utf8), let found = PointedLayers(String(decoding: line, as: UTF8.self)) {
                self = found
                return
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
