/// A text split at its line feeds, for texts whose lines can be set independently with the same result.
@safe
struct LinePieces {
    private let text: String
    /// Offsets of the line feeds, in bytes.
    private var ends: [Int] = []

    /// Nil for a text of one line, for a text in which a line's direction may depend on the previous line, and for one
    /// with breaks that only Pango recognizes.
    init?(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        var isEasy = true
        for byte in text.utf8 where byte >= 0xD6 || byte == 0x0D {
            isEasy = false
            break
        }
        guard isEasy || text.unicodeScalars.allSatisfy(Self.runsToTheRight) else { return nil }
        for (at, byte) in text.utf8.enumerated() where byte == 0x0A { ends.append(at) }
        guard !ends.isEmpty else { return nil }
        ends.append(text.utf8.count)
        self.text = text
    }

    /// True for any character except letters and marks of right-to-left scripts, direction controls, and line breaks
    /// other than a line feed.
    private static func runsToTheRight(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0D, 0x590...0x8FF, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
            0x10800...0x10FFF, 0x1E800...0x1EFFF:
            false
        default: true
        }
    }

    /// Calls `body` with the beginning and the length of each line, and its offset in the text, in bytes.
    func forEach(_ body: (UnsafePointer<CChar>, Int32, Int) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                var begin = 0
                for end in ends {
                    unsafe body(start + begin, Int32(end - begin), begin)
                    begin = end + 1
                }
            }
        }
    }
}
