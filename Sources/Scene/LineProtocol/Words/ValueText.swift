package import Geometry
package import Scene
import SceneTables
package import Schema

/// Values as text: parsed by the type of their property, printed for replies (JSON) and for lines (`dump`).
package enum ValueText {
    // MARK: Reading

    /// Parses a value of the property's type and checks its range. Throws `value` naming the wrong word, or
    /// `unknown-object` for an unknown id.
    package static func read(_ text: ByteView, as property: Property, in scene: Scene) throws(SceneError) -> Value {
        switch property.type {
        case .object: return text == "none" ? Value.none : .object(try object(text, in: scene))
        case .objects:
            if text == "none" { return Value.none }
            let list = try objects(text, in: scene)
            try checkRoom(list.count, "objects", property)
            return .objects(list)
        case .contents: return text == "none" ? Value.none : try contents(text, in: scene)
        case .filters:
            let list: [FilterFunction]
            do throws(ValueSyntax) { list = try filters(text, plugins: scene.kinds.filters) } catch {
                throw SceneError(.value, "\(property.name): \(error.message)")
            }
            for filter in list where filter.kind == .plugin { try scene.kinds.prepareFilter(filter.name) }
            return list.isEmpty ? .none : .filters(list)
        default:
            let value: Value
            do throws(ValueSyntax) {
                value = try read(text, as: property)
            } catch {
                throw SceneError(.value, "\(property.name): \(error.message)\(hint(for: text, as: property))")
            }
            switch value {
            case .path(let path): try checkRoom(path.commands.count, "path commands", property)
            case .boundsPath(let path):
                let sample = path.path(in: Rect(0, 0, 100, 100))
                try checkRoom(sample.commands.count, "path commands", property)
            default: break
            }
            return value
        }
    }

    /// Throws `limit` when there are more elements than the property allows.
    private static func checkRoom(_ count: Int, _ what: String, _ property: Property) throws(SceneError) {
        guard count > property.counts.upperBound else { return }
        throw SceneError(.limit, "\(property.name): \(count) \(what), of \(property.counts.upperBound) at most")
    }

    /// A rectangle whose width or height may be `auto`.
    private static func sizedRect(_ text: ByteView) throws(ValueSyntax) -> Rect {
        let words = text.string.split(separator: ",", omittingEmptySubsequences: false)
        guard words.count == 4 else {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is not a rectangle x,y,width,height", at: 0)
        }
        var sides: [Double] = []
        for (at, word) in words.enumerated() {
            let isAuto = at > 1 && word.drop { $0 == " " }.prefix { $0 != " " } == "auto"
            if isAuto {
                sides.append(.auto)
                continue
            }
            sides.append(
                try ByteView.with(String(word)) { (word) throws(ValueSyntax) in
                    do throws(ValueSyntax) { return try Quantity.number(word) } catch {
                        throw ValueSyntax(
                            "\(ValueSyntax.quote(text)) is not a rectangle x,y,width,height: \(error.message)", at: 0)
                    }
                })
        }
        return Rect(sides[0], sides[1], sides[2], sides[3])
    }

    /// Appends a length, or `auto`.
    private static func append(length: Double, to out: inout ByteWriter) {
        if length.isAuto { out.append("auto") } else { out.append(length) }
    }

    /// Parses a value that does not depend on the scene.
    private static func read(_ text: ByteView, as property: Property) throws(ValueSyntax) -> Value {
        switch property.type {
        case .number, .integer, .time, .angle: return .number(try number(text, property))
        case .boolean: return .boolean(try Quantity.boolean(text))
        case .point: return .point(try Quantity.point(text))
        case .size:
            let size = try Quantity.size(text)
            try check(size.width, text, property)
            try check(size.height, text, property)
            return .size(size)
        case .rect where property.traits.contains(.sizesByContent) && text.contains("auto"):
            return .rect(try sizedRect(text))
        case .rect: return .rect(try Quantity.rect(text))
        case .circle: return .numbers(try circle(text))
        case .operations:
            throw ValueSyntax("operations are appended one by one: draw ID OP…; an empty value takes all away", at: 0)
        case .choice: return .choice(UInt8(try choice(text, property)))
        case .timing: return .timing(try timing(text))
        // `none` is valid if the default is "none".
        case .string: return text == "none" && property.initial == .none ? .none : .string(text.string)
        case .count: return .number(text == "inf" ? .infinity : try number(text, property))
        case .transform:
            let transform = try Transform3D(parsing: text)
            return transform == .identity ? .none : .transform(transform)
        case .choices where text == "none": return .choices(0)
        default: return text == "none" ? .none : try readList(text, as: property)
        }
    }

    /// Parses a value for which `none` means no value.
    private static func readList(_ text: ByteView, as property: Property) throws(ValueSyntax) -> Value {
        var items = ListSplitter(text)
        switch property.type {
        case .color: return .color(try Color(parsing: text))
        case .path:
            guard property.traits.contains(.followsBounds) else { return .path(try Path(parsing: text)) }
            let (path, following) = try BoundsPath.read(text)
            return following.map { .boundsPath($0) } ?? .path(path)
        case .choices:
            var bits: UInt32 = 0
            while let item = items.next() { bits |= 1 << UInt32(try choice(item, property)) }
            return .choices(bits)
        case .timings:
            var list: [Value] = []
            while let item = items.next() { list.append(.timing(try timing(item))) }
            return .list(list)
        case .colors:
            var list: [Color] = []
            while let item = items.next() { list.append(try Color(parsing: item)) }
            try check(list.count, text, property)
            return .colors(list)
        default:
            var list: [Double] = []
            while let item = items.next() {
                let next = try number(item, property)
                if property.isRising, let last = list.last, next < last {
                    throw ValueSyntax("\(ValueSyntax.quote(item)) is less than the number before it", at: 0)
                }
                list.append(next)
            }
            try check(list.count, text, property)
            return .numbers(list)
        }
    }

    /// A list of filters; the error for an unknown one suggests the nearest.
    private static func filters(_ text: ByteView, plugins: [String]) throws(ValueSyntax) -> [FilterFunction] {
        do throws(ValueSyntax) { return try FilterFunction.list(parsing: text, pluginNames: plugins) } catch {
            var reader = ByteReader(text[error.offset..<text.count])
            let name = reader.identifier()
            let css = FilterFunction.Kind.allCases.filter { $0 != .plugin }.map(\.cssName)
            // The name is right, so the arguments are wrong.
            guard !css.contains(name.string.lowercased()), !plugins.contains(name.string),
                let meant = NearestName.meant(by: name, among: css + plugins), !meant.name.isEmpty
            else { throw error }
            throw ValueSyntax("\(error.message); did you mean \"\(meant.name)\"?", at: error.offset)
        }
    }

    /// ` ; did you mean …` if the value would be valid with commas instead of blanks, or with the nearest colour.
    private static func hint(for text: ByteView, as property: Property) -> String {
        // A suggestion does not justify parsing a long text.
        guard text.count <= 256 else { return "" }
        let isColor = property.type == .color || property.type == .colors
        let spaced = withCommas(text)
        let meant = isColor ? withKnownColors(text) ?? spaced.flatMap { ByteView.with($0, withKnownColors) } : spaced
        guard let meant,
            (try? ByteView.with(meant) { (text) throws(ValueSyntax) in try read(text, as: property) }) != nil
        else { return "" }
        return "; did you mean \"\(meant)\"?"
    }

    /// The text with commas instead of blanks outside of parentheses; nil when there are none.
    private static func withCommas(_ text: ByteView) -> String? {
        var items: [String] = []
        var blanks = ListSplitter(text, separator: UInt8(ascii: " "))
        while let item = blanks.next() { if !item.isEmpty { items.append(item.string) } }
        guard items.count > 1 else { return nil }
        return items.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }.joined(separator: ",")
    }

    /// The colours with unknown ones replaced by the nearest; nil when there is no similar one.
    private static func withKnownColors(_ text: ByteView) -> String? {
        var items: [String] = []
        var list = ListSplitter(text)
        while let item = list.next() {
            if (try? Color(parsing: item)) != nil {
                items.append(item.string)
            } else if let color = withSign(item) {
                items.append(color)
            } else if item.count > 1, item[0] == UInt8(ascii: "#") {
                // One digit too many.
                items.append(item[0..<item.count - 1].string)
            } else if let name = NearestName.find(item, among: Color.names) {
                items.append(name)
            } else {
                return nil
            }
        }
        return items.joined(separator: ",")
    }

    /// `#RRGGBB` of hexadecimal digits without a `#`, or with `0x` instead; nil for what is none.
    private static func withSign(_ item: ByteView) -> String? {
        let digits = item.string.lowercased()
        let color = "#" + (digits.hasPrefix("0x") ? digits.dropFirst(2) : digits[...])
        return (try? ByteView.with(color) { (text) throws(ValueSyntax) in try Color(parsing: text) }) == nil
            ? nil : color
    }

    /// A timing function; the error for an unknown one suggests the nearest.
    package static func timing(_ text: ByteView) throws(ValueSyntax) -> TimingFunction {
        do throws(ValueSyntax) { return try TimingFunction(parsing: text) } catch {
            let names = TimingFunction.named.map { "\($0.name)" } + ["cubic-bezier", "steps"]
            var meant = NearestName.meant(by: text, among: names)?.name ?? ""
            if meant.isEmpty {
                // The families of other libraries: easeInOutCubic.
                let plain = NameAlias.plain(text.string)
                meant = ["easeInOut", "easeIn", "easeOut"].first { plain.hasPrefix($0.lowercased()) } ?? ""
            }
            if meant.isEmpty { throw error }
            throw ValueSyntax("\(error.message); did you mean \"\(meant)\"?", at: error.offset)
        }
    }

    /// A number in the property's range and unit.
    static func number(_ text: ByteView, _ property: Property) throws(ValueSyntax) -> Double {
        let value: Double
        switch property.type {
        case .time: value = try Quantity.time(text)
        case .angle: value = try Quantity.angle(text)
        default: value = try Quantity.number(text)
        }
        try check(value, text, property)
        if property.type == .integer, value != value.rounded() {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is no whole number", at: 0)
        }
        return value
    }

    private static func check(_ value: Double, _ text: ByteView, _ property: Property) throws(ValueSyntax) {
        guard value >= property.minimum, value <= property.maximum else {
            var range = ByteWriter()
            range.append(property.maximum == .infinity ? "at least " : "")
            range.append(property.minimum)
            if property.maximum < .infinity {
                range.append("…")
                range.append(property.maximum)
            }
            throw ValueSyntax("\(ValueSyntax.quote(text)) is out of range: \(range.string)", at: 0)
        }
    }

    private static func check(_ count: Int, _ text: ByteView, _ property: Property) throws(ValueSyntax) {
        let (least, most) = (property.counts.lowerBound, property.counts.upperBound)
        if property.counts.contains(count) { return }
        let wanted = least == most ? "\(least)" : most == .max ? "at least \(least)" : "\(least) to \(most)"
        throw ValueSyntax("\(ValueSyntax.quote(text)) has \(count) members, not \(wanted)", at: 0)
    }

    /// `x,y,radius`.
    private static func circle(_ text: ByteView) throws(ValueSyntax) -> [Double] {
        let numbers = try Quantity.list(text)
        guard numbers.count == 3, numbers[2] >= 0 else {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is no circle x,y,radius", at: 0)
        }
        return numbers
    }

    private static func choice(_ text: ByteView, _ property: Property) throws(ValueSyntax) -> Int {
        if let index = property.choices.firstIndex(of: text.string) { return index }
        let suggestion = NearestName.suggestion(for: text, among: property.choices)
        throw ValueSyntax("no choice\(suggestion); choices: \(property.choices.joined(separator: " "))", at: 0)
    }

    private static func object(_ text: ByteView, in scene: Scene) throws(SceneError) -> ObjectID {
        guard let slot = scene.find(text) else { throw UnknownName.object(text, in: scene) }
        return scene.id(of: slot)
    }

    /// An object, or a file's path, which contains a dot or a slash.
    package static func contents(_ text: ByteView, in scene: Scene) throws(SceneError) -> Value {
        if let slot = scene.find(text) { return .object(scene.id(of: slot)) }
        for at in 0..<text.count where text[at] == UInt8(ascii: ".") || text[at] == UInt8(ascii: "/") {
            return .string(text.string)
        }
        throw UnknownName.object(text, in: scene)
    }

    private static func objects(_ text: ByteView, in scene: Scene) throws(SceneError) -> [ObjectID] {
        var list: [ObjectID] = []
        var items = ListSplitter(text)
        while let item = items.next() {
            let id = try object(item, in: scene)
            if !list.contains(id) { list.append(id) }
        }
        return list
    }

    // MARK: Printing

    /// The value as JSON: the reference lists the form of each type. `isBrief`: for operations, only their number.
    /// Secrets are not shown.
    package static func writeJSON(
        _ value: Value, _ property: Property, in scene: Scene, isBrief: Bool = false, to out: inout JSONWriter
    ) {
        switch property.readable(value) {
        case .none:
            if property.type == .transform {
                writeJSON(.identity, to: &out)
            } else if let unset = property.unset {
                writeJSON(unset, property, in: scene, to: &out)
            } else {
                out.null()
            }
        case .number(let n): if n.isFinite { out.number(n) } else { out.string("inf") }
        case .boolean(let b): out.bool(b)
        case .point(let p): out.numbers(p.x, p.y)
        case .size(let s): out.numbers(s.width, s.height)
        case .rect(let r) where r.size.hasAuto:
            writeText(&out) { text in
                for (at, side) in [r.x, r.y, r.width, r.height].enumerated() {
                    if at > 0 { text.append(",") }
                    append(length: side, to: &text)
                }
            }
        case .rect(let r): out.numbers(r.x, r.y, r.width, r.height)
        case .color(let c): writeText(&out) { c.print(to: &$0) }
        case .choice(let c): out.string(text: property.choices[Int(c)])
        case .choices(let bits):
            out.beginArray()
            for (index, name) in property.choices.enumerated() where bits & 1 << UInt32(index) != 0 {
                out.string(text: name)
            }
            out.endArray()
        case .numbers(let list):
            out.beginArray()
            for n in list { out.number(n) }
            out.endArray()
        case .colors(let list):
            out.beginArray()
            for c in list { writeText(&out) { c.print(to: &$0) } }
            out.endArray()
        case .transform(let t): writeJSON(t, to: &out)
        case .path(let p): writeText(&out) { p.print(to: &$0) }
        case .boundsPath(let p): writeText(&out) { p.print(to: &$0) }
        case .filters(let f): writeText(&out) { FilterFunction.print(f, to: &$0) }
        case .timing(let t): writeText(&out) { t.print(to: &$0) }
        case .string(let s): out.string(text: s)
        case .document(let document): ByteView.with(document.json) { out.raw($0) }
        case .list(let items):
            if items.isEmpty, property.type != .rects { return out.null() }
            out.beginArray()
            for item in items { writeJSON(item, property, in: scene, to: &out) }
            out.endArray()
        case .operations(let list) where isBrief: out.number(Double(list.count))
        case .operations(let list):
            out.beginArray()
            for at in 0..<list.count { writeText(&out) { write(list[at], property, in: scene, to: &$0) } }
            out.endArray()
        case .object(let id):
            if let slot = scene.slot(of: id) { out.string(text: scene.name(of: slot)) } else { out.null() }
        case .objects(let ids):
            out.beginArray()
            for id in ids { if let slot = scene.slot(of: id) { out.string(text: scene.name(of: slot)) } }
            out.endArray()
        }
    }

    private static func writeText(_ out: inout JSONWriter, _ body: (inout ByteWriter) -> Void) {
        var text = ByteWriter()
        body(&text)
        out.string(text: text.string)
    }

    private static func writeJSON(_ t: Transform3D, to out: inout JSONWriter) {
        if let a = t.affine {
            out.numbers(a.a, a.b, a.c, a.d, a.tx, a.ty)
            return
        }
        out.beginArray()
        for n in [
            t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43,
            t.m44,
        ] { out.number(n) }
        out.endArray()
    }

    /// The value as on a line, before quoting. `secrets`: whether to write them.
    package static func write(
        _ value: Value, _ property: Property, in scene: Scene, secrets: Bool = false, to out: inout ByteWriter
    ) {
        func list<T>(_ items: [T], _ body: (T, inout ByteWriter) -> Void) {
            for (index, item) in items.enumerated() {
                if index > 0 { out.append(byte: UInt8(ascii: ",")) }
                body(item, &out)
            }
        }
        let isAnimated = property.type == .animated || property.type == .keyframes
        switch secrets ? value : property.readable(value) {
        case .none: out.append("none")
        case .number(let n) where n.isAuto: out.append("auto")
        case .number(let n): if n.isFinite { out.append(n) } else { out.append("inf") }
        case .boolean(let b): out.append(b ? "true" : "false" as StaticString)
        case .point(let p): list([p.x, p.y]) { $1.append($0) }
        case .size(let s): list([s.width, s.height]) { $1.append($0) }
        case .rect(let r): list([r.x, r.y, r.width, r.height]) { append(length: $0, to: &$1) }
        case .color(let c): c.print(to: &out)
        case .choice(let c): out.append(text: property.choices[Int(c)])
        case .choices(let bits):
            let names = property.choices.enumerated().filter { bits & 1 << UInt32($0.offset) != 0 }.map(\.element)
            if names.isEmpty { out.append("none") } else { list(names) { $1.append(text: $0) } }
        // An empty text would mean that the animation has no value.
        case .numbers(let numbers) where isAnimated && numbers.isEmpty: out.append("none")
        case .colors(let colors) where isAnimated && colors.isEmpty: out.append("none")
        case .numbers(let numbers): list(numbers) { $1.append($0) }
        case .colors(let colors): list(colors) { $0.print(to: &$1) }
        case .transform(let t): t.print(to: &out)
        case .path(let p): p.print(to: &out)
        case .boundsPath(let p): p.print(to: &out)
        case .filters(let f): FilterFunction.print(f, to: &out)
        case .timing(let t): t.print(to: &out)
        case .string(let s): out.append(text: s)
        case .document(let document): out.append(text: document.json)
        case .object(let id): out.append(text: scene.slot(of: id).map { scene.name(of: $0) } ?? "none")
        // Operations have lines of their own.
        case .operations: break
        case .list(let items):
            if items.isEmpty { out.append("none") }
            for (index, item) in items.enumerated() {
                if index > 0 { out.append(property.type == .timings ? "," : "|") }
                write(item, property, in: scene, to: &out)
            }
        case .objects(let ids): list(ids.compactMap { scene.slot(of: $0) }) { $1.append(text: scene.name(of: $0)) }
        }
    }
}

/// Values of free keys.
extension ValueText {
    /// The value as JSON.
    package static func writeJSON(key value: Value, to out: inout JSONWriter) {
        switch value {
        case .number(let n): out.number(n)
        case .boolean(let b): out.bool(b)
        case .color(let c): out.color(c)
        case .string(let s): out.string(text: s)
        case .document(let document): ByteView.with(document.json) { out.raw($0) }
        default: out.null()
        }
    }

    /// The value as on a line, before quoting.
    package static func write(key value: Value, to out: inout ByteWriter) {
        switch value {
        case .number(let n): out.append(n)
        case .boolean(let b): out.append(b ? "true" : "false" as StaticString)
        case .color(let c): c.print(to: &out)
        case .string(let s): out.append(text: s)
        case .document(let document): out.append(text: document.json)
        default: break
        }
    }
}
