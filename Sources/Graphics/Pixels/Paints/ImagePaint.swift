import Geometry
import RowLoops

/// The source pixels for sampling: a part of a bitmap, whose edge pixels repeat outside.
@safe struct Texels {
    private let bitmap: Bitmap
    private let base: UnsafeRawPointer
    /// True when a pixel is one byte of coverage instead of a word.
    let isAlpha: Bool
    /// Bytes per row.
    let stride: Int
    /// The first and the last column and row, inclusive.
    let minX: Int
    let minY: Int
    let maxX: Int
    let maxY: Int

    /// `part` is in coordinates in which the bitmap's first pixel is at `origin`.
    init(_ bitmap: Bitmap, _ part: PixelRect, at origin: PixelPoint = .zero) {
        precondition(!part.isEmpty && bitmap.bounds.offset(origin.x, origin.y).contains(part))
        self.bitmap = bitmap
        isAlpha = bitmap.format == .alpha
        // The address of (0, 0), which may be outside the bitmap; only pixels of the part are read.
        let shift = Int(origin.y) * bitmap.stride + Int(origin.x) * bitmap.format.bytesPerPixel
        unsafe base = UnsafeRawPointer(bitmap.base) - shift
        stride = bitmap.stride
        (minX, minY) = (Int(part.x0), Int(part.y0))
        (maxX, maxY) = (Int(part.x1) - 1, Int(part.y1) - 1)
    }

    /// The row, clamped to the part.
    @inline(__always)
    func row(_ y: Int) -> UnsafeRawPointer { unsafe base + min(max(y, minY), maxY) &* stride }

    /// A row inside the part.
    @inline(__always)
    func innerRow(_ y: Int) -> UnsafeRawPointer { unsafe base + y &* stride }

    /// The number of bytes between two pixels, for an offset in units of 2⁻³² pixel.
    func distance(_ way: (u: Int64, v: Int64)) -> Int {
        Int(way.v >> 32) &* stride &+ Int(way.u >> 32) &* (isAlpha ? 1 : 4)
    }

    /// A pixel inside the part.
    @inline(__always)
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let row = unsafe innerRow(y)
        if isAlpha { return unsafe UInt32(row.load(fromByteOffset: x, as: UInt8.self)) &<< 24 }
        return unsafe row.load(fromByteOffset: x &* 4, as: UInt32.self)
    }

    /// A pixel, clamped to the part.
    @inline(__always)
    func held(_ x: Int, _ y: Int) -> UInt32 { pixel(column(x), min(max(y, minY), maxY)) }

    @inline(__always)
    func column(_ x: Int) -> Int { min(max(x, minX), maxX) }
}

/// Bilinear interpolation of 2 × 2 pixels with weights in 1/256: first vertically, then horizontally, each rounded.
///
/// Every step is monotonic in each channel, so no colour exceeds its alpha; four equal pixels give that pixel, and
/// weights of 0 the first. The error is at most 2/255. Lanes hold blue and red of both pixels, then green and alpha:
/// words are split by a mask and a shift, for which every machine has an instruction.
enum Bilinear {
    /// 256 − w for the left pixel's channels, w for the right one's.
    @inline(__always)
    static func across(_ position: Int64) -> SIMD8<UInt16> {
        let sign = SIMD8<UInt16>(.max, .max, 1, 1, .max, .max, 1, 1)
        let first = SIMD8<UInt16>(256, 256, 0, 0, 256, 256, 0, 0)
        return SIMD8(repeating: weight(position)) &* sign &+ first
    }

    /// 256 − w for the upper pixels' channels, w for the lower ones'.
    @inline(__always)
    static func down(_ position: Int64) -> SIMD8<UInt16> {
        let sign = SIMD8<UInt16>(.max, .max, .max, .max, 1, 1, 1, 1)
        let first = SIMD8<UInt16>(256, 256, 256, 256, 0, 0, 0, 0)
        return SIMD8(repeating: weight(position)) &* sign &+ first
    }

    /// Interpolates two rows of two neighbours; in the result, the first word holds blue and red, the second green and
    /// alpha, each multiplied by 256.
    @inline(__always)
    static func mix(
        _ top: SIMD4<UInt16>, _ bottom: SIMD4<UInt16>, _ across: SIMD8<UInt16>, _ down: SIMD8<UInt16>
    ) -> SIMD2<UInt32> {
        let words = SIMD8(lowHalf: top, highHalf: bottom)
        let even = (words & 255) &* down
        let odd = (words &>> 8) &* down
        // At most 255 · 256.
        let sum =
            SIMD8(lowHalf: even.lowHalf, highHalf: odd.lowHalf)
            &+ SIMD8(lowHalf: even.highHalf, highHalf: odd.highHalf)
        let product = unsafe unsafeBitCast(((sum &+ 128) &>> 8) &* across, to: SIMD4<UInt32>.self)
        return product.evenHalf &+ product.oddHalf
    }

    /// Converts the result of `mix` to a pixel.
    @inline(__always)
    static func pixel(_ mix: SIMD2<UInt32>) -> UInt32 {
        let rounded = mix &+ 0x0080_0080
        return rounded[0] &>> 8 & 0x00FF_00FF | rounded[1] & 0xFF00_FF00
    }

    /// Two neighbours in memory.
    @inline(__always)
    static func pair(_ row: UnsafeRawPointer, _ x: Int) -> SIMD4<UInt16> {
        unsafe (row + x &* 4).loadUnaligned(as: SIMD4<UInt16>.self)
    }

    /// Two pixels that need not be neighbours.
    @inline(__always)
    static func pair(_ row: UnsafeRawPointer, _ x0: Int, _ x1: Int) -> SIMD4<UInt16> {
        unsafe pair((row + x0 &* 4).load(as: UInt32.self), (row + x1 &* 4).load(as: UInt32.self))
    }

    @inline(__always)
    private static func pair(_ left: UInt32, _ right: UInt32) -> SIMD4<UInt16> {
        unsafe unsafeBitCast(SIMD2(left, right), to: SIMD4<UInt16>.self)
    }

    /// The weight, 0…255, of the second pixel at a position.
    @inline(__always)
    static func weight(_ position: Int64) -> UInt16 { UInt16(truncatingIfNeeded: position >> 24 & 255) }

    /// Samples any position, with repeated edge pixels.
    @inline(__always)
    static func sample(_ texels: Texels, _ u: Int64, _ v: Int64) -> UInt32 {
        let (x, y) = (Int(u >> 32), Int(v >> 32))
        let (x0, x1) = (texels.column(x), texels.column(x &+ 1))
        if texels.isAlpha {
            return pixel(
                mix(
                    pair(texels.held(x0, y), texels.held(x1, y)),
                    pair(texels.held(x0, y &+ 1), texels.held(x1, y &+ 1)), across(u), down(v)))
        }
        return unsafe pixel(
            mix(
                pair(texels.row(y), x0, x1), pair(texels.row(y &+ 1), x0, x1), across(u), down(v)))
    }
}

/// A picture under an affine map, sampled from one level.
struct ImagePaint: Paint {
    private let texels: Texels
    private let grid: SampleGrid
    private let isLinear: Bool
    let isOpaque: Bool

    /// `map` maps device pixels to the pixels of `texels`.
    init(_ texels: Texels, _ map: Affine, isLinear: Bool, isOpaque: Bool) {
        self.texels = texels
        self.isLinear = isLinear
        self.isOpaque = isOpaque
        // Linear: moves from pixel squares to centers, and adds half a weight, which is truncated. Nearest: a center on
        // an edge between two pixels must select the second one despite rounding errors in the map.
        grid = SampleGrid(map, shift: isLinear ? -0.5 + 1 / 512 : 1 / 65_536)
    }

    /// True when the run is a copy of pixels, starting at this position.
    private func isOneToOne(_ u: Int64, _ v: Int64) -> Bool {
        !texels.isAlpha && grid.vx == 0 && grid.ux == SampleGrid.one
            && (!isLinear || (Bilinear.weight(u) | Bilinear.weight(v)) == 0)
    }

    func pixels(y: Int32, x: Int32, count: Int) -> UnsafePointer<UInt32>? {
        let (u, v) = grid.position(x, y)
        let first = Int(u >> 32)
        guard isOneToOne(u, v), first >= texels.minX, first &+ count &- 1 <= texels.maxX else { return nil }
        return unsafe UnsafePointer(texels.row(Int(v >> 32)).assumingMemoryBound(to: UInt32.self) + first)
    }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        if let own = unsafe pixels(y: y, x: x, count: count) { return unsafe own }
        let (u, v) = grid.position(x, y)
        if texels.isAlpha {
            for i in 0..<count { unsafe scratch[i] = isLinear ? sample(u, v, i) : texel(u, v, i) }
        } else if isOneToOne(u, v) {
            let first = Int(u >> 32)
            let row = unsafe texels.row(Int(v >> 32)).assumingMemoryBound(to: UInt32.self)
            for i in 0..<count { unsafe scratch[i] = unsafe row[texels.column(first &+ i)] }
        } else if isLinear {
            unsafe linear(u, v, count, scratch)
        } else {
            unsafe nearest(u, v, count, scratch)
        }
        return unsafe UnsafePointer(scratch)
    }

    // MARK: Nearest

    private func nearest(_ u: Int64, _ v: Int64, _ count: Int, _ to: UnsafeMutablePointer<UInt32>) {
        let inner = inner(u, v, count, reach: 0)
        for i in 0..<inner.lowerBound { unsafe to[i] = texel(u, v, i) }
        for i in inner.upperBound..<count { unsafe to[i] = texel(u, v, i) }
        if grid.vx == 0 {
            let row = unsafe texels.row(Int(v >> 32)).assumingMemoryBound(to: UInt32.self)
            let first = inner.lowerBound
            var at = u &+ Int64(first) &* grid.ux
            // Half size, common for high-resolution pictures.
            if grid.ux == 2 &* SampleGrid.one {
                unsafe scrim_row_seconds(to + first, row + Int(at >> 32), inner.count)
                return
            }
            for i in inner {
                unsafe to[i] = unsafe row[Int(at >> 32)]
                at &+= grid.ux
            }
            return
        }
        var (s, t) = (u &+ Int64(inner.lowerBound) &* grid.ux, v &+ Int64(inner.lowerBound) &* grid.vx)
        if !inner.isEmpty { unsafe touch(s, t, inner.count, to + inner.lowerBound) }
        for i in inner {
            unsafe to[i] = unsafe (texels.innerRow(Int(t >> 32)) + Int(s >> 32) &* 4).load(as: UInt32.self)
            s &+= grid.ux
            t &+= grid.vx
        }
    }

    private func texel(_ u: Int64, _ v: Int64, _ i: Int) -> UInt32 {
        let (s, t) = (u &+ Int64(i) &* grid.ux, v &+ Int64(i) &* grid.vx)
        return texels.held(Int(s >> 32), Int(t >> 32))
    }

    // MARK: Linear

    private func linear(_ u: Int64, _ v: Int64, _ count: Int, _ to: UnsafeMutablePointer<UInt32>) {
        let inner = inner(u, v, count, reach: 1)
        for i in 0..<inner.lowerBound { unsafe to[i] = sample(u, v, i) }
        for i in inner.upperBound..<count { unsafe to[i] = sample(u, v, i) }
        if inner.isEmpty { return }
        if grid.vx == 0 {
            unsafe scaled(u &+ Int64(inner.lowerBound) &* grid.ux, v, inner.count, to + inner.lowerBound)
        } else {
            unsafe turned(
                u &+ Int64(inner.lowerBound) &* grid.ux, v &+ Int64(inner.lowerBound) &* grid.vx, inner.count,
                to + inner.lowerBound)
        }
    }

    private func sample(_ u: Int64, _ v: Int64, _ i: Int) -> UInt32 {
        Bilinear.sample(texels, u &+ Int64(i) &* grid.ux, v &+ Int64(i) &* grid.vx)
    }

    /// Samples a run that is entirely inside, between two rows.
    private func scaled(_ u: Int64, _ v: Int64, _ count: Int, _ to: UnsafeMutablePointer<UInt32>) {
        let top = unsafe texels.row(Int(v >> 32)).assumingMemoryBound(to: UInt32.self)
        let bottom = unsafe texels.row(Int(v >> 32) &+ 1).assumingMemoryBound(to: UInt32.self)
        if grid.ux == 2 &* SampleGrid.one, Bilinear.weight(u) == 128, Bilinear.weight(v) == 128 {
            let x = Int(u >> 32)
            return unsafe scrim_row_halved(to, top + x, bottom + x, count)
        }
        unsafe scrim_row_scaled(to, top, bottom, count, u, grid.ux, UInt32(Bilinear.weight(v)))
    }

    /// Samples a run that is entirely inside, with changing rows.
    private func turned(_ u: Int64, _ v: Int64, _ count: Int, _ to: UnsafeMutablePointer<UInt32>) {
        let base = unsafe texels.innerRow(0).assumingMemoryBound(to: UInt8.self)
        unsafe scrim_row_turned(
            to, base, texels.stride, count, scrim_sample(u: u, v: v), scrim_sample(u: grid.ux, v: grid.vx),
            texels.distance(grid.below(Self.ahead)))
    }

    /// Prefetch distance, in rows.
    private static var ahead: Int64 { 4 }

    /// Reads some of the pixels needed by a run, so that memory fetches many rows in parallel. The result goes to
    /// memory that the run overwrites.
    @inline(never)
    private func touch(_ u: Int64, _ v: Int64, _ count: Int, _ to: UnsafeMutablePointer<UInt32>) {
        var (s, t) = (u, v)
        var all: UInt32 = 0
        for _ in stride(from: 0, to: count, by: 3) {
            let position = unsafe texels.innerRow(Int(t >> 32)) + Int(s >> 32) &* 4
            all ^= unsafe position.load(as: UInt32.self)
            s &+= grid.ux &* 3
            t &+= grid.vx &* 3
        }
        unsafe to[0] = all
    }

    /// The part of a run for which the pixel of a position and the `reach` following ones are inside the texels.
    private func inner(_ u: Int64, _ v: Int64, _ count: Int, reach: Int) -> Range<Int> {
        func within(_ start: Int64, _ step: Int64, _ low: Int, _ high: Int) -> Range<Int> {
            SampleGrid.within(
                start, step, Int64(low) &<< 32, Int64(high &- reach) &<< 32 | (SampleGrid.one &- 1), count)
        }
        let across = within(u, grid.ux, texels.minX, texels.maxX)
        // If the rows do not change along a run, they were clamped before.
        return grid.vx == 0 ? across : across.clamped(to: within(v, grid.vx, texels.minY, texels.maxY))
    }
}
