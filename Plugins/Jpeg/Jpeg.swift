import CTurboJPEG
import Glibc
public import ScrimPluginABI
import ScrimPluginKit

/// JPEG: baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK.
@safe private final class Jpeg: DecoderKind {
    static let name = "jpeg"
    static let help = "JPEG, turned upright"

    private let file: UnsafeRawBufferPointer
    private let handle: tjhandle
    private let head: Head
    /// As it is stored, before it is turned upright.
    private let width: Int
    private let height: Int
    private let isCMYK: Bool
    let picture: Picture

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        unsafe start.count > 3 && start[0] == 0xFF && start[1] == 0xD8 && start[2] == 0xFF
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard let handle = unsafe tjInitDecompress() else { throw .noMemory }
        unsafe self.file = unsafe file
        unsafe self.handle = unsafe handle
        var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let status = unsafe tjDecompressHeader3(
            handle, file.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(file.count), &width, &height, &sampling,
            &colors)
        head = unsafe Head(file)
        (self.width, self.height) = (Int(width), Int(height))
        isCMYK = colors == Int32(TJCS_CMYK.rawValue) || colors == Int32(TJCS_YCCK.rawValue)
        picture =
            head.isTurned
            ? Picture(width: Int(height), height: Int(width)) : Picture(width: Int(width), height: Int(height))
        if status != 0 { try check() }
        guard width > 0, height > 0 else { throw DecodingFailure("it has no size") }
    }

    deinit { unsafe tjDestroy(handle) }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        if head.orientation == 1, !isCMYK {
            return try unsafe decompress(into: target.pixels, stride: target.stride, TJPF_BGRA)
        }
        // Four bytes a pixel in any case; zeroed and not taken from the system before it is written.
        guard let memory = unsafe calloc(width * height, 4) else { throw .noMemory }
        defer { unsafe free(memory) }
        try unsafe decompress(into: memory, stride: width * 4, isCMYK ? TJPF_CMYK : TJPF_BGRA)
        let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
        for row in 0..<height {
            for column in 0..<width {
                let word = unsafe words[row * width + column]
                let (x, y) = head.place(column, row, width, height)
                unsafe target.row(y)[x] = isCMYK ? color(UInt32(littleEndian: word)) : word
            }
        }
    }

    /// From cyan, magenta, yellow and black, which Adobe's programs store inverted.
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

    /// Throws the library's error, except faults that leave a whole picture.
    private func check() throws(DecodingFailure) {
        let text = unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "libjpeg-turbo failed"
        if text.hasPrefix("Premature end") { throw .truncated }
        if unsafe tjGetErrorCode(handle) != Int32(TJERR_WARNING.rawValue) { throw DecodingFailure(text) }
    }
}

private let plugin = Plugin(id: "Jpeg", version: "1.0.0", decoders: [Jpeg.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
