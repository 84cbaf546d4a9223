import Glibc

/// Cuts a stream of bytes into lines, which end with LF or CR LF. A line that lies whole in the bytes handed in is not
/// copied; the beginning of one that does not is kept. Does no I/O and knows nothing of a line's meaning, but for two
/// things of lines that are too long: their tag, and that comments get no reply.
@safe package struct LineFramer: ~Copyable {
    /// A line, or the refusal of one.
    @safe package enum Item {
        /// A line without its end; valid until the next call, and as long as the bytes handed in are.
        case line(UnsafeBufferPointer<UInt8>)
        /// A line longer than the limit; the rest of it is passed over. Its tag without the `@`, when it has a valid one.
        case tooLong(tag: [UInt8]?)
    }

    /// The longest line in bytes, without its end. A change counts from the next line on.
    package var limit: Int
    private var partial = ByteQueue()
    /// The line in `partial` was handed out and is to be forgotten.
    private var isPartialSpent = false
    /// Passing over the rest of a line up to its LF.
    private var isSkipping = false

    package init(limit: Int) { self.limit = limit }

    /// Whether no line has begun: descriptors of earlier lines can be closed.
    package var isBetweenLines: Bool { !isSkipping && (isPartialSpent || partial.isEmpty) }

    /// Bytes of a line that has begun.
    package var partialCount: Int { partial.count }

    /// The next item of `bytes` from `offset` on, which moves past it; nil when all are used and more are needed.
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

    /// A piece of a line that is not being passed over.
    private mutating func take(_ piece: UnsafeBufferPointer<UInt8>, isEnded: Bool) -> Item? {
        if isEnded, partial.isEmpty { return unsafe finish(piece) }
        // No more than decides whether the line is too long and what its tag is: one byte beyond the limit, and one more
        // when a CR before it may be the end.
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
