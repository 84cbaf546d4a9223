/// RFC 4648, for pictures in replies.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
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
}
