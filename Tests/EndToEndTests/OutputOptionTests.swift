import Foundation
import Testing

extension RealDaemon {
    /// `--output NAME key=value…` of scrimd.
    @Suite struct OutputOptionTests {
        @Test(
            arguments: [
                (["--output", "nonsense"], "\"nonsense\" is none of auto, drm, offscreen, "),
                (["--output", "layer"], "\"layer\" is none of auto, "),
                (["--output", "offscreen", "nonsense=1"], "nonsense"),
                (["--output", "offscreen", "export=paper"], "paper"),
                (["--output", "offscreen", "a b=1"], "\"a b\" is no property's name"),
                (["--output", "offscreen", "=1"], "is no property's name"),
                (["--output", "offscreen", "export"], "no option \"export\""),
                (["--size", "4x4", "export=memfd"], "no option \"export=memfd\""),
            ] as [([String], String)])
        func whatIsNoOutputIsTold(arguments: [String], words: String) throws {
            let sandbox = try Sandbox()
            let outcome = try sandbox.run("scrimd", ["--socket", sandbox.file("s")] + arguments)
            #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.status) \(outcome.errors)")
        }

        @Test func propertiesAreSetAndStay() throws {
            let sandbox = try Sandbox()
            let config = try sandbox.write("set main export=none\n", to: "config")
            let daemon = try Daemon(["--output=offscreen", "export=memfd", "--config", config])
            #expect(try daemon.value("main", "export") as? String == "memfd")
        }

        @Test func automaticallyOffscreenWithoutADesktop() throws {
            let daemon = try Daemon(["--output", "auto"], set: ["WAYLAND_DISPLAY": "", "DISPLAY": ":none"])
            #expect(try daemon.value("main", "export") as? String == "none")
        }
    }
}
