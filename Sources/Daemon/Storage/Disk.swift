package import Geometry
import Glibc

/// A failed operation on a file.
package struct DiskError: Error, Equatable, CustomStringConvertible {
    package let path: String
    /// The value of `errno`.
    package let code: Int32

    package init(_ path: String, _ code: Int32 = errno) {
        self.path = path
        self.code = code
    }

    package var description: String { "\(path): \(unsafe String(cString: strerror(code)))" }

    /// True when the file system does not support the operation.
    var isUnsupported: Bool { [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EPERM, EMLINK, EXDEV].contains(code) }
}

/// The disk for state files: the system's, or a simulated one that fails on request, for tests.
///
/// Methods may be called on any thread, but for one file on one thread at a time.
package protocol Disk: AnyObject {
    /// True when its calls never block; they are then made on the loop's thread.
    var isImmediate: Bool { get }
    /// All bytes of a file.
    func read(_ path: String) throws(DiskError) -> [UInt8]
    /// Reads a file from the medium itself, bypassing the cache, if the system supports that.
    func readBack(_ path: String) throws(DiskError) -> [UInt8]
    func has(_ path: String) -> Bool
    /// A number that identifies a file independent of its name; nil when the file does not exist.
    func identity(_ path: String) -> UInt64?
    /// The names in a folder; empty when it cannot be read.
    func names(in folder: String) -> [String]
    /// Creates an empty file readable only by its owner; fails if it exists.
    func create(_ path: String) throws(DiskError) -> any DiskFile
    /// Renames a file, replacing `other`.
    func rename(_ path: String, to other: String) throws(DiskError)
    /// Gives a file a second name (hard link).
    func link(_ path: String, to other: String) throws(DiskError)
    func remove(_ path: String) throws(DiskError)
    /// Waits until all bytes of a file, written by any process, are on the medium.
    func sync(_ path: String) throws(DiskError)
    /// Waits until the folder of a file, with its names, is on the medium.
    func syncFolder(of path: String) throws(DiskError)
}

/// A file open for appending.
package protocol DiskFile: AnyObject {
    /// Appends at least one of the bytes; returns how many.
    func append(_ bytes: ByteView) throws(DiskError) -> Int
    /// Overwrites bytes.
    func write(_ bytes: [UInt8], at offset: Int) throws(DiskError)
    /// Truncates the file to its first `count` bytes.
    func truncate(to count: Int) throws(DiskError)
    /// Reserves space on the disk for bytes after `offset`. False when that is not supported.
    func reserve(_ count: Int, at offset: Int) throws(DiskError) -> Bool
    /// Waits until the bytes are on the medium. After a failure it must not be repeated, because a second call could
    /// succeed although data was lost.
    func sync() throws(DiskError)
}

extension DiskFile {
    /// Appends all bytes.
    package func appendAll(_ bytes: [UInt8]) throws(DiskError) {
        try bytes.withBytes { (bytes) throws(DiskError) in try appendAll(bytes) }
    }

    package func appendAll(_ bytes: ByteView) throws(DiskError) {
        var done = 0
        while done < bytes.count { done += try append(bytes[done..<bytes.count]) }
    }
}

extension [UInt8] {
    /// Calls `body` with the bytes.
    func withBytes<R, E: Error>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
        var result: Result<R, E>?
        unsafe withUnsafeBufferPointer { buffer in
            do throws(E) { result = .success(try body(unsafe ByteView(buffer))) } catch { result = .failure(error) }
        }
        guard let result else { preconditionFailure("the body runs once") }
        return try result.get()
    }
}

/// Functions on paths.
package enum PathParts {
    /// The folder that contains a file.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
}
