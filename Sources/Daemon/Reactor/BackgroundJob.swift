import CSystem
import Glibc

/// Work on a separate thread, for work that would delay frames.
///
/// `body` owns its captures until the end. The loop reports the end, once; `finish` waits for it. A job that is
/// released continues, and its end is not reported.
package final class BackgroundJob<Result> {
    private final class Work {
        let body: () -> Result
        let waker: Waker
        /// Written before the thread ends, read after it has.
        private(set) var result: Result?

        init(_ body: @escaping () -> Result, _ waker: Waker) { (self.body, self.waker) = (body, waker) }

        func run() {
            result = body()
            waker.wake()
        }

        /// Runs the work on the loop's thread, once, in a simulation.
        func runInLoop() {
            if result == nil { result = body() }
        }
    }

    private let work: Work
    private let reactor: Reactor
    /// Nil in a simulation.
    private let thread: pthread_t?
    private let simulation: (any JobSimulation)?
    private var registration: Registration?
    /// Nil after the end was reported.
    private var then: ((Result) -> Void)?

    /// Starts the job. Throws when there is no thread or no descriptor.
    package init(
        _ reactor: Reactor, _ body: @escaping () -> Result, then: @escaping (Result) -> Void
    ) throws(SystemError) {
        let work = Work(body, try Waker())
        self.work = work
        self.reactor = reactor
        simulation = unsafe JobSimulations.current
        guard simulation == nil else {
            thread = nil
            self.then = then
            simulation?.begin(self)
            return
        }
        let thread = try Self.start { work.run() }
        self.thread = thread
        self.then = then
        do throws(SystemError) {
            registration = try work.waker.attach(to: reactor, Ending(self))
        } catch {
            pthread_join(thread, nil)
            self.then = nil
            throw error
        }
    }

    deinit {
        guard then != nil, let thread else { return }
        if let registration { reactor.remove(registration) }
        pthread_detach(thread)
    }

    /// True until the end was reported.
    package var isRunning: Bool { then != nil }

    /// Waits for the end and reports it, unless that was done.
    package func finish() {
        guard then != nil else { return }
        if let thread { pthread_join(thread, nil) } else { work.runInLoop() }
        tell()
    }

    /// As `finish()`, for at most `time` nanoseconds. False when the job is still running; its end is then reported
    /// later.
    package func finish(within time: Nanoseconds) -> Bool {
        guard then != nil else { return true }
        if let simulation {
            guard simulation.isDone(self, within: time) else { return false }
            work.runInLoop()
        } else if let thread {
            guard sys_join_within(thread, time) else { return false }
        }
        tell()
        return true
    }

    /// Reports the end, after the thread was joined.
    private func tell() {
        guard let then else { return }
        self.then = nil
        if let registration { reactor.remove(registration) }
        registration = nil
        if let result = work.result { then(result) }
    }

    private static func start(_ body: @escaping () -> Void) throws(SystemError) -> pthread_t {
        let boxed = unsafe Unmanaged.passRetained(ThreadBody(body))
        var thread = pthread_t()
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        // Signals are handled on the loop's thread.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        let failed = unsafe pthread_create(
            &thread, nil,
            { raw in
                if let raw = unsafe raw { unsafe Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().run() }
                return nil
            }, boxed.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard failed == 0 else {
            unsafe boxed.release()
            throw SystemError("pthread_create", failed)
        }
        return thread
    }

    /// Prevents the reactor from retaining the job.
    private final class Ending: WakeHandler {
        weak var job: BackgroundJob?

        init(_ job: BackgroundJob) { self.job = job }

        func woken() { job?.finish() }
    }
}

extension BackgroundJob: SimulatedJob {
    package func run() { work.runInLoop() }
}

/// The argument of a thread.
private final class ThreadBody {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
}
