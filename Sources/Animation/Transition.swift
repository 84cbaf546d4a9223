import Geometry
import Glibc
import Scene

/// One layer gives way to another: what a `transition` does to the properties of both, as functions of its progress.
///
/// Nothing else knows of transitions: they are opacities, positions and transforms of two layers, on top of what these have.
struct Transition {
    private let from: Int32
    private let to: Int32
    private let style: TransitionProperty.Style
    private let side: TransitionProperty.Side

    /// What it does to one property of one layer.
    struct Step {
        var layer: Int32
        var property: LayerProperty
        var motion: Motion
    }

    /// Reads the object at `place`; nil while it does not name two layers.
    init?(_ place: Int32, _ scene: Scene) {
        func layer(_ property: TransitionProperty) -> Int32? {
            scene.value(place, property.id).object.flatMap(scene.place).flatMap { scene.isLayer($0) ? $0 : nil }
        }
        guard let from = layer(.from), let to = layer(.to), from != to else { return nil }
        (self.from, self.to) = (from, to)
        style = .init(rawValue: scene.value(place, TransitionProperty.type.id).choice) ?? .fade
        side = .init(rawValue: scene.value(place, TransitionProperty.subtype.id).choice) ?? .fromLeft
    }

    /// The layer that comes: in its time the transition runs, and of it is told.
    var layer: Int32 { to }

    /// What it does. Sizes and places are those that the layers have now, of two layers of one parent.
    func steps(_ scene: Scene) -> [Step] {
        let ending = Step(layer: from, property: .isHidden, motion: .seen(since: -.infinity, until: style.leaves))
        let coming = Step(layer: to, property: .isHidden, motion: .seen(since: style.comes, until: .infinity))
        let isInFront = scene.isPainted(to, above: from)
        let distance = distance(scene)
        func slides(_ layer: Int32) -> Step {
            let away = side.way * distance
            return Step(
                layer: layer, property: .position,
                motion: layer == to
                    ? .moved(from: Point(-away.x, -away.y), to: .zero) : .moved(from: .zero, to: away))
        }
        func turns(_ layer: Int32, by angle: Double, depth: Double, eye: Double) -> Step {
            let (frame, position) = (scene.frame(of: layer), scene.value(layer, LayerProperty.position.id).point)
            let turn = Turn(
                center: frame.origin + Point(frame.width, frame.height) * 0.5 - position, side: side, angle: angle,
                depth: depth, eye: eye, isComing: layer == to)
            return Step(layer: layer, property: .transform, motion: .turned(turn))
        }
        func raises(_ layer: Int32, above other: Int32) -> Step {
            let z = scene.value(other, LayerProperty.zPosition.id).number
            return Step(layer: layer, property: .zPosition, motion: .raised(above: z))
        }
        let breadth = breadth(scene)
        let motions =
            switch style {
            case .fade:
                [
                    Step(layer: from, property: .opacity, motion: .faded(isComing: false, isBehind: isInFront)),
                    Step(layer: to, property: .opacity, motion: .faded(isComing: true, isBehind: !isInFront)),
                ]
            case .push: [slides(from), slides(to)]
            case .moveIn: [slides(to)] + (isInFront ? [] : [raises(to, above: from)])
            case .reveal: [slides(from)] + (isInFront ? [raises(from, above: to)] : [])
            case .flip: [from, to].map { turns($0, by: .pi, depth: 0, eye: Self.eye * breadth) }
            case .cube: [from, to].map { turns($0, by: .pi / 2, depth: breadth / 2, eye: Self.eye * breadth) }
            }
        return [ending, coming] + motions
    }

    /// How far the eye is before what turns, in breadths of it.
    fileprivate static let eye = 3.0

    /// How far a layer slides: what comes begins where what goes ends, so that both are edge to edge all the way.
    private func distance(_ scene: Scene) -> Double {
        let (a, b) = (scene.frame(of: from), scene.frame(of: to))
        return switch side {
        case .fromLeft: max(b.maxX - a.minX, b.width)
        case .fromRight: max(a.maxX - b.minX, b.width)
        case .fromTop: max(b.maxY - a.minY, b.height)
        case .fromBottom: max(a.maxY - b.minY, b.height)
        }
    }

    /// The larger of both, across the axis about which they turn.
    private func breadth(_ scene: Scene) -> Double {
        let (a, b) = (scene.frame(of: from), scene.frame(of: to))
        return side.way.x != 0 ? max(a.width, b.width) : max(a.height, b.height)
    }
}

extension TransitionProperty.Style {
    /// A cube's face is seen from outside, by an eye `Transition.eye` breadths before it, up to this share of its quarter turn.
    private static let facing = acos(0.5 / (Transition.eye + 0.5)) / (.pi / 2)

    /// The progress at which what comes is first seen.
    fileprivate var comes: Double {
        switch self {
        case .flip: 0.5
        case .cube: 1 - Self.facing
        default: -.infinity
        }
    }

    /// The progress at which what goes is no longer seen.
    fileprivate var leaves: Double {
        switch self {
        case .flip: 0.5
        case .cube: Self.facing
        default: 1
        }
    }
}

extension Transition {
    /// How a property of a layer follows the transition's progress: 0 at its beginning, 1 at its end, with bent time beyond.
    enum Motion {
        /// `isHidden`: false from one progress up to the other.
        case seen(since: Double, until: Double)
        /// `opacity`: a share of what the layer has.
        case faded(isComing: Bool, isBehind: Bool)
        /// `position`: off its place by so much.
        case moved(from: Point, to: Point)
        /// `transform`
        case turned(Turn)
        /// `zPosition`
        case raised(above: Double)

        /// What it makes of `whole`, the property's value without it.
        func apply(to whole: Value, at progress: Double) -> Value {
            switch self {
            case .seen(let since, let until):
                return .boolean(progress < since || progress >= until)
            case .faded(let isComing, let isBehind):
                let share = max(0, min(1, isComing ? progress : 1 - progress))
                // What is behind is whole for longer: little of what is behind both shines through.
                return .number(whole.number * (isBehind ? 1 - (1 - share) * (1 - share) * (1 - share) : share))
            case .moved(let from, let to):
                return .point(whole.point + from + (to - from) * progress)
            case .turned(let turn):
                return .of(turn.map(at: progress).concat(whole.transform))
            case .raised(let z):
                // Just above: in perspective it is no larger.
                return .number(max(whole.number, z.nextUp))
            }
        }
    }

    /// A turn about an axis through or behind a layer, in a perspective of its own.
    struct Turn {
        /// From the layer's position.
        var center: Point
        var side: TransitionProperty.Side
        /// Of the whole transition.
        var angle: Double
        /// How far the axis is behind the layer.
        var depth: Double
        /// How far the eye is before it.
        var eye: Double
        /// It ends where the layer is; else it begins there.
        var isComing: Bool

        /// The turn's picture, in the layer's plane: a perspective of the parent's adds nothing.
        func map(at progress: Double) -> Transform3D {
            let angle = angle * (isComing ? progress - 1 : progress) * (side.way.x - side.way.y)
            let turn = side.way.x != 0 ? Transform3D.rotationY(angle) : .rotationX(angle)
            return Transform3D.scale(1, 1, 0).concat(.perspective(eye)).concat(turn.about(0, 0, -depth))
                .about(center.x, center.y)
        }
    }
}

extension Scene {
    /// True for a sibling that is painted after `other`.
    fileprivate func isPainted(_ place: Int32, above other: Int32) -> Bool {
        let (z, theirs) = (
            value(place, LayerProperty.zPosition.id).number, value(other, LayerProperty.zPosition.id).number
        )
        if z != theirs { return z > theirs }
        var at = slots[Int(other)].next
        while at >= 0, at != place { at = slots[Int(at)].next }
        return at == place
    }
}
