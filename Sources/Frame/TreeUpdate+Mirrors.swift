import Scene

extension TreeUpdate {
    /// A changed layer that mirrors show, or that is inside of one that they show: they are recorded again, and so is or is
    /// painted again whatever shows these.
    ///
    /// Each layer is climbed over once in an update, however many below it changed.
    mutating func touchMirrors(above slot: Slot, _ tree: inout DisplayTree, _ reader: LayerReader) {
        guard reader.scene.relations.hasMirrors else { return }
        var open = [slot]
        while let start = open.popLast() {
            var at = start
            while at > Scene.shelf, climbed.insert(at).inserted {
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
