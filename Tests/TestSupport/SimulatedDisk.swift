import Geometry
import Glibc
package import Storage

/// A disk in memory that fails when it is told to, and forgets what was not synced when the power goes.
///
/// What the system has and what the medium has are kept apart: bytes and names go to the medium by a sync, or by chance. A sync that
/// fails loses what was to be synced, as Linux does it: a later one says that all is well.
package final class SimulatedDisk: Disk {
    /// A call, before it is carried out.
    package enum Call: CaseIterable, Sendable {
        case read, create, append, write, truncate, reserve, sync, rename, link, remove, syncFolder
    }

    /// A fault of a call.
    package enum Fault: Equatable, Sendable {
        /// It fails with this `errno`.
        case error(Int32)
        /// It takes a part of the bytes.
        case short
        /// The power goes in the middle of it: it, and every later call, fails.
        case power
    }

    package var isImmediate = true
    /// Asked before each call; nil: it goes well.
    package var fault: ((Call, String) -> Fault?)?
    /// Calls so far.
    package private(set) var calls = 0
    /// Bytes that files may have together; nil: as many as they like.
    package var capacity: Int?

    private var names: [String: Node] = [:]
    /// What the medium has.
    private var lasting: [String: Node] = [:]
    /// Changes of names that the medium may have or not.
    private var changes: [(name: String, node: Node?)] = []
    /// The power has gone.
    package private(set) var isDown = false
    private var nextIdentity: UInt64 = 1

    final class Node {
        let identity: UInt64
        var bytes: [UInt8] = []
        /// Bytes for which there is room for sure.
        var reserved = 0
        /// As the medium has it for sure.
        var synced: [UInt8] = []
        /// Bytes that a failed sync has lost.
        var lost: [Range<Int>] = []

        init(_ identity: UInt64) { self.identity = identity }
    }

    package init() {}

    fileprivate func check(_ call: Call, _ path: String) throws(DiskError) -> Bool {
        calls += 1
        if isDown { throw DiskError(path, EIO) }
        switch fault?(call, path) {
        case nil: return false
        case .short: return true
        case .error(let code): throw DiskError(path, code)
        case .power:
            isDown = true
            throw DiskError(path, EIO)
        }
    }

    /// Bytes that files have together.
    package var used: Int { names.values.reduce(0) { $0 + max($1.bytes.count, $1.reserved) } }

    fileprivate func room(_ path: String, _ node: Node? = nil) throws(DiskError) -> Int {
        guard let capacity else { return .max }
        let free = max(0, capacity - used) + max(0, (node?.reserved ?? 0) - (node?.bytes.count ?? 0))
        if free <= 0 { throw DiskError(path, ENOSPC) }
        return free
    }

    private func node(_ path: String) throws(DiskError) -> Node {
        guard let node = names[path] else { throw DiskError(path, ENOENT) }
        return node
    }

    private func setName(_ path: String, _ node: Node?) {
        names[path] = node
        changes.append((path, node))
    }

    // MARK: Calls

    package func read(_ path: String) throws(DiskError) -> [UInt8] {
        _ = try check(.read, path)
        return try node(path).bytes
    }

    package func readBack(_ path: String) throws(DiskError) -> [UInt8] {
        _ = try check(.read, path)
        return try node(path).medium
    }

    package func has(_ path: String) -> Bool { names[path] != nil }

    package func identity(_ path: String) -> UInt64? { names[path]?.identity }

    package func names(in folder: String) -> [String] {
        names.keys.filter { PathParts.folder(of: $0) == folder }.map(PathParts.name).sorted()
    }

    package func create(_ path: String) throws(DiskError) -> any DiskFile {
        _ = try check(.create, path)
        _ = try room(path)
        guard names[path] == nil else { throw DiskError(path, EEXIST) }
        let node = Node(nextIdentity)
        nextIdentity += 1
        setName(path, node)
        return File(self, path, node)
    }

    package func rename(_ path: String, to other: String) throws(DiskError) {
        _ = try check(.rename, path)
        let node = try node(path)
        setName(other, node)
        setName(path, nil)
    }

    package func link(_ path: String, to other: String) throws(DiskError) {
        _ = try check(.link, path)
        guard names[other] == nil else { throw DiskError(other, EEXIST) }
        setName(other, try node(path))
    }

    package func remove(_ path: String) throws(DiskError) {
        _ = try check(.remove, path)
        _ = try node(path)
        setName(path, nil)
    }

    package func sync(_ path: String) throws(DiskError) { try sync(try node(path), path) }

    /// A sync that fails loses what was to be synced, and the next one says that all is well.
    private func sync(_ node: Node, _ path: String) throws(DiskError) {
        do throws(DiskError) { _ = try check(.sync, path) } catch {
            if node.synced.count < node.bytes.count { node.lost.append(node.synced.count..<node.bytes.count) }
            node.synced = node.medium
            throw error
        }
        node.synced = node.medium
    }

    package func syncFolder(of path: String) throws(DiskError) {
        _ = try check(.syncFolder, path)
        lasting = names
        changes = []
    }

    private final class File: DiskFile {
        private let disk: SimulatedDisk
        private let path: String
        private let node: Node

        init(_ disk: SimulatedDisk, _ path: String, _ node: Node) {
            (self.disk, self.path, self.node) = (disk, path, node)
        }

        func append(_ bytes: ByteView) throws(DiskError) -> Int {
            var count = bytes.count
            do throws(DiskError) {
                if try disk.check(.append, path) { count = max(1, count / 2) }
                count = min(count, try disk.room(path, node))
            } catch {
                // A part of them, as it happens.
                if disk.isDown { unsafe node.bytes.append(contentsOf: bytes[0..<(count / 2)].buffer) }
                throw error
            }
            unsafe node.bytes.append(contentsOf: bytes[0..<count].buffer)
            return count
        }

        func write(_ bytes: [UInt8], at offset: Int) throws(DiskError) {
            _ = try disk.check(.write, path)
            node.bytes.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        }

        func truncate(to count: Int) throws(DiskError) {
            _ = try disk.check(.truncate, path)
            node.bytes.removeLast(max(0, node.bytes.count - count))
            node.synced.removeLast(max(0, node.synced.count - count))
        }

        func reserve(_ count: Int, at offset: Int) throws(DiskError) -> Bool {
            _ = try disk.check(.reserve, path)
            let more = max(0, offset + count - max(node.bytes.count, node.reserved))
            if let capacity = disk.capacity, disk.used + more > capacity { throw DiskError(path, ENOSPC) }
            node.reserved = max(node.reserved, offset + count)
            return true
        }

        func sync() throws(DiskError) { try disk.sync(node, path) }
    }

    // MARK: Failures

    /// The disk behind a loss of power: what was synced, and of the rest what chance says. Names of a folder come in any order.
    package func afterPowerLoss(_ dice: inout Dice) -> SimulatedDisk {
        let disk = SimulatedDisk()
        disk.nextIdentity = nextIdentity
        disk.names = lasting
        // A change that went to the medium takes those of the same name before it along.
        for change in changes where dice.upTo(2) == 0 { disk.names[change.name] = change.node }
        var seen: [UInt64: Node] = [:]
        for (name, node) in disk.names.sorted(by: { $0.key < $1.key }) {
            if let copy = seen[node.identity] {
                disk.names[name] = copy
                continue
            }
            let copy = Node(node.identity)
            // What was written in its place may be there or not.
            copy.bytes = dice.upTo(2) == 0 ? node.synced : Array(node.medium.prefix(node.synced.count))
            let more = node.medium.dropFirst(node.synced.count)
            if dice.upTo(2) == 0 { copy.bytes += more.prefix(dice.upTo(more.count + 1)) }
            copy.synced = copy.bytes
            seen[node.identity] = copy
            disk.names[name] = copy
        }
        disk.lasting = disk.names
        return disk
    }

    /// The disk behind the end of the process: all that the system has.
    package func afterKill() -> SimulatedDisk {
        let disk = SimulatedDisk()
        disk.nextIdentity = nextIdentity
        (disk.names, disk.lasting, disk.changes) = (names, lasting, changes)
        return disk
    }

    /// Puts a file there.
    package func put(_ bytes: [UInt8], at path: String) {
        let node = Node(nextIdentity)
        nextIdentity += 1
        (node.bytes, node.synced) = (bytes, bytes)
        (names[path], lasting[path]) = (node, node)
    }

    /// The bytes of a file, whatever fails.
    package func bytes(_ path: String) -> [UInt8]? { names[path]?.bytes }
}

extension SimulatedDisk.Node {
    /// The bytes with those that are lost as zeros.
    var medium: [UInt8] {
        guard !lost.isEmpty else { return bytes }
        var bytes = bytes
        for range in lost { for at in range where at < bytes.count { bytes[at] = 0 } }
        return bytes
    }
}
