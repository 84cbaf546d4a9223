import Geometry

/// The combined coverage of all glyphs of a run, painted in order: for runs that are drawn again, moved by whole
/// pixels.
///
/// Most pixels are covered by one glyph, and are stored in one mask. If glyphs overlap in a pixel, the first one is in
/// the mask, the others follow in a list.
@safe final class GlyphStrip: CachedValue {
    struct Key: Hashable {
        let run: ShapeKey
        /// The translation is less than a pixel.
        let map: Affine
    }

    /// The coverage of a pixel by a glyph that was not the first one there.
    private struct Late {
        var x: Int32
        var y: Int32
        var value: UInt8
    }

    /// The pixels of the mask.
    let box: PixelRect
    private let values: UnsafeMutablePointer<UInt8>
    private var late: [Late] = []
    var lastUse: UInt64 = 0

    /// Memory in bytes, overhead included.
    var cost: Int { box.area + late.count * MemoryLayout<Late>.stride + 240 }

    /// Maximum number of pixels of a cached run, and maximum number of bytes of late pixels per pixel.
    static let areaLimit = 1 << 18

    init(_ box: PixelRect) {
        self.box = box
        unsafe values = .allocate(capacity: box.area)
        unsafe values.initialize(repeating: 0, count: box.area)
    }

    deinit { unsafe values.deallocate() }

    /// Adds a glyph's mask, which must be inside the box.
    func add(_ part: PixelRect, _ mask: UnsafePointer<UInt8>) {
        var from = unsafe mask
        for y in part.y0..<part.y1 {
            var to = unsafe values + (Int(y &- box.y0) &* Int(box.width) &+ Int(part.x0 &- box.x0))
            for x in part.x0..<part.x1 {
                let value = unsafe from.pointee
                if value > 0 {
                    if unsafe to.pointee == 0 {
                        unsafe to.pointee = value
                    } else {
                        late.append(Late(x: x, y: y, value: value))
                    }
                }
                unsafe (from, to) = unsafe (from + 1, to + 1)
            }
        }
    }

    /// Emits the coverage, moved by whole pixels, that is in `clip`. Returns the pixels of its box there.
    func cover<Sink: CoverageSink>(dx: Int32, dy: Int32, clip: PixelRect, into sink: inout Sink) -> PixelRect {
        let placed = box.offset(dx, dy)
        let part = placed.intersection(clip)
        guard !part.isEmpty else { return part }
        let width = Int(box.width)
        let start = Int(part.y0 &- placed.y0) &* width &+ Int(part.x0 &- placed.x0)
        unsafe sink.mask(part, values: values + start, stride: width)
        for pixel in late {
            let (x, y) = (pixel.x &+ dx, pixel.y &+ dy)
            guard x >= part.x0, x < part.x1, y >= part.y0, y < part.y1 else { continue }
            sink.pixel(y: y, x: x, coverage: pixel.value)
        }
        return part
    }
}

/// Cache of glyph runs that were drawn more than once, with a budget in bytes. Not thread-safe.
final class GlyphStrips {
    private var strips = BudgetCache<GlyphStrip.Key, GlyphStrip>(budget: 4 << 20, sparesWhatIsUsed: true)
    private let asked: AskedOnce

    init(_ asked: AskedOnce) { self.asked = asked }

    var bytes: Int { strips.bytes }
    /// Maximum size in bytes; a smaller value takes effect immediately.
    var budget: Int {
        get { strips.budget }
        set { strips.budget = newValue }
    }

    func find(_ key: GlyphStrip.Key) -> GlyphStrip? { strips.find(key) }
    func keep(_ strip: GlyphStrip, _ key: GlyphStrip.Key) { strips.keep(strip, for: key) }

    /// True when a key is requested again, so its run is worth caching.
    func isRepeated(_ key: GlyphStrip.Key) -> Bool { !strips.isFull && asked.isRepeated(key.hashValue) }
}
