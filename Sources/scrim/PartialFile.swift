import Glibc

/// A file that has its name when it is whole: until then it is hidden beside it, with the same ending, and goes when nobody finishes it.
struct PartialFile: ~Copyable {
    /// The file to write.
    let path: String
    private let final: String
    private var isFinished = false

    /// What exists and is no regular file, as a pipe or a device, is written itself; a link stays one.
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

    /// The file that a process of ours writes until an output is whole.
    static func beside(_ output: String) -> String { FileName.hidden("part-", beside: output) }

    /// The file is whole. Throws when it cannot get its name.
    mutating func finish() throws(Failure) {
        if isFinished { return }
        guard unsafe rename(path, final) == 0 else { throw .failed("cannot write \(final): \(SystemError.text())") }
        isFinished = true
    }

    deinit { if !isFinished { unsafe unlink(path) } }
}

extension FileName {
    /// A hidden file beside another one, with its name behind a mark.
    static func hidden(_ mark: String, beside path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." + mark + path }
        return path[...slash] + "." + mark + path[path.index(after: slash)...]
    }
}
