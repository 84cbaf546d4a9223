import Geometry

/// What of a rectangle is still to be seen, while layers are looked at from the front to the back.
///
/// A stack of scopes in one array: a group's inside is a scope of its own, since what hides within the group hides nothing
/// outside of it. At most `limit` rectangles a scope; a layer that would cut it finer hides nothing, which is always right.
struct Uncovered {
    static let limit = 40

    private var rects: [PixelRect] = []
    private var starts: [Int] = []
    private var start = 0
    private var pieces: [PixelRect] = []

    var isEmpty: Bool { rects.count == start }

    /// Pixels in the innermost scope; its rectangles do not overlap.
    var area: Int {
        var sum = 0
        for at in start..<rects.count { sum += rects[at].area }
        return sum
    }

    func forEach(_ body: (PixelRect) -> Void) {
        for at in start..<rects.count { body(rects[at]) }
    }

    mutating func reset(to rect: PixelRect) {
        rects.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        start = 0
        if !rect.isEmpty { rects.append(rect) }
    }

    /// Begins a scope with what `rect` still shows.
    mutating func push(_ rect: PixelRect) {
        let end = rects.count
        starts.append(start)
        for at in start..<end {
            let common = rects[at].intersection(rect)
            if !common.isEmpty { rects.append(common) }
        }
        start = end
    }

    mutating func pop() {
        rects.removeLast(rects.count - start)
        start = starts.removeLast()
    }

    /// The box of what `rect` still shows.
    func visible(_ rect: PixelRect) -> PixelRect {
        var box = PixelRect.empty
        for at in start..<rects.count { box = box.union(rects[at].intersection(rect)) }
        return box
    }

    /// An opaque rectangle hides what is behind it.
    mutating func subtract(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var at = start
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
            if pieces.count > 1, rects.count - start + pieces.count - 1 > Self.limit {
                at += 1
                continue
            }
            rects[at] = pieces[0]
            if pieces.count > 1 { rects.append(contentsOf: pieces[1...]) }
            at += 1
        }
    }

    /// Subtracts what a node's background hides.
    mutating func subtract(solidOf node: Node) {
        let s = node.solid
        guard !s.isEmpty else { return }
        let i = node.solidInset
        if i == 0 { return subtract(s) }
        // Corners were taken from the unclipped bounds; a clipped solid is inset more than needed, never less.
        subtract(PixelRect(s.x0, s.y0 + i, s.x1, s.y1 - i))
        subtract(PixelRect(s.x0 + i, s.y0, s.x1 - i, s.y1))
    }
}
