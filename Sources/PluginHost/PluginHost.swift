package import Geometry
import Glibc
package import Reactor
package import Scene

/// Finds, checks, loads, calls and suspends plugins, and brings their kinds into the registry.
///
/// Used on the scene's thread only. A plugin's faults get no further than here: a file that breaks the
/// contract is refused with the reason, a call that fails is a strike, and the third one suspends the kind. (The exception
/// is a crash inside a plugin: `calling` names the culprit to a crash handler.)
package final class PluginHost {
    let registry: KindRegistry
    let calls: PluginCalls
    /// In the order in which they were found.
    var plugins: [Plugin] = []
    private var libraryFolders: [String] = []
    /// The folders of manifests, and whose they are.
    private var folders: [String: PluginTrust] = [:]
    /// The program in which plugins run that are not trusted; nil: all run in this process.
    package var worker: String?
    /// The loop, once it runs: processes that are being started are waited for there. Nil: within the call.
    package weak var reactor: Reactor?
    /// True while a line is handled that can wait and be handled again.
    package var canWait: (() -> Bool)?
    /// Called when a plugin is loaded, or refused, that a line waits for.
    package var onOpened: (() -> Void)?
    /// Libraries that are being opened in their processes, by their paths.
    var openings: [String: PluginOpening] = [:]
    /// A filter is asked for by a picture.
    var isPainting = false
    /// A line was refused as a plugin is not loaded yet.
    package internal(set) var isAwaited = false

    /// True, once, when a line since the last call has to wait for a plugin that is being loaded, and to be handled again then.
    package func takeAwaited() -> Bool {
        defer { isAwaited = false }
        // A line may have done without, and the loading be over since.
        return isAwaited && openings.values.contains(where: \.isWatched)
    }
    var outputs: [WeakOutput] = []
    /// Number of times that a filter was loaded or reloaded: older results of filters are invalid.
    package internal(set) var filterRevision = 0

    /// Loads, refusals, strikes, suspensions and the plugins' own log lines.
    package var onEvent: ((PluginEvent) -> Void)? {
        get { calls.onEvent }
        set { calls.onEvent = newValue }
    }

    /// Time stands still until plugins have answered: they are waited for.
    package var isPatient: Bool {
        get { calls.services.isPatient }
        set { calls.services.isPatient = newValue }
    }

    /// Nanoseconds within which a process loads and checks its plugin; one that takes longer is ended and refused.
    package var loadingTime: UInt64 {
        get { calls.services.loadingTime }
        set { calls.services.loadingTime = newValue }
    }

    /// The size in pixels of the picture that an object has: an image, a buffer, or one with contents; nil while it is not known.
    package var pictureSize: (_ slot: Slot) -> Size? {
        get { calls.services.pictureSize }
        set { calls.services.pictureSize = newValue }
    }

    /// The runner of the plugins' behaviors.
    var behaviors: PluginBehaviors?

    /// The drawings of layers of plugin kinds.
    package let drawings: PluginDrawings

    /// Where layers of plugin kinds put their sublayers.
    package let layouts: PluginLayouts

    /// Kinds go into `registry`, whose `load` becomes this host's. `now` is a monotonic clock in nanoseconds.
    package init(registry: KindRegistry, now: @escaping () -> UInt64) {
        self.registry = registry
        calls = PluginCalls(now: now)
        drawings = PluginDrawings(calls, registry)
        layouts = PluginLayouts(calls, drawings)
        registry.load = { [weak self] name throws(SceneError) in try self?.load(kind: name) }
        calls.services.output = { [weak self] object in
            self?.outputs.lazy.compactMap(\.output).first { $0.answers(object) }
        }
    }

    /// The id of the plugin whose code is running now, terminated by zero; nil when none is. May be read in a signal handler.
    package static var calling: UnsafePointer<CChar>? { unsafe Call.sign }

    package var list: [PluginInfo] { plugins.map(\.info) }

    /// Names of the outputs that plugins bring, in the order in which those were found.
    package var outputNames: [String] {
        plugins.flatMap { $0.manifest.kinds.filter { $0.family == .output }.map(\.name) }
    }

    // MARK: Finding

    /// Looks for manifests in folders, the first ones first, and promises their kinds. Of two plugins with the same id, or
    /// promising the same kind, the first counts and the other is reported. A folder that is not there is skipped.
    ///
    /// `libraries` are further folders for the libraries that manifests name: in a source tree they are not beside them.
    /// `trust`: whose folders they are.
    package func discover(in folders: [String], libraries: [String] = [], trust: PluginTrust = .own) {
        libraryFolders = libraries
        for folder in folders {
            self.folders[folder] = self.folders[folder] ?? trust
            for name in Self.manifests(in: folder) {
                let path = "\(folder)/\(name)"
                do throws(SceneError) {
                    try add(Manifest(file: path), origin: path)
                } catch {
                    calls.tell(error.code == .exists ? .duplicate : .malformed, name, error.message)
                }
            }
        }
    }

    /// The manifests in a folder and in the folders right below it, sorted.
    private static func manifests(in folder: String) -> [String] {
        var found: [String] = []
        for name in entries(of: folder) where !name.hasPrefix(".") {
            if name.hasSuffix(".scrimplugin") {
                found.append(name)
            } else {
                for inner in entries(of: "\(folder)/\(name)") where inner.hasSuffix(".scrimplugin") {
                    found.append("\(name)/\(inner)")
                }
            }
        }
        return found.sorted()
    }

    private static func entries(of folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }

    /// Takes a plugin up. Throws `exists` for an id or a kind that is taken.
    @discardableResult
    func add(_ manifest: Manifest, origin: String) throws(SceneError) -> Plugin {
        if let other = plugins.first(where: { $0.manifest.id == manifest.id }) {
            throw SceneError(
                .exists, "the plugin \"\(manifest.id)\" in \"\(origin)\" is already in \"\(other.origin)\"")
        }
        for kind in manifest.kinds where kind.family == .filter {
            guard !FilterFunction.Kind.allCases.contains(where: { $0.cssName == kind.name }) else {
                throw SceneError(.exists, "the filter \"\(kind.name)\" of the plugin \"\(manifest.id)\" is the core's")
            }
        }
        for kind in manifest.kinds {
            let owner = plugins.first { $0.manifest.kinds.contains { $0.name == kind.name } }?.manifest.id
            if owner != nil || registry.loaded(kind.name) != nil {
                throw SceneError(
                    .exists, "the kind \"\(kind.name)\" of the plugin \"\(manifest.id)\" is \(owner ?? "the core")'s")
            }
        }
        let plugin = Plugin(manifest, origin: origin)
        plugins.append(plugin)
        registry.promised += manifest.kinds.filter { $0.family != .filter }.map(\.name)
        registry.promisedLayers += manifest.kinds.filter { $0.family == .layer }.map(\.name)
        registry.decoders += manifest.decoders.map {
            ($0.name, "\($0.mediaType), .\($0.endings.joined(separator: " ."))")
        }
        registry.filters += manifest.kinds.filter { $0.family == .filter }.map(\.name)
        return plugin
    }

    /// The library's path: beside the manifest, else in the first library folder that has it.
    func libraryPath(_ plugin: Plugin) -> String {
        guard plugin.origin.hasSuffix(".scrimplugin") else { return plugin.origin }
        let beside = Self.folder(of: plugin.origin)
        for folder in [beside] + libraryFolders {
            let path = "\(folder)/\(plugin.manifest.library)"
            if unsafe access(path, R_OK) == 0 { return path }
        }
        return "\(beside)/\(plugin.manifest.library)"
    }

    /// Whose the folder of a manifest is, or the one above it.
    func trust(_ origin: String) -> PluginTrust {
        let folder = Self.folder(of: origin)
        // What is above a folder is not in it.
        return folders[folder] ?? (folder.hasSuffix("/..") ? nil : folders[Self.folder(of: folder)]) ?? .none
    }

    /// True for a plugin that runs in a process of its own. Outputs never do: they have descriptors to wait for.
    func isIsolated(_ manifest: Manifest, origin: String) -> Bool {
        guard worker != nil, !manifest.kinds.contains(where: { $0.family == .output }) else { return false }
        return switch (manifest.isolation, trust(origin)) {
        case (.process, _), (nil, .user), (_, .none): true
        case (.inside, _), (nil, .own): false
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    func find(_ id: String) throws(SceneError) -> Plugin {
        guard let plugin = plugins.first(where: { $0.manifest.id == id }) else {
            throw SceneError(.unknownObject, "unknown plugin \"\(id)\"")
        }
        return plugin
    }
}
