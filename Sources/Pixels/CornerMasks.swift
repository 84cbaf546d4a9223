import Geometry

/// Coverage of the pixels about one rounded corner.
final class CornerMask {
    /// Pixels from the one that holds the corner's vertex.
    let span: PixelRect
    let values: [UInt8]
    /// For each row the columns between those that are not covered, on the corner's side, and those that are in full, on
    /// the other.
    let edges: [Range<Int32>]
    var lastUse: UInt64 = 0

    init(span: PixelRect, values: [UInt8], isLeft: Bool) {
        self.span = span
        self.values = values
        let width = Int(span.width)
        let (first, last): (UInt8, UInt8) = isLeft ? (0, 255) : (255, 0)
        edges = (0..<Int(span.height)).map { y in
            let row = values[y * width..<(y + 1) * width]
            let from = row.firstIndex { $0 != first } ?? row.endIndex
            let to = row[from...].lastIndex { $0 != last }.map { $0 + 1 } ?? from
            return Int32(from - row.startIndex)..<Int32(to - row.startIndex)
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
        /// Of a border: what is cut out again.
        var hole: Hole?
    }

    /// Corners that reach further are not kept: the outline of a shape is then small beside its area.
    static let maxReach = 192.0

    private var masks: [Key: CornerMask] = [:]
    private var clock: UInt64 = 0
    private(set) var bytes = 0
    private(set) var hits = 0
    private(set) var misses = 0
    var budget: Int {
        didSet { shrink() }
    }

    init(budget: Int) {
        self.budget = budget
    }

    func mask(_ key: Key, _ rasterizer: CoverageRasterizer) -> CornerMask {
        clock += 1
        if let mask = masks[key] {
            hits += 1
            mask.lastUse = clock
            return mask
        }
        misses += 1
        let mask = Self.draw(key, rasterizer)
        mask.lastUse = clock
        masks[key] = mask
        bytes += Self.cost(mask)
        if bytes > budget { shrink() }
        return mask
    }

    /// What an entry takes, its administration included.
    private static func cost(_ mask: CornerMask) -> Int { mask.values.count + mask.edges.count * 8 + 280 }

    private func shrink() {
        guard bytes > budget else { return }
        // A quarter more than needed, so that the next few need no sorting.
        for (key, mask) in masks.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard bytes > budget / 4 * 3 else { break }
            bytes -= Self.cost(mask)
            masks[key] = nil
        }
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
            Path.roundedRect(
                rect,
                CornerShape(
                    topLeft: r, topRight: r, bottomRight: r, bottomLeft: r, isContinuous: key.horizontal != nil))
        }
        let rect = Rect(from: vertex, to: outer)
        let hole = key.hole.map { path(rect.outset(-inset, -inset), $0.radius) }
        var sink = ArraySink(span)
        rasterizer.rasterize(path(rect, r), minus: hole, .identity, rule: .nonZero, clip: span, into: &sink)
        return CornerMask(span: span, values: sink.values, isLeft: toRight)
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
