import Geometry

/// Translucent groups that need no buffer.
extension PaintList {
    /// Maximum number of opaque rectangles in a group painted without a buffer.
    private static let mostFaded = 64

    /// Replaces the commands of a translucent group, appended from front to back since `start`, by commands that paint
    /// it without a buffer; false when it needs one.
    ///
    /// If a group paints opaque whole pixels only, each pixel of its buffer has the colour of the foremost layer there.
    /// The visible parts of its layers can then be painted directly with the group's opacity, with the same bytes as a
    /// result.
    mutating func fade(from start: Int, _ group: Node, _ region: inout VisibleRegion) -> Bool {
        guard group.group.blend == 0, group.flags.isDisjoint(with: Self.needBuffer), start < commands.count else {
            return false
        }
        let first = start + 1
        guard commands.count > first, commands.count - first <= Self.mostFaded else { return false }
        for command in commands[first...] {
            guard command.kind == .background, isOpaque(command) else { return false }
        }
        // The pieces stand behind the commands until there are all of them.
        let end = commands.count
        for at in first..<end {
            let command = commands[at]
            region.reset(to: command.visible)
            for front in first..<at { region.subtract(commands[front].visible) }
            // The region could not be cut exactly, so it may contain hidden pixels.
            guard !region.isCoarse else {
                commands.removeSubrange(end...)
                return false
            }
            nodes[Int(command.node)].group.opacity = group.groupOpacity
            region.forEach { commands.append(Command(kind: .faded, node: command.node, visible: $0)) }
        }
        commands.removeSubrange(start..<end)
        return true
    }

    private static let needBuffer: NodeFlags = [.hasEffects, .hasMask, .hasBackdrop, .isPlane, .cutsShape]

    /// True when the background covers every pixel of the command with one opaque colour, and nothing is painted on it.
    private func isOpaque(_ command: Command) -> Bool {
        let node = nodes[Int(command.node)]
        return node.drawing < 0 && node.itemOpacity >= 1 && node.appearance.background.alpha == 255
            && node.isSolid(in: command.visible)
    }
}
