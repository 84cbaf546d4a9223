import CSystem
import Glibc

/// Tells when a server may have come whose socket is not there, or does not answer.
///
/// The socket's folder is watched: nothing runs until a file appears in it. A socket is there a moment before somebody listens at it, so
/// each time some tries follow, a tenth of a second apart.
package final class SocketWatcher<Source: RawRepresentable<UInt64> & Hashable> {
    private let polls: PollSet<Source>
    /// The folder has news.
    private let folderSource: Source
    /// The timer of the next try.
    private let retrySource: Source
    private let pauses = RetryPauses()
    private var watcher: Int32 = -1
    private var triesLeft = 0
    /// Milliseconds until the first try.
    private var firstPause: Int
    /// From `wait` to `stop`.
    package private(set) var isWaiting = false

    /// A watcher that waits for nothing. `polls` has a timer `retry`.
    package init(_ polls: PollSet<Source>, folder: Source, retry: Source) {
        (self.polls, folderSource, retrySource) = (polls, folder, retry)
        firstPause = pauses.short
    }

    deinit { stop() }

    /// Wakes its owner when the server may have come. Without a folder that can be watched tries follow one another. `hasFailed`: it was
    /// there, but of no use; the first try comes twice as late as the last first one.
    package func wait(in folder: String?, hasFailed: Bool = false) {
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

    /// The folder has news: some tries follow.
    package func folderChanged() {
        var news = [UInt8](repeating: 0, count: 4096)
        while true { if unsafe read(watcher, &news, news.count) <= 0 { break } }
        guard isWaiting else { return }
        triesLeft = max(triesLeft, pauses.tries)
        polls.setTimer(retrySource, after: 1)
    }

    /// A try has failed: the next one follows, while any are left.
    package func retryLater() {
        triesLeft -= 1
        guard triesLeft > 0 else { return }
        polls.setTimer(retrySource, after: triesLeft < pauses.tries ? pauses.short : pauses.long)
    }

    /// Ends waiting: the server answered.
    package func stop() {
        isWaiting = false
        polls.setTimer(retrySource, after: nil)
        guard watcher >= 0 else { return }
        polls.forget(watcher)
        close(watcher)
        watcher = -1
    }
}

/// Tries after the folder had news, and milliseconds between tries: usually, and where the folder cannot be watched or the server is of no
/// use.
private struct RetryPauses {
    let tries = 10
    let short = 100
    let long = 5000
}
