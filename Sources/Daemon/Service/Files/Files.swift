import CSystem
import Geometry
import Glibc
import LineProtocol
package import Living
import Reactor
package import Schema
import Storage
import World

/// File access by path, for `load`, `save` and pictures.
package final class Files: SceneFiles {
    /// Maximum size in bytes of a file read for a client.
    private let limit: Int
    private static let usual = 256 << 20

    package convenience init() { self.init(limit: Self.usual) }

    init(limit: Int) { self.limit = limit }

    package func read(_ path: String) throws(SceneError) -> [UInt8] {
        let descriptor = unsafe sys_open_named(path)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var info = stat()
        var limit = limit
        if unsafe fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG {
            bytes.reserveCapacity(min(Int(info.st_size), limit))
        } else {
            // A device may be endless.
            limit = min(limit, Self.usual)
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw Self.failure(path)
            }
            bytes.append(contentsOf: chunk[0..<count])
            guard bytes.count <= limit else { throw SceneError(.limit, "\(path): more than \(limit) bytes") }
        }
    }

    package func size(_ path: String) -> Int? {
        var info = stat()
        guard unsafe sys_stat_named(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(info.st_size)
    }

    package func locate(_ path: String, beside folder: String?) -> String {
        if path.hasPrefix("/") { return path }
        let folders = ["", folder, Folders.config.map { $0 + "/scrim/" }].compactMap { $0 } + Folders.shared
        let isThere: (String) -> Bool =
            sys_has_pack() ? { [self] in size($0) != nil } : { unsafe access($0, R_OK) == 0 }
        guard let found = folders.map({ $0 + path }).first(where: isThere) else { return path }
        // A pack has it by the name that the line says.
        unsafe sys_collect_named(path, found)
        return found
    }

    package func refusal(of source: SourceRules.Opening) -> String? {
        if sys_has_pack() { return "nothing outside of a pack is opened" }
        for type in [S_IFREG, S_IFIFO] {
            let descriptor = unsafe sys_open_beneath(source.folder, source.relative, type, false)
            if descriptor >= 0 {
                close(descriptor)
                return nil
            }
            if errno == EXDEV || errno == ELOOP { return "symbolic links lead out of \(source.folder)" }
        }
        return nil
    }

    package var runtimeFolder: String? { Folders.runtime }

    package func write(_ path: String, _ bytes: [UInt8]) throws(SceneError) { try write(path, bytes, lasting: false) }

    /// Writes a temporary file next to the file and renames it, so that no reader sees a partial file. `lasting`: sync
    /// the file before the rename and the name before the return. `mode`: of the new file, before the umask. `isNew`:
    /// throws `exists` for an existing file. After an error no temporary file remains.
    func write(
        _ path: String, _ bytes: [UInt8], lasting: Bool, mode: mode_t = 0o666, isNew: Bool = false
    ) throws(SceneError) {
        // A FIFO, a device or a descriptor's path is written directly.
        var info = stat()
        if unsafe stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG {
            // Never blocks: a pipe without a reader is an error.
            try put(bytes, unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK), path)
            return
        }
        // Unique to this thread.
        let temporary = "\(path).\(getpid()).\(pthread_self())~"
        _ = unsafe unlink(temporary)
        do throws(SceneError) {
            try put(
                bytes, unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode), path, lasting: lasting)
            // Renaming one hard link to another of the same file does nothing: the temporary name is removed instead.
            if isNew, try Self.give(temporary, newName: path) {
                _ = unsafe unlink(temporary)
            } else {
                guard unsafe rename(temporary, path) == 0 else { throw Self.failure(path) }
            }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
        if lasting { Self.syncFolder(of: path) }
    }

    /// Creates a hard link to a file and returns true, or an empty file where hard links are not supported. Throws
    /// `exists` when the name is taken.
    private static func give(_ file: String, newName path: String) throws(SceneError) -> Bool {
        if unsafe link(file, path) == 0 { return true }
        if errno != EEXIST {
            let raw = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if raw >= 0 {
                close(raw)
                return false
            }
        }
        throw errno == EEXIST ? FileGuard.isThere(path) : failure(path)
    }

    /// Names in a folder; empty when it cannot be read.
    static func names(in folder: String) -> [String] {
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

    /// Removes temporary files of `path` left by a killed process.
    static func removeTemporary(of path: String) {
        let (folder, name) = (PathParts.folder(of: path), PathParts.name(of: path))
        for other in names(in: folder) where other.hasPrefix("\(name).") && other.hasSuffix("~") {
            let parts = other.dropFirst(name.count + 1).dropLast().split(separator: ".")
            guard parts.count == 2, parts.allSatisfy({ UInt64($0) != nil }) else { continue }
            _ = unsafe unlink("\(folder)/\(other)")
        }
    }

    /// Waits until the folder of a file is synced. Ignored for folders that cannot be synced.
    private static func syncFolder(of path: String) {
        let descriptor = unsafe open(PathParts.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// Opens a FIFO or device at `path` for nonblocking writing; nil for a regular file or none. Throws `io`, also for
    /// a pipe without a reader.
    func openPipe(_ path: String) throws(SceneError) -> FileDescriptor? {
        var info = stat()
        guard unsafe stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG else { return nil }
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.failure(path) }
        return FileDescriptor(owning: descriptor)
    }

    /// A file descriptor that only refers to the FIFO at `path`, for waiting for its reader. Nil for anything else, and
    /// for a FIFO that the daemon may not read: it could not stop waiting.
    func unreadPipe(_ path: String) -> FileDescriptor? {
        let named = unsafe open(path, Self.nameOnly | O_CLOEXEC)
        guard named >= 0 else { return nil }
        let pipe = FileDescriptor(owning: named)
        guard Self.type(pipe) == S_IFIFO else { return nil }
        guard unsafe access("/proc/self/fd/\(pipe.raw)", R_OK | W_OK) == 0 else { return nil }
        return pipe
    }

    /// O_PATH, which Glibc's module lacks.
    private static let nameOnly: Int32 = 0o10_000_000

    /// A client's descriptor for nonblocking writes: a pipe is reopened, which does not change it for its other owners.
    /// Throws `io`.
    static func unblocked(_ passed: consuming FileDescriptor) throws(SceneError) -> FileDescriptor {
        guard [S_IFIFO, S_IFCHR].contains(type(passed)) else { return passed }
        let own = unsafe open("/proc/self/fd/\(passed.raw)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard own >= 0 else { throw failure("the descriptor") }
        return FileDescriptor(owning: own)
    }

    /// File type of a descriptor: `S_IFREG`, `S_IFIFO` and so on; 0 when unknown.
    static func type(_ descriptor: borrowing FileDescriptor) -> mode_t {
        var info = stat()
        return unsafe fstat(descriptor.raw, &info) == 0 ? info.st_mode & S_IFMT : 0
    }

    private func put(
        _ bytes: [UInt8], _ descriptor: Int32, _ path: String, lasting: Bool = false
    ) throws(SceneError) {
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        guard Self.write(bytes, to: descriptor), !lasting || fsync(descriptor) == 0 else { throw Self.failure(path) }
    }

    /// Writes everything to a descriptor; false, with `errno`, on failure.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { write(unsafe ByteView($0), to: descriptor) }
    }

    static func write(_ bytes: ByteView, to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let rest = bytes[done..<bytes.count]
            let count = unsafe Glibc.write(descriptor, rest.base, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            done += count
        }
        return true
    }

    static func failure(_ path: String) -> SceneError {
        SceneError(.io, "\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
