/// How an event is merged with waiting events of the same key.
package enum Coalescing: Equatable, Sendable {
    /// Not merged.
    case none
    /// Merged with a waiting event, which it replaces: `frame`, `changed`, a pointer's `move`, a pan's `changed`. The
    /// key identifies event and subject.
    case latest(key: UInt64)
    /// Not merged, and events after it are not merged with events before it: `removed` ends the `changed` of its layer.
    case barrier(key: UInt64)
}

/// Merges two events with the same key.
package protocol EventMerger: AnyObject {
    /// Both are complete lines with their LF, and so is the result.
    func merge(key: UInt64, older: [UInt8], newer: UnsafeBufferPointer<UInt8>) -> [UInt8]
}

/// The waiting events of a client that does not keep up: merged while they wait, dropped and counted when there are too
/// many. Does no I/O.
package struct EventQueue {
    private struct Entry {
        var key: UInt64?
        var line: [UInt8]
    }

    private var entries: [Entry] = []
    private var head = 0
    /// Number of events taken so far, which is the number of the entry at `head`.
    private var taken = 0
    /// For each key, the number of the entry with which its next event merges.
    private var latest: [UInt64: Int] = [:]
    /// Size of the waiting events, in bytes.
    package private(set) var bytes = 0
    /// Number of dropped events not reported to the client yet.
    package private(set) var untold = 0

    package init() {}

    package var count: Int { entries.count - head }
    package var isEmpty: Bool { count == 0 && untold == 0 }

    /// Appends an event, a line with its LF, or merges it with a waiting one. False when it was dropped.
    package mutating func append(
        _ line: UnsafeBufferPointer<UInt8>, _ coalescing: Coalescing, bounds: Bounds, merger: (any EventMerger)?
    ) -> Bool {
        if case .latest(let key) = coalescing, let number = latest[key] {
            let index = number - taken + head
            let older = entries[index].line
            let merged = unsafe merger?.merge(key: key, older: older, newer: line) ?? Array(line)
            guard bytes - older.count + merged.count <= bounds.eventBytes else {
                untold += 1
                return false
            }
            bytes += merged.count - older.count
            entries[index].line = merged
            return true
        }
        // Even a dropped barrier separates earlier events from later ones.
        if case .barrier(let key) = coalescing { latest[key] = nil }
        guard count < bounds.events, bytes + line.count <= bounds.eventBytes else {
            untold += 1
            return false
        }
        if untold > 0 { add(nil, takeNotice()) }
        if case .latest(let key) = coalescing {
            latest[key] = taken + count
            unsafe add(key, Array(line))
        } else {
            unsafe add(nil, Array(line))
        }
        return true
    }

    /// The next line for the client: an event or, after the last one, the notice about dropped ones.
    package mutating func popFirst() -> [UInt8]? {
        guard head < entries.count else { return untold > 0 ? takeNotice() : nil }
        let entry = entries[head]
        entries[head].line = []
        if let key = entry.key, latest[key] == taken { latest[key] = nil }
        head += 1
        taken += 1
        bytes -= entry.line.count
        if head == entries.count {
            entries.removeAll(keepingCapacity: entries.capacity <= 64)
            head = 0
        } else if head >= 64, head * 2 >= entries.count {
            entries.removeFirst(head)
            head = 0
        }
        return entry.line
    }

    package mutating func removeAll() {
        self = EventQueue()
    }

    private mutating func add(_ key: UInt64?, _ line: [UInt8]) {
        entries.append(Entry(key: key, line: line))
        bytes += line.count
    }

    private mutating func takeNotice() -> [UInt8] {
        defer { untold = 0 }
        return Array("event dropped {\"count\":\(untold)}\n".utf8)
    }
}
