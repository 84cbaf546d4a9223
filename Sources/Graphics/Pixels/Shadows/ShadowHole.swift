import Geometry

/// The part of a shadow that will be hidden by an opaque layer and need not be drawn.
///
/// Two rectangles, like the opaque area of a rounded rectangle: one with the full width, one with the full height.
struct ShadowHole: Hashable {
    private var wide = PixelRect.empty
    private var tall = PixelRect.empty

    init() {}

    /// The hole for `covered` if that is one rectangle, or three stacked ones.
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

    /// The hole in the slices of a shadow whose pixels are `box`; empty if it does not cover the middle completely.
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

    /// The hidden columns of row `y`.
    func columns(_ y: Int32) -> Range<Int32> {
        if wide.y0 <= y, y < wide.y1 { return wide.x0..<wide.x1 }
        return tall.y0 <= y && y < tall.y1 ? tall.x0..<tall.x1 : 0..<0
    }
}
