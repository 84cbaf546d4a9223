package import Geometry
import Glibc
package import Reactor
package import Scene
package import Schema

/// Finds, checks, loads, calls and suspends plugins, and registers their kinds.
///
/// Used on the scene's thread only. Faults of plugins are contained here: a file that breaks the contract is refused
/// with the reason, a call that fails is a strike, and the third strike suspends the kind. (The exception is a crash
/// inside a plugin: `calling` names the culprit to a crash handler.)
package final class PluginHost {
    let registry: KindRegistry
    let calls: PluginCalls
    /// In the order in which they were found.
    var plugins: [Plugin] = []
    private var libraryFolders: [String] = []
    /// The folders of manifests, and how far they are trusted.
    private var folders: [String: PluginTrust] = [:]
    /// The program that runs untrusted plugins; nil when all run in the daemon.
    package var worker: String?
    /// The loop, once it runs, which waits for processes being started. Nil: calls wait.
    package weak var reactor: Reactor?
    /// True while a line is handled that can wait and be repeated.
    package var canWait: (() -> Bool)?
    /// The path to open instead of one that a layer's text names as `file:PATH`. Nil: that path.
    package var onFile: ((_ path: String, _ slot: Slot) -> String)? {
        get { calls.services.onFile }
        set { calls.services.onFile = newValue }
    }
    /// Called when a plugin has to check a text that names a file as `file:PATH`. `refusal` asks it for the reason
    /// against the text; nil: there is none. Returns the reason.
    package var onFileCheck: ((_ path: String, _ refusal: () -> String?) -> String?)? {
        get { calls.services.onFileCheck }
        set { calls.services.onFileCheck = newValue }
    }
    /// Called when a plugin that a line waits for is loaded or refused.
    package var onOpened: (() -> Void)?
    /// Libraries that are being opened in their processes, by path.
    var openings: [String: PluginOpening] = [:]
    /// True while a filter is requested for painting.
    var isPainting = false
    /// True when a line was refused because a plugin is not loaded yet.
    package internal(set) var isAwaited = false

    /// True, once, when a line since the last call has to wait for a plugin that is being loaded, and to be repeated
    /// then.
    package func takeAwaited() -> Bool {
        defer { isAwaited = false }
        // The line may not have needed it, or loading may have finished meanwhile.
        return isAwaited && openings.values.contains(where: \.isWatched)
    }
    /// The outputs that exist, which belong to their users.
    private(set) var outputs: [WeakOutput] = []
    /// Number of times that a filter was loaded or reloaded, after which cached results of filters are invalid.
    package internal(set) var filterRevision = 0

    /// Loads, refusals, strikes, suspensions and the plugins' own log lines.
    package var onEvent: ((PluginEvent) -> Void)? {
        get { calls.onEvent }
        set { calls.onEvent = newValue }
    }

    /// True while calls wait for plugins as long as necessary, because scene time does not advance.
    package var mayWaitLong: Bool {
        get { calls.services.mayWaitLong }
        set { calls.services.mayWaitLong = newValue }
    }

    /// Timeout for a process to load and check its plugin, in nanoseconds; after that it is ended and refused.
    package var loadingTime: UInt64 {
        get { calls.services.loadingTime }
        set { calls.services.loadingTime = newValue }
    }

    /// The size, in pixels, of an object's picture: an image, a buffer, or an object with contents; nil while unknown.
    package var pictureSize: (_ slot: Slot) -> Size? {
        get { calls.services.pictureSize }
        set { calls.services.pictureSize = newValue }
    }

    /// The runner of the plugins' behaviors.
    private(set) var behaviors: PluginBehaviors?

    /// The drawings of layers of plugin kinds.
    package let drawings: PluginDrawings

    /// The layouts made by plugins.
    package let layouts: PluginLayouts

    /// Registers kinds in `registry`, whose `load` becomes this host's. `now` is a monotonic clock in nanoseconds.
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

    /// Runs the behaviors of `scene`.
    package func makeBehaviors(_ scene: Scene) -> PluginBehaviors {
        let made = PluginBehaviors(calls, scene)
        behaviors = made
        return made
    }

    /// Creates the output of the object at `slot`, whose kind is a plugin's.
    ///
    /// Throws `unsupported` when the kind is not an output or is suspended, `internal` when the plugin fails.
    package func makeOutput(slot: Slot = Scene.main, in scene: Scene) throws(SceneError) -> PluginOutput {
        let made = try PluginOutput(calls, slot: slot, in: scene)
        outputs.removeAll { $0.output == nil }
        outputs.append(WeakOutput(output: made))
        return made
    }

    /// The id of the plugin whose code is running, terminated by zero; nil when none is. May be read in a signal
    /// handler.
    package static var calling: UnsafePointer<CChar>? { unsafe Call.sign }

    package var list: [PluginInfo] { plugins.map(\.info) }

    /// Names of the outputs provided by plugins, in the order in which these were found.
    package var outputNames: [String] {
        plugins.flatMap { $0.manifest.kinds.filter { $0.family == .output }.map(\.name) }
    }

    // MARK: Finding

    /// Searches folders for manifests, in order, and registers their kinds. Of two plugins with the same id, or the
    /// same kind, the first is used and the other is reported. Missing folders are skipped.
    ///
    /// `libraries` are further folders for the libraries that manifests name, for source trees, where they are
    /// elsewhere. `trust` applies to all of the folders.
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

    /// The manifests in a folder and in its direct subfolders, sorted.
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

    /// Adds a plugin. Throws `exists` for an id or a kind that is taken.
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

    /// The trust of a manifest's folder, or of the folder above it.
    func trust(_ origin: String) -> PluginTrust {
        let folder = Self.folder(of: origin)
        // The parent of a folder is not inside it.
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
