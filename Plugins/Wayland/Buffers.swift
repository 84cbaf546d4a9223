import CSystem
import CWayland
import Glibc

/// A buffer that is shared with the compositor.
@safe
final class SharedBuffer {
    let width: Int
    let height: Int
    let stride: Int
    let pixels: UnsafeMutableRawPointer
    /// The pool's name for it, never used again.
    fileprivate(set) var id: UInt64 = 0
    fileprivate let proxy: OpaquePointer
    /// The compositor reads it.
    fileprivate(set) var isBusy = false
    /// Which present showed it last; 0: none.
    fileprivate var shown: UInt64 = 0

    /// Nil when there is no memory.
    init?(_ memory: OpaquePointer, width: Int, height: Int) {
        let stride = (width * 4 + 63) & ~63
        let size = stride * height
        let file = unsafe sys_memfd("scrim-wayland")
        guard file >= 0 else { return nil }
        // The compositor maps it too, and keeps the file.
        defer { close(file) }
        guard size <= Int(Int32.max), ftruncate(file, size) == 0, sys_seal(file, false) == 0,
            let pixels = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            unsafe pixels != MAP_FAILED
        else { return nil }
        guard let pool = unsafe wl_shm_create_pool(memory, file, Int32(size)) else { return nil }
        defer { unsafe wl_shm_pool_destroy(pool) }
        guard
            let proxy = unsafe wl_shm_pool_create_buffer(
                pool, 0, Int32(width), Int32(height), Int32(stride), WL_SHM_FORMAT_ARGB8888.rawValue)
        else { return nil }
        (self.width, self.height, self.stride) = (width, height, stride)
        unsafe (self.pixels, self.proxy) = unsafe (pixels, proxy)
        _ = unsafe wl_buffer_add_listener(proxy, Self.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        unsafe wl_buffer_destroy(proxy)
        unsafe munmap(pixels, stride * height)
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_buffer_listener(release: { data, _ in unsafe this(data, SharedBuffer.self).isBusy = false }))

    func attach(to surface: OpaquePointer) {
        isBusy = true
        unsafe wl_surface_attach(surface, proxy, 0, 0)
    }
}

/// The buffers of a window, taken in turn. One that the compositor still reads is left alone, also when its size is no longer
/// wanted.
final class BufferPool {
    /// One that is shown, one that waits to be, one that is painted, and one for a compositor that gives them back late.
    private static let most = 4

    private var buffers: [SharedBuffer] = []
    private var lent: SharedBuffer?
    private var presented: UInt64 = 0
    private var made: UInt64 = 0

    func removeAll() {
        buffers.removeAll()
        lent = nil
    }

    /// The next buffer to paint on, the one that missed least, and how many presents ago what it holds was shown (0:
    /// undefined). Nil when the compositor has them all, or there is no memory.
    func acquire(_ memory: OpaquePointer, width: Int, height: Int) -> (buffer: SharedBuffer, age: Int)? {
        buffers.removeAll { !$0.isBusy && ($0.width != width || $0.height != height) }
        var best: SharedBuffer?
        for buffer in buffers where !buffer.isBusy {
            if best.map({ buffer.shown > $0.shown }) ?? true { best = buffer }
        }
        if best == nil, buffers.count(where: { $0.width == width && $0.height == height }) < Self.most {
            best = unsafe SharedBuffer(memory, width: width, height: height)
            if let best {
                made += 1
                best.id = made
                buffers.append(best)
            }
        }
        guard let best else { return nil }
        lent = best
        return (best, best.shown == 0 ? 0 : Int(presented - best.shown) + 1)
    }

    /// The buffer that was acquired last, which is presented now.
    func take() -> SharedBuffer? {
        defer { lent = nil }
        guard let lent else { return nil }
        presented += 1
        lent.shown = presented
        return lent
    }
}
