import Geometry
import Glibc

/// A picture in perspective, sampled from one mipmap level.
struct PerspectivePaint: Paint {
    private let texels: Texels
    private let map: Projective
    private let isLinear: Bool
    private let isSmooth: Bool
    let isOpaque: Bool

    /// Number of device pixels for which the amount of shrinking is computed together.
    private static let block: Int32 = 32
    /// The number of picture pixels per device pixel that bilinear sampling handles well.
    private static let span = 1.75
    /// Maximum number of samples per pixel.
    private static let mostTaps = 8.0

    /// `map` maps device pixels to the pixels of `texels`. `isSmooth`: if the picture shrinks in one direction, as on a
    /// plane that turns away, a pixel is the mean of several samples along it (anisotropic filtering).
    init(_ texels: Texels, _ map: Projective, isLinear: Bool, isSmooth: Bool = false, isOpaque: Bool) {
        self.texels = texels
        self.map = map
        self.isLinear = isLinear
        self.isSmooth = isSmooth && isLinear
        self.isOpaque = isOpaque
    }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        guard isSmooth else {
            unsafe plain(y, x, count, scratch)
            return unsafe UnsafePointer(scratch)
        }
        var done = 0
        while done < count {
            // Blocks are aligned in device space, so a pixel does not depend on the start of its run.
            let at = x &+ Int32(truncatingIfNeeded: done)
            let block = at & ~(Self.block &- 1)
            let length = min(count - done, Int(block &+ Self.block &- at))
            let to = unsafe scratch + done
            if let taps = taps(Point(Double(block) + Double(Self.block) / 2, Double(y) + 0.5)) {
                unsafe means(taps, y, at, length, to)
            } else {
                unsafe plain(y, at, length, to)
            }
            done += length
        }
        return unsafe UnsafePointer(scratch)
    }

    /// X, Y and W of the first pixel's center, and the step to the next one.
    private func line(_ y: Int32) -> (start: SIMD3<Double>, step: SIMD3<Double>) {
        let v = Double(y) + 0.5
        let start = SIMD3(v * map.m21 + map.m31, v * map.m22 + map.m32, v * map.m23 + map.m33)
        return (start, SIMD3(map.m11, map.m12, map.m13))
    }

    private var shift: Double { isLinear ? -0.5 + 1 / 512 : 1 / 65_536 }

    private func plain(_ y: Int32, _ x: Int32, _ count: Int, _ to: UnsafeMutablePointer<UInt32>) {
        let (start, step) = line(y)
        func lifted(_ i: Int) -> SIMD3<Double> { start + step * (Double(x &+ Int32(truncatingIfNeeded: i)) + 0.5) }
        let inner = innerRun(count) { isInside(lifted($0)) }
        for i in 0..<inner.lowerBound { unsafe to[i] = sample(lifted(i)) }
        for i in inner { unsafe to[i] = innerSample(lifted(i)) }
        for i in inner.upperBound..<count { unsafe to[i] = sample(lifted(i)) }
    }

    /// The pixels of a run whose samples are all inside the picture. The path through the picture is a straight line,
    /// so they are consecutive.
    @inline(__always)
    private func innerRun(_ count: Int, _ isInside: (Int) -> Bool) -> Range<Int> {
        guard isLinear, count > 4, !texels.isAlpha else { return 0..<0 }
        var (first, end) = (0, count)
        while first < end, !isInside(first) { first += 1 }
        while end > first, !isInside(end - 1) { end -= 1 }
        return first..<end
    }

    @inline(__always)
    private func isInside(_ q: SIMD3<Double>) -> Bool {
        let p = SIMD2(q.x, q.y) / q.z + shift
        return q.z > 0 && p.x >= Double(texels.minX + 1) && p.x <= Double(texels.maxX - 2)
            && p.y >= Double(texels.minY + 1) && p.y <= Double(texels.maxY - 2)
    }

    /// As `sample`, for a position inside the picture, without clamping.
    @inline(__always)
    private func innerSample(_ q: SIMD3<Double>) -> UInt32 {
        let position = (SIMD2(q.x, q.y) / q.z + shift) * Double(SampleGrid.one)
        let (s, t) = (Int64(position.x), Int64(position.y))
        let (column, row) = (Int(s >> 32), Int(t >> 32))
        return unsafe Bilinear.pixel(
            Bilinear.mix(
                Bilinear.pair(texels.innerRow(row), column), Bilinear.pair(texels.innerRow(row &+ 1), column),
                Bilinear.across(s), Bilinear.down(t)))
    }

    /// Samples at X, Y and W, clamped to the picture.
    @inline(__always)
    private func sample(_ q: SIMD3<Double>) -> UInt32 {
        let low = SIMD2(Double(texels.minX), Double(texels.minY)) - 2
        let high = SIMD2(Double(texels.maxX), Double(texels.maxY)) + 2
        var position = SIMD2(q.x, q.y) / q.z + shift
        // NaN becomes the lower end: min and max return the other operand.
        position = pointwiseMin(pointwiseMax(position, low), high)
        position.replace(with: low, where: position .!= position)
        let (s, t) = (Int64(position.x * Double(SampleGrid.one)), Int64(position.y * Double(SampleGrid.one)))
        if isLinear { return Bilinear.sample(texels, s, t) }
        return texels.held(Int(s >> 32), Int(t >> 32))
    }

    // MARK: Several samples for a pixel

    /// The number of samples, and the step between them in device pixels.
    private struct Taps {
        var count: Int
        var step: Point
    }

    /// Nil when one sample is enough: near `p` the picture shrinks little enough for bilinear sampling.
    private func taps(_ p: Point) -> Taps? {
        let near = map.linear(at: p)
        let scale = near.maxScale
        guard scale > Self.span, scale.isFinite else { return nil }
        // The direction of the largest step through the picture.
        let turn =
            atan2(
                2 * (near.a * near.c + near.b * near.d),
                near.a * near.a + near.b * near.b - near.c * near.c - near.d * near.d) / 2
        let count = min((scale / Self.span).rounded(.up), Self.mostTaps)
        return Taps(count: Int(count), step: Point(cos(turn) / count, sin(turn) / count))
    }

    /// Computes means over the width of pixels in the direction of `taps`.
    private func means(_ taps: Taps, _ y: Int32, _ x: Int32, _ count: Int, _ to: UnsafeMutablePointer<UInt32>) {
        let (start, step) = line(y)
        let tap =
            SIMD3(map.m11, map.m12, map.m13) * taps.step.x + SIMD3(map.m21, map.m22, map.m23) * taps.step.y
        let span = tap * Double(taps.count - 1)
        func first(_ i: Int) -> SIMD3<Double> {
            start + step * (Double(x &+ Int32(truncatingIfNeeded: i)) + 0.5) - span * 0.5
        }
        let inner = innerRun(count) { isInside(first($0)) && isInside(first($0) + span) }
        for i in 0..<inner.lowerBound { unsafe to[i] = mean(taps.count, first(i), tap) { sample($0) } }
        for i in inner { unsafe to[i] = mean(taps.count, first(i), tap) { innerSample($0) } }
        for i in inner.upperBound..<count { unsafe to[i] = mean(taps.count, first(i), tap) { sample($0) } }
    }

    /// The mean of `count` samples.
    @inline(__always)
    private func mean(
        _ count: Int, _ first: SIMD3<Double>, _ tap: SIMD3<Double>, _ sample: (SIMD3<Double>) -> UInt32
    ) -> UInt32 {
        var q = first
        var (even, odd) = (UInt32(0), UInt32(0))
        for _ in 0..<count {
            let pixel = sample(q)
            // At most 8 · 255 in sixteen bits.
            even &+= pixel & 0x00FF_00FF
            odd &+= pixel &>> 8 & 0x00FF_00FF
            q += tap
        }
        let n = UInt32(truncatingIfNeeded: count)
        let sums = SIMD4(even & 0xFFFF, odd & 0xFFFF, even &>> 16, odd &>> 16)
        // Rounding is the same and monotonic for each channel, so no colour exceeds its alpha.
        let means = (sums &* (65_536 / n &+ 1) &+ 32_768) &>> 16
        return means[0] | means[1] &<< 8 | means[2] &<< 16 | means[3] &<< 24
    }
}
