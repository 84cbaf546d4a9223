import Foundation
import Testing

/// A folder that a compositor and its clients share, and what runs there.
///
/// sway refuses to be root, so it becomes nobody; root may connect to it all the same.
final class Desktop {
    let folder: String
    private var process: Process?
    private(set) var display = ""

    struct Failure: Error { var words: String }

    init() throws {
        folder = "/tmp/scrim-desktop-" + UUID().uuidString.prefix(8)
        let private700: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: private700)
        if getuid() == 0 { _ = unsafe chown(folder, 65534, 65534) }
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// For a client of the compositor.
    var environment: [String: String] { ["XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "wayland-1"] }

    private var words: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

    private func start(_ arguments: [String], _ more: [String: String], isReady: () -> Bool) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder, "LANG": "C.UTF-8",
        ].merging(more) { $1 }
        process.currentDirectoryURL = URL(filePath: "/")
        _ = FileManager.default.createFile(atPath: folder + "/log", contents: nil)
        let log = FileHandle(forWritingAtPath: folder + "/log")
        process.standardOutput = log
        process.standardError = log
        try process.run()
        self.process = process
        for _ in 0..<2000 where process.isRunning && !isReady() { usleep(5000) }
        guard process.isRunning, isReady() else { throw Failure(words: words) }
    }

    /// Starts sway without a screen of its own, with one monitor of 400 by 300 pixels; or inside of another desktop, where its
    /// monitors are windows, WL-1 and so on, which come and go as windows do. `hasWallpaper`: with one colour behind all.
    func startSway(inside outer: Desktop? = nil, hasWallpaper: Bool = true) throws {
        let lines = """
            default_border none
            \(hasWallpaper ? "output * bg #203040 solid_color" : "")
            output HEADLESS-1 mode --custom 400x300@60Hz

            """
        try lines.write(toFile: folder + "/sway.conf", atomically: false, encoding: .utf8)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("sway-ipc") {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        var settings = [
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
        ]
        if let outer {
            settings["WLR_BACKENDS"] = "wayland"
            settings["WAYLAND_DISPLAY"] = outer.folder + "/wayland-1"
        }
        try start(user + ["sway", "-c", folder + "/sway.conf"], settings) {
            control != nil && (try? Link(path: folder + "/wayland-1")) != nil
        }
    }

    /// Starts weston without a screen of its own.
    func startWeston() throws {
        try start(
            [
                "weston", "--backend=headless-backend.so", "--use-pixman", "--width=400", "--height=300",
                "--socket=wayland-1", "--idle-time=0", "--no-config",
            ], [:]
        ) { (try? Link(path: folder + "/wayland-1")) != nil }
    }

    /// Ends the compositor at once, as a crash does.
    func stop() {
        guard let process else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// What makes a program one of the desktop's own user.
    private var user: [String] {
        getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    }

    private var control: String? {
        try? FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix("sway-ipc") }
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "20", program] + arguments
        process.environment = environment.merging([
            "PATH": "/usr/bin:/bin", "SWAYSOCK": folder + "/" + (control ?? ""),
        ]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(words: "\(program) \(arguments): " + String(decoding: output, as: UTF8.self))
        }
        return output
    }

    /// What `swaymsg` answers.
    @discardableResult
    func tell(_ words: String...) throws -> String {
        String(decoding: try run("swaymsg", ["--"] + words), as: UTF8.self)
    }

    /// What a program of this checkout says that the desktop's user runs.
    func runAsUser(_ program: String, _ arguments: [String]) throws -> String {
        let words = user + [Checkout.programs + "/" + program] + arguments
        return String(decoding: try run(words[0], Array(words.dropFirst())), as: UTF8.self)
    }

    /// Types keys: see wtype(1).
    func type(_ words: String...) throws { _ = try run("wtype", words) }

    /// What a monitor shows, with the pointer when it is there.
    func picture(of monitor: String = "HEADLESS-1") throws -> PlainPicture {
        try PlainPicture(run("grim", ["-t", "ppm", "-o", monitor, "-"]))
    }
}

/// A PPM file's pixels.
struct PlainPicture: Equatable {
    var width: Int
    var height: Int
    var bytes: Data

    struct Malformed: Error {}

    init(_ file: Data) throws {
        var words: [String] = []
        var at = file.startIndex
        while words.count < 4 {
            guard let end = file[at...].firstIndex(where: { $0 == 10 || $0 == 32 }) else { throw Malformed() }
            words.append(String(decoding: file[at..<end], as: UTF8.self))
            at = end + 1
        }
        guard words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]) else { throw Malformed() }
        (self.width, self.height) = (width, height)
        bytes = Data(file[at...])
    }

    /// What is in a rectangle of it.
    func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PlainPicture {
        var part = self
        (part.width, part.height, part.bytes) = (width, height, Data())
        for row in y..<y + height {
            let from = (row * self.width + x) * 3
            part.bytes += bytes[from..<from + width * 3]
        }
        return part
    }

    /// 0xRRGGBB.
    func color(_ x: Int, _ y: Int) -> Int {
        let at = (y * width + x) * 3
        return Int(bytes[at]) << 16 | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2])
    }

    /// Where the first pixels are that differ, for people.
    func difference(from other: PlainPicture) -> String? {
        guard (width, height) == (other.width, other.height) else {
            return "\(width)x\(height) is not \(other.width)x\(other.height)"
        }
        guard let at = zip(bytes, other.bytes).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset
        else { return nil }
        let (x, y) = (at / 3 % width, at / 3 / width)
        return "at \(x),\(y): \(String(color(x, y), radix: 16)) is not \(String(other.color(x, y), radix: 16))"
    }
}

/// A mouse that sway takes for one of its own, for as long as it lives: a client that speaks the protocol by hand.
final class VirtualPointer {
    private let link: Link

    init(_ desktop: Desktop) throws {
        link = try Link(path: desktop.folder + "/wayland-1")
        // wl_display.get_registry(2), sync(3)
        try send(1, 1, [2])
        try send(1, 0, [3])
        var manager: UInt32?
        while manager == nil {
            let (object, code, body) = try message()
            if object == 3 { break }
            guard object == 2, code == 0 else { continue }
            let name = String(decoding: body[8...].prefix { $0 != 0 }, as: UTF8.self)
            if name == "zwlr_virtual_pointer_manager_v1" { manager = word(body, 0) }
        }
        guard let manager else { throw Desktop.Failure(words: "no virtual pointers here") }
        // wl_registry.bind(manager, "zwlr…", 1, 4), create_virtual_pointer(none, 5)
        let name = Array("zwlr_virtual_pointer_manager_v1\0".utf8)
        try send(2, 0, [manager, UInt32(name.count)], name, [1, 4])
        try send(4, 0, [0, 5])
    }

    /// To a place on a desktop of so many points.
    func move(_ x: Int, _ y: Int, of width: Int = 400, _ height: Int = 300) throws {
        try send(5, 1, [0, UInt32(x), UInt32(y), UInt32(width), UInt32(height)])
        try send(5, 4, [])
    }

    func press(_ isDown: Bool) throws {
        try send(5, 2, [0, 0x110, isDown ? 1 : 0])
        try send(5, 4, [])
    }

    private func send(_ object: UInt32, _ code: UInt32, _ words: [UInt32], _ text: [UInt8] = [], _ rest: [UInt32] = [])
        throws
    {
        func bytes(_ words: [UInt32]) -> [UInt8] { words.flatMap { w in (0..<4).map { UInt8(w >> ($0 * 8) & 255) } } }
        let padding = [UInt8](repeating: 0, count: (4 - text.count % 4) % 4)
        let body = bytes(words) + text + padding + bytes(rest)
        try link.send(bytes([object, UInt32(8 + body.count) << 16 | code]) + body)
    }

    private func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << ($1 * 8) }
    }

    private func message() throws -> (object: UInt32, code: UInt32, body: [UInt8]) {
        let head = try link.bytes(8)
        let size = Int(word(head, 4) >> 16)
        return (word(head, 0), word(head, 4) & 0xFFFF, try link.bytes(size - 8))
    }
}
