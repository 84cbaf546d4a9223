/// When the next frame is due: a value without a clock, a timer or an output.
///
///                   change                       deadline
///     ┌──────┐ ───────────────▶ ┌───────────┐ ───────────────▶ render
///     │ idle │                  │ scheduled │                     │
///     └──────┘ ◀─── settled ─── └───────────┘                     ▼
///         ▲                           ▲                    ┌─────────┐
///         │                           └───── presented ──── │ waiting │ (a change meanwhile is remembered)
///         └────────────────────────────── presented ─────── └─────────┘
///
/// Frames stand on a grid: the last frame's time and whole refresh intervals. A change while idle is shown at the next
/// place of the grid, not at once, so that what changes steadily is shown steadily. Idle, nothing is scheduled.
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
        /// What changed can after all not be seen: no frame is wanted.
        case settled
        /// The timer came.
        case deadline
        /// The output took the frame and will tell when it is shown.
        case submitted
        /// The output shows the last frame, or has a buffer again.
        case presented
    }

    package enum Action: Equatable, Sendable {
        case none
        /// Set the one timer to this time.
        case arm(UInt64)
        case disarm
        case render
    }

    package private(set) var state = State.idle
    /// Nanoseconds between two places of the grid.
    package var interval: UInt64
    package var isManual = false
    /// A place of the grid: the last frame's time.
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
            guard !isManual else { return .none }
            let time = nextPlace(after: now)
            state = .scheduled(time)
            return .arm(time)
        case (.scheduled(let time), .deadline):
            guard now >= time else { return .arm(time) }
            origin = time
            hasOrigin = true
            // Late by more than an interval: the grid goes on from now, missed places are not made up for.
            if now - time > interval { origin = now - (now - time) % interval }
            state = .idle
            return .render
        case (.scheduled, .settled):
            state = .idle
            return .disarm
        case (.scheduled, .submitted):
            state = .waitingForOutput(changed: false)
            return .disarm
        case (.idle, .submitted):
            state = .waitingForOutput(changed: false)
            return .none
        case (.waitingForOutput, .changed):
            state = .waitingForOutput(changed: true)
            return .none
        case (.waitingForOutput(let changed), .presented):
            state = .idle
            return changed ? handle(.changed, now: now) : .none
        case (.scheduled, .changed), (.idle, _), (.waitingForOutput, _), (.scheduled, .presented):
            return .none
        }
    }

    /// Takes up another rate; a frame that is due moves to the new grid.
    package mutating func setRefresh(_ refresh: Double, now: UInt64) -> Action {
        let new = Self.interval(refresh)
        guard new != interval else { return .none }
        interval = new
        guard case .scheduled = state else { return .none }
        let time = nextPlace(after: now)
        state = .scheduled(time)
        return .arm(time)
    }

    /// The first place of the grid at or after `now`; at once when there was no frame yet.
    private func nextPlace(after now: UInt64) -> UInt64 {
        guard hasOrigin else { return now }
        guard now > origin else { return origin + interval }
        let steps = (now - origin + interval - 1) / interval
        return origin + max(1, steps) * interval
    }
}
