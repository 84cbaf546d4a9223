package import Geometry

/// A path's number among all that were ever drawn, given by the caller: one that is drawn again has the same.
package struct ShapeKey: Hashable, Sendable {
    let version: UInt32
    let operation: Int32

    package init(version: UInt32, operation: Int) {
        self.version = version
        self.operation = Int32(truncatingIfNeeded: operation)
    }
}

/// The coverage of paths drawn again, by path, map and position within a pixel, within a budget in bytes.
///
/// The longest unused goes first. When all that is kept is in use, nothing new is kept for a while: of more shapes than fit
/// some are found in every frame, where the order of use alone would find none. Pictures do not depend on the cache.
/// For one thread.
final class ShapeCache {
    struct Key: Hashable {
        let shape: ShapeKey
        let rule: FillRule
        /// Its translation is less than a pixel.
        let map: Affine
    }

    private var records: [Key: CoverageRecord] = [:]
    /// Hashes of keys that were asked for once: a path that changes in every frame is never recorded.
    private var asked = [Int](repeating: 0, count: 1 << 13)
    /// Lookups so far.
    private var clock: UInt64 = 0
    /// The lookup up to which nothing is kept.
    private var fullUntil: UInt64 = 0
    private(set) var bytes = 0
    private(set) var hits = 0
    private(set) var misses = 0
    /// Bytes that may be kept; a smaller value takes effect at once.
    var budget = 8 << 20 {
        didSet { shrink() }
    }

    /// The record of a key.
    func record(_ key: Key) -> CoverageRecord? {
        clock += 1
        guard let record = records[key] else { return nil }
        hits += 1
        record.lastUse = clock
        return record
    }

    /// True when a key is asked for again: its shape is worth a record.
    func isRepeated(_ key: Key) -> Bool {
        guard clock >= fullUntil, budget > 0 else { return false }
        let hash = key.hashValue
        let slot = hash & (asked.count - 1)
        if asked[slot] == hash { return true }
        asked[slot] = hash
        return false
    }

    func keep(_ record: CoverageRecord, _ key: Key) {
        misses += 1
        record.lastUse = clock
        if let old = records.updateValue(record, forKey: key) { bytes -= old.cost }
        bytes += record.cost
        shrink()
    }

    func removeAll() {
        records.removeAll()
        bytes = 0
    }

    private func shrink() {
        fullUntil = 0
        guard bytes > budget else { return }
        let recent = 2 * UInt64(records.count)
        let inUse = clock - min(clock, recent)
        // A quarter more than needed, so that the next few need no sorting; as little as possible of what is in use.
        for (key, record) in records.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            if record.lastUse >= inUse, bytes <= budget {
                fullUntil = clock + recent
                break
            }
            guard bytes > budget / 4 * 3 else { break }
            bytes -= record.cost
            records[key] = nil
        }
    }
}

extension Canvas {
    /// Shapes reaching further are not recorded, in pixels.
    fileprivate enum RecordLimit { static let area = 1 << 22 }

    /// Fills the path that `key` names, which `path` gives when it is needed.
    ///
    /// The path is drawn where it is within a pixel and moved by whole pixels, whether its coverage was kept or not: moving
    /// it by whole pixels moves the picture.
    package func fill(
        _ key: ShapeKey, _ transform: Affine, rule: FillRule = .nonZero, _ color: PremultipliedColor,
        _ mode: BlendMode = .normal, path: () -> Path
    ) {
        if color.alpha == 0, mode.isBounded { return }
        let limit = Double(PixelRect.limit)
        guard abs(transform.tx) < limit, abs(transform.ty) < limit else {
            return fill(path(), transform, rule: rule, color, mode)
        }
        let move = PixelPoint(Int32(transform.tx.rounded(.down)), Int32(transform.ty.rounded(.down)))
        var map = transform
        map.tx -= Double(move.x)
        map.ty -= Double(move.y)
        let cached = ShapeCache.Key(shape: key, rule: rule, map: map)
        if let record = tools.shapes.record(cached) {
            return paint(RecordedShape(record: record, move: move), color, mode)
        }
        let shape = PathShape(path: path(), transform: map, rule: rule)
        let box = shape.pixels
        let seen = box.offset(move.x, move.y).intersection(bounds)
        if seen.isEmpty { return }
        // One of which little is seen, or one drawn once, is not worth it; one with a map that is no map is not found again.
        let fits =
            cached == cached && box.area <= RecordLimit.area && box.area <= 4 * seen.area
            && box.width <= CoverageRecord.sideLimit
            && box.height <= CoverageRecord.sideLimit
        guard fits, tools.shapes.isRepeated(cached) else {
            return paint(MovedShape(shape: shape, move: move, box: box), color, mode)
        }
        let record = CoverageRecord(shape, box: box, tools)
        tools.shapes.keep(record, cached)
        paint(RecordedShape(record: record, move: move), color, mode)
    }
}
