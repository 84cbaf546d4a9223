import Glibc
import Reactor
import Storage
import TestSupport

/// The faults of a simulated life: what fails next, and how often each has.
final class SimulatedFaults {
    enum Kind: CaseIterable {
        case error, full, short, power, stall, shortRead, wrongRead, bitFlip, cut, kill, powerLoss, slowReader, leaver,
            clockJump
        case wallJump, changedFile, killedDecoder
    }

    private var dice: Dice
    /// Calls out of a thousand that fail, take a part, or lose the power.
    private var (errors, shorts, power) = (0, 0, 0)
    /// Jobs out of a thousand that the disk keeps waiting.
    private var stalls = 0
    /// Calls that fail from now on.
    private var burst = 0
    private var code = EIO
    private(set) var counts: [Kind: Int] = [:]

    init(_ seed: UInt64) { dice = Dice(seed) }

    /// True while nothing fails.
    var isHealthy: Bool { errors + shorts + power + stalls + burst == 0 }

    func note(_ kind: Kind) { counts[kind, default: 0] += 1 }

    /// Things fail from now on.
    func begin() {
        (errors, shorts, stalls) = (dice.upTo(250), dice.upTo(200), dice.upTo(3) == 0 ? dice.upTo(300) : 0)
        power = dice.upTo(3) == 0 ? dice.upTo(40) : 0
    }

    /// Nothing fails from now on.
    func end() { (errors, shorts, power, stalls, burst) = (0, 0, 0, 0, 0) }

    /// The fault of a call; nil: it goes well.
    func next(_ call: SimulatedDisk.Call) -> SimulatedDisk.Fault? {
        if burst > 0 {
            burst -= 1
            return fail()
        }
        let number = dice.upTo(1000)
        if number < errors {
            code = dice.pick([EIO, ENOSPC, EROFS, EDQUOT])
            burst = dice.upTo(6)
            return fail()
        }
        if number < errors + shorts {
            note(call == .read ? .shortRead : .short)
            return .short
        }
        guard number < errors + shorts + power else { return nil }
        note(.power)
        return .power
    }

    private func fail() -> SimulatedDisk.Fault {
        note(code == EIO || code == EROFS ? .error : .full)
        return .error(code)
    }

    /// Nanoseconds for which the disk keeps a job waiting.
    func delay() -> Nanoseconds {
        guard dice.upTo(1000) < stalls else { return 0 }
        note(.stall)
        return Nanoseconds(dice.pick([200_000_000, 900_000_000, 5_500_000_000, 20_000_000_000]))
    }

    func upTo(_ count: Int) -> Int { dice.upTo(count) }

    /// What was counted, by name.
    static func text(_ counts: [Kind: Int]) -> String {
        Kind.allCases.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
    }
}

/// Work beside the loop, done on the loop's thread: at once, or when the disk has been kept waiting.
final class SimulatedJobs: JobSimulation {
    private let faults: SimulatedFaults
    private var jobs: [(job: any SimulatedJob, due: Nanoseconds)] = []

    init(_ faults: SimulatedFaults) { self.faults = faults }

    func begin(_ job: any SimulatedJob) {
        let delay = faults.delay()
        // The disk has the bytes, and says so late; or it has them late.
        if delay > 0, faults.upTo(2) == 0 { job.run() }
        jobs.append((job, Clock.now + delay))
    }

    func isDone(_ job: any SimulatedJob, within time: Nanoseconds) -> Bool {
        guard let due = jobs.first(where: { $0.job === job })?.due else { return true }
        let rest = max(0, due - Clock.now)
        unsafe Clock.simulated = Clock.now + min(rest, time)
        if rest <= time { jobs.removeAll { $0.job === job } }
        return rest <= time
    }

    /// Ends the jobs that are due.
    func run() {
        while let at = jobs.firstIndex(where: { $0.due <= Clock.now || !$0.job.isRunning }) {
            let job = jobs.remove(at: at).job
            if job.isRunning { job.finish() }
        }
    }

    /// The process is gone.
    func forget() { jobs = [] }
}
