import CSystem
import Glibc
import Pixels
import Reactor

/// Memory that the decoding process fills and that becomes a bitmap.
///
/// Its size is sealed before it is shared, so that it cannot be truncated while the daemon reads; when the pixels are
/// complete, writing is sealed as well, so that a picture cannot change during painting.
struct PictureMemory: ~Copyable {
    let file: FileDescriptor
    let width: Int
    let height: Int
    /// Rows begin at multiples of 16 bytes.
    let stride: Int

    init(width: Int, height: Int) throws(SystemError) {
        (self.width, self.height) = (width, height)
        stride = (width * 4 + 15) & ~15
        file = try .memory("scrim-picture", size: stride * height)
    }

    /// Nil when the process can still write, or mapping fails.
    func bitmap() -> Bitmap? {
        guard sys_seal(file.raw, true) == 0 else { return nil }
        let size = stride * height
        // A private mapping, because a bitmap's pixels are writable; these are never written.
        guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.raw, 0),
            unsafe memory != MAP_FAILED
        else { return nil }
        do throws(BitmapError) {
            return try unsafe Bitmap(
                borrowing: memory, width: width, height: height, stride: stride, format: .argb,
                release: { unsafe _ = munmap(memory, size) })
        } catch {
            unsafe munmap(memory, size)
            return nil
        }
    }
}
