import Foundation

/// An X server of a test's own, whose screen is a file.
final class XServer {
    let sandbox: Sandbox
    let display: String
    private let process: Process

    init(_ screen: String = "640x400x24") throws {
        sandbox = try Sandbox()
        process = try sandbox.start(
            "Xvfb", ["-displayfd", "1", "-screen", "0", screen, "-fbdir", sandbox.path, "-nolisten", "tcp"], log: "xvfb"
        )
        var number = ""
        for _ in 0..<1000 where !number.hasSuffix("\n") {
            usleep(10_000)
            number = String(decoding: (try? sandbox.bytes("xvfb.out")) ?? Data(), as: UTF8.self)
        }
        display = ":" + number.trimmingCharacters(in: .newlines)
        guard number.hasSuffix("\n") else { throw Daemon.Missing(words: "no X server") }
    }

    deinit { end() }

    /// A polite signal is blocked in what the tests start, so what the server leaves behind is removed here.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let number = display.dropFirst()
        for path in ["/tmp/.X11-unix/X\(number)", "/tmp/.X\(number)-lock"] { unsafe unlink(path) }
    }

    /// Red, green and blue of a rectangle of the screen.
    func colors(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> [UInt8] {
        let file = [UInt8](try sandbox.bytes("Xvfb_screen0"))
        func word(_ at: Int) -> Int { file[at * 4..<at * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
        // XWD: a head of its own length, colours of 12 bytes, rows.
        let (start, stride) = (word(0) + word(19) * 12, word(12))
        var colors: [UInt8] = []
        for row in y..<y + height {
            for column in x..<x + width {
                let at = start + row * stride + column * 4
                colors += [file[at + 2], file[at + 1], file[at]]
            }
        }
        return colors
    }

    func tell(_ program: String, _ arguments: String...) throws -> String {
        try sandbox.run(program, arguments, set: ["DISPLAY": display]).text
    }
}
