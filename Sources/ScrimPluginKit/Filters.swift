public import ScrimPluginABI

/// A kind of filter, for `filters` and `backgroundFilters` by the kind's name: `filters=posterize(4)`.
///
/// The schema gives the function's arguments, in order: numbers, angles and integers, at most 128, then at most one colour. A
/// value of the type is made for each call and keeps nothing beyond it.
public protocol FilterKind: ObjectKind {
    /// Takes the arguments of one use.
    init(_ use: FilterUse) throws(PluginFailure)
    /// How many plain buffers of the same size can be filled in the time of a use, 1…255, for the budget of a frame. 3, as of a blur,
    /// unless the kind says otherwise.
    static var weight: UInt8 { get }
    /// How far a pixel's effect goes. On itself only, unless the kind says otherwise.
    var reach: Reach { get }
    /// Fills all of `target`, which is transparent and apart from `source`. A pixel depends on nothing but the source
    /// within reach of it, which is transparent beyond its rectangle, and not on the rectangles.
    func apply(_ source: PixelImage, to target: PixelImage) throws(PluginFailure)
}

extension FilterKind {
    /// As of a blur.
    public static var weight: UInt8 { 3 }
    /// A pixel has an effect on itself only.
    public var reach: Reach { Reach(left: 0, top: 0, right: 0, bottom: 0) }
}

/// A filter that makes of each pixel another one, and looks at nothing else.
public protocol ColorFilterKind: FilterKind {
    /// The filtered colour of a pixel; both premultiplied, 0xAARRGGBB. Called for transparent ones too.
    func color(_ pixel: UInt32) -> UInt32
}

extension ColorFilterKind {
    /// Each pixel by itself.
    @inlinable
    public func apply(_ source: PixelImage, to target: PixelImage) {
        for y in target.rect.y0..<target.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 { target[x, y] = color(source[x, y]) }
        }
    }
}

/// How far a pixel's effect goes, in pixels, 0…32000 each.
public typealias Reach = scrim_reach

/// One use of a filter: its arguments, and where it is used. Valid during the call.
@safe
public struct FilterUse {
    private let raw: UnsafePointer<scrim_filter_use>

    init(_ raw: UnsafePointer<scrim_filter_use>) { unsafe self.raw = unsafe raw }

    /// An argument by its index in the schema, in its range; an angle in radians.
    public func number(_ argument: some RawRepresentable<Int>) -> Double {
        guard unsafe 0..<Int(raw.pointee.number_count) ~= argument.rawValue else { return 0 }
        return unsafe raw.pointee.numbers?[argument.rawValue] ?? 0
    }

    /// The colour, when the schema ends with one; none is transparent black.
    public var color: Color { unsafe Color(rgba: raw.pointee.rgba) }

    /// Brings points to pixels.
    public var map: Affine { unsafe raw.pointee.map }

    /// Pixels to a point, across and down, for arguments that are lengths.
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
    /// Where the pixels lie. The same coordinates mean the same pixel of the picture in every call.
    public let rect: PixelRect

    init?(_ raw: UnsafePointer<scrim_image>) {
        guard let pixels = unsafe raw.pointee.argb else { return nil }
        unsafe self.pixels = unsafe pixels
        stride = unsafe Int(raw.pointee.stride)
        rect = unsafe raw.pointee.rect
    }

    /// The pixel at a point; transparent beyond the rectangle, where nothing can be put.
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

    /// The pixels of the row `y`, y0 ≤ y < y1, from x0 on.
    @inlinable
    public func row(_ y: Int32) -> UnsafeMutablePointer<UInt32> {
        unsafe (pixels + Int(y - rect.y0) * stride).assumingMemoryBound(to: UInt32.self)
    }
}
