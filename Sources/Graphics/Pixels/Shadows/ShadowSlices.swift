import Geometry

/// The shadow of a rounded rectangle in nine slices: the coverage of its corners, and one row and one column in
/// between, which are repeated for larger rectangles.
@safe final class ShadowSlices: CachedValue {
    /// Everything that determines the coverage, except the position in whole pixels and the size.
    struct Key: Hashable {
        /// Positions of the sides in their pixels, in units of 1/1024 pixel.
        let sides: SIMD4<Int16>
        /// Top left, top right, bottom right, bottom left, in pixels.
        let radii: SIMD4<Double>
        let sigma: Double
        let isContinuous: Bool
        /// Pixels of the slices that are not computed.
        let hidden: ShadowHole
    }

    let key: Key
    /// Distance from each side within which the coverage changes, in pixels; the cached picture has one more pixel in
    /// between.
    let margin: Int32
    private let values: UnsafeMutablePointer<UInt8>
    var lastUse: UInt64 = 0

    /// The slices of `shadow`, whose pixels begin at (0, 0) and are 2 · `margin` + 1 wide and high.
    init(_ key: Key, margin: Int32, _ shadow: RoundedRectShadow, _ tools: CanvasTools) {
        var shadow = shadow
        shadow.hidden = key.hidden
        self.key = key
        self.margin = margin
        let side = Int(2 * margin + 1)
        unsafe values = .allocate(capacity: side * side)
        unsafe values.initialize(repeating: 0, count: side * side)
        var sink = unsafe BytesSink(values, stride: side)
        shadow.coverWhole(clip: PixelRect(0, 0, Int32(side), Int32(side)), with: tools, into: &sink)
    }

    deinit { unsafe values.deallocate() }

    /// Memory of an entry in bytes, overhead included.
    var cost: Int { Int(2 * margin + 1) * Int(2 * margin + 1) + 256 }

    /// Emits the coverage of a shadow with these slices, whose pixels are `box`, within `clip`.
    func cover<Sink: CoverageSink>(_ box: PixelRect, clip: PixelRect, into sink: inout Sink) {
        let (left, right) = (box.x0 &+ margin, box.x1 &- margin)
        // The offset from a column or row after the middle to its slice.
        let (across, down) = (box.width &- 2 &* margin &- 1, box.height &- 2 &* margin &- 1)
        let (top, bottom) = (box.y0 &+ margin, box.y1 &- margin)
        func rows(_ y0: Int32, _ y1: Int32) -> PixelRect {
            PixelRect(clip.x0, max(clip.y0, y0), clip.x1, min(clip.y1, y1))
        }
        /// Emits rows of `part`: the first from `slice`, each following one `step` slices further.
        func cover(_ part: PixelRect, from slice: Int32, step: Int) {
            guard part.y0 < part.y1 else { return }
            let side = Int(2 &* margin &+ 1)
            let first = unsafe UnsafePointer(values + Int(slice) &* side)
            let before = PixelRect(part.x0, part.y0, min(left, part.x1), part.y1)
            if before.x0 < before.x1 {
                unsafe sink.mask(before, values: first + Int(before.x0 &- box.x0), stride: step &* side)
            }
            let middle = PixelRect(max(left, part.x0), part.y0, min(right, part.x1), part.y1)
            if middle.x0 < middle.x1 {
                if step == 0 {
                    sink.block(middle, coverage: unsafe first[Int(margin)])
                } else {
                    var value = unsafe first + Int(margin)
                    for y in middle.y0..<middle.y1 {
                        if unsafe value.pointee > 0 {
                            sink.solid(y: y, x0: middle.x0, x1: middle.x1, coverage: unsafe value.pointee)
                        }
                        unsafe value += side
                    }
                }
            }
            let behind = PixelRect(max(right, part.x0), part.y0, part.x1, part.y1)
            if behind.x0 < behind.x1 {
                unsafe sink.mask(behind, values: first + Int(behind.x0 &- box.x0 &- across), stride: step &* side)
            }
        }
        let (above, below) = (rows(clip.y0, top), rows(bottom, clip.y1))
        cover(above, from: above.y0 &- box.y0, step: 1)
        cover(rows(top, bottom), from: margin, step: 0)
        cover(below, from: below.y0 &- box.y0 &- down, step: 1)
    }
}

/// Stores coverage in memory that begins at pixel (0, 0).
@safe private struct BytesSink: CoverageSink {
    private let base: UnsafeMutablePointer<UInt8>
    private let stride: Int

    init(_ base: UnsafeMutablePointer<UInt8>, stride: Int) {
        unsafe self.base = unsafe base
        self.stride = stride
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        unsafe (base + Int(y) * stride + Int(x0)).update(repeating: coverage, count: Int(x1 - x0))
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        unsafe (base + Int(y) * stride + Int(x0)).update(from: values, count: Int(x1 - x0))
    }
}

/// Cache of shadow slices; the least recently used are evicted when the budget in bytes is exceeded. Pictures do not
/// depend on it.
final class ShadowSliceCache {
    private var kept = BudgetCache<ShadowSlices.Key, ShadowSlices>(budget: 2 << 20)
    /// The most recent slices: the parts of a shadow, and neighbours, often share them.
    private var recent: ShadowSlices?
    /// The value of `evictions` at the time of `recent`.
    private var evictions = 0

    var bytes: Int { kept.bytes }
    var hits: Int { kept.hits }
    var misses: Int { kept.misses }
    /// Maximum size in bytes; a smaller value takes effect immediately.
    var budget: Int {
        get { kept.budget }
        set { kept.budget = newValue }
    }

    func slices(_ key: ShadowSlices.Key, _ make: () -> ShadowSlices) -> ShadowSlices {
        if kept.evictions != evictions {
            recent = nil
            evictions = kept.evictions
        }
        if let recent, recent.key == key {
            kept.touch(recent)
            return recent
        }
        if let known = kept.find(key) {
            recent = known
            return known
        }
        let made = make()
        recent = made
        kept.keep(made, for: key)
        return made
    }
}
