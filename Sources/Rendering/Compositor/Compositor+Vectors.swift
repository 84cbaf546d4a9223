import Frame
package import Geometry
package import Pixels
package import Scene
package import Schema
package import Vectors

extension Compositor {
    /// Default resolution of images on a page, in pixels per point.
    package static let vectorScale = 2.0

    /// The page that shows `rect` (in points of the output, or of the layer's own coordinates); a point of the scene is
    /// one of the page.
    ///
    /// Read anew from the scene. What `format` cannot represent as vectors becomes an image with `scale` pixels per
    /// point. Throws when the page has no size or is too large, and when its images exceed `frameBytes`.
    package func vectors(
        _ scene: Scene, as format: VectorFormat, layer: Slot? = nil, rect: Rect? = nil, scale: Double? = nil
    ) throws(BitmapError) -> VectorPage {
        late.finish()
        let view = try SceneView(extent(scene, layer, rect), scale: scale ?? Self.vectorScale)
        let list = paintList(view, scene, layer)
        let page = VectorPage(size: Size(view.rect.width, view.rect.height), scale: view.scale)
        let recorder = VectorRecorder(
            list, drawings, painters, page, in: view.bounds, format,
            beneath: layer == nil ? backgroundColor : PremultipliedColor(.clear), most: frameBytes)
        try recorder.record()
        return recorder.page
    }
}
