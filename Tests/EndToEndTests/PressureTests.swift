import CSystem
import Foundation
import Testing

extension RealDaemon {
    /// What one client does or leaves undone is no other client's trouble.
    @Suite struct PressureTests {
        /// A round trip; `Silence` after ten seconds.
        private func isServing(_ daemon: Daemon) throws -> Bool {
            try daemon.link().ask("@a hello").hasPrefix("@a ok {")
        }

        private func read(_ descriptor: Int32) -> Int {
            var total = 0
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = unsafe Foundation.read(descriptor, &chunk, chunk.count)
                if count <= 0 { return total }
                total += count
            }
        }

        /// Far more than a pipe holds, and its reader takes its time.
        @Test(arguments: [true, false]) func aPictureGoesAsFastAsItsPipeIsRead(isPassed: Bool) throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            var ends: [Int32] = [-1, -1]
            if isPassed {
                #expect(unsafe pipe(&ends) == 0)
                let line = Array("@p snapshot format=rgba\n".utf8)
                let sent = unsafe line.withUnsafeBytes {
                    unsafe sys_send(link.descriptor, $0.baseAddress!, $0.count, &ends[1], 1)
                }
                #expect(sent == line.count)
                close(ends[1])
            } else {
                #expect(unsafe mkfifo(daemon.sandbox.file("pipe"), 0o600) == 0)
                #expect(try link.ask("snapshot path=\(daemon.sandbox.file("pipe"))").hasPrefix("error io "))
                ends[0] = unsafe open(daemon.sandbox.file("pipe"), O_RDONLY | O_NONBLOCK)
                try link.send(Array("@p snapshot format=rgba path=\(daemon.sandbox.file("pipe"))\n".utf8))
            }
            #expect(try isServing(daemon))
            _ = fcntl(ends[0], F_SETFL, 0)
            #expect(read(ends[0]) == 400 * 300 * 4)
            close(ends[0])
            #expect(try link.line().hasPrefix("@p ok {\"width\":400"))
            #expect(try link.ask("@q hello").hasPrefix("@q ok"))
        }

        /// The reader of the picture, or the client itself, goes before it is through.
        @Test(arguments: [true, false]) func aPictureThatNobodyWantsAnyMore(readerGoes: Bool) throws {
            let daemon = try Daemon()
            var link: Link? = try daemon.link()
            #expect(unsafe mkfifo(daemon.sandbox.file("pipe"), 0o600) == 0)
            let reader = unsafe open(daemon.sandbox.file("pipe"), O_RDONLY | O_NONBLOCK)
            try link?.send(Array("snapshot format=rgba path=\(daemon.sandbox.file("pipe"))\n".utf8))
            #expect(try isServing(daemon))
            if readerGoes {
                close(reader)
                #expect(try link?.line().hasPrefix("error io ") == true)
            } else {
                link = nil
                #expect(try isServing(daemon))
                close(reader)
            }
            #expect(try isServing(daemon))
        }

        /// Lines that cost much, by the thousand: each other client waits for a few of them only.
        /// Encoding takes seconds here: others' lines, and frames, go on meanwhile.
        @Test func aLargePictureHoldsUpNobodyElse() throws {
            let daemon = try Daemon()
            let (one, other) = (try daemon.link(), try daemon.link())
            _ = try one.ask("create a layer frame=0,0,400,300 backgroundColor=#123456")
            let path = daemon.sandbox.file("big.png")
            try one.send(Array("@1 snapshot scale=12 path=\(path)\n@2 hello\n".utf8))
            #expect(try other.ask("hello").hasPrefix("ok"))
            #expect(!FileManager.default.fileExists(atPath: path), "others are served before it is written")
            #expect(try one.line().hasPrefix("@1 ok {\"width\":4800"))
            #expect(FileManager.default.fileExists(atPath: path))
            // Its own connection's further lines come behind it.
            #expect(try one.line().hasPrefix("@2 ok"))
            // Who asked for it goes: it is written, or not, and the daemon goes on.
            do {
                let third = try daemon.link()
                try third.send(Array("snapshot scale=12 path=\(path)\n".utf8))
                #expect(try other.ask("hello").hasPrefix("ok"))
            }
            #expect(try other.ask("snapshot scale=4 path=\(path)").hasPrefix("ok"))
            #expect(try one.ask("snapshot scale=12 path=/nowhere/big.png").hasPrefix("error io"))
            #expect(daemon.isRunning)
        }

        @Test func manyDearLinesAreServedInTurns() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            for start in 0..<20 {
                let lines = (0..<100).map { "create layer.number.\(start * 100 + $0) layer\n" }.joined()
                #expect(try link.replies(to: Array(lines.utf8)).count == 100)
            }
            let flood = try daemon.link()
            try flood.send(Array(String(repeating: "set layr.number.7 opacity=1\n", count: 4000).utf8))
            // With all of them before it, this is beyond what `Link` waits.
            #expect(try link.ask("@a hello").hasPrefix("@a ok"))
            let served = try link.ask("stats")
            let lines = (ReplyForm.json(String(served.dropFirst(3))) as? [String: Any])?["lines"] as? Int ?? .max
            #expect(lines < 2000 + 20 + 4000)
        }
    }

    /// Signals, and the configuration that is read again.
    @Suite struct SignalTests {
        private func settings(_ daemon: Daemon) throws -> [String] {
            [
                try daemon.link().ask("get daemon limit.layers"), try daemon.link().ask("get main size"),
                try daemon.link().ask("get banner opacity"),
            ]
        }

        @Test func aHangUpReadsTheConfigurationAgain() throws {
            let sandbox = try Sandbox()
            let path = try sandbox.write("set daemon limit.layers=5\ncreate banner layer\n", to: "c.scrim")
            let daemon = try Daemon(["--config", path])
            let before = try settings(daemon)
            #expect(before == ["ok {\"limit.layers\":5}", "ok {\"size\":[400,300]}", "ok {\"opacity\":1}"])
            _ = try sandbox.write("set daemon limit.layers=6\nset daemon bogus=1\n", to: "c.scrim")
            try daemon.hangUp("configuration kept: \(path):2:12: ")
            #expect(try settings(daemon) == before)
            _ = try sandbox.write(
                "set main size=10x10\nset daemon limit.layers=7\ncreate banner layer opacity=0.5\n", to: "c.scrim")
            try daemon.hangUp("configuration read again")
            // The size is the command line's.
            #expect(try settings(daemon) == ["ok {\"limit.layers\":7}", before[1], "ok {\"opacity\":0.5}"])
        }

        @Test(arguments: [SIGTERM, SIGINT]) func theEndIsInOrder(signal: Int32) throws {
            let daemon = try Daemon()
            let links = try (0..<3).map { _ in try daemon.link() }
            // One waits, one listens, one has said nothing.
            try links[0].send(Array("wait 1000\n".utf8))
            _ = try links[1].ask("subscribe frame created")
            #expect(daemon.end(by: signal) == 0)
            #expect(links[2].isClosed())
            #expect(!FileManager.default.fileExists(atPath: daemon.sandbox.file("s")))
        }
    }
}
