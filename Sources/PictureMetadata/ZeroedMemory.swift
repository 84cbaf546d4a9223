import Glibc

/// Zeroed memory that is not taken from the system before it is written.
@safe package final class ZeroedMemory {
    package let base: UnsafeMutableRawPointer

    /// Nil when there is none.
    package init?(_ size: Int) {
        guard let memory = unsafe calloc(max(size, 1), 1) else { return nil }
        unsafe base = unsafe memory
    }

    deinit { unsafe free(base) }
}
