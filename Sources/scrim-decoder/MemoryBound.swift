import CSystem
import Glibc

/// The addresses that the process may have, set anew for each picture: those for its size, so that a small file that unpacks
/// without end, or a library that leaks, fails early and alone.
struct MemoryBound {
    /// Memory of a library for any picture: tables, caches, a thread and its heap.
    private static let least: UInt64 = 256 << 20
    /// Of /proc/self/statm, which cannot be opened later.
    private let status: Int32
    private let start: UInt64

    init() {
        status = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        start = sys_address_space()
    }

    /// For taking up a file: its tree, or its tables, are larger than its text.
    func allow(file: Int) { allow(UInt64(clamping: file) * 16) }

    /// For a frame of so many bytes: the frame, a canvas, the pixels below a frame, and the planes or filters in between.
    func allow(pixels: Int, file: Int) { allow(UInt64(clamping: pixels) * 8 + UInt64(clamping: file) * 2) }

    private func allow(_ bytes: UInt64) {
        let now = sys_address_space_by(status)
        if now > 0 { _ = sys_allow_addresses(now + Self.least + bytes) }
    }

    /// MiB beyond those at the start.
    var growth: UInt32 {
        let now = sys_address_space_by(status)
        return now > start ? UInt32(clamping: (now - start) >> 20) : 0
    }
}
