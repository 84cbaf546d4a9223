import CPixman
import Geometry

/// Paints one colour over argb pixels, through the coverage it is given.
@safe struct SolidSink: CoverageSink {
    private let base: UnsafeMutableRawPointer
    private let stride: Int
    private let origin: PixelPoint
    private let source: UInt32

    /// `origin` is where the bitmap's first pixel lies; every run must lie within the bitmap.
    init(_ bitmap: Bitmap, origin: PixelPoint, _ color: PremultipliedColor) {
        unsafe base = bitmap.base
        stride = bitmap.stride
        self.origin = origin
        source = color.pixel
    }

    @inline(__always)
    private func pointer(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt32> {
        let row = unsafe base + Int(y &- origin.y) &* stride
        return unsafe row.assumingMemoryBound(to: UInt32.self) + Int(x &- origin.x)
    }

    @inline(__always)
    func expect(y: Int32, x: Int32) {
        unsafe scrim_prefetch(pointer(x, y))
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        let pixel = PremultipliedColor.scale(source, coverage)
        let count = Int(x1 &- x0)
        let to = unsafe pointer(x0, y)
        if pixel >> 24 == 255 {
            unsafe to.update(repeating: pixel, count: count)
            return
        }
        if pixel == 0 { return }
        let four = FourPixels(SIMD4(repeating: pixel))
        let rest = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: 255 &- pixel >> 24))
        var i = 0
        while i &+ 8 <= count {
            let place = unsafe UnsafeMutableRawPointer(to + i)
            let next = unsafe place + 16
            let a = FourPixels(unsafe place.loadUnaligned(as: SIMD4<UInt32>.self))
            let b = FourPixels(unsafe next.loadUnaligned(as: SIMD4<UInt32>.self))
            unsafe place.storeBytes(of: four.plus(a.times(rest)), as: SIMD4<UInt32>.self)
            unsafe next.storeBytes(of: four.plus(b.times(rest)), as: SIMD4<UInt32>.self)
            i &+= 8
        }
        while i < count {
            unsafe to[i] = unsafe PremultipliedColor.over(pixel, to[i])
            i &+= 1
        }
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        let count = Int(x1 &- x0)
        let to = unsafe pointer(x0, y)
        let source = self.source
        let four = FourPixels(SIMD4(repeating: source))
        // Without a branch for nothing and all: at edges none is likely, and the sums are the same.
        var i = 0
        while i &+ 4 <= count {
            let place = unsafe UnsafeMutableRawPointer(to + i)
            let coverage = unsafe UnsafeRawPointer(values + i).loadUnaligned(as: SIMD4<UInt8>.self)
            let scaled = four.times(FourPixels.doubled(SIMD4<UInt32>(truncatingIfNeeded: coverage)))
            let rest = FourPixels.doubled(SIMD4(repeating: 255) &- scaled.alpha)
            let behind = FourPixels(unsafe place.loadUnaligned(as: SIMD4<UInt32>.self))
            unsafe place.storeBytes(of: scaled.plus(behind.times(rest)), as: SIMD4<UInt32>.self)
            i &+= 4
        }
        while i < count {
            let pixel = unsafe PremultipliedColor.scale(source, values[i])
            unsafe to[i] = unsafe PremultipliedColor.over(pixel, to[i])
            i &+= 1
        }
    }
}

/// Four pixels with the channels apart, sixteen bits each, as they are multiplied.
private struct FourPixels {
    /// Red and blue, alpha and green.
    private let even: SIMD8<UInt16>
    private let odd: SIMD8<UInt16>

    /// (A stored constant would be asked for by a call each time.)
    private static var mask: SIMD4<UInt32> { SIMD4(repeating: 0x00FF_00FF) }

    @inline(__always)
    init(_ pixels: SIMD4<UInt32>) {
        even = unsafe unsafeBitCast(pixels & Self.mask, to: SIMD8<UInt16>.self)
        odd = unsafe unsafeBitCast((pixels &>> 8) & Self.mask, to: SIMD8<UInt16>.self)
    }

    @inline(__always)
    private init(_ even: SIMD8<UInt16>, _ odd: SIMD8<UInt16>) {
        self.even = even
        self.odd = odd
    }

    /// A factor for each pixel as one for each pair of its channels.
    @inline(__always)
    static func doubled(_ factors: SIMD4<UInt32>) -> SIMD8<UInt16> {
        unsafe unsafeBitCast(factors | factors &<< 16, to: SIMD8<UInt16>.self)
    }

    @inline(__always)
    var alpha: SIMD4<UInt32> { unsafe unsafeBitCast(odd, to: SIMD4<UInt32>.self) &>> 16 }

    /// Channels times `factor / 255`, rounded.
    @inline(__always)
    func times(_ factor: SIMD8<UInt16>) -> FourPixels {
        let e = even &* factor &+ 128
        let o = odd &* factor &+ 128
        return FourPixels((e &+ e &>> 8) &>> 8, (o &+ o &>> 8) &>> 8)
    }

    /// The sum, channel by channel, as pixels; no channel may exceed 255.
    @inline(__always)
    func plus(_ other: FourPixels) -> SIMD4<UInt32> {
        let e = unsafe unsafeBitCast(even &+ other.even, to: SIMD4<UInt32>.self)
        let o = unsafe unsafeBitCast(odd &+ other.odd, to: SIMD4<UInt32>.self)
        return e | o &<< 8
    }
}

/// Stores coverage in an alpha bitmap; what no run names keeps what it had.
@safe struct MaskSink: CoverageSink {
    private let base: UnsafeMutableRawPointer
    private let stride: Int
    private let origin: PixelPoint

    init(_ bitmap: Bitmap, origin: PixelPoint) {
        precondition(bitmap.format == .alpha)
        unsafe base = bitmap.base
        stride = bitmap.stride
        self.origin = origin
    }

    @inline(__always)
    private func pointer(_ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
        unsafe base + (Int(y &- origin.y) &* stride &+ Int(x &- origin.x))
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        let to = unsafe pointer(x0, y)
        unsafe to.assumingMemoryBound(to: UInt8.self).update(repeating: coverage, count: Int(x1 &- x0))
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        let to = unsafe pointer(x0, y)
        unsafe to.copyMemory(from: values, byteCount: Int(x1 &- x0))
    }
}

/// Hands on what lies in a region, for clips of more than one rectangle.
struct RegionSink<Inner: CoverageSink>: CoverageSink {
    private let boxes: [PixelRect]
    /// The first box of the band where the last run was: runs mostly come from the top.
    private var band = 0
    var inner: Inner

    init(_ region: borrowing Region, _ inner: Inner) {
        boxes = region.rects
        self.inner = inner
    }

    /// Moves `band` to the first box that reaches below the top of row `y`; false when the row meets none.
    private mutating func seek(_ y: Int32) -> Bool {
        if band < boxes.count, band > 0, boxes[band - 1].y1 > y { band = 0 }
        if band == boxes.count { band = 0 }
        while band < boxes.count, boxes[band].y1 <= y { band += 1 }
        return band < boxes.count && boxes[band].y0 <= y
    }

    @inline(__always)
    func expect(y: Int32, x: Int32) { inner.expect(y: y, x: x) }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        guard seek(y) else { return }
        var i = band
        while i < boxes.count, boxes[i].y0 <= y, boxes[i].x0 < x1 {
            let (left, right) = (max(x0, boxes[i].x0), min(x1, boxes[i].x1))
            if left < right { inner.solid(y: y, x0: left, x1: right, coverage: coverage) }
            i += 1
        }
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        guard seek(y) else { return }
        var i = band
        while i < boxes.count, boxes[i].y0 <= y, boxes[i].x0 < x1 {
            let (left, right) = (max(x0, boxes[i].x0), min(x1, boxes[i].x1))
            if left < right { unsafe inner.partial(y: y, x0: left, x1: right, values: values + Int(left &- x0)) }
            i += 1
        }
    }
}
