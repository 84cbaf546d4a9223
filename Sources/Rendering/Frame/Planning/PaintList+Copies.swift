import Geometry
import Scene
import SceneTables
import Schema

/// Recording of sublayers in copies, for layers with `NodeFlags.placesSublayers`.
extension PaintList {
    /// The progress of a walk over a layer's copies.
    struct Copies {
        let all: [LayerCopy]
        let node: Node
        let flattening: Flattening
        /// For a mirror, the layer shown as the first copy; -1 when all copies show the sublayers.
        let original: Slot
        /// True when each copy is recorded in `PaintList.copies`.
        var isRecorded = false
        /// The index of the next copy; the previous one is open.
        var next = 0
        var isOpen = false
        /// The command that begins the tint of the open copy; -1 without a tint.
        var tint = -1
        /// The pixels painted before the open copy, and whether a blend mode occurred there.
        var outerBox = PixelRect.empty
        var outerMeetsBackdrop = false
        var firstCommand = 0
        var firstNode = 0
        /// The cost of the finished copies; for a layer without buffers, the number of pixels they paint.
        var cost = 0
        /// The reader's state outside the open copy.
        var present: DelayedInstance.Outer?

        init(_ placed: (all: [LayerCopy], original: Slot), _ node: Node, _ flattening: Flattening) {
            (all, original) = placed
            self.node = node
            self.flattening = flattening
        }

        /// How often each layer in them is painted.
        var count: Int32 { original >= 0 ? 1 : Int32(all.count) }

        /// True when no copy has a buffer.
        var isReduced: Bool { node.nesting >= LayerReader.reduced }

        /// The cost after which no more copies are recorded.
        func most(_ reader: LayerReader) -> Int {
            isReduced ? BufferWeight.mostPlain : reader.drawings.frameBytes
        }
    }

    /// Appends the copies of the sublayers of the layer at `slot`, and nothing else of it. Stores the piece of each in
    /// `copies`. Returns their cost (reading stops as soon as they are too expensive for a buffer), and whether blend
    /// modes in them see the backdrop.
    mutating func record(
        copiesOf slot: Slot, _ node: Node, _ flattening: Flattening, _ reader: inout LayerReader
    ) -> (bytes: Int, meetBackdrop: Bool) {
        var copies = Copies(reader.placed(slot, reader.row(slot), node), node, flattening)
        copies.isRecorded = true
        var frame = Frame(slot: slot, node: -1, below: InheritedState(map: node.world, clip: node.innerClip), next: -1)
        frame.copies = copies
        var frames = [frame]
        finish(&frames, &reader, kept: 1)
        return (frames.last?.copies?.cost ?? 0, frames.last?.meetsBackdrop ?? false)
    }

    /// Begins the next copy; false when there are no more.
    mutating func nextCopy(_ frame: inout Frame, _ reader: inout LayerReader) -> Bool {
        guard var copies = frame.copies else { return false }
        if copies.isOpen { endCopy(&copies, &frame, &reader) }
        if copies.cost > copies.most(reader) { copies.next = copies.all.count }
        while copies.next < copies.all.count, copies.all[copies.next].color.w == 0 { copies.next += 1 }
        guard copies.next < copies.all.count else {
            frame.copies = copies
            return false
        }
        let copy = copies.all[copies.next]
        let isMirrored = copies.next == 0 && copies.original >= 0
        copies.next += 1
        copies.isOpen = true
        (copies.outerBox, copies.outerMeetsBackdrop) = (frame.innerBox, frame.meetsBackdrop)
        (frame.innerBox, frame.meetsBackdrop) = (.empty, false)
        (copies.firstCommand, copies.firstNode) = (commands.count, nodes.count)
        if copy.delay != 0 { copies.present = reader.enter(copy.delay, below: frame.slot, &stores) }
        let row = reader.row(frame.slot)
        frame.below =
            isMirrored
            ? InheritedState(mirroring: copies.node, copy.transform)
            : InheritedState(
                below: copies.node, copies.flattening, frame.slot, row, reader.view, copy: copy.transform)
        frame.below.copies = max(1, copies.node.copies) * copies.count
        if isMirrored { mirrors.open(LayerReader.mostCopiedLayers / Int(max(1, copies.node.copies))) }
        copies.tint = -1
        // Without a buffer there is no tint.
        if copy.color != SIMD4(repeating: 1), frame.below.nesting < LayerReader.maxNesting - 1 {
            frame.below.nesting += 1
            let group = add(copies.node.tintGroup)
            tints[group] = copy.color
            copies.tint = commands.count
            append(.beginGroup, group, frame.below.clip)
        }
        if isMirrored {
            (frame.sorted, frame.next) = ([copies.original], 0)
        } else {
            (frame.sorted, frame.next) = ([], row.firstChild.index)
            if row.flags.contains(.sortsSublayers) { frame.sort(reader) }
        }
        frame.copies = copies
        return true
    }

    private mutating func endCopy(_ copies: inout Copies, _ frame: inout Frame, _ reader: inout LayerReader) {
        let box = frame.innerBox
        if copies.tint >= 0 {
            let tint = PaintPosition(copies.firstNode)
            if frame.meetsBackdrop, tints[tint]?.w == 1 {
                spreadTint(tint, from: copies.tint)
            } else {
                append(.tint, tint, box)
                close(.endGroup, copies.tint, box, tint)
                frame.meetsBackdrop = false
            }
        }
        frame.meetsBackdrop = frame.meetsBackdrop || copies.outerMeetsBackdrop
        if let present = copies.present { reader.leave(present) }
        if copies.next == 1, copies.original >= 0 { mirrors.close() }
        copies.present = nil
        copies.isOpen = false
        frame.innerBox = box.union(copies.outerBox)
        copies.cost +=
            copies.isReduced
            ? paintedArea(from: copies.firstCommand) : bytes(from: copies.firstCommand, reader.drawings)
        guard copies.isRecorded, !box.isEmpty else { return }
        self.copies.append(
            Piece(
                commands: copies.firstCommand..<commands.count, nodes: copies.firstNode..<nodes.count, box: box))
    }

    /// Replaces the buffer of a copy with an opaque color, which begins at `begin`, by one for each part between blend
    /// modes, so that these see the backdrop of the copy. `tint` is the copy's node.
    private mutating func spreadTint(_ tint: PaintPosition, from begin: Int) {
        let inside = Array(commands[(begin + 1)...])
        let levels = TintLevels(inside, self)
        commands.removeLast(commands.count - begin)
        var part: [Command] = []
        func end(_ list: inout PaintList) {
            let box = part.reduce(PixelRect.empty) { $0.union($1.visible) }
            if !box.isEmpty {
                list.append(.beginGroup, tint, box)
                list.commands += part
                list.append(.tint, tint, box)
                list.append(.endGroup, tint, box)
            }
            part.removeAll(keepingCapacity: true)
        }
        for (at, command) in inside.enumerated() {
            switch levels.roles[at] {
            case .tinted: part.append(command)
            case .open:
                end(&self)
                commands.append(command)
            case .blendEnd:
                append(.tint, tint, command.visible)
                commands.append(command)
            case .blended: commands.append(command)
            }
        }
        end(&self)
    }

    /// Appends the recorded copies of `other` that paint in `rect`.
    mutating func splice(_ other: PaintList, _ rect: PixelRect) {
        let store = Int32(stores.count)
        stores += other.stores
        for piece in other.copies where piece.box.intersects(rect) {
            let shift = Int32(nodes.count - piece.nodes.lowerBound)
            for at in piece.nodes {
                nodes.append(from: other.nodes, at)
                nodes.shiftStore(nodes.count - 1, by: store)
                if let plane = other.planes[PaintPosition(at)] { planes[PaintPosition(at) + shift] = plane }
                if let tint = other.tints[PaintPosition(at)] { tints[PaintPosition(at) + shift] = tint }
            }
            for var command in other.commands[piece.commands] {
                command.node = command.node + shift
                commands.append(command)
            }
        }
    }
}

/// Classifies the commands of a copy by how its color affects them.
private struct TintLevels {
    enum Role {
        /// Paints, or is inside something that paints, without a blend mode.
        case tinted
        /// Begins or ends a clip that contains blend modes, or begins a layer with one.
        case open
        /// Inside a layer with a blend mode, or its end.
        case blended, blendEnd
    }

    private(set) var roles: [Role]

    init(_ commands: [PaintList.Command], _ list: PaintList) {
        roles = Array(repeating: .tinted, count: commands.count)
        // The open clips and groups, and whether each contains a blend mode that is not isolated.
        var open: [(at: Int, meetsBackdrop: Bool)] = []
        for (at, command) in commands.enumerated() {
            switch command.kind {
            case .beginGroup, .beginMask, .beginClip: open.append((at, false))
            case .endMask: _ = open.popLast()
            case .endClip:
                guard let clip = open.popLast(), clip.meetsBackdrop else { continue }
                (roles[clip.at], roles[at]) = (.open, .open)
                if let last = open.indices.last { open[last].meetsBackdrop = true }
            case .endGroup:
                guard let group = open.popLast() else { continue }
                if list.nodes[Int(command.node)].group.blend != 0 {
                    for inside in group.at..<at { roles[inside] = .blended }
                    (roles[group.at], roles[at]) = (.open, .blendEnd)
                    if let last = open.indices.last { open[last].meetsBackdrop = true }
                } else {
                    for inside in group.at...at { roles[inside] = .tinted }
                }
            case .background, .faded, .drawing, .border, .foreground, .shadow, .keptPlane, .effects, .tint: continue
            }
        }
    }
}

extension Node {
    /// A buffer around a copy, in the space of this node's sublayers.
    fileprivate var tintGroup: Node {
        var node = Node()
        (node.world, node.clip, node.flags) = (world, innerClip, [.isLive, .isGroup, .isIsolated])
        return node
    }
}

extension LayerReader {
    /// The copies of a replicating layer; for a mirror, the layer it shows and its own sublayers.
    func placed(_ slot: Slot, _ row: LayerRow, _ node: Node) -> (all: [LayerCopy], original: Slot) {
        row.kind == .mirror ? mirrored(slot, row) : (copies(of: slot, row, node), -1)
    }

    /// The copies of a replicating layer other than a mirror that are drawn.
    ///
    /// Their number depends on layers above and below, not on the clip.
    func copies(of slot: Slot, _ row: LayerRow, _ node: Node) -> [LayerCopy] {
        guard row.firstChild >= 0, let entry = store(for: slot).store.drawing(of: slot, row, view)?.entry else {
            return []
        }
        let all = entry.drawing.copies
        tellSpan(of: slot, all)
        var layers = -1
        scene.tree.forEachBelow(slot) { _ in layers += 1 }
        let around = Int(max(1, node.copies))
        let most = min(LayerCopy.limit / around, max(1, Self.mostCopiedLayers / (around * max(1, layers))))
        return all.count <= most ? all : Array(all.prefix(most))
    }

    /// Maximum number of layers in all copies of one layer's sublayers.
    static let mostCopiedLayers = 100_000

    private func tellSpan(of slot: Slot, _ copies: [LayerCopy]) {
        guard let motion = drawings.motion else { return }
        let delays = copies.lazy.map(\.delay)
        let (least, most) = (min(0, delays.min() ?? 0), max(0, delays.max() ?? 0))
        motion.follow(slot, least...most)
    }
}
