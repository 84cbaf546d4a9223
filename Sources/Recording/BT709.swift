/// ITU-R BT.709 §3, from full-range RGB to limited-range Y'CbCr of eight bits:
/// Y = .2126 R + .7152 G + .0722 B, Cb = (B − Y) / 1.8556, Cr = (R − Y) / 1.5748, at 219 steps for Y and 224 for Cb and Cr.
enum BT709 {
    /// Converts premultiplied argb `pixels`, which over black are their colours, to the three planes that lie `plane` bytes apart.
    ///
    /// - Parameter first: where the first pixel's Y goes.
    static func convert(
        _ pixels: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer, at first: Int, plane: Int
    ) {
        let count = pixels.count / 4
        precondition(first >= 0 && first + 2 * plane + count <= bytes.count)
        var at = 0
        while at + 8 <= count {
            let (y, cb, cr) = unsafe convert(pixels.loadUnaligned(fromByteOffset: at &* 4, as: SIMD8<UInt32>.self))
            unsafe bytes.storeBytes(of: y, toByteOffset: first &+ at, as: SIMD8<UInt8>.self)
            unsafe bytes.storeBytes(of: cb, toByteOffset: first &+ plane &+ at, as: SIMD8<UInt8>.self)
            unsafe bytes.storeBytes(of: cr, toByteOffset: first &+ 2 &* plane &+ at, as: SIMD8<UInt8>.self)
            at &+= 8
        }
        var rest = SIMD8<UInt32>()
        for lane in 0..<count - at {
            rest[lane] = unsafe pixels.loadUnaligned(fromByteOffset: (at + lane) * 4, as: UInt32.self)
        }
        let (y, cb, cr) = convert(rest)
        for lane in 0..<count - at {
            unsafe bytes[first + at + lane] = y[lane]
            unsafe bytes[first + plane + at + lane] = cb[lane]
            unsafe bytes[first + 2 * plane + at + lane] = cr[lane]
        }
    }

    /// In 16.16 fixed point. The factors of Cb and of Cr sum to 0, so that grey is exactly 128. No overflow: bytes times
    /// factors below 2^16.
    @inline(__always)
    static func convert(_ pixels: SIMD8<UInt32>) -> (SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>) {
        let p = SIMD8<Int32>(truncatingIfNeeded: pixels)
        let byte = SIMD8<Int32>(repeating: 255)
        let r = (p &>> 16) & byte
        let g = (p &>> 8) & byte
        let b = p & byte
        let half: Int32 = 1 << 15
        let y = r &* 11966 &+ g &* 40254 &+ b &* 4064 &+ (16 << 16 + half)
        let cb = b &* 28784 &- r &* 6596 &- g &* 22188 &+ (128 << 16 + half)
        let cr = r &* 28784 &- g &* 26145 &- b &* 2639 &+ (128 << 16 + half)
        return (
            SIMD8<UInt8>(truncatingIfNeeded: y &>> 16), SIMD8<UInt8>(truncatingIfNeeded: cb &>> 16),
            SIMD8<UInt8>(truncatingIfNeeded: cr &>> 16)
        )
    }
}
