import Glibc
import LineProtocol
import World

/// Parses the lines of a long text on its own thread, some parts ahead of the consumer.
@safe final class ReadAhead {
    private let parts: Parts
    private var thread: pthread_t?

    /// Minimum bytes for using a thread.
    static let least = 1 << 20
    static let most = Int(UInt32.max)

    init(_ text: [UInt8]) {
        parts = Parts(text)
        let argument = unsafe Unmanaged.passRetained(parts)
        var thread = pthread_t()
        let failed = unsafe pthread_create(
            &thread, nil,
            { raw in
                if let raw = unsafe raw { unsafe Unmanaged<Parts>.fromOpaque(raw).takeRetainedValue().readAll() }
                return nil
            }, argument.toOpaque())
        guard failed != 0 else {
            self.thread = thread
            return
        }
        // Then they are parsed on this thread.
        unsafe argument.release()
        parts.readAll(most: .max)
    }

    deinit {
        parts.stop()
        if let thread { pthread_join(thread, nil) }
    }

    /// Waits for the next part; nil after the last one.
    func next() -> ReadLines? { parts.take() }
}

/// Parsed parts that are not taken yet. Its state is guarded by the mutex.
@safe private final class Parts: @unchecked Sendable {
    private let text: [UInt8]
    private var ready: [ReadLines] = []
    private var isOver = false
    private var isStopped = false
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// Bytes of a part, and maximum number of waiting parts.
    private static let (bytes, most) = (256 << 10, 8)

    init(_ text: [UInt8]) {
        self.text = text
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    private func locked<T>(_ body: () -> T) -> T {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    private func wait() { unsafe pthread_cond_wait(changed, mutex) }

    private func wake() { unsafe pthread_cond_broadcast(changed) }

    /// `most`: maximum number of waiting parts.
    func readAll(most: Int = Parts.most) {
        var start = 0
        while start < text.count {
            let end = text.endOfLines(from: start, bytes: Self.bytes)
            let part = ReadLines(text, in: start..<end)
            start = end
            let goesOn = locked {
                while ready.count >= most, !isStopped { wait() }
                ready.append(part)
                wake()
                return !isStopped
            }
            if !goesOn { break }
        }
        locked {
            isOver = true
            wake()
        }
    }

    func take() -> ReadLines? {
        locked {
            while ready.isEmpty, !isOver { wait() }
            defer { wake() }
            return ready.isEmpty ? nil : ready.removeFirst()
        }
    }

    func stop() {
        locked {
            isStopped = true
            wake()
        }
    }
}
