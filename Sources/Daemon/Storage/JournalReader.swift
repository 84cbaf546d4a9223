import CSystem
import Geometry

/// Reads the records of a journal's file; after a damaged one it continues with the next valid record.
package struct JournalReader {
    package let bytes: [UInt8]
    package private(set) var offset: Int
    /// Nil when the first line is damaged.
    package let head: JournalHead?
    /// Number of the last record written to the file; nil when unknown.
    package private(set) var last: Int?
    /// Ranges of the file without a valid record, which were skipped.
    package private(set) var damaged: [Range<Int>] = []

    /// A record, with its lines as a range of `bytes`.
    package struct Span {
        package var time: Double
        package var client: Int
        /// 0 in the first format.
        package var number: Int
        package var lines: Range<Int>
    }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        offset = 0
        guard let line = TextScan.line(bytes, at: 0), let head = JournalHead(line) else {
            head = nil
            return
        }
        self.head = head
        offset = line.utf8.count + 1
        guard head.records != nil else { return }
        last = LastRecordLine.number(bytes, at: offset)
        if last != nil {
            offset += LastRecordLine.size
        } else if bytes.count < offset + LastRecordLine.size {
            damaged = [offset..<bytes.count]
            offset = bytes.count
        }
    }

    /// Records without the lines that a file begins with.
    package init(records bytes: [UInt8]) {
        (self.bytes, head) = (bytes, nil)
        offset = 0
    }

    /// True for a file that is not a journal.
    package var isNone: Bool {
        guard head == nil else { return false }
        var reader = self
        return reader.nextSpan() == nil
    }

    /// True when parts are unreadable; valid after the last record.
    package var isDamaged: Bool { head == nil || !damaged.isEmpty }

    /// Number of unreadable bytes; valid after the last record.
    package var lostBytes: Int { damaged.reduce(0) { $0 + $1.count } }

    /// True when only the end of the file is damaged, as after an interrupted write.
    package var isTorn: Bool { head != nil && damaged.count == 1 && damaged[0].upperBound == bytes.count }

    /// Skips everything before `offset`, which must be the end of a record.
    package mutating func skip(to offset: Int) { self.offset = max(self.offset, min(offset, bytes.count)) }

    /// The next record; nil after the last one.
    package mutating func next() -> JournalRecord? {
        nextSpan().map {
            JournalRecord(number: $0.number, time: $0.time, client: $0.client, lines: Array(bytes[$0.lines]))
        }
    }

    /// The next record without a copy of its lines.
    package mutating func nextSpan() -> Span? {
        guard offset < bytes.count else { return nil }
        let start = offset
        var at = start
        while true {
            if let span = record(at: at) {
                if at > start { damaged.append(start..<at) }
                offset = span.lines.upperBound
                return span
            }
            guard let next = TextScan.next(Self.mark, in: bytes, from: at + 1) else {
                damaged.append(start..<bytes.count)
                offset = bytes.count
                return nil
            }
            at = next
        }
    }

    private static let mark = Array("= ".utf8)

    /// The record that begins at `start`; nil unless it is valid.
    private func record(at start: Int) -> Span? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard var span = Self.record(unsafe ByteView(buffer)[start..<buffer.count]) else { return nil }
            span.lines = (start + span.lines.lowerBound)..<(start + span.lines.upperBound)
            return span
        }
    }

    /// The record at the beginning of `rest`.
    private static func record(_ rest: ByteView) -> Span? {
        var reader = ByteReader(rest)
        guard reader.skip(UInt8(ascii: "=")), reader.skip(UInt8(ascii: " ")),
            let checksum = natural(&reader, radix: 16, most: UInt64(UInt32.max)), reader.skip(UInt8(ascii: " "))
        else { return nil }
        let start = reader.position
        guard let length = natural(&reader, radix: 10, most: UInt64(rest.count)), reader.skip(UInt8(ascii: " ")),
            let time = try? reader.number(), time.magnitude <= 1e9, reader.skip(UInt8(ascii: " ")),
            let client = natural(&reader, radix: 10, most: UInt64(Int32.max))
        else { return nil }
        var number: UInt64? = 0
        if reader.skip(UInt8(ascii: " ")) { number = natural(&reader, radix: 10, most: 1 << 52) }
        guard let number, reader.skip(UInt8(ascii: "\n")) else { return nil }
        let begin = reader.position
        guard Int(length) <= rest.count - begin else { return nil }
        let end = begin + Int(length)
        guard unsafe UInt64(sys_crc32c(rest.base + start, end - start)) == checksum else { return nil }
        return Span(time: max(0, time), client: Int(client), number: Int(number), lines: begin..<end)
    }

    /// Reads an unsigned number up to `most`.
    private static func natural(_ reader: inout ByteReader, radix: UInt64, most: UInt64) -> UInt64? {
        var value: UInt64 = 0
        let start = reader.position
        // Only digits as they are written: a letter in the other case is damage.
        while !(0x41...0x46).contains(reader.next), let digit = ByteReader.hexDigit(reader.next), UInt64(digit) < radix
        {
            value = value * radix + UInt64(digit)
            guard value <= most else { return nil }
            reader.advance()
        }
        return reader.position > start ? value : nil
    }
}

/// A position in the journals of a state file.
package struct JournalPosition: Equatable {
    package var journal: Int
    /// Bytes from the beginning of the file to the end of a record; 0 for none.
    package var offset: Int

    package init(journal: Int, offset: Int = 0) { (self.journal, self.offset) = (journal, offset) }
}
