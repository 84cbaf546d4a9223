import Geometry

/// Observer of frames.
protocol FrameObserver: AnyObject {
    /// Called before a frame at this scene time: earlier times show the previous frame.
    func willRender(at time: Double)
    /// Called after a frame of the output, with the changed rectangles in output pixels.
    func didRender(_ output: OutputDriver, _ damage: [PixelRect])
    func outputClosed(_ output: OutputDriver)
}
