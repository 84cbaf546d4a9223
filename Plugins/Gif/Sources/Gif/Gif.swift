public import ScrimPluginABI
import ScrimPluginKit

/// GIF with animation. The background colour is ignored, as in all current programs: pixels not covered by a frame are
/// transparent.
@safe private final class Gif: DecoderKind {
    static let name = "gif"
    static let help = "GIF with its animation"

    private var file: UnsafeRawBufferPointer
    /// A completed copy of a truncated file, used instead of `file`.
    private var completed: UnsafeMutableRawBufferPointer?
    let picture: Picture
    private var reader: Reader?
    private var canvas: FrameCanvas?
    private var next = 0

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        unsafe start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8)
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        unsafe self.file = unsafe file
        // Scans the whole file once, without decompressing.
        let reader = try unsafe Reader(file)
        var durations: [Double] = []
        do throws(DecodingFailure) {
            while let frame = try reader.nextFrame() {
                durations.append(frame.duration)
                try reader.skipPixels()
            }
        } catch {
            // Shows what is valid: the frames before the damage; in a truncated file also the available rows of the
            // last frame.
            guard !durations.isEmpty, error != .noMemory, error != Reader.tooManyFrames,
                error == .truncated || reader.isBetweenFrames
            else { throw error }
            if let start = reader.blockStart { unsafe completed = Self.completed(file, start) }
        }
        guard !durations.isEmpty else { throw DecodingFailure("it has no picture") }
        picture = Picture(
            width: reader.width, height: reader.height, durations: durations,
            loopCount: durations.count > 1 ? reader.loopCount : 1)
        if let completed = unsafe completed { unsafe self.file = UnsafeRawBufferPointer(completed) }
    }

    deinit { unsafe completed?.deallocate() }

    /// The file with its last, incomplete block of pixels, which begins at `start`, and an end marker.
    private static func completed(_ file: UnsafeRawBufferPointer, _ start: Int) -> UnsafeMutableRawBufferPointer {
        let rest = unsafe Array(file[start...].dropFirst().prefix(255))
        var bytes = unsafe Array(file[..<start])
        if !rest.isEmpty { bytes += [UInt8(rest.count)] + rest }
        bytes += [0, 0x3B]
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        unsafe memory.copyBytes(from: bytes)
        return unsafe memory
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        let reader: Reader
        let canvas: FrameCanvas
        if let kept = self.reader, let picture = self.canvas, frame >= next {
            (reader, canvas) = (kept, picture)
        } else {
            reader = try unsafe Reader(file, isCut: completed != nil)
            canvas = FrameCanvas(width: picture.width, height: picture.height)
            next = 0
        }
        // Stored again only after success.
        (self.reader, self.canvas) = (nil, nil)
        while next <= frame {
            guard let part = try reader.nextFrame() else { throw .truncated }
            canvas.put(reader.visible(part.placement), try reader.readPixels(part), blends: true)
            next += 1
        }
        (self.reader, self.canvas) = (reader, canvas)
        canvas.copy(to: target)
    }
}

private let plugin = Plugin(id: "Gif", version: "1.0.0", decoders: [Gif.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
