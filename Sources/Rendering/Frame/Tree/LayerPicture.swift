package import Geometry
package import Scene
import SceneTables
package import Schema

/// A layer's contents before layout.
package struct LayerPicture {
    package var picture: any PictureHandle
    /// The size to which `contentsRect` and gravity refer, in pixels: the picture's own size, or the natural size of a
    /// vector picture, in whatever size it was rendered.
    package var size: Size
    /// True when the picture is available in any size.
    package var isVector: Bool
    /// True when another process may change the pixels at any time.
    package var isShared: Bool

    package init(_ picture: any PictureHandle, size: Size? = nil, isVector: Bool = false, isShared: Bool = false) {
        self.picture = picture
        self.isShared = isShared
        self.size = size ?? picture.size
        self.isVector = isVector
    }
}

/// Provides layers' contents.
package protocol ContentsSource: AnyObject {
    /// The current contents of the layer at `slot`, or of another object with contents (an image or a buffer) used in a
    /// layer's drawing; nil while there are none.
    ///
    /// Called when a layer with contents, or with pictures in its drawing, is read that is new, marked
    /// (`Scene.markPicture`), or has changed bounds.
    func contents(of slot: Slot, in view: SceneView) -> LayerPicture?
    /// Reports the size, in pixels, at which the layer shows a vector picture.
    func wants(_ size: Size, at slot: Slot)
    /// The available tiles of the tiled layer at `slot`, the hindmost sheet first.
    func tiles(of slot: Slot, in view: SceneView) -> [TileSheet]
    /// Reports the visible part of a tiled layer, in its points; `scale` is in pixels per point.
    func wantsTiles(of visible: Rect, scale: Double, at slot: Slot)
}

extension ContentsSource {
    package func tiles(of slot: Slot, in view: SceneView) -> [TileSheet] { [] }
    package func wantsTiles(of visible: Rect, scale: Double, at slot: Slot) {}
}

extension ImageFilters {
    /// Reads the filters from the layer's properties.
    package init(of slot: Slot, in view: SceneView) {
        func filter(_ property: LayerProperty) -> ImageFilter {
            ImageFilter(rawValue: view.rare(slot, property)?.choice ?? 0) ?? .linear
        }
        self.init(
            magnification: filter(.magnificationFilter), minification: filter(.minificationFilter),
            bias: view.number(slot, .minificationFilterBias))
    }
}

/// A picture and its placement on a layer.
package struct PlacedPicture {
    package var picture: any PictureHandle
    package var layout: ContentsLayout
    package var filters: ImageFilters
    var isVector: Bool
    /// The natural size; `layout` is in pixels of the picture.
    var size: Size

    /// Lays the picture out by the layer's properties; nil when no part of it is visible.
    init?(_ contents: LayerPicture, on slot: Slot, _ row: LayerRow, _ view: SceneView) {
        func rect(_ property: LayerProperty) -> Rect { view.rare(slot, property)?.rect ?? Rect(0, 0, 1, 1) }
        func choice(_ property: LayerProperty, _ initial: UInt8) -> UInt8 {
            view.rare(slot, property)?.choice ?? initial
        }
        picture = contents.picture
        isVector = contents.isVector
        size = contents.size
        layout = ContentsLayout(
            size: contents.size, rect: rect(.contentsRect), center: rect(.contentsCenter),
            gravity: ContentsGravity(rawValue: choice(.contentsGravity, ContentsGravity.resize.rawValue)) ?? .resize,
            scale: view.number(slot, .contentsScale), bounds: row.bounds)
        filters = ImageFilters(of: slot, in: view)
        guard !layout.pieces.isEmpty else { return nil }
        let own = picture.size
        if contents.size != own {
            layout.scaleSources(by: own.width / contents.size.width, own.height / contents.size.height)
        }
    }

    /// The size at which the whole picture would have one output pixel for each of its own.
    func shownSize(_ world: Affine) -> Size {
        var (kx, ky) = (0.0, 0.0)
        for piece in layout.pieces {
            kx = max(kx, piece.destination.width / piece.source.width)
            ky = max(ky, piece.destination.height / piece.source.height)
        }
        let across = Point(world.a, world.b).length * kx * Double(picture.width)
        let down = Point(world.c, world.d).length * ky * Double(picture.height)
        func pixels(_ v: Double) -> Double {
            // Tolerates rounding errors above a whole number. Sizes are limited to a million.
            v < 1e6 ? max(1, (v - 1e-6).rounded(.up)) : 1e6
        }
        return Size(pixels(across), pixels(down))
    }

    func isSame(as other: PlacedPicture) -> Bool {
        picture === other.picture && layout == other.layout && filters == other.filters
    }
}
