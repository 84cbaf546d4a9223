import CAvif
import PictureMetadata
public import ScrimPluginABI
import ScrimPluginKit

/// AVIF: still and animated.
@safe private final class Avif: DecoderKind {
    static let name = "avif"
    static let help = "AVIF, also animated"

    private let decoder: UnsafeMutablePointer<avifDecoder>
    private let orientation: Orientation
    /// The stored size, before rotation.
    private let width: Int
    private let height: Int
    private let profile: ColorProfile?
    let picture: Picture

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        guard start.count >= 16, unsafe start[4..<8].elementsEqual("ftyp".utf8) else { return false }
        // The brand, or one of the compatible brands.
        let end = unsafe min(start.count, Int(UInt32(bigEndian: start.loadUnaligned(as: UInt32.self))))
        return stride(from: 8, to: end - 3, by: 4).contains { place in
            let brand = unsafe start[place..<place + 4]
            return unsafe place != 12 && (brand.elementsEqual("avif".utf8) || brand.elementsEqual("avis".utf8))
        }
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard let decoder = unsafe avifDecoderCreate() else { throw .noMemory }
        unsafe self.decoder = unsafe decoder
        // Threads cannot be created in the confined process.
        unsafe decoder.pointee.maxThreads = 1
        unsafe decoder.pointee.ignoreXMP = 1
        unsafe decoder.pointee.strictFlags = 0
        var status = unsafe avifDecoderSetIOMemory(
            decoder, file.baseAddress?.assumingMemoryBound(to: UInt8.self), file.count)
        if status == AVIF_RESULT_OK { status = unsafe avifDecoderParse(decoder) }
        guard status == AVIF_RESULT_OK, let image = unsafe decoder.pointee.image else {
            unsafe avifDecoderDestroy(decoder)
            throw Self.failure(status)
        }
        (width, height) = unsafe (Int(image.pointee.width), Int(image.pointee.height))
        orientation = unsafe Self.orientation(
            image.pointee.transformFlags, turns: image.pointee.irot.angle, mirror: image.pointee.imir.mode)
        profile = unsafe ColorProfile(
            UnsafeRawBufferPointer(start: image.pointee.icc.data, count: image.pointee.icc.size))
        var durations: [Double] = []
        for frame in unsafe 0..<max(1, UInt32(clamping: decoder.pointee.imageCount)) {
            var timing = avifImageTiming()
            _ = unsafe avifDecoderNthImageTiming(decoder, frame, &timing)
            durations.append(timing.duration)
        }
        let size = orientation.size(width, height)
        let isAnimated = durations.count > 1
        picture = Picture(
            width: size.width, height: size.height, durations: isAnimated ? durations : [0],
            loopCount: isAnimated ? 0 : 1)
    }

    deinit { unsafe avifDecoderDestroy(decoder) }

    /// Rotated by quarter turns counterclockwise, then mirrored.
    private static func orientation(_ flags: UInt32, turns: UInt8, mirror: UInt8) -> Orientation {
        let turns = flags & AVIF_TRANSFORM_IROT.rawValue != 0 ? Int(turns & 3) : 0
        guard flags & AVIF_TRANSFORM_IMIR.rawValue != 0 else {
            return Orientation(code: [1, 8, 3, 6][turns]) ?? .upright
        }
        // 0: top and bottom are exchanged; 1: left and right.
        return Orientation(code: mirror == 0 ? [4, 5, 2, 7][turns] : [2, 7, 4, 5][turns]) ?? .upright
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        let status = unsafe avifDecoderNthImage(decoder, UInt32(frame))
        guard status == AVIF_RESULT_OK, let image = unsafe decoder.pointee.image else { throw Self.failure(status) }
        guard unsafe Int(image.pointee.width) == width, unsafe Int(image.pointee.height) == height else {
            throw DecodingFailure("its frames differ in size")
        }
        try orientation.decode(width, height, into: target) { stored throws(DecodingFailure) in
            var pixels = unsafe avifRGBImage()
            unsafe avifRGBImageSetDefaults(&pixels, image)
            unsafe pixels.depth = 8
            unsafe pixels.format = AVIF_RGB_FORMAT_RGBA
            unsafe pixels.pixels = unsafe stored.pixels.assumingMemoryBound(to: UInt8.self)
            unsafe pixels.rowBytes = UInt32(stored.stride)
            let status = unsafe avifImageYUVToRGB(image, &pixels)
            guard status == AVIF_RESULT_OK else { throw Self.failure(status) }
            stored.finish(profile)
        }
    }

    private static func failure(_ status: avifResult) -> DecodingFailure {
        switch status {
        case AVIF_RESULT_TRUNCATED_DATA: return .truncated
        case AVIF_RESULT_OUT_OF_MEMORY: return .noMemory
        default:
            guard let text = unsafe avifResultToString(status) else { return DecodingFailure("the file is damaged") }
            return DecodingFailure(unsafe "libavif: " + String(cString: text))
        }
    }
}

private let plugin = Plugin(id: "Avif", version: "1.0.0", decoders: [Avif.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
