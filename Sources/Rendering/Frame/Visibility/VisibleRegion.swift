import Geometry

/// The exact part of a rectangle that layers in front leave visible, as rectangles that do not overlap.
///
/// For a few queries per frame; plans use `Occlusion`. At most `limit` rectangles; a layer that would need more hides
/// nothing, which is conservative.
struct VisibleRegion {
    static let limit = 40

    private var rects: [PixelRect] = []
    private var pieces: [PixelRect] = []
    /// True when the region would have needed more than `limit` rectangles and is larger than the visible part.
    private(set) var isCoarse = false

    var isEmpty: Bool { rects.isEmpty }

    /// Number of rectangles.
    var count: Int { rects.count }

    /// Number of remaining pixels.
    var area: Int {
        var sum = 0
        for at in rects.indices { sum += rects[at].area }
        return sum
    }

    /// The bounding box of the remaining pixels.
    var box: PixelRect {
        var box = PixelRect.empty
        for at in rects.indices { box = box.union(rects[at]) }
        return box
    }

    func forEach(_ body: (PixelRect) -> Void) {
        for at in rects.indices { body(rects[at]) }
    }

    mutating func reset(to rect: PixelRect) {
        rects.removeAll(keepingCapacity: true)
        isCoarse = false
        if !rect.isEmpty { rects.append(rect) }
    }

    /// Removes an opaque rectangle.
    mutating func subtract(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var at = 0
        while at < rects.count {
            let one = rects[at]
            guard one.intersects(rect) else {
                at += 1
                continue
            }
            if rect.contains(one) {
                rects.swapAt(at, rects.count - 1)
                rects.removeLast()
                continue
            }
            pieces.removeAll(keepingCapacity: true)
            one.forEachPiece(outside: rect) { pieces.append($0) }
            if pieces.count > 1, rects.count + pieces.count - 1 > Self.limit {
                isCoarse = true
                at += 1
                continue
            }
            rects[at] = pieces[0]
            if pieces.count > 1 { rects.append(contentsOf: pieces[1...]) }
            at += 1
        }
    }

    /// Removes the opaque area of a node.
    mutating func subtract(solidOf node: Node) {
        node.forEachSolid { subtract($0) }
    }
}
