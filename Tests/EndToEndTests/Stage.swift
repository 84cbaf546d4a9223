import Foundation
import Testing

/// A daemon that shows itself on a screen, and a link to it that hears of its output.
struct Stage {
    let screen: Screen
    let daemon: Daemon
    let link: Link

    init(_ screen: Screen, _ arguments: [String] = [], set variables: [String: String] = [:]) throws {
        self.screen = screen
        daemon = try Daemon(
            ["--output", "wayland"] + arguments, clock: "realtime", set: screen.environment.merging(variables) { $1 })
        link = try daemon.link()
        #expect(try link.ask("subscribe output") == "ok")
    }

    /// What an `output` event says.
    struct Told: Equatable {
        var state = ""
        var size: [Double] = []
        var scale = 0.0
        var refresh = 0.0
        var message = ""
    }

    /// Waits until the output is told to be like this.
    @discardableResult
    func wait(_ isRight: (Told) -> Bool) throws -> Told {
        let end = Date().addingTimeInterval(10)
        var last = Told()
        while Date() < end {
            let event = try link.event()
            guard event.hasPrefix("event output "),
                let json = ReplyForm.json(String(event.dropFirst(13))) as? [String: Any]
            else { continue }
            let told = Told(
                state: json["state"] as? String ?? "", size: json["size"] as? [Double] ?? [],
                scale: json["scale"] as? Double ?? 0, refresh: json["refresh"] as? Double ?? 0,
                message: json["message"] as? String ?? "")
            if isRight(told) { return told }
            last = told
        }
        throw Screen.Silence(words: "\(last)")
    }

    /// Runs lines, all of which have to succeed.
    func run(_ lines: String..., at location: SourceLocation = #_sourceLocation) throws {
        for line in lines { #expect(try link.ask(line).hasPrefix("ok"), "\(line)", sourceLocation: location) }
    }

    /// Sends without waiting for what is replied.
    func send(_ lines: String...) throws { try link.send(Array((lines.joined(separator: "\n") + "\n").utf8)) }
}

/// A daemon that shows nothing anywhere, to compare with.
struct Offstage {
    let daemon: Daemon
    let link: Link

    init(_ arguments: [String] = []) throws {
        daemon = try Daemon(arguments)
        link = try daemon.link()
    }

    func run(_ lines: String...) throws {
        for line in lines { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
    }

    func picture() throws -> PlainPicture {
        let file = daemon.sandbox.file("expected.ppm")
        #expect(try link.ask("snapshot format=ppm path=\(file)").hasPrefix("ok"))
        return try PlainPicture(daemon.sandbox.bytes("expected.ppm"))
    }
}
