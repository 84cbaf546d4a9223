/// Base64 (RFC 4648), used for pictures in lines and replies.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var at = 0
        while at < bytes.count {
            let left = bytes.count - at
            let a = Int(bytes[at])
            let b = left > 1 ? Int(bytes[at + 1]) : 0
            let c = left > 2 ? Int(bytes[at + 2]) : 0
            text.append(alphabet[a >> 2])
            text.append(alphabet[(a & 3) << 4 | b >> 4])
            text.append(left > 1 ? alphabet[(b & 15) << 2 | c >> 6] : UInt8(ascii: "="))
            text.append(left > 2 ? alphabet[c & 63] : UInt8(ascii: "="))
            at += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes `text`; nil when a character is not in the alphabet.
    package static func decode(_ text: String) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for character in text.utf8 {
            if character == UInt8(ascii: "=") { break }
            guard let value = value(of: character) else { return nil }
            // Bits shifted out at the top were emitted already: at most six are pending.
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
