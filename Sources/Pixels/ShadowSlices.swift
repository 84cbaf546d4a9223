import Geometry

/// The shadow of a rounded rectangle in nine slices: its corners' coverage and one row and one column between them, which
/// stand for all that a larger rectangle has there.
@safe final class ShadowSlices: CachedValue {
    /// Determines the coverage: all of the shadow but its position in whole pixels and its size.
    struct Key: Hashable {
        /// Positions of the sides in their pixels, in units of 1/1024 pixel.
        let sides: SIMD4<Int16>
        /// Top left, top right, bottom right, bottom left, in pixels.
        let radii: SIMD4<Double>
        let sigma: Double
        let isContinuous: Bool
    }

    let key: Key
    /// Pixels from each side within which the coverage changes; the kept picture has one more between them.
    let margin: Int32
    private let values: UnsafeMutablePointer<UInt8>
    var lastUse: UInt64 = 0

    /// The slices of `shadow`, whose pixels begin at (0, 0) and are 2 · `margin` + 1 wide and high.
    init(_ key: Key, margin: Int32, _ shadow: RoundedRectShadow, _ tools: CanvasTools) {
        self.key = key
        self.margin = margin
        let side = Int(2 * margin + 1)
        unsafe values = .allocate(capacity: side * side)
        unsafe values.initialize(repeating: 0, count: side * side)
        var sink = unsafe BytesSink(values, stride: side)
        shadow.coverWhole(clip: PixelRect(0, 0, Int32(side), Int32(side)), with: tools, into: &sink)
    }

    deinit { unsafe values.deallocate() }

    /// Bytes that an entry takes, its administration included.
    var cost: Int { Int(2 * margin + 1) * Int(2 * margin + 1) + 256 }

    /// Gives the coverage of a shadow with these slices, whose pixels are `box`, within `clip`.
    func cover<Sink: CoverageSink>(_ box: PixelRect, clip: PixelRect, into sink: inout Sink) {
        let (left, right) = (box.x0 &+ margin, box.x1 &- margin)
        // From a column or row behind the middle to its slice.
        let (across, down) = (box.width &- 2 &* margin &- 1, box.height &- 2 &* margin &- 1)
        let side = Int(2 &* margin &+ 1)
        for y in clip.y0..<clip.y1 {
            var slice = min(y &- box.y0, margin)
            if y >= box.y1 &- margin { slice = y &- box.y0 &- down }
            let row = unsafe UnsafePointer(values + Int(slice) &* side)
            let middle = unsafe row[Int(margin)]
            let x1 = min(left, clip.x1)
            if clip.x0 < x1 {
                unsafe sink.partial(y: y, x0: clip.x0, x1: x1, values: row + Int(clip.x0 &- box.x0))
            }
            let (from, to) = (max(left, clip.x0), min(right, clip.x1))
            if from < to, middle > 0 { sink.solid(y: y, x0: from, x1: to, coverage: middle) }
            let x0 = max(right, clip.x0)
            if x0 < clip.x1 {
                unsafe sink.partial(y: y, x0: x0, x1: clip.x1, values: row + Int(x0 &- box.x0 &- across))
            }
        }
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

/// The slices of shadows drawn so far; the longest unused go when a budget in bytes is exceeded. Pictures do not depend on
/// the cache.
final class ShadowSliceCache {
    private var kept = BudgetCache<ShadowSlices.Key, ShadowSlices>(budget: 2 << 20)
    /// The one asked for last: the parts of a shadow, and neighbours, are often alike.
    private var recent: ShadowSlices?
    /// `evictions` when it was asked for.
    private var evictions = 0

    var bytes: Int { kept.bytes }
    var hits: Int { kept.hits }
    var misses: Int { kept.misses }
    /// Bytes that may be kept; a smaller value takes effect at once.
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
