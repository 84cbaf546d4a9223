import Frame
import Geometry
import Pixels
import Vectors

/// How the commands of a list nest, and what of it cannot be vectors; by the index of the command that begins a group, clip or mask.
struct VectorStructure {
    /// The command that ends it; -1 for other commands.
    private(set) var ends: [Int]
    /// Of a group: where filters and shadow are applied to it, and where its mask begins.
    private(set) var effects: [Int: Int] = [:]
    private(set) var masks: [Int: Int] = [:]
    /// What is in the group or mask needs to be painted as a whole.
    private(set) var isImage: [Bool]
    /// The group reads its backdrop in a way that the format does not know.
    private(set) var readsBackdrop: [Bool]
    /// A mode in it sees the group as backdrop.
    private(set) var holdsBlends: [Bool]
    /// Layers that do so and that no group holds.
    private(set) var flattened = 0

    init(_ list: PaintList, _ drawings: DrawingStore, _ format: VectorFormat) {
        ends = Array(repeating: -1, count: list.commands.count)
        isImage = Array(repeating: false, count: list.commands.count)
        (readsBackdrop, holdsBlends) = (isImage, isImage)
        var open: [Int] = []
        // Groups and masks alone.
        var buffers: [Int] = []
        for (at, command) in list.commands.enumerated() {
            switch command.kind {
            case .beginGroup, .beginMask:
                if command.kind == .beginMask, let group = buffers.last { masks[group] = at }
                open.append(at)
                buffers.append(at)
            case .beginClip: open.append(at)
            case .effects: if let group = buffers.last { effects[group] = at }
            case .endClip: if let begin = open.popLast() { ends[begin] = at }
            case .endMask:
                if let begin = open.popLast() { ends[begin] = at }
                buffers.removeLast()
            case .endGroup:
                guard let begin = open.popLast() else { continue }
                buffers.removeLast()
                ends[begin] = at
                let node = list.nodes[Int(command.node)]
                if node.paintsThrough {
                    // What is in it meets what is around it.
                    readsBackdrop[begin] = isImage[begin]
                    note(buffers.last, list, flattens: isImage[begin], blends: holdsBlends[begin])
                    (isImage[begin], holdsBlends[begin]) = (false, false)
                    continue
                }
                readsBackdrop[begin] = Self.readsBackdrop(list, command, format)
                note(buffers.last, list, flattens: readsBackdrop[begin], blends: node.mode != .normal)
            case .drawing, .foreground:
                guard VectorWay(of: command, list, drawings, format) == .flattened else { continue }
                note(buffers.last, list, flattens: true, blends: false)
            case .tint:
                // Of a copy, within a layer that has a mode of its own.
                if let group = buffers.last, list.tints[list.commands[group].node] == nil { isImage[group] = true }
            case .background, .faded, .border, .shadow, .keptPlane: continue
            }
        }
    }

    private mutating func note(_ buffer: Int?, _ list: PaintList, flattens: Bool, blends: Bool) {
        guard let buffer else {
            if flattens { flattened += 1 }
            return
        }
        let isTinted = list.tints[list.commands[buffer].node] != nil
        if flattens || (blends && isTinted) { isImage[buffer] = true }
        if blends { holdsBlends[buffer] = true }
    }

    private static func readsBackdrop(_ list: PaintList, _ command: PaintList.Command, _ format: VectorFormat) -> Bool {
        let node = list.nodes[Int(command.node)]
        let isPlane = list.planes[command.node] != nil
        return node.flags.contains(.hasBackdrop) || (isPlane ? node.mode != .normal : !format.has(node.mode))
    }
}

/// How a drawing gets onto a page.
enum VectorWay {
    case vectors
    /// An image of it.
    case image
    /// An image of it and all beneath, to which it adds.
    case flattened

    /// Sprites of one batch beyond which there is an image.
    private static let mostSprites = 2_000

    /// Of a command that paints a drawing.
    init(of command: PaintList.Command, _ list: PaintList, _ drawings: DrawingStore, _ format: VectorFormat) {
        let node = list.nodes[Int(command.node)]
        let entry = list.store(of: node, drawings).entries[Int(node.drawing)]
        let isForeground = command.kind == .foreground
        let hasContents = !isForeground && (entry.contents != nil || !entry.tiles.isEmpty)
        let isRecorded = isForeground || !node.flags.contains(.drawsAbove)
        self = .vectors
        if hasContents, !entry.tiles.isEmpty || entry.contents?.canBeEmbedded(under: node.world, format) == false {
            self = .image
        }
        guard isRecorded else { return }
        if entry.drawing.sprites.contains(where: \.isAdditive) {
            self = .flattened
        } else if Self.needsImage(entry, node.world, format) {
            self = .image
        }
    }

    /// Operations of one drawing that become images of their own, at most.
    private static let mostIsolated = 64

    private static func needsImage(_ entry: DrawingStore.Entry, _ map: Affine, _ format: VectorFormat) -> Bool {
        var depth: [(isLayer: Bool, hasShadow: Bool)] = []
        var hasShadow = false
        var isolated = 0
        for operation in entry.drawing.operations {
            if operation.paints, hasShadow { isolated += 1 }
            switch operation {
            case .save: depth.append((false, hasShadow))
            case .saveLayer:
                if hasShadow { return true }
                depth.append((true, hasShadow))
            case .restore: hasShadow = depth.popLast()?.hasShadow ?? hasShadow
            case .blend(let mode): if mode != BlendMode.normal.rawValue { return true }
            case .shadow(_, _, let color): hasShadow = color.alpha > 0
            case .gradient(_, _, let gradient), .flood(let gradient):
                if entry.drawing.gradients[gradient].kind == .conic { isolated += 1 }
            case .sprites(let at):
                let batch = entry.drawing.sprites[at]
                guard let picture = entry.pictures[at] else { continue }
                if batch.sprites.count > mostSprites { return true }
                for sprite in batch.sprites {
                    let color = sprite.color
                    if color.red & color.green & color.blue < 255 { return true }
                }
                let source = picture.picture.part(batch.source)
                let map = map.concat(batch.sprites.first?.map ?? .identity)
                if !picture.picture.isWorth(embedding: source, Rect(0, 0, 1, 1), map, batch.filters, format) {
                    return true
                }
            case .concat, .clip, .fill, .stroke, .alpha, .glyphs: continue
            }
        }
        // A layer that nothing closes shows nothing.
        return isolated > mostIsolated || depth.contains { $0.isLayer }
    }
}

extension Drawing.Operation {
    /// Pixels change by it.
    var paints: Bool {
        switch self {
        case .fill, .stroke, .gradient, .flood, .glyphs, .sprites: true
        case .save, .saveLayer, .restore, .concat, .clip, .alpha, .blend, .shadow: false
        }
    }
}

extension PlacedPicture {
    /// One piece, of whole pixels of the picture.
    func canBeEmbedded(under map: Affine, _ format: VectorFormat) -> Bool {
        guard layout.pieces.count == 1, let source = wholeSource else { return false }
        return picture.isWorth(embedding: source, layout.pieces[0].destination, map, filters, format)
    }

    /// The pixels that are shown; nil when there are parts of pixels among them.
    var wholeSource: PixelRect? {
        picture.whole(layout.pieces[0].source)
    }
}

extension Picture {
    /// The pixels of a part in units of the picture; nil for parts of pixels, and for bytes of coverage.
    func part(_ rect: Rect) -> PixelRect? {
        let (w, h) = (Double(bitmap.width), Double(bitmap.height))
        return whole(Rect(rect.x * w, rect.y * h, rect.width * w, rect.height * h))
    }

    func whole(_ rect: Rect) -> PixelRect? {
        guard encoding != .alpha, bitmap.bounds.rect.outset(0.01).contains(rect) else { return nil }
        let whole = PixelRect(covering: rect.outset(-0.01))
        let difference = abs(whole.rect.x - rect.x) + abs(whole.rect.y - rect.y)
        guard difference + abs(whole.rect.width - rect.width) + abs(whole.rect.height - rect.height) < 0.04 else {
            return nil
        }
        return whole
    }

    /// The pixels are not far more than the page shows, and look there as they do here: viewers magnify in ways of their own,
    /// and SVG's of cairo has no word for pixels that stay squares.
    func isWorth(
        embedding source: PixelRect?, _ destination: Rect, _ map: Affine, _ filters: ImageFilters,
        _ format: VectorFormat
    ) -> Bool {
        guard let source else { return false }
        let shown = abs(map.determinant) * destination.width * destination.height
        guard Double(source.area) <= max(4 * shown, 4096) else { return false }
        let isNearest = (shown > Double(source.area) ? filters.magnification : filters.minification) == .nearest
        return isNearest ? format == .pdf : shown <= Double(source.area) * 4.2
    }
}
