import CSystem
import Contents
import Expressions
import Geometry
import Glibc
import LineProtocol
import Living
import Reactor
import Scene
import SceneTables
import Schema
import World

/// Files that `data` objects read: their due times in scene time, and the resulting keys.
final class DataSources {
    /// Maximum number of sources in a scene.
    static let most = 256

    private struct Entry {
        var text: String
        var path: SourcePath
        var format: SourceFormat
        var every: Double?
        var watches: Bool
        /// Scene time of the next read; infinity for none.
        var next: Double
        /// Keys from the last read.
        var keys: Set<String> = []
        var pipe: SourcePipe?
    }

    /// Called with lines that set what a file has given, when that is set: `revision` is `scene.news.objectRevision` before.
    var onValues: ((_ lines: [UInt8], _ revision: UInt64) -> Void)?
    private let world: World
    private let reactor: Reactor
    private let cursor: ChangeCursor
    private var entries: [ObjectID: Entry] = [:]
    private var watcher: FileWatcher?
    /// Earliest of all `next`.
    private var earliest = Double.infinity

    private var scene: Scene { world.scene }

    init(_ world: World, _ reactor: Reactor) {
        self.world = world
        self.reactor = reactor
        cursor = world.scene.changes.sources.open()
        // Objects that exist already were recorded before anybody listened.
        world.scene.tree.forEachObject { if world.scene.rows[Int($0)].kind == .data { take($0) } }
    }

    /// Scene time of the next read; infinity when there is none.
    var nextRead: Double {
        reconcile()
        return earliest
    }

    func isDue(at time: Double) -> Bool { nextRead <= time + 1e-9 }

    /// Reads each file that is due at a scene time once.
    func advance(to time: Double) {
        reconcile()
        guard earliest <= time + 1e-9 else { return }
        for (id, entry) in entries.sorted(by: { $0.key.index < $1.key.index }) where entry.next <= time + 1e-9 {
            guard let slot = scene.slot(of: id) else { continue }
            if let every = entry.every {
                // Times stay on the grid of the first read.
                let first = entry.next < 0 ? time : entry.next
                entries[id]?.next = first + (((time - first) / every).rounded(.down) + 1) * every
            } else {
                entries[id]?.next = .infinity
            }
            read(slot, id)
        }
        refresh()
    }

    // MARK: Objects

    private func reconcile() {
        guard scene.news.hasSourceChanges(for: cursor) else { return }
        let changed = scene.changes.sources.take(cursor).slots
        for id in entries.keys where scene.slot(of: id) == nil { drop(id) }
        for slot in changed where isData(slot) { take(slot) }
        refresh()
    }

    private func isData(_ slot: Slot) -> Bool {
        let row = scene.rows[Int(slot)]
        return row.kind == .data && row.flags.intersection([.isAlive, .isRemoved]) == .isAlive
    }

    private func refresh() { earliest = entries.values.map(\.next).min() ?? .infinity }

    private func drop(_ id: ObjectID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        entry.pipe?.close()
        if entry.watches { watcher?.unwatch(entry.path.path) }
    }

    /// Registers an object's source.
    private func take(_ slot: Slot) {
        let id = scene.id(of: slot)
        let keys = entries[id]?.keys ?? []
        let text = scene.value(slot, DataProperty.source.id).string
        drop(id)
        guard !text.isEmpty, let path = try? ByteView.with(text, { (text) throws(ValueSyntax) in try SourcePath(text) })
        else { return }
        guard entries.count < Self.most else {
            return report(slot, .failed, "a scene has at most \(Self.most) sources")
        }
        var every: Double?
        if case .number(let seconds) = scene.value(slot, DataProperty.every.id) { every = seconds }
        let format = SourceFormat.allCases[Int(scene.value(slot, DataProperty.format.id).choice)]
        var entry = Entry(
            text: text, path: path, format: format, every: every,
            watches: scene.value(slot, DataProperty.watch.id).boolean && path.kind == .file, next: -1, keys: keys)
        if entry.watches { entry.watches = watch(path.path) }
        entries[id] = entry
    }

    private func watch(_ path: String) -> Bool {
        if watcher == nil {
            watcher = try? FileWatcher(reactor)
            watcher?.onChange = { [weak self] in self?.changed($0) }
        }
        return watcher?.watch(path) ?? false
    }

    /// A file was written: read it before the next frame.
    private func changed(_ path: String) {
        for (id, entry) in entries where entry.watches && entry.path.path == path {
            entries[id]?.next = min(entry.next, world.time)
        }
        refresh()
    }

    // MARK: Reading

    private func read(_ slot: Slot, _ id: ObjectID) {
        guard let entry = entries[id], world.replica == nil || scene.shared.isLocal(slot) else { return }
        // The settings may have changed.
        guard let opening = world.objectVerbs.sourceRules.opening(of: entry.path.path) else {
            return report(slot, .failed, "\(entry.path.path) may not be read")
        }
        if entry.path.kind == .fifo { return open(opening, slot, id) }
        let descriptor = unsafe sys_open_beneath(opening.folder, opening.relative, S_IFREG, false)
        guard descriptor >= 0 else { return report(slot, .failed, Self.reason(entry.path.path)) }
        let file = FileDescriptor(owning: descriptor)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(file.raw, $0.baseAddress, $0.count) }
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                return report(slot, .failed, Self.reason(entry.path.path))
            }
            bytes.append(contentsOf: chunk[0..<count])
            guard bytes.count <= SourceFormat.maxBytes else {
                return report(slot, .failed, "\(entry.path.path): more than \(SourceFormat.maxBytes) bytes")
            }
        }
        take(bytes, slot, id)
    }

    /// Opens a pipe that is not open yet.
    private func open(_ opening: SourceRules.Opening, _ slot: Slot, _ id: ObjectID) {
        guard let entry = entries[id], entry.pipe == nil else { return }
        // Opened for writing too, so that it does not end when its writer closes.
        var descriptor = unsafe sys_open_beneath(opening.folder, opening.relative, S_IFIFO, true)
        if descriptor < 0, errno == EACCES {
            descriptor = unsafe sys_open_beneath(opening.folder, opening.relative, S_IFIFO, false)
        }
        guard descriptor >= 0 else { return report(slot, .failed, Self.reason(entry.path.path)) }
        let pipe = SourcePipe(FileDescriptor(owning: descriptor)) { [weak self] in self?.lineCame($0, id) }
        do throws(SystemError) { try pipe.open(reactor) } catch { return report(slot, .failed, "\(error)") }
        entries[id]?.pipe = pipe
        report(slot, .ready, "")
    }

    private func lineCame(_ line: [UInt8]?, _ id: ObjectID) {
        guard let slot = scene.slot(of: id) else { return drop(id) }
        guard let line else {
            entries[id]?.pipe = nil
            return report(slot, .failed, "the pipe has no writer any more")
        }
        take(line, slot, id)
    }

    /// Sets keys from the bytes that were read.
    private func take(_ bytes: [UInt8], _ slot: Slot, _ id: ObjectID) {
        guard let entry = entries[id] else { return }
        let fields: [ExpressionRecord.Field]
        do throws(ValueSyntax) {
            fields = try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(ValueSyntax) in
                try entry.format.fields(unsafe ByteView(bytes))
            }
        } catch {
            return report(slot, .failed, "\(entry.path.path): \(error.message)")
        }
        let keys = Set(fields.map(\.key))
        let revision = scene.news.objectRevision
        let others = scene.variables.keys(of: slot).count { !keys.contains($0.key) && !entry.keys.contains($0.key) }
        guard keys.count + others <= SceneVariables.mostKeys else {
            return report(slot, .failed, "\(entry.path.path): more than \(SceneVariables.mostKeys) keys")
        }
        do throws(SceneError) {
            try world.atomically { () throws(SceneError) in
                for key in entry.keys.subtracting(keys).sorted() { scene.variables.setKey(slot, key, nil) }
                for field in fields { scene.variables.setKey(slot, field.key, Value(key: field.value)) }
            }
        } catch {
            // A list cannot show it.
            return report(slot, .failed, "\(entry.path.path): \(error.message)")
        }
        if let onValues {
            let gone = entry.keys.subtracting(keys).sorted()
            let values = fields.compactMap { field in Value(key: field.value).map { (field.key, $0) } }
            onValues(SceneDump.lines(setting: values, gone, of: slot, in: scene), revision)
        }
        entries[id]?.keys = keys
        report(slot, .ready, "")
    }

    private static func reason(_ path: String) -> String {
        if errno == EINVAL { return "\(path) is no regular file" }
        if errno == EXDEV || errno == ELOOP { return "\(path): symbolic links lead out of its folder" }
        return unsafe "\(path): \(String(cString: strerror(errno)))"
    }

    private func report(_ slot: Slot, _ state: DataProperty.State, _ message: String) {
        scene.contents.report(slot, DataProperty.state.id, .choice(state.rawValue))
        scene.contents.report(slot, DataProperty.message.id, .string(message))
    }
}

/// A named pipe that delivers lines.
private final class SourcePipe: DescriptorHandler {
    /// Maximum bytes of a line; longer lines are dropped.
    private static let mostBytes = 65_536

    private let descriptor: FileDescriptor
    private let onLine: ([UInt8]?) -> Void
    private var reactor: Reactor?
    private var registration: Registration?
    private var pending: [UInt8] = []
    private var isDropping = false

    init(_ descriptor: consuming FileDescriptor, _ onLine: @escaping ([UInt8]?) -> Void) {
        self.descriptor = descriptor
        self.onLine = onLine
    }

    func open(_ reactor: Reactor) throws(SystemError) {
        self.reactor = reactor
        registration = try reactor.add(descriptor.raw, .reading, self)
    }

    func close() {
        if let registration { reactor?.remove(registration) }
        registration = nil
    }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe chunk.withUnsafeMutableBytes {
            unsafe Glibc.read(descriptor.raw, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            close()
            return onLine(nil)
        }
        for byte in chunk[0..<count] {
            if byte == 0x0A {
                if !isDropping { onLine(pending) }
                pending.removeAll(keepingCapacity: true)
                isDropping = false
            } else if pending.count < Self.mostBytes {
                pending.append(byte)
            } else {
                isDropping = true
            }
        }
    }
}
