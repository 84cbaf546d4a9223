import Glibc
import Pixels

/// Memory of bitmaps for groups and masks, kept for the next frame. For one thread.
///
/// A bitmap gives its memory back by itself when it goes.
@safe package final class BufferPool {
    /// Bytes for one bitmap, whichever size it has.
    @safe private struct Block {
        let base: UnsafeMutableRawPointer
        let bytes: Int
    }

    private var free: [Block] = []
    private(set) var freeBytes = 0
    /// Bytes that may wait for their next use.
    package var budget: Int {
        didSet { trim() }
    }
    /// Buffers that were handed out, since the beginning.
    package private(set) var taken = 0

    package init(budget: Int = 64 << 20) {
        self.budget = budget
    }

    deinit {
        for block in free { unsafe Glibc.free(block.base) }
    }

    /// A bitmap of that size, clear unless its contents will all be written; nil when there is no memory for it.
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
        // Sizes in steps, so that a size that changes a little each frame finds its block again.
        let size = (bytes + bytes / 4 + 4095) & ~4095
        guard let base = unsafe aligned_alloc(64, size) else { return nil }
        return unsafe Block(base: base, bytes: size)
    }

    private func give(_ block: Block) {
        free.append(block)
        freeBytes += block.bytes
        if freeBytes > budget { trim() }
    }

    /// Lets go of the oldest beyond the budget.
    private func trim() {
        while freeBytes > budget, !free.isEmpty {
            let block = free.removeFirst()
            freeBytes -= block.bytes
            unsafe Glibc.free(block.base)
        }
    }
}
