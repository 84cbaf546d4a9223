import CSystem
import Glibc
package import Reactor

/// Writes a film to a file, a pipe or a socket on a thread of its own, so that neither a slow disk nor a slow reader
/// delays frames.
@safe package final class FilmWriter {
    private let spool: Spool
    private let thread: pthread_t

    /// Writes to a regular file, or to a non-blocking descriptor.
    package convenience init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        try self.init(Spool(descriptor))
    }

    /// Takes a descriptor that only names a pipe (`O_PATH`) which the daemon may read and write; it is opened when a
    /// reader appears.
    package convenience init(awaiting pipe: consuming FileDescriptor) throws(SystemError) {
        try self.init(Spool(awaiting: pipe))
    }

    private init(_ spool: Spool) throws(SystemError) {
        self.spool = spool
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        // Signals are handled on the daemon's main thread.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = unsafe Unmanaged.passRetained(spool)
        var thread = pthread_t()
        let failed = unsafe pthread_create(&thread, nil, Spool.main, work.toOpaque())
        guard failed == 0 else {
            unsafe work.release()
            throw SystemError("pthread_create", failed)
        }
        self.thread = thread
    }

    /// The rest is discarded; use `drain` to wait for it.
    deinit {
        spool.end()
        pthread_join(thread, nil)
    }

    /// A descriptor that is readable after something was written or failed, until `acknowledge`.
    package var progress: Int32 { spool.progress.raw }

    package func acknowledge() {
        var count: UInt64 = 0
        _ = unsafe read(spool.progress.raw, &count, 8)
    }

    /// False while the pipe has no reader yet.
    package var isOpen: Bool { spool.isOpen }

    /// Number of pieces that wait or are being written.
    package var queued: Int { spool.queued }

    /// The error number that ended the writing; nil if there was no error.
    package var failure: Int32? { spool.failure }

    /// Queues `bytes`, `times` times.
    package func write(_ bytes: [UInt8], times: Int = 1) {
        if times > 0, !bytes.isEmpty { spool.put(Spool.Piece(times: times) { bytes }) }
    }

    /// Queues work whose resulting bytes, if any, are written. It runs on the writer's thread, after everything queued
    /// before.
    package func write(_ work: @escaping @Sendable () -> [UInt8]) { spool.put(Spool.Piece(times: 1, work: work)) }

    /// Waits until everything is written, at most `seconds`.
    package func drain(seconds: Int32) {
        var rest = seconds * 100
        while queued > 0, failure == nil, rest > 0 {
            usleep(10_000)
            rest -= 1
        }
    }
}

/// State shared by a writer's two threads. The mutex protects all of it.
@safe private final class Spool: @unchecked Sendable {
    struct Piece {
        let times: Int
        let work: @Sendable () -> [UInt8]
    }

    let progress: FileDescriptor
    private let stop: FileDescriptor
    /// The descriptor written to; negative until the awaited pipe is open. Owned.
    private var target: Int32
    /// The descriptor that names the awaited pipe; negative for none. Owned.
    private let awaited: Int32
    /// The daemon's own read end of the awaited pipe, opened to release the thread when there was no reader; negative
    /// for none. Owned.
    private var relief: Int32 = -1
    private let isSocket: Bool
    /// True for a regular file, for which writing never blocks with `EAGAIN`.
    private let isFile: Bool
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var pieces: [Piece] = []
    private var isBusy = false
    private var error: Int32?
    private var isEnding = false

    init(awaiting pipe: consuming FileDescriptor) throws(SystemError) {
        (isSocket, isFile) = (false, false)
        progress = try FileDescriptor.event()
        stop = try FileDescriptor.event()
        target = -1
        awaited = pipe.release()
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(filled, nil)
    }

    init(_ target: consuming FileDescriptor) throws(SystemError) {
        var info = stat()
        let type = unsafe fstat(target.raw, &info) == 0 ? info.st_mode & S_IFMT : 0
        isSocket = type == S_IFSOCK
        isFile = type == S_IFREG
        progress = try FileDescriptor.event()
        stop = try FileDescriptor.event()
        self.target = target.release()
        awaited = -1
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(filled, nil)
    }

    deinit {
        for descriptor in [target, awaited, relief] where descriptor >= 0 { close(descriptor) }
        unsafe pthread_cond_destroy(filled)
        unsafe pthread_mutex_destroy(mutex)
        unsafe filled.deallocate()
        unsafe mutex.deallocate()
    }

    private func locked<T>(_ body: () -> T) -> T {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    var queued: Int { locked { pieces.count + (isBusy ? 1 : 0) } }
    var failure: Int32? { locked { error } }
    var isOpen: Bool { locked { target >= 0 } }

    func put(_ piece: Piece) {
        locked {
            pieces.append(piece)
            unsafe pthread_cond_signal(filled)
        }
    }

    func end() {
        Self.raise(stop)
        locked {
            isEnding = true
            unsafe pthread_cond_signal(filled)
            // The thread may wait for a reader: this opens one, as long as the thread lives.
            if target < 0, relief < 0 {
                relief = unsafe open(Self.path(of: awaited), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            }
        }
    }

    private static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    private static func raise(_ event: borrowing FileDescriptor) {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(event.raw, &one, 8)
    }

    static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { raw in
        guard let raw = unsafe raw else { return nil }
        let spool = unsafe Unmanaged<Spool>.fromOpaque(raw).takeRetainedValue()
        guard spool.awaitReader() else { return nil }
        while let piece = spool.takeOrSleep() {
            let bytes = piece.work()
            var failure: Int32?
            for _ in 0..<piece.times where failure == nil { failure = spool.write(bytes) }
            spool.finish(failure)
        }
        return nil
    }

    /// Waits until the pipe has a reader. False when it cannot be opened, or the writer ended meanwhile.
    private func awaitReader() -> Bool {
        guard awaited >= 0 else { return true }
        let opened = unsafe open(Self.path(of: awaited), O_WRONLY | O_CLOEXEC)
        let failure: Int32? = opened < 0 ? errno : nil
        // Non-blocking, so that a slow reader does not delay the thread's end.
        if opened >= 0 { _ = sys_set_nonblocking(opened) }
        let goesOn = locked {
            target = opened
            error = failure
            if failure != nil { isEnding = true }
            return !isEnding
        }
        Self.raise(progress)
        return goesOn
    }

    private func takeOrSleep() -> Piece? {
        locked {
            while !isEnding {
                if !pieces.isEmpty {
                    isBusy = true
                    return pieces.removeFirst()
                }
                unsafe pthread_cond_wait(filled, mutex)
            }
            return nil
        }
    }

    private func finish(_ failure: Int32?) {
        locked {
            isBusy = false
            guard let failure else { return }
            error = failure
            pieces.removeAll()
            isEnding = true
        }
        Self.raise(progress)
    }

    /// The error number of a failure; `ECANCELED` when the writer ended meanwhile.
    private func write(_ bytes: [UInt8]) -> Int32? {
        unsafe bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count =
                    unsafe isSocket
                    ? send(target, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                    : Glibc.write(target, rest.baseAddress, rest.count)
                if count >= 0 {
                    done += count
                } else if errno == EAGAIN {
                    guard waitForRoom() else { return ECANCELED }
                } else if errno != EINTR {
                    return errno
                }
                if isFile, locked({ isEnding }) { return ECANCELED }
            }
            return nil
        }
    }

    /// Waits until writing is possible; false when the writer ended meanwhile.
    private func waitForRoom() -> Bool {
        var waited = [
            pollfd(fd: target, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: stop.raw, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&waited, 2, -1)
        return waited[1].revents == 0
    }
}
