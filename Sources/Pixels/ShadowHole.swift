import Geometry

/// The part of a shadow that an opaque layer is going to hide: nothing of it has to be drawn.
///
/// Two rectangles, as a rounded rectangle's opaque area has: all of its width, and all of its height.
struct ShadowHole: Hashable {
    private var wide = PixelRect.empty
    private var tall = PixelRect.empty

    init() {}

    /// The hole in `covered` when that is one rectangle, or three that stand on each other.
    init(_ covered: borrowing Region) {
        let extents = covered.extents
        var (x0, x1, end, isStack) = (extents.x0, extents.x1, extents.y0, true)
        covered.forEach { part in
            if part.y0 != end { isStack = false }
            end = part.y1
            (x0, x1) = (max(x0, part.x0), min(x1, part.x1))
            if part.width >= wide.width { wide = part }
        }
        guard isStack, x0 < x1 else {
            wide = .empty
            return
        }
        tall = PixelRect(x0, extents.y0, x1, extents.y1)
    }

    /// The hole in the slices of a shadow whose pixels are `box`, or none where it leaves something of the middle.
    func sliced(_ box: PixelRect, _ margin: Int32) -> ShadowHole {
        func sliced(_ rect: PixelRect) -> PixelRect {
            let (left, top) = (max(0, rect.x0 &- box.x0), max(0, rect.y0 &- box.y0))
            let (right, bottom) = (max(0, box.x1 &- rect.x1), max(0, box.y1 &- rect.y1))
            guard max(left, top, right, bottom) <= margin, !rect.isEmpty else { return .empty }
            let side = 2 &* margin &+ 1
            return PixelRect(left, top, side &- right, side &- bottom)
        }
        var hole = ShadowHole()
        (hole.wide, hole.tall) = (sliced(wide), sliced(tall))
        return hole
    }

    /// The columns of row `y` that are hidden.
    func columns(_ y: Int32) -> Range<Int32> {
        if wide.y0 <= y, y < wide.y1 { return wide.x0..<wide.x1 }
        return tall.y0 <= y && y < tall.y1 ? tall.x0..<tall.x1 : 0..<0
    }
}
