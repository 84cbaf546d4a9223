/// Signed areas and covers of lines, gathered in one cell for each pixel of a window, in exact integers.
///
/// Coordinates are in units of 1/1024 pixel. A line that goes down `dy` units through a pixel adds `dy` times twice its
/// mean distance to the pixel's right edge to that pixel's cell, and the rest, which covers everything further right, to
/// the next cell; the running sum along a row is then twice the signed area in the pixel, 2²¹ when covered once. One sum
/// instead of an area and a cover for each cell is Blend2D's and font-rs's way: half the memory and one pass.
/// Sums wrap: beyond ±1023 turns of winding a picture may be wrong, but never a trap.
///
/// No result depends on the window: where a line meets the edge of a row or a column is computed from the line's own
/// ends, by integers, so a window that is part of another gives the same cells.
@safe struct CoverageGrid {
    static let bits = 10
    static let one = 1 << bits
    /// A pixel covered once.
    static let full: Int32 = 2 << (2 * Int32(bits))
    /// Lines must lie within ± this many units (65,536 pixels), so that no product below exceeds 64 bits.
    static let limit = 1 << 26

    /// `height` rows of `stride` cells; stride ≥ width + 1 and a multiple of four.
    let cells: UnsafeMutablePointer<Int32>
    /// `height` rows of `words` words; bit n says that one of the four cells from 4n on was touched.
    let touched: UnsafeMutablePointer<UInt64>
    let stride: Int
    let words: Int
    let width: Int
    let height: Int
    /// 1, or -1 to take the lines away instead.
    var direction: Int32 = 1

    /// Adds a line; coordinates in units from the window's upper left corner, within ±2 · `limit`.
    @inline(__always)
    func addLine(_ ax: Int, _ ay: Int, _ bx: Int, _ by: Int) {
        guard ay != by else { return }
        let down = ay < by
        let (x0, y0, x1, y1) = down ? (ax, ay, bx, by) : (bx, by, ax, ay)
        let sign = down ? direction : 0 &- direction
        let right = width << Self.bits
        let endY = min(y1, height << Self.bits)
        let startY = max(y0, 0)
        guard startY < endY, x0 < right || x1 < right else { return }
        if x0 == x1 || (x0 <= 0 && x1 <= 0) {
            vertical(max(x0, 0), startY, endY, sign)
        } else if min(x0, x1) >= 0, max(x0, x1) < right {
            inside(x0, y0, x1, y1, startY, endY, sign)
        } else {
            slanted(x0, y0, x1, y1, startY, endY, sign)
        }
    }

    /// Also all that lies left of the window: it covers whole rows from the first pixel on.
    private func vertical(_ x: Int, _ startY: Int, _ endY: Int, _ sign: Int32) {
        let column = x >> Self.bits
        let fraction = Int32(truncatingIfNeeded: x & (Self.one - 1))
        var row = startY >> Self.bits
        var y = startY
        while y < endY {
            let next = min((row + 1) << Self.bits, endY)
            inCell(row, column, Int32(truncatingIfNeeded: next - y) &* sign, fraction &* 2)
            y = next
            row += 1
        }
    }

    /// A line all of whose columns are in the window: most of them. The same sums as `slanted`, without its questions.
    @inline(never)
    private func inside(
        _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ startY: Int, _ endY: Int, _ sign: Int32
    ) {
        let dx = Double(x1 &- x0)
        let dy = Double(y1 &- y0)
        let slope = Int(dx * 4_294_967_296 / dy)
        let rise = x0 >> Self.bits == x1 >> Self.bits ? 0 : Int(dy * 4_294_967_296 / dx)
        let half = 1 << 31
        let row = startY >> Self.bits
        var line = unsafe cells + row &* stride
        var bits = unsafe touched + row &* words
        var boundary = (row &+ 1) << Self.bits
        var y = startY
        var x = y0 < 0 ? ((x0 << 32) &+ half &+ (0 &- y0) &* slope) >> 32 : x0
        var edge = (x0 << 32) &+ half &+ (boundary &- y0) &* slope
        let step = slope << Self.bits
        while true {
            let nextY = min(boundary, endY)
            let nextX = nextY == y1 ? x1 : edge >> 32
            let column = x >> Self.bits
            if column == nextX >> Self.bits {
                let dy = Int32(truncatingIfNeeded: nextY &- y) &* sign
                let sum = (x & (Self.one - 1)) &+ (nextX & (Self.one - 1))
                let cell = unsafe line + column
                let carried = dy &* Int32(truncatingIfNeeded: sum)
                unsafe cell[0] = unsafe cell[0] &+ (dy << Int32(Self.bits + 1)) &- carried
                unsafe cell[1] = unsafe cell[1] &+ carried
                unsafe touch(bits, column, column)
            } else if x < nextX {
                unsafe acrossInside(line, bits, x, y, nextX, nextY, sign, x0, y0, rise)
            } else {
                unsafe acrossInside(line, bits, nextX, nextY, x, y, 0 &- sign, x0, y0, rise)
            }
            if nextY == endY { return }
            x = nextX
            y = nextY
            edge = edge &+ step
            boundary = boundary &+ Self.one
            unsafe line += stride
            unsafe bits += words
        }
    }

    /// `across` with all columns in the window: a cell's carry waits in a register for the next cell.
    @inline(__always)
    private func acrossInside(
        _ line: UnsafeMutablePointer<Int32>, _ bits: UnsafeMutablePointer<UInt64>, _ xl: Int, _ yl: Int, _ xr: Int,
        _ yr: Int, _ sign: Int32, _ x0: Int, _ y0: Int, _ rise: Int
    ) {
        let (low, high) = yl < yr ? (yl, yr) : (yr, yl)
        let last = xr >> Self.bits
        var column = xl >> Self.bits
        unsafe touch(bits, column, last)
        var edge = (y0 << 32) &+ (1 << 31) &+ (((column &+ 1) << Self.bits) &- x0) &* rise
        let step = rise << Self.bits
        var sum = Int32(truncatingIfNeeded: (xl & (Self.one - 1)) &+ Self.one)
        var y = yl
        var carried: Int32 = 0
        while column < last {
            let next = min(max(edge >> 32, low), high)
            let dy = Int32(truncatingIfNeeded: next &- y) &* sign
            let right = dy &* sum
            unsafe line[column] = unsafe line[column] &+ (dy << Int32(Self.bits + 1)) &- right &+ carried
            carried = right
            sum = Int32(Self.one)
            y = next
            edge = edge &+ step
            column &+= 1
        }
        let dy = Int32(truncatingIfNeeded: yr &- y) &* sign
        let right = dy &* Int32(truncatingIfNeeded: xr & (Self.one - 1))
        unsafe line[column] = unsafe line[column] &+ (dy << Int32(Self.bits + 1)) &- right &+ carried
        unsafe line[column &+ 1] = unsafe line[column &+ 1] &+ right
    }

    /// Marks the cells of these columns and the one after them.
    @inline(__always)
    private func touch(_ bits: UnsafeMutablePointer<UInt64>, _ from: Int, _ to: Int) {
        let first = from >> 2
        let last = (to &+ 1) >> 2
        let low: UInt64 = .max << UInt64(truncatingIfNeeded: first & 63)
        let high: UInt64 = .max >> UInt64(truncatingIfNeeded: 63 &- last & 63)
        var word = first >> 6
        let end = last >> 6
        if word == end {
            unsafe bits[word] |= low & high
            return
        }
        unsafe bits[word] |= low
        word &+= 1
        while word < end {
            unsafe bits[word] = .max
            word &+= 1
        }
        unsafe bits[end] |= high
    }

    private func slanted(
        _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ startY: Int, _ endY: Int, _ sign: Int32
    ) {
        // 32 fractional bits. |x1 - x0| ≤ 2²⁸, so the products with a distance along the line stay below 2⁶¹.
        // The steps beyond the line's end may wrap, but are not used.
        let dx = Double(x1 - x0)
        let dy = Double(y1 - y0)
        let slope = Int(dx * 4_294_967_296 / dy)
        let rise = Int(dy * 4_294_967_296 / dx)
        let half = 1 << 31
        var row = startY >> Self.bits
        var y = startY
        var x = y0 < 0 ? ((x0 << 32) + half + (0 - y0) * slope) >> 32 : x0
        var edge = (x0 << 32) &+ half &+ (((row + 1) << Self.bits) - y0) &* slope
        let step = slope << Self.bits
        while y < endY {
            let boundary = (row + 1) << Self.bits
            let nextY = min(boundary, endY)
            let nextX = nextY == y1 ? x1 : edge >> 32
            edge = edge &+ step
            let column = x >> Self.bits
            if column == nextX >> Self.bits {
                let dy = Int32(truncatingIfNeeded: nextY - y) &* sign
                if column < 0 {
                    inCell(row, 0, dy, 0)
                } else if column < width {
                    let sum = (x & (Self.one - 1)) + (nextX & (Self.one - 1))
                    inCell(row, column, dy, Int32(truncatingIfNeeded: sum))
                }
            } else if x < nextX {
                across(row, x, y, nextX, nextY, sign, x0, y0, rise)
            } else {
                across(row, nextX, nextY, x, y, 0 &- sign, x0, y0, rise)
            }
            x = nextX
            y = nextY
            row += 1
        }
    }

    /// A piece within one row that crosses columns, its left end first. (x0, y0) and `rise` are the whole line's.
    private func across(
        _ row: Int, _ xl: Int, _ yl: Int, _ xr: Int, _ yr: Int, _ sign: Int32, _ x0: Int, _ y0: Int, _ rise: Int
    ) {
        if xr <= 0 { return inCell(row, 0, Int32(truncatingIfNeeded: yr - yl) &* sign, 0) }
        let half = 1 << 31
        let (low, high) = yl < yr ? (yl, yr) : (yr, yl)
        let lastColumn = xr >> Self.bits
        var column = xl >> Self.bits
        var x = xl & (Self.one - 1)
        var y = yl
        if column < 0 {
            let meets = min(max(((y0 << 32) + half + (0 - x0) * rise) >> 32, low), high)
            inCell(row, 0, Int32(truncatingIfNeeded: meets - y) &* sign, 0)
            column = 0
            x = 0
            y = meets
        }
        var edge = (y0 << 32) &+ half &+ (((column + 1) << Self.bits) - x0) &* rise
        let step = rise << Self.bits
        let end = min(lastColumn, width)
        while column < end {
            // The line rounded at the row's edges and the one rounded at the column's may differ by a unit and more
            // when it is steep; what counts is that the pieces add up to the row's.
            let next = min(max(edge >> 32, low), high)
            inCell(row, column, Int32(truncatingIfNeeded: next - y) &* sign, Int32(truncatingIfNeeded: x + Self.one))
            edge = edge &+ step
            y = next
            x = 0
            column += 1
        }
        if column < width {
            let sum = Int32(truncatingIfNeeded: x + (xr & (Self.one - 1)))
            inCell(row, column, Int32(truncatingIfNeeded: yr - y) &* sign, sum)
        }
    }

    /// A piece within one cell: `dy` units downward, `sum` the distances of its ends from the cell's left edge.
    @inline(__always)
    private func inCell(_ row: Int, _ column: Int, _ dy: Int32, _ sum: Int32) {
        let cell = unsafe cells + (row &* stride &+ column)
        let carried = dy &* sum
        unsafe cell[0] = unsafe cell[0] &+ (dy << Int32(Self.bits + 1)) &- carried
        unsafe cell[1] = unsafe cell[1] &+ carried
        unsafe touch(touched + row &* words, column, column)
    }
}
