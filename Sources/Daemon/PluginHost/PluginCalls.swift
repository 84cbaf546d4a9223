import Schema
import ScrimPluginABI

/// Calls into plugins: the tables passed to them, the kinds that can be called, the time of calls, and faults.
///
/// A failed call is a strike, and the third strike suspends the kind.
final class PluginCalls {
    let services = Services()
    let table: HostTable
    private let now: () -> UInt64
    /// Indexed by `KindID`; nil for built-in kinds.
    private var kinds: [PluginKind?] = []
    /// Loads, refusals, strikes, suspensions and the plugins' own log lines.
    var onEvent: ((PluginEvent) -> Void)?

    /// `now` is a monotonic clock in nanoseconds.
    init(now: @escaping () -> UInt64) {
        self.now = now
        table = HostTable(services)
        unsafe Call.sign = nil
        services.call.kindOf = { [weak self] in self?.kind($0) }
        services.log = { [weak self] plugin, level, message in
            self?.onEvent?(PluginEvent(what: .log, plugin: plugin, message: message, level: level))
        }
    }

    func kind(_ id: KindID) -> PluginKind? {
        Int(id.raw) < kinds.count ? kinds[Int(id.raw)] : nil
    }

    /// Registers a kind by its number in the scene.
    func add(_ kind: PluginKind) {
        while kinds.count <= Int(kind.id.raw) { kinds.append(nil) }
        kinds[Int(kind.id.raw)] = kind
    }

    func tell(_ what: PluginEvent.What, _ plugin: String, _ message: String) {
        onEvent?(PluginEvent(what: what, plugin: plugin, message: message))
    }

    /// Measures a call into a plugin. `body` begins and ends `services.call`.
    func timed<T>(_ plugin: Plugin, _ body: () -> T) -> T {
        let start = now()
        defer {
            let end = now()
            let span = end > start ? end - start : 0
            plugin.stats.calls += 1
            plugin.stats.nanoseconds &+= span
            plugin.stats.longest = max(plugin.stats.longest, span)
        }
        return body()
    }

    /// Records a fault; the third one suspends the kind.
    func strike(_ kind: PluginKind, _ message: String) {
        guard kind.lifecycle.apply(.strike) else { return }
        let plugin = kind.plugin
        plugin.stats.strikes += 1
        tell(
            .strike, plugin.manifest.id,
            "\(kind.name): \(message) (\(kind.lifecycle.strikes) of \(Lifecycle.lastStrike))")
        if kind.lifecycle.state == .suspended {
            plugin.reason = message
            tell(.suspended, plugin.manifest.id, "\(kind.name) is suspended: \(message)")
        }
    }
}
