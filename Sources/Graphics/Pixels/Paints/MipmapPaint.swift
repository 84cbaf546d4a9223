import Geometry

/// Two mipmap levels of a picture, interpolated.
struct MipmapPaint<Level: Paint>: Paint {
    let fine: Level
    let coarse: Level
    /// The weight of `coarse`, 0…256.
    let weight: UInt32

    var isOpaque: Bool { fine.isOpaque }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { buffer in
            guard let second = buffer.baseAddress else { return }
            let a = unsafe fine.row(y: y, x: x, count: count, scratch)
            let b = unsafe coarse.row(y: y, x: x, count: count, second)
            let rest = 256 &- weight
            for i in 0..<count {
                // One rounding, monotonic in each channel, so no colour exceeds its alpha. Two channels at a time.
                let (p, q) = unsafe (a[i], b[i])
                let low = (p & 0x00FF_00FF) &* rest &+ (q & 0x00FF_00FF) &* weight &+ 0x0080_0080
                let high = (p &>> 8 & 0x00FF_00FF) &* rest &+ (q &>> 8 & 0x00FF_00FF) &* weight &+ 0x0080_0080
                unsafe scratch[i] = low &>> 8 & 0x00FF_00FF | high & 0xFF00_FF00
            }
        }
        return unsafe UnsafePointer(scratch)
    }
}

/// Adjacent paints: each pixel belongs to the one that contains its center.
///
/// The seams have no coverage of their own, so nothing shows through, whatever their position.
struct PatchworkPaint<Part: Paint>: Paint {
    /// Maps device pixels to points.
    let map: Projective
    /// In points: the ends of the columns and of the rows; the last ones are unlimited.
    let columns: [Double]
    let rows: [Double]
    /// Row by row.
    let parts: [Part]

    var isOpaque: Bool { parts.allSatisfy(\.isOpaque) }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        var begin = 0
        var part = self.part(x, y)
        while begin < count {
            var end = begin + 1
            var next = part
            while end < count {
                next = self.part(x &+ Int32(truncatingIfNeeded: end), y)
                if next != part { break }
                end += 1
            }
            let to = unsafe scratch + begin
            let from = unsafe parts[part].row(
                y: y, x: x &+ Int32(truncatingIfNeeded: begin), count: end - begin, to)
            if unsafe from != UnsafePointer(to) { unsafe to.update(from: from, count: end - begin) }
            (begin, part) = (end, next)
        }
        return unsafe UnsafePointer(scratch)
    }

    /// The index of the part that contains a pixel's center.
    private func part(_ x: Int32, _ y: Int32) -> Int {
        let p = map.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        var column = 0
        while column + 1 < columns.count, p.x >= columns[column] { column += 1 }
        var row = 0
        while row + 1 < rows.count, p.y >= rows[row] { row += 1 }
        return row * columns.count + column
    }
}
