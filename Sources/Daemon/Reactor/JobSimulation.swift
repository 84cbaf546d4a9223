/// Decides in a simulation when background work is done; all of it runs on the loop's thread.
package protocol JobSimulation: AnyObject {
    /// Receives a job that was started; it must call `finish` when the job is done.
    func begin(_ job: any SimulatedJob)
    /// True when a job is done within `time` nanoseconds, for which the loop waits.
    func isDone(_ job: any SimulatedJob, within time: Nanoseconds) -> Bool
}

/// A background job in a simulation.
package protocol SimulatedJob: AnyObject {
    var isRunning: Bool { get }
    /// Does the work without reporting its end.
    func run()
    /// Does the work unless that was done, and reports its end.
    func finish()
}

/// The simulation that takes jobs.
package enum JobSimulations {
    /// Nil when jobs use threads. Set by tests between two runs of a daemon.
    package nonisolated(unsafe) static var current: (any JobSimulation)?
}
