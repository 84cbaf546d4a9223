/// Decides when the next frame is due. A value without a clock, a timer or an output.
///
///                   change                       deadline
///     ┌──────┐ ───────────────▶ ┌───────────┐ ───────────────▶ render
///     │ idle │                  │ scheduled │                     │
///     └──────┘ ◀─── settled ─── └───────────┘                     ▼
///         ▲                           ▲                    ┌─────────┐
///         │                           └───── presented ──── │ waiting │ (a change meanwhile is remembered)
///         └──────────── presented, or no longer seen ────── └─────────┘
///
/// An output that does not show a submitted frame within `timeout` counts as not visible: frames are then rare, are not
/// painted, and only serve clients that wait for them. It is visible again when it shows the frame after all, or reports
/// that it can.
///
/// Deadlines are phase-locked: the last frame's time plus whole refresh intervals (the grid). A change within an interval
/// of the last frame is shown at the next point of the grid, so that steady changes are shown steadily. A change after a
/// longer pause is shown at once, and the grid restarts there. When idle, nothing is scheduled. With the manual clock
/// nothing is ever scheduled; frames are made on request.
package struct FrameScheduler: Sendable {
    package enum State: Equatable, Sendable {
        case idle
        /// A frame is due at this time, in nanoseconds.
        case scheduled(UInt64)
        /// A frame was submitted to the output and is not shown yet. `changed`: another frame is wanted after it.
        case waitingForOutput(changed: Bool)
    }

    package enum Event: Equatable, Sendable {
        /// Something visible changed.
        case changed
        /// A client wants frame events at a pace; the next point of the grid is soon enough.
        case followed
        /// The changes are not visible: no frame is wanted.
        case settled
        /// The timer fired.
        case deadline
        /// The output accepted the frame and will report when it is shown.
        case submitted
        /// The output showed the last frame, and accepts another.
        case presented
        /// The output has no surface to show frames on.
        case hidden
        /// The output has a surface to show frames on again.
        case seen
    }

    package enum Action: Equatable, Sendable {
        case none
        /// Set the only timer to this time.
        case arm(UInt64)
        case disarm
        /// Set the only timer to this time, the deadline for the output to show the frame.
        case expect(UInt64)
        case render
    }

    package private(set) var state = State.idle

    /// True when another frame is wanted already: further changes ask for nothing.
    package var isAsked: Bool {
        switch state {
        case .idle: false
        case .scheduled: true
        case .waitingForOutput(let changed): changed
        }
    }

    /// Nanoseconds per frame.
    package var interval: UInt64
    package var isManual = false
    /// True when frames that are not visible have the normal rate, because they are recorded.
    package var keepsPace = false
    /// False when the output is not visible.
    package private(set) var isSeen = true
    /// Timeout for the output to show a frame, and interval between frames that are not visible, in nanoseconds.
    package static let timeout: UInt64 = 250_000_000
    package static let unseenInterval: UInt64 = 100_000_000
    /// The phase of the grid: the time of the last frame.
    private var origin: UInt64 = 0
    private var hasOrigin = false

    /// The grid time of the last rendered frame, which is the time to show, even if the timer was late.
    package var frameTime: UInt64 { origin }

    /// `refresh` is in frames per second, clamped to 1…1000.
    package init(refresh: Double) {
        interval = Self.interval(refresh)
    }

    package static func interval(_ refresh: Double) -> UInt64 {
        guard refresh > 1 else { return 1_000_000_000 }
        return UInt64(1_000_000_000 / min(refresh, 1000))
    }

    /// The state transition function. `now` is in nanoseconds of a monotonic clock.
    package mutating func handle(_ event: Event, now: UInt64) -> Action {
        switch (state, event) {
        case (.idle, .changed):
            return schedule(isRested(now) ? now : nextSlot(after: now))
        case (.idle, .followed):
            return schedule(nextSlot(after: now))
        case (.scheduled(let time), .deadline):
            guard now >= time else { return .arm(time) }
            origin = time
            hasOrigin = true
            // Late by more than an interval: the grid continues at the current time, and missed frames are skipped.
            if now - time > interval { origin = now - (now - time) % interval }
            state = .idle
            return .render
        case (.scheduled, .settled):
            state = .idle
            return .disarm
        case (.scheduled, .submitted), (.idle, .submitted):
            state = .waitingForOutput(changed: false)
            return .expect(now + Self.timeout)
        case (.waitingForOutput, .changed), (.waitingForOutput, .followed):
            state = .waitingForOutput(changed: true)
            return .none
        case (.waitingForOutput(let changed), .presented):
            state = .idle
            guard changed else { return .disarm }
            // Frames follow each other without a pause, so the grid continues.
            return schedule(currentSlot(now) ?? nextSlot(after: now))
        case (.waitingForOutput(let changed), .deadline), (.waitingForOutput(let changed), .hidden):
            isSeen = false
            state = .idle
            return changed ? schedule(nextSlot(after: now)) : .disarm
        case (.waitingForOutput, .settled):
            state = .idle
            return .disarm
        case (_, .hidden):
            isSeen = false
            return .none
        case (_, .presented) where !isSeen, (_, .seen):
            isSeen = true
            state = .idle
            return handle(.changed, now: now)
        case (.scheduled, .changed), (.scheduled, .followed), (.scheduled, .presented), (.idle, _),
            (.waitingForOutput, _):
            return .none
        }
    }

    private mutating func schedule(_ time: UInt64) -> Action {
        guard !isManual else { return .none }
        state = .scheduled(time)
        return .arm(time)
    }

    /// Resets the grid: the last frame showed nothing yet, so the next one starts the grid without waiting.
    package mutating func forgetGrid() { hasOrigin = false }

    /// Moves the grid toward the times at which the output shows frames, by an eighth of the difference, because single
    /// times have jitter. `time` is in nanoseconds.
    package mutating func align(to time: UInt64) {
        guard hasOrigin else { return }
        let interval = Int64(interval)
        var error = Int64(bitPattern: time &- origin) % interval
        if error > interval / 2 { error -= interval }
        if error < -interval / 2 { error += interval }
        origin = UInt64(max(0, Int64(origin) + error / 8))
    }

    /// Changes the rate; a scheduled frame moves to the new grid.
    package mutating func setRefresh(_ refresh: Double, now: UInt64) -> Action {
        let new = Self.interval(refresh)
        guard new != interval else { return .none }
        interval = new
        guard case .scheduled = state else { return .none }
        let time = nextSlot(after: now)
        state = .scheduled(time)
        return .arm(time)
    }

    /// The currently wanted interval between frames, in nanoseconds.
    private var pace: UInt64 { isSeen || keepsPace ? interval : max(interval, Self.unseenInterval) }

    /// True when the next frame need not wait, because the last one is old enough.
    private func isRested(_ now: UInt64) -> Bool { now > origin && now - origin >= pace }

    /// The first point of the grid at or after `now`; `now` before the first frame.
    private func nextSlot(after now: UInt64) -> UInt64 {
        guard hasOrigin else { return now }
        let interval = pace
        guard now > origin else { return origin + interval }
        let steps = (now - origin + interval - 1) / interval
        return origin + max(1, steps) * interval
    }

    /// The point of the grid just passed, if no frame was rendered for it: an output synchronized with the grid accepts
    /// the next frame a moment after its point.
    private func currentSlot(_ now: UInt64) -> UInt64? {
        guard isSeen, now > origin else { return nil }
        let steps = (now - origin) / interval
        let deadline = origin + steps * interval
        return steps > 0 && now - deadline < interval / 2 ? deadline : nil
    }
}
