package import Geometry
import Schema

/// A rectangle of pixels in eight bytes.
struct SmallRect: Sendable {
    private var sides: SIMD4<Int16>

    static let empty = SmallRect()

    private init() { sides = .zero }

    /// Nil when a side does not fit.
    init?(_ r: PixelRect) {
        let wide = SIMD4<Int32>(r.x0, r.y0, r.x1, r.y1)
        sides = SIMD4<Int16>(truncatingIfNeeded: wide)
        guard SIMD4<Int32>(truncatingIfNeeded: sides) == wide else { return nil }
    }

    var rect: PixelRect { PixelRect(Int32(sides.x), Int32(sides.y), Int32(sides.z), Int32(sides.w)) }
}

/// The part of a node in a `NodeTable` that no other node shares, 64 bytes.
struct PackedNode: Sendable {
    // Up to `stamp`, the values are those of a node that is kept in full, too.
    private var bits: NodeFlags = []
    var parent: Slot = -1
    var key: UInt32 = 0
    var stamp: UInt32 = 0
    /// The index of the traits; for a node that is kept in full, the bitwise complement of its index there.
    private var rest: Int32 = 0
    private(set) var background = Color.clear
    var extent = SmallRect.empty
    private var box = SmallRect.empty
    private(set) var tx = 0.0
    private(set) var ty = 0.0
    private(set) var width: Float = 0
    private(set) var height: Float = 0

    var flags: NodeFlags {
        get { bits.subtracting(.hidesOwn) }
        set { bits = newValue.union(bits.intersection(.hidesOwn)) }
    }

    /// True for a background that hides all pixels in which it is painted.
    private var hidesOwn: Bool {
        get { bits.contains(.hidesOwn) }
        set { if newValue { bits.insert(.hidesOwn) } else { bits.remove(.hidesOwn) } }
    }

    /// The index of the shared part in `TraitsTable`.
    var traits: Int32 {
        get { rest }
        set { rest = newValue }
    }
    /// The index among the nodes that are kept in full; -1 for a node that is not.
    var full: Int32 {
        get { rest < 0 ? ~rest : -1 }
        set { rest = ~newValue }
    }

    /// A node that is not live.
    init() {}

    /// The header of a node that is kept in full.
    init(header node: Node, full: Int32) {
        takeHeader(of: node)
        self.full = full
    }

    /// Nil when the node has more than a packed node can say. The shared part is left to the caller.
    init?(_ node: Node) {
        guard node.isPackable, let extent = SmallRect(node.extent) else { return nil }
        takeHeader(of: node)
        self.extent = extent
        background = node.appearance.background
        let items = node.placedItems
        guard items.box == node.box, items.own == node.own, items.solid == node.solid else { return nil }
        guard place(node.world, node.bounds, items) else { return nil }
    }

    var bounds: Rect { Rect(0, 0, Double(width), Double(height)) }

    /// The pixels of the node's items, whose `world` and `rule` are given.
    func placedItems(_ world: Affine, _ rule: PlainItems) -> PlacedItems {
        var items = PlacedItems()
        items.box = box.rect
        guard rule.paints else { return items }
        items.own = items.box.intersection(rule.clip)
        items.solid = hidesOwn ? rule.area(items.own, bounds, world) : rule.solid(bounds, world)
        return items
    }

    /// False when the node certainly has no opaque pixels.
    var isOpaque: Bool { bits.contains(.hasBackground) && background.alpha == 255 }

    /// The opaque pixels of the node, whose shared part is `shared`.
    func solid(_ shared: NodeTraits) -> OpaqueArea {
        solid(shared.world(self), PlainItems(flags, background, opacity: shared.opacity, shared.clip, shared.rounding))
    }

    /// `placedItems`, but only the opaque pixels.
    func solid(_ world: Affine, _ rule: PlainItems) -> OpaqueArea {
        if hidesOwn { return rule.area(box.rect.intersection(rule.clip), bounds, world) }
        return rule.solid(bounds, world)
    }

    private mutating func takeHeader(of node: Node) {
        (flags, parent, key, stamp) = (node.flags, node.parent, node.key, node.source.stamp)
    }

    /// Stores the node's place; false, and nothing changed, when the bounds do not fit: they begin at 0,0, and single precision holds their
    /// size exactly.
    mutating func place(_ world: Affine, _ bounds: Rect, _ items: PlacedItems) -> Bool {
        let (wide, high) = (Float(bounds.width), Float(bounds.height))
        guard bounds.x.bitPattern | bounds.y.bitPattern == 0, Double(wide) == bounds.width,
            Double(high) == bounds.height, let box = SmallRect(items.box)
        else { return false }
        (tx, ty, width, height) = (world.tx, world.ty, wide, high)
        self.box = box
        hidesOwn = !items.own.isEmpty && items.solid.rect == items.own
        return true
    }
}

extension NodeFlags {
    /// A bit that nodes do not use.
    fileprivate static let hidesOwn = NodeFlags(rawValue: 1 << 31)
}

/// The part of a node that neighbours often share.
struct NodeTraits: Hashable, Sendable {
    /// The map to pixels without its translation, as bits: zeros of both signs differ.
    private(set) var linear: SIMD4<UInt64>
    private(set) var clip: PixelRect
    private(set) var rounding: Rounding
    private(set) var opacity: Double
    private var groupOpacity: Double
    private var borderWidth: Double
    private var borderColor: Color
    private var nesting: Int32
    private var copies: Int32
    private var casters: Int32
    private(set) var depth: Int32
    private(set) var kind: KindID
    private(set) var hardEdges: RectEdges

    init(_ node: Node) {
        linear = Self.linear(node.world)
        clip = node.clip
        (rounding, hardEdges) = (node.outline.rounding, node.outline.hardEdges)
        (opacity, groupOpacity) = (node.appearance.opacity, node.group.opacity)
        (borderWidth, borderColor) = (node.appearance.borderWidth, node.appearance.borderColor)
        (nesting, copies, casters) = (node.nesting, node.copies, node.casters)
        (depth, kind) = (node.depth, node.source.kind)
    }

    static func linear(_ map: Affine) -> SIMD4<UInt64> {
        SIMD4(map.a.bitPattern, map.b.bitPattern, map.c.bitPattern, map.d.bitPattern)
    }

    /// The map to pixels of the node of which `one` is the part of its own.
    func world(_ one: PackedNode) -> Affine {
        Affine(
            Double(bitPattern: linear.x), Double(bitPattern: linear.y), Double(bitPattern: linear.z),
            Double(bitPattern: linear.w), one.tx, one.ty)
    }

    /// The node of which `one` is the part of its own.
    func node(_ one: PackedNode) -> Node {
        var node = Node()
        node.flags = one.flags
        (node.outline.world, node.outline.bounds) = (world(one), one.bounds)
        (node.outline.rounding, node.outline.hardEdges) = (rounding, hardEdges)
        (node.appearance.opacity, node.group.opacity) = (opacity, groupOpacity)
        (node.appearance.background, node.appearance.borderColor) = (one.background, borderColor)
        node.appearance.borderWidth = borderWidth
        (node.clip, node.extent) = (clip, one.extent.rect)
        (node.nesting, node.copies, node.casters) = (nesting, copies, casters)
        (node.source.kind, node.source.stamp) = (kind, one.stamp)
        (node.parent, node.depth, node.key) = (one.parent, depth, one.key)
        let items = one.placedItems(node.world, node.plainItems)
        (node.box, node.appearance.own, node.solid) = (items.box, items.own, items.solid)
        return node
    }

    /// One word of all values, which costs a part of hashing each of them: layers one within the other differ in their
    /// depth alone, neighbours in their clip.
    func hash(into hasher: inout Hasher) {
        var word: UInt64 = 0
        func mix(_ value: UInt64) {
            word = (word ^ value) &* 0x9e37_79b9_7f4a_7c15
            word ^= word >> 29
        }
        func mix(_ a: Int32, _ b: Int32) { mix(UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))) }
        for at in 0..<4 { mix(linear[at]) }
        mix(clip.x0, clip.y0)
        mix(clip.x1, clip.y1)
        mix(rounding.radius.bitPattern)
        mix(opacity.bitPattern)
        mix(groupOpacity.bitPattern)
        mix(borderWidth.bitPattern)
        mix(nesting, copies)
        mix(casters, depth)
        mix(Int32(kind.raw), Int32(rounding.corners) << 8 | Int32(hardEdges.rawValue))
        mix(
            Int32(borderColor.red) << 16 | Int32(borderColor.green) << 8 | Int32(borderColor.blue),
            Int32(borderColor.alpha) << 1 | (rounding.isContinuous ? 1 : 0))
        hasher.combine(word)
    }
}

/// Pixels of a node that paints at most a background and a border; they follow from its other values.
struct PlacedItems {
    var box = PixelRect.empty
    var own = PixelRect.empty
    var solid = OpaqueArea()
}

/// The appearance of a background and a border, without their position.
struct PlainItems {
    var paints: Bool
    /// True for a background that hides what is behind it.
    var isOpaque: Bool
    var clip: PixelRect
    var rounding: Rounding

    init(_ flags: NodeFlags, _ background: Color, opacity: Double, _ clip: PixelRect, _ rounding: Rounding) {
        paints = !flags.isDisjoint(with: [.hasBackground, .hasBorder])
        isOpaque = flags.contains(.hasBackground) && background.alpha == 255 && opacity >= 1
        (self.clip, self.rounding) = (clip, rounding)
    }

    func placed(_ bounds: Rect, _ world: Affine) -> PlacedItems {
        let sharp = world.boundingBox(bounds)
        guard !bounds.isEmpty, sharp.width.isFinite, sharp.height.isFinite else { return PlacedItems() }
        var placed = PlacedItems()
        placed.box = PixelRect(covering: sharp.outset(-LayerReader.noise, -LayerReader.noise))
        guard paints else { return placed }
        placed.own = placed.box.intersection(clip)
        placed.solid = solid(bounds, world)
        return placed
    }

    /// The opaque pixels of a background that is painted.
    func solid(_ bounds: Rect, _ world: Affine) -> OpaqueArea {
        guard isOpaque, world.keepsAxes else { return OpaqueArea() }
        let sharp = world.boundingBox(bounds)
        return area(
            PixelRect(inside: sharp.outset(LayerReader.noise, LayerReader.noise)).intersection(clip), bounds, world)
    }

    /// `rect` without the rounded corners.
    func area(_ rect: PixelRect, _ bounds: Rect, _ world: Affine) -> OpaqueArea {
        OpaqueArea(rect: rect, inset: rounding.reach(bounds, world))
    }
}

/// The node of a layer that draws only a background and a border, directly on the current buffer.
struct PlainLeaf {
    var flags: NodeFlags
    var parent: Slot
    var world: Affine
    var bounds: Rect
    /// The pixels that it paints.
    var own: PixelRect
    var items: PlainItems
    private var packed: PackedNode?

    init(_ one: PackedNode, _ traits: NodeTraits) {
        (flags, parent, packed) = (one.flags, one.parent, one)
        (world, bounds, own) = (traits.world(one), one.bounds, one.extent.rect)
        items = PlainItems(one.flags, one.background, opacity: traits.opacity, traits.clip, traits.rounding)
    }

    init(_ node: Node) {
        (flags, parent) = (node.flags, node.parent)
        (world, bounds, own) = (node.world, node.bounds, node.own)
        items = node.plainItems
    }

    /// The opaque pixels.
    var solid: OpaqueArea { packed?.solid(world, items) ?? items.placed(bounds, world).solid }
}

/// The background of a layer, a rectangle with sides along the axes of the pixels.
package struct PlainBackground {
    package var rect: Rect
    package var color: Color
    /// The factor for `color`.
    package var opacity: Double
    /// The pixels that it covers completely and opaquely; empty for a translucent one.
    package var solid: PixelRect

    init?(_ one: PackedNode, _ traits: NodeTraits) {
        let world = traits.world(one)
        guard traits.rounding.isSquare, traits.hardEdges.isEmpty, world.keepsAxes else { return nil }
        (rect, color, opacity) = (world.boundingBox(one.bounds), one.background, traits.opacity)
        solid = one.isOpaque ? one.solid(traits).rect : .empty
    }
}

extension Node {
    var plainItems: PlainItems {
        PlainItems(flags, appearance.background, opacity: itemOpacity, clip, outline.rounding)
    }

    var placedItems: PlacedItems { plainItems.placed(bounds, world) }

    /// True when neither a drawing, nor effects, a mask, a blend mode or a plane need more than a `PackedNode` has.
    fileprivate var isPackable: Bool {
        appearance.drawing < 0 && appearance.version == 0 && group.blend == 0 && group.mask < 0 && group.effects < 0
            && group.effectsVersion == 0 && group.reach == .zero && group.backdropReach == .zero && source.store == 0
            && !flags.contains(.isPlane)
    }
}

/// The traits of a table's nodes, each once, with the number of nodes that have them.
struct TraitsTable: Sendable {
    /// Maximum number; above it, nodes with others are kept in full.
    static let most = 4096

    private var entries = [NodeTraits(Node())]
    private var users: [Int32] = [0]
    private var places: [NodeTraits: Int32] = [:]
    private var free: [Int32] = []
    /// The traits that were added last: neighbours come one after the other.
    private var last: Int32 = 0

    subscript(at: Int32) -> NodeTraits { entries[Int(at)] }

    var count: Int { entries.count - free.count }

    /// The index of `traits` for one more node; nil when there are too many.
    mutating func add(_ traits: NodeTraits) -> Int32? {
        if entries[Int(last)] != traits {
            if let known = places[traits] {
                last = known
            } else if traits == entries[0] {
                last = 0
            } else {
                guard let fresh = make(traits) else { return nil }
                last = fresh
            }
        }
        retain(last)
        return last
    }

    private mutating func make(_ traits: NodeTraits) -> Int32? {
        guard let at = free.popLast() else {
            guard entries.count < Self.most else { return nil }
            entries.append(traits)
            users.append(0)
            places[traits] = Int32(entries.count - 1)
            return Int32(entries.count - 1)
        }
        entries[Int(at)] = traits
        places[traits] = at
        return at
    }

    mutating func retain(_ at: Int32) { if at > 0 { users[Int(at)] += 1 } }

    mutating func release(_ at: Int32) {
        // The first are those of nodes that are not live, which nobody counts.
        guard at > 0 else { return }
        users[Int(at)] -= 1
        guard users[Int(at)] == 0 else { return }
        places[entries[Int(at)]] = nil
        free.append(at)
        if last == at { last = 0 }
    }

    mutating func removeAll() {
        guard entries.count > 1 else { return }
        entries.removeLast(entries.count - 1)
        users.removeLast(users.count - 1)
        places.removeAll(keepingCapacity: true)
        free.removeAll(keepingCapacity: true)
        last = 0
    }
}
