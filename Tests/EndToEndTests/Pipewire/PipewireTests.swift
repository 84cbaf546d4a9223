import Foundation
import Testing

/// A PipeWire of a test's own, without a session manager.
private final class Graph {
    let sandbox: Sandbox
    private var process: Process?

    init() throws { sandbox = try Sandbox() }

    deinit { end() }

    /// For who shall find it.
    var environment: [String: String] { ["XDG_RUNTIME_DIR": sandbox.path] }

    func start() throws {
        let process = try sandbox.start("pipewire", [], log: "pipewire")
        self.process = process
        for _ in 0..<1000 where process.isRunning {
            if (try? Link(path: sandbox.file("pipewire-0"))) != nil { return }
            usleep(10_000)
        }
        throw Daemon.Missing(words: "no PipeWire")
    }

    func end() {
        guard let process, process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Somebody who takes a node's video: see `Tests/VideoConsumer`.
    func consumer(_ node: String, _ wishes: String...) throws -> Consumer {
        let name = "consumer-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: sandbox.file(name), withIntermediateDirectories: false)
        let process = try sandbox.start("VideoConsumer", [node, sandbox.file(name)] + wishes, log: name)
        return Consumer(process, sandbox, name)
    }
}

private final class Consumer {
    private let process: Process
    private let sandbox: Sandbox
    private let name: String

    init(_ process: Process, _ sandbox: Sandbox, _ name: String) {
        (self.process, self.sandbox, self.name) = (process, sandbox, name)
    }

    deinit { end() }

    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// What it has said, in words.
    func lines(_ first: String) throws -> [[String]] {
        let text = String(decoding: try sandbox.bytes(name + ".out"), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.split(separator: " ").map(String.init) }.filter { $0.first == first }
    }

    /// The bytes of a frame, the last one unless said otherwise: blue, green, red, alpha.
    func frame(_ number: Int? = nil) throws -> [UInt8] {
        guard let last = try lines("frame").last else { return [] }
        return [UInt8](try sandbox.bytes("\(name)/\(number ?? Int(last[1]) ?? 0)"))
    }

    /// Waits for a frame with these bytes.
    func wait(for wanted: [UInt8], _ location: SourceLocation = #_sourceLocation) throws {
        try waitUntil { try frame() == wanted }
        #expect(try frame() == wanted, sourceLocation: location)
    }

    func wait(_ first: String, _ location: SourceLocation = #_sourceLocation, until isRight: ([[String]]) -> Bool)
        throws
    {
        var said = try lines(first)
        for _ in 0..<500 where !isRight(said) {
            usleep(10_000)
            said = try lines(first)
        }
        let isSaid = isRight(said)
        #expect(isSaid, "\(said)", sourceLocation: location)
    }
}

extension RealDaemon {
    /// The output `pipewire`, in a graph of the test's own.
    @Suite struct PipewireTests {
        private let graph: Graph

        init() throws {
            graph = try Graph()
            try graph.start()
        }

        private struct Studio {
            let daemon: Daemon
            let link: Link

            init(_ graph: Graph, _ properties: [String] = [], size: String = "160x90") throws {
                daemon = try Daemon(
                    ["--output", "pipewire", "node=stage"] + properties + ["--size", size], clock: "realtime",
                    set: graph.environment)
                link = try daemon.link()
                try run(
                    "set main backgroundColor=#123456",
                    "create disc layer frame=20,10,60,60 cornerRadius=30 backgroundColor=#fa0")
            }

            func run(_ lines: String...) throws {
                for line in lines { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            }

            /// As consumers get it: blue, green, red, alpha, of a picture that is opaque.
            func snapshot() throws -> [UInt8] {
                let path = daemon.sandbox.file("shot.rgba")
                try run("snapshot format=rgba path=\(path)")
                var bytes = [UInt8](try daemon.sandbox.bytes("shot.rgba"))
                for at in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(at, at + 2) }
                return bytes
            }
        }

        @Test func twoConsumersSeeTheSnapshot() throws {
            let studio = try Studio(graph)
            let first = try graph.consumer("stage")
            try first.wait(for: studio.snapshot())
            #expect(try first.lines("format") == [["format", "160", "90", "BGRA", "60"]])
            // What changes comes alone, with where it is; a consumer that was late gets more, so that it is tried again.
            try studio.run("create spot layer frame=100,40,10,10 backgroundColor=#fff", "sync")
            var isAlone = false
            for red in 0..<10 where !isAlone {
                try studio.run("set spot backgroundColor=rgb(\(red),9,9)", "sync")
                try first.wait(for: studio.snapshot())
                isAlone = try first.lines("frame").last?.last == "100,40,10,10"
            }
            #expect(isAlone)
            // Another one has a whole picture although nothing changes.
            let second = try graph.consumer("stage")
            try second.wait(for: studio.snapshot())
            try studio.run("set spot backgroundColor=#00f", "sync")
            for consumer in [first, second] { try consumer.wait(for: studio.snapshot()) }
            // One goes, and the other goes on.
            first.end()
            try studio.run("set spot backgroundColor=#0f0", "sync")
            try second.wait(for: studio.snapshot())
        }

        @Test func consumersFollowTheSize() throws {
            let studio = try Studio(graph)
            let consumers = [try graph.consumer("stage"), try graph.consumer("stage")]
            for consumer in consumers { try consumer.wait(for: studio.snapshot()) }
            for size in ["101x67", "1x1", "320x200"] {
                try studio.run("set main size=\(size)", "sync")
                for consumer in consumers { try consumer.wait(for: studio.snapshot()) }
            }
            try studio.run("set main scale=2", "sync")
            for consumer in consumers { try consumer.wait(for: studio.snapshot()) }
            #expect(try studio.link.ask("set main size=16385x10").hasPrefix("error"))
        }

        @Test func aConsumerMayChooseSizeRateAndAlpha() throws {
            let studio = try Studio(graph, ["resizes=true"])
            try studio.run("set main backgroundColor=#f0000080", "remove disc")
            let consumer = try graph.consumer("stage", "size=64x48", "rate=10", "format=BGRA")
            let pixels = [UInt8](repeating: 0, count: 64 * 48).flatMap { _ -> [UInt8] in [0, 0, 0x78, 0x80] }
            try consumer.wait(for: pixels)
            #expect(try consumer.lines("format").last == ["format", "64", "48", "BGRA", "10"])
            #expect(try studio.daemon.value("main", "size") as? [Double] == [64, 48])
            #expect(try studio.daemon.value("main", "refresh") as? Double == 10)
            // It is told in its place, and comes back with the consumer's end.
            try studio.run("subscribe output")
            consumer.end()
            while try !studio.link.event().contains("nobody takes") {}
            #expect(try studio.daemon.value("main", "refresh") as? Double == 60)
            try studio.run("set main alpha=false")
            let plain = try graph.consumer("stage")
            try plain.wait("format") { $0.last?[3] == "BGRx" }
        }

        @Test func aConsumerThatHoldsBuffersKeepsItsPictures() throws {
            let studio = try Studio(graph)
            let slow = try graph.consumer("stage", "hold=1")
            try slow.wait(for: studio.snapshot())
            for at in 0..<12 {
                try studio.run("set disc position.x=\(40 + at * 7)", "sync")
                try slow.wait(for: studio.snapshot())
            }
        }

        /// As a consumer of YUY2 gets a picture of opaque pixels: pairs of Y', Cb, Y', Cr, BT.601 of limited range.
        private func packed(_ pixels: [UInt8], width: Int) -> [UInt8] {
            func byte(_ value: Double) -> UInt8 { UInt8(value.rounded()) }
            func luma(_ at: Int) -> UInt8 {
                byte(
                    16 + 219 / 255
                        * (0.299 * Double(pixels[at + 2]) + 0.587 * Double(pixels[at + 1]) + 0.114 * Double(pixels[at]))
                )
            }
            func chroma(_ at: Int) -> (Double, Double) {
                let (b, g, r) = (Double(pixels[at]), Double(pixels[at + 1]), Double(pixels[at + 2]))
                let y = 0.299 * r + 0.587 * g + 0.114 * b
                return (128 + 224 / 255 * (b - y) / 1.772, 128 + 224 / 255 * (r - y) / 1.402)
            }
            return stride(from: 0, to: pixels.count, by: 4 * width).flatMap { row in
                stride(from: 0, to: width, by: 2).flatMap { x -> [UInt8] in
                    let (one, other) = (row + 4 * x, row + 4 * min(x + 1, width - 1))
                    let (first, second) = (chroma(one), chroma(other))
                    return [
                        luma(one), byte((first.0 + second.0) / 2), luma(other), byte((first.1 + second.1) / 2),
                    ]
                }
            }
        }

        /// Browsers take none of the formats without losses.
        @Test(arguments: [48, 33]) func consumersMayTakePackedPictures(_ width: Int) throws {
            let studio = try Studio(graph, size: "\(width)x70")
            let consumer = try graph.consumer("stage", "format=YUY2")
            func matches() throws {
                let wanted = packed(try studio.snapshot(), width: width)
                /// The means of rounded bytes are one off at most.
                func isThere() throws -> Bool {
                    let frame = try consumer.frame()
                    return frame.count == wanted.count
                        && frame.indices.allSatisfy { abs(Int(frame[$0]) - Int(wanted[$0])) <= 1 }
                }
                try waitUntil { try isThere() }
                #expect(try isThere())
            }
            try matches()
            #expect(try consumer.lines("format") == [["format", "\(width)", "70", "YUY2", "60"]])
            // Several buffers take turns, each of which lacks what the others have shown.
            for step in 0..<8 {
                try studio.run(
                    "set disc position=\(step * 4),\(step * 9 + 5) backgroundColor=hsl(\(step * 40),90%,50%)", "sync")
                try matches()
            }
            // Another size, and another format for the next consumer, and back.
            try studio.run("set main size=\(width + 2)x31", "set main size=\(width)x70", "sync")
            try matches()
            consumer.end()
            try studio.run("subscribe output")
            while try !studio.link.event().contains("nobody takes") {}
            let plain = try graph.consumer("stage")
            try plain.wait(for: studio.snapshot())
            plain.end()
            while try !studio.link.event().contains("nobody takes") {}
            let again = try graph.consumer("stage", "format=YUY2")
            try again.wait("frame") { !$0.isEmpty }
        }

        @Test func nobodyThereIsTold() throws {
            let empty = try Sandbox()
            let daemon = try Daemon(clock: "realtime", set: ["XDG_RUNTIME_DIR": empty.path])
            let link = try daemon.link()
            for _ in 0..<4 {
                let reply = try link.ask("create feed pipewire")
                #expect(reply.hasPrefix("error io ") && reply.contains("pipewire-0: PipeWire: "), "\(reply)")
            }
            let outcome = try empty.run("scrimd", ["--socket", empty.file("t"), "--output", "pipewire"])
            #expect(outcome.status == 1 && outcome.errors.contains("pipewire-0: PipeWire: "), "\(outcome.errors)")
            // By its socket's path it is found.
            #expect(try link.ask("create feed pipewire remote=\(graph.sandbox.file("pipewire-0"))").hasPrefix("ok"))
            #expect(try link.ask("remove feed").hasPrefix("ok"))
        }

        @Test func pipewireGoesAndComesBack() throws {
            let studio = try Studio(graph)
            let before = try graph.consumer("stage")
            try before.wait(for: studio.snapshot())
            try studio.run("subscribe output")
            graph.end()
            while try !studio.link.event().contains("PipeWire is gone") {}
            try studio.run("set disc backgroundColor=#08f", "sync")
            try graph.start()
            while try !studio.link.event().contains("nobody takes node") {}
            let after = try graph.consumer("stage")
            try after.wait(for: studio.snapshot())
        }

        /// Times that threads of the daemon have begun to wait.
        private func waits(_ daemon: Daemon) throws -> Int {
            let tasks = "/proc/\(daemon.id)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
                let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
                return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
            }
        }

        @Test func nothingRunsWithoutDamage() throws {
            let studio = try Studio(graph)
            let consumer = try graph.consumer("stage")
            try consumer.wait(for: studio.snapshot())
            sleep(2)
            let (before, frames) = (try waits(studio.daemon), try consumer.lines("frame").count)
            sleep(2)
            #expect(try waits(studio.daemon) == before)
            #expect(try consumer.lines("frame").count == frames)
            // Without consumers nothing is painted.
            consumer.end()
            try studio.run("subscribe output")
            while try !studio.link.event().contains("absent") {}
            try studio.run("set disc position.x=100", "sync")
        }
    }
}
