package import Geometry
import Pixels
package import Scene

/// A plane as the list keeps it, beside its node.
struct RetainedPlane {
    var plane: Plane
    /// The bitmap, when there is room for it; it holds `plane.picture`.
    var picture: Picture?
    /// What of the bitmap is not true any more, in pixels of the grid.
    var stale = Damage()
    var isAllStale = true
    /// There was no memory for a bitmap of this size.
    var isRefused = false
    /// The plan that asked for the bitmap last.
    var used: UInt64 = 0

    var bytes: Int { plane.picture.area * 4 }
}

/// A layer whose sublayers keep their depth, as the list keeps it.
struct RetainedSolid {
    var map: Transform3D
    /// The outermost of the layers like it in which it is: all below that are painted in one order.
    var space: Slot
}

/// Layers with a grid of pixels of their own.
///
/// Their bitmaps belong to the list, which knows what of them is stale; who paints the list fills them (`staleParts`). A
/// plane that has no bitmap is painted through a buffer, to the same bytes.
extension DisplayList {
    /// What was read with the node at `slot`.
    func relief(of slot: Slot) -> Relief {
        if let solid = solids[slot] { return .solid(solid.map) }
        return planes[slot].map { .plane($0.plane) } ?? .none
    }

    /// Takes over what was read with a node; true when a plane is placed otherwise than before.
    mutating func store(_ relief: Relief, of slot: Slot, below parent: Slot) -> Bool {
        switch relief {
        case .none:
            forgetRelief(of: slot)
            return false
        case .solid(let solid):
            solids[slot] = RetainedSolid(map: solid, space: space(below: parent) ?? slot)
            return false
        case .plane(var plane):
            guard let old = planes[slot]?.plane else {
                planes[slot] = RetainedPlane(plane: plane)
                return true
            }
            plane.picture = old.picture
            planes[slot]?.plane = plane
            return !plane.placesLike(old)
        }
    }

    /// The outermost layer of those that keep their sublayers' depth, when the layer at `parent` does; else nil.
    func space(below parent: Slot) -> Slot? {
        solids.isEmpty ? nil : solids[parent]?.space
    }

    mutating func forgetRelief(of slot: Slot) {
        if !solids.isEmpty { solids[slot] = nil }
        if !planes.isEmpty {
            release(slot)
            planes[slot] = nil
        }
    }

    /// The picture of the plane at `slot` fills `rect` of its grid. True when that is another one than before: its edges are
    /// elsewhere.
    mutating func setPicture(of slot: Slot, _ rect: PixelRect) -> Bool {
        guard let old = planes[slot]?.plane.picture, old != rect else { return false }
        release(slot)
        planes[slot]?.plane.picture = rect
        planes[slot]?.isRefused = false
        return true
    }

    /// `rect` of the grid, or without one all of it, has to be painted again.
    mutating func spoil(_ slot: Slot, _ rect: PixelRect?) {
        guard planes[slot]?.picture != nil else { return }
        if let rect { planes[slot]?.stale.add(rect) } else { planes[slot]?.isAllStale = true }
    }

    /// Where something in `rect` of the picture of the layer at `slot` is seen, in the space in which the layer is.
    func seen(_ rect: PixelRect, of slot: Slot) -> PixelRect {
        let node = nodes[Int(slot)]
        let inside = node.seen(rect)
        guard node.flags.contains(.isPlane), let plane = planes[slot]?.plane else { return inside }
        return plane.seen(inside.intersection(plane.picture)).intersection(node.clip)
    }

    /// Where `rect` of the space in which the layer at `slot` is, or of its own grid, is on the output.
    func onOutput(_ rect: PixelRect, of slot: Slot) -> PixelRect {
        if planes.isEmpty { return rect }
        var rect = rect
        var at = slot
        while at >= 0, nodes[Int(at)].isLive {
            if nodes[Int(at)].flags.contains(.isPlane) { rect = seen(rect, of: at) }
            at = nodes[Int(at)].parent
        }
        return rect
    }

    // MARK: Bitmaps

    /// Planes with bitmaps.
    package var keptPlanes: Int { planes.values.reduce(0) { $0 + ($1.picture == nil ? 0 : 1) } }

    /// The bitmap of the plane at `slot`, made when there is room; nil when the plane has to be painted without.
    mutating func kept(_ slot: Slot) -> Picture? {
        guard let plane = planes[slot] else { return nil }
        planes[slot]?.used = plans
        if let picture = plane.picture { return picture }
        // A bitmap much larger than what is seen of it is not worth its bytes.
        guard !plane.isRefused, plane.plane.picture.area <= max(4 * output.area, 1 << 20) else { return nil }
        guard makeRoom(plane.bytes) else { return nil }
        let box = plane.plane.picture
        guard let bitmap = try? Bitmap(width: Int(box.width), height: Int(box.height)) else {
            planes[slot]?.isRefused = true
            return nil
        }
        let picture = Picture(shared: bitmap, .argb)
        planes[slot]?.picture = picture
        planes[slot]?.isAllStale = true
        keptBytes += plane.bytes
        return picture
    }

    /// Lets go of bitmaps that the last frames did not ask for, the oldest first, until `bytes` more fit; false when they do not.
    mutating func makeRoom(_ bytes: Int) -> Bool {
        let bytes = bytes + drawings.looks.bytes
        if keptBytes + bytes <= keptBudget { return true }
        guard bytes <= keptBudget, sweptAt != plans else { return false }
        sweptAt = plans
        let idle = planes.filter { $0.value.picture != nil && $0.value.used < plans }
        for (slot, _) in idle.sorted(by: { $0.value.used < $1.value.used }) {
            release(slot)
            if keptBytes + bytes <= keptBudget { return true }
        }
        return false
    }

    private mutating func release(_ slot: Slot) {
        guard let plane = planes[slot], plane.picture != nil else { return }
        keptBytes -= plane.bytes
        planes[slot]?.picture = nil
    }

    /// Lets go of every bitmap.
    package mutating func releasePlanes() {
        for slot in planes.keys { release(slot) }
    }

    /// The parts of the plane's bitmap that have to be painted, in pixels of its grid. From now on they are true.
    package mutating func takeStale(_ slot: Slot) -> [PixelRect] {
        guard let plane = planes[slot], plane.isAllStale || !plane.stale.isEmpty else { return [] }
        planes[slot]?.isAllStale = false
        planes[slot]?.stale.removeAll()
        let box = plane.plane.picture
        if plane.isAllStale { return [box] }
        return plane.stale.rects.map { $0.intersection(box) }.filter { !$0.isEmpty }
    }
}
