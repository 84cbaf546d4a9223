import CGif
import ScrimPluginKit

/// Reads a GIF file frame by frame with giflib.
@safe final class Reader {
    struct Frame {
        var placement: FrameCanvas.Placement
        /// In seconds.
        var duration: Double
        /// The index of the transparent colour; −1 for none.
        var transparent: Int
        var isInterlaced: Bool
    }

    /// The file for giflib's read function.
    @safe
    private final class Cursor {
        let file: UnsafeRawBufferPointer
        var offset = 0

        init(_ file: UnsafeRawBufferPointer) { unsafe self.file = unsafe file }
    }

    private let raw: UnsafeMutablePointer<GifFileType>
    private let cursor: Cursor
    private var count = 0
    /// Number of repetitions; 0 for ever. Read before the first frame.
    private(set) var loopCount = 1

    /// Start of the block of compressed pixels being skipped; in a truncated file, its last block.
    private(set) var blockStart: Int?
    /// True for a truncated file: the available rows of its last frame count.
    private let isCut: Bool

    private static let frameLimit = 65_536
    static let tooManyFrames = DecodingFailure("it has too many frames")

    /// True when no block of pixels is being skipped, so all reported frames are complete.
    var isBetweenFrames: Bool { blockStart == nil }

    init(_ file: UnsafeRawBufferPointer, isCut: Bool = false) throws(DecodingFailure) {
        self.isCut = isCut
        let cursor = unsafe Cursor(file)
        self.cursor = cursor
        var error: Int32 = 0
        let opened = unsafe DGifOpen(
            Unmanaged.passUnretained(cursor).toOpaque(),
            { gif, bytes, count in
                guard let user = unsafe gif?.pointee.UserData, let bytes = unsafe bytes, count > 0 else { return 0 }
                let cursor = unsafe Unmanaged<Cursor>.fromOpaque(user).takeUnretainedValue()
                let taken = unsafe min(Int(count), cursor.file.count - cursor.offset)
                guard taken > 0, let base = unsafe cursor.file.baseAddress else { return 0 }
                unsafe UnsafeMutableRawPointer(bytes).copyMemory(from: base + cursor.offset, byteCount: taken)
                cursor.offset += taken
                return Int32(taken)
            }, &error)
        guard let opened = unsafe opened else { throw Self.failure(error) }
        unsafe raw = unsafe opened
        (width, height) = unsafe (Int(opened.pointee.SWidth), Int(opened.pointee.SHeight))
    }

    deinit {
        var error: Int32 = 0
        unsafe DGifCloseFile(raw, &error)
    }

    /// In pixels: the logical screen, extended by the first frame, as in browsers.
    private(set) var width: Int
    private(set) var height: Int

    private static func failure(_ error: Int32) -> DecodingFailure {
        // 102: D_GIF_ERR_READ_FAILED, 113: D_GIF_ERR_EOF_TOO_SOON, 109: D_GIF_ERR_NOT_ENOUGH_MEM.
        if error == 102 || error == 113 { return .truncated }
        if error == 109 { return .noMemory }
        guard let text = unsafe GifErrorString(error) else { return DecodingFailure("the file is damaged") }
        return DecodingFailure(unsafe String(cString: text))
    }

    private func check(_ status: Int32) throws(DecodingFailure) {
        if status == GIF_ERROR { throw Self.failure(unsafe raw.pointee.Error) }
    }

    /// The next frame; its pixels must be read or skipped before the next call. Nil at the end.
    func nextFrame() throws(DecodingFailure) -> Frame? {
        var control = GraphicsControlBlock(
            DisposalMode: 0, UserInputFlag: false, DelayTime: 0, TransparentColor: -1)
        while true {
            var type = UNDEFINED_RECORD_TYPE
            try check(unsafe DGifGetRecordType(raw, &type))
            switch type {
            case IMAGE_DESC_RECORD_TYPE:
                count += 1
                guard count <= Self.frameLimit else { throw Self.tooManyFrames }
                try check(unsafe DGifGetImageDesc(raw))
                return try frame(control)
            case EXTENSION_RECORD_TYPE: try readExtension(&control)
            case TERMINATE_RECORD_TYPE: return nil
            default: throw DecodingFailure("the file is damaged")
            }
        }
    }

    private func frame(_ control: GraphicsControlBlock) throws(DecodingFailure) -> Frame {
        let image = unsafe raw.pointee.Image
        let (w, h) = unsafe (Int(image.Width), Int(image.Height))
        guard w > 0, h > 0 else { throw DecodingFailure("a frame has no size") }
        if count == 1 {
            width = unsafe max(width, Int(image.Left) + w)
            height = unsafe max(height, Int(image.Top) + h)
        }
        let disposal: FrameCanvas.Disposal =
            switch control.DisposalMode {
            case DISPOSE_BACKGROUND: .clear
            case DISPOSE_PREVIOUS: .restore
            default: .keep
            }
        return unsafe Frame(
            placement: .init(x: Int(image.Left), y: Int(image.Top), width: w, height: h, disposal: disposal),
            duration: Double(control.DelayTime) / 100, transparent: Int(control.TransparentColor),
            isInterlaced: image.Interlace)
    }

    private func readExtension(_ control: inout GraphicsControlBlock) throws(DecodingFailure) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        try check(unsafe DGifGetExtension(raw, &code, &block))
        var isLoop = false
        while let bytes = unsafe block {
            // The first byte is the length of the rest.
            let length = unsafe Int(bytes[0])
            let data = unsafe UnsafeBufferPointer(start: bytes + 1, count: length)
            if code == GRAPHICS_EXT_FUNC_CODE, length == 4 {
                try check(unsafe DGifExtensionToGCB(4, bytes + 1, &control))
            } else if code == APPLICATION_EXT_FUNC_CODE {
                if isLoop, length >= 3, unsafe data[0] == 1 {
                    let repeats = unsafe Int(data[1]) | Int(data[2]) << 8
                    // The number does not include the first repetition.
                    loopCount = repeats == 0 ? 0 : repeats + 1
                }
                isLoop =
                    unsafe data.elementsEqual("NETSCAPE2.0".utf8) || data.elementsEqual("ANIMEXTS1.0".utf8) || isLoop
            }
            try check(unsafe DGifGetExtensionNext(raw, &block))
        }
    }

    func skipPixels() throws(DecodingFailure) {
        var size: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        blockStart = cursor.offset
        try check(unsafe DGifGetCode(raw, &size, &block))
        while unsafe block != nil {
            blockStart = cursor.offset
            try check(unsafe DGifGetCodeNext(raw, &block))
        }
        blockStart = nil
    }

    /// The frame's pixels, without padding, as far as they are inside the picture: see `visible`. Missing rows are
    /// transparent.
    func readPixels(_ frame: Frame) throws(DecodingFailure) -> [UInt32] {
        let (width, height) = (frame.placement.width, frame.placement.height)
        let shown = visible(frame.placement)
        let colors = palette(transparent: frame.transparent)
        var pixels = [UInt32](repeating: 0, count: shown.width * shown.height)
        var line = [UInt8](repeating: 0, count: width)
        // Interlaced: every eighth row from 0, every eighth from 4, every fourth from 2, every second from 1.
        let passes = frame.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        for (first, step) in passes {
            for y in stride(from: first, to: height, by: step) {
                do throws(DecodingFailure) {
                    try check(unsafe DGifGetLine(raw, &line, Int32(width)))
                } catch {
                    guard isCut else { throw error }
                    return pixels
                }
                guard y < shown.height else { continue }
                for x in 0..<shown.width { pixels[y * shown.width + x] = colors[Int(line[x])] }
            }
        }
        return pixels
    }

    /// The part of a frame inside the picture: it is clipped at the right and at the bottom.
    func visible(_ placement: FrameCanvas.Placement) -> FrameCanvas.Placement {
        var shown = placement
        shown.width = max(0, min(placement.width, width - placement.x))
        shown.height = max(0, min(placement.height, height - placement.y))
        return shown
    }

    /// 256 words; colours beyond the file's palette are transparent.
    private func palette(transparent: Int) -> [UInt32] {
        var colors = [UInt32](repeating: 0, count: 256)
        guard let map = unsafe raw.pointee.Image.ColorMap ?? raw.pointee.SColorMap else { return colors }
        for index in unsafe 0..<min(256, Int(map.pointee.ColorCount)) where index != transparent {
            let c = unsafe map.pointee.Colors[index]
            colors[index] = 0xFF00_0000 | UInt32(c.Red) << 16 | UInt32(c.Green) << 8 | UInt32(c.Blue)
        }
        return colors
    }
}
