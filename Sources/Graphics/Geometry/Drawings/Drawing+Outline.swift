/// The shape of a drawing as one path.
extension Drawing {
    /// Maximum number of points in an outline.
    public static let mostOutlinePoints = 100_000

    /// The outlines of glyphs, filled paths and strokes in one path, in the layer's coordinates; fill it with the
    /// non-zero rule. Pictures, clips and floods are ignored. Nil when it would have more than `mostOutlinePoints`
    /// points.
    public var outline: Path? {
        var path = Path()
        var map = Affine.identity
        var saved: [Affine] = []
        func isFull() -> Bool { path.points.count > Self.mostOutlinePoints }
        for operation in operations {
            switch operation {
            case .save, .saveLayer: saved.append(map)
            case .restore: map = saved.popLast() ?? map
            case .concat(let inner): map = map.concat(inner)
            case .fill(let at, _, _), .gradient(let at?, _, _): path.append(paths[at].transformed(by: map))
            case .stroke(let at, let style, _):
                // The outline of a stroke has many times the points of its path.
                guard paths[at].points.count <= Self.mostOutlinePoints / 10 else { return nil }
                path.append(paths[at].stroked(styles[style]).transformed(by: map))
            case .glyphs(let run, _):
                for placed in runs[run].glyphs {
                    let em = runs[run].em
                    let inner = Affine(em, 0, 0, em, placed.at.x, placed.at.y)
                    path.append(glyphs[Int(placed.glyph)].outline.transformed(by: map.concat(inner)))
                    if isFull() { return nil }
                }
            case .clip, .alpha, .blend, .shadow, .flood, .sprites, .gradient(nil, _, _): continue
            }
            if isFull() { return nil }
        }
        return path
    }
}
