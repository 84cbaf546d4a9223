import CTurboJPEG
import PictureMetadata
import PlainJpeg
public import ScrimPluginABI
import ScrimPluginKit

/// JPEG: baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK.
@safe private final class Jpeg: DecoderKind {
    static let name = "jpeg"
    static let help = "JPEG, turned upright"

    private let file: UnsafeRawBufferPointer
    private let handle: tjhandle
    private let head: Head
    /// The stored size, before rotation.
    private let width: Int
    private let height: Int
    private let isCMYK: Bool
    /// True when libjpeg's own interface decodes it.
    private let isPlain: Bool
    let picture: Picture

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        unsafe start.count > 3 && start[0] == 0xFF && start[1] == 0xD8 && start[2] == 0xFF
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard let handle = unsafe tjInitDecompress() else { throw .noMemory }
        unsafe self.file = unsafe file
        unsafe self.handle = unsafe handle
        let bytes = unsafe file.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let status = unsafe tjDecompressHeader3(
            handle, bytes, UInt(file.count), &width, &height, &sampling, &colors)
        // Sampling factors that TurboJPEG does not name, such as 4:1:0, are decoded by libjpeg itself.
        var (plainWidth, plainHeight) = (UInt32(0), UInt32(0))
        if status != 0, let bytes = unsafe bytes {
            isPlain = unsafe plain_jpeg_size(bytes, file.count, &plainWidth, &plainHeight) == 0
        } else {
            isPlain = false
        }
        head = unsafe Head(file)
        (self.width, self.height) = isPlain ? (Int(plainWidth), Int(plainHeight)) : (Int(width), Int(height))
        isCMYK = !isPlain && (colors == Int32(TJCS_CMYK.rawValue) || colors == Int32(TJCS_YCCK.rawValue))
        let shown = head.orientation.size(self.width, self.height)
        picture = Picture(width: shown.width, height: shown.height)
        if status != 0, !isPlain { try check() }
        guard self.width > 0, self.height > 0 else { throw DecodingFailure("it has no size") }
    }

    deinit { unsafe tjDestroy(handle) }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        try head.orientation.decode(width, height, into: target) { stored throws(DecodingFailure) in
            let profile = isCMYK ? nil : head.profile
            if isPlain {
                try decodePlain(stored)
                // Blue and red are exchanged, as `finish` expects.
                if profile != nil { swapChannels(stored) }
            } else {
                try unsafe decompress(
                    into: stored.pixels, stride: stored.stride,
                    isCMYK ? TJPF_CMYK : profile == nil ? TJPF_BGRA : TJPF_RGBA)
            }
            if isCMYK {
                for y in 0..<height {
                    let row = unsafe stored.row(y)
                    for x in 0..<width { unsafe row[x] = unsafe color(UInt32(littleEndian: row[x])) }
                }
            }
            if let profile { stored.finish(profile) }
        }
    }

    private func swapChannels(_ stored: PixelTarget) {
        for y in 0..<height {
            let row = unsafe stored.row(y)
            for x in 0..<width {
                let word = unsafe UInt32(littleEndian: row[x])
                unsafe row[x] = (word & 0xFF00_FF00 | (word & 255) << 16 | word >> 16 & 255).littleEndian
            }
        }
    }

    private func decodePlain(_ stored: PixelTarget) throws(DecodingFailure) {
        guard let bytes = unsafe file.baseAddress?.assumingMemoryBound(to: UInt8.self) else { throw .truncated }
        var text = [CChar](repeating: 0, count: 256)
        let status = unsafe plain_jpeg_decode(
            bytes, file.count, stored.pixels.assumingMemoryBound(to: UInt8.self), stored.stride, UInt32(width),
            UInt32(height), &text, text.count)
        if status != 0 {
            throw DecodingFailure(
                String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
    }

    /// Converts cyan, magenta, yellow and black, which Adobe's programs store inverted.
    private func color(_ word: UInt32) -> UInt32 {
        let word = head.isAdobe ? word : ~word
        let black = word >> 24
        func channel(_ shift: UInt32) -> UInt32 { ((word >> shift & 255) * black + 127) / 255 }
        return 0xFF00_0000 | channel(0) << 16 | channel(8) << 8 | channel(16)
    }

    private func decompress(
        into memory: UnsafeMutableRawPointer, stride: Int, _ format: TJPF
    ) throws(DecodingFailure) {
        let status = unsafe tjDecompress2(
            handle, file.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(file.count),
            memory.assumingMemoryBound(to: UInt8.self), Int32(width), Int32(stride), Int32(height),
            Int32(format.rawValue), TJFLAG_LIMITSCANS)
        if status != 0 { try check() }
    }

    /// Throws the library's error, except for errors that leave a complete picture.
    private func check() throws(DecodingFailure) {
        let text = unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "libjpeg-turbo failed"
        if text.hasPrefix("Premature end") { throw .truncated }
        if unsafe tjGetErrorCode(handle) != Int32(TJERR_WARNING.rawValue) { throw DecodingFailure(text) }
    }
}

private let plugin = Plugin(id: "Jpeg", version: "1.0.0", decoders: [Jpeg.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
