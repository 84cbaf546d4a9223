import Geometry
import Glibc

/// Cache of glyph coverage, for each size and each quarter pixel of the origin.
///
/// Origins are rounded to quarter pixels in both directions, so that masks can be reused in every frame; a pixel
/// depends neither on the clip nor on the cache. Masks are stored consecutively in one block; when it is full, the less
/// recently used half is evicted. Not thread-safe.
@safe final class GlyphMasks {
    /// A size: pixels per em, horizontally and vertically.
    struct Strike: Hashable {
        var x: Double
        var y: Double
    }

    /// The coverage of a glyph. The memory is valid until the next call of `mask`.
    @safe struct Mask {
        /// Relative to the pixel that contains the glyph's origin.
        var box: PixelRect
        let values: UnsafePointer<UInt8>
    }

    private struct Entry {
        /// Combines the glyph's number, the strike's number and the quarters; 0 means unused.
        var key: UInt64 = 0
        var x0: Int16 = 0
        var y0: Int16 = 0
        var width: UInt16 = 0
        var height: UInt16 = 0
        var offset: UInt32 = 0
        var used: UInt32 = 0

        var size: Int { Int(width) * Int(height) }
    }

    /// Maximum size of cached ems and glyphs, in pixels; larger ones are filled as outlines.
    static let sideLimit = 256.0
    static let boxLimit: Int32 = 1024

    /// A hash table with linear probing, at most half full.
    private var table: [Entry]
    private var count = 0
    private var block: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var end = 0
    private var clock: UInt32 = 0
    private var strikes: [Strike: UInt64] = [:]
    private var lastStrike: UInt64 = 0
    private(set) var hits = 0
    private(set) var misses = 0

    /// Maximum size of the masks, in bytes.
    var budget = 4 << 20 {
        didSet { if bytes > budget { trim(to: budget / 2) } }
    }
    /// Size of the masks and their entries, in bytes.
    var bytes: Int { end + count * MemoryLayout<Entry>.stride }

    init() {
        table = Array(repeating: Entry(), count: 256)
        capacity = 1 << 12
        unsafe block = .allocate(capacity: capacity)
    }

    deinit { unsafe block.deallocate() }

    /// Index of the font size in the mask cache.
    func number(of strike: Strike) -> UInt64 {
        if let known = strikes[strike] { return known }
        // Too many sizes, for example after zooming: start over. Old masks are not found again.
        if strikes.count >= 4096 { strikes.removeAll() }
        if lastStrike == 1 << 28 - 1 { removeAll() }
        lastStrike += 1
        strikes[strike] = lastStrike
        return lastStrike
    }

    /// The mask of a glyph whose origin is `x` and `y` quarters (0…3) from its pixel's corner.
    func mask(
        of number: UInt32, _ strike: UInt64, x: Int, y: Int, _ make: () -> (box: PixelRect, values: Bitmap)?
    ) -> Mask {
        clock &+= 1
        let key = UInt64(number) << 32 | strike << 4 | UInt64(y << 2 | x)
        var at = index(of: key)
        if table[at].key == key {
            hits &+= 1
            table[at].used = clock
        } else {
            misses &+= 1
            at = add(key, make())
        }
        let entry = table[at]
        let (x0, y0) = (Int32(entry.x0), Int32(entry.y0))
        return unsafe Mask(
            box: PixelRect(x0, y0, x0 + Int32(entry.width), y0 + Int32(entry.height)),
            values: UnsafePointer(block) + Int(entry.offset))
    }

    /// The index of a key, or of the free entry for it.
    @inline(__always)
    private func index(of key: UInt64) -> Int {
        // Fibonacci hashing (Knuth 6.4): the high bits of a product with 2⁶⁴ / φ.
        var at = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & (table.count - 1)
        while table[at].key != key, table[at].key != 0 { at = (at + 1) & (table.count - 1) }
        return at
    }

    private func add(_ key: UInt64, _ made: (box: PixelRect, values: Bitmap)?) -> Int {
        var entry = Entry(key: key, used: clock)
        if let made {
            (entry.x0, entry.y0) = (Int16(made.box.x0), Int16(made.box.y0))
            (entry.width, entry.height) = (UInt16(made.box.width), UInt16(made.box.height))
        }
        if count > 0, end + entry.size > budget { trim(to: budget / 2) }
        reserve(end + entry.size)
        if let made {
            for row in 0..<Int(made.box.height) {
                unsafe (block + end + row * Int(entry.width)).update(
                    from: made.values.row(row).assumingMemoryBound(to: UInt8.self), count: Int(entry.width))
            }
        }
        entry.offset = UInt32(end)
        end += entry.size
        if (count + 1) * 2 > table.count { resize(table.count * 2) }
        count += 1
        let at = index(of: key)
        table[at] = entry
        return at
    }

    private func reserve(_ size: Int) {
        guard size > capacity else { return }
        let larger = max(size, capacity * 2)
        let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe fresh.update(from: block, count: end)
        unsafe block.deallocate()
        unsafe block = fresh
        capacity = larger
    }

    private func resize(_ size: Int) {
        let old = table
        table = Array(repeating: Entry(), count: size)
        for entry in old where entry.key != 0 { table[index(of: entry.key)] = entry }
    }

    /// Evicts the least recently used masks, until the rest takes at most `goal` bytes.
    private func trim(to goal: Int) {
        let kept = table.filter { $0.key != 0 }.sorted { $0.used > $1.used }
        let old = unsafe block
        capacity = min(capacity, max(goal, 1 << 12))
        unsafe block = .allocate(capacity: capacity)
        end = 0
        count = 0
        table = Array(repeating: Entry(), count: 256)
        for var entry in kept {
            guard goal > 0, end + entry.size <= min(goal, capacity), count < 1 << 18 else { break }
            unsafe (block + end).update(from: old + Int(entry.offset), count: entry.size)
            entry.offset = UInt32(end)
            end += entry.size
            if (count + 1) * 2 > table.count { resize(table.count * 2) }
            count += 1
            table[index(of: entry.key)] = entry
        }
        unsafe old.deallocate()
    }

    /// Removes everything.
    func removeAll() {
        strikes.removeAll()
        lastStrike = 0
        trim(to: 0)
    }
}
