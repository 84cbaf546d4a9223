import ScrimPluginABI
import ScrimPluginKit

/// Farbfeld: "farbfeld", width and height, then rows of 16-bit red, green, blue, alpha; all big-endian.
private final class Farbfeld: DecoderKind {
    static let name = "@name@"
    static let help = "pictures in farbfeld"
    let picture: Picture
    /// Of the file, which stays readable as long as this lives.
    private let pixels: UnsafeRawBufferPointer

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        start.count >= 16 && start[..<8].elementsEqual("farbfeld".utf8)
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        func number(_ offset: Int) -> Int { file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(8), number(12))
        guard width > 0, height > 0 else { throw DecodingFailure("the picture has no pixels") }
        // Divided, so that nothing overflows.
        guard (file.count - 16) / 8 / width >= height else { throw .truncated }
        picture = Picture(width: width, height: height)
        pixels = UnsafeRawBufferPointer(rebasing: file[16...])
    }

    func decode(frame: Int, into target: PixelTarget) {
        for y in 0..<picture.height {
            let row = target.row(y)
            for x in 0..<picture.width {
                let at = (y * picture.width + x) * 8
                // The upper byte of each channel.
                row[x] = premultiplied(
                    UInt32(pixels[at]), UInt32(pixels[at + 2]), UInt32(pixels[at + 4]), UInt32(pixels[at + 6]))
            }
        }
    }
}

private let plugin = Plugin(id: "@NAME@", version: "1.0.0", decoders: [Farbfeld.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { plugin.table }
