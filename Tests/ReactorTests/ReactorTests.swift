import CSystem
import Glibc
import TestSupport
import Testing

@testable import Reactor

/// Writes down what it is called for.
private final class Log: DescriptorHandler, TimerHandler, TurnHandler, SignalHandler, WakeHandler {
    var entries: [String] = []
    var onReady: ((Registration, Readiness) -> Void)?
    var onTimer: ((TimerID) -> Void)?

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        entries.append("ready")
        onReady?(registration, readiness)
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        entries.append("timer \(timer.index)")
        onTimer?(timer)
    }

    func turnEnded() { entries.append("end") }
    func signalReceived(_ signal: Int32, sender: Int32) { entries.append("signal \(signal) \(sender == getpid())") }
    func woken() { entries.append("woken") }
}

private func pair() throws -> (Int32, Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = unsafe withUnsafeMutablePointer(to: &ends) {
        unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) {
            unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, $0)
        }
    }
    try #require(result == 0)
    return ends
}

@Suite struct TimersTests {
    @Test func agreesWithSorting() {
        var timers = Timers()
        let log = Log()
        var model: [(deadline: Nanoseconds, order: Int, timer: TimerID)] = []
        var random = Dice(1)
        for step in 0..<2000 {
            if model.isEmpty || Int.random(in: 0..<3, using: &random) > 0 {
                let deadline = Nanoseconds.random(in: 0..<200, using: &random)
                model.append((deadline, step, timers.set(deadline, log)))
            } else if Bool.random(using: &random) {
                let place = Int.random(in: 0..<model.count, using: &random)
                #expect(timers.cancel(model[place].timer) != nil)
                #expect(timers.cancel(model[place].timer) == nil)
                model.remove(at: place)
            } else {
                let now = Nanoseconds.random(in: 0..<60, using: &random)
                var due: [TimerID] = []
                timers.collectDue(now, into: &due)
                let expected = model.filter { $0.deadline <= now }
                    .sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
                #expect(due == expected.map(\.timer))
                for timer in due { timers.cancel(timer) }
                model.removeAll { $0.deadline <= now }
            }
            #expect(timers.count == model.count)
            #expect(timers.earliest == model.map(\.deadline).min())
        }
    }
}

@Suite struct ReactorTests {
    @Test func timersFireInOrderAndOnce() throws {
        let reactor = try Reactor()
        let log = Log()
        let now = Clock.now
        let late = reactor.setTimer(at: now + 3_000_000, log)
        let early = reactor.setTimer(at: now - 1, log)
        let middle = reactor.setTimer(at: now + 1_000_000, log)
        let never = reactor.setTimer(at: now + 2_000_000, log)
        let cancelled = reactor.setTimer(at: now - 5, log)
        reactor.cancel(cancelled)
        // One timer cancels another that is due with it, and sets one anew that belongs to the next turn.
        log.onTimer = { timer in
            if timer == early { reactor.cancel(never) }
        }
        while reactor.nextDeadline != nil { try reactor.turn() }
        #expect(log.entries == [early, middle, late].map { "timer \($0.index)" })
        #expect(Clock.now >= now + 3_000_000)
        let turns = reactor.turns
        #expect(try reactor.turn(timeout: 10) == 0)
        #expect(reactor.turns == turns + 1)
    }

    @Test func aTimerSetAnewInThePastDoesNotStarveOthers() throws {
        let reactor = try Reactor()
        let (log, other) = (Log(), Log())
        log.onTimer = { _ in _ = reactor.setTimer(at: .min, log) }
        _ = reactor.setTimer(at: .min, log)
        _ = reactor.setTimer(at: 5, other)
        try reactor.turn(timeout: 0)
        #expect(log.entries.count == 1 && other.entries.count == 1)
        try reactor.turn(timeout: 0)
        #expect(log.entries.count == 2)
    }

    @Test func aDescriptorClosedInTheTurnGetsNoStaleNews() throws {
        let reactor = try Reactor()
        let pairs = [try pair(), try pair()]
        let (first, second, newcomer) = (Log(), Log(), Log())
        var registrations: [Registration] = []
        for (ends, log) in zip(pairs, [first, second]) {
            registrations.append(try reactor.add(ends.0, .reading, log))
            _ = unsafe write(ends.1, "x", 1)
        }
        // Whichever comes first removes the other, closes it, and somebody new gets its number.
        var fresh: (Int32, Int32)?
        let remove = { (index: Int) in
            guard fresh == nil else { return }
            reactor.remove(registrations[index])
            close(pairs[index].0)
            fresh = try? pair()
            if let fresh { _ = try? reactor.add(fresh.0, .reading, newcomer) }
        }
        first.onReady = { _, _ in remove(1) }
        second.onReady = { _, _ in remove(0) }
        #expect(try reactor.turn(timeout: 0) == 2)
        #expect(first.entries.count + second.entries.count == 1 && newcomer.entries.isEmpty)
        let new = try #require(fresh)
        _ = unsafe write(new.1, "x", 1)
        try reactor.turn(timeout: 0)
        #expect(newcomer.entries == ["ready"])
    }

    @Test func `a turn is told while it calls only handlers that are`() throws {
        let reactor = try Reactor()
        let (told, other, log) = (try pair(), try pair(), Log())
        _ = try reactor.add(told.0, .reading, log, isTold: true)
        let registration = try reactor.add(other.0, .reading, log)
        try reactor.turn(timeout: 0)
        #expect(!reactor.isTold)
        _ = unsafe write(told.1, "x", 1)
        try reactor.turn(timeout: 0)
        #expect(reactor.isTold)
        reactor.requestTurn()
        try reactor.turn(timeout: 0)
        #expect(!reactor.isTold)
        _ = reactor.setTimer(at: Clock.now, log)
        try reactor.turn(timeout: 0)
        #expect(!reactor.isTold)
        try reactor.turn(timeout: 0)
        #expect(reactor.isTold)
        _ = unsafe write(other.1, "x", 1)
        try reactor.turn(timeout: 0)
        #expect(!reactor.isTold)
        reactor.remove(registration)
        try reactor.turn(timeout: 0)
        #expect(reactor.isTold)
    }

    @Test func turnsEndOnceAndWorkLeftOverFollowsAtOnce() throws {
        let reactor = try Reactor()
        let (ends, log) = (try pair(), Log())
        reactor.addTurnHandler(log)
        let registration = try reactor.add(ends.0, [], log)
        #expect(try reactor.turn(timeout: 0) == 0)
        reactor.callAgain(registration)
        reactor.callAgain(registration)
        try reactor.turn()
        #expect(log.entries == ["end", "ready", "end"])
        reactor.callAgain(registration)
        reactor.remove(registration)
        try reactor.turn()
        #expect(log.entries == ["end", "ready", "end", "end"])
        // Stale names do nothing.
        reactor.remove(registration)
        reactor.setInterest(registration, .reading)
        reactor.callAgain(registration)
        #expect(!reactor.hasRequestedTurn)
    }

    @Test func aHangUpAskedForOnceWakesOnce() throws {
        let reactor = try Reactor()
        let (ends, log) = (try pair(), Log())
        let registration = try reactor.add(ends.0, .reading, log)
        reactor.setInterest(registration, .once)
        close(ends.1)
        var seen: Readiness = []
        log.onReady = { seen = $1 }
        #expect(try reactor.turn(timeout: 100) == 1)
        #expect(seen.contains(.hangUp))
        #expect(try reactor.turn(timeout: 0) == 0)
        reactor.setInterest(registration, .reading)
        #expect(try reactor.turn(timeout: 0) == 1)
    }

    @Test func wakesFromAnotherThreadAreMerged() throws {
        let reactor = try Reactor()
        let (waker, log) = (try Waker(), Log())
        _ = try waker.attach(to: reactor, log)
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(waker)
        let started = unsafe pthread_create(
            &thread, nil,
            { raw in
                let waker = unsafe Unmanaged<Waker>.fromOpaque(raw!).takeRetainedValue()
                for _ in 0..<100 { waker.wake() }
                return nil
            }, context.toOpaque())
        try #require(started == 0)
        try reactor.turn()
        pthread_join(thread, nil)
        _ = try reactor.turn(timeout: 0)
        #expect(try reactor.turn(timeout: 0) == 0)
        #expect((1...2).contains(log.entries.count))
    }

    @Test func signalsBecomeEvents() throws {
        let reactor = try Reactor()
        let log = Log()
        let signals = try Signals([SIGUSR1, SIGUSR2], reactor, log)
        // To this thread: the others of the test do not block it.
        pthread_kill(pthread_self(), SIGUSR2)
        try reactor.turn()
        #expect(log.entries == ["signal \(SIGUSR2) true"])
        signals.close()
        pthread_kill(pthread_self(), SIGUSR2)
        #expect(try reactor.turn(timeout: 0) == 0)
    }

    @Test func stopEndsTheRun() throws {
        let reactor = try Reactor()
        let log = Log()
        log.onTimer = { _ in reactor.stop() }
        _ = reactor.setTimer(at: Clock.now + 1_000_000, log)
        try reactor.run()
        #expect(log.entries.count == 1)
    }
}

@Suite struct BackgroundJobTests {
    @Test func theEndIsToldInTheLoopOnce() throws {
        let reactor = try Reactor()
        let here = pthread_self()
        var told: [(Int, Bool)] = []
        let job = try BackgroundJob(
            reactor, { pthread_self() == here ? -1 : 42 },
            then: { told.append(($0, pthread_self() == here)) })
        #expect(job.isRunning)
        while job.isRunning { try reactor.turn() }
        job.finish()
        #expect(told.map(\.0) == [42])
        #expect(told.first?.1 == true)
    }

    @Test func waitedForOrForgotten() throws {
        let reactor = try Reactor()
        var told = 0
        let job = try BackgroundJob(reactor, { usleep(20_000) }, then: { _ in told += 1 })
        job.finish()
        #expect(told == 1)
        // Nobody holds it: it ends, and nobody is told.
        _ = try BackgroundJob(reactor, { usleep(1000) }, then: { _ in told += 1 })
        usleep(20_000)
        reactor.requestTurn()
        try reactor.turn()
        #expect(told == 1)
    }
}
