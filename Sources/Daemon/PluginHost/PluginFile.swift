import Glibc
import Schema

/// A file of a plugin, open for reading.
struct PluginFile: ~Copyable {
    let descriptor: Int32

    /// Throws `io` for a missing file and for anything but a regular file: a FIFO would block the loop, a device has no
    /// end.
    init(_ path: String) throws(SceneError) {
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        var status = stat()
        guard opened >= 0, unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            defer { if opened >= 0 { close(opened) } }
            throw opened < 0 ? Self.failure(path) : SceneError(.io, "\"\(path)\" is not a file")
        }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Detects whether a file was replaced or changed.
    struct Identity: Equatable {
        private let numbers: [Int]

        fileprivate init(_ status: stat) {
            numbers = [
                Int(bitPattern: UInt(status.st_dev)), Int(bitPattern: UInt(status.st_ino)), Int(status.st_size),
                Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
            ]
        }
    }

    /// Throws `io` when the system call fails.
    func identity(_ path: String) throws(SceneError) -> Identity {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
        return Identity(status)
    }

    /// The error of `errno` for a path.
    static func failure(_ path: String) -> SceneError {
        SceneError(.io, "\"\(path)\": \(unsafe String(cString: strerror(errno)))")
    }

    /// Passes all bytes to `take`, piece by piece. Throws `limit` for more than `limit` bytes, which are passed first.
    func read(_ path: String, limit: Int, _ take: (ArraySlice<UInt8>) -> Bool) throws(SceneError) {
        var total = 0
        while true {
            var hasFailed = false
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                var read = 0
                repeat {
                    read = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                } while read < 0 && errno == EINTR
                (hasFailed, count) = (read < 0, max(read, 0))
            }
            guard !hasFailed else { throw Self.failure(path) }
            if bytes.isEmpty { return }
            total += bytes.count
            guard total <= limit else { throw SceneError(.limit, "\"\(path)\" is longer than \(limit) bytes") }
            guard take(bytes[...]) else { throw Self.failure(path) }
        }
    }
}
