import CWayland
import Glibc
import OutputSupport

/// The frames that a surface was given, for as long as the compositor has not asked for one that follows, or told when it was
/// seen.
@safe
final class Pace {
    @safe
    private struct Given {
        var frame: UInt64
        var callback: OpaquePointer?
        var feedback: OpaquePointer?
    }

    private unowned let connection: Connection
    private let surface: OpaquePointer
    private var given: [Given] = []
    private var hasFeedback = false
    /// Nanoseconds from one frame to the next, as told with the last; 0: not told.
    private(set) var interval: UInt32 = 0
    /// That has changed.
    var onInterval: (() -> Void)?
    /// A frame may be followed by another, or was seen: which, and since when it is (0: not known).
    var onPresented: ((UInt64, UInt64) -> Void)?

    init(_ connection: Connection, _ surface: OpaquePointer) {
        self.connection = connection
        unsafe self.surface = unsafe surface
    }

    deinit {
        for given in given {
            if let callback = unsafe given.callback { unsafe wl_callback_destroy(callback) }
            if let feedback = unsafe given.feedback { unsafe wp_presentation_feedback_destroy(feedback) }
        }
    }

    /// The compositor has not asked for a frame after the last one.
    var isBehind: Bool { given.contains { unsafe $0.callback != nil } }

    /// The next commit is a frame. `isSeen`: something of it can be seen, and when is to be told.
    func add(_ frame: UInt64, isSeen: Bool) {
        var entry = unsafe Given(frame: frame, callback: wl_surface_frame(surface))
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_callback_add_listener(entry.callback, Self.frameListener, me)
        if isSeen, let presentation = unsafe connection.globals.presentation {
            unsafe entry.feedback = unsafe wp_presentation_feedback(presentation, surface)
            _ = unsafe wp_presentation_feedback_add_listener(entry.feedback, Self.feedbackListener, me)
        }
        given.append(entry)
    }

    nonisolated(unsafe) private static let frameListener = unsafe forever(
        wl_callback_listener(done: { data, callback, _ in
            let pace = unsafe this(data, Pace.self)
            unsafe wl_callback_destroy(callback)
            guard let at = pace.given.firstIndex(where: { unsafe $0.callback == callback }) else { return }
            unsafe pace.given[at].callback = nil
            let frame = pace.given[at].frame
            pace.given.removeAll { unsafe $0.callback == nil && $0.feedback == nil }
            // Where times are told, the moment at which this message is read is none.
            pace.onPresented?(frame, pace.hasFeedback ? 0 : nanoseconds())
        }))

    nonisolated(unsafe) private static let feedbackListener = unsafe forever(
        wp_presentation_feedback_listener(
            sync_output: { _, _, _ in },
            presented: { data, feedback, high, low, fraction, interval, _, _, _ in
                let pace = unsafe this(data, Pace.self)
                // The compositor need not know a clock that we do.
                let now = nanoseconds(of: pace.connection.clock)
                guard now > 0 else { return unsafe pace.told(feedback, nil) }
                pace.take(interval)
                let seconds = UInt64(high) << 32 | UInt64(low)
                let time = seconds &* 1_000_000_000 &+ UInt64(fraction)
                pace.hasFeedback = true
                // From the compositor's clock to ours.
                let age = now &- time
                unsafe pace.told(feedback, nanoseconds() &- age)
            },
            discarded: { data, feedback in unsafe this(data, Pace.self).told(feedback, nil) }))

    private func take(_ fresh: UInt32) {
        // Single ones tremble.
        guard abs(Int(fresh) - Int(interval)) > Int(interval) / 500 else { return }
        interval = fresh
        onInterval?()
    }

    private func told(_ feedback: OpaquePointer?, _ time: UInt64?) {
        unsafe wp_presentation_feedback_destroy(feedback)
        guard let at = given.firstIndex(where: { unsafe $0.feedback == feedback }) else { return }
        unsafe given[at].feedback = nil
        let frame = given[at].frame
        given.removeAll { unsafe $0.callback == nil && $0.feedback == nil }
        if let time, time > 0 { onPresented?(frame, time) }
    }
}
