import CSystem

/// Reports when the wall clock was set, or jumped because the machine was suspended. Costs nothing meanwhile.
package final class WallClockWatch: DescriptorHandler {
    private let watch: FileDescriptor
    private let onChange: () -> Void

    /// The loop calls `onChange`, as long as it exists.
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
