import Glibc

/// Zeroed memory that the system allocates on first write.
@safe public final class ZeroedMemory {
    public let base: UnsafeMutableRawPointer

    /// Nil when out of memory.
    public init?(_ size: Int) {
        guard let memory = unsafe calloc(max(size, 1), 1) else { return nil }
        unsafe base = unsafe memory
    }

    deinit { unsafe free(base) }
}
