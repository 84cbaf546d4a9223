package import Geometry
import Glibc

/// The system's refusal of a file.
package struct DiskError: Error, Equatable, CustomStringConvertible {
    package let path: String
    /// `errno`.
    package let code: Int32

    package init(_ path: String, _ code: Int32 = errno) {
        self.path = path
        self.code = code
    }

    package var description: String { "\(path): \(unsafe String(cString: strerror(code)))" }

    /// True for a folder, or a way of making names, that the file system does not have.
    var isUnsupported: Bool { [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EPERM, EMLINK, EXDEV].contains(code) }
}

/// The disk that keeps state files: the system's, or one that fails when a test says so.
///
/// Methods are called from any thread, for one file from one thread at a time.
package protocol Disk: AnyObject {
    /// True when its calls never wait: then they are made on the loop's thread.
    var isImmediate: Bool { get }
    /// All bytes of a file.
    func read(_ path: String) throws(DiskError) -> [UInt8]
    /// The same from the medium itself, where the system can be asked for that.
    func readBack(_ path: String) throws(DiskError) -> [UInt8]
    func has(_ path: String) -> Bool
    /// A number that tells files apart, whatever their names; nil for none.
    func identity(_ path: String) -> UInt64?
    /// Names in a folder; none when it cannot be read.
    func names(in folder: String) -> [String]
    /// Makes an empty file that its owner alone may read, where there is none.
    func create(_ path: String) throws(DiskError) -> any DiskFile
    /// Gives a file another name, which may be another's until then.
    func rename(_ path: String, to other: String) throws(DiskError)
    /// Gives a file a second name.
    func link(_ path: String, to other: String) throws(DiskError)
    func remove(_ path: String) throws(DiskError)
    /// Waits until the medium has all bytes of a file that somebody else may have written.
    func sync(_ path: String) throws(DiskError)
    /// Waits until the medium has the names in the folder of a file.
    func syncFolder(of path: String) throws(DiskError)
}

/// A file that grows at its end.
package protocol DiskFile: AnyObject {
    /// Appends bytes: at least one of them; how many.
    func append(_ bytes: ByteView) throws(DiskError) -> Int
    /// Writes bytes in the place of as many others.
    func write(_ bytes: [UInt8], at offset: Int) throws(DiskError)
    /// Cuts what stands behind the first bytes off.
    func truncate(to count: Int) throws(DiskError)
    /// Has the disk hold room for bytes behind `offset`. True when it does; false when it cannot be asked for that.
    func reserve(_ count: Int, at offset: Int) throws(DiskError) -> Bool
    /// Waits until the medium has the bytes. One that failed once is not asked again: what was written is lost, or not, whatever the
    /// second answer is.
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

/// Parts of paths.
package enum PathParts {
    /// The folder that a file lies in.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
}
