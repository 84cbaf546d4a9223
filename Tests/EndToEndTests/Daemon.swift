import Foundation
import Testing

/// A scrimd of a test's own, offscreen, whose clock stands still unless asked otherwise.
final class Daemon {
    let sandbox: Sandbox
    private let process: Process

    init(_ arguments: [String] = [], clock: String = "manual", set: [String: String] = [:]) throws {
        sandbox = try Sandbox()
        let words = ["--socket", sandbox.file("s"), "--output", "offscreen", "--size", "400x300", "--clock", clock]
        process = try sandbox.start("scrimd", words + arguments, log: "scrimd", set: set)
        for _ in 0..<2000 where process.isRunning {
            if (try? Link(path: sandbox.file("s"))) != nil { return }
            usleep(5000)
        }
        throw Missing(words: (try? lastWords()) ?? "")
    }

    struct Missing: Error { var words: String }

    deinit {
        process.terminate()
        for _ in 0..<1000 where process.isRunning { usleep(5000) }
        kill(process.processIdentifier, SIGKILL)
    }

    var isRunning: Bool { process.isRunning }

    /// Of the process.
    var id: Int32 { process.processIdentifier }

    func lastWords() throws -> String { String(decoding: try sandbox.bytes("scrimd.err"), as: UTF8.self) }

    /// Sends a hang-up, and waits for what the log has to say then.
    func hangUp(_ words: String) throws {
        kill(process.processIdentifier, SIGHUP)
        try waitUntil(tries: 2000, pause: 5000) { try lastWords().contains(words) }
        guard try lastWords().contains(words) else { throw Missing(words: try lastWords()) }
    }

    /// Sends a signal, and waits for the exit status.
    func end(by signal: Int32) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    func link() throws -> Link { try Link(path: sandbox.file("s")) }

    /// `get ID NAME`, as what JSON makes of it.
    func value(_ id: String, _ name: String) throws -> Any? {
        let reply = try link().ask("get \(id) \(name)")
        return (ReplyForm.json(String(reply.dropFirst(3))) as? [String: Any])?[name]
    }
}

/// Tests that start the daemon, one after another: they share two cores with everything else.
@Suite(.serialized) enum RealDaemon {}
