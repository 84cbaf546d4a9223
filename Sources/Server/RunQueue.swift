import Reactor

/// Connections with lines to handle, in the order in which they get their slices of a turn.
///
/// Those that became ready since they were last out of work go first, for half of the turn at most; then those that go on with
/// the lines of an earlier slice, round robin. So a client that sends little waits for one turn, however many stream.
struct RunQueue {
    private var fresh = Line()
    private var busy = Line()

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

    var count: Int { fresh.count + busy.count }
    var isEmpty: Bool { count == 0 }
    var hasFresh: Bool { fresh.count > 0 }
    /// Connections that go on with the lines of an earlier slice.
    var busyCount: Int { busy.count }

    /// Puts a connection behind the others of its kind; one that is queued already stays where it is.
    mutating func append(_ connection: Connection, isBusy: Bool) {
        guard !connection.flags.isQueued else { return }
        connection.flags.isQueued = true
        if isBusy { busy.connections.append(connection) } else { fresh.connections.append(connection) }
    }

    /// The next connection; nil when there is none of that kind.
    mutating func popFirst(fresh isFresh: Bool) -> Connection? {
        let connection = isFresh ? fresh.popFirst() : busy.popFirst()
        connection?.flags.isQueued = false
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
