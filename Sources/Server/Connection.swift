import Glibc
package import Reactor

/// A connection's name: never used again while the server lives.
package struct ConnectionID: Hashable, Sendable {
    package let rawValue: UInt64

    package init(index: Int, generation: UInt32) { rawValue = UInt64(generation) << 32 | UInt64(UInt32(index)) }

    var index: Int { Int(UInt32(truncatingIfNeeded: rawValue)) }
}

/// One client: its lines come in through the framer, replies and events go out through the outbox. One thread.
package final class Connection {
    package let id: ConnectionID
    /// The client's process when it connected; for the log.
    package let process: Int32
    /// The service's object for this client.
    package var userData: AnyObject?
    /// Calls `connectionDrained` once, as soon as all that was sent has been taken: for senders of much, in pieces.
    package var wantsDrained = false {
        didSet { if wantsDrained { server?.noteUnflushed(self) } }
    }
    /// Where it is in its life.
    package private(set) var state = ConnectionState.open

    /// Cleared when the server lets go of it; nothing is sent or read from then on.
    weak var server: Server?
    let socket: FileDescriptor
    var registration: Registration?
    /// The server's bookkeeping.
    var flags = Flags()
    private var framer: LineFramer
    /// Bytes that were read and whose lines wait; nothing is read while there are any.
    private var backlog = ByteQueue()
    private var outbox = ByteQueue()
    /// Replies in the outbox that promise something which has to be made true before they are sent.
    private var promised = Promises()
    private var events = EventQueue()
    private var descriptors: [Int32] = []
    /// Of the server's bounds, so that a reply need not ask for them.
    private var limits: Limits

    struct Flags {
        /// In the list of those to be flushed at the end of the turn.
        var isUnflushed = false
        /// In the queue of those with lines to handle.
        var isQueued = false
        /// Its last slice took all of its lines, and these cost little: see `Bounds.lightTime`.
        var isLight = false
        /// The socket did not take everything.
        fileprivate(set) var isLagging = false
        /// The peer reads no more; everything that is sent is thrown away.
        fileprivate(set) var isDeaf = false
        fileprivate(set) var hasToldHangUp = false
        /// Events wait until something that comes before them is there.
        fileprivate(set) var holdsEvents = false
        /// A line of its was handed out.
        fileprivate(set) var hasSpoken = false
        /// Bytes of its that the server's sum of lines that wait holds.
        fileprivate(set) var countedUnheard = 0
        /// `Server.promises`.
        var promises = false
        /// Bytes of its that the server's sum of unread ones holds.
        fileprivate(set) var countedUnread = 0
    }

    /// The time when it came, or when it last took something, if something is left.
    private var idleSince: Nanoseconds

    /// The time since which it has sent no line, or takes nothing; nil for one that does what clients do.
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

    /// Bytes of replies and events that the client has not taken yet.
    package var unsent: Int { outbox.count + events.bytes }

    /// Bytes of lines that have begun, or wait.
    var unheard: Int { framer.partialCount + backlog.count }

    /// Gives back the memory of lines that wait: none is handled any more.
    func forgetLines(in server: Server) {
        framer = LineFramer(limit: framer.limit)
        backlog.removeAll()
        countUnheard(in: server)
    }

    /// Brings its part of the server's sum of lines that wait up to date.
    func countUnheard(in server: Server) {
        let now = state == .closed ? 0 : unheard
        guard now != flags.countedUnheard else { return }
        server.statistics.unheard += now - flags.countedUnheard
        flags.countedUnheard = now
    }

    /// Brings its part of the server's sum of unread bytes up to date.
    func countUnread(in server: Server) {
        let now = state == .closed ? 0 : unsent
        server.statistics.unread += now - flags.countedUnread
        flags.countedUnread = now
    }

    // MARK: Lines

    /// The line just handed out is answered later: those after it wait until `resume`. Others go on.
    package func hold() { state.apply(.hold) }

    /// The held line has been answered; the lines after it are handled in the next turn.
    package func resume() {
        guard state == .held else { return }
        state.apply(.resume)
        server?.resume(self)
    }

    /// No more lines from this client; it gets its replies, then the connection ends.
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

    /// The oldest descriptor that came with the line being handled; nil when there is none. Others are closed when
    /// the lines they came with have been handled.
    package func takeDescriptor() -> FileDescriptor? {
        descriptors.isEmpty ? nil : FileDescriptor(owning: descriptors.removeFirst())
    }

    // MARK: Sending

    /// Sends a reply, or part of one: whole lines in the end. Never dropped; a client that leaves more than
    /// `Bounds.replies` unread is disconnected. `isPromise`: where the server promises something, this reply does.
    package func sendReply(_ bytes: UnsafeBufferPointer<UInt8>, isPromise: Bool = true) {
        guard state != .closed, !flags.isDeaf else { return }
        if flags.promises, isPromise { notePromise(bytes.count) }
        unsafe outbox.append(bytes)
        noteReply()
    }

    /// The same for bytes whose memory the connection takes over.
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

    /// What its replies promise is so; or, for a reason, not: then these are errors.
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

    /// Sends an event, a whole line with its LF. When the client lags it waits, is merged or dropped, and counted.
    package func sendEvent(_ line: UnsafeBufferPointer<UInt8>, _ coalescing: Coalescing = .none) {
        guard state != .closed, !flags.isDeaf, let server else { return }
        if events.isEmpty, !flags.isLagging, !flags.holdsEvents, outbox.count + line.count <= server.bounds.eventLag {
            unsafe outbox.append(line)
        } else if unsafe !events.append(line, coalescing, bounds: server.bounds, merger: server.merger) {
            server.statistics.eventsDropped += 1
        }
        if !flags.isUnflushed { server.noteUnflushed(self) }
    }

    /// Has events wait, within their bounds, for something that has to be sent before them; or sends them.
    package func holdEvents(_ holds: Bool) {
        flags.holdsEvents = holds
        if !holds { server?.noteUnflushed(self) }
    }

    package func sendEvent(_ line: [UInt8], _ coalescing: Coalescing = .none) {
        unsafe line.withUnsafeBufferPointer { unsafe sendEvent($0, coalescing) }
    }

    // MARK: Turns

    /// The descriptor is ready. True when there may be lines to handle.
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

    /// Handles lines as far as the slice goes. True when there may be more of them.
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

    /// One read, and its lines. False when there is nothing more to read now.
    private func read(_ server: Server, _ delegate: any ServerDelegate, _ slice: inout Slice) -> Bool {
        let buffer = unsafe UnsafeMutableRawBufferPointer(rebasing: server.scratch.prefix(slice.bytes))
        let received: Received?
        do throws(SystemError) {
            received = try unsafe UnixSocket.receive(socket, into: buffer)
        } catch {
            // The peer went without having read everything: what it sent before has been read.
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

    /// Hands out the lines of `bytes` until they are used up, one of them holds, or the budget is. Returns the number of bytes used.
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

    /// At the end of a turn in which something was sent or decided.
    func flush(_ server: Server) {
        if state != .closed { write(server) }
        if state == .flushing, outbox.isEmpty, events.isEmpty { state.apply(.flushed) }
        if unsent != flags.countedUnread { countUnread(in: server) }
        settle(server)
    }

    /// Writes as much as the socket takes: the outbox, then the events that waited, a piece at a time.
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
                // A reply that cannot be sent to one who still listens must not be missed in silence.
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

    /// Sets the interest to the events that can happen next.
    private func settle(_ server: Server) {
        if state == .flushing || (wantsDrained && outbox.isEmpty) { server.noteUnflushed(self) }
        let goesOn = canHandleLines
        // One that is queued keeps its interest: it is served anyway, and changing it costs a system call.
        var interest: Readiness = goesOn ? .reading : .once
        if flags.isLagging { interest.insert(.writing) }
        server.setInterest(self, interest)
        if goesOn, !backlog.isEmpty { server.queue(self) }
    }

    /// Whether `connectionDrained` is due now.
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
