package import Geometry
package import Schema

/// The commands that paint a rectangle, from back to front. The arrays are reused between frames.
package struct PaintList {
    package enum Kind: UInt8, Sendable {
        case background, drawing, border
        /// The drawing of a layer that draws above its sublayers and border; `drawing` is then its contents alone.
        case foreground
        /// A rectangle of a background that covers whole pixels, painted with the opacity of its group, which needs no
        /// buffer.
        case faded
        /// A shadow that does not need the layer's picture; the first command of its layer.
        case shadow
        /// A plane with a cached bitmap: nothing below it has to be painted.
        case keptPlane
        /// A buffer for the layer's whole picture, initially clear; at the end it is composited with opacity and blend
        /// mode. For a plane, the first rectangle and all commands up to the last are in pixels of its grid.
        case beginGroup, endGroup
        /// Around drawing and sublayers: at the end, the previous pixels are restored outside the rounded bounds. Uses
        /// no buffer and makes no group: blend modes inside see the same backdrop as without the clip.
        case beginClip, endClip
        /// Before the group's mask: applies filters and shadow to its buffer, which is replaced by another one. The
        /// rectangle of `beginGroup` is the picture's; those of this and of `endGroup` are in visible pixels.
        case effects
        /// Multiplies the colours of the group's buffer.
        case tint
        /// A buffer for the mask's picture; at the end its alpha multiplies the group's buffer below it.
        case beginMask, endMask
    }

    package struct Command: Sendable, Equatable {
        package var kind: Kind
        /// The index in `nodes`.
        package var node: PaintPosition
        /// The pixels that may be visible; for a group, those of the buffer.
        package var visible: PixelRect
    }

    package var commands: [Command] = []
    package var nodes = NodeTable()
    /// True when opaque layers hide everything below the first command.
    package internal(set) var isCovered = false
    /// The placements of the nodes that are planes, by index in `nodes`.
    package var planes: [PaintPosition: Plane] = [:]
    /// The planes with cached bitmaps, by index of their node. The bitmaps must be brought up to date before the list
    /// is painted.
    package var kept: [PaintPosition: KeptPlane] = [:]
    /// Factors of red, green, blue and alpha of tints, by index of their node.
    package var tints: [PaintPosition: SIMD4<Float>] = [:]
    /// Drawings and effects of layers with delayed values, indexed by `Node.store`.
    var stores: [DrawingStore] = []
    /// The pieces of recorded copies.
    var copies: [Piece] = []
    /// The mirrors open during a walk.
    var mirrors = OpenMirrors()

    /// A part of the list that can be painted by itself.
    struct Piece {
        var commands: Range<Int>
        var nodes: Range<Int>
        /// The pixels that it paints.
        var box: PixelRect
    }

    package init() {}

    package mutating func removeAll() {
        commands.removeAll(keepingCapacity: true)
        nodes.removeAll()
        isCovered = false
        if !planes.isEmpty { planes.removeAll(keepingCapacity: true) }
        if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
        if !tints.isEmpty { tints.removeAll(keepingCapacity: true) }
        stores.removeAll()
        copies.removeAll()
    }

    /// The store with the drawing and the effects of a node of the list; `main` is the store shared by all layers.
    package func store(of node: Node, _ main: DrawingStore) -> DrawingStore {
        node.source.store == 0 ? main : stores[Int(node.source.store) - 1]
    }

    /// True when the list's own effects include a plugin's filter.
    package var callsPlugins: Bool { stores.contains { $0.effects.pluginUsers > 0 } }

    mutating func add(_ node: Node) -> PaintPosition {
        nodes.append(node)
        return PaintPosition(nodes.count - 1)
    }

    /// Adds the node of the layer at `slot`.
    mutating func add(_ slot: Slot, of tree: DisplayTree) -> PaintPosition {
        nodes.append(from: tree.nodes, Int(slot))
        return PaintPosition(nodes.count - 1)
    }

    mutating func append(_ kind: Kind, _ node: PaintPosition, _ visible: PixelRect) {
        if !visible.isEmpty { commands.append(Command(kind: kind, node: node, visible: visible)) }
    }

    /// The order in which commands are appended: lists made from front to back are reversed at the end.
    enum Direction { case forward, reversed }

    /// Appends a drawing that lies above sublayers and border, clipped to the layer's shape if the layer clips.
    mutating func appendForeground(_ at: PaintPosition, _ node: Node, _ visible: PixelRect, _ direction: Direction) {
        let isCut = node.flags.contains(.cutsShape)
        if isCut { append(direction == .forward ? .beginClip : .endClip, at, visible) }
        append(.foreground, at, visible)
        if isCut { append(direction == .forward ? .endClip : .beginClip, at, visible) }
    }
}

/// A plane's bitmap that is cached between frames.
package struct KeptPlane {
    /// The slot of the layer.
    package let slot: Slot
    package let picture: any PictureHandle
}

extension PaintList.Kind {
    /// True when the command paints pixels into the current buffer.
    var paints: Bool {
        switch self {
        case .background, .faded, .drawing, .border, .foreground, .shadow, .keptPlane, .endGroup: true
        default: false
        }
    }
}
