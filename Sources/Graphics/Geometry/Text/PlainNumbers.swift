/// A fast path for the numbers that programs write in paths: digits with an optional minus sign and point, separated by
/// spaces or commas. Gives the same numbers as `NumberText`, which reads everything else.
extension ByteReader {
    /// Maximum number of digits that are exact in a Double, together with their power of ten.
    private static let mostDigits = 15

    /// Reads the two numbers of a point; nil, without reading anything, when they are not plain.
    @inline(__always)
    mutating func plainPoint() -> Point? {
        let start = position
        guard let x = plainNumber() else { return nil }
        skipPlainSeparator()
        guard let y = plainNumber() else {
            position = start
            return nil
        }
        return Point(x, y)
    }

    /// Skips spaces with at most one comma among them.
    @inline(__always)
    mutating func skipPlainSeparator() {
        let byte = next
        if byte == 0x20 || byte == UInt8(ascii: ",") {
            position += 1
            // Usually there is only one space or one comma.
            let second = next
            if !ByteReader.isSpace(second), second != UInt8(ascii: ",") { return }
            position -= 1
        }
        _ = skipSeparator()
    }

    @inline(__always)
    private mutating func plainNumber() -> Double? {
        let p = unsafe bytes.base
        let count = bytes.count
        var i = position
        let isNegative = i < count ? unsafe p[i] == UInt8(ascii: "-") : false
        if isNegative { i += 1 }
        let first = i
        var mantissa: UInt64 = 0
        while i < count, case let digit = unsafe p[i] &- 0x30, digit < 10 {
            mantissa = mantissa &* 10 &+ UInt64(digit)
            i += 1
        }
        var digits = i - first
        var fraction = 0
        if i < count, unsafe p[i] == UInt8(ascii: ".") {
            i += 1
            let point = i
            while i < count, case let digit = unsafe p[i] &- 0x30, digit < 10 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                i += 1
            }
            fraction = i - point
            digits += fraction
        }
        guard digits > 0, digits <= Self.mostDigits else { return nil }
        // An exponent or a percent sign belongs to the number, so this is not a plain one.
        if i < count, case let after = unsafe p[i], after | 0x20 == UInt8(ascii: "e") || after == UInt8(ascii: "%") {
            return nil
        }
        position = i
        let value = Double(mantissa) / NumberText.power(fraction)
        return isNegative ? -value : value
    }
}
