/// Composes the frames of an animation on one picture, one after the other, as GIF and animated PNG require.
@safe
public final class FrameCanvas {
    /// The disposal of a frame before the next one is drawn.
    public enum Disposal: Sendable {
        /// It stays.
        case keep
        /// Its rectangle becomes transparent.
        case clear
        /// Restores the previous contents of its rectangle.
        case restore
    }

    /// The position of a frame, in pixels of the canvas; it may extend beyond.
    public struct Placement: Sendable {
        /// The left edge.
        public var x: Int
        /// The upper edge.
        public var y: Int
        /// Width of the frame.
        public var width: Int
        /// Height of the frame.
        public var height: Int
        /// Applied before the next frame.
        public var disposal: Disposal

        /// By default the frame is kept.
        public init(x: Int, y: Int, width: Int, height: Int, disposal: Disposal = .keep) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
            self.disposal = disposal
        }
    }

    private let width: Int
    private let height: Int
    private var pixels: [UInt32]
    private var saved: [UInt32] = []
    private var last: Placement?

    /// A transparent canvas of `width * height` pixels.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt32](repeating: 0, count: width * height)
    }

    /// Disposes of the previous frame and draws the next one: `source` contains its premultiplied rows without padding.
    ///
    /// `blends`: composited over the canvas; otherwise its pixels are replaced.
    public func put(_ placement: Placement, _ source: [UInt32], blends: Bool) {
        dispose()
        let (columns, rows) = visible(placement)
        if placement.disposal == .restore {
            saved.removeAll(keepingCapacity: true)
            for y in rows { saved += pixels[y * width + columns.lowerBound..<y * width + columns.upperBound] }
        }
        for y in rows {
            let from = (y - placement.y) * placement.width - placement.x
            let to = y * width
            for x in columns {
                let new = source[from + x]
                pixels[to + x] = blends ? Self.over(new, pixels[to + x]) : new
            }
        }
        last = placement
    }

    private func dispose() {
        guard let last else { return }
        let (columns, rows) = visible(last)
        switch last.disposal {
        case .keep: break
        case .clear:
            for y in rows {
                for x in columns { pixels[y * width + x] = 0 }
            }
        case .restore:
            var from = 0
            for y in rows {
                for x in columns {
                    pixels[y * width + x] = saved[from]
                    from += 1
                }
            }
        }
        self.last = nil
    }

    private func visible(_ p: Placement) -> (columns: Range<Int>, rows: Range<Int>) {
        func cut(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
            let low = min(max(start, 0), limit)
            return low..<max(low, min(start + length, limit))
        }
        return (cut(p.x, p.width, width), cut(p.y, p.height, height))
    }

    /// Porter-Duff "over" for premultiplied words, each channel rounded.
    private static func over(_ new: UInt32, _ old: UInt32) -> UInt32 {
        let alpha = new >> 24
        if alpha == 255 || old == 0 { return new }
        if alpha == 0 { return old }
        let rest = 255 - alpha
        func by(_ shift: UInt32) -> UInt32 {
            min((new >> shift & 255) + ((old >> shift & 255) * rest + 127) / 255, 255) << shift
        }
        return by(24) | by(16) | by(8) | by(0)
    }

    /// Copies the canvas into a target of its size.
    public func copy(to target: PixelTarget) {
        unsafe pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for y in 0..<min(height, target.height) {
                unsafe (target.pixels + y * target.stride).copyMemory(
                    from: base + y * width * 4, byteCount: min(width, target.width) * 4)
            }
        }
    }
}
