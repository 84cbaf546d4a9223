import Foundation
import Testing

/// The tests' own compositor, which does what it is told and tells what its clients do: see `Tests/TestCompositor`.
///
/// What a client may not do, such as changing pixels that it does not tell of or painting on a buffer that it has not got back,
/// fails the test.
final class Screen {
    private let sandbox: Sandbox
    private let process: Process
    private let input = Pipe()
    private let output: FileHandle
    private var unread = Data()
    private var replies: [String] = []
    private var notes: [Note] = []
    /// Faults that are no surprise.
    var faults: [String] = []
    private var hasSurprises = true

    /// Something that a client did: a word, and what is to be said of it.
    struct Note: CustomStringConvertible {
        var description: String
        var name: String { String(description.prefix { $0 != " " }) }

        subscript(_ key: String) -> String {
            guard let at = description.range(of: " \(key)=")?.upperBound else { return "" }
            return String(description[at...].prefix { $0 != " " })
        }

        func number(_ key: String) -> Int { Int(self[key]) ?? -1 }

        /// Of damage or a region.
        func rects(_ key: String) -> [[Int]] {
            self[key].split(separator: ";").map { $0.split(separator: ",").compactMap { Int($0) } }
        }
    }

    /// Starts it; `lines` come before anybody connects.
    init(_ lines: [String] = ["output add first 400 300 1"]) throws {
        sandbox = try Sandbox()
        _ = FileManager.default.createFile(atPath: sandbox.file("log"), contents: nil)
        process = Process()
        process.executableURL = URL(filePath: Checkout.programs + "/TestCompositor")
        process.arguments = ["wayland-1"]
        process.environment = sandbox.environment
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: sandbox.file("log"))
        output = try FileHandle(forReadingFrom: URL(filePath: sandbox.file("log")))
        try process.run()
        try next("ready")
        for line in lines { try tell(line) }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        for _ in 0..<1000 where process.isRunning { usleep(1000) }
        kill(process.processIdentifier, SIGKILL)
    }

    /// For a client of it.
    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": sandbox.path, "WAYLAND_DISPLAY": "wayland-1", "XCURSOR_PATH": sandbox.path]
    }

    struct Silence: Error { var words: String }
    struct Refusal: Error { var command: String }

    private func read() throws {
        unread += try output.readToEnd() ?? Data()
        while let end = unread.firstIndex(of: 10) {
            let line = String(decoding: unread[..<end], as: UTF8.self)
            unread = Data(unread[(end + 1)...])
            if line.hasPrefix("fault ") {
                let before = notes.suffix(4).map(\.description).joined(separator: "\n")
                if hasSurprises { Issue.record("\(line), after\n\(before)") }
                faults.append(line)
            } else if line == "ok" || line == "error" {
                replies.append(line)
            } else {
                notes.append(Note(description: line))
            }
        }
    }

    /// Reads until there is something; `Silence` after ten seconds without it.
    private func wait<T>(for what: String, _ found: () -> T?) throws -> T {
        let end = Date().addingTimeInterval(10)
        while Date() < end {
            try read()
            if let found = found() { return found }
            usleep(500)
        }
        throw Silence(words: what)
    }

    /// Has it do something.
    func tell(_ command: String) throws {
        try start(command)
        try finish(command)
    }

    /// Has it begin something that takes long.
    func start(_ command: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
    }

    /// Waits until it has done that.
    func finish(_ command: String = "") throws {
        let reply = try wait(for: command) { replies.isEmpty ? nil : replies.removeFirst() }
        if reply != "ok" { throw Refusal(command: command) }
    }

    /// The next thing of that name that a client does, and is right; what comes before it is forgotten.
    @discardableResult
    func next(_ name: String, _ isRight: (Note) -> Bool = { _ in true }) throws -> Note {
        try wait(for: name) {
            guard let at = notes.firstIndex(where: { $0.name == name && isRight($0) }) else { return nil }
            defer { notes.removeFirst(at + 1) }
            return notes[at]
        }
    }

    /// What clients have done and nobody asked for.
    func rest() throws -> [Note] {
        // Its reply comes behind what was done before.
        try tell("mark")
        defer { notes = [] }
        return notes
    }

    /// What the window shows.
    func picture() throws -> PlainPicture {
        try tell("picture \(sandbox.file("picture.ppm"))")
        return try PlainPicture(sandbox.bytes("picture.ppm"))
    }

    /// Runs something with whatever the clients do wrong being noted only.
    func expectingFaults(_ body: () throws -> Void) throws -> [String] {
        hasSurprises = false
        defer { hasSurprises = true }
        let before = faults.count
        try body()
        return Array(faults[before...])
    }
}
