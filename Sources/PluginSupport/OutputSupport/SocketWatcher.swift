import CSystem
import Glibc

/// Reports when a server whose socket is missing or does not answer may have appeared.
///
/// Watches the socket's folder, so nothing runs until a file appears there. A socket exists a moment before it accepts
/// connections, so each time several tries follow, a tenth of a second apart.
public final class SocketWatcher<Source: RawRepresentable<UInt64> & Hashable> {
    private let polls: PollSet<Source>
    /// The source for changes of the folder.
    private let folderSource: Source
    /// The source for the timer of the next try.
    private let retrySource: Source
    private let pauses = RetryPauses()
    private var watcher: Int32 = -1
    private var triesLeft = 0
    /// Milliseconds until the first try.
    private var firstPause: Int
    /// True from `wait` to `stop`.
    public private(set) var isWaiting = false

    /// Creates an inactive watcher. `polls` has a timer `retry`.
    public init(_ polls: PollSet<Source>, folder: Source, retry: Source) {
        (self.polls, folderSource, retrySource) = (polls, folder, retry)
        firstPause = pauses.short
    }

    deinit { stop() }

    /// Wakes its owner when the server may have appeared. If the folder cannot be watched, tries repeat. `hasFailed`:
    /// the server existed but was unusable; the delay of the first try doubles each time.
    public func wait(in folder: String?, hasFailed: Bool = false) {
        firstPause = hasFailed ? min(2 * firstPause, pauses.long) : pauses.short
        triesLeft = pauses.tries
        isWaiting = true
        var isWatched = false
        if watcher < 0 { watcher = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
        if watcher >= 0, let folder {
            isWatched = unsafe inotify_add_watch(watcher, folder, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) >= 0
            polls.watch(watcher, folderSource)
        }
        if !isWatched { triesLeft = Int.max }
        polls.setTimer(retrySource, after: isWatched ? firstPause : pauses.long)
    }

    /// Handles a change of the folder: several tries follow.
    public func folderChanged() {
        var news = [UInt8](repeating: 0, count: 4096)
        while true { if unsafe read(watcher, &news, news.count) <= 0 { break } }
        guard isWaiting else { return }
        triesLeft = max(triesLeft, pauses.tries)
        polls.setTimer(retrySource, after: 1)
    }

    /// Schedules the next try after a failed one, while any are left.
    public func retryLater() {
        triesLeft -= 1
        guard triesLeft > 0 else { return }
        polls.setTimer(retrySource, after: triesLeft < pauses.tries ? pauses.short : pauses.long)
    }

    /// Stops waiting: the server answered.
    public func stop() {
        isWaiting = false
        polls.setTimer(retrySource, after: nil)
        guard watcher >= 0 else { return }
        polls.forget(watcher)
        close(watcher)
        watcher = -1
    }
}

/// Number of tries after a change of the folder, and the milliseconds between tries: normally, and if the folder cannot
/// be watched or the server is unusable.
private struct RetryPauses {
    let tries = 10
    let short = 100
    let long = 5000
}
