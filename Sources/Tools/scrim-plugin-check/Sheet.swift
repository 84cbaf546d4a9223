import Geometry
import Glibc
import Pixels

/// Pixels at an offset, in memory with a guard frame around them.
@safe
final class Sheet {
    let rect: PixelRect
    let bitmap: Bitmap
    private let memory: UnsafeMutableBufferPointer<UInt32>
    private static let frame = 64
    private static let untouched: UInt32 = 0x5CA1_AB1E

    /// Transparent. The rectangle must not be empty.
    init(_ rect: PixelRect) throws(Fault) {
        self.rect = rect
        let (width, height) = (Int(rect.x1 - rect.x0), Int(rect.y1 - rect.y0))
        // Rows with a gap between them.
        let stride = width + 3
        let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: stride * height + 2 * Self.frame)
        unsafe memory.initialize(repeating: Self.untouched)
        unsafe self.memory = unsafe memory
        guard let base = unsafe memory.baseAddress.map({ unsafe UnsafeMutableRawPointer($0 + Self.frame) }) else {
            throw Fault("no memory")
        }
        do throws(BitmapError) {
            bitmap = try unsafe Bitmap(
                borrowing: base, width: width, height: height, stride: stride * 4, format: .argb)
        } catch {
            throw Fault("no memory: \(error)")
        }
        bitmap.clear()
    }

    deinit { unsafe memory.deallocate() }

    var origin: PixelPoint { PixelPoint(rect.x0, rect.y0) }

    /// The pixel at a point; transparent outside of the rectangle.
    subscript(x: Int32, y: Int32) -> UInt32 {
        get { rect.contains(PixelRect(x, y, x + 1, y + 1)) ? bitmap[Int(x - rect.x0), Int(y - rect.y0)] : 0 }
        set { bitmap[Int(x - rect.x0), Int(y - rect.y0)] = newValue }
    }

    /// Sets each pixel.
    func fill(_ pixel: (Int32, Int32) -> UInt32) {
        for y in rect.y0..<rect.y1 {
            for x in rect.x0..<rect.x1 { self[x, y] = pixel(x, y) }
        }
    }

    func contains(where condition: (UInt32) -> Bool) -> Bool {
        (rect.y0..<rect.y1).contains { y in (rect.x0..<rect.x1).contains { x in condition(self[x, y]) } }
    }

    /// True when all its pixels equal those of `other`.
    func isPart(of other: Sheet) -> Bool {
        (rect.y0..<rect.y1).allSatisfy { y in (rect.x0..<rect.x1).allSatisfy { x in self[x, y] == other[x, y] } }
    }

    /// False when something was written before the first pixel, after the last, or between rows.
    var isFrameWhole: Bool {
        let (width, stride) = (bitmap.width, bitmap.stride / 4)
        return unsafe memory.indices.allSatisfy { index in
            let inside = index - Self.frame
            if inside < 0 || inside >= stride * bitmap.height { return unsafe memory[index] == Self.untouched }
            // The padding of the rows was cleared with them.
            return unsafe inside % stride < width || memory[index] == 0
        }
    }
}
