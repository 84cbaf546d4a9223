import Geometry
import Pixels
package import Scene

/// The bitmaps of planes, kept from frame to frame within a budget, and the parts of them that are stale.
///
/// A plane without a bitmap is painted through a buffer, to the same bytes; so it does not matter for the picture which planes
/// have one. They are filled when a plan is painted (`takeStale`).
package final class PlaneCache {
    private struct Entry {
        /// Nil while there is no bitmap.
        var picture: Picture?
        /// Pixels of the grid that have to be painted again.
        var stale = Damage()
        var isAllStale = true
        /// There was no memory for a bitmap of this size.
        var isRefused = false
        /// The plan that asked for the bitmap last.
        var used: UInt64 = 0
        /// Pixels of the grid that the bitmap holds.
        var rect: GridRect

        var bytes: Int { rect.area * 4 }
    }

    private var entries: [Slot: Entry] = [:]
    /// Bytes that bitmaps may have.
    package var budget = 64 << 20 {
        didSet { if bytes > budget { releaseAll() } }
    }
    /// Bytes that bitmaps have.
    package private(set) var bytes = 0
    /// Plans that were made, and the one that last looked for bitmaps that are not asked for any more.
    private var plans: UInt64 = 0
    private var sweptAt: UInt64 = 0

    init() {}

    /// Bitmaps that are kept.
    package var count: Int { entries.values.reduce(0) { $0 + ($1.picture == nil ? 0 : 1) } }

    /// True while the plane has a bitmap.
    func isKept(_ slot: Slot) -> Bool { entries[slot]?.picture != nil }

    /// The layer is no plane any more.
    func forget(_ slot: Slot) {
        if entries.isEmpty { return }
        release(slot)
        entries[slot] = nil
    }

    func forgetAll() {
        entries.removeAll()
        bytes = 0
    }

    /// The picture of the plane at `slot` fills other pixels of its grid.
    func resize(_ slot: Slot) {
        release(slot)
        entries[slot]?.isRefused = false
    }

    /// `rect` of the grid, or without one all of it, has to be painted again.
    func spoil(_ slot: Slot, _ rect: GridRect?) {
        guard entries[slot]?.picture != nil else { return }
        if let rect { entries[slot]?.stale.add(rect.pixels) } else { entries[slot]?.isAllStale = true }
    }

    func beginPlan() { plans &+= 1 }

    /// The bitmap of a plane, made when there is room; nil when the plane has to be painted without. `most`: pixels beyond which
    /// a bitmap is not worth its bytes; `reserved`: bytes of the budget that others have.
    func bitmap(of slot: Slot, _ plane: Plane, most: Int, reserved: Int) -> Picture? {
        var entry = entries[slot] ?? Entry(rect: plane.picture)
        entry.used = plans
        entry.rect = plane.picture
        entries[slot] = entry
        if let picture = entry.picture { return picture }
        guard !entry.isRefused, plane.picture.area <= most, makeRoom(entry.bytes + reserved) else { return nil }
        let box = plane.picture.pixels
        guard let bitmap = try? Bitmap(width: Int(box.width), height: Int(box.height)) else {
            entries[slot]?.isRefused = true
            return nil
        }
        let picture = Picture(shared: bitmap, .argb)
        entries[slot]?.picture = picture
        entries[slot]?.isAllStale = true
        bytes += entry.bytes
        return picture
    }

    /// Lets go of bitmaps that the last plans did not ask for, the oldest first, until `more` bytes fit; false when they do not.
    func makeRoom(_ more: Int) -> Bool {
        if bytes + more <= budget { return true }
        guard more <= budget, sweptAt != plans else { return false }
        sweptAt = plans
        let idle = entries.filter { $0.value.picture != nil && $0.value.used < plans }
        for (slot, _) in idle.sorted(by: { ($0.value.used, $0.key) < ($1.value.used, $1.key) }) {
            release(slot)
            if bytes + more <= budget { return true }
        }
        return false
    }

    private func release(_ slot: Slot) {
        guard let entry = entries[slot], entry.picture != nil else { return }
        bytes -= entry.bytes
        entries[slot]?.picture = nil
    }

    /// Lets go of every bitmap.
    package func releaseAll() {
        for slot in entries.keys { release(slot) }
    }

    /// The parts of the plane's bitmap that have to be painted, in pixels of its grid. From now on they are true.
    package func takeStale(_ slot: Slot) -> [GridRect] {
        guard let entry = entries[slot], entry.isAllStale || !entry.stale.isEmpty else { return [] }
        entries[slot]?.isAllStale = false
        entries[slot]?.stale.removeAll()
        if entry.isAllStale { return [entry.rect] }
        return entry.stale.rects.map { GridRect($0).intersection(entry.rect) }.filter { !$0.isEmpty }
    }
}
