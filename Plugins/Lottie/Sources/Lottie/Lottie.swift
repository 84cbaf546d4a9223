import CRlottie
public import ScrimPluginABI
import ScrimPluginKit

/// Lottie animations, rendered at the displayed size.
@safe private final class Lottie: DecoderKind {
    static let name = "lottie"
    static let help = "Lottie animations, at the size that is shown"

    private let animation: OpaquePointer
    let picture: Picture

    /// Number of files read, for unique names: the library caches what it reads by name.
    nonisolated(unsafe) private static var count = 0

    /// Renders a frame with an embedded picture: later no thread can be created and no library loaded.
    static func prepare() {
        let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        let text = """
            {"v":"5.5.7","fr":30,"ip":0,"op":1,"w":4,"h":4,"assets":[{"id":"p","w":1,"h":1,"u":"","p":"data:image/png;base64,\(pixel)",\
            "e":1}],"layers":[{"ty":2,"refId":"p","ip":0,"op":1,"st":0,"ks":{}}]}
            """
        var pixels = [UInt32](repeating: 0, count: 16)
        unsafe Array(text.utf8).withUnsafeBytes { file in
            unsafe pixels.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress, let lottie = try? unsafe Lottie(file) else { return }
                try? lottie.decode(
                    frame: 0, into: unsafe PixelTarget(pixels: base, width: 4, height: 4, stride: 16))
            }
        }
    }

    /// Recognizes a JSON object: no other film decoder reads text.
    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        var words = unsafe start.lazy.filter { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }.makeIterator()
        return unsafe words.next() == UInt8(ascii: "{") && words.next() == UInt8(ascii: "\"")
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        // The library requires text that ends with a zero.
        guard unsafe !file.contains(0) else { throw DecodingFailure("it is no text") }
        var text = unsafe [CChar](file.lazy.map { CChar(bitPattern: $0) })
        text.append(0)
        unsafe Self.count += 1
        guard let animation = unsafe lottie_animation_from_data(text, "\(Self.count)", "") else {
            throw DecodingFailure("it is no Lottie animation")
        }
        unsafe self.animation = unsafe animation
        var (width, height) = (0, 0)
        unsafe lottie_animation_get_size(animation, &width, &height)
        let (rate, count) = unsafe (
            lottie_animation_get_framerate(animation), Int(clamping: lottie_animation_get_totalframe(animation))
        )
        guard rate.isFinite, rate > 0, rate <= 1000, (1...Self.frameLimit).contains(count) else {
            unsafe lottie_animation_destroy(animation)
            throw DecodingFailure("it has \(count) frames, \(rate) a second")
        }
        picture = Picture(
            width: width, height: height, durations: [Double](repeating: 1 / rate, count: count), isVector: true)
    }

    /// Maximum number of frames of a film in the host.
    private static let frameLimit = 1 << 20

    deinit { unsafe lottie_animation_destroy(animation) }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        unsafe lottie_animation_render(
            animation, frame, target.pixels.assumingMemoryBound(to: UInt32.self), target.width, target.height,
            target.stride)
    }
}

private let plugin = Plugin(id: "Lottie", version: "1.0.0", decoders: [Lottie.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
