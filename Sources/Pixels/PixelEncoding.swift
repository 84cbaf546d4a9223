/// The meaning of a picture's words or bytes. They are made out while they are sampled: no picture is copied for that.
public enum PixelEncoding: UInt8, Sendable {
    /// 0xAARRGGBB, premultiplied, as everywhere else.
    case argb
    /// 0x··RRGGBB, opaque.
    case xrgb
    /// 0xAABBGGRR, premultiplied.
    case abgr
    /// A byte of coverage: black of that alpha.
    case alpha

    /// Makes argb of samples, which may be read where they are written. Of `alpha` they come as argb.
    func decode(_ from: UnsafePointer<UInt32>, _ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
        switch self {
        case .argb, .alpha: preconditionFailure("samples that are what they should be")
        case .xrgb: for i in 0..<count { unsafe to[i] = unsafe from[i] | 0xFF00_0000 }
        case .abgr:
            for i in 0..<count {
                let word = unsafe from[i]
                unsafe to[i] = word & 0xFF00_FF00 | word &>> 16 & 0xFF | (word & 0xFF) &<< 16
            }
        }
    }
}
