import Geometry
package import Scene
import SceneTables
package import Schema

/// A transition between two layers, or between two contents of one layer: changes of properties as functions of its
/// progress.
///
/// For two layers, these are opacities, positions and transforms, on top of their own values; nothing else is involved.
/// For one layer it is only the progress: the rest is done when the layer is painted (`Plane.Change`).
package struct Transition {
    /// The outgoing layer; swapped when it is reversed. Equal to `to` when a layer's contents change.
    private let from: Slot
    private let to: Slot
    /// The part of the change that is shown.
    let span: Span
    private let style: TransitionProperty.Style
    private let side: TransitionProperty.Side

    /// The effect on one property of one layer.
    struct Step {
        var layer: Slot
        var property: LayerProperty
        var motion: Motion
    }

    /// Reads the object at `slot`; nil while it names neither one layer nor two.
    init?(_ slot: Slot, _ scene: Scene) {
        func layer(_ property: TransitionProperty) -> Slot? {
            scene.value(slot, property.id).object.flatMap(scene.slot).flatMap { scene.isLayer($0) ? $0 : nil }
        }
        let isReversed = scene.value(slot, TransitionProperty.isReversed.id).boolean
        if let one = layer(.layer) {
            (from, to) = (one, one)
        } else {
            guard let from = layer(.from), let to = layer(.to), from != to else { return nil }
            (self.from, self.to) = isReversed ? (to, from) : (from, to)
        }
        let start = scene.value(slot, TransitionProperty.startProgress.id).number
        let end = scene.value(slot, TransitionProperty.endProgress.id).number
        span = Span(start: start, end: end, isReversed: isReversed && from != to)
        style = .init(rawValue: scene.value(slot, TransitionProperty.type.id).choice) ?? .fade
        side = .init(rawValue: scene.value(slot, TransitionProperty.subtype.id).choice) ?? .fromLeft
    }

    /// The incoming layer, whose time the transition uses and which its events name.
    var layer: Slot { span.isReversed ? from : to }

    /// Its effects. Sizes and positions are the current ones; two layers must have the same parent.
    func steps(_ scene: Scene) -> [Step] {
        if from == to { return [Step(layer: to, property: .transitionProgress, motion: .seenAsBefore)] }
        let ending = Step(layer: from, property: .isHidden, motion: .seen(since: -.infinity, until: style.leaves))
        let coming = Step(layer: to, property: .isHidden, motion: .seen(since: style.comes, until: .infinity))
        let isInFront = Self.isPainted(to, above: from, in: scene)
        let both = TransitionMotion(style, side, from: scene.geometry.frame(of: from), to: scene.geometry.frame(of: to))
        func slides(_ layer: Slot) -> Step {
            let away = both.way
            return Step(
                layer: layer, property: .position,
                motion: layer == to
                    ? .moved(from: Point(-away.x, -away.y), to: .zero) : .moved(from: .zero, to: away))
        }
        func turns(_ layer: Slot) -> Step? {
            guard var turn = both.turn(isComing: layer == to) else { return nil }
            turn.center = turn.center - scene.value(layer, LayerProperty.position.id).point
            return Step(layer: layer, property: .transform, motion: .turned(turn))
        }
        func raises(_ layer: Slot, above other: Slot) -> Step {
            let z = scene.value(other, LayerProperty.zPosition.id).number
            return Step(layer: layer, property: .zPosition, motion: .raised(above: z))
        }
        let motions: [Step] =
            switch style {
            case .fade:
                [
                    Step(layer: from, property: .opacity, motion: .faded(isComing: false, isBehind: isInFront)),
                    Step(layer: to, property: .opacity, motion: .faded(isComing: true, isBehind: !isInFront)),
                ]
            case .push: [slides(from), slides(to)]
            case .moveIn: [slides(to)] + (isInFront ? [] : [raises(to, above: from)])
            case .reveal: [slides(from)] + (isInFront ? [raises(from, above: to)] : [])
            case .flip, .cube: [from, to].compactMap(turns)
            case .wipe, .curl: []
            }
        return [ending, coming] + motions
    }
}

extension Transition {
    /// The part of the change that a transition shows.
    package struct Span: Equatable, Sendable {
        var start = 0.0
        var end = 1.0
        /// True when it shows the change of `to` into `from`, backward.
        var isReversed = false

        /// The progress of the shown change, at a fraction of the transition's time.
        func progress(_ share: Double) -> Double {
            let progress = start + (end - start) * share
            return isReversed ? 1 - progress : progress
        }
    }

    /// The state of a transition between two layers at one time.
    package struct Seen: Equatable, Sendable {
        package var from: ObjectID
        package var to: ObjectID
        package var type: Value
        package var subtype: Value
        /// Progress of the change from `from` to `to`.
        package var progress: Double
    }

    /// The state of the transition at `slot` at a scene time; nil when it shows no change of two layers, or is part of
    /// a group.
    package static func seen(_ slot: Slot, at time: Double, _ scene: Scene) -> Seen? {
        guard let transition = Transition(slot, scene), transition.from != transition.to,
            scene.relations.owners(of: slot).isEmpty
        else { return nil }
        let timing = TimingReader(slot, scene).timing(groupDuration: nil)
        let (rate, offset) = scene.times.localTime(of: transition.layer)
        var share = 0.0
        if scene.value(slot, TimingProperty.beginTime.id) != .none {
            guard let moment = timing.moment(at: time * rate + offset) else { return nil }
            share = timing.duration > 0 ? moment.time / timing.duration : 1
        }
        return Seen(
            from: scene.id(of: transition.from), to: scene.id(of: transition.to),
            type: scene.value(slot, TransitionProperty.type.id),
            subtype: scene.value(slot, TransitionProperty.subtype.id), progress: transition.span.progress(share))
    }

    /// How a property of a layer depends on the transition's progress: 0 at its beginning, 1 at its end; it may exceed
    /// this range.
    enum Motion {
        /// `isHidden`: false in this range of progress.
        case seen(since: Double, until: Double)
        /// `opacity`: a fraction of the layer's own.
        case faded(isComing: Bool, isBehind: Bool)
        /// `position`: an offset.
        case moved(from: Point, to: Point)
        /// `transform`
        case turned(TransitionMotion.Turn)
        /// `zPosition`
        case raised(above: Double)
        /// `transitionProgress`
        case seenAsBefore

        /// The result for `whole`, the property's value without the transition.
        func apply(to whole: Value, at progress: Double) -> Value {
            switch self {
            case .seen(let since, let until):
                return .boolean(progress < since || progress >= until)
            case .faded(let isComing, let isBehind):
                let share = max(0, min(1, isComing ? progress : 1 - progress))
                // The layer behind stays opaque for longer, so that little of the backdrop shows through both.
                return .number(whole.number * (isBehind ? 1 - (1 - share) * (1 - share) * (1 - share) : share))
            case .moved(let from, let to):
                return .point(whole.point + from + (to - from) * progress)
            case .turned(let turn):
                return .of(turn.map(at: progress).concat(whole.transform))
            case .seenAsBefore: return .number(progress)
            case .raised(let z):
                // Minimally above; in perspective it must not look larger.
                return .number(max(whole.number, z.nextUp))
            }
        }
    }
}

extension Transition {
    /// True for a sibling that is painted after `other`.
    private static func isPainted(_ slot: Slot, above other: Slot, in scene: Scene) -> Bool {
        let (z, theirs) = (
            scene.value(slot, LayerProperty.zPosition.id).number, scene.value(other, LayerProperty.zPosition.id).number
        )
        if z != theirs { return z > theirs }
        var at = scene.rows[Int(other)].next
        while at >= 0, at != slot { at = scene.rows[Int(at)].next }
        return at == slot
    }
}
