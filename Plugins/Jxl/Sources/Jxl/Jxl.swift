import CJxl
import PictureMetadata
public import ScrimPluginABI
import ScrimPluginKit

/// JPEG XL: still and animated.
@safe private final class Jxl: DecoderKind {
    static let name = "jxl"
    static let help = "JPEG XL, also animated"

    private static let frameLimit = 65_536

    private let file: UnsafeRawBufferPointer
    private let decoder: OpaquePointer
    private var profile: ColorProfile?
    private(set) var picture: Picture
    /// The next frame of the decoder; nil before the first.
    private var next: Int?

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        let container: [UInt8] = [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
        return unsafe start.starts(with: [0xFF, 0x0A]) || start.starts(with: container)
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard let decoder = unsafe JxlDecoderCreate(nil) else { throw .noMemory }
        unsafe self.file = unsafe file
        unsafe self.decoder = unsafe decoder
        picture = Picture(width: 0, height: 0)
        try begin(JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FRAME.rawValue)
        var info = JxlBasicInfo()
        var durations: [Double] = []
        while true {
            let status = unsafe JxlDecoderProcessInput(decoder)
            switch status {
            case JXL_DEC_BASIC_INFO:
                guard unsafe JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else { throw Self.damaged }
                guard info.xsize > 0, info.ysize > 0 else { throw DecodingFailure("it has no size") }
            case JXL_DEC_COLOR_ENCODING: readProfile()
            case JXL_DEC_FRAME:
                var header = JxlFrameHeader()
                guard unsafe JxlDecoderGetFrameHeader(decoder, &header) == JXL_DEC_SUCCESS else { throw Self.damaged }
                guard durations.count < Self.frameLimit else { throw DecodingFailure("it has too many frames") }
                let ticks = Double(info.animation.tps_numerator)
                durations.append(
                    ticks > 0 ? Double(header.duration) * Double(info.animation.tps_denominator) / ticks : 0)
            case JXL_DEC_SUCCESS:
                guard !durations.isEmpty else { throw Self.damaged }
                let isAnimated = info.have_animation != 0 && durations.count > 1
                picture = Picture(
                    width: Int(info.xsize), height: Int(info.ysize), durations: isAnimated ? durations : [0],
                    loopCount: isAnimated ? Int(info.animation.num_loops) : 1)
                return
            case JXL_DEC_NEED_MORE_INPUT: throw .truncated
            default: throw Self.damaged
            }
        }
    }

    deinit { unsafe JxlDecoderDestroy(decoder) }

    private static let damaged = DecodingFailure("the file is damaged")

    private func begin(_ events: UInt32) throws(DecodingFailure) {
        unsafe JxlDecoderReset(decoder)
        guard unsafe JxlDecoderSubscribeEvents(decoder, Int32(events)) == JXL_DEC_SUCCESS,
            unsafe JxlDecoderSetInput(decoder, file.baseAddress?.assumingMemoryBound(to: UInt8.self), file.count)
                == JXL_DEC_SUCCESS
        else { throw .noMemory }
        unsafe JxlDecoderCloseInput(decoder)
    }

    /// Reads the profile of the decoded pixels, which libjxl converts to sRGB itself if it can.
    private func readProfile() {
        let size = unsafe jxl_profile_size(decoder)
        guard size > 0, size <= 16 << 20 else { return }
        var bytes = [UInt8](repeating: 0, count: size)
        guard unsafe jxl_profile(decoder, &bytes, size) else { return }
        profile = unsafe bytes.withUnsafeBytes { unsafe ColorProfile($0) }
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        if next.map({ frame < $0 }) ?? true {
            try begin(JXL_DEC_FULL_IMAGE.rawValue)
            next = 0
        }
        // Stored again only after success.
        var position = next ?? 0
        next = nil
        if frame > position {
            unsafe JxlDecoderSkipFrames(decoder, frame - position)
            position = frame
        }
        var format = JxlPixelFormat(
            num_channels: 4, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: target.stride)
        while true {
            let status = unsafe JxlDecoderProcessInput(decoder)
            switch status {
            case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                var size = 0
                // The last row needs no padding.
                guard unsafe JxlDecoderImageOutBufferSize(decoder, &format, &size) == JXL_DEC_SUCCESS,
                    size <= target.stride * target.height,
                    unsafe JxlDecoderSetImageOutBuffer(decoder, &format, target.pixels, target.stride * target.height)
                        == JXL_DEC_SUCCESS
                else { throw Self.damaged }
            case JXL_DEC_FULL_IMAGE:
                target.finish(profile)
                next = position + 1
                return
            case JXL_DEC_NEED_MORE_INPUT: throw .truncated
            default: throw DecodingFailure("frame \(frame) is damaged")
            }
        }
    }
}

private let plugin = Plugin(id: "Jxl", version: "1.0.0", decoders: [Jxl.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
