import Frame
import Geometry
import Pixels
import Scene
import Schema

/// A rectangle of the scene, or of one layer's own coordinates, at a scale: the content of a snapshot or a page.
struct SceneView {
    /// In points.
    let rect: Rect
    /// Pixels per point.
    let scale: Double
    /// The picture's pixels, starting at 0, 0.
    let bounds: PixelRect

    /// Throws when the picture would be empty, or have sides longer than `Bitmap.maxSide`.
    init(_ rect: Rect, scale: Double) throws(BitmapError) {
        let width = (rect.width * scale).rounded(.up)
        let height = (rect.height * scale).rounded(.up)
        guard width >= 1, height >= 1, width <= Double(Bitmap.maxSide), height <= Double(Bitmap.maxSide) else {
            let bound = { (v: Double) in v.isFinite ? Int(max(-1e9, min(v, 1e9))) : 0 }
            throw .invalidSize(width: bound(width), height: bound(height))
        }
        (self.rect, self.scale) = (rect, scale)
        bounds = PixelRect(0, 0, Int32(width), Int32(height))
    }

    /// The paint list of the tree below `top`, read anew from the scene. `isOwn`: in `top`'s own coordinates, without
    /// its position and transform.
    func paintList(_ scene: Scene, top: Slot, isOwn: Bool, _ drawings: DrawingStore) -> PaintList {
        let view = Affine.scale(scale, scale).concat(.translation(-rect.x, -rect.y))
        var around = InheritedState(map: view, clip: bounds)
        around.isOwn = isOwn
        var list = PaintList()
        if top >= 0 { list.walk(top, around, LayerReader(scene, drawings)) }
        return list
    }
}
