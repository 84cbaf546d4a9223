import Glibc

/// The inner loops of a blur, on rows of 16-bit values with seven fractional bits.
enum BlurRows {
    private typealias Lanes = SIMD8<UInt16>

    /// Adds bytes to sums.
    static func add(_ from: UnsafePointer<UInt8>, count: Int, to sums: UnsafeMutablePointer<UInt32>) {
        for i in 0..<count { unsafe sums[i] &+= UInt32(from[i]) }
    }

    /// Adds every `step`-th byte to sums.
    static func add(
        _ from: UnsafePointer<UInt8>, every step: Int, count: Int, to sums: UnsafeMutablePointer<UInt32>
    ) {
        for i in 0..<count { unsafe sums[i] &+= UInt32(from[i &* step]) }
    }

    /// Computes means of `1 << shiftX` neighbours from sums of `1 << shift` bytes each.
    static func reduce(
        _ sums: UnsafePointer<UInt32>, count: Int, _ channels: Int, shiftX: Int, shift: Int,
        into line: UnsafeMutablePointer<UInt16>
    ) {
        if shiftX == 0 {
            for i in 0..<count &* channels { unsafe line[i] = mean(sums[i], shift) }
            return
        }
        for i in 0..<count {
            for channel in 0..<channels {
                var sum: UInt32 = 0
                let first = (i << shiftX) &* channels &+ channel
                for k in 0..<1 << shiftX { sum &+= unsafe sums[first &+ k &* channels] }
                unsafe line[i &* channels &+ channel] = mean(sum, shift)
            }
        }
    }

    @inline(__always)
    private static func mean(_ sum: UInt32, _ shift: Int) -> UInt16 {
        let down = UInt32(truncatingIfNeeded: max(0, shift &- 7))
        let up = UInt32(truncatingIfNeeded: max(0, 7 &- shift))
        return UInt16(truncatingIfNeeded: (sum &<< up &+ (1 &<< down) &>> 1) &>> down)
    }

    @inline(__always)
    private static func load(_ p: UnsafePointer<UInt16>) -> Lanes {
        unsafe UnsafeRawPointer(p).loadUnaligned(as: Lanes.self)
    }

    /// The upper halves of the 32-bit products.
    @inline(__always)
    private static func times(_ a: Lanes, _ b: Lanes) -> Lanes {
        let wide = SIMD8<UInt32>(truncatingIfNeeded: a) &* SIMD8<UInt32>(truncatingIfNeeded: b)
        return Lanes(truncatingIfNeeded: wide &>> 16)
    }

    /// The result for an empty source, at most 12, where 128 is one byte step: each product loses half a unit on
    /// average, which is compensated in the sum. Rows that are skipped need this value, because they are interpolated
    /// with their neighbours.
    @inline(__always)
    static func nothing(_ radius: Int) -> UInt16 { radius == 0 ? 0 : UInt16(truncatingIfNeeded: (radius &+ 1) / 2) }

    /// Convolves along the columns or, with the step of a channel, along a row: taps are `step` elements apart.
    ///
    /// Reads and writes up to a multiple of 32 elements.
    @inline(__always)
    private static func convolve(
        _ from: UnsafePointer<UInt16>, step: Int, width: Int, _ weights: UnsafePointer<UInt16>, radius: Int,
        into to: UnsafeMutablePointer<UInt16>
    ) {
        let bias = Lanes(repeating: nothing(radius))
        var i = 0
        while i < width {
            let p = unsafe from + i
            let centre = Lanes(repeating: unsafe weights[0])
            var s0 = unsafe bias &+ times(load(p), centre)
            var s1 = unsafe bias &+ times(load(p + 8), centre)
            var s2 = unsafe bias &+ times(load(p + 16), centre)
            var s3 = unsafe bias &+ times(load(p + 24), centre)
            var k = 1
            while k <= radius {
                let (low, high) = unsafe (p - k &* step, p + k &* step)
                let weight = Lanes(repeating: unsafe weights[k])
                s0 &+= unsafe times(load(low) &+ load(high), weight)
                s1 &+= unsafe times(load(low + 8) &+ load(high + 8), weight)
                s2 &+= unsafe times(load(low + 16) &+ load(high + 16), weight)
                s3 &+= unsafe times(load(low + 24) &+ load(high + 24), weight)
                k &+= 1
            }
            let output = unsafe UnsafeMutableRawPointer(to + i)
            unsafe output.storeBytes(of: s0, as: Lanes.self)
            unsafe output.storeBytes(of: s1, toByteOffset: 16, as: Lanes.self)
            unsafe output.storeBytes(of: s2, toByteOffset: 32, as: Lanes.self)
            unsafe output.storeBytes(of: s3, toByteOffset: 48, as: Lanes.self)
            i &+= 32
        }
    }

    /// Convolves along a row; `line` begins `kernel.radius · step` elements before the first result.
    static func row(
        _ line: UnsafePointer<UInt16>, width: Int, step: Int, _ kernel: GaussianKernel,
        into row: UnsafeMutablePointer<UInt16>
    ) {
        guard kernel.radius > 0 else {
            unsafe row.update(from: line, count: width)
            return
        }
        unsafe kernel.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            unsafe convolve(
                line + kernel.radius * step, step: step, width: width, base, radius: kernel.radius, into: row)
        }
    }

    /// Convolves along the columns; `band` begins `kernel.radius` rows above the first result.
    static func columns(
        _ band: UnsafePointer<UInt16>, stride: Int, rows: Int, width: Int, _ kernel: GaussianKernel,
        into results: UnsafeMutablePointer<UInt16>
    ) {
        guard kernel.radius > 0 else {
            unsafe results.update(from: band, count: stride * rows)
            return
        }
        unsafe kernel.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            // In strips of columns, whose rows fit into the first-level cache.
            var x = 0
            while x < width {
                for y in 0..<rows {
                    unsafe convolve(
                        band + ((y &+ kernel.radius) &* stride &+ x), step: stride, width: min(32, width &- x), base,
                        radius: kernel.radius, into: results + (y &* stride &+ x))
                }
                x &+= 32
            }
        }
    }

    /// Interpolates between row `a` and row `b` at `part` of `2 << shift`.
    static func mix(
        _ a: UnsafePointer<UInt16>, _ b: UnsafePointer<UInt16>, _ part: Int, shift: Int, width: Int,
        into to: UnsafeMutablePointer<UInt16>
    ) {
        let k = UInt32(truncatingIfNeeded: part)
        let rest = 2 &<< UInt32(shift) &- k
        let half = 1 &<< UInt32(shift)
        let down = UInt32(shift &+ 1)
        for i in 0..<width {
            let sum = unsafe UInt32(a[i]) &* rest &+ UInt32(b[i]) &* k &+ half
            unsafe to[i] = UInt16(truncatingIfNeeded: sum &>> down)
        }
    }

    /// Converts a row of steps to bytes, for the pixels `first ..< first + count`. `row` begins with the step of the
    /// first one.
    static func expand(
        _ row: UnsafePointer<UInt16>, _ axis: BlurAxis, from first: Int, count: Int, _ channels: Int,
        into to: UnsafeMutablePointer<UInt8>
    ) {
        if axis.shift == 0 {
            for i in 0..<count &* channels { unsafe to[i] = UInt8(truncatingIfNeeded: (row[i] &+ 64) &>> 7) }
            return
        }
        let down = UInt32(axis.shift &+ 8)
        let half = 1 &<< (down &- 1)
        let whole = UInt32(2) &<< UInt32(axis.shift)
        var i = 0
        var n = 0
        var k = UInt32(axis.part(first))
        while i < count {
            let end = min(count, i &+ Int((whole &- k &+ 1) / 2))
            for channel in 0..<channels {
                let a = unsafe UInt32(row[n &* channels &+ channel])
                let b = unsafe UInt32(row[(n &+ 1) &* channels &+ channel])
                var part = k
                var p = i &* channels &+ channel
                while p < end &* channels {
                    unsafe to[p] = UInt8(truncatingIfNeeded: (a &* (whole &- part) &+ b &* part &+ half) &>> down)
                    part &+= 2
                    p &+= channels
                }
            }
            i = end
            n &+= 1
            k = 1
        }
    }
}
