import Reactor

/// Connections with lines to handle, in the order in which they get their slices of a turn.
///
/// Those whose last slice cost little go first, then those that became ready and are not known yet, each for half of the turn at
/// most; then those that go on with the lines of an earlier slice. Within each kind it goes round robin. So a client that asks
/// little waits for one turn, however many stream or have just come with lines that cost much.
struct RunQueue {
    /// Class of a connection by its last slice; the first is served first.
    enum Priority: Int, CaseIterable {
        /// Its last slice took all that it sent, and cost little.
        case light
        /// New, or its last slice cost much.
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

    /// Connections of one kind.
    func count(_ priority: Priority) -> Int { lines[priority.rawValue].count }

    /// Puts a connection behind the others of its kind; one that is queued already stays where it is.
    mutating func append(_ connection: Connection, isBusy: Bool) {
        guard !connection.flags.isQueued else { return }
        connection.flags.isQueued = true
        count += 1
        let priority: Priority = isBusy ? .busy : connection.flags.isLight ? .light : .fresh
        lines[priority.rawValue].connections.append(connection)
    }

    /// The next connection; nil when there is none of that kind.
    mutating func popFirst(_ priority: Priority) -> Connection? {
        guard let connection = lines[priority.rawValue].popFirst() else { return nil }
        connection.flags.isQueued = false
        count -= 1
        return connection
    }
}

/// The part of a turn that one connection's lines may take.
struct Slice {
    var bytes: Int
    var lines: Int
    var until: Nanoseconds
    /// By the kernel's coarse clock, for single lines that cost much.
    let coarseUntil: Nanoseconds
    private(set) var isSpent = false
    private var unchecked = 0

    /// Lines between two looks at the exact clock.
    private static let checkInterval = 16
    private static let leastBytes = 4 << 10
    private static let leastLines = 32
    private static let leastTime: Nanoseconds = 100_000

    /// An equal part for each of `count` connections, not below the smallest slice, and not beyond `limit`.
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

    /// Counts a line that was handled.
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
