import Reactor
import Service

/// Finds a display for the output `main` with `--output auto`.
enum Displays {
    /// The first of `names` whose desktop responds: `wayland`, then `x11`; otherwise `offscreen`.
    static func firstAnswering(_ names: [String]) -> String {
        if names.contains("wayland"), let path = wayland, isAnswering(path) { return "wayland" }
        if names.contains("x11"), let path = x11, isAnswering(path) { return "x11" }
        return "offscreen"
    }

    /// The socket of the Wayland compositor that `$WAYLAND_DISPLAY` names.
    private static var wayland: String? {
        guard let name = Folders.variable("WAYLAND_DISPLAY") else { return nil }
        return name.hasPrefix("/") ? name : Folders.runtime.map { "\($0)/\(name)" }
    }

    /// The socket of the local X server that `$DISPLAY` names: `:0`, `unix:0.1`.
    private static var x11: String? {
        guard let display = Folders.variable("DISPLAY"), let colon = display.lastIndex(of: ":"),
            ["", "unix"].contains(display[..<colon])
        else { return nil }
        let number = display[display.index(after: colon)...].prefix { $0 != "." }
        guard UInt16(number) != nil else { return nil }
        return "/tmp/.X11-unix/X\(number)"
    }

    private static func isAnswering(_ path: String) -> Bool {
        guard let socket = try? UnixSocket.make() else { return false }
        return (try? UnixSocket.connect(socket, path)) != nil
    }
}
