/// YUV4MPEG2, the uncompressed video that every encoder reads: 4:4:4, BT.709, limited range.
struct Y4M {
    let width: Int
    let height: Int
    private var planes: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        planes = [UInt8](repeating: 0, count: width * height * 3)
    }

    func header(_ rate: FrameRate) -> [UInt8] {
        let format = "W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C444 XCOLORRANGE=LIMITED"
        return Array("YUV4MPEG2 \(format)\n".utf8)
    }

    /// What stands before the planes of each frame.
    static let frameHeader = Array("FRAME\n".utf8)

    /// The planes of one frame, from straight-alpha RGBA over black. - Precondition: `rgba` holds `width * height` pixels.
    mutating func planes(of rgba: [UInt8]) -> [UInt8] {
        let count = width * height
        precondition(rgba.count == count * 4)
        let blue = count
        let red = 2 * count
        unsafe planes.withUnsafeMutableBufferPointer { planes in
            unsafe rgba.withUnsafeBufferPointer { rgba in
                for index in 0..<count {
                    let alpha = unsafe Int32(rgba[index &* 4 &+ 3])
                    let r = unsafe Self.overBlack(Int32(rgba[index &* 4]), alpha)
                    let g = unsafe Self.overBlack(Int32(rgba[index &* 4 &+ 1]), alpha)
                    let b = unsafe Self.overBlack(Int32(rgba[index &* 4 &+ 2]), alpha)
                    let (y, cb, cr) = Self.convert(r, g, b)
                    unsafe planes[index] = y
                    unsafe planes[blue &+ index] = cb
                    unsafe planes[red &+ index] = cr
                }
            }
        }
        return planes
    }

    /// `colour × alpha / 255`, rounded to nearest; exact for all pairs of bytes.
    private static func overBlack(_ colour: Int32, _ alpha: Int32) -> Int32 {
        let product = colour &* alpha &+ 128
        return (product &+ product >> 8) >> 8
    }

    /// ITU-R BT.709 §3: Y = .2126 R + .7152 G + .0722 B, Cb = (B − Y) / 1.8556, Cr = (R − Y) / 1.5748, at 219 steps for Y
    /// and 224 for Cb and Cr, in 16.16 fixed point. The factors of Cb and of Cr sum to 0, so that grey is exactly 128.
    /// No overflow: bytes times factors below 2^16.
    private static func convert(_ r: Int32, _ g: Int32, _ b: Int32) -> (UInt8, UInt8, UInt8) {
        let half: Int32 = 1 << 15
        let y = 16 << 16 &+ 11966 &* r &+ 40254 &* g &+ 4064 &* b &+ half
        let cb = 128 << 16 &- 6596 &* r &- 22188 &* g &+ 28784 &* b &+ half
        let cr = 128 << 16 &+ 28784 &* r &- 26145 &* g &- 2639 &* b &+ half
        return (
            UInt8(truncatingIfNeeded: y >> 16), UInt8(truncatingIfNeeded: cb >> 16), UInt8(truncatingIfNeeded: cr >> 16)
        )
    }
}
