import PictureMetadata
public import ScrimPluginABI
import ScrimPluginKit

/// PNG and animated PNG (https://wiki.mozilla.org/APNG_Specification).
@safe private final class Png: DecoderKind {
    static let name = "png"
    static let help = "Portable Network Graphics, also animated"

    private let file: UnsafeRawBufferPointer
    private let head: Still.Head
    private let animation: Animation?
    let picture: Picture
    private var canvas: FrameCanvas?
    /// The next frame for the canvas.
    private var next = 0

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool { unsafe start.starts(with: Chunk.signature) }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        unsafe self.file = unsafe file
        head = try unsafe Still.head(file)
        // With a damaged animation, the default image is shown, as in browsers.
        animation = try? unsafe Animation(file, width: head.width, height: head.height)
        let size = head.orientation.size(head.width, head.height)
        if let animation {
            picture = Picture(
                width: size.width, height: size.height, durations: animation.frames.map(\.duration),
                loopCount: animation.loopCount)
        } else {
            picture = Picture(width: size.width, height: size.height)
        }
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        try head.orientation.decode(head.width, head.height, into: target) { stored throws(DecodingFailure) in
            guard let animation else { return try unsafe Still.decode(file, into: stored, head.profile) }
            try put(animation, upTo: frame).copy(to: stored)
        }
    }

    /// The canvas with frames drawn up to `frame`.
    private func put(_ animation: Animation, upTo frame: Int) throws(DecodingFailure) -> FrameCanvas {
        let canvas: FrameCanvas
        if let kept = self.canvas, frame >= next - 1 {
            canvas = kept
        } else {
            canvas = FrameCanvas(width: head.width, height: head.height)
            self.canvas = canvas
            next = 0
        }
        while next <= frame {
            let part = animation.frames[next]
            // After a failure the next call starts again.
            self.canvas = nil
            let pixels = try unsafe Still.pixels(
                animation.file(next, of: file), width: part.placement.width, height: part.placement.height, head.profile
            )
            canvas.put(part.placement, pixels, blends: part.blends)
            self.canvas = canvas
            next += 1
        }
        return canvas
    }
}

private let plugin = Plugin(id: "Png", version: "1.0.0", decoders: [Png.self, Ico.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
