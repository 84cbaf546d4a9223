import Glibc
import Pixels

/// Memory of bitmaps for groups and masks, reused between frames. Not thread-safe.
///
/// A bitmap returns its memory when it is deallocated.
@safe package final class BufferPool {
    /// The memory of one bitmap, of any size.
    @safe private struct Block {
        let base: UnsafeMutableRawPointer
        let bytes: Int
    }

    private var free: [Block] = []
    private(set) var freeBytes = 0
    /// Maximum number of unused bytes kept.
    package var budget: Int {
        didSet { trim() }
    }
    /// Number of buffers taken since the start.
    package private(set) var taken = 0

    package init(budget: Int = 64 << 20) {
        self.budget = budget
    }

    deinit {
        for block in free { unsafe Glibc.free(block.base) }
    }

    /// A bitmap of this size, transparent unless `isClear` is false; nil when there is no memory for it.
    func take(_ width: Int32, _ height: Int32, _ format: PixelFormat, isClear: Bool = true) -> Bitmap? {
        let stride = (Int(width) * format.bytesPerPixel + 15) & ~15
        let bytes = stride * Int(height)
        guard bytes > 0, bytes <= Bitmap.maxBytes, let block = block(bytes) else { return nil }
        taken += 1
        if isClear { unsafe memset(block.base, 0, bytes) }
        return try? unsafe Bitmap(
            borrowing: block.base, width: Int(width), height: Int(height), stride: stride, format: format,
            release: { self.give(block) })
    }

    /// The smallest free block that is large enough and not much too large, or a new one.
    private func block(_ bytes: Int) -> Block? {
        var best: Int?
        for at in free.indices where free[at].bytes >= bytes && free[at].bytes <= 2 * bytes + 65_536 {
            if let known = best, free[known].bytes <= free[at].bytes { continue }
            best = at
        }
        if let best {
            freeBytes -= free[best].bytes
            return free.remove(at: best)
        }
        // Sizes are rounded up, so that a size that changes a little in each frame finds its block again.
        let size = (bytes + bytes / 4 + 4095) & ~4095
        guard let base = unsafe aligned_alloc(64, size) else { return nil }
        return unsafe Block(base: base, bytes: size)
    }

    private func give(_ block: Block) {
        free.append(block)
        freeBytes += block.bytes
        if freeBytes > budget { trim() }
    }

    /// Frees the oldest blocks above the budget.
    private func trim() {
        while freeBytes > budget, !free.isEmpty {
            let block = free.removeFirst()
            freeBytes -= block.bytes
            unsafe Glibc.free(block.base)
        }
    }
}
