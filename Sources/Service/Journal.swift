import CSystem
import Geometry
import Glibc
import LineProtocol
import Scene

/// A file of lines that were accepted since a version of the state file, in records that are only ever appended.
///
/// The first line tells the scene time and the time by the clock on the wall at its beginning. A record is a line
/// `= CHECKSUM LENGTH TIME CLIENT` and LENGTH bytes of lines of one client, at one scene time; none: the clock went on. The
/// checksum, CRC-32C in hexadecimal, is of all that follows it.
final class Journal {
    let path: String
    /// Bytes in the file.
    private(set) var size = 0
    /// True when the disk may not have all of it yet.
    private(set) var isUnsynced = false
    private let descriptor: FileHandle
    private var headSize = 0
    /// Bytes of the file for which the disk holds room.
    private var reserved = 0
    /// Records that are not in the file yet.
    private var records = RecordBuffer()

    static let head = "# scrim journal, scene time "
    /// Bytes for which the disk holds room ahead, in a journal that has grown to as many.
    private static let room = 2 << 20

    /// Lines of one client at one scene time.
    struct Record: Equatable {
        var time: Double
        var client: Int
        /// Lines, each with its LF.
        var lines: [UInt8] = []
    }

    /// Owns the descriptor, for the thread that syncs too.
    final class FileHandle: Sendable {
        let raw: Int32

        init(_ raw: Int32) { self.raw = raw }

        deinit { close(raw) }

        /// Waits until the disk has the file's bytes. False, with `errno`, when that fails.
        func sync() -> Bool { fdatasync(raw) == 0 }
    }

    /// Makes the file, of which nothing is there yet. Throws `io`.
    init(_ path: String, time: Double, wall: Double) throws(SceneError) {
        self.path = path
        let raw = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0o600)
        guard raw >= 0 else { throw Files.failure(path) }
        descriptor = FileHandle(raw)
        var head = ByteWriter()
        head.append(text: Self.head)
        head.append(time)
        head.append(", wall ")
        head.append(wall)
        head.append("\n")
        try write(head.bytes)
        headSize = size
    }

    var handle: FileHandle { descriptor }

    // MARK: Appending

    /// Notes a line, without its LF.
    @inline(__always)
    func append(_ line: ByteView, time: Double, client: Int) { records.append(line, time: time, client: client) }

    /// Notes lines, each with its LF.
    func append(lines: [UInt8], time: Double, client: Int) {
        unsafe lines.withUnsafeBufferPointer {
            records.append(lines: unsafe ByteView($0), time: time, client: client)
        }
    }

    /// The same in a record of their own.
    func append(alone lines: [UInt8], time: Double, client: Int) {
        records.seal()
        append(lines: lines, time: time, client: client)
        records.seal()
    }

    /// Notes that the clock went on.
    func append(time: Double) { records.append(time: time) }

    /// True when there is something behind the first line.
    var hasLines: Bool { size > headSize || !records.isEmpty }

    /// Bytes of the file, once all records are written.
    var length: Int { size + records.count }

    /// Writes the records that are not in the file yet. On an error the file ends with its last whole record. Throws `io`.
    func write() throws(SceneError) {
        guard !records.isEmpty else { return }
        records.seal()
        try write(records.bytes)
        records.removeAll()
    }

    private func write(_ bytes: ByteView) throws(SceneError) {
        if size + bytes.count > reserved {
            // A fifth of what writing costs. Where it cannot be, or there is no room, the write goes on without.
            if size > Self.room { _ = sys_reserve(descriptor.raw, Int64(size), Int64(bytes.count + Self.room)) }
            reserved = size + bytes.count + Self.room
        }
        guard Files.write(bytes, to: descriptor.raw) else {
            let error = Files.failure(path)
            _ = ftruncate(descriptor.raw, off_t(size))
            throw error
        }
        size += bytes.count
        isUnsynced = true
    }

    /// The disk has all that was written until now.
    func noteSynced() { isUnsynced = false }

    /// Waits until the disk has everything. Throws `io`.
    func sync() throws(SceneError) {
        try write()
        guard isUnsynced else { return }
        isUnsynced = false
        guard descriptor.sync() else { throw Files.failure(path) }
    }
}

extension Journal.Record {
    /// The record as it stands in the file.
    var bytes: [UInt8] {
        var record = RecordBuffer()
        if lines.isEmpty {
            record.append(time: time)
        } else {
            unsafe lines.withUnsafeBufferPointer {
                record.append(lines: unsafe ByteView($0), time: time, client: client)
            }
        }
        record.seal()
        return unsafe Array(record.bytes.buffer)
    }
}
