package import Geometry

/// The pixels that have to be painted again, as few rectangles that do not overlap.
///
/// Fed one rectangle at a time: a covered one adds nothing, near ones are joined when that adds few pixels,
/// overlapping ones are cut, and beyond `limit` the cheapest join is made. Cost per rectangle is bounded by `limit`.
package struct Damage: Sendable {
    package static let limit = 24
    /// Joining two rectangles may add this many pixels, or an eighth of both, to the painted area.
    static let cheapWaste = 1024

    package private(set) var rects: [PixelRect] = []
    private var open: [PixelRect] = []

    package init() {}

    package var isEmpty: Bool { rects.isEmpty }
    package var area: Int { rects.reduce(0) { $0 + $1.area } }

    /// True when one of the rectangles holds all of `rect`: adding it, or a part of it, changes nothing.
    func contains(_ rect: PixelRect) -> Bool {
        for at in rects.indices where rects[at].contains(rect) { return true }
        return false
    }

    /// True when the rectangles together hold all of `rect`: adding it would add no pixel.
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

    /// Becomes one rectangle when many nearly fill it: each is planned and painted for itself, and layers across sides, twice.
    package mutating func joinIfDense() {
        guard rects.count > 4 else { return }
        let box = rects.reduce(rects[0]) { $0.union($1) }
        if box.area - area <= box.area / 16 { rects = [box] }
    }

    /// Ends: cutting makes open rectangles smaller, and every join takes one of `rects` and overlaps no other afterwards.
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

    /// Adds a rectangle grown by all that it overlaps.
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
    /// Calls `body` with at most four rectangles that make up the part of this one outside of `other`.
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
