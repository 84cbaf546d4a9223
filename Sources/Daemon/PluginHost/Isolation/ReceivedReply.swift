/// A copy of the last reply of a plugin's process, in the daemon's own memory.
@safe
final class ReceivedReply {
    private var memory: UnsafeMutableRawPointer
    private var capacity = 4096
    private var count = 0

    init() { unsafe memory = .allocate(byteCount: 4096, alignment: 16) }

    deinit { unsafe memory.deallocate() }

    var bytes: UnsafeMutableRawBufferPointer { unsafe UnsafeMutableRawBufferPointer(start: memory, count: count) }

    func take(_ source: UnsafeRawBufferPointer, _ size: Int) {
        if size > capacity || (capacity > 1 << 20 && size < 4096) {
            unsafe memory.deallocate()
            capacity = max(4096, size)
            unsafe memory = .allocate(byteCount: capacity, alignment: 16)
        }
        count = size
        if size > 0, let base = source.baseAddress { unsafe memory.copyMemory(from: base, byteCount: size) }
    }
}
