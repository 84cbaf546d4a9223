public import Geometry

extension Canvas {
    /// Maximum size of recorded shapes, in pixels.
    fileprivate enum RecordLimit { static let area = 1 << 22 }

    /// Fills the path identified by `key`; `path` creates it when it is needed.
    ///
    /// The path is positioned at its fraction of a pixel and moved by whole pixels, whether its coverage was cached or
    /// not, so moving it by whole pixels gives the same pixels, moved.
    public func fill(
        _ key: ShapeKey, _ transform: Affine, rule: FillRule = .nonZero, _ color: PremultipliedColor,
        _ mode: BlendMode = .normal, path: () -> Path
    ) {
        if color.alpha == 0, mode.isBounded { return }
        let limit = Double(PixelRect.limit)
        guard abs(transform.tx) < limit, abs(transform.ty) < limit else {
            return fill(path(), transform, rule: rule, color, mode)
        }
        let move = PixelPoint(Int32(transform.tx.rounded(.down)), Int32(transform.ty.rounded(.down)))
        var map = transform
        map.tx -= Double(move.x)
        map.ty -= Double(move.y)
        let cached = ShapeCache.Key(shape: key, rule: rule, map: map)
        if let record = tools.shapes.record(cached) {
            return paint(RecordedShape(record: record, move: move), color, mode)
        }
        let shape = PathShape(path: path(), transform: map, rule: rule)
        let box = shape.pixels
        let seen = box.offset(move.x, move.y).intersection(bounds)
        if seen.isEmpty { return }
        // Shapes that are mostly invisible or drawn once are not worth caching; a map with NaN would never be found
        // again.
        let fits =
            cached == cached && box.area <= RecordLimit.area && box.area <= 4 * seen.area
            && box.width <= CoverageRecord.sideLimit
            && box.height <= CoverageRecord.sideLimit
        guard fits, tools.shapes.isRepeated(cached) else {
            return paint(MovedShape(shape: shape, move: move, box: box), color, mode)
        }
        let record = CoverageRecord(shape, box: box, tools)
        tools.shapes.keep(record, cached)
        paint(RecordedShape(record: record, move: move), color, mode)
    }
}
