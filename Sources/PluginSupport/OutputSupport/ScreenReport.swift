public import ScrimPluginKit

/// The state of an output's screen as last reported to the host; it is reported again when it changes.
public struct ScreenReport {
    /// The last report.
    public private(set) var last = Screen()
    /// True when something was reported.
    public private(set) var isTold = false
    private let host: Host
    private let object: UInt64

    /// A report of the output `object`, initially empty.
    public init(_ host: Host, _ object: UInt64) { (self.host, self.object) = (host, object) }

    /// Reports the state if it changed; with `again`, in any case.
    public mutating func tell(_ screen: Screen, again: Bool = false) {
        guard again || screen != last else { return }
        last = screen
        isTold = true
        host.screen(object: object, screen)
    }

    /// Reports that there is no surface to show frames on, and why.
    public mutating func leave(_ reason: String, refresh: Double = 0, again: Bool = false) {
        var screen = Screen()
        screen.isAbsent = true
        screen.message = reason
        screen.refresh = refresh
        tell(screen, again: again)
    }
}
