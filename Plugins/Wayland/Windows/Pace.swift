import CWayland
import Glibc
import OutputSupport

/// The frames of a surface for which the compositor has not requested the next one, or not reported when they became
/// visible.
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
    /// Nanoseconds per frame, as last reported; 0 when unknown.
    private(set) var interval: UInt32 = 0
    /// Called when `interval` changed.
    var onInterval: (() -> Void)?
    /// Called when a frame may be followed by another, or became visible: its number and the time (0: not known yet).
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

    /// True while the compositor has not requested a frame after the last one.
    var isBehind: Bool { given.contains { unsafe $0.callback != nil } }

    /// Makes the next commit a frame. `isSeen`: part of it may be visible, and its time is to be reported.
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
            // If times are reported, the arrival of this message is not used.
            pace.onPresented?(frame, pace.hasFeedback ? 0 : nanoseconds())
        }))

    nonisolated(unsafe) private static let feedbackListener = unsafe forever(
        wp_presentation_feedback_listener(
            sync_output: { _, _, _ in },
            presented: { data, feedback, high, low, fraction, interval, _, _, _ in
                let pace = unsafe this(data, Pace.self)
                // The compositor's clock may be another one than ours.
                let now = nanoseconds(of: pace.connection.clock)
                guard now > 0 else { return unsafe pace.told(feedback, nil) }
                pace.take(interval)
                let seconds = UInt64(high) << 32 | UInt64(low)
                let time = seconds &* 1_000_000_000 &+ UInt64(fraction)
                pace.hasFeedback = true
                // Converts from the compositor's clock to ours.
                let age = now &- time
                unsafe pace.told(feedback, nanoseconds() &- age)
            },
            discarded: { data, feedback in unsafe this(data, Pace.self).told(feedback, nil) }))

    private func take(_ fresh: UInt32) {
        // Single values have jitter.
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
