import Glibc
import Scene

/// Keeps `save`, `snapshot`, `record` and `state=` from replacing files that they were not told to replace, and from following links.
enum FileGuard {
    /// Throws `exists` for a file that is there, unless `overwrites`, and for a symbolic link in any case. Pipes and devices are written to.
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

/// Files that the daemon has written itself, and nobody has changed since: a picture takes the place of the one before it.
struct OwnFiles {
    private var files: [(path: String, mark: Mark)] = []

    /// As many are remembered.
    private static let most = 64

    /// Tells whether a file is still the same.
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

    /// Notes a file that was just written.
    mutating func note(_ path: String) {
        files.removeAll { $0.path == path }
        guard let mark = Mark(path) else { return }
        files.append((path, mark))
        if files.count > Self.most { files.removeFirst() }
    }
}
