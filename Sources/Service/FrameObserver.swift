import Geometry

/// A listener to frames.
protocol FrameObserver: AnyObject {
    /// A frame at this scene time comes: earlier times show the last one.
    func willRender(at time: Double)
    /// A frame of the output has changed these rectangles, in output pixels.
    func didRender(_ output: OutputDriver, _ damage: [PixelRect])
    func outputClosed(_ output: OutputDriver)
}
