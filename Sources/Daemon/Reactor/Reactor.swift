import CSystem
import Glibc

/// The event loop of the daemon's thread: waits until a descriptor is ready, a timer is due or a signal arrives, calls
/// the handlers of these, then the turn handlers. Level-triggered. Does not wake up when there is nothing to do.
@safe package final class Reactor {
    private struct Watched {
        var handler: (any DescriptorHandler)?
        var descriptor: Int32 = -1
        var interest: Readiness = []
        var generation: UInt32 = 0
        var isCalledAgain = false
        var isTold = false
    }

    /// Maximum number of descriptors reported by one wait; more are reported in the next turn.
    private static let batch = 1024

    private let epoll: FileDescriptor
    private let timerDescriptor: FileDescriptor
    private var watched: [Watched] = []
    private var free: [UInt32] = []
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: Reactor.batch)
    private var again: [Registration] = []
    private var turnHandlers: [any TurnHandler] = []
    private var timers = Timers()
    private var due: [TimerID] = []
    private var system = SystemTimer()
    private var isStopped = false

    /// State of the system's timer.
    private struct SystemTimer {
        var events: TimerEvents?
        /// The deadline to which it is set; nil while it is off.
        var armed: Nanoseconds?
        /// True when timers due in this turn have been called.
        var hasFired = false
    }

    /// The monotonic time at which the turn began, used for all decisions in the turn.
    package private(set) var turnTime: Nanoseconds = Clock.now
    /// Number of turns since the reactor was created; does not grow while nothing happens.
    package private(set) var turns: UInt64 = 0
    /// True while the turn handlers are still to be called in this turn. Otherwise work deferred to them needs
    /// `requestTurn`, or it waits for the next event.
    package private(set) var isDispatching = false

    /// True while this turn has only called handlers that were added with `isTold`: whoever is called at its end learns
    /// elsewhere what they changed, and need not look for it. False in a turn that was requested, or called nothing.
    package private(set) var isTold = false

    /// True when the next turn begins without waiting.
    package private(set) var hasRequestedTurn = false

    package init() throws(SystemError) {
        epoll = FileDescriptor(owning: try SystemError.check("epoll_create1", epoll_create1(Int32(EPOLL_CLOEXEC))))
        timerDescriptor = FileDescriptor(
            owning: try SystemError.check(
                "timerfd_create", timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))))
        let timerEvents = TimerEvents(reactor: self)
        system.events = timerEvents
        _ = try add(timerDescriptor.raw, .reading, timerEvents, isTold: true)
    }

    deinit { unsafe events.deallocate() }

    // MARK: Descriptors

    /// Watches an open descriptor, which remains the caller's: remove it before closing it. The handler is retained.
    /// `isTold`: see `Reactor.isTold`.
    package func add(
        _ descriptor: Int32, _ interest: Readiness, _ handler: any DescriptorHandler, isTold: Bool = false
    ) throws(SystemError) -> Registration {
        let index: UInt32
        if let freed = free.popLast() {
            index = freed
        } else {
            index = UInt32(watched.count)
            watched.append(Watched())
        }
        let registration = Registration(index: index, generation: watched[Int(index)].generation)
        do throws(SystemError) {
            try control(EPOLL_CTL_ADD, descriptor, registration, interest)
        } catch {
            free.append(index)
            throw error
        }
        watched[Int(index)].handler = handler
        watched[Int(index)].descriptor = descriptor
        watched[Int(index)].interest = interest
        watched[Int(index)].isTold = isTold
        return registration
    }

    /// Changes the interest of a registration; free when it is the same. An empty interest still reports hang-ups and
    /// failures.
    package func setInterest(_ registration: Registration, _ interest: Readiness) {
        guard isCurrent(registration), watched[Int(registration.index)].interest != interest else { return }
        do throws(SystemError) {
            try control(EPOLL_CTL_MOD, watched[Int(registration.index)].descriptor, registration, interest)
        } catch {
            preconditionFailure("a watched descriptor was closed before it was removed: \(error)")
        }
        watched[Int(registration.index)].interest = interest
    }

    /// Stops watching the descriptor; its handler is not called again, not even for events of this turn.
    package func remove(_ registration: Registration) {
        guard isCurrent(registration) else { return }
        var event = unsafe epoll_event()
        let descriptor = watched[Int(registration.index)].descriptor
        let result = unsafe epoll_ctl(epoll.raw, EPOLL_CTL_DEL, descriptor, &event)
        precondition(result == 0, "a watched descriptor was closed before it was removed")
        watched[Int(registration.index)].handler = nil
        watched[Int(registration.index)].isCalledAgain = false
        watched[Int(registration.index)].generation &+= 1
        free.append(registration.index)
    }

    /// Calls the handler in the next turn with `.again`; that turn begins at once. For remaining work, such as lines
    /// that were read but not handled.
    package func callAgain(_ registration: Registration) {
        guard isCurrent(registration), !watched[Int(registration.index)].isCalledAgain else { return }
        watched[Int(registration.index)].isCalledAgain = true
        again.append(registration)
        hasRequestedTurn = true
    }

    private func isCurrent(_ registration: Registration) -> Bool {
        let index = Int(registration.index)
        return index < watched.count && watched[index].generation == registration.generation
            && watched[index].handler != nil
    }

    private func control(
        _ operation: Int32, _ descriptor: Int32, _ registration: Registration, _ interest: Readiness
    ) throws(SystemError) {
        var event = unsafe epoll_event()
        unsafe event.events = interest.rawValue
        unsafe event.data.u64 = UInt64(registration.generation) << 32 | UInt64(registration.index)
        _ = try unsafe SystemError.check("epoll_ctl", epoll_ctl(epoll.raw, operation, descriptor, &event))
    }

    // MARK: Timers

    /// Calls `handler` once when `Clock.now` reaches `deadline`; a deadline in the past fires in the next turn. The
    /// handler is retained.
    package func setTimer(at deadline: Nanoseconds, _ handler: any TimerHandler) -> TimerID {
        timers.set(deadline, handler)
    }

    /// Cancels a timer; does nothing when it has fired or was cancelled before.
    package func cancel(_ timer: TimerID) {
        timers.cancel(timer)
    }

    /// Cancels all timers and releases their handlers, which may retain the reactor.
    package func cancelTimers() { timers.cancelAll() }

    /// The time of the next timer; nil when there is none.
    package var nextDeadline: Nanoseconds? { timers.earliest }

    private func armTimer() throws(SystemError) {
        let earliest = timers.earliest
        guard earliest != system.armed else { return }
        var setting = itimerspec()
        if let earliest {
            // 0 would disarm the timer; 1 ns is in the past as well.
            let deadline = max(earliest, 1)
            setting.it_value = timespec(
                tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        }
        _ = try unsafe SystemError.check(
            "timerfd_settime", timerfd_settime(timerDescriptor.raw, Int32(TFD_TIMER_ABSTIME), &setting, nil))
        system.armed = earliest
    }

    fileprivate func timerExpired() {
        var expirations: UInt64 = 0
        _ = unsafe read(timerDescriptor.raw, &expirations, MemoryLayout<UInt64>.size)
        system.armed = nil
        if !system.hasFired { fireTimers() }
    }

    private func fireTimers() {
        due.removeAll(keepingCapacity: true)
        timers.collectDue(turnTime, into: &due)
        if !due.isEmpty { isTold = false }
        for index in due.indices {
            let timer = due[index]
            if let handler = timers.cancel(timer) { handler.timerFired(timer, now: turnTime) }
        }
    }

    // MARK: Turns

    /// Calls `handler` at the end of each turn, after those added before it. The handler is retained.
    package func addTurnHandler(_ handler: any TurnHandler) {
        turnHandlers.append(handler)
    }

    /// Makes another turn follow without waiting, so that the turn handlers are called again.
    package func requestTurn() {
        hasRequestedTurn = true
    }

    /// Ends `run` after the current turn.
    package func stop() {
        isStopped = true
        hasRequestedTurn = true
    }

    /// Runs turns until `stop`.
    package func run() throws(SystemError) {
        isStopped = false
        while !isStopped { try turn() }
    }

    /// Runs one turn: waits for events for at most `timeout` milliseconds (negative: without limit) and handles them.
    /// Returns the number of ready descriptors.
    @discardableResult
    package func turn(timeout: Int32 = -1) throws(SystemError) -> Int {
        try armTimer()
        let capacity = Int32(Self.batch)
        let ready = unsafe epoll_wait(epoll.raw, events, capacity, hasRequestedTurn ? 0 : timeout)
        if ready < 0, errno != EINTR { throw SystemError.last("epoll_wait") }
        isTold = ready > 0 && !hasRequestedTurn
        hasRequestedTurn = false
        turns += 1
        turnTime = Clock.now
        isDispatching = true
        // Due frames are handled before lines.
        let isTimerDue = timers.earliest.map { $0 <= turnTime } ?? false
        if isTimerDue { fireTimers() }
        // Timers set in the past meanwhile belong to the next turn.
        system.hasFired = isTimerDue
        dispatchAgain()
        for index in 0..<max(0, Int(ready)) {
            let data = unsafe events[index].data.u64
            let registration = Registration(
                index: UInt32(truncatingIfNeeded: data), generation: UInt32(truncatingIfNeeded: data >> 32))
            dispatch(registration, unsafe Readiness(rawValue: events[index].events))
        }
        for index in turnHandlers.indices { turnHandlers[index].turnDispatched() }
        isDispatching = false
        for index in turnHandlers.indices { turnHandlers[index].turnEnded() }
        return max(0, Int(ready))
    }

    private func dispatch(_ registration: Registration, _ readiness: Readiness) {
        guard isCurrent(registration), let handler = watched[Int(registration.index)].handler else { return }
        if !watched[Int(registration.index)].isTold { isTold = false }
        handler.descriptorReady(registration, readiness)
    }

    private func dispatchAgain() {
        guard !again.isEmpty else { return }
        let round = again
        again.removeAll(keepingCapacity: true)
        for registration in round where isCurrent(registration) {
            watched[Int(registration.index)].isCalledAgain = false
            dispatch(registration, .again)
        }
    }
}

/// Passes the timer descriptor's events to the reactor, without a retain cycle.
private final class TimerEvents: DescriptorHandler {
    unowned let reactor: Reactor

    init(reactor: Reactor) { self.reactor = reactor }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) { reactor.timerExpired() }
}
