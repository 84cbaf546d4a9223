import Frame
import Geometry

/// Work on a thread of its own.
package protocol LateWork: AnyObject {
    /// Waits until the work ends, and reports its end unless that was done.
    func finish()
}

/// Painting of slow frames on another thread, while the thread that owns the compositor handles lines.
///
/// The paint lists belong to such a frame, drawings and pictures are values, and the compositor waits for the end
/// before it changes anything that is read: so the result is the same. Frames with filters of plugins, or overlays, are
/// painted at once.
package final class LatePainting {
    /// Runs work on another thread and calls `then` on this one; returns nil when there is no thread. If not set,
    /// everything is painted at once.
    package var run: ((_ work: @escaping () -> Void, _ then: @escaping () -> Void) -> (any LateWork)?)?
    /// Called after a late frame was presented.
    package var onEnd: (() -> Void)?
    /// Sizes of the caches at the start of the late frame, since they cannot be read during painting; nil when no frame
    /// is being painted.
    private(set) var figures: CacheFigures?
    private var work: (any LateWork)?

    /// Minimum estimated cost (`PaintList.cost`) of a frame that is painted on another thread, in nanoseconds.
    package var leastCost = 15_000_000

    /// True while a frame is being painted.
    package var isPainting: Bool { figures != nil }

    /// Waits for the frame being painted, which is then presented.
    package func finish() { work?.finish() }

    /// Starts painting; false when there is no thread. `end` presents the frame.
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

/// A frame being prepared for the output.
struct OpenFrame {
    let buffer: OutputBuffer
    let result: FrameResult
    /// Changes for the output.
    let damage: [PixelRect]
    /// Start time, by the compositor's clock.
    let start: UInt64
}

/// A part of a frame to be painted on another thread.
struct LatePart {
    let list: PaintList
    let tile: PixelRect
}
