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
        let view = try SceneView(extent(scene, layer, rect), scale: scale ?? Self.vectorScale)
        let list = view.paintList(scene, top: layer ?? scene.outputs.root(of: slot), isOwn: layer != nil, drawings)
        let page = VectorPage(size: Size(view.rect.width, view.rect.height), scale: view.scale)
        let recorder = VectorRecorder(
            list, drawings, painters, page, in: view.bounds, format,
            beneath: layer == nil ? backgroundColor : PremultipliedColor(.clear), most: frameBytes)
        try recorder.record()
        return recorder.page
    }
}
