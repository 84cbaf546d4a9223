import Glibc
import Reactor
import Schema

/// A library being opened in a process of its own, until the process has reported its contents or timed out.
final class PluginOpening: DescriptorHandler, TimerHandler {
    let isolated: IsolatedPlugin
    /// The identity of the file when it was opened.
    let file: PluginFile.Identity
    private var known: Result<Contract, SceneError>?
    private var watch: (reactor: Reactor, registration: Registration?, timer: TimerID?, then: () -> Void)?

    /// Throws `io` when there is no process.
    init(_ isolated: IsolatedPlugin, _ file: PluginFile.Identity) throws(SceneError) {
        (self.isolated, self.file) = (isolated, file)
        try isolated.begin()
    }

    /// True when the loop reports the outcome.
    var isWatched: Bool { watch != nil }

    /// The contract, or the error; nil when it is not known within `timeout` nanoseconds.
    func outcome(within timeout: UInt64) -> Result<Contract, SceneError>? {
        guard known == nil else { return known }
        stopWatching()
        do throws(SceneError) {
            if let contract = try isolated.open(within: timeout) { known = .success(contract) }
        } catch {
            known = .failure(error)
        }
        goOnWatching()
        return known
    }

    /// Makes the loop call `then` once, when the outcome is known.
    func whenKnown(in reactor: Reactor, then: @escaping () -> Void) {
        guard watch == nil else { return }
        watch = (reactor, nil, nil, then)
        goOnWatching()
    }

    private func goOnWatching() {
        guard let watch else { return }
        var deadline = Clock.now
        if known == nil, let descriptor = isolated.conversation.startingDescriptor {
            // If watching fails, the deadline timer reports the outcome.
            self.watch?.registration = try? watch.reactor.add(descriptor, .reading, self)
            deadline += Nanoseconds(isolated.conversation.startingTimeLeft) + 1_000_000
        }
        self.watch?.timer = watch.reactor.setTimer(at: deadline, self)
    }

    /// Stops watching, which must precede closing the descriptor.
    private func stopWatching() {
        if let registration = watch?.registration { watch?.reactor.remove(registration) }
        if let timer = watch?.timer { watch?.reactor.cancel(timer) }
        watch?.registration = nil
        watch?.timer = nil
    }

    private func look() {
        guard outcome(within: 0) != nil, let then = watch?.then else { return }
        stopWatching()
        watch = nil
        then()
    }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) { look() }
    func timerFired(_ timer: TimerID, now: Nanoseconds) { look() }

    /// Ends the process.
    func close() {
        stopWatching()
        if known == nil { known = .failure(SceneError(.plugin, "its file has changed while it was loaded")) }
        isolated.close()
        goOnWatching()
    }
}
