import Glibc

/// Searches in bytes. Those of the library compare characters, which is slow in a long text: dumps took a suite nine tenths of its time.
extension String {
    package func contains(_ part: String) -> Bool { firstOffset(of: part, from: 0) != nil }

    package func firstRange(of part: String) -> Range<Index>? {
        firstOffset(of: part, from: 0).map {
            utf8.index(startIndex, offsetBy: $0)..<utf8.index(startIndex, offsetBy: $0 + part.utf8.count)
        }
    }

    package func replacing(_ part: String, with other: String) -> String {
        pieces(between: part).map(String.init).joined(separator: other)
    }

    /// The pieces between the occurrences of `part`, which is not empty; empty ones too.
    package func pieces(between part: String) -> [Substring] {
        var (pieces, begin): ([Substring], Int) = ([], 0)
        func piece(_ end: Int) -> Substring {
            self[utf8.index(startIndex, offsetBy: begin)..<utf8.index(startIndex, offsetBy: end)]
        }
        while let end = firstOffset(of: part, from: begin) {
            pieces.append(piece(end))
            begin = end + part.utf8.count
        }
        return pieces + [piece(utf8.count)]
    }

    /// Offset in bytes of the first occurrence at `start` or behind it.
    private func firstOffset(of part: String, from start: Int) -> Int? {
        let (wanted, length) = (Array(part.utf8), utf8.count)
        guard let first = wanted.first else { return start }
        var text = self
        return text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var offset = start
            while offset + wanted.count <= length,
                let found = unsafe memchr(base + offset, Int32(first), length - wanted.count + 1 - offset)
            {
                offset = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
                if unsafe memcmp(base + offset, wanted, wanted.count) == 0 { return offset }
                offset += 1
            }
            return nil
        }
    }
}
