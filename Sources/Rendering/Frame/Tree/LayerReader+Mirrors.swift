import Geometry
import Scene
import SceneTables
import Schema

extension InheritedState {
    /// The inherited state of the layer shown by the mirror of `node`: its own coordinates, placed in those of the
    /// mirror.
    init(mirroring node: Node, _ placement: Transform3D) {
        self.init(map: placement.affine.map { node.world.concat($0) } ?? node.world, clip: node.innerClip)
        let inheritance = node.inheritance
        (opacity, nesting, casters) = (inheritance.opacity, inheritance.nesting, inheritance.casters)
        isTurned = node.flags.contains(.isTurned)
        (isOwn, showsHidden) = (true, true)
    }
}

extension LayerReader {
    /// The copies of a mirror: the layer it shows comes first, then its own sublayers, if any.
    func mirrored(_ slot: Slot, _ row: LayerRow) -> (all: [LayerCopy], original: Slot) {
        let sublayers = row.firstChild >= 0 ? [LayerCopy()] : []
        guard let original = scene.relations.original(of: slot), let placement = placement(of: original, in: slot, row)
        else { return (sublayers, -1) }
        return ([LayerCopy(Transform3D(placement))] + sublayers, original)
    }

    /// Maps the coordinates of the layer shown by a mirror to the mirror's; nil when nothing is visible.
    ///
    /// The original's bounds are fitted into the mirror's by `contentsGravity`; if either are empty, the upper left
    /// corners are aligned.
    private func placement(of original: Slot, in slot: Slot, _ row: LayerRow) -> Affine? {
        let (from, to) = (self.row(original).bounds, row.bounds)
        guard !from.isEmpty, !to.isEmpty else { return .translation(to.x - from.x, to.y - from.y) }
        let choice = view.rare(slot, .contentsGravity)?.choice ?? ContentsGravity.resize.rawValue
        let goal = ContentsLayout(
            size: from.size, gravity: ContentsGravity(rawValue: choice) ?? .resize, bounds: to
        ).destination
        let (x, y) = (goal.width / from.width, goal.height / from.height)
        guard x > 0, y > 0, x.isFinite, y.isFinite else { return nil }
        return Affine(x, 0, 0, y, goal.x - from.x * x, goal.y - from.y * y)
    }
}
