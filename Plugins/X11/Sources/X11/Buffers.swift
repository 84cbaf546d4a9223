import CSystem
import CXcb
import Glibc
import ScrimPluginKit

/// The pixels of one frame, which the server may read.
@safe
final class SharedBuffer {
    private let desktop: Desktop
    let width: Int
    let height: Int
    let pixels: UnsafeMutableRawPointer
    /// The server's ID of the shared memory; 0 when it is not shared, and pixels are sent over the connection.
    let segment: xcb_shm_seg_t
    /// Number of the present that showed it last; 0 for none.
    var shown = 0
    /// Number of pictures that the server has not read yet.
    var pending = 0

    /// Nil when there is no memory.
    init?(_ desktop: Desktop, width: Int, height: Int) {
        let size = width * height * 4
        let file = unsafe sys_memfd("scrim-x11")
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard ftruncate(file, size) == 0,
            let pixels = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            unsafe pixels != MAP_FAILED
        else { return nil }
        (self.desktop, self.width, self.height) = (desktop, width, height)
        unsafe self.pixels = unsafe pixels
        var segment: xcb_shm_seg_t = 0
        if desktop.sharesMemory {
            segment = unsafe xcb_generate_id(desktop.connection)
            // The connection closes the duplicate. The answer is awaited, once per buffer.
            let error = unsafe xcb_request_check(
                desktop.connection, xcb_shm_attach_fd_checked(desktop.connection, segment, dup(file), 1))
            if let error = unsafe error {
                unsafe free(error)
                segment = 0
            }
        }
        self.segment = segment
    }

    deinit {
        if segment != 0 { unsafe xcb_shm_detach(desktop.connection, segment) }
        unsafe munmap(pixels, width * height * 4)
    }

    /// Puts a rectangle into a window. `tells`: the server reports when it has read it.
    func put(_ rect: PixelBox, into window: xcb_window_t, _ context: xcb_gcontext_t, tells: Bool) {
        guard segment == 0 else {
            unsafe xcb_shm_put_image(
                desktop.connection, window, context, UInt16(width), UInt16(height), UInt16(rect.x), UInt16(rect.y),
                UInt16(rect.width), UInt16(rect.height), Int16(rect.x), Int16(rect.y), desktop.depth,
                UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), tells ? 1 : 0, segment, 0)
            if tells { pending += 1 }
            return
        }
        let room = Int(unsafe xcb_get_maximum_request_length(desktop.connection)) * 4 - 64
        let rows = max(1, min(rect.height, room / (rect.width * 4)))
        var bytes = [UInt8](repeating: 0, count: rows * rect.width * 4)
        var y = rect.y
        while y < rect.y + rect.height {
            let count = min(rows, rect.y + rect.height - y)
            unsafe bytes.withUnsafeMutableBytes { target in
                guard let start = target.baseAddress else { return }
                for row in 0..<count {
                    unsafe (start + row * rect.width * 4).copyMemory(
                        from: pixels + ((y + row) * width + rect.x) * 4, byteCount: rect.width * 4)
                }
            }
            unsafe xcb_put_image(
                desktop.connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), window, context, UInt16(rect.width),
                UInt16(count), Int16(rect.x), Int16(y), 0, desktop.depth, UInt32(count * rect.width * 4), bytes)
            y += count
        }
    }
}

/// The buffers of an output, used in turn. A buffer that the server still reads is not reused.
final class BufferPool {
    private static let most = 3

    private var buffers: [SharedBuffer] = []
    private var lent: SharedBuffer?
    /// The frame presented last.
    private(set) var latest: SharedBuffer?
    private var presents = 0

    func removeAll() {
        buffers.removeAll()
        (lent, latest) = (nil, nil)
    }

    var hasFree: Bool { buffers.contains { $0.pending == 0 } }

    /// The next buffer to paint on, the one that missed the fewest frames, and the number of presents since it was
    /// shown (0: undefined). Nil when the server uses all of them, or there is no memory.
    func acquire(_ desktop: Desktop, width: Int, height: Int) -> (buffer: SharedBuffer, age: Int)? {
        buffers.removeAll { $0.width != width || $0.height != height }
        if latest?.width != width || latest?.height != height { latest = nil }
        var best = buffers.filter { $0.pending == 0 }.max { $0.shown < $1.shown }
        if best == nil, buffers.count < Self.most, let fresh = SharedBuffer(desktop, width: width, height: height) {
            buffers.append(fresh)
            best = fresh
        }
        guard let best else { return nil }
        lent = best
        return (best, best.shown == 0 ? 0 : presents - best.shown + 1)
    }

    /// Takes the acquired buffer for presenting.
    func take() -> SharedBuffer? {
        guard let lent else { return nil }
        presents += 1
        lent.shown = presents
        (latest, self.lent) = (lent, nil)
        return lent
    }

    /// Handles the server's report that it has read a picture.
    func completed(_ segment: xcb_shm_seg_t) {
        for buffer in buffers where buffer.segment == segment { buffer.pending = max(0, buffer.pending - 1) }
    }
}
