import CSystem
import Geometry
import LineProtocol

/// The records of a journal's file.
struct JournalReader {
    let bytes: [UInt8]
    private(set) var offset: Int
    /// Scene time, and seconds since 1970, at the journal's beginning.
    let time: Double
    let wall: Double

    /// A record whose lines stand in `bytes`.
    struct Span {
        var time: Double
        var client: Int
        var lines: Range<Int>
    }

    /// Nil for a file that does not begin as a journal does.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        guard head.hasPrefix(Journal.head) else { return nil }
        let parts = head.dropFirst(Journal.head.count).split(separator: ",")
        guard parts.count == 2, let time = Double(parts[0]), let wall = Double(parts[1].dropFirst(" wall ".count))
        else {
            return nil
        }
        (self.time, self.wall) = (time, wall)
        offset = end + 1
    }

    /// True when all bytes belong to whole records that were read.
    var isAtEnd: Bool { offset == bytes.count }

    /// Bytes that are left: of a record that is not whole, or damaged.
    var left: Int { bytes.count - offset }

    /// Leaves out what stands before `offset`, the end of a record.
    mutating func skip(to offset: Int) { self.offset = max(self.offset, min(offset, bytes.count)) }

    /// The next record; nil at the end, or before a record that is not whole, or damaged.
    mutating func next() -> Journal.Record? {
        nextSpan().map { Journal.Record(time: $0.time, client: $0.client, lines: Array(bytes[$0.lines])) }
    }

    /// The same without a copy of its lines.
    mutating func nextSpan() -> Span? {
        var span: Span?
        bytes.withView(offset..<bytes.count) { rest in
            guard let found = Self.record(rest) else { return }
            span = found
            span?.lines = (offset + found.lines.lowerBound)..<(offset + found.lines.upperBound)
        }
        if let span { offset = span.lines.upperBound }
        return span
    }

    /// The record at the beginning of `rest`.
    private static func record(_ rest: ByteView) -> Span? {
        var reader = ByteReader(rest)
        guard reader.skip(UInt8(ascii: "=")), reader.skip(UInt8(ascii: " ")),
            let checksum = natural(&reader, radix: 16, most: UInt64(UInt32.max))
        else { return nil }
        let start = reader.position
        guard let length = natural(&reader, radix: 10, most: UInt64(rest.count)), let time = try? reader.number(),
            time >= 0, time <= 1e9, reader.skip(UInt8(ascii: " ")),
            let client = natural(&reader, radix: 10, most: UInt64(Int32.max), end: UInt8(ascii: "\n"))
        else { return nil }
        let begin = reader.position
        guard Int(length) <= rest.count - begin else { return nil }
        let end = begin + Int(length)
        guard unsafe UInt64(sys_crc32c(rest.base + start, end - start)) == checksum else { return nil }
        return Span(time: time, client: Int(client), lines: begin..<end)
    }

    /// A number without a sign, of at most `most`, and the byte behind it.
    private static func natural(
        _ reader: inout ByteReader, radix: UInt64, most: UInt64, end: UInt8 = UInt8(ascii: " ")
    ) -> UInt64? {
        var value: UInt64 = 0
        let start = reader.position
        while let digit = ByteReader.hexDigit(reader.next), UInt64(digit) < radix {
            value = value * radix + UInt64(digit)
            guard value <= most else { return nil }
            reader.advance()
        }
        return reader.position > start && reader.skip(end) ? value : nil
    }
}

/// The newest scene that stands as a whole in the journals of a state file: what stands before it need not be run again.
struct JournaledScene {
    let time: Double
    let text: [UInt8]
    let end: JournalPosition

    /// Looks from the last journal back to number `first`. Nil when none has a scene.
    static func newest(_ path: String, from first: Int) -> JournaledScene? {
        var numbers = StateFile.journals(of: path).drop { $0 < first }
        // Behind a missing one nothing is used.
        for (index, number) in numbers.enumerated() where number != first + index {
            numbers = numbers.prefix(index)
            break
        }
        for number in numbers.reversed() {
            guard let bytes = try? Files.readOwn(StateFile.journalPath(path, number)),
                let found = last(of: bytes, number: number)
            else { continue }
            return found
        }
        return nil
    }

    private static func last(of bytes: [UInt8], number: Int) -> JournaledScene? {
        guard var reader = JournalReader(bytes) else { return nil }
        var scene: JournalReader.Span?
        while let span = reader.nextSpan() {
            if bytes[span.lines].starts(with: JournalReplay.scene) { scene = span }
        }
        guard let scene else { return nil }
        return JournaledScene(
            time: scene.time, text: Array(bytes[scene.lines].dropFirst(JournalReplay.scene.count)),
            end: JournalPosition(journal: number, offset: scene.lines.upperBound))
    }
}

/// A place in the journals of a state file.
struct JournalPosition {
    var journal: Int
    /// Bytes from the file's beginning, the end of a record; 0: none.
    var offset = 0
}
