import CWayland
import Glibc
import OutputSupport

/// The sources of events.
enum EventSource: UInt64 {
    case compositor, folder, retry, keyRepeat, stall, paste, copy, drop, dropTime

    /// The sources that are timers.
    static let timers: [EventSource] = [.retry, .keyRepeat, .stall, .dropTime]
}

typealias Wakeups = PollSet<EventSource>

/// Finds the socket of a compositor: `$WAYLAND_DISPLAY`; if that is not set, as in a service started before any
/// session, the first `wayland-N` in `$XDG_RUNTIME_DIR` that answers.
enum CompositorSocket {
    /// The folder, and the socket's name if it is known.
    private static var path: (folder: String, name: String?)? {
        let name = environment("WAYLAND_DISPLAY")
        if let name, name.hasPrefix("/"), let slash = name.lastIndex(of: "/") {
            return (String(name[..<slash]), String(name[name.index(after: slash)...]))
        }
        return environment("XDG_RUNTIME_DIR").map { ($0, name) }
    }

    /// The folder in which the socket will appear.
    static var folder: String? { path?.folder }

    /// The addresses that are tried, for messages.
    static var description: String {
        guard let path else { return "neither WAYLAND_DISPLAY nor XDG_RUNTIME_DIR is set" }
        return "no compositor answers at \(path.folder)/\(path.name ?? "wayland-*")"
    }

    /// Connects to the first compositor that answers.
    static func open() -> OpaquePointer? {
        guard let path else { return nil }
        for name in path.name.map({ [$0] }) ?? sockets(in: path.folder) {
            if let display = unsafe wl_display_connect("\(path.folder)/\(name)") { return unsafe display }
        }
        return nil
    }

    private static func sockets(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("wayland-"), name.dropFirst(8).allSatisfy(\.isNumber), name.count > 8 else { continue }
            names.append(name)
        }
        return names.sorted()
    }
}
