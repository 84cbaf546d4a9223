import CSystem
import Glibc
public import ScrimPluginABI
import ScrimPluginKit

/// A picture in memory: one buffer, which always contains the previous frame.
private final class Offscreen: OutputKind {
    static let name = "offscreen"
    static let help = "a picture in memory"
    static let schema = Key.schema

    enum Key: Int, SchemaKey {
        case export

        var property: Property {
            switch self {
            case .export:
                Property("export", .choice(["none", "memfd"], 0), help: "memfd: clients are handed the frame buffer")
            }
        }
    }

    private let host: Host
    private let object: UInt64
    private var memory: Memory?
    private var hasFrame = false

    init(host: Host, object: UInt64) {
        self.host = host
        self.object = object
    }

    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure) {
        let isShared = properties.choice(Key.export) == 1
        // Other parts of the mode do not affect the memory.
        if let memory, memory.width == mode.width, memory.height == mode.height, (memory.file >= 0) == isShared {
            return
        }
        guard let fresh = Memory(width: mode.width, height: mode.height, isShared: isShared) else {
            host.log(.error, "there is no memory for a picture of \(mode.width)x\(mode.height) pixels")
            throw .noMemory
        }
        memory = fresh
        hasFrame = false
    }

    func acquire() throws(PluginFailure) -> Buffer {
        guard let memory else { throw .failed }
        return unsafe Buffer(
            pixels: memory.pixels, stride: memory.stride, age: hasFrame ? 1 : 0,
            descriptor: memory.file < 0 ? nil : memory.file)
    }

    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) {
        hasFrame = true
        host.presented(object: object, frame: frame.number, time: frame.time)
    }
}

/// Zeroed pixels, in a memory file if they are shared.
@safe
private final class Memory {
    let width: Int
    let height: Int
    let stride: Int
    let pixels: UnsafeMutableRawPointer
    /// The memory file; -1 when there is none.
    let file: Int32

    /// Nil when there is no memory.
    init?(width: Int, height: Int, isShared: Bool) {
        // Rows are aligned to cache lines.
        let stride = (width * 4 + 63) & ~63
        let size = stride * height
        var file: Int32 = -1
        if isShared {
            file = unsafe sys_memfd("scrim-frame")
            guard file >= 0 else { return nil }
            // The size is sealed, so that clients can map it safely.
            guard ftruncate(file, size) == 0, sys_seal(file, false) == 0 else {
                close(file)
                return nil
            }
        }
        let flags = isShared ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS
        guard let pixels = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, file, 0), unsafe pixels != MAP_FAILED
        else {
            if file >= 0 { close(file) }
            return nil
        }
        // Pages of 2 MiB if available: small pages would cost 2,000 faults before the first frame.
        _ = unsafe madvise(pixels, size, MADV_HUGEPAGE)
        (self.width, self.height, self.stride, self.file) = (width, height, stride, file)
        unsafe self.pixels = unsafe pixels
    }

    deinit {
        unsafe munmap(pixels, stride * height)
        if file >= 0 { close(file) }
    }
}

private let plugin = Plugin(id: "Offscreen", version: "1.0.0", outputs: [Offscreen.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
