import CSystem
import Glibc

/// Limit of the process's address space, set for each picture according to its size, so that a small file that expands
/// without end, or a leaking library, fails early.
struct MemoryBound {
    /// Memory that a library needs for any picture: tables, caches, a thread and its heap.
    private static let least: UInt64 = 256 << 20
    /// /proc/self/statm, which cannot be opened later.
    private let status: Int32
    private let start: UInt64

    init() {
        status = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        start = sys_address_space()
    }

    /// For opening a file: its tree or tables are larger than its text.
    func allow(file: Int) { allow(UInt64(clamping: file) * 16) }

    /// For a frame: the frame itself, a canvas, the pixels below it, and intermediate planes or filters.
    func allow(pixels: Int, file: Int) { allow(UInt64(clamping: pixels) * 8 + UInt64(clamping: file) * 2) }

    private func allow(_ bytes: UInt64) {
        let now = sys_address_space_by(status)
        if now > 0 { _ = sys_allow_addresses(now + Self.least + bytes) }
    }

    /// MiB more than at the start.
    var growth: UInt32 {
        let now = sys_address_space_by(status)
        return now > start ? UInt32(clamping: (now - start) >> 20) : 0
    }
}
