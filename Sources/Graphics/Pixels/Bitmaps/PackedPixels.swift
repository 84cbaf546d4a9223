/// Lossless compression of pixels as in the Quite OK Image format, but premultiplied.
///
/// An operation per pixel: one of the last 64 different pixels, a small difference from the previous one, a repetition
/// count, or the pixel itself.
public struct PackedPixels {
    private var seen = [UInt32](repeating: 0, count: 64)
    private var last: UInt32 = 0xFF00_0000

    private static let whole = UInt8(0xFF)
    private static let mostRun = 62

    private static func index(of pixel: UInt32) -> Int {
        let (a, r, g, b) = (pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        return Int((r * 3 + g * 5 + b * 7 + a * 11) & 63)
    }

    /// Compresses an argb bitmap.
    public static func pack(_ bitmap: Bitmap) -> [UInt8] {
        var (packed, state, run) = ([UInt8](), PackedPixels(), 0)
        func endRun() {
            if run > 0 { packed.append(0xC0 | UInt8(run - 1)) }
            run = 0
        }
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let pixel = bitmap[x, y]
                if pixel == state.last {
                    run += 1
                    if run == mostRun { endRun() }
                    continue
                }
                endRun()
                state.write(pixel, to: &packed)
            }
        }
        endRun()
        return packed
    }

    private mutating func write(_ pixel: UInt32, to packed: inout [UInt8]) {
        let index = Self.index(of: pixel)
        defer { (last, seen[index]) = (pixel, pixel) }
        if seen[index] == pixel { return packed.append(UInt8(index)) }
        func change(_ shift: UInt32) -> Int { Int(Int8(truncatingIfNeeded: Int(pixel >> shift) - Int(last >> shift))) }
        let (r, g, b) = (change(16), change(8), change(0))
        if pixel >> 24 == last >> 24, -32...31 ~= g, -8...7 ~= r - g, -8...7 ~= b - g {
            if -2...1 ~= r, -2...1 ~= g, -2...1 ~= b {
                return packed.append(UInt8(0x40 | (r + 2) << 4 | (g + 2) << 2 | (b + 2)))
            }
            packed.append(UInt8(0x80 | (g + 32)))
            return packed.append(UInt8((r - g + 8) << 4 | (b - g + 8)))
        }
        packed.append(Self.whole)
        for shift: UInt32 in [24, 16, 8, 0] { packed.append(UInt8(truncatingIfNeeded: pixel >> shift)) }
    }

    /// Decompresses a bitmap of this size; nil for invalid data.
    public static func unpack(_ packed: [UInt8], width: Int, height: Int) -> Bitmap? {
        guard let bitmap = try? Bitmap(width: width, height: height) else { return nil }
        var (state, at, run) = (PackedPixels(), 0, 0)
        for y in 0..<height {
            for x in 0..<width {
                if run > 0 {
                    run -= 1
                } else if let step = state.read(packed, &at) {
                    run = step
                } else {
                    return nil
                }
                bitmap[x, y] = state.last
            }
        }
        return at == packed.count && run == 0 ? bitmap : nil
    }

    /// Reads the next operation and returns the repetition count of its pixel. Nil if it is incomplete.
    private mutating func read(_ packed: [UInt8], _ at: inout Int) -> Int? {
        guard at < packed.count else { return nil }
        let first = packed[at]
        let length = first == Self.whole ? 5 : first >> 6 == 2 ? 2 : 1
        guard at + length <= packed.count else { return nil }
        let rest = packed[(at + 1)..<(at + length)]
        at += length
        if first != Self.whole, first >> 6 == 3 { return Int(first & 63) }
        last =
            switch (first, first >> 6) {
            case (Self.whole, _): rest.reduce(0) { $0 << 8 | UInt32($1) }
            case (_, 0): seen[Int(first)]
            case (_, 1): changed(Int(first >> 4 & 3) - 2, Int(first >> 2 & 3) - 2, Int(first & 3) - 2)
            default:
                {
                    let (green, second) = (Int(first & 63) - 32, Int(rest[rest.startIndex]))
                    return changed(green + (second >> 4) - 8, green, green + (second & 15) - 8)
                }()
            }
        seen[Self.index(of: last)] = last
        return 0
    }

    private func changed(_ r: Int, _ g: Int, _ b: Int) -> UInt32 {
        func channel(_ shift: UInt32, _ change: Int) -> UInt32 {
            UInt32(UInt8(truncatingIfNeeded: Int(last >> shift & 255) + change)) << shift
        }
        return last & 0xFF00_0000 | channel(16, r) | channel(8, g) | channel(0, b)
    }
}
