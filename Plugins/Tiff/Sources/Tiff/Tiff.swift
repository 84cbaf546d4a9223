import CTiff
import Glibc
import PictureMetadata
public import ScrimPluginABI
import ScrimPluginKit

/// TIFF: the first page, in any compression and colour format.
@safe private final class Tiff: DecoderKind {
    static let name = "tiff"
    static let help = "TIFF, the first page"

    /// The file for libtiff's functions.
    @safe
    private final class Cursor {
        let file: UnsafeRawBufferPointer
        var position = 0

        init(_ file: UnsafeRawBufferPointer) { unsafe self.file = unsafe file }
    }

    private let cursor: Cursor
    private let file: OpaquePointer
    private let orientation: Orientation
    /// The stored size, before rotation.
    private let width: Int
    private let height: Int
    private var profile: ColorProfile?
    let picture: Picture

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]].contains { mark in
            unsafe start.starts(with: mark.map { UInt8($0) })
        }
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        tiff_be_quiet()
        let cursor = unsafe Cursor(bytes)
        self.cursor = cursor
        guard let file = unsafe Self.open(cursor) else { throw DecodingFailure("the file is damaged") }
        unsafe self.file = unsafe file
        (width, height) = unsafe (Int(tiff_long(file, 256)), Int(tiff_long(file, 257)))
        let code = unsafe Int(tiff_short(file, 274, 1))
        orientation = Orientation(code: code) ?? .upright
        unsafe tiff_set_upright(file)
        let size = orientation.size(width, height)
        picture = Picture(width: size.width, height: size.height)
        guard width > 0, height > 0 else { throw DecodingFailure("it has no size") }
        var length: UInt32 = 0
        if let icc = unsafe tiff_profile(file, &length) {
            profile = unsafe ColorProfile(UnsafeRawBufferPointer(start: icc, count: Int(length)))
        }
    }

    deinit { unsafe TIFFClose(file) }

    private static func open(_ cursor: Cursor) -> OpaquePointer? {
        unsafe TIFFClientOpen(
            "", "rm", Unmanaged.passUnretained(cursor).toOpaque(),
            { context, bytes, count in
                guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
                let cursor = unsafe Unmanaged<Cursor>.fromOpaque(context).takeUnretainedValue()
                let taken = max(0, unsafe min(Int(count), cursor.file.count - cursor.position))
                guard taken > 0, let base = unsafe cursor.file.baseAddress else { return 0 }
                unsafe bytes.copyMemory(from: base + cursor.position, byteCount: taken)
                cursor.position += taken
                return tmsize_t(taken)
            }, { _, _, _ in 0 },
            { context, offset, origin in
                guard let context = unsafe context else { return 0 }
                let cursor = unsafe Unmanaged<Cursor>.fromOpaque(context).takeUnretainedValue()
                let base = origin == SEEK_CUR ? cursor.position : origin == SEEK_END ? unsafe cursor.file.count : 0
                let position = base.addingReportingOverflow(Int(truncatingIfNeeded: offset))
                guard !position.overflow, position.partialValue >= 0 else { return UInt64.max }
                cursor.position = position.partialValue
                return UInt64(cursor.position)
            }, { _ in 0 },
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe UInt64(Unmanaged<Cursor>.fromOpaque(context).takeUnretainedValue().file.count)
            }, nil, nil)
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        var text = [CChar](repeating: 0, count: 1024)
        let isPlain = unsafe TIFFRGBAImageOK(file, &text) != 0 && !Self.isMisread(file)
        if !isPlain {
            let deep: DeepSamples
            do throws(DecodingFailure) {
                deep = try unsafe DeepSamples(file, width: width, height: height)
            } catch {
                let said = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                throw said.isEmpty ? error : DecodingFailure("libtiff: " + said)
            }
            return try orientation.decode(width, height, into: target) { stored throws(DecodingFailure) in
                try unsafe deep.read { y, pixels in unsafe finish(straight: pixels, stored.row(y)) }
            }
        }
        try orientation.decode(width, height, into: target) { stored throws(DecodingFailure) in
            guard let memory = ZeroedMemory(width * height * 4) else { throw .noMemory }
            let raster = unsafe memory.base.assumingMemoryBound(to: UInt32.self)
            guard
                unsafe TIFFReadRGBAImageOriented(
                    file, UInt32(width), UInt32(height), raster, ORIENTATION_TOPLEFT, 1) != 0
            else { throw DecodingFailure("the file is damaged") }
            for y in 0..<height { unsafe finish(raster + y * width, stored.row(y)) }
        }
    }

    /// True for CMYK of more than eight bits, which libtiff claims to support but does not, and L*a*b*, which it shows
    /// too blue.
    private static func isMisread(_ file: OpaquePointer) -> Bool {
        let bits = unsafe tiff_short(file, 258, 1)
        let photometric = unsafe tiff_short(file, 262, 1)
        return photometric == 5 && bits > 8 || photometric == 8 && bits == 8
    }

    /// Converts premultiplied red, green, blue, alpha bytes from libtiff.
    private func finish(_ source: UnsafeMutablePointer<UInt32>, _ row: UnsafeMutablePointer<UInt32>) {
        for x in 0..<width {
            let word = unsafe UInt32(littleEndian: source[x])
            let alpha = word >> 24
            guard profile != nil else {
                unsafe row[x] = alpha << 24 | (word & 255) << 16 | word & 0xFF00 | word >> 16 & 255
                continue
            }
            func straight(_ shift: UInt32) -> UInt32 {
                alpha == 0 ? 0 : min(255, ((word >> shift & 255) * 255 + alpha / 2) / alpha) << shift
            }
            unsafe source[x] = (straight(0) | straight(8) | straight(16) | alpha << 24).littleEndian
        }
        if profile != nil { unsafe finish(straight: source, row) }
    }

    /// Converts straight red, green, blue, alpha bytes.
    private func finish(straight source: UnsafeMutablePointer<UInt32>, _ row: UnsafeMutablePointer<UInt32>) {
        if let profile { unsafe profile.convert(source, count: width) }
        for x in 0..<width {
            let p = unsafe UInt32(littleEndian: source[x])
            unsafe row[x] = premultiplied(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24)
        }
    }
}

private let plugin = Plugin(id: "Tiff", version: "1.0.0", decoders: [Tiff.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
