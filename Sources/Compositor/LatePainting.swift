import Frame
import Geometry

/// Work on a thread of its own.
package protocol LateWork: AnyObject {
    /// Waits for its end, and tells it unless that was done.
    func finish()
}

/// Frames that take long to paint: painted beside the thread that owns the compositor, which handles lines meanwhile.
///
/// Such a frame's paint lists are its own, drawings and pictures are values, and the compositor waits for the end before it changes
/// anything that is read there: so the bytes are the same. Frames with filters of plugins, or overlays, are painted at once.
package final class LatePainting {
    /// Runs work on another thread and calls `then` on this one; nil where there is no thread. Not set: all is painted at once.
    package var run: ((_ work: @escaping () -> Void, _ then: @escaping () -> Void) -> (any LateWork)?)?
    /// Called when a late frame was presented.
    package var onEnd: (() -> Void)?
    /// Caches' sizes as the frame that is being painted found them, for nobody else may ask meanwhile; nil: none is.
    private(set) var figures: CacheFigures?
    private var work: (any LateWork)?

    /// Nanoseconds, by the estimate of `PaintList.cost`, from which a frame is painted beside.
    package var leastCost = 15_000_000

    /// True while a frame is being painted.
    package var isPainting: Bool { figures != nil }

    /// Waits for the frame that is being painted, which is presented then.
    package func finish() { work?.finish() }

    /// Begins; false where there is no thread. `end` presents the frame.
    func begin(_ figures: CacheFigures, _ paint: @escaping () -> Void, _ end: @escaping () -> Void) -> Bool {
        precondition(self.figures == nil, "one late frame at a time")
        self.figures = figures
        work = run?(paint) { [self] in
            (self.figures, self.work) = (nil, nil)
            end()
            self.onEnd?()
        }
        if work == nil { self.figures = nil }
        return work != nil
    }
}

/// Sizes of the painters' caches.
struct CacheFigures {
    var groupBuffers = 0
    var bytes = 0
}

/// A frame on its way to the output.
struct OpenFrame {
    let buffer: OutputBuffer
    let result: FrameResult
    /// Changes that the output has to take over.
    let damage: [PixelRect]
    /// Its begin, by the compositor's clock.
    let start: UInt64
}

/// A part of a frame that is painted beside the loop.
struct LatePart {
    let list: PaintList
    let tile: PixelRect
}
