import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `scrollTo`: scrolls every `scroll` above the layer by the minimum that shows the rectangle, innermost first.
struct ScrollChange: SceneChange {
    private let moves: [(layer: Slot, bounds: Rect)]
    private let options: AnimateOptions

    init(_ words: ScrollToCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        let layer = try world.targets.object(words.layer)
        guard world.scene.isLayer(layer) else {
            throw SceneError(.value, "\"\(world.scene.name(of: layer))\" is no layer")
        }
        var options = AnimateOptions()
        var wanted: Rect?
        for word in words.words {
            if try options.read(word) { continue }
            do throws(ValueSyntax) { wanted = try Quantity.rect(word.value) } catch {
                throw SceneError(.value, "scrollTo: \(error.message)")
            }
        }
        self.options = options
        if world.scene.transaction.isInTransaction { world.scene.layout.layOut() } else { world.advance() }
        moves = Self.moves(to: layer, wanted, in: world.scene)
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        for move in moves {
            // What scrolls inside of an instance is scrolled by whoever may use it, as by input.
            try visit(.uses(move.layer))
            try visit(.makes())
        }
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        for move in moves {
            if world.bindings.binding(of: Self.origin, move.layer) != nil {
                throw SceneError(.denied, "the bounds of \"\(world.scene.name(of: move.layer))\" are bound")
            }
        }
        let isAnimated = options.duration != nil || options.spring != nil
        try world.atomically { () throws(SceneError) in
            for move in moves {
                let shown = Self.origin.read(world.scene.shown(move.layer, Self.origin.id))
                let model = world.scene.value(move.layer, Self.origin.id)
                try world.scene.set(move.layer, Self.origin.id, .rect(move.bounds))
                world.scene.components.noteAltered(move.layer, [Self.origin.id])
                guard isAnimated else { continue }
                let made = try world.animationVerbs.make(
                    .init(layer: move.layer, path: Self.origin, from: shown, model: model), options)
                world.noteMade(made, by: principal)
            }
        }
        return .done
    }

    private static let origin = PropertyPath(LayerProperty.bounds.id, .origin)

    /// Scroll layers whose bounds have to change, with their new bounds.
    private static func moves(to layer: Slot, _ wanted: Rect?, in scene: Scene) -> [(layer: Slot, bounds: Rect)] {
        var moves: [(layer: Slot, bounds: Rect)] = []
        var rect = wanted ?? scene.rows[Int(layer)].bounds
        var at = layer
        while at > Scene.objectRoot {
            let row = scene.rows[Int(at)]
            if row.kind == .scroll, at != layer || wanted != nil {
                let bounds = scene.value(at, LayerProperty.bounds.id).rect
                let mode = scene.value(at, ScrollProperty.scrollMode.id).choice
                let origin = ScrollProperty.Mode(rawValue: mode).map {
                    $0.move(bounds.origin, to: Self.origin(of: bounds, showing: rect))
                }
                let moved = Rect(origin?.x ?? bounds.x, origin?.y ?? bounds.y, bounds.width, bounds.height)
                if moved != bounds { moves.append((at, moved)) }
                // The part visible there, in the coordinates after the scroll.
                let shift = Point(bounds.x - moved.x, bounds.y - moved.y)
                rect = Rect(rect.x + shift.x, rect.y + shift.y, rect.width, rect.height).intersection(bounds)
            }
            guard row.parent > Scene.objectRoot, let map = scene.geometry.toParent(at) else { return moves }
            rect = map.boundingBox(rect)
            at = row.parent
            if let inner = Projective(scene.geometry.forSublayers(at)).affine { rect = inner.boundingBox(rect) }
        }
        return moves
    }

    /// The origin nearest to that of `bounds` for which `rect` is visible; the start of `rect` when it is larger than
    /// the bounds.
    private static func origin(of bounds: Rect, showing rect: Rect) -> Point {
        func move(_ low: Double, _ length: Double, _ from: Double, _ extent: Double) -> Double {
            if from < low || extent > length { return from }
            return from + extent > low + length ? from + extent - length : low
        }
        return Point(
            move(bounds.x, bounds.width, rect.x, rect.width), move(bounds.y, bounds.height, rect.y, rect.height))
    }
}
