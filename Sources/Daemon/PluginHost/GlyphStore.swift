import Geometry
import ScrimPluginABI

/// The glyphs defined by plugins, by number.
final class GlyphStore {
    /// Maximum size of all glyphs, in bytes: more than a page of every script takes.
    static let defaultBytes = 64 << 20
    let byteLimit: Int
    static let pointLimit = 65_536
    static let sideLimit: UInt32 = 1024
    /// Minimum size of `scrim_glyph`: without a character.
    private static let leastSize = 88

    /// A glyph's entry in a drawing.
    struct Use {
        /// The drawing in which it was last used; 0 for none.
        fileprivate var drawing: UInt32 = 0
        /// Its index in that drawing.
        fileprivate(set) var index: UInt32 = 0
        /// `Glyph.box`.
        fileprivate(set) var box = Rect.zero
    }

    /// By number, starting at `first`: numbers are assigned in order, so a lookup is an index.
    private var entries: [Glyph?] = []
    /// Parallel to the entries: the plugins that defined them, which no letter reads.
    private var owners: [String] = []
    /// Parallel to the entries: plain numbers, so that reading one for each letter counts no references.
    private var uses: [Use] = []
    private var first: UInt64 = 1
    /// Number of entries that were removed.
    private var dead = 0
    private var drawing: UInt32 = 0
    private var bytes = 0

    init(byteLimit: Int = GlyphStore.defaultBytes) { self.byteLimit = byteLimit }

    /// Begins another drawing.
    func beginDrawing() { drawing = drawing == .max ? 1 : drawing + 1 }

    /// The glyph's entry in the current drawing, whose glyphs are `glyphs`; it is added at its first use. Nil for an
    /// undefined number.
    func use(of number: UInt64, in glyphs: inout [Glyph]) -> Use? {
        guard number >= first, number - first < UInt64(uses.count) else { return nil }
        let at = Int(number - first)
        let use = uses[at]
        if use.drawing == drawing, drawing != 0 { return use }
        guard let glyph = entries[at] else { return nil }
        let made = Use(drawing: drawing, index: UInt32(glyphs.count), box: glyph.box)
        uses[at] = made
        glyphs.append(glyph)
        return made
    }

    /// The part of a plugin's glyph that is known here; nil when its size is wrong.
    static func known(_ pointer: UnsafePointer<scrim_glyph>) -> scrim_glyph? {
        try? unsafe readSized(pointer, scrim_glyph(), least: leastSize)
    }

    /// Defines a glyph for the plugin with the id `owner`.
    func define(_ pointer: UnsafePointer<scrim_glyph>, _ number: inout UInt64, of owner: String) -> Status {
        guard let raw = unsafe Self.known(pointer) else { return .invalid }
        // Numbers are never reused, and 0 means none.
        let next = first + UInt64(entries.count)
        guard bytes < byteLimit, next <= UInt64(UInt32.max) else { return .limit }
        guard let glyph = unsafe Glyph(raw, UInt32(next)) else { return .invalid }
        number = next
        entries.append(glyph)
        owners.append(owner)
        uses.append(Use())
        bytes += glyph.bytes
        return .ok
    }

    func forget(_ number: UInt64) {
        guard number >= first, number - first < UInt64(entries.count) else { return }
        let at = Int(number - first)
        guard let glyph = entries[at] else { return }
        bytes -= glyph.bytes
        entries[at] = nil
        uses[at] = Use()
        dead += 1
        // Removed entries at the front are dropped.
        guard dead * 2 > entries.count else { return }
        let gone = entries.firstIndex { $0 != nil } ?? entries.count
        entries.removeFirst(gone)
        owners.removeFirst(gone)
        uses.removeFirst(gone)
        first += UInt64(gone)
        dead -= gone
    }

    /// Removes all glyphs of a plugin that was reloaded.
    func forgetAll(of owner: String) {
        let numbers = entries.indices.filter { entries[$0] != nil && owners[$0] == owner }.map { first + UInt64($0) }
        for number in numbers { forget(number) }
    }
}

extension Glyph {
    /// Nil when a rule of `scrim_glyph` is broken.
    fileprivate convenience init?(_ raw: scrim_glyph, _ number: UInt32) {
        guard let view = unsafe PathView(raw.outline, pointLimit: GlyphStore.pointLimit), view.isNormal,
            unsafe view.points.allSatisfy({ abs($0.x) <= 1e6 && abs($0.y) <= 1e6 })
        else { return nil }
        let outline = view.path
        let (width, height, box) = unsafe (raw.width, raw.height, raw.place)
        let character = unsafe raw.character == 0 ? nil : Unicode.Scalar(raw.character)
        guard width > 0, height > 0 else {
            self.init(number: number, outline: outline, box: outline.hull, character: character)
            return
        }
        guard width <= GlyphStore.sideLimit, height <= GlyphStore.sideLimit, let words = unsafe raw.argb,
            [box.x, box.y, box.width, box.height].allSatisfy({ abs($0) <= 1e6 }), box.width > 0,
            box.height > 0
        else { return nil }
        let pixels = Pixels(
            width: Int(width), height: Int(height),
            words: unsafe Array(UnsafeBufferPointer(start: words, count: Int(width) * Int(height))))
        self.init(
            number: number, outline: Path(), pixels: pixels,
            box: Rect(box.x, box.y, box.width, box.height), character: character)
    }
}
