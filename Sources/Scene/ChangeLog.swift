/// What subscribers are to be told about the scene: noted while it happens, taken once a frame.
///
/// At most one `changed` for each object between two takes. Nothing is noted while nobody listens.
package struct ChangeLog {
    package enum Entry {
        case created(Slot)
        case changed(Slot, PropertyID)
        case changedUser(Slot)
        /// Another place among the same siblings.
        case reordered(Slot)
        /// Another parent.
        case moved(Slot)
        case removed(Slot, String)
    }

    package var isRecording = false
    /// Counts what was done to the scene, whether anybody listens or not; never what animations show of it.
    package private(set) var revision: UInt64 = 0
    private var entries: [Entry] = []
    private var mark: Int?

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }
    package var count: Int { entries.count }

    mutating func note(_ entry: @autoclosure () -> Entry) {
        revision &+= 1
        if isRecording { add(entry()) }
    }

    private mutating func add(_ entry: Entry) {
        // A property that is set over and over is told once: with its value when it is told.
        if mark == nil, let last = entries.last, case .changed(let a, let p) = last,
            case .changed(let b, let q) = entry,
            a == b, p == q
        {
            return
        }
        entries.append(entry)
    }

    mutating func begin() { mark = entries.count }
    mutating func commit() { mark = nil }

    mutating func rollback() {
        if let mark { entries.removeLast(entries.count - mark) }
        mark = nil
    }

    /// Hands the entries over and forgets them.
    package mutating func take() -> [Entry] {
        defer { entries.removeAll(keepingCapacity: true) }
        return entries
    }
}
