import Glibc

extension Array {
    /// Requests large pages for the memory of a large array before it is filled: for a million layers this saves a few
    /// hundred thousand page faults.
    package mutating func takeLargePages() {
        let (page, bytes) = (2 << 20, capacity * MemoryLayout<Element>.stride)
        guard bytes >= 4 * page else { return }
        unsafe withUnsafeMutableBufferPointer {
            guard let start = $0.baseAddress else { return }
            let address = UInt(bitPattern: start)
            let first = (address + UInt(page) - 1) & ~UInt(page - 1)
            let last = (address + UInt(bytes)) & ~UInt(page - 1)
            // Optional: without large pages everything works the same.
            _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: first), Int(last - first), MADV_HUGEPAGE)
        }
    }
}
