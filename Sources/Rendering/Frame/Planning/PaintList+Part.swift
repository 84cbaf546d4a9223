package import Geometry

/// Parts of a list.
extension PaintList {
    /// The commands of `range` with the nodes they use; `range` must be balanced.
    package func part(_ range: Range<Int>) -> PaintList {
        var part = PaintList()
        part.stores = stores
        part.commands.reserveCapacity(range.count)
        var known: [PaintPosition: PaintPosition] = [:]
        for command in commands[range] {
            var command = command
            let old = command.node
            if let at = known[old] {
                command.node = at
            } else {
                command.node = part.add(nodes[Int(old)])
                known[old] = command.node
                if let plane = planes[old] { part.planes[command.node] = plane }
                if let tint = tints[old] { part.tints[command.node] = tint }
                if let picture = kept[old] { part.kept[command.node] = picture }
            }
            part.commands.append(command)
        }
        return part
    }

    /// Appends the end of a group or clip that a part left open.
    package mutating func end(_ kind: Kind, _ node: PaintPosition, _ visible: PixelRect) {
        append(kind, node, visible)
    }
}
