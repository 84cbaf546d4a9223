public import Geometry
import Glibc

/// A filter that somebody else brings: a plugin's.
public protocol PixelFilter: AnyObject {
    /// How far a pixel's effect goes, in pixels: left, up, right, down. 0…`PixelRect.limit` each.
    var reach: FilterReach { get }
    /// How many plain buffers of the same size can be filled in the time of it.
    var weight: Int { get }
    /// Fills all of `target`, whose first pixel is at `to`, from `source` at `at`: argb both. A pixel's result depends on
    /// nothing but the source within reach of it, which beyond the source is transparent.
    func apply(_ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint)
}

/// How far an effect goes in each direction, in pixels.
public struct FilterReach: Equatable, Sendable {
    /// Left, up, right, down.
    private let sides: SIMD4<Int16>

    public init(left: Int32 = 0, top: Int32 = 0, right: Int32 = 0, bottom: Int32 = 0) {
        // `PixelRect.limit` fits.
        func held(_ v: Int32) -> Int16 { Int16(min(max(v, 0), PixelRect.limit)) }
        sides = SIMD4(held(left), held(top), held(right), held(bottom))
    }

    public var left: Int32 { Int32(sides[0]) }
    public var top: Int32 { Int32(sides[1]) }
    public var right: Int32 { Int32(sides[2]) }
    public var bottom: Int32 { Int32(sides[3]) }

    public static let zero = FilterReach()

    /// The pixels that those in `r` have an effect on.
    public func output(of r: PixelRect) -> PixelRect {
        if r.isEmpty { return r }
        let limit = PixelRect.limit
        return PixelRect(
            max(r.x0 - left, -limit), max(r.y0 - top, -limit), min(r.x1 + right, limit), min(r.y1 + bottom, limit))
    }

    /// The pixels that have an effect in `r`.
    public func input(for r: PixelRect) -> PixelRect {
        FilterReach(left: right, top: bottom, right: left, bottom: top).output(of: r)
    }
}

/// The filters of a layer, ready for a map from points to pixels.
public struct FilterChain {
    enum Stage {
        /// Changes of colours, one after another.
        case colors([ColorMatrix])
        case blur(GaussianBlur)
        case turnedBlur(TurnedBlur)
        case turnedShadow(TurnedShadow, PremultipliedColor)
        case shadow(BlurredShadow, PremultipliedColor)
        case custom(any PixelFilter)
    }

    private var stages: [Stage] = []
    /// How many plain buffers of the same size can be filled in the time of all of them.
    public private(set) var weight = 0
    /// That of a blur, and of whatever says nothing else.
    public static let usualWeight = 3
    /// That of a blur or shadow that is turned or skewed.
    static let turnedWeight = 12

    /// `map` brings points to pixels; lengths go by its linear part. `plugin` gives the filter for a function that is no CSS one;
    /// without one the function does nothing.
    public init(
        _ functions: [FilterFunction], map: Affine = .identity,
        plugin: (FilterFunction) -> (any PixelFilter)? = { _ in nil }
    ) {
        let (scaleX, scaleY) = (hypot(map.a, map.c), hypot(map.b, map.d))
        for function in functions {
            func argument(_ i: Int) -> Double { i < function.arguments.count ? function.arguments[i] : 0 }
            var weight = Self.usualWeight
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

    /// True when the picture stays as it is.
    public var isEmpty: Bool { stages.isEmpty }

    /// Where a change in `rect` may be seen: damage grows by this.
    public func output(of rect: PixelRect) -> PixelRect { stages.reduce(rect) { $1.output(of: $0) } }

    /// The pixels that those of `window` are made from.
    public func input(for window: PixelRect) -> PixelRect { stages.reversed().reduce(window) { $1.input(for: $0) } }

    /// How far a pixel's effect goes.
    public var reach: FilterReach {
        let pixel = PixelRect(0, 0, 1, 1)
        let out = output(of: pixel)
        return FilterReach(left: -out.x0, top: -out.y0, right: out.x1 - 1, bottom: out.y1 - 1)
    }

    /// Fills all of `target`, whose first pixel is at `to`, with the filtered picture.
    ///
    /// `source`, its first pixel at `at`, has to hold all that is not transparent of `input(for:)` of the target's rectangle.
    /// With extended edges, for the backdrop of a layer, there is no beyond: the source's edge goes on, as far as blurs are
    /// concerned. Both are argb and not the same. Throws when there is no memory for the steps between; the target is then
    /// as it was.
    public func apply(
        _ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint,
        edges: GaussianBlur.Edges = .transparent
    ) throws(BitmapError) {
        precondition(source !== target && source.format == .argb && target.format == .argb)
        let window = PixelRect(to, width: target.width, height: target.height)
        // What each stage has to give, and where it can give anything.
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
    /// On a turned plane, how far is a matter of where: rounding, by less than that.
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

    /// `target` is clear.
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
    /// Paints a color beneath the picture, through an alpha bitmap of the same size.
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

    /// Copies the pixels that both cover, pixel on pixel in device space. Both of the same format.
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
