import CSystem
import Geometry

/// Parsing and checksums of the state file's own lines.
enum TextScan {
    /// CRC-32C.
    static func checksum(_ bytes: ByteView) -> UInt32 { unsafe sys_crc32c(bytes.base, bytes.count) }

    static func checksum(_ text: String) -> UInt32 { ByteView.with(text, checksum) }

    /// A checksum in its written form.
    static func hexadecimal(_ checksum: UInt32) -> String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// Appends the line's checksum.
    static func sealed(_ line: String) -> String { "\(line), checksum \(hexadecimal(checksum(line)))\n" }

    /// Removes a valid checksum; nil when it does not match.
    static func unsealed(_ line: String) -> String? {
        guard let (text, sum) = parts(ofSealed: line), sum == hexadecimal(checksum(text)) else { return nil }
        return text
    }

    /// Splits a line and its checksum without comparing; nil for a line without one.
    static func parts(ofSealed line: String) -> (text: String, checksum: String)? {
        let (bytes, mark) = (Array(line.utf8), Array(", checksum ".utf8))
        let end = bytes.count - 8 - mark.count
        guard end >= 0, bytes[end..<(end + mark.count)].elementsEqual(mark) else { return nil }
        return (
            String(decoding: bytes[..<end], as: UTF8.self), String(decoding: bytes[(bytes.count - 8)...], as: UTF8.self)
        )
    }

    /// The line that begins at `start`, without its LF; at most `most` bytes.
    static func line(_ bytes: [UInt8], at start: Int, most: Int = 512) -> String? {
        let limit = min(bytes.count, start + most)
        guard start < limit, let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The next occurrence of `mark` from `start` on, not necessarily at the start of a line, because the end of the
    /// previous line may be damaged.
    static func next(_ mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = mark.first else { return nil }
        var at = start
        while at <= bytes.count - mark.count {
            guard let next = bytes[at...].firstIndex(of: first), next <= bytes.count - mark.count else { return nil }
            if bytes[next..<(next + mark.count)].elementsEqual(mark) { return next }
            at = next + 1
        }
        return nil
    }

    /// Names of the objects that lines create, as far as readable.
    static func names(in bytes: ArraySlice<UInt8>) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap(name)
    }

    /// The name of the object that a line creates; nil for a part of a component.
    static func name(of line: ArraySlice<UInt8>) -> String? {
        guard line.starts(with: create) else { return nil }
        let name = line.dropFirst(create.count).prefix { $0 != UInt8(ascii: " ") }
        guard let first = name.first, first != UInt8(ascii: "."), name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Number of objects that lines create.
    static func objects(in bytes: ArraySlice<UInt8>) -> Int {
        Array(bytes).withBytes { bytes in
            var (start, count) = (0, 0)
            for at in 0..<bytes.count where bytes[at] == UInt8(ascii: "\n") {
                if makesObject(bytes[start..<at]) { count += 1 }
                start = at + 1
            }
            return count
        }
    }

    /// True for a line that creates an object.
    static func makesObject(_ line: ByteView) -> Bool {
        guard line.count > create.count, line[0] == create[0], line[create.count] != UInt8(ascii: ".") else {
            return false
        }
        return unsafe line[0..<create.count].buffer.elementsEqual(create)
    }

    private static let create = Array("create ".utf8)
}
