import CSystem

/// Readiness of a descriptor, or an interest in it.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bytes, a connection or the end of input can be read.
    package static let reading = Readiness(rawValue: EPOLLIN.rawValue)
    /// Bytes can be written.
    package static let writing = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Both directions are closed by the peer. Reported without being asked for.
    package static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// The descriptor failed. Reported without being asked for.
    package static let failure = Readiness(rawValue: EPOLLERR.rawValue)
    /// The peer is gone, or the descriptor. Not a literal of both, which generic code would make anew for each line.
    package static let gone = Readiness(rawValue: hangUp.rawValue | failure.rawValue)
    /// As an interest: readiness is told once, and again only after it changed. Without it a hang-up that nobody can
    /// deal with yet would wake the loop for ever.
    package static let once = Readiness(rawValue: EPOLLET.rawValue)
    /// Not from the system: asked for by `Reactor.callAgain`.
    package static let again = Readiness(rawValue: 1 << 27)
}

/// A descriptor the reactor watches, until it is removed. Its generation keeps news of a closed descriptor from reaching
/// the next owner of the same number later in the turn.
package struct Registration: Hashable, Sendable {
    let index: UInt32
    let generation: UInt32
}

/// A handler of a descriptor that is ready: called once in a turn at most, and once more for `callAgain`.
package protocol DescriptorHandler: AnyObject {
    func descriptorReady(_ registration: Registration, _ readiness: Readiness)
}

/// A listener to the end of each turn.
package protocol TurnHandler: AnyObject {
    /// All descriptors that were ready have been handled: work that they left is done in the time that the turn has.
    func turnDispatched()
    /// Everything that was ready has been handled: replies are flushed, the scheduler asked, once.
    func turnEnded()
}

extension TurnHandler {
    package func turnDispatched() {}
}

/// A handler of signals.
package protocol SignalHandler: AnyObject {
    /// `signal` came at least once since the last call; sent by the process `sender`, 0 when by the kernel.
    func signalReceived(_ signal: Int32, sender: Int32)
}
