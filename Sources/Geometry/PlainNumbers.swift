/// Numbers of the kind that programs write paths with: digits, perhaps with a minus sign and a point, spaces or commas between
/// them. The same numbers as `NumberText` reads; whatever else stands there is left to it.
extension ByteReader {
    /// Digits that fit a Double, and whose power of ten does.
    private static let mostDigits = 15

    /// Reads the two numbers of a point; nil, and nothing read, when they are not plain.
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

    /// Spaces with at most one comma among them.
    @inline(__always)
    mutating func skipPlainSeparator() {
        let byte = next
        if byte == 0x20 || byte == UInt8(ascii: ",") {
            position += 1
            // One space or one comma is all there is most often.
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
        // An exponent or a percent sign belongs to the number.
        if i < count, case let after = unsafe p[i], after | 0x20 == UInt8(ascii: "e") || after == UInt8(ascii: "%") {
            return nil
        }
        position = i
        let value = Double(mantissa) / NumberText.power(fraction)
        return isNegative ? -value : value
    }
}
