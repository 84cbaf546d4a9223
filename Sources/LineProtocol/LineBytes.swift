package import Geometry
import Glibc

extension [UInt8] {
    /// Calls `body` with each line, without its LF; a last one without LF counts.
    package func forEachLine<E: Error>(_ body: (ByteView) throws(E) -> Void) throws(E) {
        var failure: E?
        unsafe withUnsafeBufferPointer { buffer in
            let all = unsafe ByteView(buffer)
            var start = 0
            while start < all.count, failure == nil {
                let end = all.endOfLine(from: start)
                do throws(E) { try body(all[start..<end]) } catch { failure = error }
                start = end + 1
            }
        }
        if let failure { throw failure }
    }

    /// Number of lines; a last one without LF counts.
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
    /// Where the line that begins at `start` ends: at its LF, or at the end of all.
    fileprivate func endOfLine(from start: Int) -> Int {
        guard let found = unsafe memchr(base + start, 0x0A, count - start) else { return count }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
