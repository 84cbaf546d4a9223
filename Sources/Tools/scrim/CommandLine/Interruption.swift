import CSystem
import Glibc

/// Turns SIGINT and SIGTERM into a thrown failure, for commands that have to clean up.
enum Interruption {
    private nonisolated(unsafe) static var caught: Int32 = 0

    /// Makes the two signals interrupt waiting calls and be recorded, instead of ending the process.
    static func catchSignals() {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { unsafe Interruption.caught = $0 }
        // The parent process may have blocked them.
        var both = sigset_t()
        unsafe sigemptyset(&both)
        for signal in [SIGINT, SIGTERM] {
            _ = unsafe sigaction(signal, &action, nil)
            unsafe sigaddset(&both, signal)
        }
        unsafe sigprocmask(SIG_UNBLOCK, &both, nil)
    }

    static func check() throws(Failure) {
        let signal = unsafe caught
        if signal != 0 { throw .interrupted(signal: signal) }
    }
}
