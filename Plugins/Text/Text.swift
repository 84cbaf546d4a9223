public import ScrimPluginABI
import ScrimPluginKit
import Typesetting

/// CATextLayer and UILabel: text in any script.
private struct Text: LayerKind {
    static let name = "text"
    static let help = "text in any script"
    static let usesBounds = true
    static let measures = true

    enum Key: Int, SchemaKey {
        case string, markup, font, fontSize, foregroundColor, alignmentMode, verticalAlignment, isWrapped
        case truncationMode, lineSpacing, preferredMaxLayoutWidth, strokeColor, strokeWidth, preferredSize, lines
        case maximumLines, minimumScale, firstBaseline, lastBaseline
        case caretIndex, anchorIndex, caretRect, selectionRect, probePoint, probeIndex
        case isFontFound, missingGlyphs
        case letterSpacing, lineHeight, features, leftIndex, rightIndex, wordStartIndex, wordEndIndex
        case selectionRects, tabStops, kerning, variations, hyphenation

        var property: Property {
            switch self {
            case .string: Property("string", .text(""), help: "what is shown; a line feed begins a new line")
            case .markup: Text.checked("markup", help: "Pango markup, shown instead of string when it is not empty")
            case .font:
                Text.checked(
                    "font",
                    help: "a family, a Pango font description (its size does not count) or file:PATH; empty: sans")
            case .fontSize:
                Property("fontSize", .number(36), range: 0...4096, unit: "points", animates: true, help: "of one em")
            case .foregroundColor:
                Property("foregroundColor", .color(.white), animates: true, help: "of the glyphs' insides")
            case .alignmentMode:
                Property(
                    "alignmentMode", .choice(["natural", "left", "right", "center", "justified"], 0),
                    help: "the side where lines begin; natural: by the direction of the text")
            case .verticalAlignment:
                Property(
                    "verticalAlignment", .choice(["top", "center", "bottom"], 0),
                    help: "where in the bounds the lines are")
            case .isWrapped: Property("isWrapped", .boolean(false), help: "lines are broken at the bounds' width")
            case .truncationMode:
                Property(
                    "truncationMode", .choice(["none", "start", "middle", "end"], 0),
                    help: "where an ellipsis stands for what has no room in the bounds")
            case .lineSpacing:
                Property(
                    "lineSpacing", .number(0), range: -4096...4096, unit: "points", animates: true,
                    help: "between lines, beyond what the font asks for")
            case .preferredMaxLayoutWidth:
                Property(
                    "preferredMaxLayoutWidth", .number(0), range: 0...1_000_000, unit: "points",
                    help: "what preferredSize breaks lines at; 0: the bounds' width")
            case .strokeColor:
                Property("strokeColor", .color(nil), animates: true, help: "of a line along the glyphs' outlines")
            case .strokeWidth:
                Property(
                    "strokeWidth", .number(0), range: 0...4096, unit: "points", animates: true, help: "of that line")
            case .preferredSize:
                Text.computed("preferredSize", .size(0, 0), unit: "points", help: "the size that holds all of the text")
            case .lines: Text.computed("lines", .integer(0), help: "how many lines the text has")
            case .maximumLines:
                Property("maximumLines", .integer(0), range: 0...10000, help: "lines that are shown, at most; 0: all")
            case .minimumScale:
                Property(
                    "minimumScale", .number(1), range: 0.01...1,
                    help: "how far letters shrink, so that all of the text has room in the bounds; 1: not at all")
            case .firstBaseline:
                Text.computed(
                    "firstBaseline", .number(0), unit: "points", help: "from the upper edge to the first line of text")
            case .lastBaseline:
                Text.computed(
                    "lastBaseline", .number(0), unit: "points", help: "from the upper edge to the last line of text")
            case .caretIndex: Text.index("caretIndex", help: "the character before which a caret stands")
            case .anchorIndex:
                Text.index("anchorIndex", help: "the character before which a selection has its other end")
            case .caretRect:
                Text.computed(
                    "caretRect", .rect(0, 0, 0, 0), unit: "points", help: "where the caret stands; it has no width")
            case .selectionRect:
                Text.computed(
                    "selectionRect", .rect(0, 0, 0, 0), unit: "points",
                    help: "around what lies between caretIndex and anchorIndex")
            case .probePoint:
                Property("probePoint", .point(0, 0), unit: "points", redraws: false, help: "what probeIndex is about")
            case .probeIndex:
                Text.computed(
                    "probeIndex", .integer(0), help: "the character before which a caret would stand at probePoint")
            case .isFontFound:
                Text.computed(
                    "isFontFound", .boolean(true), help: "a family of font is there; else another one stands for it")
            case .missingGlyphs:
                Text.computed("missingGlyphs", .integer(0), help: "how many characters no font has")
            case .letterSpacing:
                Property(
                    "letterSpacing", .number(0), range: -4096...4096, unit: "points", animates: true,
                    help: "between letters, beyond what the font asks for")
            case .lineHeight:
                Property(
                    "lineHeight", .number(0), range: 0...100, animates: true,
                    help: "of lines, as a multiple of what the font asks for; 0: that")
            case .features:
                Property(
                    "features", .text(""), help: "OpenType features of the font, such as tnum, smcp, kern=0, ss01=1")
            case .leftIndex:
                Text.computed(
                    "leftIndex", .integer(0), help: "where caretIndex goes by the arrow to the left, as it is seen")
            case .rightIndex:
                Text.computed("rightIndex", .integer(0), help: "where caretIndex goes by the arrow to the right")
            case .selectionRects:
                Text.computed(
                    "selectionRects", .rects, unit: "points",
                    help: "behind what lies between caretIndex and anchorIndex: each line, each direction in it")
            case .tabStops:
                Property(
                    "tabStops", .numbers, range: 0...1_000_000, unit: "points", animates: true, isRising: true,
                    counts: 0...256,
                    help: "where tabs lead, from the line's beginning; the last distance goes on; none: eight spaces")
            case .kerning:
                Property("kerning", .boolean(true), help: "pairs of letters are as far apart as the font asks for")
            case .variations:
                Property(
                    "variations", .text(""), animates: true,
                    help: "axes of a variable font, such as wght=350, wdth=80; of the same axes the numbers animate")
            case .hyphenation:
                Property(
                    "hyphenation", .choice(["manual", "none", "broken"], 0),
                    help:
                        "a hyphen where a word is broken: at its soft hyphens; they break none; also where it has no room"
                )
            case .wordStartIndex:
                Text.computed("wordStartIndex", .integer(0), help: "the beginning of the word before caretIndex")
            case .wordEndIndex:
                Text.computed("wordEndIndex", .integer(0), help: "the end of the word after caretIndex")
            }
        }
    }

    static let schema = Key.schema

    private static func checked(_ name: String, help: String) -> Property {
        var property = Property(name, .text(""), help: help)
        property.isChecked = true
        return property
    }

    private static func index(_ name: String, help: String) -> Property {
        Property(name, .integer(0), range: 0...1_000_000, redraws: false, help: help)
    }

    private static func computed(
        _ name: String, _ form: Property.Form, unit: String = "", help: String
    ) -> Property {
        var property = Property(name, form, unit: unit, redraws: false, help: help)
        property.isComputed = true
        return property
    }

    private var text = ""
    private var style = TextStyle()
    private var paragraph: Paragraph?
    /// True when it was last asked for to be measured.
    private var isMeasured = false
    /// The text in letters that were shrunk, and the room for which.
    private var shrunk: (paragraph: Paragraph, size: Size, least: Double)?
    private let typesetter: Typesetter

    init(host: Host) {
        typesetter = Typesetter.shared(for: host)
    }

    static func refusal(of text: String, _ number: Int, host: Host) -> String? {
        number == Key.markup.rawValue
            ? Paragraph.mistake(inMarkup: text) : Typesetter.shared(for: host).refusal(of: text)
    }

    /// The text as the properties have it, set anew only when it is another one.
    private mutating func current(_ properties: Properties, measures: Bool = false) -> Paragraph {
        defer { isMeasured = measures }
        if measures, isMeasured, properties.areUnchanged, let paragraph { return paragraph }
        var style = TextStyle()
        let markup = properties.string(Key.markup)
        style.isMarkup = !markup.isEmpty
        style.font = properties.string(Key.font)
        style.size = properties.number(Key.fontSize)
        style.alignment = TextStyle.Alignment(rawValue: properties.choice(Key.alignmentMode)) ?? .natural
        style.isWrapped = properties.boolean(Key.isWrapped)
        style.truncation = TextStyle.Truncation(rawValue: properties.choice(Key.truncationMode)) ?? .none
        style.lineSpacing = properties.number(Key.lineSpacing)
        style.mostLines = Int(properties.number(Key.maximumLines))
        style.letterSpacing = properties.number(Key.letterSpacing)
        style.lineHeight = properties.number(Key.lineHeight)
        style.features = properties.string(Key.features)
        style.hasKerning = properties.boolean(Key.kerning)
        style.variations = properties.string(Key.variations)
        if style.isWrapped {
            style.hyphenation = TextStyle.Hyphenation(rawValue: properties.choice(Key.hyphenation)) ?? .manual
        }
        let text = style.isMarkup ? markup : properties.string(Key.string)
        // Few texts have tabs, and reading takes longer than looking.
        if text.utf8.contains(0x09) || style.isMarkup { style.tabStops = properties.numbers(Key.tabStops) }
        if let paragraph, text == self.text, style == self.style { return paragraph }
        (self.text, self.style) = (text, style)
        let made = typesetter.paragraph(text, style)
        paragraph = made
        shrunk = nil
        return made
    }

    /// The text as it is shown in the bounds: with letters as large as they have room, down to the least scale.
    private mutating func fitted(_ bounds: Rect, _ properties: Properties) -> Paragraph {
        let paragraph = current(properties)
        paragraph.fit(width: bounds.width, height: bounds.height)
        let least = properties.number(Key.minimumScale)
        guard least < 1, style.size > 0, bounds.width > 0, bounds.height > 0 else { return paragraph }
        let size = Size(bounds.width, bounds.height)
        if let shrunk, shrunk.size == size, shrunk.least == least { return shrunk.paragraph }
        func made(_ scale: Double) -> (paragraph: Paragraph, fits: Bool) {
            var style = self.style
            style.size *= scale
            style.lineSpacing *= scale
            style.letterSpacing *= scale
            style.tabStops = style.tabStops.map { $0 * scale }
            // What is to be shortened asks for all that it has.
            var whole = style
            whole.truncation = .none
            whole.mostLines = 0
            let all = typesetter.paragraph(text, whole)
            all.fit(width: bounds.width, height: .infinity)
            let tooMany = style.mostLines > 0 && all.lineCount > style.mostLines
            let fits = all.size.x <= bounds.width + 1e-6 && all.size.y <= bounds.height + 1e-6 && !tooMany
            return (typesetter.paragraph(text, style), fits)
        }
        var best = paragraph
        if !made(1).fits {
            var (low, high) = (least, 1.0)
            best = made(least).paragraph
            for _ in 0..<7 {
                let middle = (low + high) / 2
                let one = made(middle)
                if one.fits { (low, best) = (middle, one.paragraph) } else { high = middle }
            }
            best.fit(width: bounds.width, height: bounds.height)
        }
        shrunk = (best, size, least)
        return best
    }

    /// The text with room for its size alone.
    private mutating func measured(
        _ width: Double, _ bounds: Rect, _ properties: Properties, measures: Bool = false
    ) -> Paragraph {
        let paragraph = current(properties, measures: measures)
        let limit = properties.number(Key.preferredMaxLayoutWidth)
        var room = width
        if limit > 0 { room = min(room, limit) } else if bounds.width > 0 { room = min(room, bounds.width) }
        // What is to be shortened asks for all that it has.
        paragraph.fit(width: style.isWrapped ? room : .infinity, height: .infinity)
        return paragraph
    }

    mutating func measure(width: Double, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> Point {
        size(of: measured(width, bounds, properties, measures: true))
    }

    private func size(of paragraph: Paragraph) -> Point {
        let size = paragraph.size
        // Whole points, so that edges are sharp; but what arithmetic adds to one is none.
        return Point(x: (size.x - 1e-6).rounded(.up), y: (size.y - 1e-6).rounded(.up))
    }

    mutating func compute(
        _ number: Int, bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> SIMD4<Double> {
        if number == Key.preferredSize.rawValue {
            let size = size(of: measured(.infinity, bounds, properties))
            return SIMD4(size.x, size.y, 0, 0)
        }
        if number == Key.firstBaseline.rawValue || number == Key.lastBaseline.rawValue {
            let paragraph = bounds.height > 0 ? fitted(bounds, properties) : measured(.infinity, bounds, properties)
            guard let lines = paragraph.baselines else { return SIMD4(0, 0, 0, 0) }
            let top = bounds.height > 0 ? (bounds.height - paragraph.size.y) * part(properties) : 0
            let baseline = number == Key.firstBaseline.rawValue ? lines.first : lines.last
            return SIMD4((top + baseline).rounded(), 0, 0, 0)
        }
        if number == Key.lines.rawValue {
            return SIMD4(Double(measured(.infinity, bounds, properties).lineCount), 0, 0, 0)
        }
        if number == Key.isFontFound.rawValue {
            return SIMD4(typesetter.hasFont(properties.string(Key.font)) ? 1 : 0, 0, 0, 0)
        }
        if number == Key.missingGlyphs.rawValue { return SIMD4(Double(current(properties).missingGlyphs), 0, 0, 0) }
        let bounds = filled(bounds, properties)
        let paragraph = fitted(bounds, properties)
        let top = top(of: paragraph, in: bounds, properties)
        func index(_ key: Key) -> Int { Int(properties.number(key)) }
        switch Key(rawValue: number) {
        case .caretRect:
            let caret = paragraph.caret(before: index(.caretIndex), left: bounds.x, top: top, width: bounds.width)
            return SIMD4(caret.x, caret.y, 0, caret.height)
        case .leftIndex, .rightIndex:
            let next = paragraph.index(beside: index(.caretIndex), toRight: number == Key.rightIndex.rawValue)
            return SIMD4(Double(next), 0, 0, 0)
        case .wordStartIndex, .wordEndIndex:
            let word = paragraph.index(ofWordBeside: index(.caretIndex), after: number == Key.wordEndIndex.rawValue)
            return SIMD4(Double(word), 0, 0, 0)
        case .selectionRect:
            let rect = paragraph.selection(
                index(.caretIndex), index(.anchorIndex), left: bounds.x, top: top, width: bounds.width)
            return SIMD4(rect.x, rect.y, rect.width, rect.height)
        default:
            let probe = properties.point(Key.probePoint)
            return SIMD4(Double(paragraph.index(at: probe, left: bounds.x, top: top, width: bounds.width)), 0, 0, 0)
        }
    }

    mutating func computeList(
        _ number: Int, bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> [Double] {
        let bounds = filled(bounds, properties)
        let paragraph = fitted(bounds, properties)
        return paragraph.selections(
            Int(properties.number(Key.caretIndex)), Int(properties.number(Key.anchorIndex)), left: bounds.x,
            top: top(of: paragraph, in: bounds, properties), width: bounds.width
        ).flatMap { [$0.x, $0.y, $0.width, $0.height] }
    }

    /// The bounds as the text is drawn in them: with its own size where none is given.
    private mutating func filled(_ bounds: Rect, _ properties: Properties) -> Rect {
        guard bounds.width <= 0 || bounds.height <= 0 else { return bounds }
        let size = size(of: measured(.infinity, bounds, properties))
        return Rect(
            x: bounds.x, y: bounds.y, width: bounds.width > 0 ? bounds.width : size.x,
            height: bounds.height > 0 ? bounds.height : size.y)
    }

    /// Where the first line begins.
    private func top(of paragraph: Paragraph, in bounds: Rect, _ properties: Properties) -> Double {
        bounds.y + (bounds.height - paragraph.size.y) * part(properties)
    }

    /// Which part of the height that is left lies above the text.
    private func part(_ properties: Properties) -> Double {
        [0, 0.5, 1][Int(min(properties.choice(Key.verticalAlignment), 2))]
    }

    mutating func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure) {
        var ink = Ink(color: properties.color(Key.foregroundColor))
        ink.strokeColor = properties.color(Key.strokeColor)
        ink.strokeWidth = properties.number(Key.strokeWidth)
        let paragraph = fitted(bounds, properties)
        try paragraph.draw(
            on: canvas, left: bounds.x, top: top(of: paragraph, in: bounds, properties), width: bounds.width, ink,
            snaps: true)
    }
}

private let plugin = Plugin(id: "Text", version: "1.0.0", layers: [Text.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
