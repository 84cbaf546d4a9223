import CSystem
package import Geometry
import Glibc
package import Pixels
package import Reactor
package import Schema

/// Pixels in a memory file shared by a client: mapped, never copied.
///
/// The client may write to them at any time; the file's size is sealed, so that it cannot be truncated while the daemon
/// reads.
package final class SharedPixels {
    package let picture: Picture

    /// Maps the file. Throws `value` when it is too short for the buffer's properties, `limit` for too many pixels.
    package init(
        _ file: borrowing FileDescriptor, size: Size, stride: Int, format: BufferProperty.Format, limit: Int
    ) throws(SceneError) {
        let (width, height) = (Int(size.width), Int(size.height))
        guard Double(width) == size.width, Double(height) == size.height, width > 0, height > 0 else {
            throw SceneError(.value, "size: whole pixels are expected, at least 1x1")
        }
        guard width * height <= limit else {
            throw SceneError(.limit, "size: \(width * height) pixels; limit.imagePixels allows \(limit)")
        }
        let row = width * format.bytesPerPixel
        let stride = stride == 0 ? row : stride
        guard stride >= row, stride % 4 == 0 else {
            throw SceneError(.value, "stride: \(stride) is no multiple of 4 of at least \(row), what a row has")
        }
        let bytes = stride * height
        guard bytes <= Bitmap.maxBytes else {
            throw SceneError(.limit, "size: \(bytes) bytes; a picture has at most \(Bitmap.maxBytes)")
        }
        try Self.check(file, bytes)
        guard let memory = unsafe mmap(nil, bytes, PROT_READ, MAP_SHARED, file.raw, 0), unsafe memory != MAP_FAILED
        else {
            throw SceneError(.value, "the memory file cannot be mapped: \(unsafe String(cString: strerror(errno)))")
        }
        do throws(BitmapError) {
            let bitmap = try unsafe Bitmap(
                borrowing: memory, width: width, height: height, stride: stride, format: format == .a8 ? .alpha : .argb,
                release: { unsafe _ = munmap(memory, bytes) })
            picture = Picture(shared: bitmap, format.encoding)
        } catch {
            unsafe munmap(memory, bytes)
            throw SceneError(.value, "the pixels cannot be read: \(error)")
        }
    }

    private static func check(_ file: borrowing FileDescriptor, _ bytes: Int) throws(SceneError) {
        let isWhole = sys_is_kept_whole(file.raw)
        guard isWhole >= 0 else { throw SceneError(.value, "the descriptor is no memory file (memfd_create)") }
        guard isWhole > 0 else {
            throw SceneError(.value, "the memory file may shrink: F_SEAL_SHRINK is expected")
        }
        var status = stat()
        guard unsafe fstat(file.raw, &status) == 0, Int(status.st_size) >= bytes else {
            throw SceneError(.value, "the memory file has \(status.st_size) bytes, and the pixels need \(bytes)")
        }
    }
}

extension BufferProperty.Format {
    fileprivate var encoding: PixelEncoding {
        switch self {
        case .argb8888: .argb
        case .xrgb8888: .xrgb
        case .abgr8888: .abgr
        case .a8: .alpha
        }
    }
}
