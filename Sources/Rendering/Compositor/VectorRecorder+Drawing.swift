import Frame
import Geometry
import Pixels
import Vectors

/// Recording of drawings.
extension VectorRecorder {
    private struct State {
        /// Maps to the layer's coordinates.
        var map = Affine.identity
        var alpha = 1.0
        /// The operation that set the current shadow.
        var shadow: Drawing.Operation?
        var isClipped = false
        /// The opacity of painted operations; 1 inside a layer of operations.
        var opacity: Double
        /// True when the state was saved by a layer.
        var isLayer = false
    }

    /// Records a drawing that consists only of vectors, as `DrawingReplay` paints it.
    func replay(_ entry: DrawingStore.Entry, _ node: Node, _ opacity: Double, _ visible: PixelRect) throws(BitmapError)
    {
        let drawing = entry.drawing
        var state = State(opacity: opacity)
        var saved: [State] = []
        for operation in drawing.operations {
            let alpha = state.opacity * state.alpha
            let map = node.world.concat(state.map)
            if operation.paints, try !isolate(operation, entry, state, node, visible) { continue }
            switch operation {
            case .save:
                saved.append(state)
                add(.save)
            case .saveLayer:
                var kept = state
                kept.isLayer = true
                saved.append(kept)
                add(.beginGroup)
                (state.alpha, state.opacity, state.isClipped, state.shadow) = (1, 1, false, nil)
            case .restore:
                guard var outer = saved.popLast() else { continue }
                if outer.isLayer {
                    add(.endGroup(opacity: outer.alpha * outer.opacity, mode: .normal, isMasked: false))
                } else {
                    add(.restore)
                }
                outer.isLayer = false
                state = outer
            case .concat(let inner): state.map = state.map.concat(inner)
            case .clip(let path, let rule):
                add(.clip(drawing.paths[path], map, rule))
                state.isClipped = true
            case .alpha(let value): state.alpha = value
            case .blend: continue
            case .shadow(_, _, let color): state.shadow = color.alpha > 0 ? operation : nil
            case .fill(let path, let rule, let color):
                add(.fill(drawing.paths[path], map, rule, .color(tinted(color), opacity: alpha)))
            case .stroke(let path, let style, let color):
                stroke(drawing.paths[path], drawing.styles[style], map, .color(tinted(color), opacity: alpha))
            case .gradient(let path?, let rule, let gradient):
                let paint = VectorPaint.gradient(tinted(drawing.gradients[gradient]), map, opacity: alpha)
                add(.fill(drawing.paths[path], map, rule, paint))
            case .gradient(nil, _, let gradient):
                let paint = VectorPaint.gradient(tinted(drawing.gradients[gradient]), node.world, opacity: alpha)
                add(.fill(node.outlinePath, node.world, .nonZero, paint))
            case .flood(let gradient):
                let paint = VectorPaint.gradient(tinted(drawing.gradients[gradient]), map, opacity: alpha)
                if state.isClipped {
                    add(.fill(.rect(visible.rect), .identity, .nonZero, paint))
                } else {
                    add(.fill(.rect(node.bounds), node.world, .nonZero, paint))
                }
            case .glyphs(let run, let color):
                let paint = VectorPaint.color(tinted(color), opacity: alpha)
                add(.glyphs(drawing.runs[run], drawing.glyphs, map, paint))
            case .sprites(let batch):
                try sprites(drawing.sprites[batch], entry.pictures[batch]?.picture.pixels, map, alpha)
            }
        }
        for kept in saved.reversed() {
            add(kept.isLayer ? .endGroup(opacity: 1, mode: .normal, isMasked: false) : .restore)
        }
    }

    /// Adds an image of an operation, or only of its shadow, if vectors cannot represent it. True when the operation
    /// itself must still be added.
    private func isolate(
        _ operation: Drawing.Operation, _ entry: DrawingStore.Entry, _ state: State, _ node: Node, _ visible: PixelRect
    ) throws(BitmapError) -> Bool {
        let isConic = operation.gradient.map { entry.drawing.gradients[$0].kind == .conic } ?? false
        guard isConic || state.shadow != nil else { return true }
        var drawing = entry.drawing
        drawing.operations = [.concat(state.map), .alpha(state.alpha)]
        if let shadow = state.shadow { drawing.operations.append(shadow) }
        if case .flood(let gradient) = operation, state.isClipped, let back = node.world.concat(state.map).inverse {
            let r = visible.rect
            let corners = [Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.maxX, r.maxY), Point(r.minX, r.maxY)]
            drawing.paths.append(.polygon(corners.map(back.apply)))
            drawing.operations.append(.gradient(path: drawing.paths.count - 1, rule: .nonZero, gradient: gradient))
        } else {
            drawing.operations.append(operation)
        }
        let whole = drawings.isolated(drawing, from: entry)
        let box = PixelRect(covering: node.world.boundingBox(whole.extent)).outset(drawing.slack)
        let rect = box.intersection(visible).intersection(bounds)
        guard !rect.isEmpty else { return !isConic }
        var node = node
        node.appearance.opacity = state.opacity
        let bitmap = try painted(whole, node, rect)
        guard !isConic, operation.isOpaque(in: drawing), state.opacity * state.alpha >= 1 else {
            place(bitmap, rect)
            return false
        }
        // The visible part of the shadow of an opaque shape, which stays a vector.
        drawing.operations.removeAll { if case .shadow = $0 { true } else { false } }
        bitmap.subtract(try painted(drawings.isolated(drawing, from: entry), node, rect))
        place(bitmap, rect)
        return true
    }

    /// Adds a stroke. A partial one is filled as its outline.
    private func stroke(_ path: Path, _ style: StrokeStyle, _ map: Affine, _ paint: VectorPaint) {
        guard style.start > 0 || style.end < 1 else { return add(.stroke(path, map, style, paint)) }
        let scale = max(map.maxScale, 1e-6)
        add(.fill(path.stroked(style, tolerance: 0.05 / scale), map, .nonZero, paint))
    }

    private func sprites(
        _ batch: SpriteBatch, _ picture: Picture?, _ map: Affine, _ opacity: Double
    ) throws(BitmapError) {
        if let picture {
            guard let source = picture.part(batch.source) else { return }
            for sprite in batch.sprites {
                let alpha = opacity * Double(sprite.color.alpha) / 255
                let spriteMap = map.concat(sprite.map)
                try embed(picture, source, batch.filters, Rect(0, 0, 1, 1), spriteMap, alpha)
            }
            return
        }
        if case .picture = batch.look { return }
        let unit = Rect(0, 0, 1, 1)
        let path = batch.look == .disc ? Path.circle(Point(0.5, 0.5), radius: 0.5) : Path.rect(unit)
        for sprite in batch.sprites {
            add(.fill(path, map.concat(sprite.map), .nonZero, .color(tinted(sprite.color), opacity: opacity)))
        }
    }
}

extension Drawing.Operation {
    /// The index of the operation's gradient.
    fileprivate var gradient: Int? {
        switch self {
        case .gradient(_, _, let gradient), .flood(let gradient): gradient
        default: nil
        }
    }

    /// True when the operation's paint is one opaque colour.
    fileprivate func isOpaque(in drawing: Drawing) -> Bool {
        switch self {
        case .fill(_, _, let color), .stroke(_, _, let color): color.alpha == 255
        case .glyphs(let run, let color):
            color.alpha == 255 && drawing.runs[run].glyphs.allSatisfy { drawing.glyphs[Int($0.glyph)].pixels == nil }
        default: false
        }
    }
}

extension Bitmap {
    /// Subtracts the channels of another bitmap of the same size, saturating at 0.
    fileprivate func subtract(_ other: Bitmap) {
        for y in 0..<min(height, other.height) {
            unsafe withRow(y) { to in
                unsafe other.withRow(y) { from in
                    for at in 0..<min(to.count, from.count) {
                        unsafe to[at] = unsafe to[at] > from[at] ? to[at] - from[at] : 0
                    }
                }
            }
        }
    }
}
