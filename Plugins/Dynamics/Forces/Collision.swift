import CBox2D
import ScrimPluginABI
import ScrimPluginKit

/// A `collision`: the bodies that touch each other, and its boundaries in a world.
@safe
final class Collision {
    /// All items have this bit of a filter's; boundaries ask for it.
    static let item: UInt64 = 1 << 62

    let object: UInt64
    let number: Int
    var joinsItems: Bool
    var hasBoundaries: Bool
    /// Top, left, bottom, right.
    var insets: Rect?
    var lines: [(name: String, points: [Vector])]
    private var edges: [Edge] = []
    /// Segments of the named boundaries.
    private(set) var segments = 0
    private var shapes: [b2ShapeId] = []

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

    // Filters have 64 bits: they spare the search for pairs; what would touch is asked again (`ContactLog.rule`).
    var itemBit: UInt64 { 1 << UInt64(number % 31) }
    var boundaryBit: UInt64 { 1 << UInt64(31 + number % 31) }

    /// Builds the boundaries anew.
    func build(in world: World) {
        clear(in: world)
        guard hasBoundaries, world.space.isThere else { return }
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
            let count = shapes.count
            add(line.name, Array(line.points.prefix(max(0, room + 1))), world)
            segments += shapes.count - count
        }
    }

    private func add(_ name: String, _ points: [Vector], _ world: World) {
        let edge = Edge(world.nextNumber(), self, name)
        edges.append(edge)
        var def = unsafe edge.definition(
            b2Filter(categoryBits: boundaryBit, maskBits: Self.item, groupIndex: 0), friction: 0, elasticity: 0,
            material: Space.boundary)
        let points = points.map { $0.held(to: Simulation.farthest) }
        guard var from = points.first else { return }
        for to in points.dropFirst() where (to - from).length > Space.shortest {
            var segment = b2Segment(point1: from.single, point2: to.single)
            from = to
            let shape = unsafe b2CreateSegmentShape(world.space.ground, &def, &segment)
            // Too short in 32 bits.
            if b2Shape_IsValid(shape) { shapes.append(shape) }
        }
    }

    func clear(in world: World) {
        world.contacts.forget(world.space.ground) { $0.collision === self }
        for shape in shapes { b2DestroyShape(shape, false) }
        (shapes, edges, segments) = ([], [], 0)
    }
}

/// A boundary.
final class Edge: Solid {
    unowned let collision: Collision
    let name: String
    override var edge: Edge? { self }

    init(_ number: Int, _ collision: Collision, _ name: String) {
        self.collision = collision
        self.name = name
        super.init(number)
    }
}
