public import Geometry
import Glibc

/// A filter provided by a plugin.
public protocol PixelFilter: AnyObject {
    /// The distance over which a pixel has an effect: left, up, right, down, 0…`PixelRect.limit` pixels each.
    var reach: FilterReach { get }
    /// The cost, as a multiple of filling a plain buffer of the same size.
    var weight: Int { get }
    /// Fills all of `target`, whose first pixel is at `to`, from `source` at `at`; both are argb. A pixel's result may
    /// depend only on the source within reach of it; outside, the source is transparent.
    func apply(_ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint)
}

/// The filters of a layer, prepared for a map from points to pixels.
public struct FilterChain {
    enum Stage {
        /// Colour matrices, applied in order.
        case colors([ColorMatrix])
        case blur(GaussianBlur)
        case turnedBlur(TurnedBlur)
        case turnedShadow(TurnedShadow, PremultipliedColor)
        case shadow(BlurredShadow, PremultipliedColor)
        case custom(any PixelFilter)
    }

    private var stages: [Stage] = []
    /// The cost of all filters, as a multiple of filling a plain buffer of the same size.
    public private(set) var weight = 0
    /// The weight of a blur or shadow that is rotated or skewed.
    static let turnedWeight = 12

    /// `map` maps points to pixels; lengths are scaled by its linear part. `plugin` returns the filter for a function
    /// that is not a CSS one; if it returns nil, the function has no effect.
    public init(
        _ functions: [FilterFunction], map: Affine = .identity,
        plugin: (FilterFunction) -> (any PixelFilter)? = { _ in nil }
    ) {
        let (scaleX, scaleY) = (hypot(map.a, map.c), hypot(map.b, map.d))
        for function in functions {
            func argument(_ i: Int) -> Double { i < function.arguments.count ? function.arguments[i] : 0 }
            var weight = FilterFunction.usualWeight
            defer { self.weight += weight }
            switch function.kind {
            case .blur where !map.keepsGaussianUpright && argument(0) > 0:
                weight = Self.turnedWeight
                stages.append(.turnedBlur(TurnedBlur(map, sigma: argument(0))))
            case .blur:
                let blur = GaussianBlur(sigmaX: argument(0) * scaleX, sigmaY: argument(0) * scaleY)
                if !blur.isIdentity { stages.append(.blur(blur)) }
            case .dropShadow:
                let offset = Point(
                    map.a * argument(0) + map.c * argument(1), map.b * argument(0) + map.d * argument(1))
                let color = PremultipliedColor(function.color ?? .black)
                guard color.alpha > 0 else { continue }
                if !map.keepsGaussianUpright, argument(2) > 0 {
                    weight = Self.turnedWeight
                    let shadow = TurnedShadow(map, offset: offset, sigma: argument(2), isPicture: true)
                    stages.append(.turnedShadow(shadow, color))
                } else {
                    let shadow = BlurredShadow(
                        offset: offset, sigmaX: argument(2) * scaleX, sigmaY: argument(2) * scaleY)
                    stages.append(.shadow(shadow, color))
                }
            case .plugin:
                guard let filter = plugin(function) else { continue }
                weight = filter.weight
                stages.append(.custom(filter))
            default:
                guard let matrix = ColorMatrix(function) else { continue }
                if case .colors(let before)? = stages.last {
                    stages[stages.count - 1] = .colors(before + [matrix])
                } else {
                    stages.append(.colors([matrix]))
                }
            }
        }
    }

    /// True when the filters have no effect.
    public var isEmpty: Bool { stages.isEmpty }

    /// The pixels in which a change in `rect` may be visible; damage grows by this.
    public func output(of rect: PixelRect) -> PixelRect { stages.reduce(rect) { $1.output(of: $0) } }

    /// The source pixels that those of `window` depend on.
    public func input(for window: PixelRect) -> PixelRect { stages.reversed().reduce(window) { $1.input(for: $0) } }

    /// The distance over which a pixel has an effect.
    public var reach: FilterReach {
        let pixel = PixelRect(0, 0, 1, 1)
        let out = output(of: pixel)
        return FilterReach(left: -out.x0, top: -out.y0, right: out.x1 - 1, bottom: out.y1 - 1)
    }

    /// Fills all of `target`, whose first pixel is at `to`, with the filtered picture.
    ///
    /// `source`, with its first pixel at `at`, must contain all pixels of `input(for:)` of the target's rectangle that
    /// are not transparent. With extended edges, used for backdrops, blurs treat the source's edge pixels as repeated.
    /// Both are argb and different. Throws when there is no memory for intermediate steps; the target is then
    /// unchanged.
    public func apply(
        _ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint,
        edges: GaussianBlur.Edges = .transparent
    ) throws(BitmapError) {
        precondition(source !== target && source.format == .argb && target.format == .argb)
        let window = PixelRect(to, width: target.width, height: target.height)
        // The area required from each stage, limited to the area it can fill.
        var needed = [window]
        for stage in stages.reversed() { needed.append(stage.input(for: needed[needed.count - 1])) }
        var content = PixelRect(at, width: source.width, height: source.height)
        var picture = source
        var origin = at
        for (number, stage) in stages.enumerated() {
            if edges == .transparent { content = stage.output(of: content) }
            let part = needed[stages.count - 1 - number].intersection(content)
            guard !part.isEmpty else { return target.clear() }
            let next = try Bitmap(width: Int(part.width), height: Int(part.height))
            let nextOrigin = PixelPoint(part.x0, part.y0)
            try stage.apply(picture, origin, next, nextOrigin, edges)
            (picture, origin) = (next, nextOrigin)
        }
        let width = picture.width
        let isWhole = origin == to && width == target.width && picture.height == target.height
        if !isWhole { target.clear() }
        picture.copy(at: origin, into: target, at: to)
    }
}

extension FilterChain.Stage {
    /// On a rotated plane the reach varies slightly by position, due to rounding; this is an upper bound.
    private static let margin: Int32 = 3

    func output(of rect: PixelRect) -> PixelRect {
        switch self {
        case .colors: rect
        case .blur(let blur): blur.input(for: rect)
        case .turnedBlur(let blur): blur.output(of: rect).outset(Self.margin)
        case .shadow(let shadow, _): rect.union(shadow.output(of: rect))
        case .turnedShadow(let shadow, _): rect.union(shadow.output(of: rect).outset(Self.margin))
        case .custom(let filter): filter.reach.output(of: rect)
        }
    }

    func input(for window: PixelRect) -> PixelRect {
        switch self {
        case .colors: window
        case .blur(let blur): blur.input(for: window)
        case .turnedBlur(let blur): blur.input(for: window)
        case .shadow(let shadow, _): window.union(shadow.input(for: window))
        case .turnedShadow(let shadow, _): window.union(shadow.input(for: window))
        case .custom(let filter): filter.reach.input(for: window)
        }
    }

    /// `target` must be transparent.
    func apply(
        _ source: Bitmap, _ at: PixelPoint, _ target: Bitmap, _ to: PixelPoint, _ edges: GaussianBlur.Edges
    ) throws(BitmapError) {
        switch self {
        case .colors(let steps):
            source.copy(at: at, into: target, at: to)
            ColorMatrix.apply(steps, to: target)
        case .blur(let blur): blur.apply(source, at: at, into: target, at: to, edges: edges)
        case .turnedBlur(let blur): try blur.apply(source, at: at, into: target, at: to, edges: edges)
        case .custom(let filter): filter.apply(source, at: at, into: target, at: to)
        case .shadow(let shadow, let color):
            let mask = try Bitmap(width: target.width, height: target.height, format: .alpha)
            try shadow.apply(source, at: at, into: mask, at: to)
            source.copy(at: at, into: target, at: to)
            target.put(color, beneath: mask)
        case .turnedShadow(let shadow, let color):
            let window = PixelRect(to, width: target.width, height: target.height)
            let mask = try shadow.mask(in: window) { part throws(BitmapError) in
                try shadow.cast(source, at: at, in: part)
            }
            source.copy(at: at, into: target, at: to)
            target.put(color, beneath: mask)
        }
    }
}

extension Bitmap {
    /// Paints a color below the picture, through an alpha bitmap of the same size.
    fileprivate func put(_ color: PremultipliedColor, beneath mask: Bitmap) {
        for y in 0..<height {
            let row = unsafe row(y).assumingMemoryBound(to: UInt32.self)
            let alpha = unsafe mask.row(y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width {
                let shade = unsafe PremultipliedColor.scale(color.pixel, alpha[x])
                unsafe row[x] = unsafe PremultipliedColor.over(row[x], shade)
            }
        }
    }

    /// Copies the common pixels in device space. Both bitmaps have the same format.
    public func copy(at: PixelPoint, into target: Bitmap, at to: PixelPoint) {
        precondition(format == target.format)
        let mine = PixelRect(at, width: width, height: height)
        let part = mine.intersection(PixelRect(to, width: target.width, height: target.height))
        let size = format.bytesPerPixel
        for y in part.y0..<max(part.y0, part.y1) {
            let from = unsafe row(Int(y - at.y)) + Int(part.x0 - at.x) * size
            let output = unsafe target.row(Int(y - to.y)) + Int(part.x0 - to.x) * size
            unsafe memcpy(output, from, Int(part.width) * size)
        }
    }
}
