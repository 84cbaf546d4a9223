import CSystem
import Geometry

/// Records of a journal before they are written to the file. Lines are copied once; header and checksum are filled in
/// when the record ends.
@safe struct RecordBuffer: ~Copyable {
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity = 64 << 10
    private(set) var count = 0
    /// Number of the last record.
    private(set) var last: Int
    /// The record that lines are added to.
    private var open = Head()
    private var words = ByteWriter()
    /// True when records were added since bindings were last evaluated.
    private var hasNews = false

    /// A record that has not ended yet.
    private struct Head {
        /// Its start; below 0: none.
        var start = -1
        /// Start of its lines.
        var body = 0
        var time = 0.0
        var client = 0
    }

    /// `= CHECKSUM LENGTH `, with the maximum number of digits.
    private static let checksumAt = 2
    private static let checksumDigits = 8
    private static let lengthAt = 11
    private static let lengthDigits = 10
    /// Maximum memory that is kept when the buffer is empty.
    private static let kept = 1 << 20

    /// `last`: number of the record before the first one.
    init(behind last: Int) {
        unsafe storage = .allocate(capacity: capacity)
        self.last = last
    }

    deinit { unsafe storage.deallocate() }

    var isEmpty: Bool { count == 0 }

    /// Adds a line, without its LF, to the open record; to a new record when client or time differ.
    @inline(__always)
    mutating func append(_ line: ByteView, time: Double, client: Int) {
        if open.start < 0 || open.time != time || open.client != client { begin(time, client) }
        if capacity &- count <= line.count { grow(by: line.count + 1) }
        unsafe (storage + count).update(from: line.base, count: line.count)
        // Cannot overflow: below the capacity of an allocation.
        count &+= line.count
        unsafe storage[count] = UInt8(ascii: "\n")
        count &+= 1
    }

    /// Adds lines with their LF.
    mutating func append(lines: ByteView, time: Double, client: Int) {
        if open.start < 0 || open.time != time || open.client != client { begin(time, client) }
        append(lines)
    }

    /// Adds a record without lines: time has advanced.
    mutating func append(time: Double) {
        begin(time, 0)
        seal()
    }

    /// Records that bindings are evaluated after the records so far: adds a record without lines when there are new
    /// ones.
    mutating func noteComputed() {
        guard hasNews else { return }
        append(time: open.time)
        hasNews = false
    }

    /// Skips a number: something has happened that is in no record.
    mutating func leaveOut() {
        seal()
        last += 1
    }

    /// Ends the open record.
    mutating func seal() {
        guard open.start >= 0 else { return }
        put(UInt64(count - open.body), radix: 10, Self.lengthDigits, at: open.start + Self.lengthAt)
        let start = open.start + Self.lengthAt
        let checksum = unsafe sys_crc32c(storage + start, count - start)
        put(UInt64(checksum), radix: 16, Self.checksumDigits, at: open.start + Self.checksumAt)
        open.start = -1
    }

    /// The complete records; call `seal` first. Valid until more is added.
    var bytes: ByteView { unsafe ByteView(unsafeStart: storage, count: count) }

    /// Removes all records.
    mutating func removeAll() {
        count = 0
        open.start = -1
        guard capacity > Self.kept else { return }
        unsafe storage.deallocate()
        capacity = Self.kept
        unsafe storage = .allocate(capacity: capacity)
    }

    @inline(never)
    private mutating func begin(_ time: Double, _ client: Int) {
        seal()
        last += 1
        open = Head(start: count, time: time, client: client)
        hasNews = true
        append("= 00000000 0000000000 ")
        words.removeAll()
        words.append(time)
        words.append(" ")
        words.append(client)
        words.append(" ")
        words.append(last)
        words.append("\n")
        append(words.bytes)
        open.body = count
    }

    private mutating func append(_ view: ByteView) {
        if capacity - count < view.count { grow(by: view.count) }
        unsafe (storage + count).update(from: view.base, count: view.count)
        count += view.count
    }

    private mutating func append(_ literal: StaticString) { append(ByteView(literal)) }

    private mutating func put(_ number: UInt64, radix: UInt64, _ digits: Int, at start: Int) {
        precondition(start >= 0 && start + digits <= count)
        var rest = number
        for index in stride(from: start + digits - 1, through: start, by: -1) {
            let digit = UInt8(rest % radix)
            unsafe storage[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
            rest /= radix
        }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: storage, count: count)
        unsafe storage.deallocate()
        unsafe storage = larger
    }
}
