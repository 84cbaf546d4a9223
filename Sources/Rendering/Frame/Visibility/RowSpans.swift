import Geometry

/// The intersection of convex shapes, as a span in each row of pixels: the pixels whose centers are inside.
struct Rows {
    /// The rows under consideration, and their pixels.
    private(set) var box: PixelRect
    private var low: [Double]
    private var high: [Double]

    /// Starts with all of `box`.
    init(_ box: PixelRect) {
        self.box = box
        let count = max(0, Int(box.y1) - Int(box.y0))
        low = Array(repeating: Double(box.x0), count: count)
        high = Array(repeating: Double(box.x1), count: count)
    }

    /// Intersects with `other`.
    mutating func narrow(to other: PixelRect) {
        let fresh = box.intersection(other)
        guard !fresh.isEmpty else {
            self = Rows(.empty)
            return
        }
        low = Array(low[Int(fresh.y0 - box.y0)..<Int(fresh.y1 - box.y0)])
        high = Array(high[Int(fresh.y0 - box.y0)..<Int(fresh.y1 - box.y0)])
        box = fresh
    }

    /// Intersects with the layer's rounded bounds.
    mutating func narrow(to node: Node) {
        if node.world.keepsAxes, node.shape.isSquare {
            let rect = node.world.boundingBox(node.bounds)
            let (left, right) = (rect.x, rect.x + rect.width)
            for row in low.indices {
                let middle = Double(box.y0) + Double(row) + 0.5
                let isIn = middle >= rect.y && middle < rect.y + rect.height
                low[row] = isIn ? max(low[row], left) : .infinity
                high[row] = min(high[row], right)
            }
            return
        }
        var outline = Polyline()
        Path.roundedRect(node.bounds, node.shape).flatten(by: node.world, tolerance: 0.02, into: &outline)
        let points = outline.points
        var left = [Double](repeating: .infinity, count: low.count)
        var right = [Double](repeating: -.infinity, count: low.count)
        for at in points.indices {
            var (a, b) = (points[at], points[at + 1 == points.count ? 0 : at + 1])
            if a.y > b.y { swap(&a, &b) }
            // The rows whose centers are between the two ends.
            let first = Self.pixel(a.y, from: box.y0, to: box.y1)
            let last = Self.pixel(b.y, from: box.y0, to: box.y1)
            guard first < last else { continue }
            let slope = (b.x - a.x) / (b.y - a.y)
            for y in first..<last {
                let x = a.x + slope * (Double(y) + 0.5 - a.y)
                let row = Int(y - box.y0)
                (left[row], right[row]) = (min(left[row], x), max(right[row], x))
            }
        }
        for row in low.indices { (low[row], high[row]) = (max(low[row], left[row]), min(high[row], right[row])) }
    }

    /// The first pixel whose center is not above `edge`, clamped to a range.
    private static func pixel(_ edge: Double, from first: Int32, to last: Int32) -> Int32 {
        Int32(max(Double(first), min(Double(last), (edge - 0.5).rounded(.up))))
    }

    /// Appends the pixels whose centers are inside; equal rows are merged into one rectangle. Returns false, after
    /// `most` rectangles, when there are more.
    func append(to rects: inout [PixelRect], atMost most: Int) -> Bool {
        let first = rects.count
        for row in low.indices where low[row] < high[row] {
            let y = box.y0 + Int32(row)
            let piece = PixelRect(
                Self.pixel(low[row], from: box.x0, to: box.x1), y, Self.pixel(high[row], from: box.x0, to: box.x1),
                y + 1)
            if piece.isEmpty { continue }
            if rects.count > first, let last = rects.last, last.x0 == piece.x0, last.x1 == piece.x1, last.y1 == y {
                rects[rects.count - 1].y1 = y + 1
            } else {
                guard rects.count - first < most else { return false }
                rects.append(piece)
            }
        }
        return true
    }
}
