import Geometry
import Pixels

/// Groups that need no buffer.
extension PaintList {
    /// Opaque rectangles of a group that are painted without a buffer, at most.
    private static let mostFaded = 64

    /// Replaces the commands of a translucent group, which were appended from the front to the back from `start` on, by those that
    /// paint it without a buffer; false when it needs one.
    ///
    /// When a group paints opaque whole pixels only, each pixel of its buffer is one colour, that of the foremost layer there; so
    /// the parts of its layers that are to be seen may as well be painted with the group's opacity, to the same bytes.
    mutating func fade(from start: Int, _ group: Node, _ region: inout VisibleRegion) -> Bool {
        guard group.group.blend == 0, group.flags.isDisjoint(with: Self.needBuffer), start < commands.count else {
            return false
        }
        let first = start + 1
        guard commands.count > first, commands.count - first <= Self.mostFaded else { return false }
        for command in commands[first...] {
            guard command.kind == .background, isOpaque(command) else { return false }
        }
        var pieces: [Command] = []
        for at in first..<commands.count {
            let command = commands[at]
            region.reset(to: command.visible)
            for front in first..<at { region.subtract(commands[front].visible) }
            // Too fine to be cut: then something is left that is hidden.
            guard !region.isCoarse else { return false }
            nodes[Int(command.node)].group.opacity = group.groupOpacity
            region.forEach { pieces.append(Command(kind: .faded, node: command.node, visible: $0)) }
        }
        commands.removeLast(commands.count - start)
        commands += pieces
        return true
    }

    private static let needBuffer: NodeFlags = [.hasEffects, .hasMask, .hasBackdrop, .isPlane, .cutsShape]

    /// The background covers each pixel of the command in full, in one opaque colour, and nothing lies on it.
    private func isOpaque(_ command: Command) -> Bool {
        let node = nodes[Int(command.node)]
        return node.drawing < 0 && node.itemOpacity >= 1 && node.appearance.background.alpha == 255
            && node.isSolid(in: command.visible)
    }
}
