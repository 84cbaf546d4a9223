package import Geometry

/// The part of a tile that is still visible while walking from front to back: one bit per cell.
///
/// A cell is a pixel in small tiles and a square of pixels in large ones; it counts as hidden when one opaque rectangle
/// covers all of it, which is conservative. Many small layers are as cheap as a few large ones, because nothing is cut
/// into pieces. Scopes are stacked in one array: pixels hidden within a group are not hidden outside of it.
struct Occlusion {
    /// Maximum number of cells per tile: 16 KiB of bits.
    static let mostCells = 1 << 17

    private var tile = PixelRect.empty
    private var shift: Int32 = 0
    private var columns: Int32 = 0
    private var rows: Int32 = 0
    private var wordsPerRow = 0
    private var bits: [UInt64] = []
    /// The innermost scope: the index of its first word, and the number of bits set.
    private var base = 0
    private var left = 0
    private var outer: [Int] = []
    /// True while all of the tile is visible.
    private var isWhole = false

    /// True when nothing is visible any more.
    var isEmpty: Bool { left == 0 }

    /// Starts a tile in which `shown` is visible; the rest is hidden until it is revealed.
    mutating func reset(to tile: PixelRect, showing shown: PixelRect) {
        self.tile = tile
        bits.removeAll(keepingCapacity: true)
        outer.removeAll(keepingCapacity: true)
        (base, left, shift) = (0, 0, 0)
        isWhole = shown.contains(tile)
        guard !tile.isEmpty else { return }
        while (Int(tile.width >> shift) + 1) * (Int(tile.height >> shift) + 1) > Self.mostCells { shift += 1 }
        let side = Int32(1) << shift
        columns = (tile.width + side - 1) >> shift
        rows = (tile.height + side - 1) >> shift
        wordsPerRow = (Int(columns) + 63) / 64
        bits.append(contentsOf: repeatElement(0, count: wordsPerRow * Int(rows)))
        reveal(shown)
    }

    /// Makes the part of `rect` inside the tile visible again.
    mutating func reveal(_ rect: PixelRect) {
        let c = touched(rect)
        guard !c.isEmpty else { return }
        var more = 0
        let words = Words(c)
        for y in Int(c.y0)..<Int(c.y1) {
            let row = base + y * wordsPerRow
            for word in words.first...words.last {
                let hidden = words.mask(word) & ~bits[row + word]
                more += hidden.nonzeroBitCount
                bits[row + word] |= hidden
            }
        }
        left += more
    }

    /// A half-open range of cells.
    private struct Cells {
        var x0, y0, x1, y1: Int32
        var isEmpty: Bool { x0 >= x1 || y0 >= y1 }
    }

    /// The cells that `r` touches.
    private func touched(_ r: PixelRect) -> Cells {
        let r = r.intersection(tile)
        guard !r.isEmpty else { return Cells(x0: 0, y0: 0, x1: 0, y1: 0) }
        return Cells(
            x0: (r.x0 - tile.x0) >> shift, y0: (r.y0 - tile.y0) >> shift, x1: ((r.x1 - tile.x0 - 1) >> shift) + 1,
            y1: ((r.y1 - tile.y0 - 1) >> shift) + 1)
    }

    /// The cells whose part inside the tile is contained in `r`.
    private func held(_ r: PixelRect) -> Cells {
        let r = r.intersection(tile)
        guard !r.isEmpty else { return Cells(x0: 0, y0: 0, x1: 0, y1: 0) }
        let more = (Int32(1) << shift) - 1
        return Cells(
            x0: (r.x0 - tile.x0 + more) >> shift, y0: (r.y0 - tile.y0 + more) >> shift,
            x1: r.x1 == tile.x1 ? columns : (r.x1 - tile.x0) >> shift,
            y1: r.y1 == tile.y1 ? rows : (r.y1 - tile.y0) >> shift)
    }

    /// The bits of a row that represent a range of cells; the same in each row.
    ///
    /// Loops over words are written out, because a closure that modifies `bits` would copy them.
    private struct Words {
        let first, last: Int
        let head, tail: UInt64

        init(_ c: Cells) {
            (first, last) = (Int(c.x0) >> 6, Int(c.x1 - 1) >> 6)
            head = UInt64.max << UInt64(c.x0 & 63)
            tail = UInt64.max >> UInt64(63 - (c.x1 - 1) & 63)
        }

        @inline(__always)
        func mask(_ word: Int) -> UInt64 {
            var mask = UInt64.max
            if word == first { mask &= head }
            if word == last { mask &= tail }
            return mask
        }
    }

    /// Begins a scope with the visible part of `rect`.
    mutating func push(_ rect: PixelRect) {
        isWhole = false
        let size = wordsPerRow * Int(rows)
        let old = base
        outer.append(left)
        base = bits.count
        bits.append(contentsOf: repeatElement(0, count: size))
        left = 0
        let shift = base - old
        var count = 0
        let cells = touched(rect)
        if !cells.isEmpty {
            let words = Words(cells)
            for y in Int(cells.y0)..<Int(cells.y1) {
                let row = base + y * wordsPerRow
                for word in words.first...words.last {
                    let seen = bits[row + word - shift] & words.mask(word)
                    bits[row + word] = seen
                    count += seen.nonzeroBitCount
                }
            }
        }
        left = count
    }

    mutating func pop() {
        let size = wordsPerRow * Int(rows)
        bits.removeLast(size)
        base -= size
        left = outer.removeLast()
    }

    /// The bounding box of the visible part of `rect`.
    func visible(_ rect: PixelRect) -> PixelRect {
        guard left > 0 else { return .empty }
        if isWhole { return rect.intersection(tile) }
        let c = touched(rect)
        guard !c.isEmpty else { return .empty }
        var (x0, x1, y0, y1) = (Int.max, -1, Int.max, -1)
        let words = Words(c)
        for y in Int(c.y0)..<Int(c.y1) {
            let row = base + y * wordsPerRow
            for word in words.first...words.last {
                let seen = bits[row + word] & words.mask(word)
                if seen == 0 { continue }
                y0 = min(y0, y)
                y1 = y
                x0 = min(x0, word * 64 + seen.trailingZeroBitCount)
                x1 = max(x1, word * 64 + 63 - seen.leadingZeroBitCount)
            }
        }
        guard x1 >= 0 else { return .empty }
        let box = PixelRect(
            tile.x0 + Int32(x0) << shift, tile.y0 + Int32(y0) << shift, tile.x0 + Int32(x1 + 1) << shift,
            tile.y0 + Int32(y1 + 1) << shift)
        return box.intersection(rect).intersection(tile)
    }

    /// Removes an opaque rectangle.
    mutating func subtract(_ rect: PixelRect) {
        guard left > 0 else { return }
        let c = held(rect)
        guard !c.isEmpty else { return }
        isWhole = false
        var gone = 0
        let words = Words(c)
        for y in Int(c.y0)..<Int(c.y1) {
            let row = base + y * wordsPerRow
            for word in words.first...words.last {
                let seen = bits[row + word] & words.mask(word)
                if seen == 0 { continue }
                gone += seen.nonzeroBitCount
                bits[row + word] ^= seen
            }
        }
        left -= gone
    }

    /// Removes the opaque area of a node.
    mutating func subtract(solidOf node: Node) {
        node.forEachSolid { subtract($0) }
    }
}

extension OpaqueArea {
    /// Calls `body` with rectangles that make up the area.
    @inline(__always)
    func forEach(_ body: (PixelRect) -> Void) {
        let (solid, i) = (rect, inset)
        guard !solid.isEmpty else { return }
        if i == 0 { return body(solid) }
        // Corners were computed for the unclipped bounds, so a clipped area is inset more than needed, never less.
        let rows = PixelRect(solid.x0, solid.y0 + i, solid.x1, solid.y1 - i)
        let columns = PixelRect(solid.x0 + i, solid.y0, solid.x1 - i, solid.y1)
        if !rows.isEmpty { body(rows) }
        if !columns.isEmpty { body(columns) }
    }
}

extension Node {
    /// True when the layer hides others by its picture alone: it has no background, and no clip that would restore the
    /// backdrop at its end.
    var hidesByDrawing: Bool { drawing >= 0 && flags.isDisjoint(with: [.hasBackground, .cutsShape]) }

    /// Calls `body` with rectangles in which the background or a picture is opaque.
    @inline(__always)
    package func forEachSolid(_ body: (PixelRect) -> Void) { solid.forEach(body) }
}
