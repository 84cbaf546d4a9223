import Frame
import Geometry
import Pixels
import Vectors

/// The nesting of the commands in a list, and which of them cannot be vectors, by the index of the command that begins
/// a group, clip or mask.
struct VectorStructure {
    /// The index of the matching end; -1 for other commands.
    private(set) var ends: [Int]
    /// For a group, the index of the command that applies filters and shadow, and of the one that begins its mask.
    private(set) var effects: [Int: Int] = [:]
    private(set) var masks: [Int: Int] = [:]
    /// True when the contents of the group or mask have to be painted as one image.
    private(set) var isImage: [Bool]
    /// True when the group reads its backdrop in a way that the format does not support.
    private(set) var readsBackdrop: [Bool]
    /// True when a blend mode inside uses the group as its backdrop.
    private(set) var holdsBlends: [Bool]
    /// Number of such layers outside of groups.
    private(set) var flattened = 0

    init(_ list: PaintList, _ drawings: DrawingStore, _ format: VectorFormat) {
        ends = Array(repeating: -1, count: list.commands.count)
        isImage = Array(repeating: false, count: list.commands.count)
        (readsBackdrop, holdsBlends) = (isImage, isImage)
        var open: [Int] = []
        // Only groups and masks.
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
                    // Its contents see the backdrop outside.
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
                // The end of a copy, in a layer with a blend mode of its own.
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

/// How a drawing is put on a page.
enum VectorWay {
    case vectors
    /// As an image.
    case image
    /// As an image together with everything below it, with which it is blended.
    case flattened

    /// Maximum number of sprites in a batch that stay vectors.
    private static let mostSprites = 2_000

    /// The way for a command that paints a drawing.
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

    /// Maximum number of operations of a drawing that become separate images.
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
                let source = picture.picture.pixels.part(batch.source)
                let map = map.concat(batch.sprites.first?.map ?? .identity)
                if !picture.picture.pixels.isWorth(embedding: source, Rect(0, 0, 1, 1), map, batch.filters, format) {
                    return true
                }
            case .concat, .clip, .fill, .stroke, .alpha, .glyphs: continue
            }
        }
        // A layer that is not closed shows nothing.
        return isolated > mostIsolated || depth.contains { $0.isLayer }
    }
}

extension Drawing.Operation {
    /// True when the operation changes pixels.
    var paints: Bool {
        switch self {
        case .fill, .stroke, .gradient, .flood, .glyphs, .sprites: true
        case .save, .saveLayer, .restore, .concat, .clip, .alpha, .blend, .shadow: false
        }
    }
}

extension PlacedPicture {
    /// True for a single piece with whole pixels of the picture.
    func canBeEmbedded(under map: Affine, _ format: VectorFormat) -> Bool {
        guard layout.pieces.count == 1, let source = wholeSource else { return false }
        return picture.pixels.isWorth(embedding: source, layout.pieces[0].destination, map, filters, format)
    }

    /// The pixels shown; nil when the edges are not on pixel boundaries.
    var wholeSource: PixelRect? {
        picture.pixels.whole(layout.pieces[0].source)
    }
}

extension Picture {
    /// The pixels of a part given in units of the picture; nil for fractional pixels, and for pictures with only
    /// coverage.
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

    /// True when embedding the pixels is not wasteful and viewers show them in the same way: viewers magnify
    /// differently, and cairo's SVG cannot request square pixels.
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
