/// Decides in a simulation when work beside the loop is done: all of it is done on the loop's thread.
package protocol JobSimulation: AnyObject {
    /// Takes a job that has begun; `finish` is to be called when it is done.
    func begin(_ job: any SimulatedJob)
    /// True when a job is done within so many nanoseconds, which the loop waits for it.
    func isDone(_ job: any SimulatedJob, within time: Nanoseconds) -> Bool
}

/// Work beside the loop, in a simulation.
package protocol SimulatedJob: AnyObject {
    var isRunning: Bool { get }
    /// Does the work, and does not tell.
    func run()
    /// Does the work unless that was done, and tells the end.
    func finish()
}

/// The simulation that takes jobs.
package enum JobSimulations {
    /// Nil: jobs have threads. Set by tests between two lives of a daemon.
    package nonisolated(unsafe) static var current: (any JobSimulation)?
}
