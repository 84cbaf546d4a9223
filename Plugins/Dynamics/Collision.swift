import CChipmunk
import ScrimPluginABI
import ScrimPluginKit

/// A `collision`: the bodies that touch each other, and its boundaries in a world.
@safe
final class Collision {
    /// All items have this bit of a filter's; boundaries ask for it.
    static let item: UInt32 = 1 << 30

    let object: UInt64
    let number: Int
    var joinsItems: Bool
    var hasBoundaries: Bool
    /// Top, left, bottom, right.
    var insets: Rect?
    var lines: [(name: String, points: [Vector])]
    private var edges: [Edge] = []
    /// Boxes around the first segments, and around all: a body far from them meets no boundary.
    private var boxes: [cpBB] = []
    private var box: cpBB?
    private static let mostBoxes = 16
    /// Segments of the named boundaries.
    private(set) var segments = 0
    private var shapes: [UnsafeMutablePointer<cpShape>] = unsafe []

    init(_ object: UInt64, _ number: Int, _ properties: Properties) {
        (self.object, self.number) = (object, number)
        let mode = properties.choice(Schemas.CollisionKey.mode)
        (joinsItems, hasBoundaries) = (mode != 1, mode != 0)
        insets = properties.optionalRect(Schemas.CollisionKey.bounds)
        lines = properties.namedPaths(Schemas.CollisionKey.boundary).flatMap { name, path in
            path.lines().map { line in
                (name, (line.isClosed ? line.points + line.points.prefix(1) : line.points).map(Vector.init))
            }
        }
    }

    // Filters have 32 bits: they spare the search for pairs; what touches is asked again (`World.mayTouch`).
    var itemBit: UInt32 { 1 << UInt32(number % 15) }
    var boundaryBit: UInt32 { 1 << UInt32(15 + number % 15) }

    /// Builds the boundaries anew.
    func build(in world: World) {
        clear(in: world)
        guard hasBoundaries else { return }
        if let insets {
            let r = world.reference.bounds
            let (left, top) = (r.x + insets.y, r.y + insets.x)
            let (right, bottom) = (r.x + r.width - insets.height, r.y + r.height - insets.width)
            let corners = [
                Vector(x: left, y: top), Vector(x: right, y: top), Vector(x: right, y: bottom),
                Vector(x: left, y: bottom),
                Vector(x: left, y: top),
            ]
            add("bounds", corners, world)
        }
        for line in lines {
            let room = Simulation.mostSegments - world.segments
            if line.points.count > room + 1 {
                world.log("a world has \(Simulation.mostSegments) segments of boundaries; further ones are left out")
            }
            let count = unsafe shapes.count
            add(line.name, Array(line.points.prefix(max(0, room + 1))), world)
            segments += unsafe shapes.count - count
        }
    }

    /// True when a way may meet a boundary.
    func isNear(_ from: Vector, _ to: Vector) -> Bool {
        let (left, right) = (min(from.x, to.x), max(from.x, to.x))
        let (top, bottom) = (min(from.y, to.y), max(from.y, to.y))
        func isNear(_ box: cpBB) -> Bool { box.l <= right && box.r >= left && box.b <= bottom && box.t >= top }
        guard let box, isNear(box) else { return false }
        return unsafe shapes.count > boxes.count || boxes.contains(where: isNear)
    }

    private func add(_ name: String, _ points: [Vector], _ world: World) {
        let edge = Edge(world.nextNumber(), self, name)
        edges.append(edge)
        let points = points.map { $0.held(to: Simulation.farthest) }
        for (from, to) in zip(points, points.dropFirst()) where from.x != to.x || from.y != to.y {
            guard let shape = unsafe cpSegmentShapeNew(world.space.ground, from, to, 0) else {
                continue
            }
            unsafe cpShapeSetFilter(shape, cpShapeFilter(group: 0, categories: boundaryBit, mask: Self.item))
            unsafe cpShapeSetUserData(shape, Unmanaged<Solid>.passUnretained(edge).toOpaque())
            unsafe cpSpaceAddShape(world.space.raw, shape)
            unsafe shapes.append(shape)
            let new = cpBB(l: min(from.x, to.x), b: min(from.y, to.y), r: max(from.x, to.x), t: max(from.y, to.y))
            if boxes.count < Self.mostBoxes { boxes.append(new) }
            box = box.map { cpBBMerge($0, new) } ?? new
        }
    }

    func clear(in world: World) {
        for at in unsafe shapes.indices {
            unsafe cpSpaceRemoveShape(world.space.raw, shapes[at])
            unsafe cpShapeFree(shapes[at])
        }
        unsafe shapes.removeAll()
        (edges, boxes, box, segments) = ([], [], nil, 0)
    }
}

/// A boundary.
final class Edge: Solid {
    unowned let collision: Collision
    let name: String

    init(_ number: Int, _ collision: Collision, _ name: String) {
        self.collision = collision
        self.name = name
        super.init(number)
    }
}
