import Geometry
import Glibc
import LineProtocol
import Reactor
import Storage

/// A file of the lines accepted since a version of the state file, in append-only records.
///
/// The first line is a `JournalHead`, the second one a `LastRecordLine`. A record is a line `= CHECKSUM LENGTH TIME
/// CLIENT NUMBER` and LENGTH bytes of lines of one client at one scene time; no lines: time advanced, or bindings were
/// evaluated. The checksum, CRC-32C in hexadecimal, covers everything after it. Numbers continue from journal to
/// journal: a missing number means a lost record.
///
/// While the disk responds fast, the loop writes to it directly. After a pause, or to sync, another thread writes, and
/// the loop waits only for a limited time: then lines are queued in memory.
final class Journal {
    typealias Record = JournalRecord

    let path: String
    /// Bytes in the file.
    private(set) var size: Int
    /// True when the disk may not have all of it yet.
    private(set) var isUnsynced = true
    private let file: any DiskFile
    private let disk: any Disk
    private let headSize: Int
    /// Bytes of disk space reserved for the file.
    private var reserved = 0
    /// Records that are not in the file yet, including those being written.
    private var records: RecordBuffer
    /// Line with the number and offset of the last record in the file, and its own offset.
    private var lastLine: (line: LastRecordLine, offset: Int)
    private var waiting: [UInt8] = []
    private var job: BackgroundJob<DiskError?>?
    /// True while the disk has not responded within the timeout.
    private(set) var isLate = false
    /// The error after which nothing is written any more.
    private(set) var lost: DiskError?
    /// True when the file's name is synced.
    private var hasName = false
    /// Machine time of the last response.
    private var answered: Nanoseconds = 0
    /// Gets whole records on their way to the file.
    var onRecords: ((ByteView) -> Void)?
    /// Called when a late disk responds.
    var onAnswer: (() -> Void)?

    /// Bytes of disk space reserved ahead, once the journal has this size.
    private static let room = 2 << 20
    /// Bytes reserved before a line whose reply is a promise, and the maximum overhead of a record.
    private static let (sureRoom, recordRoom) = (64 << 10, 4 << 10)
    /// Maximum bytes queued for a late disk.
    private static let mostWaiting = 64 << 20
    /// Nanoseconds since the last response within which the disk counts as fast.
    private static let prompt: Nanoseconds = 5_000_000

    private init(_ path: String, _ file: any DiskFile, _ disk: any Disk, _ head: JournalHead) {
        self.path = path
        self.file = file
        self.disk = disk
        let line = LastRecordLine(head.records ?? 0)
        lastLine = (line, head.line.utf8.count)
        headSize = lastLine.offset + line.bytes.count
        size = headSize
        records = RecordBuffer(behind: head.records ?? 0)
    }

    /// Creates the file, which must not exist.
    static func make(_ path: String, _ head: JournalHead, _ disk: any Disk) throws(DiskError) -> Journal {
        let file = try disk.create(path)
        let first = Array(head.line.utf8) + LastRecordLine(head.records ?? 0).bytes
        do throws(DiskError) { try file.appendAll(first) } catch {
            try? disk.remove(path)
            throw error
        }
        return Journal(path, file, disk, head)
    }

    /// Number of the last record.
    var last: Int { records.last }

    /// Records that bindings are evaluated after the lines so far.
    func noteComputed() { records.noteComputed() }

    /// Skips a number: something has happened that is in no record.
    func leaveOut() { records.leaveOut() }

    var handle: any DiskFile { file }

    // MARK: Appending

    /// Appends a line, without its LF.
    @inline(__always)
    func append(_ line: ByteView, time: Double, client: Int) { records.append(line, time: time, client: client) }

    /// Appends lines, each with its LF.
    func append(lines: [UInt8], time: Double, client: Int) {
        unsafe lines.withUnsafeBufferPointer {
            records.append(lines: unsafe ByteView($0), time: time, client: client)
        }
    }

    /// Appends lines in a record of their own.
    func append(alone lines: [UInt8], time: Double, client: Int) {
        records.seal()
        append(lines: lines, time: time, client: client)
        records.seal()
    }

    /// Appends an advance of time.
    func append(time: Double) { records.append(time: time) }

    /// True when there is something after the first line.
    var hasLines: Bool { length > headSize }

    /// Size of the file in bytes once all records are written.
    var length: Int { size + waiting.count + records.count }

    /// Reserves disk space for a line. Throws when there is none.
    func reserve(_ count: Int) throws(DiskError) {
        let end = length + count + Self.recordRoom
        guard end > reserved else { return }
        let more = end - size + Self.sureRoom
        // Where reserving is not supported, the write reports the error.
        _ = try file.reserve(more, at: size)
        reserved = size + more
    }

    // MARK: Writing

    enum Written: Equatable {
        case done
        /// Waits for the disk.
        case late
        case lost(DiskError)
    }

    /// Writes the pending records, waiting at most `timeout`. `sync`: until the disk has them.
    func flush(sync: Bool, within timeout: Nanoseconds, _ reactor: Reactor) -> Written {
        if let lost { return .lost(lost) }
        guard !isLate else {
            if length - size > Self.mostWaiting { lose(DiskError(path, ENOMEM)) }
            return lost.map { .lost($0) } ?? .late
        }
        guard !records.isEmpty || (sync && (isUnsynced || !hasName)) else { return .done }
        records.seal()
        if !records.isEmpty { onRecords?(records.bytes) }
        reserveAhead()
        if disk.isImmediate || (!sync && Clock.now - answered < Self.prompt) {
            let count = records.count
            lastLine.line.set(records.last)
            let error = Self.write(records.bytes, lastLine, to: file, size: size, sync: sync ? name : nil)
            records.removeAll()
            noteAnswer(error, count, synced: sync)
            return lost.map { .lost($0) } ?? .done
        }
        waiting = unsafe Array(records.bytes.buffer)
        records.removeAll()
        return hand(over: waiting, sync: sync, within: timeout, reactor)
    }

    private func hand(over bytes: [UInt8], sync: Bool, within timeout: Nanoseconds, _ reactor: Reactor) -> Written {
        lastLine.line.set(records.last)
        let (file, size, lastLine, name) = (file, size, lastLine, sync ? name : nil)
        let then: (DiskError?) -> Void = { [weak self] error in
            guard let self else { return }
            waiting = []
            noteAnswer(error, bytes.count, synced: sync)
            guard isLate else { return }
            isLate = false
            onAnswer?()
        }
        let body: () -> DiskError? = {
            unsafe bytes.withUnsafeBufferPointer {
                Self.write(unsafe ByteView($0), lastLine, to: file, size: size, sync: name)
            }
        }
        job = try? BackgroundJob(reactor, body, then: then)
        if let job {
            isLate = !job.finish(within: timeout)
        } else {
            then(body())
        }
        if let lost { return .lost(lost) }
        return isLate ? .late : .done
    }

    /// Syncs a file, and its folder when needed.
    private struct Name {
        var path: String
        var disk: any Disk
        var isDue: Bool
    }

    private var name: Name { Name(path: path, disk: disk, isDue: !hasName) }

    private static func write(
        _ bytes: ByteView, _ last: (line: LastRecordLine, offset: Int), to file: any DiskFile, size: Int,
        sync name: Name?
    ) -> DiskError? {
        do throws(DiskError) { try file.appendAll(bytes) } catch {
            // Cuts the file after its last complete record; if that fails, readers ignore the rest.
            try? file.truncate(to: size)
            return error
        }
        // Without it, less is known about a truncated file, but nothing is lost.
        if bytes.count > 0 { try? file.write(last.line.bytes, at: last.offset) }
        guard let name else { return nil }
        do throws(DiskError) {
            try file.sync()
            if name.isDue { try name.disk.syncFolder(of: name.path) }
            return nil
        } catch { return error }
    }

    private func noteAnswer(_ error: DiskError?, _ count: Int, synced: Bool) {
        if let error { return lose(error) }
        size += count
        if count > 0 { isUnsynced = true }
        if synced { (isUnsynced, hasName) = (false, true) }
        answered = Clock.now
    }

    /// Stops writing. The disk may or may not have the last writes.
    func lose(_ error: DiskError) { lost = lost ?? error }

    private func reserveAhead() {
        let end = length
        guard end > reserved, size > Self.room else { return }
        // A fifth of the cost of writing. Optional: without space or support, the write continues.
        _ = try? file.reserve(end - size + Self.room, at: size)
        reserved = end + Self.room
    }

    /// The first bytes of the file are synced.
    func noteSynced(_ count: Int) {
        if count == size { isUnsynced = false }
    }

    /// True when nothing is being written, so the loop need not wait.
    var isQuiet: Bool { job?.isRunning != true }

    /// Waits until the current write ends.
    func finish() { job?.finish() }
}

extension Journal.Record {
    /// The record as stored in the file.
    var bytes: [UInt8] {
        var record = RecordBuffer(behind: number - 1)
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
