public import Geometry
import RowLoops

/// Paints on a bitmap in device coordinates, limited to a clip.
///
/// A canvas lives for one paint job; bitmaps, tools and threads outlive it. A pixel's result does not depend on the
/// clip, so repainting a part gives the same bytes as repainting everything. Solid shapes are painted directly from
/// runs of coverage; bitmaps and most blend modes go through pixman.
@safe public struct Canvas: ~Copyable {
    public let target: Bitmap
    /// The position of the target's first pixel in device space.
    public let origin: PixelPoint
    /// The pixels that may be painted, in device space, inside the target.
    public let clip: Region
    /// The clip's bounding box, or the part selected by `narrow(to:)`.
    public private(set) var bounds: PixelRect
    let tools: CanvasTools
    let isOneRect: Bool

    /// Paints on `target`, whose first pixel is at `origin`, within `clip` (device pixels). The target must be argb.
    public init(
        _ target: Bitmap, origin: PixelPoint = .zero, clip: consuming Region, tools: CanvasTools
    ) {
        precondition(target.format == .argb, "a canvas paints colours")
        clip.formIntersection(PixelRect(origin, width: target.width, height: target.height))
        bounds = clip.extents
        isOneRect = clip.rectCount == 1
        self.clip = clip
        self.target = target
        self.origin = origin
        self.tools = tools
    }

    /// Paints on all of `target`.
    public init(_ target: Bitmap, origin: PixelPoint = .zero, tools: CanvasTools) {
        self.init(
            target, origin: origin, clip: Region(PixelRect(origin, width: target.width, height: target.height)),
            tools: tools)
    }

    /// Restricts painting to `rect` (device pixels) inside the clip.
    public mutating func narrow(to rect: PixelRect) { bounds = clip.extents.intersection(rect) }

    // MARK: Solid shapes

    /// Makes the pixels transparent.
    public func clear(_ rect: PixelRect) {
        each(rect) { part in
            for y in part.y0..<part.y1 {
                let row = unsafe target.row(Int(y - origin.y)).assumingMemoryBound(to: UInt32.self)
                unsafe scrim_row_fill(row + Int(part.x0 - origin.x), Int(part.width), 0)
            }
        }
    }

    /// Fills whole pixels.
    public func fill(_ rect: PixelRect, _ color: PremultipliedColor, _ mode: BlendMode = .normal) {
        paint(PixelBlock(pixels: rect), color, mode)
    }

    /// Fills a rectangle parallel to the pixel grid, at any fractional position; the coverage at its edges is exact.
    public func fill(_ rect: Rect, _ color: PremultipliedColor, _ mode: BlendMode = .normal) {
        if let shape = EdgeRect(rect) { paint(shape, color, mode) }
    }

    public func fill(
        _ path: Path, _ transform: Affine, rule: FillRule = .nonZero, _ color: PremultipliedColor,
        _ mode: BlendMode = .normal
    ) {
        paint(PathShape(path: path, transform: transform, rule: rule), color, mode)
    }

    /// Fills a rounded rectangle; `rect` and `corners` are in device pixels.
    public func fillRoundedRect(
        _ rect: Rect, _ corners: CornerShape, _ color: PremultipliedColor, _ mode: BlendMode = .normal
    ) {
        if corners.isSquare {
            fill(rect, color, mode)
        } else if let shape = RoundedRect(rect, corners) {
            paint(shape, color, mode)
        }
    }

    /// Fills the border of a rounded rectangle, inside its edge; `rect`, `corners` and `width` are in device pixels. If
    /// nothing is left inside, the whole rectangle is filled.
    public func fillRing(
        _ rect: Rect, _ corners: CornerShape, width: Double, _ color: PremultipliedColor, _ mode: BlendMode = .normal
    ) {
        if let shape = RoundedRing(rect, corners, width: width) {
            paint(shape, color, mode)
        } else if width > 0 {
            fillRoundedRect(rect, corners, color, mode)
        }
    }

    /// Fills the area between two outlines: a border.
    public func fillRing(
        outer: Path, inner: Path, _ transform: Affine, _ color: PremultipliedColor, _ mode: BlendMode = .normal
    ) {
        paint(PathShape(path: outer, minus: inner, transform: transform, rule: .nonZero), color, mode)
    }

    func paint<Shape: CoverageShape>(_ shape: Shape, _ color: PremultipliedColor, _ mode: BlendMode) {
        let box = bounds.intersection(shape.pixels)
        if box.isEmpty { return }
        guard mode == .normal else { return blend(shape, color, mode, box) }
        if color.alpha == 0 { return }
        tools.pixelsFilled += box.area
        var sink = SolidSink(target, origin: origin, color)
        if isOneRect {
            shape.cover(clip: box, with: tools, into: &sink)
        } else {
            var parts = RegionSink(clip, sink)
            shape.cover(clip: box, with: tools, into: &parts)
        }
    }

    /// Fills with a blend mode, band by band through a mask. Modes that change the backdrop under transparent pixels
    /// are limited to the shape, not to its box.
    private func blend<Shape: CoverageShape>(
        _ shape: Shape, _ color: PremultipliedColor, _ mode: BlendMode, _ box: PixelRect
    ) {
        let source = PixmanImage(solid: color.pixel)
        Self.bands(box) { band in
            let bitmap = tools.bitmap(.mask, width: Int(band.width), height: Int(band.height))
            bitmap.clear()
            tools.cover(shape, band, bitmap)
            let mask = PlacedMask(bitmap, at: PixelPoint(band.x0, band.y0))
            if mode.isBounded {
                step(source, nil, mask: mask, shape: nil, mode, band)
            } else {
                step(source, nil, mask: nil, shape: mask, mode, band)
            }
        }
    }

    // MARK: Parts

    /// Calls `body` with the clip's rectangles within `rect`.
    func each(_ rect: PixelRect, _ body: (PixelRect) -> Void) {
        if isOneRect {
            let part = bounds.intersection(rect)
            if !part.isEmpty { body(part) }
            return
        }
        clip.forEach { box in
            let part = box.intersection(rect).intersection(bounds)
            if !part.isEmpty { body(part) }
        }
    }

    /// Splits `rect` into bands of limited area.
    static func bands(_ rect: PixelRect, _ body: (PixelRect) -> Void) {
        if rect.isEmpty { return }
        let rows = Int32(max(1, CanvasTools.bandArea / Int(rect.width)))
        var y = rect.y0
        while y < rect.y1 {
            body(PixelRect(rect.x0, y, rect.x1, min(y + rows, rect.y1)))
            y += rows
        }
    }
}
