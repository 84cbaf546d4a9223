package import Geometry

/// The pixels to repaint, as few rectangles that do not overlap.
///
/// Rectangles are added one at a time: covered ones are dropped, close ones are joined when that adds few pixels,
/// overlapping ones are cut, and above `limit` the cheapest join is made. The cost per rectangle is bounded by `limit`.
package struct Damage: Sendable {
    package static let limit = 24
    /// Maximum number of pixels that joining two rectangles may add; an eighth of both is always allowed.
    static let cheapWaste = 1024

    package private(set) var rects: [PixelRect] = []
    private var open: [PixelRect] = []

    package init() {}

    package var isEmpty: Bool { rects.isEmpty }
    package var area: Int { rects.reduce(0) { $0 + $1.area } }

    /// True when one of the rectangles contains all of `rect`, so adding it changes nothing.
    func contains(_ rect: PixelRect) -> Bool {
        for at in rects.indices where rects[at].contains(rect) { return true }
        return false
    }

    /// True when the rectangles together contain all of `rect`, so adding it adds no pixel.
    func covers(_ rect: PixelRect) -> Bool {
        var rest = rect.area
        for at in rects.indices { rest -= rects[at].intersection(rect).area }
        return rest <= 0
    }

    package mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

    package mutating func add(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        open.append(rect)
        while let next = open.popLast() { insert(next) }
    }

    /// Joins all rectangles into one if they nearly fill it: each is planned and painted separately, and layers across
    /// their edges are painted twice.
    package mutating func joinIfDense() {
        guard rects.count > 4 else { return }
        let box = rects.reduce(rects[0]) { $0.union($1) }
        if box.area - area <= box.area / 16 { rects = [box] }
    }

    /// Terminates: cutting makes pending rectangles smaller, and every join removes one of `rects` and leaves no
    /// overlap.
    private mutating func insert(_ rect: PixelRect) {
        var rect = rect
        var at = 0
        while at < rects.count {
            let other = rects[at]
            if other.contains(rect) { return }
            let joined = rect.union(other)
            if rect.contains(other) || (isCheap(joined, rect, other) && isFree(joined, but: at)) {
                take(at)
                rect = joined
                at = 0
            } else {
                at += 1
            }
        }
        if let at = rects.firstIndex(where: { $0.intersects(rect) }) {
            if rects.count + open.count < Self.limit {
                rect.forEachPiece(outside: rects[at]) { open.append($0) }
            } else {
                absorb(rect)
            }
        } else if rects.count < Self.limit {
            rects.append(rect)
        } else {
            joinCheapest(rect)
        }
    }

    private func isCheap(_ joined: PixelRect, _ a: PixelRect, _ b: PixelRect) -> Bool {
        let waste = joined.area - a.area - b.area + a.intersection(b).area
        return waste <= max(Self.cheapWaste, (a.area + b.area) / 8)
    }

    private func isFree(_ rect: PixelRect, but except: Int) -> Bool {
        for at in rects.indices where at != except && rects[at].intersects(rect) { return false }
        return true
    }

    private mutating func take(_ at: Int) {
        rects.swapAt(at, rects.count - 1)
        rects.removeLast()
    }

    private mutating func joinCheapest(_ rect: PixelRect) {
        var best = 0
        var least = Int.max
        for at in rects.indices {
            let waste = rect.union(rects[at]).area - rects[at].area
            if waste < least { (best, least) = (at, waste) }
        }
        let joined = rect.union(rects[best])
        take(best)
        absorb(joined)
    }

    /// Adds a rectangle joined with all that it overlaps.
    private mutating func absorb(_ rect: PixelRect) {
        var rect = rect
        while let at = rects.firstIndex(where: { $0.intersects(rect) }) {
            rect = rect.union(rects[at])
            take(at)
        }
        rects.append(rect)
    }
}

extension PixelRect {
    /// Calls `body` with at most four rectangles that make up the part of this one outside `other`.
    @inline(__always)
    func forEachPiece(outside other: PixelRect, _ body: (PixelRect) -> Void) {
        let common = intersection(other)
        if common.isEmpty { return body(self) }
        if y0 < common.y0 { body(PixelRect(x0, y0, x1, common.y0)) }
        if x0 < common.x0 { body(PixelRect(x0, common.y0, common.x0, common.y1)) }
        if common.x1 < x1 { body(PixelRect(common.x1, common.y0, x1, common.y1)) }
        if common.y1 < y1 { body(PixelRect(x0, common.y1, x1, y1)) }
    }
}
