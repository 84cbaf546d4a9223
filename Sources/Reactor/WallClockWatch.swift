import CSystem

/// Tells when the clock on the wall was set, or has gone on while the machine slept. Costs nothing meanwhile.
package final class WallClockWatch: DescriptorHandler {
    private let watch: FileDescriptor
    private let onChange: () -> Void

    /// `onChange` is called by the loop, as long as that lives.
    @discardableResult
    package init(_ reactor: Reactor, onChange: @escaping () -> Void) throws(SystemError) {
        watch = FileDescriptor(owning: try SystemError.check("timerfd", sys_watch_wall()))
        self.onChange = onChange
        _ = try reactor.add(watch.raw, .reading, self)
    }

    package func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        _ = sys_rewatch_wall(watch.raw)
        onChange()
    }
}
