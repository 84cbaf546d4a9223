import Reactor

/// The connections with lines to handle, in the order of their slices in a turn.
///
/// Connections with a light last slice come first, then those that became ready otherwise, each group for at most half
/// of the turn; then those that continue with the lines of an earlier slice. Within a group the order is round robin.
/// So a client that sends little waits for one turn at most, however many others stream or have just sent expensive
/// lines.
struct RunQueue {
    /// The class of a connection, by its last slice; the first is served first.
    enum Priority: Int, CaseIterable {
        /// Its last slice handled all of its lines at a low cost.
        case light
        /// New, or its last slice was expensive.
        case fresh
        /// Its last slice left lines.
        case busy
    }

    private var lines = [Line](repeating: Line(), count: Priority.allCases.count)
    private(set) var count = 0

    /// First in, first out.
    private struct Line {
        var connections: [Connection] = []
        var head = 0

        var count: Int { connections.count - head }

        mutating func popFirst() -> Connection? {
            guard head < connections.count else { return nil }
            if head == 0, connections.count == 1 { return connections.removeLast() }
            let first = connections[head]
            head += 1
            if head == connections.count {
                connections.removeAll(keepingCapacity: true)
                head = 0
            } else if head >= 64, head * 2 >= connections.count {
                connections.removeFirst(head)
                head = 0
            }
            return first
        }
    }

    var isEmpty: Bool { count == 0 }

    /// Number of connections in a class.
    func count(_ priority: Priority) -> Int { lines[priority.rawValue].count }

    /// Appends a connection to its class; one that is queued already stays in its position.
    mutating func append(_ connection: Connection, isBusy: Bool) {
        guard !connection.flags.isQueued else { return }
        connection.flags.isQueued = true
        count += 1
        let priority: Priority = isBusy ? .busy : connection.flags.isLight ? .light : .fresh
        lines[priority.rawValue].connections.append(connection)
    }

    /// The next connection of a class; nil when there is none.
    mutating func popFirst(_ priority: Priority) -> Connection? {
        guard let connection = lines[priority.rawValue].popFirst() else { return nil }
        connection.flags.isQueued = false
        count -= 1
        return connection
    }
}

/// The share of a turn available to one connection's lines.
struct Slice {
    var bytes: Int
    var lines: Int
    var until: Nanoseconds
    /// By the kernel's coarse clock, to detect single expensive lines.
    let coarseUntil: Nanoseconds
    private(set) var isSpent = false
    private var unchecked = 0

    /// Number of lines between two readings of the exact clock.
    private static let checkInterval = 16
    private static let leastBytes = 4 << 10
    private static let leastLines = 32
    private static let leastTime: Nanoseconds = 100_000

    /// An equal share for each of `count` connections, at least the smallest slice, and at most `limit`.
    init(_ bounds: Bounds, among count: Int, now: Nanoseconds, limit: Nanoseconds) {
        func part<Number: BinaryInteger>(_ whole: Number, _ least: Number) -> Number {
            min(whole, max(least, whole / Number(max(1, count))))
        }
        let time = part(bounds.turnTime, Self.leastTime)
        bytes = part(bounds.turnBytes, Self.leastBytes)
        lines = part(bounds.turnLines, Self.leastLines)
        until = min(now + time, limit)
        coarseUntil = Clock.coarse + time
    }

    /// Counts a handled line.
    mutating func countLine() {
        lines -= 1
        unchecked += 1
        if Clock.coarse > coarseUntil {
            isSpent = true
        } else if unchecked == Self.checkInterval {
            unchecked = 0
            isSpent = Clock.now >= until
        }
        if lines <= 0 { isSpent = true }
    }
}
