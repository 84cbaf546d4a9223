import Geometry

/// The second line of a journal, updated in place: `# last NUMBER CHECKSUM`, the number of the last record in the file.
/// It reveals a file that was truncated at the end of a record.
package struct LastRecordLine {
    private var text: [UInt8]

    private static let mark = Array("# last ".utf8)
    /// Number of digits in the number, and in the checksum.
    private static let (digits, sumDigits) = (16, 8)
    /// Length of the line in bytes, with its LF.
    static let size = mark.count + digits + 1 + sumDigits + 1

    package init(_ number: Int) {
        text = Self.mark + [UInt8](repeating: UInt8(ascii: " "), count: Self.size - Self.mark.count)
        text[Self.size - 1] = UInt8(ascii: "\n")
        set(number)
    }

    package var bytes: [UInt8] { text }

    /// Sets another number, in place.
    package mutating func set(_ number: Int) {
        let end = Self.mark.count + Self.digits
        put(UInt64(number), radix: 10, Self.mark.count..<end)
        let sum = text.withBytes { TextScan.checksum($0[0..<end]) }
        put(UInt64(sum), radix: 16, (end + 1)..<(end + 1 + Self.sumDigits))
    }

    private mutating func put(_ number: UInt64, radix: UInt64, _ places: Range<Int>) {
        var rest = number
        for at in places.reversed() {
            let digit = UInt8(rest % radix)
            text[at] = digit < 10 ? 0x30 + digit : 0x57 + digit
            rest /= radix
        }
    }

    /// The number in the line that begins at `start`; nil for a damaged one.
    static func number(_ bytes: [UInt8], at start: Int) -> Int? {
        guard start + size <= bytes.count else { return nil }
        let line = bytes[start..<(start + size)]
        let word = line.dropFirst(mark.count).prefix(digits)
        guard let number = Int(String(decoding: word, as: UTF8.self)), number >= 0,
            line.elementsEqual(Self(number).text)
        else { return nil }
        return number
    }
}
