/// A queue of bytes in one piece of memory: appended at the end, taken from the front, rarely moved. Large memory is
/// freed as soon as it is empty.
@safe package struct ByteQueue: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>?
    private var capacity = 0
    private var head = 0
    private var tail = 0

    package init() { unsafe base = nil }

    deinit { unsafe base?.deallocate() }

    package var count: Int { tail - head }
    package var isEmpty: Bool { tail == head }

    /// All bytes; valid until the next change.
    package var bytes: UnsafeBufferPointer<UInt8> {
        guard let base = unsafe base else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        return unsafe UnsafeBufferPointer(start: base + head, count: tail - head)
    }

    /// Appends `new`, which must not be part of this queue.
    package mutating func append(_ new: UnsafeBufferPointer<UInt8>) {
        guard let source = new.baseAddress, new.count > 0 else { return }
        if new.count > capacity - tail { makeRoom(for: new.count) }
        guard let base = unsafe base else { return }
        unsafe (base + tail).update(from: source, count: new.count)
        tail += new.count
    }

    /// Appends bytes; takes over their memory if the queue is empty.
    package mutating func append(_ new: ReplyBytes) {
        guard isEmpty else { return unsafe append(new.bytes) }
        unsafe base?.deallocate()
        let memory = unsafe new.take()
        unsafe base = memory.baseAddress
        capacity = memory.count
        (head, tail) = (0, new.count)
    }

    package mutating func append(_ new: [UInt8]) {
        unsafe new.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Drops the first `count` bytes, at most all.
    package mutating func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "no more can be taken than is there")
        head += count
        if head == tail { removeAll() }
    }

    package mutating func removeAll() {
        head = 0
        tail = 0
        if capacity > Bounds.kept {
            unsafe base?.deallocate()
            unsafe base = nil
            capacity = 0
        }
    }

    private mutating func makeRoom(for added: Int) {
        let count = self.count
        // The cost of moving is covered by the bytes taken since the last move.
        if let base = unsafe base, head >= count, count + added <= capacity {
            unsafe base.update(from: base + head, count: count)
        } else {
            let larger = max(4096, 2 * capacity, count + added)
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
            if let base = unsafe base {
                unsafe memory.update(from: base + head, count: count)
                unsafe base.deallocate()
            }
            unsafe base = memory
            capacity = larger
        }
        head = 0
        tail = count
    }
}
