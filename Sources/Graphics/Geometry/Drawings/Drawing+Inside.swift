/// Hit testing of drawings.
extension Drawing {
    /// True when the point, in the layer's coordinates, is in a filled or stroked part of any colour; lines thinner
    /// than one point are hit as if they were one point wide.
    ///
    /// `bounds` and `corners` are the layer's shape, for gradients that fill it.
    public func contains(_ point: Point, bounds: Rect, corners: CornerShape) -> Bool {
        /// The point in the current coordinates; nil if the map is singular or the point is outside the clip.
        var here: Point? = point
        var isClipped = false
        var saved: [(here: Point?, isClipped: Bool)] = []
        for operation in operations {
            switch operation {
            case .save, .saveLayer: saved.append((here, isClipped))
            case .restore: (here, isClipped) = saved.popLast() ?? (point, false)
            case .concat(let map): here = here.flatMap { point in map.inverse.map { $0.apply(point) } }
            case .clip(let path, let rule):
                isClipped = true
                if let point = here, !paths[path].contains(point, rule) { here = nil }
            case .fill(let path, let rule, _), .gradient(let path?, let rule, _):
                if let here, paths[path].contains(here, rule) { return true }
            case .stroke(let path, let style, _):
                if let here, paths[path].isStroked(at: here, styles[style]) { return true }
            case .gradient(nil, _, _):
                // The layer's own shape is not affected by the current map.
                if here != nil, bounds.contains(point, rounded: corners) { return true }
            case .flood: if here != nil, isClipped || bounds.contains(point) { return true }
            // Text is hit by the bounds of its layer; operations without a shape are not hit.
            default: continue
            }
        }
        return false
    }
}

extension Path {
    fileprivate func isStroked(at point: Point, _ style: StrokeStyle) -> Bool {
        guard style.width > 0 else { return false }
        var style = style
        style.width = max(style.width, 1)
        guard strokeBounds(style).outset(0.05, 0.05).contains(point) else { return false }
        return stroked(style).contains(point)
    }
}
