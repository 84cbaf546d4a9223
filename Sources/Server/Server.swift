import Glibc
package import Reactor

/// All connections: accepts them, gives each its turn, flushes their output once at the end of the turn, and buries them.
@safe package final class Server {
    /// The bounds; a change counts at once, for lines from the next one on.
    package var bounds: Bounds
    package internal(set) var statistics = ServerStatistics()
    /// Merges waiting events; none: the newer one replaces the older.
    package weak var merger: (any EventMerger)?
    /// Called before bytes are sent: with the replies to the lines that were handled since. The reason why what these promise does not
    /// hold: then they become errors; nil when it does.
    package var beforeSending: (() -> String?)?
    /// True while replies promise something that `beforeSending` makes true.
    package var promises = false {
        didSet {
            guard promises != oldValue else { return }
            for connection in connections { connection?.flags.promises = promises }
        }
    }
    /// Connections with promises that were not sent yet.
    private var promising: [Connection] = []
    /// The receiver of lines: to be set before the first turn, and to nil before it goes.
    package unowned var delegate: (any ServerDelegate)?

    /// The read buffer of all connections: lines are used before the next one reads.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Bounds.scratch, alignment: 16)
    private let reactor: Reactor
    private let userID: UInt32
    private var letsOthersIn = false
    private var connections: [Connection?] = []
    private var generations: [UInt32] = []
    private var free: [Int] = []
    private var unflushed: [Connection] = []
    private var runQueue = RunQueue()
    private var acceptor: Acceptor?

    package init(_ reactor: Reactor, bounds: Bounds = Bounds()) {
        self.reactor = reactor
        self.bounds = bounds
        userID = geteuid()
        reactor.addTurnHandler(ServerEvents(self))
    }

    deinit {
        acceptor?.close()
        for case let connection? in connections {
            if let registration = connection.registration { reactor.remove(registration) }
        }
        unsafe scratch.deallocate()
    }

    /// Accepts connections from now on. The listener is the server's until `stopListening`.
    package func listen(_ listener: Listener) throws(SystemError) {
        acceptor = try Acceptor(listener, reactor, self)
    }

    /// Accepts no more, and removes the socket file when it is ours.
    package func stopListening() {
        acceptor?.close()
        acceptor = nil
    }

    /// Changes the permissions of the socket's file, when it is ours. With others than the owner's, every peer that connects is
    /// a client: the system has checked group and mode. Else only the daemon's own user is, and the superuser has no need to come
    /// this way.
    package func setSocketMode(_ mode: UInt32) {
        letsOthersIn = mode & 0o066 != 0
        acceptor?.setMode(mode)
    }

    /// The orderly end: accepts no more, reads no more lines, flushes; connections close as their clients read.
    package func finish() {
        stopListening()
        for connection in connections { connection?.finish() }
    }

    /// Whether nobody is connected.
    package var isEmpty: Bool { statistics.clients == 0 }

    /// The connection of that name; nil when it is over.
    package func connection(_ id: ConnectionID) -> Connection? {
        guard id.index < connections.count, let connection = connections[id.index], connection.id == id else {
            return nil
        }
        return connection
    }

    /// All that are connected, in the order of their indices.
    package var allConnections: [Connection] { connections.compactMap { $0 } }

    /// Takes a connected socket as a client: from the listener, or one end of a pair. A client beyond the bounds
    /// or of another user is turned away.
    package func adopt(_ socket: consuming FileDescriptor) {
        let socket = consume socket
        guard let peer = try? UnixSocket.peer(of: socket), peer.user == userID || letsOthersIn else {
            statistics.refused += 1
            return
        }
        guard statistics.clients < bounds.clients || makeRoom() else {
            statistics.refused += 1
            let text = Array(
                "error limit \(bounds.clients) clients are connected and limit.clients allows no more\n".utf8)
            unsafe text.withUnsafeBytes { _ = try? unsafe UnixSocket.send(socket, $0) }
            return
        }
        let index = free.popLast() ?? connections.count
        if index == connections.count {
            connections.append(nil)
            generations.append(0)
        }
        let id = ConnectionID(index: index, generation: generations[index])
        let raw = socket.raw
        let connection = Connection(id, socket: socket, process: peer.process, server: self, now: now)
        connection.flags.promises = promises
        do throws(SystemError) {
            connection.registration = try reactor.add(raw, .reading, ConnectionEvents(connection))
        } catch {
            statistics.refused += 1
            free.append(index)
            return
        }
        connections[index] = connection
        statistics.clients += 1
        statistics.accepted += 1
        delegate?.connectionOpened(connection)
    }

    /// Ends the connection that has been of no use for longest, if there is one: it has sent no line since it came, or takes nothing.
    private func makeRoom() -> Bool {
        let idle = connections.compactMap { connection in
            connection.flatMap { one in one.uselessSince.map { (one, $0) } }
        }
        guard let (connection, since) = idle.min(by: { $0.1 < $1.1 }), now - since >= bounds.patience else {
            return false
        }
        statistics.gaveWay += 1
        connection.close()
        bury(connection)
        return statistics.clients < bounds.clients
    }

    /// The time of the turn.
    var now: Nanoseconds { reactor.turnTime }

    // MARK: For connections

    func noteUnflushed(_ connection: Connection) {
        guard !connection.flags.isUnflushed else { return }
        connection.flags.isUnflushed = true
        unflushed.append(connection)
        if !reactor.isDispatching { reactor.requestTurn() }
    }

    /// The connection has made its first promise that is not sent yet.
    func notePromise(_ connection: Connection) { promising.append(connection) }

    /// Before bytes are sent: what replies promise is so, or they say why not.
    func keepPromises() {
        let reason = beforeSending?()
        guard !promising.isEmpty else { return }
        let all = promising
        promising.removeAll(keepingCapacity: true)
        for connection in all { connection.settlePromises(reason) }
    }

    /// Lines of the connection are left over from its last slice.
    func queue(_ connection: Connection) {
        runQueue.append(connection, isBusy: true)
        reactor.requestTurn()
    }

    /// The held line was answered: the lines behind it are handled in the next turn.
    func resume(_ connection: Connection) {
        runQueue.append(connection, isBusy: false)
        reactor.requestTurn()
    }

    func setInterest(_ connection: Connection, _ interest: Readiness) {
        if let registration = connection.registration { reactor.setInterest(registration, interest) }
    }

    fileprivate func ready(_ connection: Connection, _ readiness: Readiness) {
        guard let delegate, connection.state != .closed else { return }
        if connection.ready(self, readiness, delegate) { runQueue.append(connection, isBusy: false) }
        if readiness.contains(.writing) { noteUnflushed(connection) }
    }

    /// Gives connections with lines their slices until the turn's time is over or a timer is due; the rest is served in the next
    /// turns, behind those that become ready first.
    fileprivate func serve() {
        guard !runQueue.isEmpty, let delegate else { return }
        let start = Clock.now
        let end = start + bounds.turnTime
        // Only those that are queued now: the rest of a slice waits for the next turn.
        let (light, fresh, busy) = (runQueue.count(.light), runQueue.count(.fresh), runQueue.count(.busy))
        let half = start + bounds.turnTime / 2
        serve(light, .light, until: fresh + busy > 0 ? half : end, delegate)
        // Replies to clients that send little do not wait for those that stream.
        if light > 0, fresh + busy > 0 { flush() }
        serve(fresh, .fresh, until: busy > 0 ? max(half, Clock.now) : end, delegate)
        if fresh > 0, busy > 0 { flush() }
        serve(busy, .busy, until: end, delegate)
        if !runQueue.isEmpty { reactor.requestTurn() }
    }

    /// At least one is served.
    private func serve(
        _ count: Int, _ priority: RunQueue.Priority, until end: Nanoseconds, _ delegate: any ServerDelegate
    ) {
        guard count > 0 else { return }
        var now = Clock.now
        for number in 0..<count {
            let limit = min(end, reactor.nextDeadline ?? .max)
            guard now < limit || number == 0 else { return }
            let slice = Slice(bounds, among: runQueue.count, now: now, limit: limit)
            guard let connection = runQueue.popFirst(priority) else { return }
            guard connection.state != .closed, connection.server != nil else { continue }
            let (begin, linesBefore) = (now, statistics.lines)
            let hasMore = connection.work(self, slice, delegate)
            if statistics.unheard > bounds.allLines { relieveLines() }
            now = Clock.now
            let lines = Nanoseconds(statistics.lines - linesBefore)
            connection.flags.isLight = !hasMore && now - begin < max(Bounds.lightTime, lines * Bounds.lightLineTime)
            if hasMore { runQueue.append(connection, isBusy: true) }
        }
    }

    /// Only output from before: bytes that a delegate sends now are flushed in the turn that it asked for.
    fileprivate func flush() {
        guard !unflushed.isEmpty else { return }
        let round = unflushed
        unflushed.removeAll(keepingCapacity: true)
        for connection in round {
            connection.flush(self)
            connection.flags.isUnflushed = false
            if connection.takeDrained() { delegate?.connectionDrained(connection) }
            if connection.state == .closed { bury(connection) }
        }
        if statistics.unread > bounds.allReplies { relieve() }
    }

    /// Ends the connections that hold most of lines that they do not end, until the rest is within `Bounds.allLines`.
    private func relieveLines() {
        let greedy = connections.compactMap { $0 }.sorted { $0.unheard > $1.unheard }
        for connection in greedy where statistics.unheard > bounds.allLines {
            statistics.overrun += 1
            connection.sendReply(Array("error limit lines that have no end, of all clients, are too many bytes\n".utf8))
            connection.finish()
            connection.forgetLines(in: self)
        }
    }

    /// Ends the connections that leave most unread, until the rest is within `Bounds.allReplies`.
    private func relieve() {
        let greedy = connections.compactMap { $0 }.sorted { $0.unsent > $1.unsent }
        for connection in greedy where statistics.unread > bounds.allReplies {
            statistics.overrun += 1
            connection.close()
            connection.countUnread(in: self)
        }
    }

    private func bury(_ connection: Connection) {
        guard let registration = connection.registration else { return }
        reactor.remove(registration)
        connection.registration = nil
        connection.server = nil
        statistics.unread -= connection.flags.countedUnread
        statistics.unheard -= connection.flags.countedUnheard
        // The client sees the end even when somebody still holds on to the object.
        _ = shutdown(connection.socket.raw, Int32(SHUT_RDWR))
        let index = connection.id.index
        connections[index] = nil
        generations[index] &+= 1
        free.append(index)
        statistics.clients -= 1
        delegate?.connectionClosed(connection)
        connection.userData = nil
        acceptor?.resume()
    }
}

/// Keeps the reactor from keeping the server.
private final class ServerEvents: TurnHandler {
    weak var server: Server?

    init(_ server: Server) { self.server = server }

    func turnDispatched() { server?.serve() }

    func turnEnded() { server?.flush() }
}

private final class ConnectionEvents: DescriptorHandler {
    unowned let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        let connection = connection
        connection.server?.ready(connection, readiness)
    }
}
