import Geometry
import Pixels

/// Bitmaps for groups, clips and masks, kept for the next frame, which mostly wants the same sizes.
package final class BufferPool {
    private var free: [Bitmap] = []
    private(set) var freeBytes = 0
    /// Bytes that may wait for their next use.
    package var budget: Int
    /// Buffers that were handed out, since the beginning.
    package private(set) var taken = 0

    package init(budget: Int = 64 << 20) {
        self.budget = budget
    }

    /// A clear bitmap of that size; nil when there is no memory for it.
    func take(_ width: Int32, _ height: Int32, _ format: PixelFormat) -> Bitmap? {
        taken += 1
        if let at = free.lastIndex(where: { $0.width == width && $0.height == height && $0.format == format }) {
            let bitmap = free.remove(at: at)
            freeBytes -= bitmap.byteCount
            bitmap.clear()
            return bitmap
        }
        return try? Bitmap(width: Int(width), height: Int(height), format: format)
    }

    /// Takes a bitmap back, and lets go of the oldest beyond the budget.
    func give(_ bitmap: Bitmap) {
        free.append(bitmap)
        freeBytes += bitmap.byteCount
        while freeBytes > budget, !free.isEmpty { freeBytes -= free.removeFirst().byteCount }
    }
}
