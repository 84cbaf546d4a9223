import Frame
import Geometry
import Pixels

/// Filters and shadows.
extension Painter {
    /// A shadow that needs no picture: of a path, or of the bounds.
    func paintShadow(_ node: Node, _ store: EffectStore, on canvas: borrowing Canvas) {
        let effects = store.entries[Int(node.effects)].effects
        guard let shadow = effects.shadow(node) else { return }
        let color = PremultipliedColor(effects.shadowColor, opacity: effects.shadowOpacity * node.itemOpacity)
        // The background is going to hide what is beneath it.
        var hidden: [PixelRect] = []
        node.forEachSolid { hidden.append($0) }
        // Without memory for a blur there is no shadow.
        try? shadow.draw(on: canvas, color, except: Region(hidden))
    }

    /// Makes of the picture on `sheet` what the filters and the shadow do, in `rect`: what is to be seen of it. The picture
    /// holds all that has an effect there.
    func apply(_ effects: LayerEffects, _ node: Node, to sheet: inout Sheet, in rect: PixelRect) {
        guard !rect.isEmpty else {
            sheet.limit = .empty
            return
        }
        // No memory for the picture: it is on what is beneath already, as it was.
        if sheet.isBorrowed, !sheet.limit.isEmpty { return }
        var picture = sheet.isBorrowed ? nil : sheet
        let shadow = effects.shadow(node)
        if let source = picture, !effects.filters.isEmpty {
            let chain = effects.chain(node.world)
            // What the shadow is made from as well, as far as there is anything.
            let needed = rect.union(shadow?.input(for: rect) ?? .empty).intersection(chain.output(of: source.rect))
            picture = nil
            if !needed.isEmpty, let target = pool.take(needed.width, needed.height, .argb) {
                let result = Sheet(bitmap: target, rect: needed, limit: needed)
                try? chain.apply(source.bitmap, at: source.origin, into: target, at: result.origin)
                picture = result
            }
        }
        guard let bitmap = pool.take(rect.width, rect.height, .argb) else { return }
        let result = Sheet(bitmap: bitmap, rect: rect, limit: rect)
        let canvas = Canvas(bitmap, origin: result.origin, tools: tools)
        if let shadow {
            let color = PremultipliedColor(effects.shadowColor, opacity: effects.shadowOpacity)
            try? shadow.draw(on: canvas, color, picture: picture.map { ($0.bitmap, $0.origin) })
        }
        if let picture { canvas.composite(picture.bitmap, at: picture.origin) }
        sheet = result
    }
}
