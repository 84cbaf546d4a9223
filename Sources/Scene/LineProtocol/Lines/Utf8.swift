package import Geometry

/// Checks that a line is text: valid UTF-8 (RFC 3629), without NUL.
package enum Utf8 {
    /// The offset of the first byte that is NUL or not part of a valid character; nil when there is none.
    package static func firstInvalid(_ text: ByteView) -> Int? {
        let p = unsafe text.base
        let count = text.count
        var i = 0
        while true {
            // Eight bytes of ASCII without NUL at a time: the top bits are clear and no byte borrows from the next.
            while i + 8 <= count {
                let eight = unsafe UnsafeRawPointer(p + i).loadUnaligned(as: UInt64.self)
                let odd = eight | (eight &- 0x0101_0101_0101_0101)
                if odd & 0x8080_8080_8080_8080 != 0 { break }
                i += 8
            }
            guard i < count else { return nil }
            let length = unsafe characterLength(p + i, count - i)
            if length == 0 { return i }
            i += length
        }
    }

    /// The length of the valid character at `p`, with `count` ≥ 1 bytes left; 0 when it is invalid (The Unicode
    /// Standard, table 3-7).
    private static func characterLength(_ p: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let lead = unsafe p[0]
        if lead < 0x80 { return lead == 0 ? 0 : 1 }
        if lead < 0xC2 || count < 2 { return 0 }
        let second = unsafe p[1]
        if lead < 0xE0 { return isContinuation(second) ? 2 : 0 }
        guard count >= 3, isContinuation(second), unsafe isContinuation(p[2]) else { return 0 }
        if lead < 0xF0 {
            if lead == 0xE0, second < 0xA0 { return 0 }
            return lead == 0xED && second > 0x9F ? 0 : 3
        }
        guard lead <= 0xF4, count >= 4, unsafe isContinuation(p[3]) else { return 0 }
        if lead == 0xF0, second < 0x90 { return 0 }
        return lead == 0xF4 && second > 0x8F ? 0 : 4
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
