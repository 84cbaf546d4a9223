import CSystem
import Glibc

/// Where PipeWire is found, and how one learns that it has come back: the socket's folder is watched, and nothing runs until a file
/// appears in it. A socket is there a moment before somebody listens at it, so some tries follow.
final class Door {
    private static let tries = 10
    private static let pause = 100
    /// Milliseconds between tries where the folder cannot be watched, or somebody answers who is of no use.
    private static let longPause = 5000

    private let wakeups: Wakeups
    private var watcher: Int32 = -1
    private var triesLeft = 0
    private(set) var isWaiting = false

    init(_ wakeups: Wakeups) { self.wakeups = wakeups }

    deinit { shut() }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The path of the socket with this name, or of the usual one with an empty one; nil where none could be.
    static func path(_ remote: String) -> String? {
        let name = remote.isEmpty ? variable("PIPEWIRE_REMOTE") ?? "pipewire-0" : remote
        if name.hasPrefix("/") { return name }
        return (variable("PIPEWIRE_RUNTIME_DIR") ?? variable("XDG_RUNTIME_DIR")).map { "\($0)/\(name)" }
    }

    /// Wakes its owner when PipeWire may have come. `isFaulty`: it is there, but of no use now.
    func wait(for remote: String, isFaulty: Bool) {
        triesLeft = Self.tries
        isWaiting = true
        var isWatched = false
        if watcher < 0 { watcher = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
        if watcher >= 0, let path = Self.path(remote), let slash = path.lastIndex(of: "/") {
            let folder = String(path[...slash])
            isWatched = unsafe inotify_add_watch(watcher, folder, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) >= 0
            wakeups.watch(watcher, .door)
        }
        if !isWatched || isFaulty { triesLeft = Int.max }
        wakeups.setTimer(.alarm, after: isWatched && !isFaulty ? Self.pause : Self.longPause)
    }

    /// The folder has news: some tries follow.
    func knock() {
        var news = [UInt8](repeating: 0, count: 4096)
        while true { if unsafe read(watcher, &news, news.count) <= 0 { break } }
        guard isWaiting else { return }
        triesLeft = Self.tries
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
