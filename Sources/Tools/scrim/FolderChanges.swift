import CSystem
import Glibc

/// Watches a folder for written and created files.
final class FolderChanges {
    let descriptor: Int32

    /// The folder of a file.
    init(of file: String) throws(Failure) {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw .failed("cannot watch files: \(SystemError.text())") }
        let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE)
        _ = unsafe inotify_add_watch(descriptor, folder, events)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func drain() {
        var room = [UInt8](repeating: 0, count: 4096)
        while unsafe room.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    }
}
