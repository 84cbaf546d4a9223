/// How an event stands to those of the same key that its reader has not taken yet.
package enum Coalescing: Equatable, Sendable {
    /// Stands alone.
    case none
    /// Replaces the one that waits, merged with it: `frame`, `changed`, a pointer's `move`, a pan's `changed`.
    /// The key names event and subject, uniquely among all.
    case latest(key: UInt64)
    /// Stands alone, and nothing after it merges with anything before it: `removed` ends the `changed` of its layer.
    case barrier(key: UInt64)
}

/// Makes one event of two with the same key.
package protocol EventMerger: AnyObject {
    /// Both are whole lines with their LF, and so is the result.
    func merge(key: UInt64, older: [UInt8], newer: UnsafeBufferPointer<UInt8>) -> [UInt8]
}

/// The events of a reader that lags: merged while they wait, dropped when there are too many, counted, and told of. Pure.
package struct EventQueue {
    private struct Entry {
        var key: UInt64?
        var line: [UInt8]
    }

    private var entries: [Entry] = []
    private var head = 0
    /// How many were taken out since the beginning: the number of the entry at `head`.
    private var taken = 0
    /// Which entry, counted since the beginning, the next one of a key merges with.
    private var latest: [UInt64: Int] = [:]
    /// Bytes that wait.
    package private(set) var bytes = 0
    /// Dropped, and the reader has not been told.
    package private(set) var untold = 0

    package init() {}

    package var count: Int { entries.count - head }
    package var isEmpty: Bool { count == 0 && untold == 0 }

    /// Puts an event, a line with its LF, behind the others, or merges it with the one that waits. False: dropped.
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
        // Even one that is dropped stands between what was before it and what comes.
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

    /// The next line for the reader: an event or, behind the last one, the notice of dropped ones.
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
