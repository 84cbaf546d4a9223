public import Geometry
import Glibc

/// How to draw a layer's shadow, depending on its caster and on the map from its points to pixels.
///
/// - Rounded bounds under a map that keeps axes and scales evenly: in closed form, without a blur.
/// - Anything else under a map that keeps the Gaussian's axes parallel to those of the pixels: its alpha is blurred in
///   device space. (A Gaussian is isotropic, so a rotation alone changes nothing.)
/// - Under other maps: blurred on a rotated plane (`TurnedShadow`).
public struct ShadowPlan: Sendable {
    /// The shape that casts a shadow.
    public enum Caster: Sendable {
        /// Rounded bounds, in points; the radii must fit.
        case bounds(Rect, CornerShape)
        /// A path in points, filled by `nonZero`: `shadowPath`.
        case path(Path)
        /// The alpha of the layer's picture, in device space.
        case picture
    }

    private enum Way: Sendable {
        case closed(Rect, CornerShape, sigma: Double)
        case blurred(BlurredShadow)
        case turned(TurnedShadow)
    }

    private let caster: Caster
    private let map: Affine
    private let way: Way

    /// `map` maps points to pixels; `offset` and `sigma` are in points.
    public init(_ caster: Caster, map: Affine, offset: Point, sigma: Double) {
        self.caster = caster
        self.map = map
        let move = Point(map.a * offset.x + map.c * offset.y, map.b * offset.x + map.d * offset.y)
        let (scaleX, scaleY) = (hypot(map.a, map.c), hypot(map.b, map.d))
        let isAlike = abs(scaleX - scaleY) <= 1e-9 * max(scaleX, scaleY)
        if case .bounds(let rect, let corners) = caster, map.keepsAxes, isAlike {
            let box = map.boundingBox(rect)
            way = .closed(
                Rect(box.x + move.x, box.y + move.y, box.width, box.height),
                corners.turned(by: map).scaled(by: scaleX), sigma: sigma * scaleX)
        } else if map.keepsGaussianUpright {
            way = .blurred(
                BlurredShadow(
                    offset: caster.isPicture ? move : .zero, sigmaX: sigma * scaleX, sigmaY: sigma * scaleY))
        } else {
            way = .turned(
                TurnedShadow(
                    map, offset: caster.isPicture ? move : .zero, sigma: sigma, isPicture: caster.isPicture))
        }
        moved = Affine.translation(move.x, move.y).concat(map)
    }

    /// For a path: the exact offset, so that nothing is resampled.
    private let moved: Affine

    /// True when the shadow needs no blur.
    public var isClosedForm: Bool { if case .closed = way { true } else { false } }

    /// True when the blur is computed on a rotated plane.
    public var isTurned: Bool { if case .turned = way { true } else { false } }

    /// The pixels that the shadow may cover. `picture` is the area of the layer's picture, used only for that caster.
    public func pixels(picture: PixelRect = .empty) -> PixelRect {
        let cast: PixelRect
        switch caster {
        case .bounds(let rect, _): cast = PixelRect(covering: moved.boundingBox(rect))
        case .path(let path): cast = PathOutline.bounds(path, moved)
        case .picture: cast = picture
        }
        switch way {
        case .closed(let rect, _, let sigma): return Canvas.shadowPixels(of: rect, sigma: sigma)
        case .blurred(let shadow): return shadow.output(of: cast)
        case .turned(let shadow): return shadow.output(of: cast)
        }
    }

    /// The part of the layer's picture that the shadow in `window` depends on; empty for other casters.
    public func input(for window: PixelRect) -> PixelRect {
        guard caster.isPicture else { return .empty }
        switch way {
        case .closed: return .empty
        case .blurred(let shadow): return shadow.input(for: window)
        case .turned(let shadow): return shadow.input(for: window)
        }
    }

    /// Draws the shadow. `picture` must contain all pixels of `input(for: canvas.bounds)` that are not transparent; it
    /// is used only for that caster.
    ///
    /// Nothing is painted inside `covered`. Throws when there is no memory for a blur; nothing is painted then.
    public func draw(
        on canvas: borrowing Canvas, _ color: PremultipliedColor, picture: (bitmap: Bitmap, at: PixelPoint)? = nil,
        except covered: borrowing Region = Region()
    ) throws(BitmapError) {
        let picture = caster.isPicture ? picture : nil
        if case .closed(let rect, let corners, let sigma) = way {
            return canvas.drawShadow(of: rect, corners, sigma: sigma, color, except: covered)
        }
        var reached = PixelRect.empty
        if let picture {
            reached = PixelRect(picture.at, width: picture.bitmap.width, height: picture.bitmap.height)
        }
        let window = canvas.bounds.intersection(pixels(picture: reached))
        guard !window.isEmpty, color.alpha > 0 else { return }
        let corner = PixelPoint(window.x0, window.y0)
        let mask: Bitmap
        switch way {
        case .closed: return
        case .blurred(let shadow):
            mask = try Bitmap(width: Int(window.width), height: Int(window.height), format: .alpha)
            if let picture {
                try shadow.apply(picture.bitmap, at: picture.at, into: mask, at: corner)
            } else if let cast = try cast(moved, in: shadow.input(for: window), canvas.tools) {
                try shadow.apply(cast.bitmap, at: cast.at, into: mask, at: corner)
            }
        case .turned(let shadow):
            mask = try shadow.mask(in: window) { part throws(BitmapError) in
                if let picture { return try shadow.cast(picture.bitmap, at: picture.at, in: part) }
                return try cast(shadow.toPlane.concat(moved), in: part, canvas.tools)
            }
        }
        canvas.fill(PlacedMask(mask, at: corner), color, except: covered)
    }

    /// The caster's coverage under `map`, limited to `part`.
    private func cast(_ map: Affine, in part: PixelRect, _ tools: CanvasTools) throws(BitmapError) -> PlacedMask? {
        let path: Path
        switch caster {
        case .bounds(let rect, let corners): path = .roundedRect(rect, corners)
        case .path(let given): path = given
        case .picture: return nil
        }
        let box = part.intersection(PathOutline.bounds(path, map))
        guard !box.isEmpty else { return nil }
        return PlacedMask(try tools.mask(of: path, map, rule: .nonZero, in: box), at: PixelPoint(box.x0, box.y0))
    }
}

extension ShadowPlan.Caster {
    var isPicture: Bool { if case .picture = self { true } else { false } }
}

extension CornerShape {
    /// The corners rearranged by a map that keeps axes.
    func turned(by map: Affine) -> CornerShape {
        // Indexed by their direction from the center: (−1, −1), (1, −1), (1, 1), (−1, 1).
        var result = CornerShape.square
        result.isContinuous = isContinuous
        for (x, y, radius) in [(-1.0, -1.0, topLeft), (1, -1, topRight), (1, 1, bottomRight), (-1, 1, bottomLeft)] {
            let (u, v) = (map.a * x + map.c * y, map.b * x + map.d * y)
            switch (u < 0, v < 0) {
            case (true, true): result.topLeft = radius
            case (false, true): result.topRight = radius
            case (false, false): result.bottomRight = radius
            case (true, false): result.bottomLeft = radius
            }
        }
        return result
    }
}
