import CWebP
import PictureMetadata
public import ScrimPluginABI
import ScrimPluginKit

/// WebP: lossy, lossless, with alpha, animated.
@safe private final class Webp: DecoderKind {
    static let name = "webp"
    static let help = "WebP, also animated"

    private let file: UnsafeRawBufferPointer
    private let isAnimated: Bool
    /// The stored size, before rotation.
    private let width: Int
    private let height: Int
    private var orientation = Orientation.upright
    private var profile: ColorProfile?
    let picture: Picture
    private var decoder: OpaquePointer?
    /// The next frame of the animation's decoder.
    private var next = 0

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        unsafe start.count >= 12 && start.starts(with: "RIFF".utf8) && start[8..<12].elementsEqual("WEBP".utf8)
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        unsafe self.file = unsafe file
        var features = WebPBitstreamFeatures()
        let first = unsafe file.baseAddress?.assumingMemoryBound(to: UInt8.self)
        try Self.check(unsafe WebPGetFeatures(first, file.count, &features))
        isAnimated = features.has_animation != 0
        (width, height) = (Int(features.width), Int(features.height))
        var data = unsafe WebPData(bytes: first, size: file.count)
        guard isAnimated else {
            // Damaged metadata is ignored.
            let demuxer = unsafe WebPDemux(&data)
            defer { unsafe WebPDemuxDelete(demuxer) }
            (orientation, profile) = unsafe Self.metadata(demuxer)
            let size = orientation.size(width, height)
            picture = Picture(width: size.width, height: size.height)
            return
        }
        guard let demuxer = unsafe WebPDemux(&data) else { throw .truncated }
        defer { unsafe WebPDemuxDelete(demuxer) }
        (orientation, profile) = unsafe Self.metadata(demuxer)
        var durations: [Double] = []
        for number in unsafe 0..<WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT) {
            var frame = unsafe WebPIterator()
            guard unsafe WebPDemuxGetFrame(demuxer, Int32(number + 1), &frame) != 0 else { throw .truncated }
            durations.append(unsafe Double(max(0, frame.duration)) / 1000)
            unsafe WebPDemuxReleaseIterator(&frame)
        }
        guard !durations.isEmpty else { throw DecodingFailure("an animation without frames") }
        let size = orientation.size(width, height)
        picture = Picture(
            width: size.width, height: size.height, durations: durations,
            loopCount: unsafe Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT)))
    }

    deinit { unsafe WebPAnimDecoderDelete(decoder) }

    private static func metadata(_ demuxer: OpaquePointer?) -> (Orientation, ColorProfile?) {
        guard let demuxer = unsafe demuxer else { return (.upright, nil) }
        var chunk = unsafe WebPChunkIterator()
        var found = (Orientation.upright, ColorProfile?.none)
        if unsafe WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk) != 0 {
            let bytes = unsafe UnsafeRawBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size)
            found.0 = unsafe Orientation(exif: bytes) ?? .upright
        }
        unsafe WebPDemuxReleaseChunkIterator(&chunk)
        unsafe chunk = unsafe WebPChunkIterator()
        if unsafe WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk) != 0 {
            let bytes = unsafe UnsafeRawBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size)
            found.1 = unsafe ColorProfile(bytes)
        }
        unsafe WebPDemuxReleaseChunkIterator(&chunk)
        return found
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        try orientation.decode(width, height, into: target) { stored throws(DecodingFailure) in
            isAnimated ? try decodeAnimated(frame, stored) : try decodeStill(stored)
            // With a profile, pixels are straight.
            if let profile { stored.finish(profile) }
        }
    }

    private func decodeStill(_ target: PixelTarget) throws(DecodingFailure) {
        var config = unsafe WebPDecoderConfig()
        guard unsafe WebPInitDecoderConfig(&config) != 0 else { throw DecodingFailure("libwebp has another version") }
        unsafe config.output.colorspace = profile == nil ? MODE_bgrA : MODE_RGBA
        unsafe config.output.is_external_memory = 1
        unsafe config.output.u.RGBA.rgba = unsafe target.pixels.assumingMemoryBound(to: UInt8.self)
        unsafe config.output.u.RGBA.stride = Int32(target.stride)
        unsafe config.output.u.RGBA.size = target.stride * target.height
        let status = unsafe WebPDecode(
            file.baseAddress?.assumingMemoryBound(to: UInt8.self), file.count, &config)
        unsafe WebPFreeDecBuffer(&config.output)
        try Self.check(status)
    }

    private func decodeAnimated(_ frame: Int, _ target: PixelTarget) throws(DecodingFailure) {
        if unsafe decoder == nil {
            var options = WebPAnimDecoderOptions()
            guard unsafe WebPAnimDecoderOptionsInit(&options) != 0 else {
                throw DecodingFailure("libwebp has another version")
            }
            options.color_mode = profile == nil ? MODE_bgrA : MODE_RGBA
            var data = unsafe WebPData(
                bytes: file.baseAddress?.assumingMemoryBound(to: UInt8.self), size: file.count)
            unsafe decoder = unsafe WebPAnimDecoderNew(&data, &options)
            next = 0
        }
        guard let decoder = unsafe decoder else { throw .truncated }
        if frame < next {
            unsafe WebPAnimDecoderReset(decoder)
            next = 0
        }
        var pixels: UnsafeMutablePointer<UInt8>?
        while next <= frame {
            var time: Int32 = 0
            guard unsafe WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0 else {
                unsafe WebPAnimDecoderReset(decoder)
                next = 0
                throw DecodingFailure("frame \(frame) is damaged")
            }
            next += 1
        }
        guard let pixels = unsafe pixels else { throw DecodingFailure("frame \(frame) is damaged") }
        for y in 0..<target.height {
            unsafe UnsafeMutableRawPointer(target.row(y)).copyMemory(
                from: pixels + y * target.width * 4, byteCount: target.width * 4)
        }
    }

    private static func check(_ status: VP8StatusCode) throws(DecodingFailure) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_OUT_OF_MEMORY: throw .noMemory
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated
        case VP8_STATUS_UNSUPPORTED_FEATURE: throw DecodingFailure("it uses a feature that libwebp does not have")
        default: throw DecodingFailure("the file is damaged")
        }
    }
}

private let plugin = Plugin(id: "Webp", version: "1.0.0", decoders: [Webp.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
