package import Geometry
package import Pixels
package import Scene

/// A layer's contents, before they are laid out.
package struct LayerPicture {
    package var picture: Picture
    /// The size that `contentsRect` and gravity refer to, in pixels: the picture's own, or, of a vector picture, the natural size,
    /// whichever size it was made in.
    package var size: Size
    /// The picture can be had in any size.
    package var isVector: Bool
    /// Somebody else may change the pixels at any time.
    package var isShared: Bool

    package init(_ picture: Picture, size: Size? = nil, isVector: Bool = false, isShared: Bool = false) {
        self.picture = picture
        self.isShared = isShared
        self.size = size ?? Size(Double(picture.bitmap.width), Double(picture.bitmap.height))
        self.isVector = isVector
    }
}

/// The source of layers' contents.
package protocol ContentsSource: AnyObject {
    /// The contents of the layer at `slot` at this moment, or of another object that has contents, an image or a buffer, for the
    /// drawing of a layer; nil while there is nothing.
    ///
    /// Asked when a layer with contents, or with pictures in its drawing, is looked at that is new, that was marked
    /// (`Scene.markPicture`), or whose bounds changed.
    func contents(of slot: Slot, in view: SceneView) -> LayerPicture?
    /// The layer shows a vector picture, and so many pixels would be its size there.
    func wants(_ size: Size, at slot: Slot)
    /// The tiles of the tiled layer at `slot` that are there, the hindmost sheet first.
    func tiles(of slot: Slot, in view: SceneView) -> [TileSheet]
    /// Of the tiled layer, so much is seen, in its points; `scale`: with so many pixels to a point.
    func wantsTiles(of visible: Rect, scale: Double, at slot: Slot)
}

extension ContentsSource {
    package func tiles(of slot: Slot, in view: SceneView) -> [TileSheet] { [] }
    package func wantsTiles(of visible: Rect, scale: Double, at slot: Slot) {}
}

extension ImageFilters {
    /// As the layer's properties say.
    package init(of slot: Slot, in view: SceneView) {
        func filter(_ property: LayerProperty) -> ImageFilter {
            ImageFilter(rawValue: view.rare(slot, property)?.choice ?? 0) ?? .linear
        }
        self.init(
            magnification: filter(.magnificationFilter), minification: filter(.minificationFilter),
            bias: view.number(slot, .minificationFilterBias))
    }
}

/// A picture and its rectangle on a layer.
package struct PlacedPicture {
    package var picture: Picture
    package var layout: ContentsLayout
    package var filters: ImageFilters
    var isVector: Bool
    /// The natural size; `layout` is in pixels of the picture.
    var size: Size

    /// As the layer's properties say; nil when nothing of it is to be seen.
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
        let (w, h) = (Double(picture.bitmap.width), Double(picture.bitmap.height))
        if contents.size != Size(w, h) { layout.scaleSources(by: w / contents.size.width, h / contents.size.height) }
    }

    /// How many pixels the whole picture would have if each were one on the output.
    func shownSize(_ world: Affine) -> Size {
        var (kx, ky) = (0.0, 0.0)
        for piece in layout.pieces {
            kx = max(kx, piece.destination.width / piece.source.width)
            ky = max(ky, piece.destination.height / piece.source.height)
        }
        let across = Point(world.a, world.b).length * kx * Double(picture.bitmap.width)
        let down = Point(world.c, world.d).length * ky * Double(picture.bitmap.height)
        func pixels(_ v: Double) -> Double {
            // What arithmetic adds to a whole number is no pixel. Beyond a million no picture is made.
            v < 1e6 ? max(1, (v - 1e-6).rounded(.up)) : 1e6
        }
        return Size(pixels(across), pixels(down))
    }

    func isSame(as other: PlacedPicture) -> Bool {
        picture === other.picture && layout == other.layout && filters == other.filters
    }
}
