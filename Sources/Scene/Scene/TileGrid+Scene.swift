public import Geometry
public import SceneTables
public import Schema

extension TileGrid {
    /// The tiles of the layer at `slot` needed for its visible part `visible`, in its points, with `scale` pixels per point.
    public init(_ slot: Slot, visible: Rect, scale: Double, in scene: Scene) {
        let bias = scene.value(slot, TiledProperty.levelsOfDetailBias.id).number
        let contentsScale = scene.number(slot, .contentsScale)
        var finest = contentsScale > 0 ? contentsScale : 1
        for _ in 0..<Int(bias) { finest *= 2 }
        self.init(
            tile: scene.value(slot, TiledProperty.tileSize.id).size,
            levels: Int(scene.value(slot, TiledProperty.levelsOfDetail.id).number), finest: finest, visible: visible,
            scale: scale)
    }
}
