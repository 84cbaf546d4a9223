import Schema
import ScrimPluginABI

/// An event of a plugin, for subscribers and the log.
package struct PluginEvent: Equatable, Sendable {
    package enum What: String, Sendable {
        case loaded, refused, reloaded, unloaded
        /// A call failed or broke a rule.
        case strike
        /// A kind had its last strike: its objects are drawn as placeholders.
        case suspended
        /// Two manifests have the same id, or two plugins declare the same kind; the first one is used.
        case duplicate
        /// A manifest cannot be read.
        case malformed
        /// A log line of the plugin.
        case log
    }

    package var what: What
    package var plugin: String
    package var message: String
    /// For `.log`: 0 (error) … 4 (debug), as in `SettingsProperty.logLevels`.
    package var level: UInt32 = 2
}

/// The calls into a plugin and their time, by the host's clock.
package struct PluginStats: Equatable, Sendable {
    package var calls = 0
    package var nanoseconds: UInt64 = 0
    package var longest: UInt64 = 0
    package var strikes = 0

    package init(calls: Int = 0, nanoseconds: UInt64 = 0, longest: UInt64 = 0, strikes: Int = 0) {
        (self.calls, self.nanoseconds, self.longest, self.strikes) = (calls, nanoseconds, longest, strikes)
    }
}

/// A plugin as listed by `plugin list`.
package struct PluginInfo: Equatable, Sendable {
    package var id: String
    package var version: String
    package var description: String
    package var licence: String
    /// Path of the library; empty while it has not been searched.
    package var path: String
    /// The most advanced state of its kinds: `found`, `refused`, `loaded`, `active`, `suspended`, `unloaded`.
    package var state: Lifecycle.State
    package var kinds: [(name: String, state: Lifecycle.State)]
    /// The reason why it was refused or suspended; otherwise empty.
    package var reason: String
    package var stats: PluginStats
    /// True when it runs in a process of its own.
    package var isIsolated = false
    /// The ID of that process, while it runs.
    package var process: Int32?

    package static func == (a: PluginInfo, b: PluginInfo) -> Bool {
        a.id == b.id && a.version == b.version && a.path == b.path && a.state == b.state && a.reason == b.reason
            && a.kinds.elementsEqual(b.kinds, by: ==) && a.stats == b.stats
    }
}

/// The process of a plugin that runs outside of the daemon.
protocol PluginProgram: AnyObject {
    /// The process ID, while the process runs.
    var identifier: Int32? { get }
    /// True when the process has an engine for behaviors.
    var hasEngine: Bool { get }
    /// Ends the process; the next question starts it again.
    func rest()
    /// Ends the process for good.
    func close()
}

/// A known plugin: its manifest, and its contract once it is loaded.
@safe
final class Plugin {
    var manifest: Manifest
    /// Path of the manifest, or of the library when there is no manifest.
    var origin: String
    var path = ""
    var kinds: [PluginKind]
    /// The process in which it runs; nil for the daemon's.
    var isolated: (any PluginProgram)?
    var reason = ""
    /// The code of the error for which it was refused.
    var refusal = ErrorCode.unsupported
    /// True when its decoders have been checked in a process.
    var isChecked = false
    var stats = PluginStats()
    /// The id for the crash handler, which must not read memory that moves or is freed; never freed.
    let callSign: UnsafePointer<CChar>

    init(_ manifest: Manifest, origin: String) {
        self.manifest = manifest
        self.origin = origin
        kinds = []
        let bytes = Array(manifest.id.utf8CString)
        let sign = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { unsafe sign[index] = byte }
        unsafe callSign = unsafe UnsafePointer(sign)
        kinds = manifest.kinds.map { PluginKind($0.name, $0.family, self) }
    }

    var isLoaded: Bool { kinds.contains { $0.contract != nil } }

    var state: Lifecycle.State {
        let states = kinds.map(\.lifecycle.state)
        for state in [Lifecycle.State.suspended, .active, .loaded, .unloaded, .refused] where states.contains(state) {
            return state
        }
        return .found
    }

    var info: PluginInfo {
        PluginInfo(
            id: manifest.id, version: manifest.version, description: manifest.description, licence: manifest.licence,
            path: path, state: state, kinds: kinds.map { ($0.name, $0.lifecycle.state) }, reason: reason, stats: stats,
            isIsolated: isolated != nil, process: isolated?.identifier)
    }
}

/// One kind of a plugin.
final class PluginKind {
    let name: String
    let family: KindFamily
    unowned let plugin: Plugin
    var lifecycle = Lifecycle()
    /// Nil until it is loaded.
    var contract: ContractKind?
    var id = KindID.none
    /// The scene's number of each of the plugin's own properties.
    var numbers: [PropertyID] = []
    /// The type of each of them. Separate, because copying the kind for every value that is read would be too slow.
    var types: [PropertyType] = []
    /// For layers whose drawing needs no call.
    var figure: Figure?

    init(_ name: String, _ family: KindFamily, _ plugin: Plugin) {
        self.name = name
        self.family = family
        self.plugin = plugin
    }

    var usesBounds: Bool {
        if case .layer(let table)? = contract?.table { table.flags & 1 != 0 } else { false }
    }
}
