import Foundation

/// The repository and what was built from it.
enum Checkout {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Where the programs lie: beside the tests' own.
    static let programs: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = URL(filePath: own).deletingLastPathComponent().path
        return FileManager.default.isExecutableFile(atPath: beside + "/scrim") ? beside : root + "/.build/debug"
    }()

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }

    /// Paths below the root, sorted, of files in a folder with an ending.
    static func files(_ folder: String, ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder).filter { $0.hasSuffix(ending) }
            .sorted()
            .map { folder + "/" + $0 }
    }
}

/// A directory of a test's own, and an environment in which nothing of the user's is seen.
final class Sandbox: Sendable {
    let path: String
    let environment: [String: String]

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/scrim-test-" + UUID().uuidString.prefix(8)
        let private700 = [FileAttributeKey.posixPermissions: 0o700]
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: private700)
        var environment = [
            "PATH": Checkout.programs + ":/usr/bin:/bin", "SCRIM_SOCKET": path + "/s", "LANG": "C.UTF-8",
        ]
        for name in ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            environment[name] = path
        }
        for name in ["ASAN_OPTIONS"] { environment[name] = ProcessInfo.processInfo.environment[name] }
        self.environment = environment
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
        return file(name)
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: file(name))) }

    /// How a program ended.
    struct Outcome {
        var status: Int32
        var output: Data
        var errors: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a program here and waits for it, a minute at most (status 124 then).
    func run(_ program: String, _ arguments: [String], input: String = "", set: [String: String] = [:]) throws
        -> Outcome
    {
        let name = UUID().uuidString
        let process = try start("timeout", ["60", program] + arguments, log: name, input: input, set: set)
        process.waitUntilExit()
        let output = try bytes(name + ".out")
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            output: output, errors: String(decoding: try bytes(name + ".err"), as: UTF8.self))
    }

    func scrim(_ arguments: String..., input: String = "") throws -> Outcome {
        try run("scrim", arguments, input: input)
    }

    /// Starts a program whose output goes to `LOG.out` and `LOG.err`.
    func start(
        _ program: String, _ arguments: [String], log: String, input: String = "", set: [String: String] = [:]
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = environment.merging(set) { $1 }
        process.currentDirectoryURL = URL(filePath: path)
        for ending in [".out", ".err"] { _ = FileManager.default.createFile(atPath: file(log + ending), contents: nil) }
        _ = FileManager.default.createFile(atPath: file(log + ".in"), contents: Data(input.utf8))
        process.standardInput = FileHandle(forReadingAtPath: file(log + ".in"))
        process.standardOutput = FileHandle(forWritingAtPath: file(log + ".out"))
        process.standardError = FileHandle(forWritingAtPath: file(log + ".err"))
        try process.run()
        return process
    }
}
