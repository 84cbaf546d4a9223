import Scene
import SceneTables
import Schema

extension TreeUpdate {
    /// Marks the mirrors that show a changed layer, or contain it in what they show: they are recorded again, and so
    /// are the layers that show them.
    ///
    /// Each layer is visited at most once in an update, however many layers below it changed.
    mutating func touchMirrors(above slot: Slot, _ tree: inout DisplayTree, _ reader: LayerReader) {
        guard reader.scene.relations.hasMirrors else { return }
        var open = [slot]
        while let start = open.popLast() {
            var at = start
            while at > Scene.objectRoot, climbed.insert(at).inserted {
                let row = reader.rows[Int(at)]
                for mirror in reader.scene.relations.mirrors(of: at) {
                    tree.copies.touch(mirror)
                    tree.copies.touch(above: mirror, tree.nodes, reader)
                    tree.masks.touch(above: mirror, reader)
                    open.append(mirror)
                }
                if row.flags.contains(.isMask) { open += reader.scene.relations.masked(by: at) }
                at = row.parent
            }
        }
    }
}
