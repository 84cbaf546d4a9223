import CPixman
public import Geometry
import RowLoops

/// An alpha bitmap and the position of its first pixel in device space; outside of it the coverage is 0.
public struct PlacedMask {
    public let bitmap: Bitmap
    public let at: PixelPoint

    public init(_ bitmap: Bitmap, at: PixelPoint) {
        precondition(bitmap.format == .alpha)
        self.bitmap = bitmap
        self.at = at
    }

    var pixels: PixelRect { PixelRect(at, width: bitmap.width, height: bitmap.height) }
}

extension Canvas {
    /// Composites `source`, with its first pixel at `at` in device space, without scaling.
    ///
    /// `opacity` (0…255) and `mask` multiply the source. `shape` interpolates between backdrop and result, pixel by
    /// pixel: `lerp(backdrop, mode(source, backdrop), shape)`. Modes that change the backdrop under transparent source
    /// pixels (`BlendMode.isBounded` is false) are limited to the shape, or without one to the source's rectangle.
    /// `source` must be an argb bitmap, and no bitmap may be the target.
    public func composite(
        _ source: Bitmap, at: PixelPoint, opacity: UInt8 = 255, mask: PlacedMask? = nil, shape: PlacedMask? = nil,
        _ mode: BlendMode = .normal
    ) {
        precondition(source.format == .argb && source !== target)
        let sourceBox = PixelRect(at, width: source.width, height: source.height)
        var area = bounds
        if let shape { area = area.intersection(shape.pixels) }
        if mode.isBounded || shape == nil { area = area.intersection(sourceBox) }
        if mode.isBounded, let mask { area = area.intersection(mask.pixels) }
        if area.isEmpty { return }
        if mode.isBounded, opacity == 0 { return }
        tools.pixelsComposited += area.area
        if mode == .normal, shape == nil { return overlay(source, at: at, opacity, mask, area) }
        let image = PixmanImage(source)
        guard opacity < 255, let mask else {
            if opacity == 255 { return step(image, at, mask: mask, shape: shape, mode, area) }
            let constant = PixmanImage(solid: UInt32(opacity) << 24)
            return step(image, at, solidMask: constant, shape: shape, mode, area)
        }
        // pixman takes only one mask, so mask · opacity is computed band by band.
        Self.bands(area) { band in
            let product = tools.bitmap(.mask, width: Int(band.width), height: Int(band.height))
            let to = PixmanImage(product)
            let from = PixmanImage(mask.bitmap)
            let constant = PixmanImage(solid: UInt32(opacity) << 24)
            unsafe pixman_image_composite32(
                PIXMAN_OP_SRC, from.raw, constant.raw, to.raw, band.x0 - mask.at.x, band.y0 - mask.at.y, 0, 0, 0, 0,
                band.width, band.height)
            let placed = PlacedMask(product, at: PixelPoint(band.x0, band.y0))
            step(image, at, mask: placed, shape: shape, mode, band)
        }
    }

    /// Multiplies the target by a mask; pixels outside the mask become transparent.
    public func multiplyAlpha(_ mask: PlacedMask) {
        let image = PixmanImage(mask.bitmap)
        let target = PixmanImage(target)
        each(bounds) { part in
            unsafe pixman_image_composite32(
                PIXMAN_OP_IN_REVERSE, image.raw, nil, target.raw, part.x0 - mask.at.x, part.y0 - mask.at.y, 0, 0,
                part.x0 - origin.x, part.y0 - origin.y, part.width, part.height)
        }
    }

    /// Composites in mode `normal` with the vectorized loops.
    private func overlay(_ source: Bitmap, at: PixelPoint, _ opacity: UInt8, _ mask: PlacedMask?, _ area: PixelRect) {
        each(area) { part in
            let count = Int(part.width)
            for y in part.y0..<part.y1 {
                let row = unsafe source.row(Int(y - at.y)).assumingMemoryBound(to: UInt32.self)
                let from = unsafe UnsafePointer(row + Int(part.x0 - at.x))
                let to = unsafe pixels(part.x0, y)
                if let mask {
                    let line = unsafe mask.bitmap.row(Int(y - mask.at.y)).assumingMemoryBound(to: UInt8.self)
                    let coverage = unsafe UnsafePointer(line + Int(part.x0 - mask.at.x))
                    unsafe scrim_row_layer_covered(to, from, coverage, count, UInt32(opacity))
                } else {
                    unsafe scrim_row_layer(to, from, count, UInt32(opacity))
                }
            }
        }
    }

    // MARK: Steps

    func step(
        _ source: borrowing PixmanImage, _ at: PixelPoint?, mask: PlacedMask?, shape: PlacedMask?, _ mode: BlendMode,
        _ area: PixelRect
    ) {
        if let mask {
            let image = PixmanImage(mask.bitmap)
            unsafe paint(Layer(source: source.raw, at: at, mask: image.raw, maskAt: mask.at), shape, mode, area)
        } else {
            unsafe paint(Layer(source: source.raw, at: at, mask: nil, maskAt: .zero), shape, mode, area)
        }
    }

    private func step(
        _ source: borrowing PixmanImage, _ at: PixelPoint?, solidMask: borrowing PixmanImage, shape: PlacedMask?,
        _ mode: BlendMode, _ area: PixelRect
    ) {
        unsafe paint(Layer(source: source.raw, at: at, mask: solidMask.raw, maskAt: .zero), shape, mode, area)
    }

    /// A source and its mask during one call; `at` is nil for a colour.
    @unsafe private struct Layer {
        let source: OpaquePointer
        let at: PixelPoint?
        let mask: OpaquePointer?
        let maskAt: PixelPoint

        func composite(
            _ op: pixman_op_t, to: OpaquePointer, at x: Int32, _ y: Int32, _ part: PixelRect, isMasked: Bool = true
        ) {
            let at = unsafe self.at ?? PixelPoint(part.x0, part.y0)
            let maskAt = unsafe self.maskAt
            unsafe pixman_image_composite32(
                op, source, isMasked ? mask : nil, to, part.x0 - at.x, part.y0 - at.y, part.x0 - maskAt.x,
                part.y0 - maskAt.y, x, y,
                part.width, part.height)
        }

        /// The mask within `part`, in scratch memory; nil without one.
        func coverage(_ part: PixelRect, _ tools: CanvasTools) -> Bitmap? {
            guard let mask = unsafe mask else { return nil }
            let bitmap = tools.bitmap(.coverage, width: Int(part.width), height: Int(part.height))
            let image = PixmanImage(bitmap)
            let maskAt = unsafe self.maskAt
            unsafe pixman_image_composite32(
                PIXMAN_OP_SRC, mask, nil, image.raw, part.x0 - maskAt.x, part.y0 - maskAt.y, 0, 0, 0, 0, part.width,
                part.height)
            return bitmap
        }
    }

    private func paint(_ layer: Layer, _ shape: PlacedMask?, _ mode: BlendMode, _ area: PixelRect) {
        let image = PixmanImage(target)
        each(area) { part in
            if let loop = mode.rowLoop, shape == nil {
                Self.bands(part) { unsafe blendInPlace(layer, loop, $0) }
            } else if let op = mode.pixman, shape == nil {
                unsafe layer.composite(op, to: image.raw, at: part.x0 - origin.x, part.y0 - origin.y, part)
            } else {
                Self.bands(part) { unsafe inSteps(layer, shape, mode, $0, image.raw) }
            }
        }
    }

    /// Blends in two steps, for modes that pixman lacks and for shapes: the masked source goes into one scratch bitmap,
    /// the result into another.
    private func inSteps(
        _ layer: Layer, _ shape: PlacedMask?, _ mode: BlendMode, _ part: PixelRect, _ target: OpaquePointer
    ) {
        let (w, h) = (Int(part.width), Int(part.height))
        let (x, y) = (part.x0 - origin.x, part.y0 - origin.y)
        let result = tools.bitmap(.result, width: w, height: h)
        let resultImage = PixmanImage(result)
        if let op = mode.pixman {
            unsafe pixman_image_composite32(
                PIXMAN_OP_SRC, target, nil, resultImage.raw, x, y, 0, 0, 0, 0, part.width, part.height)
            unsafe layer.composite(op, to: resultImage.raw, at: 0, 0, part)
        } else {
            unsafe blendRows(layer, mode, part, into: result)
        }
        guard let shape else {
            unsafe pixman_image_composite32(
                PIXMAN_OP_SRC, resultImage.raw, nil, target, 0, 0, 0, 0, x, y, part.width, part.height)
            return
        }
        for row in 0..<h {
            let line = unsafe shape.bitmap.row(Int(part.y0 - shape.at.y) + row) + Int(part.x0 - shape.at.x)
            unsafe scrim_row_choose(
                pixels(part.x0, part.y0 + Int32(row)), result.row(row).assumingMemoryBound(to: UInt32.self),
                line.assumingMemoryBound(to: UInt8.self), w)
        }
    }

    /// Renders the masked source into scratch memory, then blends it into the target with a vectorized loop.
    private func blendInPlace(_ layer: Layer, _ loop: Int32, _ part: PixelRect) {
        let (w, h) = (Int(part.width), Int(part.height))
        let source = tools.bitmap(.source, width: w, height: h)
        let image = PixmanImage(source)
        unsafe layer.composite(PIXMAN_OP_SRC, to: image.raw, at: 0, 0, part)
        for row in 0..<h {
            let from = unsafe UnsafePointer(source.row(row).assumingMemoryBound(to: UInt32.self))
            unsafe scrim_row_blend(pixels(part.x0, part.y0 + Int32(row)), from, w, loop)
        }
    }

    /// Computes `result = mode(layer, backdrop)` with the loops of this module.
    private func blendRows(_ layer: Layer, _ mode: BlendMode, _ part: PixelRect, into result: Bitmap) {
        let (w, h) = (Int(part.width), Int(part.height))
        let source = tools.bitmap(.source, width: w, height: h)
        let sourceImage = PixmanImage(source)
        // Rounding after multiplying by the mask would change the source's hue, so the mask is applied separately.
        let mask = unsafe mode.isNonseparable ? layer.coverage(part, tools) : nil
        unsafe layer.composite(PIXMAN_OP_SRC, to: sourceImage.raw, at: 0, 0, part, isMasked: mask == nil)
        for row in 0..<h {
            let from = unsafe UnsafePointer(source.row(row).assumingMemoryBound(to: UInt32.self))
            let to = unsafe result.row(row).assumingMemoryBound(to: UInt32.self)
            let backdrop = unsafe UnsafePointer(pixels(part.x0, part.y0 + Int32(row)))
            if mode.isNonseparable {
                let coverage = unsafe mask.map { unsafe UnsafePointer($0.row(row).assumingMemoryBound(to: UInt8.self)) }
                unsafe NonseparableBlend.blend(mode, from, coverage: coverage, backdrop, into: to, w)
            } else {
                unsafe BlendRow.blend(mode, from, backdrop, into: to, w)
            }
        }
    }

    private func pixels(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt32> {
        unsafe target.row(Int(y - origin.y)).assumingMemoryBound(to: UInt32.self) + Int(x - origin.x)
    }
}
