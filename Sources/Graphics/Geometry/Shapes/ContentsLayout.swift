/// `contentsGravity`, in the order of its choices. "Top" is the upper edge on screen.
public enum ContentsGravity: UInt8, Sendable, CaseIterable {
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    case resize, resizeAspect, resizeAspectFill

    public var resizes: Bool { rawValue >= ContentsGravity.resize.rawValue }
}

/// A part of a picture and its destination in the layer.
public struct ContentsPiece: Equatable, Sendable {
    /// In pixels of the picture; may extend beyond it, where the edge pixels repeat.
    public var source: Rect
    /// In points.
    public var destination: Rect

    public init(source: Rect, destination: Rect) {
        self.source = source
        self.destination = destination
    }
}

/// The placement of a layer's contents: one piece, or up to nine adjacent ones (`contentsCenter`).
public struct ContentsLayout: Equatable, Sendable {
    /// Row by row from the top; together they fill `destination`.
    public var pieces: [ContentsPiece]
    /// In points; may extend beyond the bounds.
    public var destination: Rect

    /// A layout of one piece.
    public init(source: Rect, destination: Rect) {
        pieces = [ContentsPiece(source: source, destination: destination)]
        self.destination = destination
    }

    /// - Parameters:
    ///   - size: the picture's size, in pixels.
    ///   - rect: `contentsRect`, in units of the picture.
    ///   - center: `contentsCenter`, the part that stretches, in units of `rect`; clamped to it.
    ///   - gravity: the position of a picture that does not fill the bounds.
    ///   - scale: `contentsScale`, pixels of the picture per point.
    ///   - bounds: the layer's bounds, in points.
    ///
    /// There are no pieces if the picture or the bounds are empty, or a number is not finite.
    public init(
        size: Size, rect: Rect = Rect(0, 0, 1, 1), center: Rect = Rect(0, 0, 1, 1), gravity: ContentsGravity = .resize,
        scale: Double = 1, bounds: Rect
    ) {
        let source = Rect(rect.x * size.width, rect.y * size.height, rect.width * size.width, rect.height * size.height)
        let scale = scale > 0 && scale.isFinite ? scale : 1
        pieces = []
        destination = .zero
        let numbers = [
            source.x, source.y, source.width, source.height, bounds.x, bounds.y, bounds.width, bounds.height,
        ]
        guard !source.isEmpty, !bounds.isEmpty, numbers.allSatisfy(\.isFinite) else { return }
        destination = Self.destination(Size(source.width / scale, source.height / scale), gravity, bounds)
        let whole = ContentsPiece(source: source, destination: destination)
        guard gravity.resizes, center != Rect(0, 0, 1, 1) else {
            pieces = [whole]
            return
        }
        let columns = Self.split(
            source.x, source.width, center.minX, center.maxX, scale, destination.x, destination.width)
        let rows = Self.split(
            source.y, source.height, center.minY, center.maxY, scale, destination.y, destination.height)
        for row in rows {
            for column in columns {
                pieces.append(
                    ContentsPiece(
                        source: Rect(column.from, row.from, column.length, row.length),
                        destination: Rect(column.to, row.to, column.size, row.size)))
            }
        }
    }

    /// Adapts the layout to a picture with `x` and `y` times as many pixels.
    public mutating func scaleSources(by x: Double, _ y: Double) {
        for at in pieces.indices {
            let s = pieces[at].source
            pieces[at].source = Rect(s.x * x, s.y * y, s.width * x, s.height * y)
        }
    }

    /// Calls `body` with the rectangles of the layer, in points, that show pixels of `rect`. `reach` is the radius of
    /// the sampling filter, in pixels of the picture.
    public func forEachPlace(of rect: Rect, size: Size, reach: Double, _ body: (Rect) -> Void) {
        // The edge pixels repeat without end, so a rectangle that touches an edge extends to infinity.
        let far = 1e9
        let x0 = rect.minX <= 0 ? -far : rect.minX - reach
        let y0 = rect.minY <= 0 ? -far : rect.minY - reach
        let x1 = rect.maxX >= size.width ? far : rect.maxX + reach
        let y1 = rect.maxY >= size.height ? far : rect.maxY + reach
        for piece in pieces {
            let (s, d) = (piece.source, piece.destination)
            // The edge pixels of a piece repeat as well; they are whole pixels.
            let left = x0 <= s.minX + 1 ? s.minX : x0
            let top = y0 <= s.minY + 1 ? s.minY : y0
            let right = x1 >= s.maxX - 1 ? s.maxX : x1
            let bottom = y1 >= s.maxY - 1 ? s.maxY : y1
            guard max(left, s.minX) < min(right, s.maxX), max(top, s.minY) < min(bottom, s.maxY) else { continue }
            let (kx, ky) = (d.width / s.width, d.height / s.height)
            let (a, b) = (max(left, s.minX), max(top, s.minY))
            body(
                Rect(
                    d.x + (a - s.x) * kx, d.y + (b - s.y) * ky, (min(right, s.maxX) - a) * kx,
                    (min(bottom, s.maxY) - b) * ky))
        }
    }

    private static func destination(_ size: Size, _ gravity: ContentsGravity, _ bounds: Rect) -> Rect {
        var size = size
        let (x, y) = (bounds.width / size.width, bounds.height / size.height)
        switch gravity {
        case .resize: return bounds
        case .resizeAspect: size = Size(size.width * min(x, y), size.height * min(x, y))
        case .resizeAspectFill: size = Size(size.width * max(x, y), size.height * max(x, y))
        default: break
        }
        let (spareX, spareY) = (bounds.width - size.width, bounds.height - size.height)
        let across: Double
        let down: Double
        switch gravity {
        case .left, .topLeft, .bottomLeft: across = 0
        case .right, .topRight, .bottomRight: across = 1
        default: across = 0.5
        }
        switch gravity {
        case .top, .topLeft, .topRight: down = 0
        case .bottom, .bottomLeft, .bottomRight: down = 1
        default: down = 0.5
        }
        return Rect(bounds.x + spareX * across, bounds.y + spareY * down, size.width, size.height)
    }

    /// One of up to three stretches of an axis.
    private struct Span {
        var from: Double
        var length: Double
        var to: Double
        var size: Double
    }

    /// Splits an axis into three: the ends keep their size (or, without enough room, their proportion), the middle
    /// takes the rest.
    private static func split(
        _ from: Double, _ length: Double, _ low: Double, _ high: Double, _ scale: Double, _ to: Double, _ size: Double
    ) -> [Span] {
        func held(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
        var a = held(low) * length
        var b = max(held(high) * length, a)
        // An empty middle becomes one pixel, kept inside the shown part.
        if b - a < 1e-6 * length || b - a < 1e-3 {
            let pixel = min(max((from + a).rounded(.down), from), max(from, from + length - 1))
            (a, b) = (pixel - from, min(pixel - from + 1, length))
        }
        var first = a / scale
        var last = (length - b) / scale
        if first + last > size {
            let fit = size / (first + last)
            (first, last) = (first * fit, size - first * fit)
        }
        let cuts = [0, a, b, length]
        let positions = [to, to + first, to + size - last, to + size]
        var spans: [Span] = []
        for i in 0..<3 where cuts[i + 1] > cuts[i] && positions[i + 1] > positions[i] {
            spans.append(
                Span(
                    from: from + cuts[i], length: cuts[i + 1] - cuts[i], to: positions[i],
                    size: positions[i + 1] - positions[i])
            )
        }
        return spans
    }
}
