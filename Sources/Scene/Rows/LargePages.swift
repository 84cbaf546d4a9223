import Glibc

extension Array {
    /// Has the system use large pages for the memory of an array with room for very many elements, before it is filled: a million layers
    /// come a few hundred thousand page faults sooner.
    package mutating func takeLargePages() {
        let (page, bytes) = (2 << 20, capacity * MemoryLayout<Element>.stride)
        guard bytes >= 4 * page else { return }
        unsafe withUnsafeMutableBufferPointer {
            guard let start = $0.baseAddress else { return }
            let address = UInt(bitPattern: start)
            let first = (address + UInt(page) - 1) & ~UInt(page - 1)
            let last = (address + UInt(bytes)) & ~UInt(page - 1)
            // A wish: without large pages all is as before.
            _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: first), Int(last - first), MADV_HUGEPAGE)
        }
    }
}
