import CSystem
import CWayland
import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// A picture in memory shared with the compositor. Each surface shows a part of it.
@safe
final class SharedBuffer {
    let width: Int
    let height: Int
    let stride: Int
    let pixels: UnsafeMutableRawPointer
    /// The pool's unique number for it.
    fileprivate(set) var id: UInt64 = 0
    private let pool: OpaquePointer
    private var views: [View] = []
    /// Number of the present that showed it last; 0 for none.
    fileprivate var shown: UInt64 = 0

    /// The part shown by one surface.
    @safe
    private final class View {
        let surface: OpaquePointer
        let part: PixelRect
        let proxy: OpaquePointer
        /// True while the compositor reads it.
        var isBusy = false

        init(_ proxy: OpaquePointer, _ surface: OpaquePointer, _ part: PixelRect) {
            unsafe (self.proxy, self.surface) = unsafe (proxy, surface)
            self.part = part
            _ = unsafe wl_buffer_add_listener(proxy, Self.listener, Unmanaged.passUnretained(self).toOpaque())
        }

        deinit { unsafe wl_buffer_destroy(proxy) }

        nonisolated(unsafe) private static let listener = unsafe forever(
            wl_buffer_listener(release: { data, _ in unsafe this(data, View.self).isBusy = false }))
    }

    /// Allocates `rows + 1` so that a partial last row fits.
    private static func size(_ stride: Int, _ height: Int) -> Int { stride * (height + 1) }

    /// Nil when there is no memory.
    init?(_ memory: OpaquePointer, width: Int, height: Int) {
        let stride = (width * 4 + 63) & ~63
        let size = Self.size(stride, height)
        let file = unsafe sys_memfd("scrim-wayland")
        guard file >= 0 else { return nil }
        // The compositor has mapped the file and keeps it.
        defer { close(file) }
        guard size <= Int(Int32.max), ftruncate(file, size) == 0, sys_seal(file, false) == 0,
            let pixels = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            unsafe pixels != MAP_FAILED
        else { return nil }
        guard let pool = unsafe wl_shm_create_pool(memory, file, Int32(size)) else {
            unsafe munmap(pixels, size)
            return nil
        }
        (self.width, self.height, self.stride) = (width, height, stride)
        unsafe (self.pixels, self.pool) = unsafe (pixels, pool)
    }

    deinit {
        views.removeAll()
        unsafe wl_shm_pool_destroy(pool)
        unsafe munmap(pixels, Self.size(stride, height))
    }

    /// True while the compositor reads any part.
    var isBusy: Bool { views.contains(where: \.isBusy) }

    /// Attaches a non-empty part to a surface. False when there is no memory.
    func attach(_ part: PixelRect, to surface: OpaquePointer) -> Bool {
        guard let view = unsafe view(part, of: surface) else { return false }
        view.isBusy = true
        unsafe wl_surface_attach(surface, view.proxy, 0, 0)
        return true
    }

    private func view(_ part: PixelRect, of surface: OpaquePointer) -> View? {
        if let view = views.first(where: { unsafe $0.surface == surface && $0.part == part }) { return view }
        // The surface showed another part before.
        views.removeAll { unsafe $0.surface == surface && !$0.isBusy }
        let offset = Int(part.y0) * stride + Int(part.x0) * 4
        let proxy = unsafe wl_shm_pool_create_buffer(
            pool, Int32(offset), part.x1 - part.x0, part.y1 - part.y0, Int32(stride), WL_SHM_FORMAT_ARGB8888.rawValue)
        guard let proxy = unsafe proxy else { return nil }
        let view = unsafe View(proxy, surface, part)
        views.append(view)
        return view
    }

    /// Removes the views of a surface.
    func forget(_ surface: OpaquePointer) { views.removeAll { unsafe $0.surface == surface } }
}

/// The buffers of an output, used in turn. A buffer that the compositor still reads is not reused, even when its size
/// is not needed any more.
final class BufferPool {
    /// One waiting to be shown, one being painted, and one for a compositor that returns buffers late; in addition,
    /// each window may show another.
    private static let most = 3

    private var buffers: [SharedBuffer] = []
    private var lent: SharedBuffer?
    /// The buffer presented last; nil while it may be painted on.
    private(set) var latest: SharedBuffer?
    private var presented: UInt64 = 0
    private var made: UInt64 = 0

    func removeAll() {
        buffers.removeAll()
        (lent, latest) = (nil, nil)
    }

    /// True when the compositor has returned a buffer.
    var hasFree: Bool { buffers.contains { !$0.isBusy } }

    /// Removes the views of a surface.
    func forget(_ surface: OpaquePointer) {
        for buffer in buffers { unsafe buffer.forget(surface) }
    }

    /// The next buffer to paint on, the one that missed the fewest frames, and the age of its contents in presents (0:
    /// undefined). Nil when the compositor uses all of them, or there is no memory.
    func acquire(
        _ memory: OpaquePointer, width: Int, height: Int, windows: Int
    ) -> (buffer: SharedBuffer, age: Int)? {
        buffers.removeAll { !$0.isBusy && ($0.width != width || $0.height != height) }
        var best: SharedBuffer?
        for buffer in buffers where !buffer.isBusy {
            if best.map({ buffer.shown > $0.shown }) ?? true { best = buffer }
        }
        if best == nil, buffers.count(where: { $0.width == width && $0.height == height }) < Self.most + windows {
            best = unsafe SharedBuffer(memory, width: width, height: height)
            if let best {
                made += 1
                best.id = made
                buffers.append(best)
            }
        }
        guard let best else { return nil }
        (lent, latest) = (best, nil)
        return (best, best.shown == 0 ? 0 : Int(presented - best.shown) + 1)
    }

    /// Takes the acquired buffer for presenting.
    func take() -> SharedBuffer? {
        guard let lent else { return nil }
        presented += 1
        lent.shown = presented
        (latest, self.lent) = (lent, nil)
        return lent
    }
}
