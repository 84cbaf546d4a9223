extension Color {
    /// Parses a CSS Color 4 colour: `#rgb #rgba #rrggbb #rrggbbaa`, a name, `transparent`, `rgb() rgba() hsl() hsla()
    /// hwb()`, `lab() lch() oklab() oklch()`, `color()` with its predefined spaces. Colours outside sRGB are mapped to
    /// the nearest one inside.
    ///
    /// Channels are clamped and rounded to 8 bits, as in CSS. `none` (no colour) is handled by the caller.
    public init(parsing text: ByteView) throws(ValueSyntax) {
        var reader = ByteReader(text)
        reader.skipSpaces()
        self = try reader.color()
        reader.skipSpaces()
        if !reader.isAtEnd { throw ValueSyntax("\(ValueSyntax.quote(text)) is not a colour", at: reader.position) }
    }
}

extension ByteReader {
    /// Reads a colour.
    public mutating func color() throws(ValueSyntax) -> Color {
        let start = position
        if next == UInt8(ascii: "#") { return try hexColor() }
        let name = identifier()
        if !name.isEmpty, next == UInt8(ascii: "(") {
            if name.equalsIgnoringCase(ByteView("rgb")) || name.equalsIgnoringCase(ByteView("rgba")) {
                let (r, g, b, a) = try components(of: name, isHue: false)
                return Color(Self.channel(r), Self.channel(g), Self.channel(b), Self.channel(a * 255))
            }
            if name.equalsIgnoringCase(ByteView("hsl")) || name.equalsIgnoringCase(ByteView("hsla")) {
                let (h, s, l, a) = try components(of: name, isHue: true)
                return Self.hsl(hue: h, saturation: s, lightness: l, alpha: a)
            }
            if name.equalsIgnoringCase(ByteView("hwb")) {
                let (h, w, b, a) = try components(of: name, isHue: true)
                return Self.hwb(hue: h, whiteness: w, blackness: b, alpha: a)
            }
            if let space = Self.space(of: name) { return try wideColor(space) }
        } else if name.equalsIgnoringCase(ByteView("transparent")) {
            return .clear
        } else if word(at: start).count == name.count, let color = ColorNames.color(name) {
            return color
        }
        position = start
        throw isAtEnd ? expected("a colour") : wrong("is not a colour", at: start)
    }

    /// The colour space of the function `name`; `.some(nil)` for `color()`, whose argument names the space; nil for
    /// other functions.
    private static func space(of name: ByteView) -> ColorSpace?? {
        if name.equalsIgnoringCase(ByteView("color")) { return .some(nil) }
        if name.equalsIgnoringCase(ByteView("lab")) { return .lab }
        if name.equalsIgnoringCase(ByteView("lch")) { return .lch }
        if name.equalsIgnoringCase(ByteView("oklab")) { return .oklab }
        if name.equalsIgnoringCase(ByteView("oklch")) { return .oklch }
        return nil
    }

    /// Reads the arguments of `color()` (`space` is nil), `lab()`, `lch()`, `oklab()` and `oklch()`: components
    /// separated by spaces, and `/` before alpha.
    private mutating func wideColor(_ space: ColorSpace?) throws(ValueSyntax) -> Color {
        position += 1
        skipSpaces()
        var space = space
        if space == nil {
            let start = position
            space = ColorSpace(identifier())
            if space == nil {
                throw wrong(
                    "is no colour space; known are srgb, srgb-linear, display-p3, a98-rgb, prophoto-rgb, rec2020, xyz, xyz-d50, xyz-d65",
                    at: start)
            }
            skipSpaces()
        }
        let known = space ?? .srgb
        var values = SIMD3<Double>.zero
        for i in 0..<3 {
            values[i] = if let full = known.full(i) { try component(percentOf: full) } else { try hue() }
            skipSpaces()
        }
        var alpha = 1.0
        if skip(UInt8(ascii: "/")) {
            skipSpaces()
            alpha = min(max(try component(percentOf: 1), 0), 1)
            skipSpaces()
        }
        guard skip(UInt8(ascii: ")")) else { throw expected("\")\" or \"/\"") }
        let rgb = known.srgb(values) * 255
        return Color(Self.channel(rgb.x), Self.channel(rgb.y), Self.channel(rgb.z), Self.channel(alpha * 255))
    }

    private mutating func hexColor() throws(ValueSyntax) -> Color {
        let start = position
        position += 1
        var value: UInt32 = 0
        var digits = 0
        while digits < 9, let digit = Self.hexDigit(next) {
            // Nine digits are refused below, so the bits shifted out are never used.
            value = value << 4 | UInt32(digit)
            digits += 1
            position += 1
        }
        func byte(_ shift: UInt32) -> UInt8 { UInt8(value >> shift & 0xFF) }
        func nibble(_ shift: UInt32) -> UInt8 { UInt8(value >> shift & 0xF) * 17 }
        if word(at: start).count == digits + 1 {
            switch digits {
            case 3: return Color(nibble(8), nibble(4), nibble(0))
            case 4: return Color(nibble(12), nibble(8), nibble(4), nibble(0))
            case 6: return Color(byte(16), byte(8), byte(0))
            case 8: return Color(byte(24), byte(16), byte(8), byte(0))
            default: break
            }
        }
        throw wrong("is not a colour: 3, 4, 6 or 8 hexadecimal digits follow a #", at: start)
    }

    /// The value of a hexadecimal digit in either case; nil for other bytes.
    public static func hexDigit(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - 0x30 }
        let lower = byte | 0x20
        return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : nil
    }

    /// Reads the arguments of `rgb()` or `hsl()`, three components and alpha (0…1): separated by commas, or by spaces
    /// with `/` before alpha. Channels are 0…255, the hue is in degrees, saturation and lightness are in percent.
    private mutating func components(
        of name: ByteView, isHue: Bool
    ) throws(ValueSyntax) -> (Double, Double, Double, Double) {
        position += 1
        skipSpaces()
        var values = SIMD4<Double>(0, 0, 0, 1)
        var hasCommas = false
        for i in 0..<4 {
            if i == 3, next == UInt8(ascii: ")") { break }
            if i > 0 {
                let separator = i == 3 && !hasCommas ? UInt8(ascii: "/") : UInt8(ascii: ",")
                if i == 1 { hasCommas = next == separator }
                if hasCommas || i == 3 {
                    guard skip(separator) else {
                        throw expected(separator == UInt8(ascii: "/") ? "\")\" or \"/\"" : "a comma")
                    }
                    skipSpaces()
                }
            }
            let isPercentOf = i == 3 ? 1.0 : isHue ? 100 : 255
            values[i] = isHue && i == 0 ? try hue() : try component(percentOf: isPercentOf)
            skipSpaces()
        }
        guard skip(UInt8(ascii: ")")) else { throw expected("\")\"") }
        return (values[0], values[1], values[2], min(max(values[3], 0), 1))
    }

    /// Reads a number, a percentage of `full`, or `none`, which is 0.
    private mutating func component(percentOf full: Double) throws(ValueSyntax) -> Double {
        let start = position
        if identifier() == "none" { return 0 }
        position = start
        var value = try number()
        if skip(UInt8(ascii: "%")) { value = value / 100 * full }
        try endComponent(start)
        return value
    }

    /// Reads a hue in degrees; a number without a unit is in degrees.
    private mutating func hue() throws(ValueSyntax) -> Double {
        let start = position
        if identifier() == "none" { return 0 }
        position = start
        var value = try number()
        if ByteReader.isLetter(next) {
            position = start
            value = try angle() * 180 / .pi
            guard value.isFinite else { throw wrong("is too large", at: start) }
        }
        try endComponent(start)
        return value
    }

    private func endComponent(_ start: Int) throws(ValueSyntax) {
        switch next {
        case UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: ")"): return
        case let byte where ByteReader.isSpace(byte): return
        default: if !isAtEnd { throw wrong("is not a component of a colour", at: start) }
        }
    }

    /// Clamps a channel to 0…255 and rounds it to the nearest integer.
    private static func channel(_ value: Double) -> UInt8 {
        UInt8(min(max(value, 0), 255).rounded())
    }

    /// Converts as in CSS Color 4, section 8.1: hue in degrees, whiteness and blackness in percent, alpha 0…1.
    private static func hwb(hue: Double, whiteness: Double, blackness: Double, alpha: Double) -> Color {
        let (white, black) = (min(max(whiteness, 0), 100) / 100, min(max(blackness, 0), 100) / 100)
        if white + black >= 1 {
            let gray = channel(white / (white + black) * 255)
            return Color(gray, gray, gray, channel(alpha * 255))
        }
        func component(_ n: Double) -> UInt8 {
            channel((hslPart(n, hue, 1, 0.5) * (1 - white - black) + white) * 255)
        }
        return Color(component(0), component(8), component(4), channel(alpha * 255))
    }

    /// One channel, 0…1, of the hue in degrees with saturation and lightness 0…1: red for `n` = 0, green for 8, blue
    /// for 4.
    private static func hslPart(_ n: Double, _ hue: Double, _ s: Double, _ l: Double) -> Double {
        var turned = hue.truncatingRemainder(dividingBy: 360)
        if turned < 0 { turned += 360 }
        let k = (n + turned / 30).truncatingRemainder(dividingBy: 12)
        return l - s * min(l, 1 - l) * max(-1, min(k - 3, 9 - k, 1))
    }

    /// Converts as in CSS Color 4, section 7.1: hue in degrees, saturation and lightness in percent, alpha 0…1.
    private static func hsl(hue: Double, saturation: Double, lightness: Double, alpha: Double) -> Color {
        let s = min(max(saturation, 0), 100) / 100
        let l = min(max(lightness, 0), 100) / 100
        func component(_ n: Double) -> UInt8 { channel(hslPart(n, hue, s, l) * 255) }
        return Color(component(0), component(8), component(4), channel(alpha * 255))
    }
}
