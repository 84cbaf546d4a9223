import CSystem
import Geometry
import Glibc

/// The system's file system.
package final class SystemDisk: Disk {
    package let isImmediate = false

    package init() {}

    package func read(_ path: String) throws(DiskError) -> [UInt8] { try read(path, fresh: false) }

    package func readBack(_ path: String) throws(DiskError) -> [UInt8] { try read(path, fresh: true) }

    private func read(_ path: String, fresh: Bool) throws(DiskError) -> [UInt8] {
        let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard raw >= 0 else { throw DiskError(path) }
        defer { close(raw) }
        var info = stat()
        guard unsafe fstat(raw, &info) == 0 else { throw DiskError(path) }
        guard info.st_mode & S_IFMT == S_IFREG else { throw DiskError(path, EINVAL) }
        // Dropping clean pages makes the next read come from the medium.
        if fresh { _ = posix_fadvise(raw, 0, 0, POSIX_FADV_DONTNEED) }
        var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
        var done = 0
        while true {
            if done == bytes.count { bytes.append(contentsOf: repeatElement(0, count: done == 0 ? 4096 : 1)) }
            let (start, most) = (done, bytes.count - done)
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(raw, $0.baseAddress.map { unsafe $0 + start }, most)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw DiskError(path) }
            if count == 0 { break }
            done += count
        }
        bytes.removeLast(bytes.count - done)
        return bytes
    }

    package func sync(_ path: String) throws(DiskError) {
        let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard raw >= 0 else { throw DiskError(path) }
        defer { close(raw) }
        guard fsync(raw) == 0 else { throw DiskError(path) }
    }

    package func has(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    package func identity(_ path: String) -> UInt64? {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return nil }
        return UInt64(info.st_ino) ^ UInt64(info.st_dev) << 40
    }

    package func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    package func create(_ path: String) throws(DiskError) -> any DiskFile {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let raw = unsafe open(path, flags, 0o600)
        guard raw >= 0 else { throw DiskError(path) }
        return SystemFile(path, raw)
    }

    package func rename(_ path: String, to other: String) throws(DiskError) {
        guard unsafe Glibc.rename(path, other) == 0 else { throw DiskError(path) }
    }

    package func link(_ path: String, to other: String) throws(DiskError) {
        guard unsafe Glibc.link(path, other) == 0 else { throw DiskError(other) }
    }

    package func remove(_ path: String) throws(DiskError) {
        guard unsafe unlink(path) == 0 else { throw DiskError(path) }
    }

    package func syncFolder(of path: String) throws(DiskError) {
        let folder = PathParts.folder(of: path)
        let raw = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard raw >= 0 else { throw DiskError(folder) }
        defer { close(raw) }
        guard fsync(raw) == 0 else {
            let error = DiskError(folder)
            // Not every file system supports this.
            if error.isUnsupported { return }
            throw error
        }
    }
}

/// An open file, closed by the last reference, on any thread.
private final class SystemFile: DiskFile {
    private let path: String
    private let raw: Int32
    /// Size of the file in bytes.
    private var end = 0

    init(_ path: String, _ raw: Int32) {
        self.path = path
        self.raw = raw
    }

    deinit { close(raw) }

    func append(_ bytes: ByteView) throws(DiskError) -> Int {
        while true {
            let count = unsafe pwrite(raw, bytes.base, bytes.count, off_t(end))
            if count > 0 {
                end += count
                return count
            }
            if count == 0 { throw DiskError(path, ENOSPC) }
            guard errno == EINTR else { throw DiskError(path) }
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(DiskError) {
        let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(raw, $0.baseAddress, $0.count, off_t(offset)) }
        guard count >= 0 else { throw DiskError(path) }
        guard count == bytes.count else { throw DiskError(path, ENOSPC) }
    }

    func truncate(to count: Int) throws(DiskError) {
        guard ftruncate(raw, off_t(count)) == 0 else { throw DiskError(path) }
        end = count
    }

    func reserve(_ count: Int, at offset: Int) throws(DiskError) -> Bool {
        if sys_reserve(raw, Int64(offset), Int64(count)) == 0 { return true }
        let error = DiskError(path)
        if error.isUnsupported || error.code == EINTR { return false }
        throw error
    }

    func sync() throws(DiskError) {
        guard fdatasync(raw) == 0 else { throw DiskError(path) }
    }
}
