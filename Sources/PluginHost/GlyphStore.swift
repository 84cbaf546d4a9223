import Geometry
import ScrimPluginABI

/// The glyphs that plugins defined, by number.
final class GlyphStore {
    /// Bytes of all of them: more than a page of every script takes.
    static let byteLimit = 64 << 20
    static let pointLimit = 65_536
    static let sideLimit: UInt32 = 1024

    private var glyphs: [UInt64: (glyph: Glyph, owner: String)] = [:]
    private var bytes = 0
    private var last: UInt32 = 0

    subscript(_ number: UInt64) -> Glyph? { glyphs[number]?.glyph }

    /// `owner`: the plugin's id.
    func define(_ pointer: UnsafePointer<scrim_glyph>, _ number: inout UInt64, of owner: String) -> Status {
        guard let raw = try? unsafe readSized(pointer, scrim_glyph(), least: MemoryLayout<scrim_glyph>.size) else {
            return .invalid
        }
        // A number comes never again, and 0 is none.
        guard bytes < Self.byteLimit, last < .max else { return .limit }
        guard let glyph = unsafe Glyph(raw, last + 1) else { return .invalid }
        last += 1
        number = UInt64(last)
        glyphs[number] = (glyph, owner)
        bytes += glyph.bytes
        return .ok
    }

    func forget(_ number: UInt64) {
        if let known = glyphs.removeValue(forKey: number) { bytes -= known.glyph.bytes }
    }

    /// The plugin is another one from now on, and knows of none.
    func forgetAll(of owner: String) {
        for (number, known) in glyphs where known.owner == owner { forget(number) }
    }
}

extension Glyph {
    /// Nil when a rule of `scrim_glyph` is broken.
    fileprivate convenience init?(_ raw: scrim_glyph, _ number: UInt32) {
        guard let view = unsafe PathView(raw.outline, pointLimit: GlyphStore.pointLimit), view.isNormal,
            unsafe view.points.allSatisfy({ abs($0.x) <= 1e6 && abs($0.y) <= 1e6 })
        else { return nil }
        let outline = view.path
        let (width, height, place) = unsafe (raw.width, raw.height, raw.place)
        guard width > 0, height > 0 else {
            self.init(number: number, outline: outline, box: outline.hull)
            return
        }
        guard width <= GlyphStore.sideLimit, height <= GlyphStore.sideLimit, let words = unsafe raw.pixels,
            [place.x, place.y, place.width, place.height].allSatisfy({ abs($0) <= 1e6 }), place.width > 0,
            place.height > 0
        else { return nil }
        let pixels = Pixels(
            width: Int(width), height: Int(height),
            words: unsafe Array(UnsafeBufferPointer(start: words, count: Int(width) * Int(height))))
        self.init(
            number: number, outline: Path(), pixels: pixels,
            box: Rect(place.x, place.y, place.width, place.height))
    }
}
