package import Geometry
import Glibc

extension [UInt8] {
    /// Calls `body` with each line, without its LF; a last line without LF is included.
    package func forEachLine<E: Error>(_ body: (ByteView) throws(E) -> Void) throws(E) {
        try withView(0..<count) { (all) throws(E) in try all.forEachLine(body) }
    }

    /// The end of a part that begins at `start`, has at least `bytes` bytes, and ends with a line.
    package func endOfLines(from start: Int, bytes: Int) -> Int {
        guard start + bytes < count else { return count }
        var end = count
        withView(0..<count) { end = Swift.min(count, $0.endOfLine(from: start + bytes) + 1) }
        return end
    }

    /// Number of lines; a last line without LF is included.
    package var lineCount: Int {
        var count = 0
        forEachLine { _ in count += 1 }
        return count
    }

    /// Calls `body` with the bytes in `range`.
    package func withView<E: Error>(_ range: Range<Int>, _ body: (ByteView) throws(E) -> Void) throws(E) {
        var failure: E?
        unsafe withUnsafeBufferPointer { buffer in
            do throws(E) { try body(unsafe ByteView(buffer)[range]) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

extension ByteView {
    /// Calls `body` with each line, without its LF; a last line without LF is included.
    package func forEachLine<E: Error>(_ body: (ByteView) throws(E) -> Void) throws(E) {
        var start = 0
        while start < count {
            let end = endOfLine(from: start)
            try body(self[start..<end])
            start = end + 1
        }
    }

    /// The end of the line that begins at `start`: its LF, or the end of the bytes.
    package func endOfLine(from start: Int) -> Int {
        guard let found = unsafe memchr(base + start, 0x0A, count - start) else { return count }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
