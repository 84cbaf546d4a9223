/// Splits received bytes into lines.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The first byte not returned yet.
    private var head = 0
    /// No line feed is before this offset.
    private var scanned = 0

    var isEmpty: Bool { head == bytes.count }

    mutating func append(_ more: some Collection<UInt8>) {
        if head > 0 {
            bytes.removeFirst(head)
            scanned -= head
            head = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next complete line without its LF or CR LF. Release the slice before the next `append`, otherwise the bytes
    /// are copied.
    mutating func next() -> ArraySlice<UInt8>? {
        guard let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = bytes.count
            return nil
        }
        defer {
            head = end + 1
            scanned = head
        }
        return Self.withoutReturn(bytes[head..<end])
    }

    /// The text after the last line feed, at the end of the input.
    mutating func rest() -> ArraySlice<UInt8>? {
        guard !isEmpty else { return nil }
        defer {
            head = bytes.count
            scanned = head
        }
        return Self.withoutReturn(bytes[head...])
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
