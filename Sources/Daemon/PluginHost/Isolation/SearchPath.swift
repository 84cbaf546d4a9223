import Glibc

/// The folders in which the dynamic loader searches for a library's dependencies: DT_RPATH and DT_RUNPATH of a 64-bit
/// ELF file.
///
/// Parsed without running anything; empty for other or damaged files.
struct SearchPath {
    private enum Tag {
        static let load: UInt64 = 1
        static let dynamic: UInt64 = 2
        static let strings: UInt64 = 5
        static let paths: Set<UInt64> = [15, 29]
    }

    /// Maximum size of a table, and of a path, in bytes.
    private static let longest = 65_536

    private let descriptor: Int32

    static func folders(of library: String) -> [String] {
        guard let file = try? PluginFile(library) else { return [] }
        let path = SearchPath(descriptor: file.descriptor)
        let folder = library.lastIndex(of: "/").map { String(library[..<$0]) } ?? "."
        return path.texts.flatMap { $0.split(separator: ":") }.map { (entry: Substring) -> String in
            for origin in ["${ORIGIN}", "$ORIGIN"] where entry.hasPrefix(origin) {
                return folder + entry.dropFirst(origin.count)
            }
            return String(entry)
        }
    }

    private var texts: [String] {
        guard let head = bytes(at: 0, 64), head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return [] }
        let (start, size, count) = (word(head, 32, 8), Int(word(head, 54, 2)), Int(word(head, 56, 2)))
        guard size >= 56, count > 0, size * count <= Self.longest, let table = bytes(at: start, size * count) else {
            return []
        }
        let segments = (0..<count).map { at in
            (
                type: word(table, at * size, 4), offset: word(table, at * size + 8, 8),
                address: word(table, at * size + 16, 8), length: word(table, at * size + 32, 8)
            )
        }
        guard let dynamic = segments.first(where: { $0.type == Tag.dynamic }), dynamic.length <= UInt64(Self.longest),
            let entries = bytes(at: dynamic.offset, Int(dynamic.length))
        else { return [] }
        var (address, names): (UInt64?, [UInt64]) = (nil, [])
        for at in stride(from: 0, to: entries.count - 15, by: 16) {
            let (tag, value) = (word(entries, at, 8), word(entries, at + 8, 8))
            if tag == 0 { break }
            if tag == Tag.strings { address = value } else if Tag.paths.contains(tag) { names.append(value) }
        }
        guard let address,
            let segment = segments.first(where: {
                $0.type == Tag.load && address >= $0.address && address - $0.address < $0.length
            })
        else { return [] }
        return names.compactMap { name in
            let (start, isOver) = (address &- segment.address &+ segment.offset).addingReportingOverflow(name)
            guard !isOver, let text = bytes(at: start, Self.longest, isShorter: true) else { return nil }
            return String(validating: text.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private func word(_ bytes: [UInt8], _ at: Int, _ size: Int) -> UInt64 {
        (0..<size).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
    }

    /// Reads `count` bytes; with `isShorter`, fewer at the end of the file.
    private func bytes(at offset: UInt64, _ count: Int, isShorter: Bool = false) -> [UInt8]? {
        guard let start = off_t(exactly: offset) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe pread(descriptor, &bytes, count, start)
        guard got == count || isShorter && got > 0 else { return nil }
        return Array(bytes.prefix(got))
    }
}
