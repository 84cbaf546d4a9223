import CChipmunk
import ScrimPluginABI
import ScrimPluginKit

/// A `collision`: who touches whom, and its boundaries in a world.
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
    private var shapes: [UnsafeMutablePointer<cpShape>] = unsafe []

    init(_ object: UInt64, _ number: Int, _ properties: Properties) {
        (self.object, self.number) = (object, number)
        let mode = properties.choice(Schemas.Collision.mode)
        (joinsItems, hasBoundaries) = (mode != 1, mode != 0)
        insets = properties.optionalRect(Schemas.Collision.bounds)
        lines = properties.namedPaths(Schemas.Collision.boundary).flatMap { name, path in
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
            let r = world.bounds
            let (left, top) = (r.x + insets.y, r.y + insets.x)
            let (right, bottom) = (r.x + r.width - insets.height, r.y + r.height - insets.width)
            let corners = [
                Vector(x: left, y: top), Vector(x: right, y: top), Vector(x: right, y: bottom),
                Vector(x: left, y: bottom),
                Vector(x: left, y: top),
            ]
            add("bounds", corners, world)
        }
        for line in lines { add(line.name, line.points, world) }
    }

    private func add(_ name: String, _ points: [Vector], _ world: World) {
        let edge = Edge(world.nextNumber(), self, name)
        edges.append(edge)
        let points = points.map { $0.held(to: World.farthest) }
        for (from, to) in zip(points, points.dropFirst()) where from.x != to.x || from.y != to.y {
            guard let shape = unsafe cpSegmentShapeNew(world.space.ground, from, to, 0) else {
                continue
            }
            unsafe cpShapeSetFilter(shape, cpShapeFilter(group: 0, categories: boundaryBit, mask: Self.item))
            unsafe cpShapeSetUserData(shape, Unmanaged<Solid>.passUnretained(edge).toOpaque())
            unsafe cpSpaceAddShape(world.space.raw, shape)
            unsafe shapes.append(shape)
        }
    }

    func clear(in world: World) {
        for at in unsafe shapes.indices {
            unsafe cpSpaceRemoveShape(world.space.raw, shapes[at])
            unsafe cpShapeFree(shapes[at])
        }
        unsafe shapes.removeAll()
        edges = []
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
