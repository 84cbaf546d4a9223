import Frame
package import Geometry
package import Pixels
package import Scene
package import Vectors

extension Compositor {
    /// Pixels of images to a point of a page, where nothing else is said.
    package static let vectorScale = 2.0

    /// The page of `rect` (points of the output, or of the layer's own coordinates), a point of the scene being one of the page.
    ///
    /// Read afresh from the scene. What `format` cannot say with vectors is an image of `scale` pixels a point. Throws when the page
    /// has no size or too large a one, and when its images have more bytes than `frameBytes`.
    package func vectors(
        _ scene: Scene, as format: VectorFormat, layer: Slot? = nil, rect: Rect? = nil, scale: Double? = nil
    ) throws(BitmapError) -> VectorPage {
        late.finish()
        let scale = scale ?? Self.vectorScale
        let whole = Rect(0, 0, Double(output.width) / output.scale, Double(output.height) / output.scale)
        let rect = rect ?? layer.map { scene.rows[Int($0)].bounds } ?? whole
        let width = (rect.width * scale).rounded(.up)
        let height = (rect.height * scale).rounded(.up)
        guard width >= 1, height >= 1, width <= Double(Bitmap.maxSide), height <= Double(Bitmap.maxSide) else {
            let bound = { (v: Double) in v.isFinite ? Int(max(-1e9, min(v, 1e9))) : 0 }
            throw .invalidSize(width: bound(width), height: bound(height))
        }
        let box = PixelRect(0, 0, Int32(width), Int32(height))
        let view = Affine.scale(scale, scale).concat(.translation(-rect.x, -rect.y))
        var around = InheritedState(map: view, clip: box)
        around.isOwn = layer != nil
        var list = PaintList()
        let top = layer ?? scene.outputs.root(of: slot)
        if top >= 0 { list.walk(top, around, LayerReader(scene, drawings)) }
        let recorder = VectorRecorder(
            list, drawings, painters, VectorPage(size: Size(rect.width, rect.height), scale: scale), in: box, format,
            beneath: layer == nil ? backgroundColor : PremultipliedColor(.clear), most: frameBytes)
        try recorder.record()
        return recorder.page
    }
}
