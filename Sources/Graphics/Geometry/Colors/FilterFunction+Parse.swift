extension FilterFunction {
    /// Parses a list of functions separated by spaces, `blur(4) brightness(120%)`; `none` is the empty list.
    ///
    /// `pluginNames` are the filters added by plugins; their arguments are numbers and at most one colour, the last.
    public static func list(
        parsing text: ByteView, pluginNames: [String] = []
    ) throws(ValueSyntax) -> [FilterFunction] {
        var reader = ByteReader(text)
        reader.skipSpaces()
        var filters: [FilterFunction] = []
        while !reader.isAtEnd {
            let start = reader.position
            let name = reader.identifier()
            if name == "none", filters.isEmpty, reader.next != UInt8(ascii: "(") {
                try reader.finish("the end")
                return []
            }
            guard filters.count < maxCount else {
                throw ValueSyntax("more than \(maxCount) filters", at: start)
            }
            if let spec = spec(name) {
                filters.append(try css(&reader, name, spec))
            } else if !name.isEmpty, pluginNames.contains(where: { isName($0, name) }) {
                filters.append(try plugin(&reader, name))
            } else {
                throw reader.wrong("is not a filter", at: start)
            }
            reader.skipSpaces()
        }
        return filters
    }

    /// A CSS function: its kind, and its default argument.
    private struct Spec {
        var kind: Kind
        var empty: Double = 1
        var argument = FunctionArguments.Shape(counts: 0...1, takesPercent: true)
    }

    private static func spec(_ name: ByteView) -> Spec? {
        func matches(_ literal: StaticString) -> Bool { name.equalsIgnoringCase(ByteView(literal)) }
        if matches("blur") { return Spec(kind: .blur, empty: 0, argument: .init(counts: 0...1, lengths: 1)) }
        if matches("brightness") { return Spec(kind: .brightness) }
        if matches("contrast") { return Spec(kind: .contrast) }
        if matches("saturate") { return Spec(kind: .saturate) }
        if matches("hue-rotate") { return Spec(kind: .hueRotate, empty: 0, argument: .init(counts: 0...1, angles: 1)) }
        if matches("invert") { return Spec(kind: .invert) }
        if matches("grayscale") { return Spec(kind: .grayscale) }
        if matches("sepia") { return Spec(kind: .sepia) }
        if matches("opacity") { return Spec(kind: .opacity) }
        if matches("drop-shadow") {
            return Spec(kind: .dropShadow, argument: .init(counts: 2...3, lengths: 7, isOpen: true))
        }
        return nil
    }

    private static func css(
        _ reader: inout ByteReader, _ name: ByteView, _ spec: Spec
    ) throws(ValueSyntax) -> FilterFunction {
        let start = reader.position + 1
        let canonical = spec.kind.cssName
        var color: Color?
        if spec.kind == .dropShadow { color = try openingColor(&reader) }
        let arguments = try FunctionArguments(&reader, of: name, spec.argument, isInside: color != nil)
        if spec.kind == .dropShadow {
            guard arguments[2] >= 0 else { throw reader.wrong("has a blur below 0", at: start) }
            if let last = try closingColor(&reader, mustBe: arguments.endsWithComma) {
                guard color == nil else { throw reader.wrong("has two colours", at: start) }
                color = last
            }
            return FilterFunction(
                .dropShadow, name: canonical, arguments: [arguments[0], arguments[1], arguments[2]],
                color: color ?? .black)
        }
        let given = arguments.count == 0 ? spec.empty : arguments[0]
        // As in SVG, a negative radius means no blur.
        let value = spec.kind == .blur ? max(given, 0) : given
        guard value >= 0 || spec.kind == .hueRotate else {
            throw reader.wrong("is below 0, which \(canonical) does not take", at: start)
        }
        return FilterFunction(spec.kind, name: canonical, arguments: [value])
    }

    /// Maximum number of numeric arguments of a plugin's filter.
    public static let maxArguments = 128

    private static func plugin(_ reader: inout ByteReader, _ name: ByteView) throws(ValueSyntax) -> FilterFunction {
        let start = reader.position
        guard reader.skip(UInt8(ascii: "(")) else { throw reader.expected("\"(\" after \(name.string)") }
        reader.skipSpaces()
        var values: [Double] = []
        var endsWithComma = false
        while reader.isAtNumber {
            guard values.count < maxArguments else {
                throw ValueSyntax("\(name.string) takes at most \(maxArguments) arguments, more are given", at: start)
            }
            let word = reader.position
            var value = try reader.angle()
            if reader.skip(UInt8(ascii: "%")) { value /= 100 }
            guard value.isFinite else { throw reader.wrong("is too large", at: word) }
            let isBounded =
                reader.isAtEnd || ByteReader.isSpace(reader.next) || reader.next == UInt8(ascii: ",")
                || reader.next == UInt8(ascii: ")")
            guard isBounded else { throw reader.wrong("is not a number", at: word) }
            values.append(value)
            endsWithComma = reader.skipSeparator()
        }
        let color = try closingColor(&reader, mustBe: endsWithComma)
        return FilterFunction(.plugin, name: name.string, arguments: values, color: color)
    }

    /// Reads the bracket and a colour in front of the numbers, which CSS also allows; nil, without reading anything, if
    /// a number is next.
    private static func openingColor(_ reader: inout ByteReader) throws(ValueSyntax) -> Color? {
        var ahead = reader
        guard ahead.skip(UInt8(ascii: "(")) else { return nil }
        ahead.skipSpaces()
        guard ByteReader.isLetter(ahead.next) || ahead.next == UInt8(ascii: "#") else { return nil }
        let color = try ahead.color()
        _ = ahead.skipSeparator()
        reader = ahead
        return color
    }

    /// Reads the optional colour after the numbers, and the closing bracket.
    private static func closingColor(
        _ reader: inout ByteReader, mustBe: Bool
    ) throws(ValueSyntax) -> Color? {
        var color: Color?
        if mustBe || reader.next != UInt8(ascii: ")") {
            color = try reader.color()
            reader.skipSpaces()
        }
        guard reader.skip(UInt8(ascii: ")")) else { throw reader.expected("\")\"") }
        return color
    }

    private static func isName(_ string: String, _ name: ByteView) -> Bool {
        unsafe string.utf8.elementsEqual(name.buffer)
    }
}

extension FilterFunction.Kind {
    /// The name of the function in CSS; empty for a plugin's filter.
    public var cssName: String {
        switch self {
        case .blur: "blur"
        case .brightness: "brightness"
        case .contrast: "contrast"
        case .saturate: "saturate"
        case .hueRotate: "hue-rotate"
        case .invert: "invert"
        case .grayscale: "grayscale"
        case .sepia: "sepia"
        case .opacity: "opacity"
        case .dropShadow: "drop-shadow"
        case .plugin: ""
        }
    }
}
