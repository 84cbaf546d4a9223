import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// The output's pixels: painted by the daemon, copied by viewers' threads.
///
/// The lock is held for writing from `acquire` to `present`, and for reading during a copy.
@safe
final class Picture {
    let width: Int
    let height: Int
    let pixels: UnsafeMutablePointer<UInt32>
    let lock = Lock()

    /// Initially black. Nil when there is no memory.
    init?(width: Int, height: Int) {
        guard let memory = unsafe calloc(width * height, 4) else { return nil }
        (self.width, self.height) = (width, height)
        unsafe pixels = unsafe memory.assumingMemoryBound(to: UInt32.self)
    }

    deinit { unsafe free(pixels) }

    /// Bytes per row.
    var stride: Int { width * 4 }

    var bounds: PixelRect { PixelRect(x0: 0, y0: 0, x1: Int32(width), y1: Int32(height)) }

    /// Copies rectangles to a picture of the same size.
    func copy(_ rects: [PixelRect], to target: UnsafeMutablePointer<UInt32>) {
        lock.lockToRead()
        defer { lock.unlock() }
        for rect in rects {
            let count = Int(rect.x1 - rect.x0)
            for y in Int(rect.y0)..<Int(rect.y1) {
                let offset = y * width + Int(rect.x0)
                unsafe (target + offset).update(from: pixels + offset, count: count)
            }
        }
    }
}

extension PixelRect {
    /// The bounding box of both; neither is empty.
    func union(_ other: PixelRect) -> PixelRect {
        PixelRect(x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
    }
}
