import Frame
import Geometry
import Pixels
import Schema

/// Painting of transitions.
extension Painter {
    /// Composites both pictures of a transition onto `below`. `picture` is the new one, with its first pixel at
    /// `origin` of the plane's grid; nil when it is not visible.
    func composite(
        _ change: Plane.Change, _ picture: Picture?, at origin: PixelPoint, _ plane: Plane, _ node: Node,
        on below: Sheet, _ visible: PixelRect
    ) {
        let rect = visible.intersection(below.limit)
        guard !rect.isEmpty, let flat = pool.take(rect.width, rect.height, .argb) else { return }
        let at = PixelPoint(rect.x0, rect.y0)
        let new = Opening(
            picture: change.showsNew ? picture : nil, origin: origin, plane: plane, opacity: node.groupOpacity)
        compose(change, new, on: flat, at)
        if change.isClipped, let bounds = boundsMask(node, plane.resting, in: rect) {
            Canvas(flat, origin: at, tools: tools).multiplyAlpha(PlacedMask(bounds, at: at))
        }
        var canvas = canvas(on: below)
        canvas.narrow(to: rect)
        guard !node.mode.isBounded else { return canvas.composite(flat, at: at, node.mode) }
        guard let shape = boundsMask(node, plane.resting, in: rect) else { return }
        shape.raiseToAlpha(of: flat)
        canvas.composite(flat, at: at, shape: PlacedMask(shape, at: at), node.mode)
    }

    /// The visible part of the new picture.
    private struct Opening {
        var picture: Picture?
        var origin: PixelPoint
        var plane: Plane
        var opacity: Double

        func draw(on canvas: borrowing Canvas) {
            guard let picture else { return }
            let opacity = UInt8((255 * max(0, min(opacity, 1))).rounded())
            canvas.draw(
                picture, at: origin, frame: plane.picture.pixels, plane.placement, plane.filters, opacity: opacity)
        }
    }

    private func compose(_ change: Plane.Change, _ new: Opening, on flat: Bitmap, _ at: PixelPoint) {
        let canvas = Canvas(flat, origin: at, tools: tools)
        func drawOld() {
            guard let old = change.old, let picture = old.snapshot.picture?.pixels else { return }
            canvas.draw(picture, at: old.snapshot.origin, frame: old.snapshot.frame, old.placement)
        }
        switch change.style {
        case .fade, .wipe:
            guard let fresh = pool.take(Int32(flat.width), Int32(flat.height), .argb) else {
                return new.draw(on: canvas)
            }
            drawOld()
            new.draw(on: Canvas(fresh, origin: at, tools: tools))
            guard change.style == .wipe, let back = change.map.inverse else {
                return flat.mix(fresh, share: change.progress)
            }
            let wipe = Wipe(change.bounds, way: change.side.way, progress: change.progress, back: back)
            flat.mix(fresh, at: at, wipe)
        case .push, .moveIn, .flip, .cube:
            drawOld()
            new.draw(on: canvas)
        case .reveal:
            new.draw(on: canvas)
            drawOld()
        case .curl:
            new.draw(on: canvas)
            guard let old = change.old, let picture = old.snapshot.picture?.pixels,
                let curl = PageCurl(
                    old.snapshot.bounds, way: change.side.way, progress: change.progress, map: change.map)
            else { return }
            canvas.draw(curl, picture, at: old.snapshot.origin, old.snapshot.world, on: flat, at: at)
        }
    }
}
