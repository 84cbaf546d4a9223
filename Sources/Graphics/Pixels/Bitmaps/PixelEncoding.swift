/// The encoding of a picture's words or bytes. They are decoded while sampling, without copying the picture.
public enum PixelEncoding: UInt8, Sendable {
    /// 0xAARRGGBB, premultiplied: the encoding used everywhere else.
    case argb
    /// 0x··RRGGBB, opaque.
    case xrgb
    /// 0xAABBGGRR, premultiplied.
    case abgr
    /// One byte of coverage: black with that alpha.
    case alpha

    /// Converts samples to argb; both may be the same memory. Samples of `alpha` are argb already.
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
