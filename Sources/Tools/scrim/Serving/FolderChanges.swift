import CSystem
import Glibc

/// Watches for everything that may change a file: in its folder, in the folders above, which may be replaced as well, and in the folders of
/// the file that a link leads to.
final class FolderChanges {
    let descriptor: Int32
    private let file: String

    init(of file: String) throws(Failure) {
        self.file = file
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw .failed("cannot watch files: \(SystemError.text())") }
        watch()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Takes the events. Call it before the file is looked at.
    func drain() {
        var room = [UInt8](repeating: 0, count: 4096)
        while unsafe room.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
        // A folder, or a link, may be another one by now. A folder that is watched already stays so.
        watch()
    }

    private func watch() {
        let target = unsafe realpath(file, nil).map { target in
            defer { unsafe free(target) }
            return unsafe String(cString: target)
        }
        for path in Set([file, target ?? file]) {
            var events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE)
            var folder = path.hasPrefix("/") ? path : "./" + path
            while let slash = folder.lastIndex(of: "/") {
                folder = String(folder[..<slash])
                _ = unsafe inotify_add_watch(descriptor, folder + "/", events | UInt32(IN_MASK_ADD))
                events = UInt32(IN_MOVED_TO | IN_CREATE)
            }
        }
    }
}

/// The identity and times of a file, which change with every write.
struct FileStamp: Equatable {
    private let fields: [Int]

    /// Nil when there is no such file.
    init?(of path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        // Programs may set the time of modification, and nobody that of the change.
        let times = [found.st_mtim, found.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
        fields = times + [Int(found.st_size), Int(found.st_ino), Int(found.st_dev)]
    }

    /// The stamp of a file that has changed since `last` and is not being written; nil: there is none. Many programs truncate a file before
    /// they write it.
    ///
    /// Whoever writes the file from then on changes its stamp: the clock of file systems has steps of at most `step`.
    static func settled(_ path: String, since last: FileStamp?) -> FileStamp? {
        for _ in 0..<100 {
            guard let stamp = FileStamp(of: path), stamp != last else { return nil }
            usleep(step)
            if FileStamp(of: path) == stamp { return stamp }
        }
        return nil
    }

    /// In microseconds.
    private static let step: UInt32 = 12_000
}
