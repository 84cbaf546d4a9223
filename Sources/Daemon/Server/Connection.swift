import Glibc
package import Reactor

/// The identity of a connection, not reused during the life of the server.
package struct ConnectionID: Hashable, Sendable {
    package let rawValue: UInt64

    package init(index: Int, generation: UInt32) { rawValue = UInt64(generation) << 32 | UInt64(UInt32(index)) }

    var index: Int { Int(UInt32(truncatingIfNeeded: rawValue)) }
}

/// A client's connection: lines arrive through the framer, replies and events leave through the outbox. Not
/// thread-safe.
package final class Connection {
    package let id: ConnectionID
    /// ID of the client's process when it connected; for the log.
    package let process: Int32
    /// The service's object for this client.
    package var userData: AnyObject?
    /// If true, `connectionDrained` is called once, as soon as everything was sent: for sending large data in pieces.
    package var wantsDrained = false {
        didSet { if wantsDrained { server?.noteUnflushed(self) } }
    }
    /// The state of the connection.
    package private(set) var state = ConnectionState.open

    /// Cleared when the server releases the connection, or is released; nothing is sent or read after that.
    unowned var server: Server?
    let socket: FileDescriptor
    var registration: Registration?
    /// The server's bookkeeping.
    var flags = Flags()
    private var framer: LineFramer
    /// Bytes with unhandled lines; nothing is read while there are any.
    private var backlog = ByteQueue()
    private var outbox = ByteQueue()
    /// The replies in the outbox with a promise that has to be fulfilled before they are sent.
    private var promised = Promises()
    private var events = EventQueue()
    private var descriptors: [Int32] = []
    /// Copied from the server's bounds, for speed.
    private var limits: Limits

    struct Flags {
        /// True while it is in the list of connections to flush at the end of the turn.
        var isUnflushed = false
        /// True while it is in the queue of connections with lines.
        var isQueued = false
        /// True when its last slice handled all of its lines at a low cost: see `Bounds.lightTime`.
        var isLight = false
        /// True when the socket did not accept everything.
        fileprivate(set) var isLagging = false
        /// True when the peer does not read any more; all output is discarded.
        fileprivate(set) var isDeaf = false
        fileprivate(set) var hasToldHangUp = false
        /// True while events wait for output that must precede them.
        fileprivate(set) var holdsEvents = false
        /// True after its first line.
        fileprivate(set) var hasSpoken = false
        /// Its bytes in the server's sum of waiting lines.
        fileprivate(set) var countedUnheard = 0
        /// A copy of `Server.promises`.
        var promises = false
        /// Its bytes in the server's sum of unread output.
        fileprivate(set) var countedUnread = 0
    }

    /// The time of its connection, or at which the peer last read something while output was left.
    private var idleSince: Nanoseconds

    /// The time since which it has sent no line, or has not read; nil for a connection in normal use.
    var uselessSince: Nanoseconds? {
        guard state != .closed else { return nil }
        return flags.isLagging || !flags.hasSpoken ? idleSince : nil
    }

    private struct Limits {
        var replies: Int
        var throttle: Int

        init(_ bounds: Bounds) { (replies, throttle) = (bounds.replies, bounds.throttle) }
    }

    init(_ id: ConnectionID, socket: consuming FileDescriptor, process: Int32, server: Server, now: Nanoseconds) {
        self.id = id
        self.process = process
        self.socket = socket
        self.server = server
        idleSince = now
        framer = LineFramer(limit: server.bounds.line)
        limits = Limits(server.bounds)
    }

    deinit { closeDescriptors() }

    /// Number of bytes of replies and events that the client has not read yet.
    package var unsent: Int { outbox.count + events.bytes }

    /// Number of bytes in incomplete or waiting lines.
    var unheard: Int { framer.partialCount + backlog.count }

    /// Frees the memory of waiting lines, which will not be handled.
    func forgetLines(in server: Server) {
        framer = LineFramer(limit: framer.limit)
        backlog.removeAll()
        countUnheard(in: server)
    }

    /// Updates its part of the server's sum of waiting lines.
    func countUnheard(in server: Server) {
        let now = state == .closed ? 0 : unheard
        guard now != flags.countedUnheard else { return }
        server.statistics.unheard += now - flags.countedUnheard
        flags.countedUnheard = now
    }

    /// Updates its part of the server's sum of unread output.
    func countUnread(in server: Server) {
        let now = state == .closed ? 0 : unsent
        server.statistics.unread += now - flags.countedUnread
        flags.countedUnread = now
    }

    // MARK: Lines

    /// Call when the current line will be answered later: the following lines of this connection wait until `resume`.
    package func hold() { state.apply(.hold) }

    /// Call when the held line has been answered; the following lines are handled in the next turn.
    package func resume() {
        guard state == .held else { return }
        state.apply(.resume)
        server?.resume(self)
    }

    /// Accepts no more lines from this client; the connection ends when its replies were sent.
    package func finish() {
        state.apply(.finish)
        server?.noteUnflushed(self)
    }

    /// Ends the connection at once. `connectionClosed` follows at the end of the turn.
    package func close() {
        guard state != .closed else { return }
        state.apply(.break)
        server?.noteUnflushed(self)
    }

    /// Takes the oldest descriptor received with the current line; nil when there is none. Remaining ones are closed
    /// after the lines with which they came.
    package func takeDescriptor() -> FileDescriptor? {
        descriptors.isEmpty ? nil : FileDescriptor(owning: descriptors.removeFirst())
    }

    // MARK: Sending

    /// Sends a reply, or a part of one. It is never dropped; a client with more than `Bounds.replies` unread bytes is
    /// disconnected. `isPromise`: the reply contains a promise, if the server makes promises.
    package func sendReply(_ bytes: UnsafeBufferPointer<UInt8>, isPromise: Bool = true) {
        guard state != .closed, !flags.isDeaf else { return }
        if flags.promises, isPromise { notePromise(bytes.count) }
        unsafe outbox.append(bytes)
        noteReply()
    }

    /// As above, taking over the memory of the bytes.
    package func sendReply(_ bytes: ReplyBytes) {
        guard state != .closed, !flags.isDeaf else { return }
        if flags.promises { notePromise(bytes.count) }
        outbox.append(bytes)
        noteReply()
    }

    private func notePromise(_ count: Int) {
        if promised.isEmpty { server?.notePromise(self) }
        promised.append(outbox.count..<(outbox.count + count))
    }

    /// Resolves the promises in its replies: fulfilled or, if there is a reason, replaced by errors.
    func settlePromises(_ reason: String?) {
        let promised = promised
        self.promised = Promises()
        guard let reason, !outbox.isEmpty else { return }
        let bytes = promised.refused(unsafe Array(outbox.bytes), reason)
        outbox.removeAll()
        outbox.append(bytes)
    }

    private func noteReply() {
        if !flags.isUnflushed { server?.noteUnflushed(self) }
        guard outbox.count > limits.replies, let server else { return }
        write(server)
        if outbox.count > limits.replies {
            server.statistics.overrun += 1
            close()
        }
    }

    package func sendReply(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe sendReply($0) }
    }

    /// Sends an event, a complete line with its LF. If the client does not keep up, the event waits, is merged, or is
    /// dropped and counted.
    package func sendEvent(_ line: UnsafeBufferPointer<UInt8>, _ coalescing: Coalescing = .none) {
        guard state != .closed, !flags.isDeaf, let server else { return }
        if events.isEmpty, !flags.isLagging, !flags.holdsEvents, outbox.count + line.count <= server.bounds.eventLag {
            unsafe outbox.append(line)
        } else if unsafe !events.append(line, coalescing, bounds: server.bounds, merger: server.merger) {
            server.statistics.eventsDropped += 1
        }
        if !flags.isUnflushed { server.noteUnflushed(self) }
    }

    /// Makes events wait, within their limits, for output that must precede them; or sends them.
    package func holdEvents(_ holds: Bool) {
        flags.holdsEvents = holds
        if !holds { server?.noteUnflushed(self) }
    }

    package func sendEvent(_ line: [UInt8], _ coalescing: Coalescing = .none) {
        unsafe line.withUnsafeBufferPointer { unsafe sendEvent($0, coalescing) }
    }

    // MARK: Turns

    /// Handles readiness of the descriptor. True when there may be lines to handle.
    func ready(_ server: Server, _ readiness: Readiness, _ delegate: any ServerDelegate) -> Bool {
        let isGone = !readiness.isDisjoint(with: .gone)
        if isGone || readiness.contains(.writing) { write(server) }
        if isGone, state == .held, !flags.hasToldHangUp {
            flags.hasToldHangUp = true
            delegate.connectionHungUp(self)
        }
        if canHandleLines { return true }
        settle(server)
        return false
    }

    /// Handles lines within the slice. True when there may be more.
    func work(_ server: Server, _ slice: consuming Slice, _ delegate: any ServerDelegate) -> Bool {
        framer.limit = server.bounds.line
        limits = Limits(server.bounds)
        if canHandleLines, !backlog.isEmpty {
            let used = unsafe handle(backlog.bytes, server, delegate, &slice)
            backlog.removeFirst(used)
        }
        var mayHaveMore = true
        while backlog.isEmpty, canHandleLines, slice.bytes > 0, !slice.isSpent {
            guard read(server, delegate, &slice) else {
                mayHaveMore = false
                break
            }
        }
        settle(server)
        countUnheard(in: server)
        return canHandleLines && (mayHaveMore || !backlog.isEmpty)
    }

    private var canHandleLines: Bool {
        state == .open && outbox.count <= limits.throttle
    }

    /// Reads once, and handles the lines. False when there is nothing more to read.
    private func read(_ server: Server, _ delegate: any ServerDelegate, _ slice: inout Slice) -> Bool {
        let buffer = unsafe UnsafeMutableRawBufferPointer(rebasing: server.scratch.prefix(slice.bytes))
        let received: Received?
        do throws(SystemError) {
            received = try unsafe UnixSocket.receive(socket, into: buffer)
        } catch {
            // The peer closed without reading everything; everything it sent has been read.
            received = Received()
        }
        guard let received else { return false }
        guard received.count > 0 else {
            state.apply(.inputEnded)
            return false
        }
        adopt(received.descriptors, server)
        slice.bytes -= received.count
        server.statistics.bytesIn += UInt64(received.count)
        let bytes = unsafe UnsafeBufferPointer(
            start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: received.count)
        let used = unsafe handle(bytes, server, delegate, &slice)
        if used < bytes.count {
            if state != .closed { unsafe backlog.append(UnsafeBufferPointer(rebasing: bytes[used...])) }
        } else if framer.isBetweenLines {
            closeDescriptors()
        }
        return received.count == buffer.count
    }

    /// Handles the lines of `bytes` until they are used up, a line is held, or the budget is used up. Returns the
    /// number of bytes used.
    private func handle(
        _ bytes: UnsafeBufferPointer<UInt8>, _ server: Server, _ delegate: any ServerDelegate, _ slice: inout Slice
    ) -> Int {
        var offset = 0
        let linesBefore = slice.lines
        while !slice.isSpent, canHandleLines, let item = unsafe framer.next(in: bytes, at: &offset) {
            switch item {
            case .line(let line): unsafe delegate.connection(self, line: line)
            case .tooLong(let tag): delegate.connection(self, tooLongLineTagged: tag)
            }
            framer.limit = server.bounds.line
            if outbox.count > Bounds.flush, !flags.isLagging { write(server) }
            slice.countLine()
        }
        delegate.linesEnded(self)
        if slice.lines != linesBefore { flags.hasSpoken = true }
        server.statistics.lines += UInt64(linesBefore - slice.lines)
        return state == .closed ? bytes.count : offset
    }

    /// Writes at the end of a turn in which something was sent or decided.
    func flush(_ server: Server) {
        if state != .closed { write(server) }
        if state == .flushing, outbox.isEmpty, events.isEmpty { state.apply(.flushed) }
        if unsent != flags.countedUnread { countUnread(in: server) }
        settle(server)
    }

    /// Writes as much as the socket accepts: the outbox, then waiting events, one by one.
    private func write(_ server: Server) {
        if !outbox.isEmpty { server.keepPromises() }
        var hasTaken = !flags.isLagging
        flags.isLagging = false
        while !flags.isDeaf {
            while !events.isEmpty, !flags.holdsEvents, outbox.count < server.bounds.eventLag,
                let line = events.popFirst()
            {
                outbox.append(line)
            }
            if outbox.isEmpty { break }
            do throws(SystemError) {
                let taken = try unsafe UnixSocket.send(socket, UnsafeRawBufferPointer(outbox.bytes))
                outbox.removeFirst(taken)
                if taken > 0 { hasTaken = true }
                server.statistics.bytesOut += UInt64(taken)
            } catch {
                flags.isDeaf = true
                // A reply must not be lost silently for a peer that is still reading.
                if error.code != EPIPE, error.code != ECONNRESET { close() }
            }
            if !outbox.isEmpty {
                flags.isLagging = true
                break
            }
        }
        if flags.isLagging, hasTaken { idleSince = server.now }
        if flags.isDeaf {
            flags.isLagging = false
            outbox.removeAll()
            events.removeAll()
        }
    }

    /// Sets the interest according to the events that are possible next.
    private func settle(_ server: Server) {
        if state == .flushing || (wantsDrained && outbox.isEmpty) { server.noteUnflushed(self) }
        let goesOn = canHandleLines
        // A queued connection keeps its interest: it is served anyway, and a change costs a system call.
        var interest: Readiness = goesOn ? .reading : .once
        if flags.isLagging { interest.insert(.writing) }
        server.setInterest(self, interest)
        if goesOn, !backlog.isEmpty { server.queue(self) }
    }

    /// True when `connectionDrained` is due.
    func takeDrained() -> Bool {
        guard wantsDrained, state != .closed, outbox.isEmpty, events.isEmpty else { return false }
        wantsDrained = false
        return true
    }

    // MARK: Descriptors

    private func adopt(_ new: [Int32], _ server: Server) {
        for raw in new {
            let descriptor = FileDescriptor(owning: raw)
            if descriptors.count < server.bounds.descriptors { descriptors.append(descriptor.release()) }
        }
    }

    private func closeDescriptors() {
        while let raw = descriptors.popLast() { _ = FileDescriptor(owning: raw) }
    }
}
