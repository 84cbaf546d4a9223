public import ScrimPluginKit

/// Pasting of text from other programs into text fields.
public enum Pasting {
    /// Maximum number of pasted bytes of UTF-8; the rest is left out.
    public static let longest = 65_536
    /// Maximum number of bytes per key event.
    private static let piece = 4000

    /// True for a key that pastes: Control+V, Shift+Insert, or the paste key.
    public static func isWanted(by act: Act) -> Bool {
        guard act.kind == .key, act.press != .up else { return false }
        return switch act.key {
        case "v", "V": act.modifiers & 15 == 2
        case "Insert": act.modifiers & 15 == 1
        case "XF86Paste": true
        default: false
        }
    }

    /// The text as key presses and releases. Carriage returns and zeros are left out.
    public static func acts(typing bytes: some Collection<UInt8>) -> [Act] {
        var whole = Array(bytes.prefix(longest + 1))
        if whole.count > longest {
            // Does not cut a character in half.
            var end = longest
            while end > 0, whole[end] & 0xC0 == 0x80 { end -= 1 }
            whole.removeSubrange(end...)
        }
        var rest = Substring(String(decoding: whole.filter { $0 != 0 && $0 != 13 }, as: UTF8.self))
        var acts: [Act] = []
        while !rest.isEmpty {
            var piece = rest.prefix(Self.piece)
            while piece.utf8.count > Self.piece { piece = piece.prefix(piece.count / 2) }
            // A character with more code points than fit.
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

    /// Converts to ISO 8859-1, with question marks for missing characters.
    public static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 63 }
    }

    /// Converts ISO 8859-1 to UTF-8.
    public static func utf8(latin1 bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.flatMap { $0 < 128 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }
}
