package import Geometry

/// A literal value that refers to variables: `$accent`, `$radius|7`, and in lists `$a,#fff,$b|none`.
package struct VariableText: Equatable, Sendable {
    package enum Piece: Equatable, Sendable {
        case text(String)
        case variable(name: String, fallback: String?)
    }

    /// Separated by commas when the value is a list, otherwise one piece.
    package let pieces: [Piece]

    /// Nil when `text` refers to no variable.
    package init?(_ text: ByteView, isList: Bool) {
        var pieces: [Piece] = []
        var refers = false
        if isList {
            var items = ListSplitter(text)
            while let item = items.next() {
                if let variable = Self.variable(item) {
                    pieces.append(variable)
                    refers = true
                } else {
                    pieces.append(.text(item.string))
                }
            }
        } else if let variable = Self.variable(text) {
            pieces = [variable]
            refers = true
        }
        guard refers else { return nil }
        self.pieces = pieces
    }

    /// Parses `$NAME` or `$NAME|FALLBACK`; nil for anything else.
    private static func variable(_ text: ByteView) -> Piece? {
        guard text.count > 1, text[0] == UInt8(ascii: "$"), isNameStart(text[1]) else { return nil }
        var end = 2
        while end < text.count, isNamePart(text[end]) { end += 1 }
        let name = text[1..<end].string
        if end == text.count { return .variable(name: name, fallback: nil) }
        guard text[end] == UInt8(ascii: "|") else { return nil }
        return .variable(name: name, fallback: text[end + 1..<text.count].string)
    }

    private static func isNameStart(_ byte: UInt8) -> Bool { ByteReader.isLetter(byte) || byte == UInt8(ascii: "_") }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || ByteReader.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// The names that it refers to, each once.
    package var names: [String] {
        var names: [String] = []
        for case .variable(let name, _) in pieces where !names.contains(name) { names.append(name) }
        return names
    }

    /// The text as it is written.
    package var text: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .variable(let name, let fallback): "$" + name + (fallback.map { "|" + $0 } ?? "")
            }
        }.joined(separator: ",")
    }

    /// The error for a variable that has neither a value nor a fallback.
    package struct Unknown: Error, Equatable, Sendable {
        package var name: String
    }

    /// The literal with each variable replaced by its text.
    package func filled(_ value: (String) -> String?) throws(Unknown) -> String {
        var result: [String] = []
        for piece in pieces {
            switch piece {
            case .text(let text): result.append(text)
            case .variable(let name, let fallback):
                guard let text = value(name) ?? fallback else { throw Unknown(name: name) }
                result.append(text)
            }
        }
        return result.joined(separator: ",")
    }
}
