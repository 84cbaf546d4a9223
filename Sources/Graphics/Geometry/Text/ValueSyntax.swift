/// The error for a value that cannot be parsed, and its location in the value.
public struct ValueSyntax: Error, Equatable, Sendable {
    /// One line for the client that quotes the wrong word: `"purple" is not a number`.
    public var message: String
    /// The position of the wrong word, in bytes from the beginning of the value.
    public var offset: Int

    public init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    /// `bytes` in double quotes for a message: at most 48 bytes, always on one line.
    public static func quote(_ bytes: ByteView) -> String {
        var end = bytes.count
        if end > 48 {
            end = 45
            // Does not cut a character in half.
            while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        var text = "\""
        for scalar in bytes[0..<end].string.unicodeScalars {
            switch scalar.value {
            case 0x0A: text += "\\n"
            case 0x09: text += "\\t"
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + (end < bytes.count ? "…\"" : "\"")
    }
}
