package import Geometry
package import Pixels
package import Scene

/// The commands that paint a rectangle, from the back to the front. Arrays that are kept from frame to frame.
package struct PaintList {
    package enum Kind: UInt8, Sendable {
        case background, drawing, border
        /// The drawing of a layer that draws above its sublayers and border; `drawing` is its contents alone.
        case foreground
        /// A rectangle of a background that covers whole pixels, with the opacity of its group, which needs no buffer.
        case faded
        /// One that needs no picture; the first in its layer.
        case shadow
        /// A plane whose bitmap is kept: nothing below it has to be painted.
        case keptPlane
        /// A buffer for the layer's whole picture, clear at first; at the end it is placed with opacity and blend mode. Of a
        /// plane the first rectangle, and all commands until the last, are in pixels of the grid.
        case beginGroup, endGroup
        /// Around drawing and sublayers: the pixels beneath are put back where the rounded bounds do not cover. No buffer,
        /// and no group: blend modes inside meet the same backdrop as without the clip.
        case beginClip, endClip
        /// Before the group's mask: applies filters and shadow to its buffer, which is another one from then on. The first
        /// command's rectangle is the picture's, this and the last one's are where it is seen.
        case effects
        /// The colours of the group's buffer are multiplied.
        case tint
        /// A buffer for the mask's picture; at the end its alpha multiplies the group's buffer, which is the one beneath.
        case beginMask, endMask
    }

    package struct Command: Sendable, Equatable {
        package var kind: Kind
        /// The index in `nodes`.
        package var node: PaintPosition
        /// Pixels that may be seen; of a group, the buffer's.
        package var visible: PixelRect
    }

    package var commands: [Command] = []
    package var nodes: [Node] = []
    /// Opaque layers hide all that is beneath the first one.
    package internal(set) var isCovered = false
    /// How the nodes that are planes are placed, by their index in `nodes`.
    package var planes: [PaintPosition: Plane] = [:]
    /// The layers among them whose bitmaps are kept, and these, by the index of their node. They have to be brought up to
    /// date before the list is painted.
    package var kept: [PaintPosition: KeptPlane] = [:]
    /// Factors of red, green, blue and alpha of tints, by the index of their node.
    package var tints: [PaintPosition: SIMD4<Float>] = [:]
    /// Drawings and effects of layers that are seen at another time than the rest, in the order of `Node.store`.
    var stores: [DrawingStore] = []
    /// The pieces of recorded copies.
    var copies: [Piece] = []
    /// The mirrors that are open while layers are walked.
    var mirrors = OpenMirrors()

    /// A stretch of the list that can be painted by itself.
    struct Piece {
        var commands: Range<Int>
        var nodes: Range<Int>
        /// Pixels that it paints.
        var box: PixelRect
    }

    package init() {}

    package mutating func removeAll() {
        commands.removeAll(keepingCapacity: true)
        nodes.removeAll(keepingCapacity: true)
        isCovered = false
        if !planes.isEmpty { planes.removeAll(keepingCapacity: true) }
        if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
        if !tints.isEmpty { tints.removeAll(keepingCapacity: true) }
        stores.removeAll()
        copies.removeAll()
    }

    /// Where the drawing and the effects of a node of the list are kept, `main` being the store that all layers share.
    package func store(of node: Node, _ main: DrawingStore) -> DrawingStore {
        node.source.store == 0 ? main : stores[Int(node.source.store) - 1]
    }

    /// A filter of a plugin is among the list's own effects.
    package var callsPlugins: Bool { stores.contains { $0.effects.pluginUsers > 0 } }

    mutating func add(_ node: Node) -> PaintPosition {
        nodes.append(node)
        return PaintPosition(nodes.count - 1)
    }

    mutating func append(_ kind: Kind, _ node: PaintPosition, _ visible: PixelRect) {
        if !visible.isEmpty { commands.append(Command(kind: kind, node: node, visible: visible)) }
    }

    /// The order in which commands are appended: lists that are made from the front to the back are reversed in the end.
    enum Direction { case forward, reversed }

    /// Appends a drawing that lies above sublayers and border, cut by the layer's shape where that cuts.
    mutating func appendForeground(_ at: PaintPosition, _ node: Node, _ visible: PixelRect, _ direction: Direction) {
        let isCut = node.flags.contains(.cutsShape)
        if isCut { append(direction == .forward ? .beginClip : .endClip, at, visible) }
        append(.foreground, at, visible)
        if isCut { append(direction == .forward ? .endClip : .beginClip, at, visible) }
    }
}

/// A plane's bitmap that outlives the frame.
package struct KeptPlane {
    /// The layer's.
    package let slot: Slot
    package let picture: Picture
}

extension PaintList.Kind {
    /// Pixels are painted in the buffer that is open then.
    var paints: Bool {
        switch self {
        case .background, .faded, .drawing, .border, .foreground, .shadow, .keptPlane, .endGroup: true
        default: false
        }
    }
}
