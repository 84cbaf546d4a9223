import CSystem
import Glibc

/// The right to write a state file: of one process at a time.
///
/// `FILE.lock` carries it, as the file itself is another one with each version. It ends with the process, however that ends.
package final class StateLock {
    private let path: String
    private let raw: Int32

    /// Somebody else has the file.
    package struct Taken: Error {
        package let path: String
        /// The other process; 0: it is not known.
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

    /// Takes a state file. Nil where no lock can be made: there nobody can write.
    package static func take(_ path: String) throws(Taken) -> StateLock? {
        let name = path + ".lock"
        // A file that its owner removed meanwhile locks nothing.
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

    /// Gives the file back in order: nothing is left beside it.
    package func remove() { _ = unsafe unlink(path) }
}
