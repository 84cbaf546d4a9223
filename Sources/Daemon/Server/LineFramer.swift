import Glibc

/// Splits a stream of bytes into lines, which end with LF or CR LF. A line that is complete in the given bytes is not
/// copied; an incomplete one is buffered. Does no I/O, and does not interpret lines, except for the tag of those that
/// are too long, and that comments get no reply.
@safe package struct LineFramer: ~Copyable {
    /// A line, or a line that is too long.
    @safe package enum Item {
        /// A line without its end; valid until the next call, and as long as the given bytes.
        case line(UnsafeBufferPointer<UInt8>)
        /// A line longer than the limit, whose rest is skipped; with its tag, without the `@`, if it has a valid one.
        case tooLong(tag: [UInt8]?)
    }

    /// Maximum length of a line in bytes, without its end. A change applies from the next line on.
    package var limit: Int
    private var partial = ByteQueue()
    /// True when the line in `partial` was returned and has to be removed.
    private var isPartialSpent = false
    /// True while the rest of a line is skipped.
    private var isSkipping = false

    package init(limit: Int) { self.limit = limit }

    /// True between two lines: descriptors of earlier lines can be closed.
    package var isBetweenLines: Bool { !isSkipping && (isPartialSpent || partial.isEmpty) }

    /// Number of bytes in an incomplete line.
    package var partialCount: Int { partial.count }

    /// The next item in `bytes` at `offset`, which is advanced; nil when more bytes are needed.
    package mutating func next(in bytes: UnsafeBufferPointer<UInt8>, at offset: inout Int) -> Item? {
        forgetSpent()
        while offset < bytes.count, let base = bytes.baseAddress {
            forgetSpent()
            let start = unsafe base + offset
            let left = bytes.count - offset
            let length: Int
            let isEnded: Bool
            if let end = unsafe memchr(start, Int32(UInt8(ascii: "\n")), left) {
                length = unsafe UnsafeRawPointer(end) - UnsafeRawPointer(start)
                isEnded = true
                offset += length + 1
            } else {
                length = left
                isEnded = false
                offset = bytes.count
            }
            let piece = unsafe UnsafeBufferPointer(start: start, count: length)
            if isSkipping {
                isSkipping = !isEnded
            } else if let item = unsafe take(piece, isEnded: isEnded) {
                return item
            }
        }
        return nil
    }

    private mutating func forgetSpent() {
        guard isPartialSpent else { return }
        partial.removeAll()
        isPartialSpent = false
    }

    /// Handles a piece of a line that is not skipped.
    private mutating func take(_ piece: UnsafeBufferPointer<UInt8>, isEnded: Bool) -> Item? {
        if isEnded, partial.isEmpty { return unsafe finish(piece) }
        // Enough to decide whether the line is too long and what its tag is: one byte above the limit, and one more
        // because a CR may belong to the end.
        let kept = max(limit, Bounds.tag + 1) + 1
        let room = kept + 1 - partial.count
        unsafe partial.append(UnsafeBufferPointer(rebasing: piece.prefix(max(0, room))))
        if isEnded, piece.count <= room {
            isPartialSpent = true
            return unsafe finish(partial.bytes)
        }
        let bytes = unsafe partial.bytes
        let endsWithReturn = unsafe bytes.last == UInt8(ascii: "\r")
        guard bytes.count > kept || (bytes.count == kept && !endsWithReturn) else { return nil }
        isSkipping = !isEnded
        isPartialSpent = true
        return unsafe reject(bytes)
    }

    private func finish(_ line: UnsafeBufferPointer<UInt8>) -> Item? {
        var line = unsafe line
        if unsafe line.last == UInt8(ascii: "\r") { unsafe line = UnsafeBufferPointer(rebasing: line.dropLast()) }
        return line.count > limit ? unsafe reject(line) : unsafe .line(line)
    }

    private func reject(_ head: UnsafeBufferPointer<UInt8>) -> Item? {
        if unsafe head.first == UInt8(ascii: "#") { return nil }
        return unsafe .tooLong(tag: Self.tag(of: head))
    }

    /// The tag, without its `@`, of a line that begins with `head`: 1 to 64 of `[A-Za-z0-9._-]`, then a space, a tab or
    /// the end.
    package static func tag(of head: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard unsafe head.first == UInt8(ascii: "@") else { return nil }
        var tag: [UInt8] = []
        for index in 1..<head.count {
            let byte = unsafe head[index]
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                if tag.count == Bounds.tag { return nil }
                tag.append(byte)
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                return tag.isEmpty ? nil : tag
            default:
                return nil
            }
        }
        return tag.isEmpty ? nil : tag
    }
}
