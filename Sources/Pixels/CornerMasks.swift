import Geometry

/// Coverage of the pixels about one rounded corner.
@safe final class CornerMask: CachedValue {
    let key: CornerMasks.Key
    /// Pixels from the one that holds the corner's vertex.
    let span: PixelRect
    private let values: UnsafeMutablePointer<UInt8>
    /// For each row the columns between those that are not covered, on the corner's side, and those that are in full, on
    /// the other.
    private let edges: UnsafeMutablePointer<Range<Int32>>
    var lastUse: UInt64 = 0

    init(_ key: CornerMasks.Key, span: PixelRect, values: [UInt8], isLeft: Bool) {
        self.key = key
        self.span = span
        let width = Int(span.width)
        let (first, last): (UInt8, UInt8) = isLeft ? (0, 255) : (255, 0)
        unsafe self.values = .allocate(capacity: span.area)
        unsafe edges = .allocate(capacity: Int(span.height))
        for i in 0..<span.area { unsafe (self.values + i).initialize(to: values[i]) }
        for y in 0..<Int(span.height) {
            let row = values[y * width..<(y + 1) * width]
            let from = row.firstIndex { $0 != first } ?? row.endIndex
            let to = row[from...].lastIndex { $0 != last }.map { $0 + 1 } ?? from
            unsafe (edges + y).initialize(to: Int32(from - row.startIndex)..<Int32(to - row.startIndex))
        }
    }

    deinit {
        unsafe values.deallocate()
        unsafe edges.deallocate()
    }

    /// Bytes that an entry takes, its administration included.
    var cost: Int { span.area + Int(span.height) * 8 + 280 }

    /// The mask with its vertex moved by whole pixels. It must not outlive the mask: nothing is counted, for loops.
    @safe struct Placed {
        let box: PixelRect
        private let values: UnsafePointer<UInt8>
        private let edges: UnsafePointer<Range<Int32>>

        init(_ mask: CornerMask, _ dx: Int32, _ dy: Int32) {
            box = mask.span.offset(dx, dy)
            unsafe values = UnsafePointer(mask.values)
            unsafe edges = UnsafePointer(mask.edges)
        }

        /// The columns of row `y`, from the box's first one, that are covered in part.
        @inline(__always)
        func edge(_ y: Int32) -> Range<Int32> { unsafe edges[Int(y &- box.y0)] }

        /// Gives the columns of row `y` that are in `columns`, from the box's first one, and in `clip`.
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

/// The corners drawn so far, by all that determines them; the longest unused go when a budget in bytes is exceeded.
///
/// A mask is always drawn with its vertex in the same pixel, so it is the same however often it is made anew.
final class CornerMasks {
    /// The same corner further inside.
    struct Hole: Hashable {
        /// From both sides, in units of 1/1024 pixel.
        let inset: Int32
        /// In pixels.
        let radius: Double
    }

    struct Key: Hashable {
        /// 0 top left, 1 top right, 2 bottom right, 3 bottom left.
        let quadrant: UInt8
        /// `Path.ease` of the sides above or below the corner, and left or right of it; nil for a circular corner.
        let horizontal: Double?
        let vertical: Double?
        /// Where in its pixel the vertex lies, in units of 1/1024 pixel.
        let x: Int16
        let y: Int16
        /// In pixels.
        let radius: Double
        /// The part of a border that is cut out again.
        var hole: Hole?
    }

    /// Corners that reach further are not kept: the outline of a shape is then small beside its area.
    static let maxReach = 192.0

    private var masks: BudgetCache<Key, CornerMask>
    /// The masks asked for last, of each quadrant, without and with a hole: neighbours are often alike.
    private var recent: InlineArray<8, CornerMask?> = InlineArray(repeating: nil)
    /// `evictions` when they were asked for.
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
        let mask = Self.draw(key, rasterizer)
        recent[at] = mask
        // That of a shape that moves by parts of pixels is not asked for again.
        if asked.isRepeated(key.hashValue) { masks.keep(mask, for: key) }
        return mask
    }

    private static func draw(_ key: Key, _ rasterizer: CoverageRasterizer) -> CornerMask {
        let r = key.radius
        let (x, y) = (r * Path.reach(key.horizontal), r * Path.reach(key.vertical))
        let one = Double(CoverageGrid.one)
        let vertex = Point(Double(key.x) / one, Double(key.y) / one)
        let toRight = key.quadrant == 0 || key.quadrant == 3
        let toBottom = key.quadrant < 2
        let inset = Double(key.hole?.inset ?? 0) / one
        let holeReach = key.hole.map { inset + $0.radius * Path.reach(key.horizontal) } ?? 0
        let (right, down) = (max(x, holeReach), max(y, holeReach))
        let inner = Point(vertex.x + (toRight ? right : -right), vertex.y + (toBottom ? down : -down))
        let span = PixelRect(covering: Rect(from: vertex, to: inner))
        // A side of the same ease; with room, so large that the other corners are outside the span.
        func side(_ ease: Double?, _ reach: Double) -> Double {
            if let ease, ease < 1 { return 2 * reach }
            return (4 * max(reach, holeReach)).rounded(.up) + 4
        }
        let (w, h) = (side(key.horizontal, x), side(key.vertical, y))
        let outer = Point(vertex.x + (toRight ? w : -w), vertex.y + (toBottom ? h : -h))
        func path(_ rect: Rect, _ r: Double) -> Path {
            // Of a circular corner the others are of no concern.
            let isContinuous = key.horizontal != nil
            func radius(_ quadrant: UInt8) -> Double { isContinuous || key.quadrant == quadrant ? r : 0 }
            return Path.roundedRect(
                rect,
                CornerShape(
                    topLeft: radius(0), topRight: radius(1), bottomRight: radius(2), bottomLeft: radius(3),
                    isContinuous: isContinuous))
        }
        let rect = Rect(from: vertex, to: outer)
        let hole = key.hole.map { path(rect.outset(-inset, -inset), $0.radius) }
        var sink = ArraySink(span)
        rasterizer.rasterize(path(rect, r), minus: hole, .identity, rule: .nonZero, clip: span, into: &sink)
        return CornerMask(key, span: span, values: sink.values, isLeft: toRight)
    }
}

/// Coverage in an array, rows without padding.
private struct ArraySink: CoverageSink {
    let span: PixelRect
    var values: [UInt8]

    init(_ span: PixelRect) {
        self.span = span
        values = Array(repeating: 0, count: span.area)
    }

    private func index(_ x: Int32, _ y: Int32) -> Int {
        Int(y - span.y0) * Int(span.width) + Int(x - span.x0)
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        for i in index(x0, y)..<index(x1, y) { values[i] = coverage }
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values row: UnsafePointer<UInt8>) {
        let first = index(x0, y)
        for i in 0..<Int(x1 - x0) { values[first + i] = unsafe row[i] }
    }
}
