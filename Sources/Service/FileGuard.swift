import Geometry
import Glibc
import LineProtocol
import Scene

/// Keeps `save` and `record` from replacing a file that neither of them wrote.
struct FileGuard {
    private let path: String
    /// Size of the file in bytes.
    private let size: Int
    /// Its first bytes.
    private let head: [UInt8]

    /// Bytes read to recognize a file.
    private static let headSize = 4096

    /// Nil when there is nothing to lose: no regular file, or an empty one.
    init?(_ path: String) {
        var info = stat()
        guard unsafe stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0 else { return nil }
        self.path = path
        size = Int(info.st_size)
        var bytes = [UInt8](repeating: 0, count: Self.headSize)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        // One that cannot be read is not known to be ours.
        var count = 0
        if descriptor >= 0 {
            count = max(0, unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) })
            close(descriptor)
        }
        head = Array(bytes[..<count])
    }

    /// Throws `exists` unless the file is of lines that make a scene.
    func checkScene() throws(SceneError) {
        guard !holdsScene else { return }
        throw SceneError(.exists, "\(path) is no scene; overwrite=true replaces it")
    }

    /// Throws `exists` unless the file is a film.
    func checkFilm() throws(SceneError) {
        guard !holdsFilm else { return }
        throw SceneError(.exists, "\(path) is no film; overwrite=true replaces it")
    }

    /// Raw pictures have no mark: they are whole pixels that are neither text nor begin as a file of another kind does.
    private var holdsFilm: Bool {
        if head.starts(with: Array("YUV4MPEG2 ".utf8)) { return true }
        let isText = !head.contains(0) && String(validating: head, as: UTF8.self) != nil
        return !isText && size % 4 == 0 && !Self.marks.contains { head.starts(with: $0) }
    }

    /// The first bytes of PNG, JPEG, GIF, RIFF, ELF, PDF, ZIP, gzip and SQLite files.
    private static let marks: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], [0x47, 0x49, 0x46, 0x38], [0x52, 0x49, 0x46, 0x46],
        [0x7F, 0x45, 0x4C, 0x46], [0x25, 0x50, 0x44, 0x46], [0x50, 0x4B, 0x03, 0x04], [0x1F, 0x8B],
        [0x53, 0x51, 0x4C, 0x69],
    ]

    /// True when all whole lines of the file's beginning are comments, or commands that a scene's file can have. Of a line longer
    /// than that only the verb is known.
    private var holdsScene: Bool {
        var lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if head.count < size {
            guard lines.count > 1 else {
                let word = Array(head.prefix { $0 != UInt8(ascii: " ") })
                return word.first == UInt8(ascii: "#") || word.withView { Verb($0)?.target == .scene }
            }
            lines.removeLast()
        }
        var splitter = WordSplitter()
        return lines.allSatisfy { bytes in Array(bytes).withView { Self.isCommand($0, &splitter) } }
    }

    private static func isCommand(_ bytes: ByteView, _ splitter: inout WordSplitter) -> Bool {
        do throws(SceneError) {
            guard let line = try Line(bytes, &splitter) else { return true }
            guard let verb = Verb(line.verb), verb.target == .scene || [.begin, .commit].contains(verb) else {
                return false
            }
            try verb.schema.check(line)
            return true
        } catch {
            return false
        }
    }
}

extension [UInt8] {
    fileprivate func withView<R>(_ body: (ByteView) -> R) -> R {
        unsafe withUnsafeBufferPointer { body(unsafe ByteView($0)) }
    }
}
