import FilmReader
import PictureMetadata
public import ScrimPluginABI
import ScrimPluginKit

/// Films: decodes any frame of a file exactly.
@safe private final class Video: DecoderKind {
    static let name = "video"
    static let help = "films, by FFmpeg's libraries"

    private let film: OpaquePointer
    private let orientation: Orientation
    let picture: Picture

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        guard let base = start.baseAddress else { return false }
        return unsafe film_is_film(base.assumingMemoryBound(to: UInt8.self), UInt64(start.count)) != 0
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard let base = file.baseAddress else { throw .truncated }
        var fault = Fault()
        let opened = unsafe fault.fill {
            unsafe film_open(base.assumingMemoryBound(to: UInt8.self), UInt64(file.count), $0)
        }
        guard let film = unsafe opened else { throw fault.failure }
        unsafe self.film = unsafe film
        orientation = unsafe Orientation(code: Int(film_orientation(film))) ?? .upright
        var durations: [Double] = []
        var end = 0.0
        for frame in unsafe 0..<film_frame_count(film) {
            let next = unsafe film_end(film, frame)
            durations.append(next - end)
            end = next
        }
        let size = unsafe orientation.size(Int(film_width(film)), Int(film_height(film)))
        picture = Picture(width: size.width, height: size.height, durations: durations)
    }

    deinit { unsafe film_close(film) }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        let (width, height) = unsafe (Int(film_width(film)), Int(film_height(film)))
        try orientation.decode(width, height, into: target) { stored throws(DecodingFailure) in
            var fault = Fault()
            let status = unsafe fault.fill {
                unsafe film_decode(
                    film, Int32(frame), stored.pixels.assumingMemoryBound(to: UInt8.self), Int32(stored.stride), $0)
            }
            guard status >= 0 else { throw fault.failure }
            if status == 1 { stored.finish(nil) }
        }
    }
}

/// Room for the reader's message.
private struct Fault {
    private var text = [CChar](repeating: 0, count: Int(FILM_FAULT_LENGTH))

    mutating func fill<Result>(_ body: (UnsafeMutablePointer<CChar>) -> Result) -> Result {
        unsafe text.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("an empty array of a fixed length") }
            return unsafe body(base)
        }
    }

    var failure: DecodingFailure {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
        return DecodingFailure(bytes.isEmpty ? "it cannot be decoded" : String(decoding: bytes, as: UTF8.self))
    }
}

private let plugin = Plugin(id: "Video", version: "1.0.0", decoders: [Video.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
