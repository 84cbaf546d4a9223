import CPixman
public import Geometry
import Glibc

/// The memory layout of pixels.
public enum PixelFormat: UInt8, Sendable {
    /// 32 bits per pixel in native byte order, alpha in the highest byte, premultiplied (Wayland's argb8888).
    case argb
    /// Eight bits of coverage or alpha per pixel.
    case alpha

    public var bytesPerPixel: Int { self == .argb ? 4 : 1 }
}

public enum BitmapError: Error, Equatable {
    /// A side is outside 1…32,000.
    case invalidSize(width: Int, height: Int)
    /// More bytes than `Bitmap.maxBytes`, or not enough memory.
    case tooLarge(bytes: Int)
    /// The stride of a borrowed buffer is too short or not a multiple of four bytes, or its address is not aligned to
    /// four.
    case invalidStride(Int)
}

/// A rectangle of pixels in memory, owned or borrowed.
///
/// Holds only bytes: pixman's image structs are created where pixman is called, because they are cheap (about 0.1 µs)
/// and, unlike the bytes, must not be shared between threads.
@safe public final class Bitmap {
    public static let maxSide = Int(PixelRect.limit)
    /// 1 GiB: half the range that pixman can address in one image.
    public static let maxBytes = 1 << 30

    public let width: Int
    public let height: Int
    /// Bytes from one row to the next.
    public let stride: Int
    public let format: PixelFormat
    let base: UnsafeMutableRawPointer
    private let release: () -> Void

    /// Allocates transparent pixels. Rows begin at multiples of 16 bytes.
    public init(width: Int, height: Int, format: PixelFormat = .argb) throws(BitmapError) {
        guard 1...Self.maxSide ~= width, 1...Self.maxSide ~= height else {
            throw .invalidSize(width: width, height: height)
        }
        let stride = (width * format.bytesPerPixel + 15) & ~15
        let bytes = stride * height
        guard bytes <= Self.maxBytes, let memory = unsafe calloc(1, bytes + 63) else { throw .tooLarge(bytes: bytes) }
        self.width = width
        self.height = height
        self.stride = stride
        self.format = format
        unsafe base = memory.alignedUp(toMultipleOf: 64)
        release = { unsafe free(memory) }
    }

    /// Wraps borrowed pixels; `release` is called when the bitmap is deallocated.
    ///
    /// Until then, `base` must be readable and writable for `stride * height` bytes.
    public init(
        borrowing base: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat,
        release: @escaping () -> Void = {}
    ) throws(BitmapError) {
        guard 1...Self.maxSide ~= width, 1...Self.maxSide ~= height else {
            throw .invalidSize(width: width, height: height)
        }
        guard stride >= width * format.bytesPerPixel, stride % 4 == 0, Int(bitPattern: base) % 4 == 0 else {
            throw .invalidStride(stride)
        }
        let (bytes, overflow) = stride.multipliedReportingOverflow(by: height)
        guard !overflow, bytes <= Self.maxBytes else { throw .tooLarge(bytes: overflow ? .max : bytes) }
        self.width = width
        self.height = height
        self.stride = stride
        self.format = format
        unsafe self.base = unsafe base
        self.release = release
    }

    deinit {
        release()
    }

    public var byteCount: Int { stride * height }

    public var bounds: PixelRect { PixelRect(0, 0, Int32(width), Int32(height)) }

    /// Sets every byte to 0: transparent.
    public func clear() {
        unsafe memset(base, 0, byteCount)
    }

    /// As `clear()`, for the first rows.
    func clear(rows: Int) {
        unsafe memset(base, 0, min(rows, height) * stride)
    }

    /// The pixel as 0xAARRGGBB; for an alpha bitmap, its alpha in the low byte.
    public subscript(x: Int, y: Int) -> UInt32 {
        get {
            precondition(x >= 0 && x < width && y >= 0 && y < height)
            return switch format {
            case .argb: unsafe row(y).load(fromByteOffset: x * 4, as: UInt32.self)
            case .alpha: unsafe UInt32(row(y).load(fromByteOffset: x, as: UInt8.self))
            }
        }
        set {
            precondition(x >= 0 && x < width && y >= 0 && y < height)
            switch format {
            case .argb: unsafe row(y).storeBytes(of: newValue, toByteOffset: x * 4, as: UInt32.self)
            case .alpha:
                unsafe row(y).storeBytes(of: UInt8(truncatingIfNeeded: newValue), toByteOffset: x, as: UInt8.self)
            }
        }
    }

    /// Calls `body` with the bytes of a row, without its padding.
    public func withRow<T>(_ y: Int, _ body: (UnsafeMutableRawBufferPointer) -> T) -> T {
        precondition(y >= 0 && y < height)
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: row(y), count: width * format.bytesPerPixel)
        return unsafe body(bytes)
    }

    /// True when both have the same size, format and pixels.
    public func hasSamePixels(as other: Bitmap) -> Bool {
        guard width == other.width, height == other.height, format == other.format else { return false }
        for y in 0..<height where unsafe memcmp(row(y), other.row(y), width * format.bytesPerPixel) != 0 {
            return false
        }
        return true
    }

    @inline(__always) func row(_ y: Int) -> UnsafeMutableRawPointer { unsafe base + y * stride }
}

/// pixman's view of a bitmap, for one thread; it must not outlive the bitmap.
@safe struct PixmanImage: ~Copyable {
    let raw: OpaquePointer

    init(_ bitmap: Bitmap) {
        let format = bitmap.format == .argb ? PIXMAN_a8r8g8b8 : PIXMAN_a8
        let image = unsafe pixman_image_create_bits_no_clear(
            format, Int32(bitmap.width), Int32(bitmap.height),
            bitmap.base.assumingMemoryBound(to: UInt32.self), Int32(bitmap.stride))
        // Bitmap validates sizes and strides, so only memory can be missing.
        guard let image = unsafe image else { preconditionFailure("no memory for an image") }
        unsafe raw = unsafe image
    }

    /// An image with the same premultiplied colour everywhere.
    init(solid pixel: UInt32) {
        func wide(_ shift: UInt32) -> UInt16 { UInt16((pixel >> shift) & 255) * 257 }
        var color = pixman_color_t(red: wide(16), green: wide(8), blue: wide(0), alpha: wide(24))
        guard let image = unsafe pixman_image_create_solid_fill(&color) else {
            preconditionFailure("no memory for an image")
        }
        unsafe raw = unsafe image
    }

    deinit {
        _ = unsafe pixman_image_unref(raw)
    }
}
