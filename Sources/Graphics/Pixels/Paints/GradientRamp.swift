import Geometry

/// The colours of a gradient by offset, computed exactly for each pixel without a table.
///
/// Between two stops a colour is `start + (t − location) · slope`, straight (not premultiplied) in sRGB.
struct GradientRamp {
    /// The part between two stops, before the first or after the last.
    fileprivate struct Segment {
        /// Valid for `low ≤ t < high`.
        var low: Float
        var high: Float
        /// Blue, green and red in 0…255, alpha in 0…1.
        var start: SIMD4<Float>
        var slope: SIMD4<Float>
    }

    private let segments: [Segment]
    /// True when all colours are opaque.
    let isOpaque: Bool

    /// Nil when there are no stops. `opacity` (0…1) multiplies every alpha.
    init?(_ gradient: Gradient, opacity: Double = 1) {
        let stops = gradient.stops
        guard let first = stops.first, let last = stops.last else { return nil }
        let factor = Float(opacity >= 0 ? min(opacity, 1) : 0)
        func straight(_ c: Color) -> SIMD4<Float> {
            SIMD4(Float(c.blue), Float(c.green), Float(c.red), Float(c.alpha) / 255 * factor)
        }
        let clear = SIMD4<Float>.zero
        var list = [
            Segment(
                low: -.infinity, high: Float(first.location),
                start: gradient.extendsBefore ? straight(first.color) : clear, slope: clear)
        ]
        for (a, b) in zip(stops, stops.dropFirst()) {
            let (low, high) = (Float(a.location), Float(b.location))
            guard low < high else { continue }
            let start = straight(a.color)
            list.append(Segment(low: low, high: high, start: start, slope: (straight(b.color) - start) / (high - low)))
        }
        list.append(
            Segment(
                low: Float(last.location), high: .infinity, start: gradient.extendsAfter ? straight(last.color) : clear,
                slope: clear))
        segments = list
        isOpaque =
            factor == 1 && gradient.extendsBefore && gradient.extendsAfter && stops.allSatisfy { $0.color.alpha == 255 }
    }

    /// A cursor in the ramp: neighbouring pixels are usually between the same stops.
    @safe struct Cursor {
        private let segments: UnsafePointer<Segment>
        private var at = 0
        private var now: Segment

        fileprivate init(_ segments: UnsafePointer<Segment>) {
            unsafe self.segments = unsafe segments
            now = unsafe segments[0]
        }

        /// The premultiplied pixel at `t`; transparent if `t` is NaN.
        @inline(__always)
        mutating func pixel(_ t: Float) -> UInt32 {
            if !(t >= now.low && t < now.high) {
                // The last segment ends at infinity.
                guard t.isFinite else { return 0 }
                while t < now.low { step(-1) }
                while t >= now.high { step(1) }
            }
            var color = now.start
            if now.slope != .zero { color += (t - now.low) * now.slope }
            // Alpha is last: it multiplies the others, and is itself scaled to 255.
            let alpha = color[3]
            color[3] = 255
            // Adding 2²³ to a number in 0…255 rounds it into the lowest bits.
            color.replace(with: 255, where: color .> 255)
            color = color * alpha + 8_388_608
            let bits = unsafe unsafeBitCast(color, to: SIMD4<UInt32>.self) & 255
            let pairs = unsafe unsafeBitCast(bits, to: SIMD2<UInt64>.self)
            let bytes = pairs | pairs &>> 24
            return UInt32(truncatingIfNeeded: bytes[0] & 0xFFFF | (bytes[1] & 0xFFFF) &<< 16)
        }

        private mutating func step(_ by: Int) {
            at += by
            now = unsafe segments[at]
        }
    }

    func withCursor(_ body: (inout Cursor) -> Void) {
        unsafe segments.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var cursor = unsafe Cursor(base)
            body(&cursor)
        }
    }
}
