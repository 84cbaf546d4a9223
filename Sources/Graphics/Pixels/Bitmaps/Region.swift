import CPixman
public import Geometry

/// A set of pixels as rectangles in bands from top to bottom, left to right within a band: an owned pixman region.
///
/// Collect rectangles in an array and create a region from them once; calling `union` in a loop is quadratic in their
/// number.
@safe public struct Region: ~Copyable {
    private var raw = unsafe pixman_region32_t()

    public init() {
        unsafe pixman_region32_init(&raw)
    }

    public init(_ rect: PixelRect) {
        if rect.isEmpty {
            unsafe pixman_region32_init(&raw)
        } else {
            unsafe pixman_region32_init_rect(
                &raw, rect.x0, rect.y0, UInt32(bitPattern: rect.width), UInt32(bitPattern: rect.height))
        }
    }

    /// The union of the rectangles, which may be in any order, overlap, or be empty.
    public init(_ rects: [PixelRect]) {
        let ok = unsafe withUnsafeTemporaryAllocation(of: pixman_box32_t.self, capacity: max(rects.count, 1)) { boxes in
            var count = 0
            for rect in rects where !rect.isEmpty {
                unsafe boxes[count] = pixman_box32_t(x1: rect.x0, y1: rect.y0, x2: rect.x1, y2: rect.y1)
                count += 1
            }
            return unsafe pixman_region32_init_rects(&raw, boxes.baseAddress, Int32(count))
        }
        precondition(ok != 0, "no memory for a region")
    }

    deinit {
        unsafe withUnsafePointer(to: raw) {
            unsafe pixman_region32_fini(UnsafeMutablePointer(mutating: $0))
        }
    }

    public func copy() -> Region {
        var other = Region()
        unsafe withRaw { unsafe Region.check(pixman_region32_copy(&other.raw, $0)) }
        return other
    }

    // MARK: Questions

    public var isEmpty: Bool { rectCount == 0 }

    public var extents: PixelRect {
        let box = unsafe raw.extents
        return isEmpty ? .empty : PixelRect(box.x1, box.y1, box.x2, box.y2)
    }

    /// Number of rectangles in the bands.
    public var rectCount: Int {
        unsafe withRaw { unsafe Int(pixman_region32_n_rects($0)) }
    }

    /// Number of pixels.
    public var area: Int {
        var sum = 0
        forEach { sum += $0.area }
        return sum
    }

    /// True when every pixel of `rect` is in the region (always for an empty one).
    public func contains(_ rect: PixelRect) -> Bool {
        if rect.isEmpty { return true }
        var box = pixman_box32_t(x1: rect.x0, y1: rect.y0, x2: rect.x1, y2: rect.y1)
        return unsafe withRaw { unsafe pixman_region32_contains_rectangle($0, &box) } == PIXMAN_REGION_IN
    }

    /// True when some pixel of `rect` is in the region.
    public func intersects(_ rect: PixelRect) -> Bool {
        if rect.isEmpty { return false }
        var box = pixman_box32_t(x1: rect.x0, y1: rect.y0, x2: rect.x1, y2: rect.y1)
        return unsafe withRaw { unsafe pixman_region32_contains_rectangle($0, &box) } != PIXMAN_REGION_OUT
    }

    /// True when both hold the same pixels.
    public static func == (a: borrowing Region, b: borrowing Region) -> Bool {
        unsafe a.withRaw { left in
            unsafe b.withRaw { right in unsafe pixman_region32_equal(left, right) != 0 }
        }
    }

    /// Calls `body` with the rectangles, band by band from the top, and from the left within a band.
    public func forEach(_ body: (PixelRect) -> Void) {
        unsafe withBoxes { boxes in
            for i in boxes.indices {
                let box = unsafe boxes[i]
                body(PixelRect(box.x1, box.y1, box.x2, box.y2))
            }
        }
    }

    /// The rectangles of `forEach`, as an array.
    public var rects: [PixelRect] {
        var list: [PixelRect] = []
        list.reserveCapacity(rectCount)
        forEach { list.append($0) }
        return list
    }

    // MARK: Changes

    public mutating func formUnion(_ other: borrowing Region) {
        unsafe withBoth(other) { unsafe pixman_region32_union($0, $0, $1) }
    }

    public mutating func formUnion(_ rect: PixelRect) {
        if rect.isEmpty { return }
        let other = Region(rect)
        formUnion(other)
    }

    public mutating func formIntersection(_ other: borrowing Region) {
        unsafe withBoth(other) { unsafe pixman_region32_intersect($0, $0, $1) }
    }

    public mutating func formIntersection(_ rect: PixelRect) {
        let other = Region(rect)
        formIntersection(other)
    }

    public mutating func subtract(_ other: borrowing Region) {
        unsafe withBoth(other) { unsafe pixman_region32_subtract($0, $0, $1) }
    }

    public mutating func subtract(_ rect: PixelRect) {
        let other = Region(rect)
        subtract(other)
    }

    /// Moves every pixel. Coordinates beyond pixman's 32 bits are clipped.
    public mutating func translate(_ dx: Int32, _ dy: Int32) {
        unsafe pixman_region32_translate(&raw, dx, dy)
    }

    public mutating func clear() {
        unsafe pixman_region32_clear(&raw)
    }

    // MARK: pixman

    private mutating func withBoth(
        _ other: borrowing Region,
        _ body: (UnsafeMutablePointer<pixman_region32_t>, UnsafeMutablePointer<pixman_region32_t>) -> pixman_bool_t
    ) {
        // pixman takes one region as input and output; Swift's exclusivity rule requires a single pointer for that.
        unsafe withUnsafeMutablePointer(to: &raw) { mine in
            unsafe other.withRaw { theirs in unsafe Self.check(body(mine, theirs)) }
        }
    }

    /// Passes the region to a pixman function that only reads it but takes a mutable pointer.
    private func withRaw<T>(_ body: (UnsafeMutablePointer<pixman_region32_t>) -> T) -> T {
        unsafe withUnsafePointer(to: raw) { unsafe body(UnsafeMutablePointer(mutating: $0)) }
    }

    /// Calls `body` with the rectangles in place, for painting loops.
    func withBoxes<T>(_ body: (UnsafeBufferPointer<pixman_box32_t>) -> T) -> T {
        unsafe withRaw { region in
            var count: Int32 = 0
            let boxes = unsafe pixman_region32_rectangles(region, &count)
            return unsafe body(UnsafeBufferPointer(start: boxes, count: Int(count)))
        }
    }

    private static func check(_ ok: pixman_bool_t) {
        precondition(ok != 0, "no memory for a region")
    }
}
