package import ScrimPluginKit

/// Text of other programs that is typed into what takes text.
package enum Pasting {
    /// Bytes of UTF-8 that are pasted at most; what follows is left out.
    package static let longest = 65_536
    /// Bytes of one key event.
    private static let piece = 4000

    /// True for a key that pastes: Control and V, Shift and Insert, or the one for it.
    package static func isWanted(by act: Act) -> Bool {
        guard act.kind == .key, act.press != .up else { return false }
        return switch act.key {
        case "v", "V": act.modifiers & 15 == 2
        case "Insert": act.modifiers & 15 == 1
        case "XF86Paste": true
        default: false
        }
    }

    /// The text as keys that are pressed and released. Carriage returns and zeros are left out.
    package static func acts(typing bytes: some Collection<UInt8>) -> [Act] {
        var whole = Array(bytes.prefix(longest + 1))
        if whole.count > longest {
            // Not within a character.
            var end = longest
            while end > 0, whole[end] & 0xC0 == 0x80 { end -= 1 }
            whole.removeSubrange(end...)
        }
        var rest = Substring(String(decoding: whole.filter { $0 != 0 && $0 != 13 }, as: UTF8.self))
        var acts: [Act] = []
        while !rest.isEmpty {
            var piece = rest.prefix(Self.piece)
            while piece.utf8.count > Self.piece { piece = piece.prefix(piece.count / 2) }
            // A character of that many code points.
            guard !piece.isEmpty else { break }
            rest = rest[piece.endIndex...]
            for press in [Act.Press.down, .up] {
                var act = Act(.key, time: nanoseconds())
                (act.key, act.press) = ("XF86Paste", press)
                if press == .down { act.text = String(piece) }
                acts.append(act)
            }
        }
        return acts
    }

    /// ISO 8859-1, with question marks for what it lacks.
    package static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 63 }
    }

    /// The UTF-8 of bytes of ISO 8859-1.
    package static func utf8(latin1 bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.flatMap { $0 < 128 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }
}
