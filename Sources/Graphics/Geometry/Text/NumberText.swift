import Glibc

/// Parses decimal numbers: `12`, `-0.5`, `.5`, `5.`, `+1e3`. Hexadecimal, infinity and NaN are not allowed.
public enum NumberText {
    /// The powers of ten that are exact in a Double.
    @inline(__always) static func power(_ exponent: Int) -> Double {
        // A switch compiles to a constant table; a static array would be checked for initialization at each use.
        switch exponent {
        case 0: 1
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        case 7: 1e7
        case 8: 1e8
        case 9: 1e9
        case 10: 1e10
        case 11: 1e11
        case 12: 1e12
        case 13: 1e13
        case 14: 1e14
        case 15: 1e15
        case 16: 1e16
        case 17: 1e17
        case 18: 1e18
        case 19: 1e19
        case 20: 1e20
        case 21: 1e21
        default: 1e22
        }
    }

    /// Reads the longest number at the reader, correctly rounded; `inf` when it is too large for a Double.
    ///
    /// Nil, without reading anything, when no number begins there. An `e` without digits after it is not consumed.
    static func scan(_ reader: inout ByteReader) -> Double? {
        let bytes = reader.bytes
        let count = bytes.count
        let p = unsafe bytes.base
        var i = reader.position
        var isNegative = false
        if i < count {
            let sign = unsafe p[i]
            isNegative = sign == UInt8(ascii: "-")
            if isNegative || sign == UInt8(ascii: "+") { i += 1 }
        }
        let firstDigit = i
        // The first 19 significant digits fit into 64 bits.
        var mantissa: UInt64 = 0
        var digits = 0
        var exponent = 0
        var hasDigits = false
        while i < count, unsafe ByteReader.isDigit(p[i]) {
            hasDigits = true
            let digit = unsafe UInt64(p[i] &- 0x30)
            if digits < 19 {
                // At most 19 digits: below 10^19 < 2^64.
                mantissa = mantissa &* 10 &+ digit
                if mantissa != 0 { digits += 1 }
            } else {
                digits += 1
                exponent += 1
            }
            i += 1
        }
        if i < count, unsafe p[i] == UInt8(ascii: ".") {
            let point = i
            i += 1
            while i < count, unsafe ByteReader.isDigit(p[i]) {
                hasDigits = true
                let digit = unsafe UInt64(p[i] &- 0x30)
                if digits < 19 {
                    mantissa = mantissa &* 10 &+ digit
                    if mantissa != 0 { digits += 1 }
                    exponent -= 1
                } else {
                    digits += 1
                }
                i += 1
            }
            if !hasDigits { i = point }
        }
        guard hasDigits else { return nil }
        let afterDigits = i
        var written = 0
        if i < count, unsafe p[i] | 0x20 == UInt8(ascii: "e") {
            var j = i + 1
            var isBelow = false
            if j < count {
                let sign = unsafe p[j]
                isBelow = sign == UInt8(ascii: "-")
                if isBelow || sign == UInt8(ascii: "+") { j += 1 }
            }
            if j < count, unsafe ByteReader.isDigit(p[j]) {
                while j < count, unsafe ByteReader.isDigit(p[j]) {
                    // Clamped far beyond any exponent that the digits of one line could bring back into range.
                    if written < 100_000_000 { written = unsafe written * 10 + Int(p[j] &- 0x30) }
                    j += 1
                }
                if isBelow { written = -written }
                i = j
            }
        }
        reader.position = i
        exponent += written
        // Both factors are exact, so one operation rounds once (Clinger's fast path).
        if digits <= 19, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
            let whole = Double(mantissa)
            let value = exponent < 0 ? whole / power(-exponent) : whole * power(exponent)
            return isNegative ? -value : value
        }
        if mantissa == 0 { return isNegative ? -0.0 : 0 }
        let value = slow(bytes[firstDigit..<afterDigits], written: written)
        return isNegative ? -value : value
    }

    /// Converts `digits` (possibly with a point) times 10 to the `written` with the C library, on a copy of bounded
    /// length.
    ///
    /// 770 digits decide any rounding of a Double if one further 1 represents all the rest.
    private static func slow(_ text: ByteView, written: Int) -> Double {
        let kept = 770
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: kept + 24) { copy in
            var n = 0
            var exponent = written
            var isAfterPoint = false
            var isCut = false
            for i in 0..<text.count {
                let byte = text[i]
                if byte == UInt8(ascii: ".") {
                    isAfterPoint = true
                    continue
                }
                if n == 0, byte == 0x30 {
                    if isAfterPoint { exponent -= 1 }
                } else if n < kept {
                    unsafe copy[n] = CChar(byte)
                    n += 1
                    if isAfterPoint { exponent -= 1 }
                } else {
                    if byte != 0x30 { isCut = true }
                    if !isAfterPoint { exponent += 1 }
                }
            }
            if isCut {
                unsafe copy[n] = 0x31
                n += 1
                exponent -= 1
            }
            // The copy has no decimal point, so the result does not depend on the locale.
            unsafe copy[n] = CChar(UInt8(ascii: "e"))
            n += 1
            if exponent < 0 {
                unsafe copy[n] = CChar(UInt8(ascii: "-"))
                n += 1
            }
            var rest = exponent.magnitude
            var width = 1
            while rest >= 10 {
                rest /= 10
                width += 1
            }
            rest = exponent.magnitude
            for k in stride(from: n + width - 1, through: n, by: -1) {
                unsafe copy[k] = CChar(0x30 + rest % 10)
                rest /= 10
            }
            unsafe copy[n + width] = 0
            guard let start = copy.baseAddress else { return .infinity }
            return unsafe strtod(start, nil)
        }
    }
}

extension ByteReader {
    /// True when a number may begin at the cursor: a digit, a sign or a point.
    public var isAtNumber: Bool {
        let byte = next
        return ByteReader.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+")
    }

    /// Reads the longest number at the cursor. Throws when there is none, and when it is too large for a Double.
    public mutating func number() throws(ValueSyntax) -> Double {
        let start = position
        guard let value = NumberText.scan(&self) else {
            throw isAtEnd ? expected("a number") : wrong("is not a number", at: start)
        }
        guard value.isFinite else { throw wrong("is too large a number", at: start) }
        return value
    }
}
