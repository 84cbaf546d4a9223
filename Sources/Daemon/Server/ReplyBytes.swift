/// A reply in memory that a connection can take over without copying.
@safe package final class ReplyBytes {
    private var memory: UnsafeMutableBufferPointer<UInt8>
    package let count: Int

    /// Takes over memory allocated with `allocate`, whose first `count` bytes are the reply.
    package init(adopting memory: UnsafeMutableBufferPointer<UInt8>, count: Int) {
        precondition(count <= memory.count)
        unsafe self.memory = memory
        self.count = count
    }

    deinit { unsafe memory.deallocate() }

    var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(rebasing: memory[..<count]) }

    /// Returns the memory and its ownership.
    func take() -> UnsafeMutableBufferPointer<UInt8> {
        let taken = unsafe memory
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        return unsafe taken
    }
}
