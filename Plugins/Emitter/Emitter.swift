public import ScrimPluginABI
import ScrimPluginKit

/// CAEmitterLayer: particles of cells at the layer's local time.
private struct Emitter: LayerKind {
    static let name = "emitter"
    static let help = "particles that are born, fly and fade, above everything else in the layer"
    static let usesTime = true
    static let drawsAbove = true

    enum Key: Int, SchemaKey {
        case emitterCells, emitterPosition, emitterSize, emitterShape, emitterMode, renderMode
        case birthRate, lifetime, velocity, scale, spin, seed

        var property: Property {
            switch self {
            case .emitterCells: Property("emitterCells", .objects([EmitterCell.name]), help: "what is emitted")
            case .emitterPosition:
                Property(
                    "emitterPosition", .point(0, 0), unit: "points", animates: true,
                    help: "the middle of the emitter's shape, in the layer's coordinates")
            case .emitterSize:
                Property(
                    "emitterSize", .size(0, 0), unit: "points", animates: true,
                    help: "of the shape; circle and sphere: the width is the radius")
            case .emitterShape:
                Property(
                    "emitterShape", .choice(EmitterShape.names, 0), help: "where particles are born; seen flat")
            case .emitterMode:
                Property(
                    "emitterMode", .choice(["points", "outline", "surface", "volume"], 3),
                    help: "at the shape's corners, on its edge, or anywhere in it")
            case .renderMode:
                Property(
                    "renderMode", .choice(["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"], 0),
                    help: "which particles lie on top; additive: colours add up")
            case .birthRate: Emitter.multiplier("birthRate")
            case .lifetime: Emitter.multiplier("lifetime")
            case .velocity: Emitter.multiplier("velocity")
            case .scale: Emitter.multiplier("scale")
            case .spin: Emitter.multiplier("spin")
            case .seed:
                Property(
                    "seed", .integer(0), range: 0...4_294_967_295,
                    help: "another number, other particles; the same number, the same ones")
            }
        }
    }

    enum RenderMode: UInt32 {
        case unordered, oldestFirst, oldestLast, backToFront, additive
    }

    static let schema = Key.schema

    private static func multiplier(_ name: String) -> Property {
        let isCount = name == "birthRate" || name == "lifetime"
        return Property(
            name, .number(1), range: isCount ? 0...1e6 : -1e9...1e9, animates: true, help: "multiplies the cells'")
    }

    init(host: Host) {}

    func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure) {
        let shape = EmitterShape(
            position: properties.point(Key.emitterPosition), size: properties.point(Key.emitterSize),
            form: .init(rawValue: properties.choice(Key.emitterShape)) ?? .point,
            mode: .init(rawValue: properties.choice(Key.emitterMode)) ?? .volume)
        let factors = CellFactors(
            birthRate: properties.number(Key.birthRate), lifetime: properties.number(Key.lifetime),
            velocity: properties.number(Key.velocity), scale: properties.number(Key.scale),
            spin: properties.number(Key.spin))
        let mode = RenderMode(rawValue: properties.choice(Key.renderMode)) ?? .unordered
        let cells = CellTree(properties.objects(Key.emitterCells), of: properties, factors)
        var swarm = Swarm(cells, shape, seed: UInt64(properties.number(Key.seed)), at: canvas.time)
        swarm.notesBirths = mode != .unordered && mode != .additive
        swarm.run()
        try canvas.hold(until: swarm.holdsUntil)
        try paint(swarm, mode, on: canvas)
    }

    private func paint(_ swarm: Swarm, _ mode: RenderMode, on canvas: Canvas) throws(PluginFailure) {
        func draw(_ sprites: [Sprite], of cell: Int) throws(PluginFailure) {
            let look = swarm.cells[cell].look
            try canvas.draw(
                sprites, look.sprite, source: look.source, isAdditive: mode == .additive, sampling: look.sampling)
        }
        if mode == .unordered || mode == .additive {
            for cell in swarm.sprites.indices where !swarm.sprites[cell].isEmpty {
                try draw(swarm.sprites[cell], of: cell)
            }
            return
        }
        // By birth; consecutive sprites of one cell are batched.
        var order = swarm.births
        order.sort { mode == .oldestLast ? $1.isBefore($0) : $0.isBefore($1) }
        var run: [Sprite] = []
        for (at, birth) in order.enumerated() {
            run.append(swarm.sprites[Int(birth.cell)][Int(birth.place)])
            if at + 1 == order.count || order[at + 1].cell != birth.cell {
                try draw(run, of: Int(birth.cell))
                run.removeAll(keepingCapacity: true)
            }
        }
    }
}

private let plugin = Plugin(id: "Emitter", version: "1.0.0", layers: [Emitter.self], objects: [EmitterCell.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
