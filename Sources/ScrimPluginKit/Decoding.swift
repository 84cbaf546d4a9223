/// A picture format, decoded in a confined process: no file can be opened and no process created.
///
/// There is one instance for each file being read.
public protocol DecoderKind: AnyObject, ObjectKind {
    /// Loads needed files before the process is confined. Does nothing by default.
    static func prepare()
    /// True when the decoder can read a file that begins with these bytes (4096 of them, or all).
    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool
    /// Opens a file, whose bytes stay readable as long as the instance lives. Must not allocate memory for pixels.
    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure)
    /// The description of the file's picture; constant.
    var picture: Picture { get }
    /// Decodes a frame into `target`. Frames may be requested in any order.
    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure)
}

extension DecoderKind {
    /// A decoder has no properties.
    public static var schema: [Property] { [] }
    /// By default nothing is loaded.
    public static func prepare() {}
}

/// A picture's description: size, frames, density.
public struct Picture: Sendable {
    /// In pixels as shown; for a vector picture, the natural size, rounded up.
    public var width: Int
    /// Like `width`.
    public var height: Int
    /// Duration of each frame in seconds; one entry for a still picture.
    public var durations: [Double]
    /// Number of repetitions; 0 for ever.
    public var loopCount: Int
    /// True when it can be decoded at any size.
    public var isVector: Bool

    /// By default a still bitmap.
    public init(width: Int, height: Int, durations: [Double] = [0], loopCount: Int = 1, isVector: Bool = false) {
        (self.width, self.height) = (width, height)
        self.durations = durations
        self.loopCount = loopCount
        self.isVector = isVector
    }
}

/// The reason why a file cannot be decoded, worded to follow its name: "the file ends too soon".
public struct DecodingFailure: Error, Equatable, Sendable {
    /// One line.
    public var reason: String

    /// Creates a failure from one line of text.
    public init(_ reason: String) { self.reason = reason }

    /// The file ends before the picture does.
    public static let truncated = DecodingFailure("the file ends too soon")
    /// There is no memory for it.
    public static let noMemory = DecodingFailure("there is no memory to decode it")
}

/// The destination of a frame's pixels: rows of premultiplied words 0xAARRGGBB, initially zero.
@safe
public struct PixelTarget {
    /// The first row; aligned to four bytes.
    public let pixels: UnsafeMutableRawPointer
    /// The requested width of a vector picture, otherwise the picture's, in pixels.
    public let width: Int
    /// Like `width`.
    public let height: Int
    /// Bytes per row: a multiple of 4, at least 4·width.
    public let stride: Int

    /// Memory of `stride * height` bytes.
    public init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int) {
        unsafe self.pixels = unsafe pixels
        (self.width, self.height, self.stride) = (width, height, stride)
    }

    /// The row `y`, 0 ≤ y < height.
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        unsafe (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
    }

    /// Converts a row of straight red, green, blue, alpha bytes to premultiplied pixels, in place.
    public func premultiply(row y: Int) {
        let row = unsafe row(y)
        for x in 0..<width {
            let p = unsafe UInt32(littleEndian: row[x])
            unsafe row[x] = premultiplied(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24)
        }
    }
}

/// The premultiplied word 0xAARRGGBB for straight channels, 0…255: each `round(c·a / 255)`.
@inlinable
public func premultiplied(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32) -> UInt32 {
    if alpha == 255 { return 0xFF00_0000 | red << 16 | green << 8 | blue }
    func by(_ c: UInt32) -> UInt32 { (c &* alpha &+ 127) / 255 }
    return alpha << 24 | by(red) << 16 | by(green) << 8 | by(blue)
}
