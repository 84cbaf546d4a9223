import Glibc
import Schema

/// Prevents `save`, `snapshot`, `record` and `state=` from overwriting files unintentionally and from following
/// symbolic links.
enum FileGuard {
    /// Throws `exists` for an existing file, unless `overwrites`, and for a symbolic link in any case. Pipes and
    /// devices are allowed.
    static func check(_ path: String, overwrites: Bool) throws(SceneError) {
        var info = stat()
        guard unsafe lstat(path, &info) == 0 else { return }
        switch info.st_mode & S_IFMT {
        case S_IFLNK: throw SceneError(.exists, "\(path) is a symbolic link, which is not followed")
        case S_IFREG where !overwrites: throw isThere(path)
        default: return
        }
    }

    static func isThere(_ path: String) -> SceneError {
        SceneError(.exists, "\(path) is there; overwrite=true replaces it")
    }
}

/// Files that the daemon has written and nobody has changed since: a new picture may replace the previous one.
struct OwnFiles {
    private var files: [(path: String, mark: Mark)] = []

    /// Maximum number of remembered files.
    private static let most = 64

    /// Identifies a state of a file.
    private struct Mark: Equatable {
        var numbers: [Int64]

        init?(_ path: String) {
            var info = stat()
            guard unsafe lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
            numbers = [
                Int64(bitPattern: UInt64(info.st_dev)), Int64(bitPattern: UInt64(info.st_ino)), Int64(info.st_size),
                Int64(info.st_mtim.tv_sec), Int64(info.st_mtim.tv_nsec),
            ]
        }
    }

    func has(_ path: String) -> Bool {
        guard let known = files.first(where: { $0.path == path }) else { return false }
        return known.mark == Mark(path)
    }

    /// Remembers a file that was just written.
    mutating func note(_ path: String) {
        files.removeAll { $0.path == path }
        guard let mark = Mark(path) else { return }
        files.append((path, mark))
        if files.count > Self.most { files.removeFirst() }
    }
}
