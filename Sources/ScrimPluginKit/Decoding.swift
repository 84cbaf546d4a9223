/// A kind of picture file, read in a confined process: no file can be opened, no process made.
///
/// A value of the type is kept for each file that is being read.
public protocol DecoderKind: AnyObject, ObjectKind {
    /// Loads needed files before the process is confined. By default nothing.
    static func prepare()
    /// True when a file that begins with these bytes (4096 of them, or all) is this decoder's to read.
    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool
    /// Takes up a file, whose bytes stay readable as long as the value lives. Takes no memory for pixels yet.
    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure)
    /// Description of the file's picture; constant.
    var picture: Picture { get }
    /// Puts a frame into `target`. Frames may be asked for in any order.
    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure)
}

extension DecoderKind {
    /// A decoder has no properties.
    public static var schema: [Property] { [] }
    /// Nothing.
    public static func prepare() {}
}

/// A picture's description: size, frames, density.
public struct Picture: Sendable {
    /// In pixels as it is shown; of a vector picture, the natural size, rounded up.
    public var width: Int
    /// As `width`.
    public var height: Int
    /// How long each frame is shown, in seconds; one for a still picture.
    public var durations: [Double]
    /// How often the frames are played; 0: for ever.
    public var loopCount: Int
    /// Can be decoded at any size.
    public var isVector: Bool

    /// A still picture made of pixels, unless said otherwise.
    public init(width: Int, height: Int, durations: [Double] = [0], loopCount: Int = 1, isVector: Bool = false) {
        (self.width, self.height) = (width, height)
        self.durations = durations
        self.loopCount = loopCount
        self.isVector = isVector
    }
}

/// Why a file cannot be decoded, in words that follow its name: "the file ends too soon".
public struct DecodingFailure: Error, Equatable, Sendable {
    /// One line.
    public var reason: String

    /// From one line.
    public init(_ reason: String) { self.reason = reason }

    /// The file ends before the picture does.
    public static let truncated = DecodingFailure("the file ends too soon")
    /// There is no memory for it.
    public static let noMemory = DecodingFailure("there is no memory to decode it")
}

/// Where a frame's pixels go: rows of premultiplied words 0xAARRGGBB, zero at first.
@safe
public struct PixelTarget {
    /// The first row; aligned to four bytes.
    public let pixels: UnsafeMutableRawPointer
    /// The requested width of a vector picture, else the picture's, in pixels.
    public let width: Int
    /// As `width`.
    public let height: Int
    /// Bytes from row to row: a multiple of 4, at least 4·width.
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

    /// Turns a row of red, green, blue, alpha bytes with straight alpha, that stands where its pixels go, into them.
    public func premultiply(row y: Int) {
        let row = unsafe row(y)
        for x in 0..<width {
            let p = unsafe UInt32(littleEndian: row[x])
            unsafe row[x] = premultiplied(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24)
        }
    }
}

/// The word 0xAARRGGBB of straight channels, 0…255: each `round(c·a / 255)`.
@inlinable
public func premultiplied(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32) -> UInt32 {
    if alpha == 255 { return 0xFF00_0000 | red << 16 | green << 8 | blue }
    func by(_ c: UInt32) -> UInt32 { (c &* alpha &+ 127) / 255 }
    return alpha << 24 | by(red) << 16 | by(green) << 8 | by(blue)
}
