import CSystem
import Glibc

/// An exclusive lock for writing a state file.
///
/// `FILE.lock` holds it, because the state file itself is replaced by each version. It is released when the process
/// ends, in any way.
package final class StateLock {
    private let path: String
    private let raw: Int32

    /// Another process has the lock.
    package struct Taken: Error {
        package let path: String
        /// ID of the other process; 0 when unknown.
        package let process: Int32

        package var message: String {
            "\(path) is in use by \(process > 0 ? "process \(process)" : "another process")"
        }
    }

    private init(_ path: String, _ raw: Int32) {
        self.path = path
        self.raw = raw
    }

    deinit { close(raw) }

    /// Locks a state file. Nil when a lock file cannot be created; then nobody can write there.
    package static func take(_ path: String) throws(Taken) -> StateLock? {
        let name = path + ".lock"
        // A lock file that its owner removed meanwhile has no effect, so it is created again.
        for _ in 0..<100 {
            let raw = unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard raw >= 0 else { return nil }
            var owner: pid_t = 0
            guard unsafe sys_lock(raw, &owner) == 0 else {
                let isTaken = errno == EAGAIN
                close(raw)
                if isTaken { throw Taken(path: path, process: owner) }
                return nil
            }
            var (open, named) = (stat(), stat())
            if unsafe fstat(raw, &open) == 0, unsafe stat(name, &named) == 0, open.st_ino == named.st_ino {
                return StateLock(name, raw)
            }
            close(raw)
        }
        return nil
    }

    /// True for a symbolic link, which is never followed: the next version would take the link's place.
    package static func isLink(_ path: String) -> Bool {
        var info = stat()
        return unsafe lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
    }

    /// Releases the lock and removes its file.
    package func remove() { _ = unsafe unlink(path) }
}
