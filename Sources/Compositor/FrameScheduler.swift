/// When the next frame is due: a value without a clock, a timer or an output.
///
///                   change                       deadline
///     ┌──────┐ ───────────────▶ ┌───────────┐ ───────────────▶ render
///     │ idle │                  │ scheduled │                     │
///     └──────┘ ◀─── settled ─── └───────────┘                     ▼
///         ▲                           ▲                    ┌─────────┐
///         │                           └───── presented ──── │ waiting │ (a change meanwhile is remembered)
///         └──────────── presented, or no longer seen ────── └─────────┘
///
/// An output that takes a frame and shows it much later, or not at all, is not seen: frames then come seldom, for clients that wait
/// for them, and are not painted. It is seen again when it shows the frame after all, or says so.
///
/// Frames stand on a grid: the last frame's time and whole refresh intervals. A change within an interval of the last frame is
/// shown at the next point of the grid, so that steady changes are shown steadily. One after a longer rest is shown at once, and
/// the grid begins there. Idle, nothing is scheduled.
/// With the manual clock nothing is ever scheduled; frames come on request.
package struct FrameScheduler: Sendable {
    package enum State: Equatable, Sendable {
        case idle
        /// A frame is due at this time.
        case scheduled(UInt64)
        /// A frame was handed to the output, which has not shown it yet; `changed`: another is wanted after it.
        case waitingForOutput(changed: Bool)
    }

    package enum Event: Equatable, Sendable {
        /// Something that can be seen changed.
        case changed
        /// Somebody follows the frames at a pace: the next point of the grid will do.
        case followed
        /// The changes cannot be seen: no frame is wanted.
        case settled
        /// The timer came.
        case deadline
        /// The output took the frame and will tell when it is shown.
        case submitted
        /// The output shows the last frame, and takes another.
        case presented
        /// The output has nothing to show frames on.
        case hidden
        /// The output has something to show frames on again.
        case seen
    }

    package enum Action: Equatable, Sendable {
        case none
        /// Set the one timer to this time.
        case arm(UInt64)
        case disarm
        /// Set the one timer to this time: until then the output may take to show the frame.
        case expect(UInt64)
        case render
    }

    package private(set) var state = State.idle
    /// Nanoseconds between two points of the grid.
    package var interval: UInt64
    package var isManual = false
    /// Frames that nobody sees come as often as others: a film is made of them.
    package var keepsPace = false
    /// False: nobody sees the output.
    package private(set) var isSeen = true
    /// How long an output may take to show a frame, and how far apart frames are that nobody sees.
    package static let patience: UInt64 = 250_000_000
    package static let unseenInterval: UInt64 = 100_000_000
    /// The phase of the grid: the last frame's time.
    private var origin: UInt64 = 0
    private var hasOrigin = false

    /// The grid's time of the frame that was rendered last: the one to show, however late the timer came.
    package var frameTime: UInt64 { origin }

    /// `refresh` in frames a second; held to 1…1000.
    package init(refresh: Double) {
        interval = Self.interval(refresh)
    }

    package static func interval(_ refresh: Double) -> UInt64 {
        guard refresh > 1 else { return 1_000_000_000 }
        return UInt64(1_000_000_000 / min(refresh, 1000))
    }

    /// The one way from state to state. `now` in nanoseconds of a clock that only goes forward.
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
            // Late by more than an interval: the grid goes on from now, missed points are not made up for.
            if now - time > interval { origin = now - (now - time) % interval }
            state = .idle
            return .render
        case (.scheduled, .settled):
            state = .idle
            return .disarm
        case (.scheduled, .submitted), (.idle, .submitted):
            state = .waitingForOutput(changed: false)
            return .expect(now + Self.patience)
        case (.waitingForOutput, .changed), (.waitingForOutput, .followed):
            state = .waitingForOutput(changed: true)
            return .none
        case (.waitingForOutput(let changed), .presented):
            state = .idle
            guard changed else { return .disarm }
            // One frame follows the other: the grid goes on.
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

    /// The frame that was rendered shows nothing yet: the next one begins the grid, and need not wait for its point.
    package mutating func forgetGrid() { hasOrigin = false }

    /// Moves the grid towards the times at which the output shows frames, by an eighth of the difference: single times
    /// tremble. `time` in nanoseconds.
    package mutating func align(to time: UInt64) {
        guard hasOrigin else { return }
        let interval = Int64(interval)
        var error = Int64(bitPattern: time &- origin) % interval
        if error > interval / 2 { error -= interval }
        if error < -interval / 2 { error += interval }
        origin = UInt64(max(0, Int64(origin) + error / 8))
    }

    /// Takes up another rate; a frame that is due moves to the new grid.
    package mutating func setRefresh(_ refresh: Double, now: UInt64) -> Action {
        let new = Self.interval(refresh)
        guard new != interval else { return .none }
        interval = new
        guard case .scheduled = state else { return .none }
        let time = nextSlot(after: now)
        state = .scheduled(time)
        return .arm(time)
    }

    /// Nanoseconds between two frames as they are wanted now.
    private var pace: UInt64 { isSeen || keepsPace ? interval : max(interval, Self.unseenInterval) }

    /// The last frame is longer ago than the next one would have to wait for.
    private func isRested(_ now: UInt64) -> Bool { now > origin && now - origin >= pace }

    /// The first point of the grid at or after `now`; at once when there was no frame yet.
    private func nextSlot(after now: UInt64) -> UInt64 {
        guard hasOrigin else { return now }
        let interval = pace
        guard now > origin else { return origin + interval }
        let steps = (now - origin + interval - 1) / interval
        return origin + max(1, steps) * interval
    }

    /// The point of the grid that began just now, when no frame was rendered for it: an output that shows frames on the grid
    /// itself takes the next one a moment after its point.
    private func currentSlot(_ now: UInt64) -> UInt64? {
        guard isSeen, now > origin else { return nil }
        let steps = (now - origin) / interval
        let slot = origin + steps * interval
        return steps > 0 && now - slot < interval / 2 ? slot : nil
    }
}
