/// `contentsGravity`, in the order of its choices. Top is the upper edge as seen.
public enum ContentsGravity: UInt8, Sendable, CaseIterable {
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    case resize, resizeAspect, resizeAspectFill

    public var resizes: Bool { rawValue >= ContentsGravity.resize.rawValue }
}

/// A part of a picture and where it goes.
public struct ContentsPiece: Equatable, Sendable {
    /// In pixels of the picture; may reach beyond it, where the edge repeats.
    public var source: Rect
    /// In points.
    public var destination: Rect

    public init(source: Rect, destination: Rect) {
        self.source = source
        self.destination = destination
    }
}

/// Where a layer's contents go: one piece, or up to nine that abut.
public struct ContentsLayout: Equatable, Sendable {
    /// By rows from the top; together they fill `destination`.
    public var pieces: [ContentsPiece]
    /// In points; may reach beyond the bounds.
    public var destination: Rect

    /// One piece.
    public init(source: Rect, destination: Rect) {
        pieces = [ContentsPiece(source: source, destination: destination)]
        self.destination = destination
    }

    /// - Parameters:
    ///   - size: of the picture, in pixels.
    ///   - rect: `contentsRect`, in units of the picture.
    ///   - center: `contentsCenter`, in units of `rect`: the part that stretches; held to it.
    ///   - gravity: where the picture goes when it does not fill the bounds.
    ///   - scale: `contentsScale`, pixels of the picture to a point.
    ///   - bounds: of the layer, in points.
    ///
    /// Without an area to show or to fill, or with numbers that are not finite, there are no pieces.
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

    /// Goes over to a picture of another size: `x` and `y` times as many pixels.
    public mutating func scaleSources(by x: Double, _ y: Double) {
        for at in pieces.indices {
            let s = pieces[at].source
            pieces[at].source = Rect(s.x * x, s.y * y, s.width * x, s.height * y)
        }
    }

    /// Calls `body` with the parts of the layer, in points, that show pixels of `rect`. `reach`: how many pixels beyond its
    /// own a place of the layer may be mixed from.
    public func forEachPlace(of rect: Rect, size: Size, reach: Double, _ body: (Rect) -> Void) {
        // The edge repeats: what reaches it reaches on.
        let far = 1e9
        let x0 = rect.minX <= 0 ? -far : rect.minX - reach
        let y0 = rect.minY <= 0 ? -far : rect.minY - reach
        let x1 = rect.maxX >= size.width ? far : rect.maxX + reach
        let y1 = rect.maxY >= size.height ? far : rect.maxY + reach
        for piece in pieces {
            let (s, d) = (piece.source, piece.destination)
            // So does the edge of a piece, which takes whole pixels.
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

    /// An axis in three: the ends keep their size (or, where there is no room, their proportion), the middle takes the rest.
    private static func split(
        _ from: Double, _ length: Double, _ low: Double, _ high: Double, _ scale: Double, _ to: Double, _ size: Double
    ) -> [Span] {
        func held(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
        var a = held(low) * length
        var b = max(held(high) * length, a)
        // No side: the one pixel there, within what is shown.
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
