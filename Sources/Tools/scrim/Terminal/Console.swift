import Glibc

/// Unbuffered standard output and standard error.
enum Console {
    /// Writes all bytes to a descriptor; blocks when it is full.
    ///
    /// - Throws: `readerLeft` when the reader has closed it, otherwise `failed` with the system's reason.
    static func write(_ whole: [UInt8], to descriptor: Int32 = STDOUT_FILENO) throws(Failure) {
        var written = 0
        while written < whole.count {
            let count = unsafe whole.withUnsafeBytes {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[written...])
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: try Interruption.check()
            case EAGAIN: _ = try Readiness.wait(for: [.init(descriptor, POLLOUT)])
            case EPIPE: throw .readerLeft
            default: throw .failed("cannot write: \(SystemError.text())")
            }
        }
    }

    static func write(_ text: String.UTF8View, to descriptor: Int32 = STDOUT_FILENO) throws(Failure) {
        try write(Array(text), to: descriptor)
    }

    static func printLine(_ text: some StringProtocol) throws(Failure) {
        try write(Array(text.utf8) + [UInt8(ascii: "\n")])
    }

    /// Prints a message; a closed standard error is ignored.
    static func complain(_ text: String) {
        try? write("scrim: \(text)\n".utf8, to: STDERR_FILENO)
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

/// The system's message for an `errno`.
enum SystemError {
    static func text(_ code: Int32 = errno) -> String {
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}
