import CSystem
import Glibc
package import Reactor

/// Reports when watched files are written or replaced. It watches their folders, because editors replace files by
/// renaming.
@safe
package final class FileWatcher: DescriptorHandler {
    /// A path as given by the caller, with its number of watchers. A file may be watched under several paths.
    private struct Watched {
        var number: Int32
        var name: String
        var count: Int
    }

    private let reactor: Reactor
    private let descriptor: FileDescriptor
    private var registration: Registration?
    private var watched: [String: Watched] = [:]
    /// Called with the path given to `watch`, in a turn of the loop.
    package var onChange: ((String) -> Void)?

    package init(_ reactor: Reactor) throws(SystemError) {
        let raw = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard raw >= 0 else { throw .last("inotify_init1") }
        descriptor = FileDescriptor(owning: raw)
        self.reactor = reactor
        registration = try reactor.add(descriptor.raw, .reading, self)
    }

    package func close() {
        if let registration { reactor.remove(registration) }
        registration = nil
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return slash == path.startIndex ? ("/", name) : (String(path[..<slash]), name)
    }

    /// Watches a file; each call needs one `unwatch`. False when the folder does not exist or the system has no more
    /// watches.
    package func watch(_ path: String) -> Bool {
        let (folder, name) = Self.split(path)
        // Writes are reported when the file is closed, so never for a half-written file.
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
        let number = unsafe inotify_add_watch(descriptor.raw, folder, events)
        guard number >= 0 else { return false }
        watched[path, default: Watched(number: number, name: name, count: 0)].count += 1
        return true
    }

    package func unwatch(_ path: String) {
        guard let entry = watched[path] else { return }
        guard entry.count <= 1 else {
            watched[path]?.count -= 1
            return
        }
        watched[path] = nil
        if !watched.values.contains(where: { $0.number == entry.number }) {
            _ = inotify_rm_watch(descriptor.raw, entry.number)
        }
    }

    package func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var changed: [String] = []
        while true {
            let count = unsafe read(descriptor.raw, &buffer, buffer.count)
            guard count > 0 else { break }
            var offset = 0
            while offset + 16 <= count {
                let event: (number: Int32, mask: UInt32, length: Int) = unsafe buffer.withUnsafeBytes {
                    unsafe (
                        $0.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                        $0.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                        Int($0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    )
                }
                let start = offset + 16
                offset = start + event.length
                guard offset <= count else { break }
                let name = String(decoding: buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
                // If events were lost, any file may have changed.
                let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
                for (path, entry) in watched where isLost || entry.number == event.number && entry.name == name {
                    changed.append(path)
                }
            }
        }
        for path in changed { onChange?(path) }
    }
}
