import Frame
import Geometry
import Pixels
import Vectors

/// Converts a paint list to a page: vectors if they give the same result, otherwise images of subtrees.
///
/// Groups, clips and masks are kept. Shadows with a blur, filters, planes and the drawings that `VectorWay` selects
/// become separate images. A layer that reads its backdrop in a way that the format does not support becomes an image
/// of its area, together with everything below it; inside a group, the whole group becomes one.
final class VectorRecorder {
    let list: PaintList
    let drawings: DrawingStore
    private let painters: PainterPool
    let format: VectorFormat
    /// The page's area, in pixels.
    let bounds: PixelRect
    private let beneath: PremultipliedColor
    /// Maximum size of all images, in bytes.
    private let most: Int
    var page: VectorPage
    private let structure: VectorStructure
    /// The commands that begin the open clips around the current one, outside of groups.
    private var openClips: [Int] = []
    private var openGroups = 0
    /// Factors for the colours of copies.
    var tint = SIMD3<Float>(repeating: 1)
    /// The parts of pictures on the page.
    var pictures: [PictureKey: Bitmap] = [:]

    /// Maximum number of layers that flatten what lies below them; with more, the page becomes one image.
    private static let mostFlattened = 32
    /// Maximum number of operations on a page.
    static let mostOperations = 2_000_000

    init(
        _ list: PaintList, _ drawings: DrawingStore, _ painters: PainterPool, _ page: VectorPage, in bounds: PixelRect,
        _ format: VectorFormat, beneath: PremultipliedColor, most: Int
    ) {
        (self.list, self.drawings, self.painters, self.page) = (list, drawings, painters, page)
        (self.bounds, self.format, self.beneath, self.most) = (bounds, format, beneath, most)
        structure = VectorStructure(list, drawings, format)
    }

    /// Fills the page. Throws when its images exceed the allowed size.
    func record() throws(BitmapError) {
        if beneath.alpha > 0 {
            add(.fill(.rect(bounds.rect), .identity, .nonZero, .color(beneath.straight, opacity: 1)))
        }
        guard structure.flattened <= Self.mostFlattened else { return try flatten(list.commands.count - 1, bounds) }
        try record(0..<list.commands.count)
    }

    func add(_ operation: VectorOperation) { page.operations.append(operation) }

    private func record(_ range: Range<Int>) throws(BitmapError) {
        var at = range.lowerBound
        while at < range.upperBound {
            let command = list.commands[at]
            guard page.operations.count < Self.mostOperations else { throw .tooLarge(bytes: .max) }
            switch command.kind {
            case .beginGroup: try group(at)
            case .beginClip: try clip(at)
            case .background, .faded: background(command)
            case .border: border(command)
            case .shadow: try shadow(at)
            case .drawing, .foreground: try drawing(at)
            case .keptPlane, .beginMask, .endMask, .endGroup, .endClip, .effects, .tint: break
            }
            at = max(at, structure.ends[at]) + 1
        }
    }

    // MARK: Clips and groups

    private func clip(_ begin: Int) throws(BitmapError) {
        let isOutside = openGroups == 0
        if isOutside { openClips.append(begin) }
        openClip(begin)
        try record((begin + 1)..<structure.ends[begin])
        add(.restore)
        if isOutside { openClips.removeLast() }
    }

    private func openClip(_ begin: Int) {
        let node = list.nodes[Int(list.commands[begin].node)]
        add(.save)
        add(.clip(node.outlinePath, node.world, .nonZero))
    }

    private func group(_ begin: Int) throws(BitmapError) {
        let end = structure.ends[begin]
        let command = list.commands[end]
        let node = list.nodes[Int(command.node)]
        if structure.readsBackdrop[begin] {
            let area = command.visible.union(node.backdropArea(list.planes[command.node]))
            return try flatten(end, area.intersection(bounds))
        }
        let isPlane = list.planes[command.node] != nil
        let tint = list.tints[command.node]
        let mask = structure.masks[begin]
        let opacity = isPlane ? 1 : tint.map { Double($0.w) } ?? node.groupOpacity
        // A plane's opacity and mode are applied by its placement.
        let mode = isPlane ? .normal : node.mode
        let isGroup = opacity < 1 || mode != .normal || mask != nil || structure.holdsBlends[begin]
        let outerTint = self.tint
        if let tint { self.tint *= SIMD3(tint.x, tint.y, tint.z) }
        if isGroup {
            add(.beginGroup)
            openGroups += 1
        }
        let inside = (begin + 1)..<(structure.effects[begin] ?? mask ?? end)
        if isPlane || structure.isImage[begin] {
            try image(of: begin, upTo: mask ?? end)
        } else if let effects = structure.effects[begin] {
            try picture(begin, inside, effects)
        } else {
            try record(inside)
        }
        if let mask {
            add(.beginMask)
            let range = (mask + 1)..<structure.ends[mask]
            if structure.isImage[mask] {
                place(try painted(list.part(range), list.commands[mask].visible), list.commands[mask].visible)
            } else {
                try record(range)
            }
        }
        if isGroup {
            openGroups -= 1
            add(.endGroup(opacity: opacity, mode: mode, isMasked: mask != nil))
        }
        self.tint = outerTint
    }

    /// Adds a group's picture with its shadow; if it has filters, an image of both.
    private func picture(_ begin: Int, _ inside: Range<Int>, _ effects: Int) throws(BitmapError) {
        let node = list.nodes[Int(list.commands[begin].node)]
        let store = list.store(of: node, drawings)
        let made = painters.all[0].effects.made(for: node, store)
        guard made.filters.isEmpty, let shadow = made.shadow else { return try image(of: begin, upTo: effects + 1) }
        let seen = list.commands[effects].visible.intersection(bounds)
        guard !seen.isEmpty else { return }
        let needed = shadow.input(for: seen).intersection(list.commands[begin].visible)
        if !needed.isEmpty {
            let picture = try painted(list.part(inside), needed)
            let bitmap = try room(for: seen)
            let canvas = Canvas(bitmap, origin: PixelPoint(seen.x0, seen.y0), tools: painters.all[0].tools)
            try shadow.draw(
                on: canvas, painters.all[0].shadowColor(node, store),
                picture: (picture, PixelPoint(needed.x0, needed.y0)))
            place(bitmap, seen)
        }
        try record(inside)
    }

    /// Adds an image of a group's content up to the command `end`, without the group's opacity, mode and mask.
    private func image(of begin: Int, upTo end: Int) throws(BitmapError) {
        let last = structure.ends[begin]
        let rect = list.commands[last].visible.intersection(bounds)
        guard !rect.isEmpty else { return }
        var part = list.part(begin..<end)
        let node = part.commands[0].node
        let isPlane = part.planes[node] != nil
        if !isPlane {
            part.nodes[Int(node)].group.opacity = 1
            part.nodes[Int(node)].group.blend = 0
            part.tints[node] = nil
        }
        part.end(.endGroup, node, rect)
        place(try painted(part, rect), rect)
    }

    /// Adds an image of everything visible in `rect` up to the command `end`, which ends a layer outside of groups.
    private func flatten(_ end: Int, _ rect: PixelRect) throws(BitmapError) {
        let isOpaque = beneath.alpha == 255
        // On a transparent background, it replaces the whole page.
        let rect = isOpaque ? rect : bounds
        guard !rect.isEmpty, end >= 0 else { return }
        var part = list.part(0..<(end + 1))
        for clip in openClips.reversed() {
            let first = part.commands[clip]
            part.end(.endClip, first.node, first.visible)
        }
        let bitmap = try painted(part, rect, beneath)
        if isOpaque { return place(bitmap, rect) }
        page.removeAll()
        place(bitmap, rect)
        for clip in openClips { openClip(clip) }
    }

    // MARK: Images

    /// A transparent bitmap, counted in the page's budget.
    private func room(for rect: PixelRect) throws(BitmapError) -> Bitmap {
        let bytes = page.imageBytes + rect.area * 4
        guard bytes <= most else { throw .tooLarge(bytes: bytes) }
        let bitmap = try Bitmap(width: Int(rect.width), height: Int(rect.height))
        page.note(bytes: bitmap)
        return bitmap
    }

    func painted(
        _ part: PaintList, _ rect: PixelRect, _ beneath: PremultipliedColor = PremultipliedColor(.clear)
    ) throws(BitmapError) -> Bitmap {
        let bitmap = try room(for: rect)
        let target = RenderTarget(bitmap, at: PixelPoint(rect.x0, rect.y0), room: bounds, beneath: beneath)
        painters.paint(part, drawings, on: target, tile: rect)
        return bitmap
    }

    /// The drawing of an entry in `rect`, for the layer of `node`.
    func painted(_ entry: DrawingStore.Entry, _ node: Node, _ rect: PixelRect) throws(BitmapError) -> Bitmap {
        let bitmap = try room(for: rect)
        let painter = painters.all[0]
        let canvas = Canvas(bitmap, origin: PixelPoint(rect.x0, rect.y0), tools: painter.tools)
        painter.paint(entry, .recorded, node, on: canvas, rect)
        return bitmap
    }

    /// Counts an embedded picture; false when it exceeds the budget.
    func embeds(_ bitmap: Bitmap) -> Bool {
        guard page.imageBytes + bitmap.byteCount <= most else { return false }
        page.note(bytes: bitmap)
        return true
    }

    /// Adds an image of `rect` made by `painted`.
    func place(_ bitmap: Bitmap, _ rect: PixelRect, opacity: Double = 1) {
        if tint != SIMD3(repeating: 1) {
            ColorMatrix.apply([ColorMatrix(multiplying: SIMD4(tint, 1))], to: bitmap)
        }
        let map = Affine.translation(Double(rect.x0), Double(rect.y0))
        page.add(image: .image(VectorImage(bitmap), map, opacity: opacity, isSmooth: true))
    }

    /// Adds an image of one command.
    func image(of at: Int) throws(BitmapError) {
        let rect = list.commands[at].visible.intersection(bounds)
        if !rect.isEmpty { place(try painted(list.part(at..<(at + 1)), rect), rect) }
    }

    /// Flattens a command that blends with its backdrop; not used inside groups that are images.
    func flatten(_ at: Int) throws(BitmapError) {
        try flatten(at, list.commands[at].visible.intersection(bounds))
    }
}

/// A part of a picture.
struct PictureKey: Hashable {
    let picture: ObjectIdentifier
    let source: PixelRect
}

extension PremultipliedColor {
    /// The colour with straight channels.
    fileprivate var straight: Color {
        let a = pixel >> 24
        guard a > 0 else { return .clear }
        func channel(_ shift: UInt32) -> UInt8 { UInt8(min(255, ((pixel >> shift & 255) * 255 + a / 2) / a)) }
        return Color(channel(16), channel(8), channel(0), UInt8(a))
    }
}

extension Node {
    /// The rounded bounds, in points.
    var outlinePath: Path { shape.isSquare ? .rect(bounds) : .roundedRect(bounds, shape) }
}
