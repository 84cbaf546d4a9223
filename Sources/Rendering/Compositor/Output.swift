package import Geometry
package import Pixels

/// A buffer of pixels that an output lends for one frame.
package struct OutputBuffer {
    package var bitmap: Bitmap
    /// Number of presented frames since its pixels were the current picture: 1 means the last one; 0 means undefined
    /// contents.
    package var age: Int

    package init(bitmap: Bitmap, age: Int) {
        self.bitmap = bitmap
        self.age = age
    }
}

/// The destination of frames: an output as seen by the compositor, independent of its plugin.
package protocol Output: AnyObject {
    /// In pixels; buffers have this size.
    var width: Int { get }
    var height: Int { get }
    /// Pixels per point.
    var scale: Double { get }
    /// Maximum number of frames per second.
    var refresh: Double { get }

    /// A buffer for the next frame; nil while none is available.
    func acquire() -> OutputBuffer?

    /// Shows `buffer`. `damage` is the difference from the previous frame; `time` is when the frame should be visible.
    func present(_ buffer: OutputBuffer, damage: [PixelRect], frame: UInt64, time: Double)
}

/// An output in memory with one or more buffers, used in turn.
package final class MemoryOutput: Output {
    package private(set) var width: Int
    package private(set) var height: Int
    package var scale: Double
    package var refresh = 60.0
    private var buffers: [Bitmap] = []
    private var shown: [UInt64] = []
    private var next = 0
    private var presented: UInt64 = 0
    /// The picture shown last.
    package private(set) var picture: Bitmap?
    package private(set) var lastDamage: [PixelRect] = []

    package init(width: Int, height: Int, scale: Double = 1, buffers count: Int = 1) throws(BitmapError) {
        self.width = width
        self.height = height
        self.scale = scale
        for _ in 0..<max(1, count) { buffers.append(try Bitmap(width: width, height: height)) }
        shown = Array(repeating: 0, count: buffers.count)
    }

    package func acquire() -> OutputBuffer? {
        let age = shown[next] == 0 ? 0 : Int(presented - shown[next] + 1)
        return OutputBuffer(bitmap: buffers[next], age: age)
    }

    package func present(_ buffer: OutputBuffer, damage: [PixelRect], frame: UInt64, time: Double) {
        presented += 1
        shown[next] = presented
        next = (next + 1) % buffers.count
        picture = buffer.bitmap
        lastDamage = damage
    }
}
