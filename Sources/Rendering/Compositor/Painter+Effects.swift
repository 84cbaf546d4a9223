import Frame
import Geometry
import Pixels

/// Filters and shadows.
extension Painter {
    /// Paints a shadow that does not need the layer's picture: of a path, or of the bounds.
    func paintShadow(_ node: Node, _ drawings: DrawingStore, on canvas: borrowing Canvas) {
        guard let shadow = effects.made(for: node, drawings).shadow else { return }
        // The background will hide what is below it.
        var hidden = Region()
        node.forEachSolid { hidden.formUnion($0) }
        // Without memory for a blur, the shadow is left out.
        try? shadow.draw(on: canvas, shadowColor(node, drawings), except: hidden)
    }

    /// Applies the filters and the shadow to the visible part of the picture on `sheet`, which must contain all pixels
    /// with an effect there. Without `keepsPicture` only the shadow remains.
    func apply(_ node: Node, _ drawings: DrawingStore, to sheet: inout Sheet, keepsPicture: Bool = true) {
        let rect = sheet.seen
        guard !rect.isEmpty else {
            sheet.limit = .empty
            return
        }
        // Without memory for a buffer, the picture was painted directly on the one below.
        if sheet.isBorrowed, !sheet.limit.isEmpty { return }
        let made = effects.made(for: node, drawings)
        var picture = sheet.isBorrowed ? nil : sheet
        if let source = picture, !made.filters.isEmpty {
            // The additional area that the shadow depends on, as far as there is a picture.
            let more = made.shadow?.input(for: rect) ?? .empty
            let needed = rect.union(more).intersection(made.filters.output(of: source.rect))
            picture = nil
            if !needed.isEmpty, let target = pool.take(needed.width, needed.height, .argb, isClear: false) {
                var filtered = source
                (filtered.bitmap, filtered.rect) = (target, needed)
                picture = filtered
                do throws(BitmapError) {
                    try made.filters.apply(
                        source.bitmap, at: source.origin, into: target, at: PixelPoint(needed.x0, needed.y0))
                } catch {
                    target.clear()
                }
            }
        }
        guard let bitmap = pool.take(rect.width, rect.height, .argb) else {
            sheet.isBorrowed = true
            return
        }
        let canvas = Canvas(bitmap, origin: PixelPoint(rect.x0, rect.y0), tools: tools)
        if let shadow = made.shadow {
            try? shadow.draw(
                on: canvas, shadowColor(node, drawings), picture: picture.map { ($0.bitmap, $0.origin) })
        }
        if keepsPicture, let picture { canvas.composite(picture.bitmap, at: picture.origin) }
        (sheet.bitmap, sheet.rect, sheet.limit, sheet.isBorrowed) = (bitmap, rect, rect, false)
    }

    func shadowColor(_ node: Node, _ drawings: DrawingStore) -> PremultipliedColor {
        let effects = drawings.effects.entries[Int(node.group.effects)].effects
        // The picture includes its opacity, and so does its shadow.
        let opacity = effects.caster == .picture ? 1 : node.itemOpacity
        return PremultipliedColor(effects.shadowColor, opacity: effects.shadowOpacity * opacity)
    }
}
