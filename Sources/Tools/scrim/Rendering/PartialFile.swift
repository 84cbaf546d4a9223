import Glibc

/// A file that gets its name when it is complete. Until then it is hidden in the same folder, with the same extension,
/// and is removed if not finished.
struct PartialFile: ~Copyable {
    /// The file to write.
    let path: String
    private let final: String
    private var isFinished = false

    /// Existing pipes and devices are written directly; links are kept.
    init(for output: String) {
        var status = stat()
        guard unsafe stat(output, &status) == 0 else {
            (final, path) = (output, Self.beside(output))
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            (final, path, isFinished) = (output, output, true)
            return
        }
        var target = output
        if let real = unsafe realpath(output, nil) {
            target = unsafe String(cString: real)
            unsafe free(real)
        }
        (final, path) = (target, Self.beside(target))
    }

    /// The temporary file that a child process writes until an output is complete.
    static func beside(_ output: String) -> String { FileName.hidden("part-", beside: output) }

    /// Call when the file is complete. Throws when it cannot be renamed.
    mutating func finish() throws(Failure) {
        if isFinished { return }
        guard unsafe rename(path, final) == 0 else { throw .failed("cannot write \(final): \(SystemError.text())") }
        isFinished = true
    }

    deinit { if !isFinished { unsafe unlink(path) } }
}

extension FileName {
    /// A hidden file in the same folder, with a mark before its name.
    static func hidden(_ mark: String, beside path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." + mark + path }
        return path[...slash] + "." + mark + path[path.index(after: slash)...]
    }
}
