extension Path {
    /// The outline of the path's stroke: closed polygons for the non-zero rule, at most `tolerance` points away from
    /// the exact outline.
    ///
    /// Width, dashes and miter limit are the style's. Trims (`start`, `end`: fractions of the total length) are applied
    /// first, and a trimmed closed subpath is open; dashes begin anew in each subpath. A subpath without length is a
    /// dot with round and square caps, a lone `move` is nothing (SVG 2). A width of 0 or NaN strokes nothing. For 0.05
    /// pixels of precision, pass 0.05 divided by the scale. The tolerance is at least 1e-6, coordinates are clamped to
    /// ±1e9, curves are divided as in `flatten`; a style that asks for more than 100,000 dashes is drawn solid.
    public func stroked(_ style: StrokeStyle, tolerance: Double = 0.05) -> Path {
        // Invisibly thin, and the square of the width must be above 0.
        guard style.width > 1e-9, !isEmpty else { return Path() }
        let start = max(0, style.start.isNaN ? 0 : style.start)
        let end = min(1, style.end.isNaN ? 1 : style.end)
        guard start < end else { return Path() }
        var stroker = Stroker(style, tolerance: tolerance)
        stroker.outline.points.reserveCapacity(4 * points.count + 16)
        let dashes = DashPattern(style.dash, phase: style.dashPhase)
        if start <= 0, end >= 1, dashes == nil {
            stroker.add(self)
        } else {
            var pieces = StrokePieces(PathMeasure(self), dashes)
            pieces.feed(&stroker, from: start, to: end)
        }
        return stroker.outline
    }
}

extension Stroker {
    /// Adds the whole path without dashes.
    fileprivate mutating func add(_ path: Path) {
        var i = 0
        for command in path.commands {
            switch command {
            case .move: begin(Limit.clamp(path.points[i]))
            case .line: line(to: Limit.clamp(path.points[i]))
            case .quad:
                curve(Cubic(quad: here, Limit.clamp(path.points[i]), Limit.clamp(path.points[i + 1])))
            case .cubic:
                curve(
                    Cubic(
                        here, Limit.clamp(path.points[i]), Limit.clamp(path.points[i + 1]),
                        Limit.clamp(path.points[i + 2])))
            case .close: close()
            }
            i += command.pointCount
        }
        finish()
    }
}
