import Geometry

/// Loops over rows of pixels for the modes that pixman lacks.
enum BlendRow {
    /// Computes `result = mode(source, backdrop)`, all premultiplied. Only for `plusDarker`, the only mode without a
    /// pixman operator.
    static func blend(
        _ mode: BlendMode, _ source: UnsafePointer<UInt32>, _ backdrop: UnsafePointer<UInt32>,
        into result: UnsafeMutablePointer<UInt32>, _ count: Int
    ) {
        precondition(mode == .plusDarker)
        for i in 0..<count { unsafe result[i] = unsafe plusDarker(source[i], backdrop[i]) }
    }

    /// The formula of Core Image and WebKit, which adds the darkness of both: `Ra = min(1, Sa + Da)`, `Rc = max(0, Ra -
    /// ((Da - Dc) + (Sa - Sc)))`.
    static func plusDarker(_ s: UInt32, _ d: UInt32) -> UInt32 {
        let sum = Int32(s >> 24) + Int32(d >> 24)
        let alpha = min(255, sum)
        // Ra - (Da + Sa) + Dc + Sc
        func channel(_ shift: UInt32) -> UInt32 {
            let c = alpha - sum + Int32(s >> shift & 255) + Int32(d >> shift & 255)
            return UInt32(min(max(c, 0), alpha)) << shift
        }
        return UInt32(alpha) << 24 | channel(16) | channel(8) | channel(0)
    }

    /// Computes `from += (to - from) · share / 65536`, rounded once. With premultiplied pixels, no colour exceeds its
    /// alpha.
    static func mix(
        _ from: UnsafeMutablePointer<UInt32>, _ to: UnsafePointer<UInt32>, _ share: UInt32, _ count: Int
    ) {
        let rest = 65536 &- share
        for i in 0..<count {
            let (a, b) = unsafe (from[i], to[i])
            if a == b { continue }
            func channel(_ shift: UInt32) -> UInt32 {
                (((a >> shift & 255) &* rest &+ (b >> shift & 255) &* share &+ 32768) >> 16) << shift
            }
            unsafe from[i] = channel(24) | channel(16) | channel(8) | channel(0)
        }
    }
}
