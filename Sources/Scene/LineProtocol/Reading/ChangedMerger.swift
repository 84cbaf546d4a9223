package import Geometry

/// Merges two `changed` events about the same object: all properties of both, with the newer values.
///
/// The payloads are written by this daemon: one flat object whose values contain no objects. So keys are found by
/// counting quotes and brackets, without parsing.
package enum ChangedMerger {
    /// Both are complete lines with their LF, and so is the result.
    package static func merge(older: ByteView, newer: ByteView) -> [UInt8] {
        let known = members(of: newer)
        var out = ByteWriter()
        let head = start(of: newer)
        out.append(newer[0..<head])
        var isFirst = true
        func append(_ bytes: ByteView, _ range: Range<Int>) {
            if !isFirst { out.append(byte: UInt8(ascii: ",")) }
            isFirst = false
            out.append(bytes[range])
        }
        for member in members(of: older) {
            let key = older[member.key]
            if !known.contains(where: { newer[$0.key] == key }) { append(older, member.whole) }
        }
        for member in known { append(newer, member.whole) }
        out.append("}\n")
        return out.array
    }

    /// The offset after the opening brace.
    private static func start(of line: ByteView) -> Int {
        var at = 0
        while at < line.count, line[at] != UInt8(ascii: "{") { at += 1 }
        return min(at + 1, line.count)
    }

    static func members(of line: ByteView) -> [(key: Range<Int>, whole: Range<Int>)] {
        var members: [(key: Range<Int>, whole: Range<Int>)] = []
        var at = start(of: line)
        while at < line.count, line[at] == UInt8(ascii: "\"") {
            let first = at
            at = endOfString(line, at)
            let key = first..<at
            var depth = 0
            while at < line.count {
                let byte = line[at]
                if byte == UInt8(ascii: "\"") {
                    at = endOfString(line, at)
                    continue
                }
                if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
                if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") { break }
                if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
                at += 1
            }
            members.append((key, first..<at))
            if at < line.count, line[at] == UInt8(ascii: ",") { at += 1 } else { break }
        }
        return members
    }

    /// The offset after the closing quote of the string that begins at `at`.
    private static func endOfString(_ line: ByteView, _ at: Int) -> Int {
        var at = at + 1
        while at < line.count, line[at] != UInt8(ascii: "\"") {
            at += line[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(at + 1, line.count)
    }
}
