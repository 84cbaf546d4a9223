package import Geometry

extension [UInt8] {
    /// Calls `body` with each line, without its LF; a last one without LF counts.
    package func forEachLine<E: Error>(_ body: (ByteView) throws(E) -> Void) throws(E) {
        var failure: E?
        unsafe withUnsafeBufferPointer { buffer in
            let all = unsafe ByteView(buffer)
            var start = 0
            while start < all.count, failure == nil {
                var end = start
                while end < all.count, all[end] != 0x0A { end += 1 }
                do throws(E) { try body(all[start..<end]) } catch { failure = error }
                start = end + 1
            }
        }
        if let failure { throw failure }
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
