package import Geometry

/// Writes compact JSON (RFC 8259) sequentially; it adds the commas, the caller the brackets.
package struct JSONWriter: ~Copyable {
    package private(set) var out = ByteWriter()
    /// True after a value: a comma is needed before the next one.
    private var needsComma = false

    package init() {}

    /// Removes the bytes and keeps the storage.
    package mutating func removeAll() {
        out.removeAll()
        needsComma = false
    }

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// The name of a member, to be followed by its value.
    package mutating func key(_ name: StaticString) { key(ByteView(name)) }

    package mutating func key(_ name: ByteView) {
        string(name)
        out.append(byte: UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func key(text name: String) { ByteView.with(name) { key($0) } }

    package mutating func number(_ value: Double) {
        separate()
        out.append(value)
    }

    package mutating func number(_ value: Int) {
        separate()
        out.append(value)
    }

    package mutating func bool(_ value: Bool) {
        separate()
        out.append(value ? "true" : "false")
    }

    package mutating func null() {
        separate()
        out.append("null")
    }

    package mutating func string(_ value: StaticString) { string(ByteView(value)) }

    package mutating func string(text value: String) { ByteView.with(value) { string($0) } }

    /// A string of UTF-8.
    package mutating func string(_ value: ByteView) {
        separate()
        out.append(byte: UInt8(ascii: "\""))
        var start = 0
        for i in 0..<value.count {
            let byte = value[i]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            out.append(value[start..<i])
            escape(byte)
            start = i + 1
        }
        out.append(value[start..<value.count])
        out.append(byte: UInt8(ascii: "\""))
    }

    /// `"#rrggbbaa"`
    package mutating func color(_ value: Color) {
        separate()
        out.append(byte: UInt8(ascii: "\""))
        value.print(to: &out)
        out.append(byte: UInt8(ascii: "\""))
    }

    /// `[x,y]`
    package mutating func point(_ value: Point) {
        beginArray()
        number(value.x)
        number(value.y)
        endArray()
    }

    /// `[width,height]`
    package mutating func size(_ value: Size) { point(Point(value.width, value.height)) }

    /// `[x,y,width,height]`
    package mutating func rect(_ value: Rect) {
        beginArray()
        number(value.x)
        number(value.y)
        number(value.width)
        number(value.height)
        endArray()
    }

    /// Six numbers for a 2D affine map, otherwise sixteen.
    package mutating func transform(_ m: Transform3D) {
        beginArray()
        if let t = m.affine {
            for n in [t.a, t.b, t.c, t.d, t.tx, t.ty] { number(n) }
        } else {
            for n in [m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24] { number(n) }
            for n in [m.m31, m.m32, m.m33, m.m34, m.m41, m.m42, m.m43, m.m44] { number(n) }
        }
        endArray()
    }

    /// A value that is JSON already.
    package mutating func raw(_ json: ByteView) {
        separate()
        out.append(json)
    }

    private mutating func separate() {
        if needsComma { out.append(byte: UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        out.append(byte: bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        out.append(byte: bracket)
        needsComma = true
    }

    private mutating func escape(_ byte: UInt8) {
        out.append(byte: UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: out.append(byte: UInt8(ascii: "n"))
        case 0x09: out.append(byte: UInt8(ascii: "t"))
        case 0x0D: out.append(byte: UInt8(ascii: "r"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(byte: byte)
        default:
            out.append("u00")
            out.append(byte: 0x30 + byte >> 4)
            out.append(byte: byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
        }
    }
}
