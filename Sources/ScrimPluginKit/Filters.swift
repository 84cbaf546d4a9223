public import ScrimPluginABI

/// A kind of filter, used by its name in `filters` and `backgroundFilters`: `filters=posterize(4)`.
///
/// The schema gives the function's arguments, in order: numbers, angles and integers, at most 128, then at most one
/// colour. An instance is created for each call and keeps no state.
public protocol FilterKind: ObjectKind {
    /// Reads the arguments of one use.
    init(_ use: FilterUse) throws(PluginFailure)
    /// The cost of a use, as a multiple of filling a plain buffer of the same size, 1…255, for the budget of a frame. 3
    /// by default, like a blur.
    static var weight: UInt8 { get }
    /// The distance over which a pixel has an effect; by default only on itself.
    var reach: Reach { get }
    /// Fills all of `target`, which is transparent and does not overlap `source`. A pixel may depend only on the source
    /// within reach of it, which is transparent outside its rectangle, and not on the rectangles.
    func apply(_ source: PixelImage, to target: PixelImage) throws(PluginFailure)
}

extension FilterKind {
    /// Like a blur.
    public static var weight: UInt8 { 3 }
    /// A pixel affects only itself.
    public var reach: Reach { Reach(left: 0, top: 0, right: 0, bottom: 0) }
}

/// A filter that maps each pixel independently of the others.
public protocol ColorFilterKind: FilterKind {
    /// The filtered colour of a pixel; both premultiplied, 0xAARRGGBB. Also called for transparent pixels.
    func color(_ pixel: UInt32) -> UInt32
}

extension ColorFilterKind {
    /// Applies `color` to each pixel.
    @inlinable
    public func apply(_ source: PixelImage, to target: PixelImage) {
        for y in target.rect.y0..<target.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 { target[x, y] = color(source[x, y]) }
        }
    }
}

/// The distance over which a pixel has an effect, in pixels, 0…32000 each.
public typealias Reach = scrim_reach

/// One use of a filter: its arguments and its map. Valid during the call.
@safe
public struct FilterUse {
    private let raw: UnsafePointer<scrim_filter_use>

    init(_ raw: UnsafePointer<scrim_filter_use>) { unsafe self.raw = unsafe raw }

    /// An argument by its index in the schema, clamped to its range; angles are in radians.
    public func number(_ argument: some RawRepresentable<Int>) -> Double {
        guard unsafe 0..<Int(raw.pointee.number_count) ~= argument.rawValue else { return 0 }
        return unsafe raw.pointee.numbers?[argument.rawValue] ?? 0
    }

    /// The colour, if the schema ends with one; "none" is transparent black.
    public var color: Color { unsafe Color(rgba: raw.pointee.rgba) }

    /// Maps points to pixels.
    public var map: Affine { unsafe raw.pointee.map }

    /// Pixels per point, horizontally and vertically, for arguments that are lengths.
    public var scale: (x: Double, y: Double) {
        let map = map
        return ((map.a * map.a + map.c * map.c).squareRoot(), (map.b * map.b + map.d * map.d).squareRoot())
    }
}

/// Pixels in memory: premultiplied words 0xAARRGGBB. Valid during the call.
@safe @frozen
public struct PixelImage {
    @usableFromInline let pixels: UnsafeMutableRawPointer
    @usableFromInline let stride: Int
    /// The position of the pixels. The same coordinates mean the same pixel of the picture in every call.
    public let rect: PixelRect

    init?(_ raw: UnsafePointer<scrim_image>) {
        guard let pixels = unsafe raw.pointee.argb else { return nil }
        unsafe self.pixels = unsafe pixels
        stride = unsafe Int(raw.pointee.stride)
        rect = unsafe raw.pointee.rect
    }

    /// The pixel at a point; transparent outside the rectangle, where writes are ignored.
    @inlinable
    public subscript(_ x: Int32, _ y: Int32) -> UInt32 {
        get {
            guard x >= rect.x0, x < rect.x1, y >= rect.y0, y < rect.y1 else { return 0 }
            return unsafe row(y)[Int(x - rect.x0)]
        }
        nonmutating set {
            guard x >= rect.x0, x < rect.x1, y >= rect.y0, y < rect.y1 else { return }
            unsafe row(y)[Int(x - rect.x0)] = newValue
        }
    }

    /// The pixels of the row `y`, y0 ≤ y < y1, starting at x0.
    @inlinable
    public func row(_ y: Int32) -> UnsafeMutablePointer<UInt32> {
        unsafe (pixels + Int(y - rect.y0) * stride).assumingMemoryBound(to: UInt32.self)
    }
}
