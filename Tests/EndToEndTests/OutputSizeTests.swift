import Foundation
import Testing

extension RealDaemon {
    /// Sizes of outputs that their plugins cannot have.
    @Suite struct OutputSizeTests {
        /// Leaves a daemon as much memory as it has, and so much more.
        private func confine(_ daemon: Daemon, to more: Int) throws {
            let status = try String(contentsOfFile: "/proc/\(daemon.id)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmSize:") })
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            let kilobytes = try #require(words.compactMap { Int($0) }.first)
            let limit = "--as=\(kilobytes << 10 + more)"
            #expect(try daemon.sandbox.run("prlimit", ["--pid", "\(daemon.id)", limit]).status == 0)
        }

        @Test func aSizeThatCannotBeHadIsRefused() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            #expect(try link.ask("create a layer frame=0,0,10,10 backgroundColor=#f00") == "ok")
            try confine(daemon, to: 200 << 20)
            // However often: it is no fault of the plugin's, which would be suspended.
            for line in ["set main size=16384x16384", "set main size=15000x15000", "set main size=9000x9000"] + [
                "set main size=16000x16000", "set main size=16384x16384",
            ] {
                let reply = try link.ask(line)
                #expect(reply.hasPrefix("error io ") && reply.contains("no memory"), "\(line): \(reply)")
            }
            for line in ["begin", "set a opacity=0.5", "set main size=9000x9000"] { _ = try link.ask(line) }
            #expect(try link.ask("commit").hasPrefix("error"))
            #expect(try daemon.value("main", "size") as? [Double] == [400, 300])
            #expect(try daemon.value("a", "opacity") as? Double == 1)
            #expect(try link.ask("snapshot path=\(daemon.sandbox.file("a.png"))").contains("\"width\":400"))
            // What can be had still can.
            #expect(try link.ask("set main size=500x200") == "ok")
            #expect(try link.ask("snapshot path=\(daemon.sandbox.file("b.png"))").contains("\"width\":500"))
        }
    }
}
