import Glibc
package import Reactor

/// Manages all connections: accepts them, gives each its share of a turn, flushes their output once at the end of the
/// turn, and removes closed ones.
@safe package final class Server {
    /// The limits; a change takes effect at once, for lines from the next one on.
    package var bounds: Bounds
    package internal(set) var statistics = ServerStatistics()
    /// Merges waiting events; without it, the newer one replaces the older.
    package weak var merger: (any EventMerger)?
    /// Called before bytes are sent, to fulfil the promises in the replies since the last call. Returns nil, or the
    /// reason why they cannot be fulfilled: then the replies become errors.
    package var beforeSending: (() -> String?)?
    /// True while replies contain promises that `beforeSending` fulfils.
    package var promises = false {
        didSet {
            guard promises != oldValue else { return }
            for connection in connections { connection?.flags.promises = promises }
        }
    }
    /// Connections with unsent promises.
    private var promising: [Connection] = []
    /// Receives the lines. Set it before the first turn, and to nil before it is released.
    package unowned var delegate: (any ServerDelegate)?

    /// The read buffer of all connections: lines are handled before the next connection reads.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Bounds.scratch, alignment: 16)
    private let reactor: Reactor
    private let userID: UInt32
    private var letsOthersIn = false
    private var connections: [Connection?] = []
    private var generations: [UInt32] = []
    private var free: [Int] = []
    private var unflushed: [Connection] = []
    /// The connections that `flush` goes over, kept for its memory.
    private var flushing: [Connection] = []
    private var runQueue = RunQueue()
    private let events = ServerEvents()
    private var acceptor: Acceptor?

    package init(_ reactor: Reactor, bounds: Bounds = Bounds()) {
        self.reactor = reactor
        self.bounds = bounds
        userID = geteuid()
        events.server = self
        reactor.addTurnHandler(events)
    }

    deinit {
        events.server = nil
        acceptor?.close()
        for case let connection? in connections {
            if let registration = connection.registration { reactor.remove(registration) }
            connection.server = nil
        }
        unsafe scratch.deallocate()
    }

    /// Accepts connections from now on. The server owns the listener until `stopListening`.
    package func listen(_ listener: Listener) throws(SystemError) {
        acceptor = try Acceptor(listener, reactor, self)
    }

    /// Stops accepting, and removes the socket file if it was created by the listener.
    package func stopListening() {
        acceptor?.close()
        acceptor = nil
    }

    /// Changes the permissions of the socket's file, if it was created by the listener. If others than the owner have
    /// permission, every peer that connects is accepted: the system has checked group and mode. Otherwise only the
    /// daemon's own user is.
    package func setSocketMode(_ mode: UInt32) {
        letsOthersIn = mode & 0o066 != 0
        acceptor?.setMode(mode)
    }

    /// Shuts down in order: accepts and reads no more, flushes; connections close when their clients have read.
    package func finish() {
        stopListening()
        for connection in connections { connection?.finish() }
    }

    /// True when there is no connection.
    package var isEmpty: Bool { statistics.clients == 0 }

    /// The connection with this identity; nil when it has ended.
    package func connection(_ id: ConnectionID) -> Connection? {
        guard id.index < connections.count, let connection = connections[id.index], connection.id == id else {
            return nil
        }
        return connection
    }

    /// All connections, in the order of their indices.
    package var allConnections: [Connection] { connections.compactMap { $0 } }

    /// Adds a connected socket as a client: from the listener, or one end of a pair. It is refused above the limits or
    /// for another user.
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
            connection.registration = try reactor.add(raw, .reading, ConnectionEvents(connection), isTold: true)
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

    /// Closes the connection that has been useless for longest, if there is one: it has sent no line since it came, or
    /// does not read.
    private func makeRoom() -> Bool {
        let idle = connections.compactMap { connection in
            connection.flatMap { one in one.uselessSince.map { (one, $0) } }
        }
        guard let (connection, since) = idle.min(by: { $0.1 < $1.1 }), now - since >= bounds.timeout else {
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

    /// Records the connection's first unsent promise.
    func notePromise(_ connection: Connection) { promising.append(connection) }

    /// Resolves promises before bytes are sent.
    func keepPromises() {
        let reason = beforeSending?()
        guard !promising.isEmpty else { return }
        let all = promising
        promising.removeAll(keepingCapacity: true)
        for connection in all { connection.settlePromises(reason) }
    }

    /// Queues a connection with lines left over from its last slice.
    func queue(_ connection: Connection) {
        runQueue.append(connection, isBusy: true)
        reactor.requestTurn()
    }

    /// Queues a connection whose held line was answered.
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

    /// Serves connections with lines until the turn's time is over or a timer is due; the rest is served in the next
    /// turns, after those that become ready first.
    fileprivate func serve() {
        guard !runQueue.isEmpty, let delegate else { return }
        let start = Clock.now
        let end = start + bounds.turnTime
        // Only those that are queued now: what is left of a slice waits for the next turn.
        let (light, fresh, busy) = (runQueue.count(.light), runQueue.count(.fresh), runQueue.count(.busy))
        let half = start + bounds.turnTime / 2
        serve(light, .light, from: start, until: fresh + busy > 0 ? half : end, delegate)
        // Replies to clients that send little do not wait for those that stream.
        if light > 0, fresh + busy > 0 { flush() }
        if fresh > 0 {
            let now = light > 0 ? Clock.now : start
            serve(fresh, .fresh, from: now, until: busy > 0 ? max(half, now) : end, delegate)
            if busy > 0 { flush() }
        }
        if busy > 0 { serve(busy, .busy, from: Clock.now, until: end, delegate) }
        if !runQueue.isEmpty { reactor.requestTurn() }
    }

    /// Serves at least one connection. `from`: the time now.
    private func serve(
        _ count: Int, _ priority: RunQueue.Priority, from start: Nanoseconds, until end: Nanoseconds,
        _ delegate: any ServerDelegate
    ) {
        guard count > 0 else { return }
        var now = start
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

    /// Flushes earlier output only: bytes sent by a delegate during this are flushed in the turn that it requested.
    fileprivate func flush() {
        guard !unflushed.isEmpty else { return }
        swap(&unflushed, &flushing)
        for connection in flushing {
            connection.flush(self)
            connection.flags.isUnflushed = false
            if connection.takeDrained() { delegate?.connectionDrained(connection) }
            if connection.state == .closed { bury(connection) }
        }
        flushing.removeAll(keepingCapacity: true)
        if statistics.unread > bounds.allReplies { relieve() }
    }

    /// Closes the connections with the most bytes of unfinished lines, until the rest is within `Bounds.allLines`.
    private func relieveLines() {
        let greedy = connections.compactMap { $0 }.sorted { $0.unheard > $1.unheard }
        for connection in greedy where statistics.unheard > bounds.allLines {
            statistics.overrun += 1
            connection.sendReply(Array("error limit lines that have no end, of all clients, are too many bytes\n".utf8))
            connection.finish()
            connection.forgetLines(in: self)
        }
    }

    /// Closes the connections with the most unread output, until the rest is within `Bounds.allReplies`.
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
        // The client sees the end even if the object is still retained elsewhere.
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

/// Prevents the reactor from retaining the server.
private final class ServerEvents: TurnHandler {
    /// Unowned, not weak: weakly referenced objects have slower reference counting. The server clears it.
    unowned var server: Server?

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
