import CWayland
import Glibc

/// Where a compositor is found, and how one learns that it has come.
///
/// The socket is `$WAYLAND_DISPLAY`; when that is not set, as in a service that was started before any session, the first
/// `wayland-N` in `$XDG_RUNTIME_DIR` that answers. While none does, the folder is watched: nothing runs until a file appears in
/// it. A socket is there a moment before somebody listens at it, so each time some tries follow, a tenth of a second apart.
final class Door {
    private static let tries = 10
    private static let pause = 100
    /// Milliseconds between tries where the folder cannot be watched.
    private static let longPause = 5000

    private let wakeups: Wakeups
    private var watcher: Int32 = -1
    private var triesLeft = 0
    /// Milliseconds until the first try.
    private var firstPause = Door.pause
    private(set) var isWaiting = false

    init(_ wakeups: Wakeups) { self.wakeups = wakeups }

    deinit { shut() }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The folder, and the socket's name there if it is known.
    private static var place: (folder: String, name: String?)? {
        let name = variable("WAYLAND_DISPLAY")
        if let name, name.hasPrefix("/"), let slash = name.lastIndex(of: "/") {
            return (String(name[..<slash]), String(name[name.index(after: slash)...]))
        }
        return variable("XDG_RUNTIME_DIR").map { ($0, name) }
    }

    /// The addresses that are tried, for people.
    static var description: String {
        guard let place else { return "neither WAYLAND_DISPLAY nor XDG_RUNTIME_DIR is set" }
        return "no compositor answers at \(place.folder)/\(place.name ?? "wayland-*")"
    }

    /// Connects to the first compositor that answers.
    func open() -> OpaquePointer? {
        guard let place = Self.place else { return nil }
        for name in place.name.map({ [$0] }) ?? Self.sockets(in: place.folder) {
            if let display = unsafe wl_display_connect("\(place.folder)/\(name)") { return unsafe display }
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

    /// Wakes its owner when a compositor may have come. `hasFailed`: one was there, but of no use; the next is looked for twice
    /// as late as the last one.
    func wait(hasFailed: Bool = false) {
        firstPause = hasFailed ? min(2 * firstPause, Self.longPause) : Self.pause
        triesLeft = Self.tries
        isWaiting = true
        var isWatched = false
        if watcher < 0 { watcher = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
        if watcher >= 0, let folder = Self.place?.folder {
            isWatched = unsafe inotify_add_watch(watcher, folder, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) >= 0
            wakeups.watch(watcher, .door)
        }
        if !isWatched { triesLeft = Int.max }
        wakeups.setTimer(.alarm, after: isWatched ? firstPause : Self.longPause)
    }

    /// The folder has news: some tries follow.
    func knock() {
        var news = [UInt8](repeating: 0, count: 4096)
        while true { if unsafe read(watcher, &news, news.count) <= 0 { break } }
        triesLeft = max(triesLeft, Self.tries)
        wakeups.setTimer(.alarm, after: 1)
    }

    /// A try has failed: the next one, while any are left.
    func tryLater() {
        triesLeft -= 1
        guard triesLeft > 0 else { return }
        wakeups.setTimer(.alarm, after: triesLeft < Self.tries ? Self.pause : Self.longPause)
    }

    /// Somebody answered.
    func shut() {
        isWaiting = false
        wakeups.setTimer(.alarm, after: nil)
        guard watcher >= 0 else { return }
        wakeups.forget(watcher)
        close(watcher)
        watcher = -1
    }
}
