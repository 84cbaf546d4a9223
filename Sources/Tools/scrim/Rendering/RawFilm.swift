import Glibc

/// A .y4m film: its header, and a check that all of its frames exist.
struct RawFilm {
    /// Its position in a whole; nil: none.
    let part: FilmPart?

    /// Throws when it is no such film, or has a position and incomplete frames.
    init(_ path: String) throws(Failure) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .failed("\(path): \(SystemError.text())") }
        defer { close(file) }
        var head = [UInt8](repeating: 0, count: 1024)
        let got = unsafe head.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        guard got > 0 else { throw .failed(got < 0 ? "\(path): \(SystemError.text())" : "\(path) is empty") }
        head.removeLast(head.count - got)
        guard head.starts(with: "YUV4MPEG2 ".utf8), let end = head.firstIndex(of: UInt8(ascii: "\n")) else {
            throw .failed("\(path) is no .y4m film")
        }
        let words = head[..<end].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        part = words.first { $0.hasPrefix("XS:") }.flatMap { FilmPart($0.dropFirst()) }
        func side(_ name: String) -> Int? { words.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst()) } }
        var status = stat()
        guard let part, let width = side("W"), let height = side("H"), words.contains("C444"),
            unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else { return }
        // Each frame has a preceding line of six bytes.
        let frame = 6 + 3 * width * height
        let bytes = Int(status.st_size) - end - 1
        guard bytes == part.frames.count * frame else {
            let count = bytes / frame
            throw .failed(
                count < part.frames.count
                    ? "\(path) has \(count) of its \(part.frames.count) frames: it is torn"
                    : "\(path) has more than its \(part.frames.count) frames")
        }
    }

    /// A header without its line feed and position.
    static func form(of header: some Collection<UInt8>) -> [UInt8] {
        let words = header.split(separator: UInt8(ascii: " ")).filter { !$0.starts(with: "XS:".utf8) }
        return Array(words.joined(separator: [UInt8(ascii: " ")])).filter { $0 != UInt8(ascii: "\n") }
    }
}
