package import Geometry
package import Schema

extension DisplayList {
    /// The layer with the highest painting cost within `damage`, in output pixels; nil when nothing is painted there.
    ///
    /// An estimate from the nodes of the last `update`: bytes of buffers as in the frame's budget, and the pixels
    /// painted for each layer. Visits all nodes, so it is meant for frames that were slow anyway.
    package func costliestLayer(in damage: [PixelRect]) -> Slot? {
        var worst: Slot?
        var most = 0
        for at in tree.nodes.indices where tree.nodes.isLive(at) {
            let cost = paintCost(of: Slot(at), in: damage)
            if cost > most { (worst, most) = (Slot(at), cost) }
        }
        return worst
    }

    private func paintCost(of slot: Slot, in damage: [PixelRect]) -> Int {
        let node = tree.nodes[Int(slot)]
        func area(_ rect: PixelRect) -> Int {
            let rect = tree.onOutput(rect, of: slot)
            return damage.reduce(0) { $0 + $1.intersection(rect).area }
        }
        var cost = 0
        let buffers = tree.budget.cost(of: slot)
        if buffers > 0 {
            let whole = tree.onOutput(node.extent, of: slot).area
            if whole > 0 { cost += Int(Double(buffers) * min(1, Double(area(node.extent)) / Double(whole))) }
        }
        let own = node.own.area
        guard own > 0 else { return cost }
        var pixels = own
        if node.drawing >= 0 {
            let entry = drawings.entries[Int(node.drawing)]
            pixels = entry.boxes.indices.reduce(own) { $0 + entry.paintedArea($1, node) }
        }
        let share = min(1, Double(area(node.own)) / Double(own))
        return cost + Int(Double(pixels) * share) * 4 / BufferWeight.plain
    }
}
