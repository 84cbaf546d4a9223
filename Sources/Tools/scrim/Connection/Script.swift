import Glibc

/// A file of protocol lines, read in pieces so that its size does not matter.
struct Script: ~Copyable {
    /// The path as given by the user, for messages.
    let name: String
    /// File descriptor to poll before `fill`.
    let descriptor: Int32
    /// Number of the last returned line, from 1.
    private(set) var line = 0
    private(set) var isAtEnd = false
    private var buffer = LineBuffer()
    /// Lines after the file's last one.
    private var more: ArraySlice<[UInt8]>

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - name: for messages; nil: the path.
    ///   - more: lines that follow the file's last one.
    init(path: String, name: String? = nil, more: [String] = []) throws(Failure) {
        self.more = more.map { Array($0.utf8) }[...]
        self.name = name ?? (path == "-" ? "<stdin>" : path)
        descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("cannot read \(path): \(SystemError.text())") }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Location of the last returned line.
    var location: String { "\(name):\(line)" }

    /// Reads one piece; blocks until there is one.
    mutating func fill() throws(Failure) {
        var failure: Int32 = 0
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
            let got = unsafe read(descriptor, room.baseAddress, room.count)
            failure = got < 0 ? errno : 0
            count = max(got, 0)
        }
        switch failure {
        case 0 where chunk.isEmpty: isAtEnd = true
        case 0: buffer.append(chunk)
        case EINTR: try Interruption.check()
        default: throw .failed("cannot read \(name): \(SystemError.text(failure))")
        }
    }

    /// The next line of any kind.
    mutating func nextOfAny() -> [UInt8]? {
        guard let text = buffer.next() ?? (isAtEnd ? buffer.rest() : nil) else { return nil }
        line += 1
        return Array(text)
    }

    /// The next command line; blank lines and comments are skipped, as the daemon does not answer them.
    ///
    /// Nil: call `fill`, or the end.
    mutating func next() -> ArraySlice<UInt8>? {
        while let text = buffer.next() ?? (isAtEnd ? buffer.rest() : nil) {
            line += 1
            let isBlank = text.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if !isBlank, text.first != UInt8(ascii: "#") { return text }
        }
        if isAtEnd, let text = more.popFirst() {
            line += 1
            return text[...]
        }
        return nil
    }
}
