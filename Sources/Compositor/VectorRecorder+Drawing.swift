import Frame
import Geometry
import Pixels
import Vectors

/// Recorded drawings.
extension VectorRecorder {
    private struct State {
        var map: Affine
        var alpha = 1.0
        var isClipped = false
        /// The opacity of what is painted: within a layer of operations it is 1.
        var opacity: Double
        /// The state was kept by a layer.
        var isLayer = false
    }

    /// Plays a drawing that is vectors throughout, as `DrawingReplay` does on pixels.
    func replay(_ entry: DrawingStore.Entry, _ node: Node, _ opacity: Double, _ visible: PixelRect) throws(BitmapError)
    {
        let drawing = entry.drawing
        var state = State(map: node.world, opacity: opacity)
        var saved: [State] = []
        for operation in drawing.operations {
            let alpha = state.opacity * state.alpha
            switch operation {
            case .save:
                saved.append(state)
                add(.save)
            case .saveLayer:
                var kept = state
                kept.isLayer = true
                saved.append(kept)
                add(.beginGroup)
                (state.alpha, state.opacity, state.isClipped) = (1, 1, false)
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
                add(.clip(drawing.paths[path], state.map, rule))
                state.isClipped = true
            case .alpha(let value): state.alpha = value
            case .blend, .shadow: continue
            case .fill(let path, let rule, let color):
                add(.fill(drawing.paths[path], state.map, rule, .color(tinted(color), opacity: alpha)))
            case .stroke(let path, let style, let color):
                stroke(drawing.paths[path], drawing.styles[style], state.map, .color(tinted(color), opacity: alpha))
            case .gradient(let path?, let rule, let gradient):
                let paint = VectorPaint.gradient(tinted(drawing.gradients[gradient]), state.map, opacity: alpha)
                add(.fill(drawing.paths[path], state.map, rule, paint))
            case .gradient(nil, _, let gradient):
                let paint = VectorPaint.gradient(tinted(drawing.gradients[gradient]), node.world, opacity: alpha)
                add(.fill(node.outlinePath, node.world, .nonZero, paint))
            case .flood(let gradient):
                let paint = VectorPaint.gradient(tinted(drawing.gradients[gradient]), state.map, opacity: alpha)
                if state.isClipped {
                    add(.fill(.rect(visible.rect), .identity, .nonZero, paint))
                } else {
                    add(.fill(.rect(node.bounds), node.world, .nonZero, paint))
                }
            case .glyphs(let run, let color):
                let paint = VectorPaint.color(tinted(color), opacity: alpha)
                add(.glyphs(drawing.runs[run], drawing.glyphs, state.map, paint))
            case .sprites(let batch):
                try sprites(drawing.sprites[batch], entry.pictures[batch]?.picture, state.map, alpha)
            }
        }
        for kept in saved.reversed() {
            add(kept.isLayer ? .endGroup(opacity: 1, mode: .normal, isMasked: false) : .restore)
        }
    }

    /// A part of a path's length is filled as the outline of its stroke.
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
                let place = map.concat(sprite.map)
                try embed(picture, source, ImageFilters(), Rect(0, 0, 1, 1), place, alpha)
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
