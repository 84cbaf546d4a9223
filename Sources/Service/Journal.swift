import Geometry
import Glibc
import LineProtocol
import Reactor
import Storage

/// A file of lines that were accepted since a version of the state file, in records that are only ever appended.
///
/// The first line is a `JournalHead`, the second one a `LastRecordLine`. A record is a line `= CHECKSUM LENGTH TIME CLIENT NUMBER` and LENGTH
/// bytes of lines of one client, at one scene time; none: the clock went on, or
/// bindings were computed. The checksum, CRC-32C in hexadecimal, is of all that follows.
/// Numbers go on from journal to journal: one that is missing is a record that is lost.
///
/// A disk that answers is written to in the loop. One that has not been asked for a moment, or that has to sync, is asked on another
/// thread, and waited for so long at most: then lines wait in memory.
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
    /// Bytes of the file for which the disk holds room.
    private var reserved = 0
    /// Records that are not in the file yet, and those of them that are on their way.
    private var records: RecordBuffer
    /// Tells the number of the last record in the file, and where.
    private var lastLine: (line: LastRecordLine, offset: Int)
    private var waiting: [UInt8] = []
    private var job: BackgroundJob<DiskError?>?
    /// The disk took too long, and has not answered yet.
    private(set) var isLate = false
    /// The error behind which nothing is written any more.
    private(set) var lost: DiskError?
    /// The disk has the name of the file.
    private var hasName = false
    /// The machine's time of the last answer.
    private var answered: Nanoseconds = 0
    /// Called when the disk answers that was late.
    var onAnswer: (() -> Void)?

    /// Bytes for which the disk holds room ahead, in a journal that has grown to as many.
    private static let room = 2 << 20
    /// The same before a line whose reply is a promise, and what a record may have beside its line.
    private static let (sureRoom, recordRoom) = (64 << 10, 4 << 10)
    /// Bytes that wait for a late disk at most.
    private static let mostWaiting = 64 << 20
    /// Nanoseconds since the last answer within which the next one is expected at once.
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

    /// Makes the file, of which nothing is there yet.
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

    /// Bindings are computed behind the lines so far.
    func noteComputed() { records.noteComputed() }

    /// Leaves a number out: something has happened that is in no record.
    func leaveOut() { records.leaveOut() }

    var handle: any DiskFile { file }

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
    var hasLines: Bool { length > headSize }

    /// Bytes of the file, once all records are written.
    var length: Int { size + waiting.count + records.count }

    /// Has the disk hold room for a line. Throws when it has none.
    func reserve(_ count: Int) throws(DiskError) {
        let end = length + count + Self.recordRoom
        guard end > reserved else { return }
        let more = end - size + Self.sureRoom
        // Where that cannot be asked for, the write tells.
        _ = try file.reserve(more, at: size)
        reserved = size + more
    }

    // MARK: Writing

    enum Written: Equatable {
        case done
        /// It waits for the disk.
        case late
        case lost(DiskError)
    }

    /// Writes the records that are not in the file yet, waiting so long at most. `sync`: until the disk has them.
    func flush(sync: Bool, within patience: Nanoseconds, _ reactor: Reactor) -> Written {
        if let lost { return .lost(lost) }
        guard !isLate else {
            if length - size > Self.mostWaiting { lose(DiskError(path, ENOMEM)) }
            return lost.map { .lost($0) } ?? .late
        }
        guard !records.isEmpty || (sync && (isUnsynced || !hasName)) else { return .done }
        records.seal()
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
        return hand(over: waiting, sync: sync, within: patience, reactor)
    }

    private func hand(over bytes: [UInt8], sync: Bool, within patience: Nanoseconds, _ reactor: Reactor) -> Written {
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
            isLate = !job.finish(within: patience)
        } else {
            then(body())
        }
        if let lost { return .lost(lost) }
        return isLate ? .late : .done
    }

    /// Syncs a file, and its folder where that is due.
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
            // The file ends with its last whole record again; where it cannot, its reader leaves the rest out.
            try? file.truncate(to: size)
            return error
        }
        // Without it less is known of a file that is cut, and nothing is lost.
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

    /// Nothing is written any more: what was, the disk may have or not.
    func lose(_ error: DiskError) { lost = lost ?? error }

    private func reserveAhead() {
        let end = length
        guard end > reserved, size > Self.room else { return }
        // A fifth of what writing costs. Where it cannot be, or there is no room, the write goes on without.
        _ = try? file.reserve(end - size + Self.room, at: size)
        reserved = end + Self.room
    }

    /// The disk has the first bytes of the file.
    func noteSynced(_ count: Int) {
        if count == size { isUnsynced = false }
    }

    /// The loop need not wait for the disk: nothing is on its way.
    var isQuiet: Bool { job?.isRunning != true }

    /// Waits for what is on its way.
    func finish() { job?.finish() }
}

extension Journal.Record {
    /// The record as it stands in the file.
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
