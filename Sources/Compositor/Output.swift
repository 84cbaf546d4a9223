package import Geometry
package import Pixels

/// Pixels that an output lends for one frame.
package struct OutputBuffer {
    package var bitmap: Bitmap
    /// How many presents ago its pixels were the picture: 1 is the last one; 0, nobody knows.
    package var age: Int

    package init(bitmap: Bitmap, age: Int) {
        self.bitmap = bitmap
        self.age = age
    }
}

/// Where frames go: an output as the compositor sees it, whichever plugin is behind it.
package protocol Output: AnyObject {
    /// Pixels; buffers have this size.
    var width: Int { get }
    var height: Int { get }
    /// Pixels for each point.
    var scale: Double { get }
    /// Frames a second at most.
    var refresh: Double { get }

    /// A buffer to paint the next frame on; nil while the output has none to give.
    func acquire() -> OutputBuffer?

    /// Shows `buffer`. `damage` is the difference from the last frame shown; `time` is when it is meant to be seen.
    func present(_ buffer: OutputBuffer, damage: [PixelRect], frame: UInt64, time: Double)
}

/// An output in memory with one or more buffers in turn; keeps no screen busy.
package final class MemoryOutput: Output {
    package private(set) var width: Int
    package private(set) var height: Int
    package var scale: Double
    package var refresh = 60.0
    private var buffers: [Bitmap] = []
    private var shown: [UInt64] = []
    private var next = 0
    private var presented: UInt64 = 0
    /// The picture that was shown last.
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
