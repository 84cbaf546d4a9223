import CSystem
import Geometry
import Glibc
import LineProtocol
import PluginHost
import Reactor
import Scene
import Schema
import Server
import Service
import Storage
import World

/// `scrimd`: starts and runs the daemon according to the command line, and returns its exit status.
@main
enum Program {
    /// Exit statuses of protocol.md, "Command line" (those of sysexits.h).
    private enum Status {
        static let usage: Int32 = 64
        static let busy: Int32 = 75
        static let configuration: Int32 = 78
        static let failure: Int32 = 1
    }

    static func main() {
        unsafe sys_report_crashes("scrimd")
        let options: Options
        do throws(Options.Usage) {
            options = try Options(Array(CommandLine.arguments.dropFirst()))
        } catch {
            fail(Status.usage, error.message)
        }
        if options.showsHelp { say(Options.help) }
        if options.showsVersion { say("scrimd \(Service.version), protocol 1\n") }
        exit(serve(options))
    }

    private static func serve(_ options: Options) -> Int32 {
        var options = options
        let pack = takePack(&options)
        let kinds = KindRegistry()
        let plugins = PluginHost(registry: kinds) { UInt64(max(0, Clock.now)) }
        plugins.onEvent = { event in
            if event.what != .loaded {
                Log.write(.warning, "plugin \(event.plugin): \(event.message)", of: event.plugin)
            }
        }
        let program = folderOfProgram()
        plugins.worker = "\(program)/scrim-decoder"
        plugins.discover(in: PluginFolders.named(options), libraries: [program], trust: .user)
        plugins.discover(in: PluginFolders.own(beside: program), libraries: [program])
        do throws(SceneError) {
            let outputs = plugins.outputNames
            let name = options.output == "auto" ? Displays.firstAnswering(outputs) : options.output
            guard outputs.contains(name), let output = try kinds.find(name) else {
                let names = (["auto"] + outputs.sorted()).joined(separator: ", ")
                fail(Status.usage, "--output: \"\(name)\" is none of \(names)")
            }
            let scene = Scene(kinds: kinds, output: output)
            scene.services.arranger = plugins.layouts
            scene.services.measurer = plugins.drawings
            let files = Files()
            let world = World(scene: scene, files: files)
            do throws(SceneError) {
                try options.service.applyOutputWords(to: world)
            } catch {
                fail(Status.usage, error.message)
            }
            try options.service.apply(to: world)
            if let path = Configuration.path(options.service) {
                do throws(SceneError) {
                    // An invalid line in the default configuration file does not prevent the service from starting.
                    if options.service.config == nil || options.checks {
                        options.service.problems = try Configuration.runSkipping(path, world)
                    } else {
                        try Configuration.run(path, world)
                    }
                } catch {
                    fail(Status.configuration, error.message)
                }
                for problem in options.service.problems {
                    Log.write(.error, options.checks ? problem : "skipped: \(problem)")
                }
            }
            if options.checks { check(options) }
            // Configurations are the machine's.
            if let pack { ScenePack.enter(pack) }
            // The command line overrides files.
            try options.service.apply(to: world)
            plugins.discover(
                in: scene.value(Scene.daemon, SettingsProperty.pluginPath.id).string.split(separator: ":").map(
                    String.init),
                libraries: [program], trust: .user)
            let lock = takeState(world)
            let kept = try restore(options, world)
            if kept?.isBeginning != false {
                for path in options.scenes { try Configuration.run(path, world, isScene: true) }
            }
            return try run(options, world, kept, lock, plugins, files)
        } catch {
            fail(Status.failure, error.message)
        }
    }

    /// Ends with all that is wrong with the configuration, or, where it is right, with what `scrim check` finds in the scenes.
    private static func check(_ options: Options) -> Never {
        var status: Int32 = 0
        if !options.scenes.isEmpty {
            var words = ["check"] + options.scenes
            if let path = Configuration.path(options.service) { words += ["--config", path] }
            for path in options.pluginPaths.prefix(1) { words += ["--plugin-path", path] }
            if let size = options.service.size { words += ["--size", "\(size.width)x\(size.height)"] }
            if let scale = options.service.scale { words += ["--scale", "\(scale)"] }
            status = ScenePack.run("\(folderOfProgram())/scrim", words) ?? Status.failure
        }
        if !options.service.problems.isEmpty { exit(Status.configuration) }
        if status == 0 { say("no errors\n") }
        exit(status)
    }

    /// The folder of a pack that is the scene, or whose files `scrim` has its daemon use; nil for files of the machine.
    private static func takePack(_ options: inout Options) -> String? {
        if let folder = Folders.variable("SCRIM_PACK") {
            unsafe unsetenv("SCRIM_PACK")
            return folder
        }
        guard !options.checks, let index = options.scenes.firstIndex(where: ScenePack.isPack) else { return nil }
        guard options.scenes.count == 1 else { fail(Status.usage, "--scene: a pack has its scene for itself") }
        let path = options.scenes[index]
        guard let folder = ScenePack.unpack(path, by: "\(folderOfProgram())/scrim") else {
            fail(Status.failure, "\(path) cannot be unpacked")
        }
        options.scenes[index] = "\(folder)/scene.scrim"
        return folder
    }

    /// Locks the state file. Ends when another daemon has locked it, or when it is a symbolic link.
    private static func takeState(_ world: World) -> StateLock? {
        let path = world.scene.value(Scene.daemon, SettingsProperty.state.id).string
        guard !path.isEmpty else { return nil }
        if StateLock.isLink(path) {
            fail(Status.configuration, "\(path) is a symbolic link, which is not followed: give the file that it names")
        }
        do throws(StateLock.Taken) { return try StateLock.take(path) } catch { fail(Status.busy, error.message) }
    }

    /// Restores the scene of the state file; nil when there is none.
    private static func restore(_ options: Options, _ world: World) throws(SceneError) -> RestoredState? {
        let path = world.scene.value(Scene.daemon, SettingsProperty.state.id).string
        guard !path.isEmpty else { return nil }
        let kept: RestoredState
        do throws(StateFile.Unreadable) {
            guard let found = try StateFile.restore(path, world) else { return nil }
            kept = found
        } catch {
            switch error {
            case .newer(let newer): fail(Status.configuration, newer.message)
            case .refused(let error):
                world.start(at: 0)
                let name = StateFile.putAside(path)
                Log.write(.error, "the scene is not restored, and kept as \(name): \(error.message)")
                return nil
            }
        }
        // The command line overrides files.
        try options.service.apply(to: world)
        if kept.hasVersion { Log.write(.notice, "restored the scene of \(path)") }
        return kept
    }

    private static func run(
        _ options: Options, _ world: World, _ kept: RestoredState?, _ lock: StateLock?, _ plugins: PluginHost,
        _ files: Files
    ) throws(SceneError) -> Int32 {
        FileDescriptor.raiseLimit()
        sys_prefer_this_thread()
        let scene = world.scene
        let listener = listen(options, scene)
        do {
            let service = try Service(
                options: options.service, world: world, restored: kept, plugins: plugins, files: files,
                decoder: "\(folderOfProgram())/scrim-decoder", lock: lock)
            try service.run(listener)
        } catch let error as SceneError {
            throw error
        } catch {
            fail(Status.failure, "\(error)")
        }
        return 0
    }

    /// The socket passed by the service manager, or the one at the path.
    private static func listen(_ options: Options, _ scene: Scene) -> Listener {
        do throws(ListenerError) {
            if let passed = Activation.takeDescriptors().first {
                return try Listener.adopting(passed)
            }
            guard let path = options.socketPath else {
                fail(Status.failure, "no path for the socket: set XDG_RUNTIME_DIR or give --socket PATH")
            }
            return try Listener.binding(path, mode: SettingsProperty.socketMode(in: scene))
        } catch {
            fail(error.isAnotherRunning ? Status.busy : Status.failure, "\(error)")
        }
    }

    /// The folder of this program.
    private static func folderOfProgram() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count: Int = unsafe bytes.withUnsafeMutableBytes {
            guard let start = $0.baseAddress else { return 0 }
            return unsafe readlink("/proc/self/exe", start.assumingMemoryBound(to: CChar.self), $0.count)
        }
        let path = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Prints to standard output and exits normally.
    private static func say(_ text: String) -> Never {
        _ = Files.write(Array(text.utf8), to: STDOUT_FILENO)
        exit(0)
    }

    private static func fail(_ status: Int32, _ message: String) -> Never {
        Log.write(.error, message)
        exit(status)
    }
}

extension ListenerError {
    fileprivate var isAnotherRunning: Bool { if case .anotherRunning = self { true } else { false } }
}
