import Geometry
package import Schema

/// The bitmaps of planes, cached between frames within a budget, and their stale parts.
///
/// A plane without a bitmap is painted through a buffer with the same result, so the choice of cached planes does not
/// affect the picture. Bitmaps are filled when a plan is painted (`takeStale`).
package final class PlaneCache {
    private struct Entry {
        /// Nil without a bitmap.
        var picture: (any PictureHandle)?
        /// The pixels of the grid to repaint.
        var stale = Damage()
        var isAllStale = true
        /// True when a bitmap of this size could not be allocated.
        var isRefused = false
        /// The last plan that asked for the bitmap.
        var used: UInt64 = 0
        /// The pixels of the grid in the bitmap.
        var rect: GridRect

        var bytes: Int { rect.area * 4 }
    }

    private var entries: [Slot: Entry] = [:]
    /// Maximum total size of the bitmaps, in bytes.
    package var budget = 64 << 20 {
        didSet { if bytes > budget { releaseAll() } }
    }
    /// Total size of the bitmaps, in bytes.
    package private(set) var bytes = 0
    /// Number of plans made, and the plan in which unused bitmaps were last searched.
    private var plans: UInt64 = 0
    private var sweptAt: UInt64 = 0

    private let renderer: any Renderer

    init(_ renderer: any Renderer) { self.renderer = renderer }

    /// Number of cached bitmaps.
    package var count: Int { entries.values.reduce(0) { $0 + ($1.picture == nil ? 0 : 1) } }

    /// True when the plane has a bitmap.
    func isKept(_ slot: Slot) -> Bool { entries[slot]?.picture != nil }

    /// Removes a layer that is no longer a plane.
    func forget(_ slot: Slot) {
        if entries.isEmpty { return }
        release(slot)
        entries[slot] = nil
    }

    func forgetAll() {
        entries.removeAll()
        bytes = 0
    }

    /// Releases the bitmap, because the picture fills other pixels of its grid.
    func resize(_ slot: Slot) {
        release(slot)
        entries[slot]?.isRefused = false
    }

    /// Marks `rect` of the grid as stale; nil marks all of it.
    func spoil(_ slot: Slot, _ rect: GridRect?) {
        guard entries[slot]?.picture != nil else { return }
        if let rect { entries[slot]?.stale.add(rect.pixels) } else { entries[slot]?.isAllStale = true }
    }

    func beginPlan() { plans &+= 1 }

    /// The bitmap of a plane, created when there is room; nil when the plane has to be painted without one. `most` is
    /// the maximum number of pixels of a worthwhile bitmap; `reserved` is the part of the budget used elsewhere, in
    /// bytes.
    func bitmap(of slot: Slot, _ plane: Plane, most: Int, reserved: Int) -> (any PictureHandle)? {
        var entry = entries[slot] ?? Entry(rect: plane.picture)
        entry.used = plans
        entry.rect = plane.picture
        entries[slot] = entry
        if let picture = entry.picture { return picture }
        guard !entry.isRefused, plane.picture.area <= most, makeRoom(entry.bytes + reserved) else { return nil }
        let box = plane.picture.pixels
        guard let picture = renderer.makePicture(width: Int(box.width), height: Int(box.height)) else {
            entries[slot]?.isRefused = true
            return nil
        }
        entries[slot]?.picture = picture
        entries[slot]?.isAllStale = true
        bytes += entry.bytes
        return picture
    }

    /// Releases bitmaps that the latest plans did not ask for, the oldest first, until `more` bytes fit; false when
    /// that is not enough.
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

    /// Releases every bitmap.
    package func releaseAll() {
        for slot in entries.keys { release(slot) }
    }

    /// The parts of the plane's bitmap to repaint, in pixels of its grid. They count as up to date afterwards.
    package func takeStale(_ slot: Slot) -> [GridRect] {
        guard let entry = entries[slot], entry.isAllStale || !entry.stale.isEmpty else { return [] }
        entries[slot]?.isAllStale = false
        entries[slot]?.stale.removeAll()
        if entry.isAllStale { return [entry.rect] }
        return entry.stale.rects.map { GridRect($0).intersection(entry.rect) }.filter { !$0.isEmpty }
    }
}
