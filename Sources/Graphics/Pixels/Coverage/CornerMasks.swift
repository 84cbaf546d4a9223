import Geometry

/// Coverage of the pixels around one rounded corner.
@safe final class CornerMask: CachedValue {
    let key: CornerMasks.Key
    /// Relative to the pixel that contains the corner's vertex.
    let span: PixelRect
    private let values: UnsafeMutablePointer<UInt8>
    /// For each row, the columns that are partially covered: between the empty ones on the corner's side and the full
    /// ones on the other.
    private let edges: UnsafeMutablePointer<Range<Int32>>
    var lastUse: UInt64 = 0

    /// Creates a mask of `span`; `draw` stores every value other than 0.
    init(
        _ key: CornerMasks.Key, span: PixelRect, isLeft: Bool, _ draw: (UnsafeMutablePointer<UInt8>) -> Void
    ) {
        self.key = key
        self.span = span
        unsafe values = .allocate(capacity: span.area)
        unsafe edges = .allocate(capacity: Int(span.height))
        unsafe values.initialize(repeating: 0, count: span.area)
        unsafe draw(values)
        let width = Int32(span.width)
        let (first, last): (UInt8, UInt8) = isLeft ? (0, 255) : (255, 0)
        var row = unsafe values
        for y in 0..<Int(span.height) {
            var (from, to) = (Int32(0), width)
            while from < to, unsafe row[Int(from)] == first { from += 1 }
            while from < to, unsafe row[Int(to) - 1] == last { to -= 1 }
            unsafe (edges + y).initialize(to: from..<to)
            unsafe row += Int(width)
        }
    }

    deinit {
        unsafe values.deallocate()
        unsafe edges.deallocate()
    }

    /// Memory of an entry in bytes, overhead included.
    var cost: Int { span.area + Int(span.height) * 8 + 280 }

    /// The mask with its vertex moved by whole pixels. It is not retained, for speed in loops, so it must not outlive
    /// the mask.
    @safe struct Placed {
        let box: PixelRect
        private let values: UnsafePointer<UInt8>
        private let edges: UnsafePointer<Range<Int32>>

        init(_ mask: CornerMask, _ dx: Int32, _ dy: Int32) {
            box = mask.span.offset(dx, dy)
            unsafe values = UnsafePointer(mask.values)
            unsafe edges = UnsafePointer(mask.edges)
        }

        /// The partially covered columns of row `y`, relative to the box.
        @inline(__always)
        func edge(_ y: Int32) -> Range<Int32> { unsafe edges[Int(y &- box.y0)] }

        /// Emits the columns of row `y` that are in `columns`, relative to the box, and in `clip`.
        @inline(__always)
        func row<Sink: CoverageSink>(
            _ y: Int32, _ columns: Range<Int32>, _ clip: PixelRect, into sink: inout Sink
        ) {
            let x0 = max(box.x0 &+ columns.lowerBound, clip.x0)
            let x1 = min(box.x0 &+ columns.upperBound, clip.x1)
            guard x0 < x1 else { return }
            let start = Int(y &- box.y0) &* Int(box.width) &+ Int(x0 &- box.x0)
            unsafe sink.partial(y: y, x0: x0, x1: x1, values: values + start)
        }
    }
}

/// Cache of corner masks; the least recently used are evicted when the budget in bytes is exceeded.
///
/// A mask is always drawn with its vertex in the same pixel, so drawing it again gives the same result.
final class CornerMasks {
    /// A second, inner corner that is cut out.
    struct Hole: Hashable {
        /// Distance from both sides, in units of 1/1024 pixel.
        let inset: Int32
        /// In pixels.
        let radius: Double
    }

    struct Key: Hashable {
        /// 0 top left, 1 top right, 2 bottom right, 3 bottom left.
        let quadrant: UInt8
        /// `Path.ease` of the horizontal and the vertical side at the corner; nil for a circular corner.
        let horizontal: Double?
        let vertical: Double?
        /// Position of the vertex in its pixel, in units of 1/1024 pixel.
        var x: Int16
        var y: Int16
        /// In pixels.
        let radius: Double
        /// The inner edge of a border.
        var hole: Hole?

        /// Hashes the fields that distinguish corners of one picture.
        func hash(into hasher: inout Hasher) {
            hasher.combine(UInt64(quadrant) << 32 | UInt64(UInt16(bitPattern: x)) << 16 | UInt64(UInt16(bitPattern: y)))
            hasher.combine(radius)
            hasher.combine(hole?.inset ?? 0)
        }
    }

    /// Maximum extent of a cached corner, in pixels: for larger ones, the outline is small compared to the area.
    static let maxReach = 192.0

    private var masks: BudgetCache<Key, CornerMask>
    /// The most recent mask of each quadrant, without and with a hole: consecutive shapes are often similar.
    private var recent: InlineArray<8, CornerMask?> = InlineArray(repeating: nil)
    /// The value of `evictions` at the time of `recent`.
    private var evictions = 0

    private let asked: AskedOnce

    init(budget: Int, _ asked: AskedOnce) {
        masks = BudgetCache(budget: budget)
        self.asked = asked
    }

    var bytes: Int { masks.bytes }
    var hits: Int { masks.hits }
    var misses: Int { masks.misses }
    var budget: Int {
        get { masks.budget }
        set { masks.budget = newValue }
    }

    func mask(_ key: Key, _ rasterizer: CoverageRasterizer) -> CornerMask {
        if masks.evictions != evictions {
            recent = InlineArray(repeating: nil)
            evictions = masks.evictions
        }
        let at = Int(key.quadrant & 3) + (key.hole == nil ? 0 : 4)
        if let mask = recent[at], mask.key == key {
            masks.touch(mask)
            return mask
        }
        if let mask = masks.find(key) {
            recent[at] = mask
            return mask
        }
        let mask = draw(key, at: at, rasterizer)
        recent[at] = mask
        // A shape that moves by fractions of pixels does not repeat its key.
        if asked.isRepeated(key.hashValue) { masks.keep(mask, for: key) }
        return mask
    }

    /// The outlines of a corner with its vertex at (0, 0).
    private struct Outline {
        /// The key, with the vertex at (0, 0).
        let key: Key
        let path: Path
        let hole: Path?
        /// Extent of the corner inward.
        let reach: Point
    }

    /// The most recent outlines of each quadrant, without and with a hole: a shape that moves by fractions of pixels is
    /// drawn again at each position.
    private var outlines: [Outline?] = Array(repeating: nil, count: 8)

    private func outline(_ key: Key, at: Int) -> Outline {
        var key = key
        (key.x, key.y) = (0, 0)
        if let known = outlines[at], known.key == key { return known }
        let made = Self.makeOutline(key)
        outlines[at] = made
        return made
    }

    private static func makeOutline(_ key: Key) -> Outline {
        let r = key.radius
        let (x, y) = (r * Path.reach(key.horizontal), r * Path.reach(key.vertical))
        let inset = Double(key.hole?.inset ?? 0) / Double(CoverageGrid.one)
        let holeReach = key.hole.map { inset + $0.radius * Path.reach(key.horizontal) } ?? 0
        // A side with the same ease; if there is room, large enough to keep the other corners outside the span.
        func side(_ ease: Double?, _ reach: Double) -> Double {
            if let ease, ease < 1 { return 2 * reach }
            return (4 * max(reach, holeReach)).rounded(.up) + 4
        }
        let (w, h) = (side(key.horizontal, x), side(key.vertical, y))
        func path(_ rect: Rect, _ r: Double) -> Path {
            // A circular corner does not depend on the others.
            let isContinuous = key.horizontal != nil
            func radius(_ quadrant: UInt8) -> Double { isContinuous || key.quadrant == quadrant ? r : 0 }
            return Path.roundedRect(
                rect,
                CornerShape(
                    topLeft: radius(0), topRight: radius(1), bottomRight: radius(2), bottomLeft: radius(3),
                    isContinuous: isContinuous))
        }
        let rect = Rect(from: .zero, to: Point(key.isLeft ? w : -w, key.isTop ? h : -h))
        return Outline(
            key: key, path: path(rect, r), hole: key.hole.map { path(rect.outset(-inset, -inset), $0.radius) },
            reach: Point(max(x, holeReach), max(y, holeReach)))
    }

    private func draw(_ key: Key, at: Int, _ rasterizer: CoverageRasterizer) -> CornerMask {
        let outline = outline(key, at: at)
        let one = Double(CoverageGrid.one)
        let vertex = Point(Double(key.x) / one, Double(key.y) / one)
        let inner = Point(
            vertex.x + (key.isLeft ? outline.reach.x : -outline.reach.x),
            vertex.y + (key.isTop ? outline.reach.y : -outline.reach.y))
        let span = PixelRect(covering: Rect(from: vertex, to: inner))
        return unsafe CornerMask(key, span: span, isLeft: key.isLeft) { values in
            var sink = unsafe CornerSink(span, values)
            rasterizer.rasterize(
                outline.path, minus: outline.hole, .translation(vertex.x, vertex.y), rule: .nonZero, clip: span,
                into: &sink)
        }
    }
}

extension CornerMasks.Key {
    fileprivate var isLeft: Bool { quadrant == 0 || quadrant == 3 }
    fileprivate var isTop: Bool { quadrant < 2 }
}

/// Stores coverage in memory, in rows without padding.
@safe private struct CornerSink: CoverageSink {
    let span: PixelRect
    private let values: UnsafeMutablePointer<UInt8>

    init(_ span: PixelRect, _ values: UnsafeMutablePointer<UInt8>) {
        self.span = span
        unsafe self.values = unsafe values
    }

    @inline(__always)
    private func pointer(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt8> {
        unsafe values + (Int(y &- span.y0) &* Int(span.width) &+ Int(x &- span.x0))
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        unsafe pointer(x0, y).update(repeating: coverage, count: Int(x1 &- x0))
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values row: UnsafePointer<UInt8>) {
        unsafe pointer(x0, y).update(from: row, count: Int(x1 &- x0))
    }
}
