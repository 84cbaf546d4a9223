/// Parses values that are one or a few numbers, each the whole of a word: `0.5`, `250ms`, `90deg`, `10,20`, `640x480`.
///
/// Spaces around a value and around commas are allowed. The results are finite.
public enum Quantity {
    public static func number(_ text: ByteView) throws(ValueSyntax) -> Double {
        try whole(text, "a number") { (reader) throws(ValueSyntax) in try reader.number() }
    }

    /// A whole number; `3.0` and `3e2` are whole.
    public static func integer(_ text: ByteView) throws(ValueSyntax) -> Int {
        let value = try number(text)
        // Above 2^53 a Double does not represent every whole number.
        guard value.magnitude <= 0x1p53, value.rounded() == value else {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is not a whole number", at: 0)
        }
        return Int(value)
    }

    /// The seconds of a unit of time: `ms`, `s`, `m`, `h`, `d`; nil for other words.
    public static func seconds(of unit: ByteView) -> Double? {
        switch true {
        case unit.equalsIgnoringCase(ByteView("ms")): 0.001
        case unit.equalsIgnoringCase(ByteView("s")): 1
        case unit.equalsIgnoringCase(ByteView("m")): 60
        case unit.equalsIgnoringCase(ByteView("h")): 3600
        case unit.equalsIgnoringCase(ByteView("d")): 86_400
        default: nil
        }
    }

    /// A time in seconds; also with a unit, as `250ms`, `2s`, `5m`, `1h` or `1d`.
    public static func time(_ text: ByteView) throws(ValueSyntax) -> Double {
        try whole(text, "a time (seconds, or with ms, s, m, h or d)") { (reader) throws(ValueSyntax) in
            let start = reader.position
            let value = try reader.number()
            let unit = reader.identifier()
            if unit.isEmpty { return value }
            // Exactly as the shortest decimal says.
            if unit.equalsIgnoringCase(ByteView("ms")) { return value / 1000 }
            if let seconds = seconds(of: unit) { return value * seconds }
            throw reader.wrong("is not a time (seconds, or with ms, s, m, h or d)", at: start)
        }
    }

    /// An angle in radians; also with the unit `deg`, `rad`, `grad` or `turn`.
    public static func angle(_ text: ByteView) throws(ValueSyntax) -> Double {
        try whole(text, "an angle (radians, or with deg, rad, grad or turn)") { (reader) throws(ValueSyntax) in
            try reader.angle()
        }
    }

    /// `true on yes 1` or `false off no 0`.
    public static func boolean(_ text: ByteView) throws(ValueSyntax) -> Bool {
        if text == "true" || text == "1" || text == "on" || text == "yes" { return true }
        if text == "false" || text == "0" || text == "off" || text == "no" { return false }
        throw ValueSyntax("\(ValueSyntax.quote(text)) is not a boolean (true, false, on, off, yes, no, 1, 0)", at: 0)
    }

    /// `x,y`.
    public static func point(_ text: ByteView) throws(ValueSyntax) -> Point {
        let v = try numbers(text, count: 2, "a point x,y")
        return Point(v[0], v[1])
    }

    /// `width,height` or `640x480`.
    public static func size(_ text: ByteView) throws(ValueSyntax) -> Size {
        let v = try numbers(text, count: 2, "a size width,height", takesCross: true)
        return Size(v[0], v[1])
    }

    /// `x,y,width,height`.
    public static func rect(_ text: ByteView) throws(ValueSyntax) -> Rect {
        let v = try numbers(text, count: 4, "a rectangle x,y,width,height")
        return Rect(v[0], v[1], v[2], v[3])
    }

    /// Any number of numbers separated by commas; none in an empty text.
    public static func list(_ text: ByteView) throws(ValueSyntax) -> [Double] {
        var reader = ByteReader(text)
        reader.skipSpaces()
        if reader.isAtEnd { return [] }
        var values: [Double] = []
        while true {
            values.append(try element(&reader))
            if reader.isAtEnd { return values }
            guard reader.skip(UInt8(ascii: ",")) else { throw reader.expected("a comma") }
        }
    }

    /// One to four numbers separated by commas.
    private static func numbers(
        _ text: ByteView, count: Int, _ what: StaticString, takesCross: Bool = false
    ) throws(ValueSyntax) -> SIMD4<Double> {
        var reader = ByteReader(text)
        var values = SIMD4<Double>.zero
        for i in 0..<count {
            let start = reader.position
            do throws(ValueSyntax) {
                values[i] = try element(&reader, takesCross: takesCross && i == 0)
            } catch {
                throw ValueSyntax("\(ValueSyntax.quote(text)) is not \(what): \(error.message)", at: error.offset)
            }
            if i == count - 1 { break }
            if reader.skip(UInt8(ascii: ",")) { continue }
            if takesCross, reader.next | 0x20 == UInt8(ascii: "x") {
                reader.advance()
                continue
            }
            throw ValueSyntax("\(ValueSyntax.quote(text)) is not \(what)", at: start)
        }
        guard reader.isAtEnd else {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is not \(what)", at: reader.position)
        }
        return values
    }

    /// Reads one number with the spaces around it; next must be a comma, the end or, if allowed, a cross.
    private static func element(_ reader: inout ByteReader, takesCross: Bool = false) throws(ValueSyntax) -> Double {
        reader.skipSpaces()
        let start = reader.position
        let value = try reader.number()
        reader.skipSpaces()
        let isBounded =
            reader.isAtEnd || reader.next == UInt8(ascii: ",")
            || (takesCross && reader.next | 0x20 == UInt8(ascii: "x"))
        if !isBounded { throw reader.wrong("is not a number", at: start) }
        return value
    }

    /// The value that `read` reads, surrounded only by spaces; otherwise an error that quotes the whole text.
    private static func whole(
        _ text: ByteView, _ what: StaticString, _ read: (inout ByteReader) throws(ValueSyntax) -> Double
    ) throws(ValueSyntax) -> Double {
        var reader = ByteReader(text)
        reader.skipSpaces()
        if reader.isAtNumber {
            let start = reader.position
            let value = try read(&reader)
            guard value.isFinite else { throw reader.wrong("is too large", at: start) }
            reader.skipSpaces()
            if reader.isAtEnd { return value }
        }
        throw ValueSyntax("\(ValueSyntax.quote(text)) is not \(what)", at: 0)
    }
}

extension ByteReader {
    /// Reads an angle with or without a unit, as radians; infinite when it is too large.
    public mutating func angle() throws(ValueSyntax) -> Double {
        let start = position
        let value = try number()
        let unit = identifier()
        if unit.isEmpty || unit.equalsIgnoringCase(ByteView("rad")) { return value }
        if unit.equalsIgnoringCase(ByteView("deg")) { return value * .pi / 180 }
        if unit.equalsIgnoringCase(ByteView("turn")) { return value * (2 * .pi) }
        if unit.equalsIgnoringCase(ByteView("grad")) { return value * .pi / 200 }
        throw wrong("is not an angle (radians, or with deg, rad, grad or turn)", at: start)
    }
}
