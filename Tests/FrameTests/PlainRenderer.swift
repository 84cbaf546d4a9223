import Frame
import Geometry

/// A renderer without pixels: blurs reach three standard deviations, shadows too, and pictures are sizes.
final class PlainRenderer: Renderer {
    private final class Blank: PictureHandle {
        let (width, height): (Int, Int)
        var byteCount: Int { width * height * 4 }
        var isOpaque: Bool { false }

        init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

        func packed() -> [UInt8] { [] }
    }

    private func reach(_ filters: [FilterFunction]) -> EffectExtent {
        let blur = filters.reduce(0.0) { $1.kind == .blur ? $0 + 3 * ($1.arguments.first ?? 0) : $0 }
        let side = Int32(blur.rounded(.up))
        return EffectExtent(
            reach: FilterReach(left: side, top: side, right: side, bottom: side),
            weight: filters.count * FilterFunction.usualWeight)
    }

    func extent(of effects: LayerEffects, _ node: Node) -> EffectExtent { reach(effects.filters) }

    func backdropExtent(of effects: LayerEffects, _ node: Node) -> EffectExtent { reach(effects.backdrop) }

    func shadowPixels(of effects: LayerEffects, _ node: Node) -> PixelRect {
        let side = 3 * effects.shadowRadius
        let box = node.world.boundingBox(node.bounds).outset(side, side)
        return PixelRect(
            covering: Rect(
                box.x + effects.shadowOffset.x, box.y + effects.shadowOffset.y, box.width, box.height))
    }

    func makePicture(width: Int, height: Int) -> (any PictureHandle)? { Blank(width, height) }

    func unpack(_ packed: [UInt8], width: Int, height: Int) -> (any PictureHandle)? { Blank(width, height) }
}
