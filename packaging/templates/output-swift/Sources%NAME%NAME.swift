import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// An output whose last frame is a PPM file.
private final class Picture: OutputKind {
    static let name = "@name@"
    static let help = "the last frame as a PPM file"
    static let schema = [Property("file", .text(""), help: "where each frame goes; empty: nowhere")]
    private enum Key: Int { case file }

    private let host: Host
    private let object: UInt64
    private var file = ""
    private var (width, height) = (0, 0)
    private var pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 0)
    private var hasFrame = false

    init(host: Host, object: UInt64) { (self.host, self.object) = (host, object) }

    deinit { pixels.deallocate() }

    /// Again whenever size, scale, refresh or a property changes.
    func configure(_ mode: Mode, _ properties: Properties) {
        file = properties.string(Key.file)
        guard (mode.width, mode.height) != (width, height) else { return }
        pixels.deallocate()
        pixels = .allocate(capacity: mode.width * mode.height)
        pixels.initialize(repeating: 0)
        (width, height, hasFrame) = (mode.width, mode.height, false)
    }

    func acquire() throws(PluginFailure) -> Buffer {
        guard width > 0, let base = pixels.baseAddress else { throw .failed }
        // The one buffer holds the frame before, as soon as there is one.
        return Buffer(pixels: base, stride: width * 4, age: hasFrame ? 1 : 0)
    }

    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) {
        hasFrame = true
        if !file.isEmpty, !write() { host.log(.warning, "\(file): \(String(cString: strerror(errno)))") }
        // It is seen, and another one may come.
        host.presented(object: object, frame: frame.number, time: frame.time)
    }

    /// Into a file beside it, which then takes its place: whoever reads never sees half a frame.
    private func write() -> Bool {
        let part = file + ".part"
        guard let stream = fopen(part, "wb") else { return false }
        var bytes = Array("P6 \(width) \(height) 255\n".utf8)
        bytes.reserveCapacity(bytes.count + pixels.count * 3)
        for pixel in pixels {
            // 0xAARRGGBB, premultiplied, so over black as it is.
            bytes += [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)]
        }
        let count = fwrite(bytes, 1, bytes.count, stream)
        return fclose(stream) == 0 && count == bytes.count && rename(part, file) == 0
    }
}

private let plugin = Plugin(id: "@NAME@", version: "1.0.0", outputs: [Picture.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { plugin.table }
