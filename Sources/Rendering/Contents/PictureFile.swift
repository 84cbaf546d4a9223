import CSystem
import Glibc
import Reactor

/// A picture's file, opened by the daemon and read only by the decoding process.
struct PictureFile: ~Copyable {
    let file: FileDescriptor
    let identity: Image.Identity

    /// The reason why a file cannot be read, worded to follow its path.
    struct Failure: Error {
        var reason: String
    }

    /// Throws for a missing file, anything but a regular file, and more than `limit` bytes.
    init(_ path: String, limit: Int) throws(Failure) {
        // Opening a FIFO or a device must not block the loop.
        let raw = unsafe sys_open_named(path)
        guard raw >= 0 else { throw Failure(reason: unsafe String(cString: strerror(errno))) }
        let opened = FileDescriptor(owning: raw)
        var status = stat()
        guard unsafe fstat(raw, &status) == 0 else { throw Failure(reason: unsafe String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is not a file") }
        guard status.st_size > 0 else { throw Failure(reason: "the file is empty") }
        guard status.st_size <= limit, status.st_size <= Int(UInt32.max) else {
            throw Failure(reason: "the file has \(status.st_size) bytes; limit.imageBytes allows \(limit)")
        }
        file = opened
        identity = Self.identity(status)
    }

    /// The identity of the file at a path; nil when there is none.
    static func identity(of path: String) -> Image.Identity? {
        var status = stat()
        return unsafe sys_stat_named(path, &status) == 0 ? identity(status) : nil
    }

    private static func identity(_ status: stat) -> Image.Identity {
        Image.Identity(
            device: UInt64(status.st_dev), file: UInt64(status.st_ino), size: Int64(status.st_size),
            seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
    }
}
