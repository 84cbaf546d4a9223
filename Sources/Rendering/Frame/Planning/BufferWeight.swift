import Geometry
import Scene
import SceneTables
import Schema

extension Node {
    /// The cost of the buffers around the layer's picture, of which `seen` is visible.
    func bufferBytes(seen: PixelRect, _ plane: Plane?, _ drawings: DrawingStore) -> Int {
        var pixels = 0
        if flags.contains(.isPlane), let plane {
            pixels += plane.picture.area + BufferWeight.plane * seen.area
        } else if isGroup {
            pixels += seen.area * BufferWeight.blend(group.blend)
        }
        if flags.contains(.hasMask) { pixels += 2 * seen.area }
        guard group.effects >= 0, Int(group.effects) < drawings.effects.entries.count else { return 4 * pixels }
        let entry = drawings.effects.entries[Int(group.effects)]
        if flags.contains(.hasEffects) {
            let shadow = entry.effects.caster == .picture ? BufferWeight.blur : 0
            let picture = plane?.picture.pixels ?? group.reach.input(for: seen)
            pixels += picture.area * (1 + entry.weight + shadow)
        }
        if flags.contains(.hasBackdrop) {
            let input = group.backdropReach.input(for: backdropArea(plane))
            pixels += input.area * (1 + entry.backdropWeight)
        }
        return 4 * pixels
    }

    /// The cost of clipping sublayers and drawing to the rounded bounds within `rect`.
    func clipBytes(in rect: PixelRect) -> Int {
        var pixels = 0
        forEachEdge(in: rect) { pixels += $0.area }
        return 5 * pixels
    }
}

extension DrawingStore.Entry {
    /// The cost of blend modes, shadows and clips of the drawing on `node`.
    func bufferBytes(_ node: Node) -> Int {
        guard isCostly else { return 0 }
        var state = (blend: 0, hasShadow: false)
        var saved: [(blend: Int, hasShadow: Bool)] = []
        var bytes = 0
        for (at, operation) in drawing.operations.enumerated() {
            var weight = 0
            switch operation {
            case .save: saved.append(state)
            case .saveLayer:
                weight = 1 + state.blend + (state.hasShadow ? BufferWeight.shadow : 0)
                saved.append(state)
                state = (0, false)
            case .restore: state = saved.popLast() ?? state
            case .blend(let mode): state.blend = mode == BlendMode.normal.rawValue ? 0 : BufferWeight.blend(mode)
            case .shadow(_, _, let color): state.hasShadow = color.alpha > 0
            case .clip: weight = 2
            case .fill, .stroke, .gradient, .flood, .glyphs, .sprites:
                weight = state.blend + (state.hasShadow ? BufferWeight.shadow : 0)
            case .concat, .alpha: break
            }
            if weight > 0 { bytes += 4 * weight * paintedArea(at, node) }
        }
        return bytes
    }

    /// Number of pixels of `node` in the box of the operation at `index`.
    package func paintedArea(_ index: Int, _ node: Node) -> Int {
        if boxes[index].isEmpty { return 0 }
        return PixelRect(covering: node.world.boundingBox(boxes[index])).intersection(node.own).area
    }
}

extension DrawingStore {
    /// Maximum number of pixels painted by a drawing that gets no buffers.
    package static let mostPlainArea = BufferWeight.mostPlain
}

extension Node {
    /// True when the layer is painted without buffers.
    package var isReduced: Bool { nesting >= LayerReader.reduced }
}

extension PaintList {
    /// The cost of the buffers and the painting of all commands from the one at `start` on.
    func bytes(from start: Int = 0, _ main: DrawingStore) -> Int {
        var bytes = 0
        for at in start..<commands.count {
            let command = commands[at]
            let node = nodes[Int(command.node)]
            let area = command.visible.area
            switch command.kind {
            case .endGroup:
                bytes += node.bufferBytes(seen: command.visible, planes[command.node], store(of: node, main))
            case .beginClip: bytes += node.clipBytes(in: command.visible)
            case .tint, .keptPlane: bytes += 4 * area
            case .drawing, .foreground:
                bytes += 4 * area / BufferWeight.plain
                bytes += store(of: node, main).entries[Int(node.drawing)].bufferBytes(node)
            case .background, .faded, .border, .shadow: bytes += 4 * area / BufferWeight.plain
            case .beginGroup, .endClip, .effects, .beginMask, .endMask: break
            }
        }
        return bytes
    }

    /// Number of pixels painted by the commands from the one at `start` on.
    func paintedArea(from start: Int) -> Int {
        commands[start...].reduce(0) { $0 + ($1.kind.paints ? $1.visible.area : 0) }
    }

    /// The cost of the buffers of the whole list.
    package func bytes(_ main: DrawingStore) -> Int { bytes(from: 0, main) }
}

extension DisplayTree {
    private static let costly: NodeFlags = [
        .isGroup, .cutsShape, .hasEffects, .hasBackdrop, .isPlane, .placesSublayers, .hasMask,
    ]

    /// Records the cost of the layer at `slot`, whose extent must be up to date.
    mutating func account(_ slot: Slot, _ reader: LayerReader) {
        let at = Int(slot)
        let hasBuffers = !nodes.flags(at).isDisjoint(with: Self.costly)
        let drawing = nodes.drawing(at)
        let draws = drawing >= 0 && drawings.entries[Int(drawing)].isCostly
        guard hasBuffers || draws else { return budget.set(slot, 0) }
        // Layers without buffers cost nothing.
        guard nodes[at].nesting < LayerReader.reduced else { return budget.set(slot, 0) }
        let node = nodes[at]
        var bytes = node.bufferBytes(seen: node.extent, planes[slot], drawings)
        if node.flags.contains(.cutsShape) { bytes += node.clipBytes(in: node.innerClip) }
        if node.flags.contains(.placesSublayers) { bytes += copies[slot]?.bytes ?? 0 }
        if draws { bytes += drawings.entries[Int(drawing)].bufferBytes(node) }
        if node.flags.contains(.hasMask), let mask = reader.view.mask(slot) {
            var list = PaintList()
            list.walk(mask, InheritedState(masking: node), reader)
            bytes += list.bytes(drawings)
        }
        budget.set(slot, bytes)
    }

    /// The layers that have to be painted without buffers: in tree order, each that exceeds the limit, with all below
    /// it.
    func layersBeyond(_ limit: Int, _ reader: LayerReader) -> Set<Slot> {
        var beyond: Set<Slot> = []
        var left = limit
        guard root >= 0 else { return beyond }
        var at = root
        while true {
            var descends = nodes.isLive(Int(at))
            let cost = descends ? budget.cost(of: at) : 0
            if cost > left {
                beyond.insert(at)
                descends = false
            } else {
                left -= cost
            }
            if descends, reader.rows[Int(at)].firstChild >= 0 {
                at = reader.rows[Int(at)].firstChild
                continue
            }
            while at != root, reader.rows[Int(at)].next < 0 { at = reader.rows[Int(at)].parent }
            if at == root { return beyond }
            at = reader.rows[Int(at)].next
        }
    }
}
