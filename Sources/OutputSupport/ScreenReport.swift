package import ScrimPluginKit

/// What the host was told of an output's screen; it is told again when something differs.
package struct ScreenReport {
    /// The last that was told.
    package private(set) var last = Screen()
    /// Something was told.
    package private(set) var isTold = false
    private let host: Host
    private let object: UInt64

    /// The report of the output `object`, of which nothing was told yet.
    package init(_ host: Host, _ object: UInt64) { (self.host, self.object) = (host, object) }

    /// Tells the host, unless it knows; `again`: in any case.
    package mutating func tell(_ screen: Screen, again: Bool = false) {
        guard again || screen != last else { return }
        last = screen
        isTold = true
        host.screen(object: object, screen)
    }

    /// Tells the host that there is nothing to show frames on, and why.
    package mutating func leave(_ reason: String, refresh: Double = 0, again: Bool = false) {
        var screen = Screen()
        screen.isAbsent = true
        screen.message = reason
        screen.refresh = refresh
        tell(screen, again: again)
    }
}
