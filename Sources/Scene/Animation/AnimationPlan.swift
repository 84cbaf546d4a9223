import Geometry
package import Scene
import SceneTables
package import Schema

/// An animation as defined by its properties: its timing, and a track for each property of each layer that it moves.
package struct AnimationPlan {
    /// In the time of `layer`.
    package var timing: MediaTiming
    /// The layer whose time it uses: its own; for a group, that of its first animation.
    package var layer: Slot?
    private(set) var tracks: [(layer: Slot, track: Track)] = []

    /// Maximum nesting depth of groups.
    package static let maxDepth = 8

    /// Reads the object at `slot`: an animation, a spring, a transition or a group. An incomplete one has no tracks.
    package init(_ slot: Slot, _ scene: Scene) {
        let reader = TimingReader(slot, scene)
        timing = reader.timing(groupDuration: nil)
        if scene.rows[Int(slot)].kind == .animator {
            timing.stand(at: scene.value(slot, AnimatorProperty.progress.id).number)
        }
        if scene.rows[Int(slot)].kind.holdsAnimations {
            addChildren(of: slot, [timing], scene)
        } else {
            add(slot, timing, in: [], scene)
        }
    }

    /// Sets the begin time of one that had none, in the time of `layer`; its delay comes after it.
    mutating func begin(at time: Double) {
        timing.begin = time + timing.begin
        for at in tracks.indices { tracks[at].track.outermost = timing }
    }

    /// Sets what the tracks have in common: the creation order of the started object.
    mutating func setOrder(_ order: UInt64) {
        for at in tracks.indices { tracks[at].track.order = order }
    }

    /// `timings`: those of the group and of the groups around it, the outermost first.
    private mutating func addChildren(of group: Slot, _ timings: [MediaTiming], _ scene: Scene) {
        guard timings.count <= Self.maxDepth,
            case .objects(let children) = scene.value(group, GroupProperty.animations.id)
        else { return }
        for child in children {
            guard let slot = scene.slot(of: child), scene.kind(of: slot).family == .animation else { continue }
            var own = TimingReader(slot, scene).timing(groupDuration: timings.last?.duration)
            // In a group, only the delay counts, from the group's beginning.
            own.begin = scene.value(slot, TimingProperty.delay.id).number
            if let around = timings.last, around.driven != nil { own.driven = around.duration }
            if scene.rows[Int(slot)].kind == .group {
                addChildren(of: slot, timings + [own], scene)
            } else {
                add(slot, own, in: timings, scene)
            }
        }
    }

    private mutating func addTransition(
        _ slot: Slot, _ timing: MediaTiming, in groups: [MediaTiming], _ scene: Scene
    ) {
        guard let transition = Transition(slot, scene) else { return }
        if layer == nil { layer = transition.layer }
        for step in transition.steps(scene) {
            let path = PropertyPath(step.property.id)
            tracks.append(
                (
                    step.layer,
                    Track(
                        groups: groups, timing: timing, path: path, motion: .transition(step.motion),
                        span: transition.span)
                ))
        }
    }

    private mutating func add(_ slot: Slot, _ timing: MediaTiming, in groups: [MediaTiming], _ scene: Scene) {
        let kind = scene.rows[Int(slot)].kind
        if kind == .transition { return addTransition(slot, timing, in: groups, scene) }
        guard let target = AnimationTarget(slot, scene) else { return }
        if layer == nil { layer = target.layer }
        var track = Track(groups: groups, timing: timing, path: target.path)
        var (from, to, by): (Value?, Value?, Value?)
        let values = scene.values(of: slot)
        values.forEachSet { id, value in
            switch AnimationProperty(rawValue: id.raw) {
            case .from: from = target.fitting(value)
            case .to: to = target.fitting(value)
            case .by: by = target.fitting(value)
            case .isAdditive: track.isAdditive = value.boolean
            case .isCumulative: track.isCumulative = value.boolean
            case .isImplicit: track.isImplicit = value.boolean
            default: break
            }
        }
        track.motion = .basic(from: from, to: to, by: by)
        if kind == .spring {
            track.spring = TimingReader(slot, scene).spring
            let velocity = values[SpringProperty.velocity.id]
            if velocity != .none, let components = target.fitting(velocity)?.components {
                track.velocity = components
                track.spring?.velocity = 0
            }
        } else if let last = values.last, last >= AnimationProperty.values.id {
            guard takeKeyframes(values, target, &track) else { return }
        }
        tracks.append((target.layer, track))
    }

    /// Reads the keyframes of an `animation`; adds a track for a rotation along its path. False when they do not fit.
    private mutating func takeKeyframes(_ values: ObjectValues, _ target: AnimationTarget, _ track: inout Track) -> Bool
    {
        func value(_ property: AnimationProperty) -> Value { values[property.id] }
        let times = value(.keyTimes).numbers
        let curves = value(.timings).list.map(\.timing)
        let mode = Keyframes.Mode(rawValue: value(.calculationMode).choice) ?? .linear
        if case .path(let path) = value(.path), target.property.type == .point {
            let rotation = AnimationProperty.RotationMode(rawValue: value(.rotationMode).choice) ?? .none
            let way = PathKeyframes(path, times: times, timings: curves, mode: mode, rotation: rotation)
            track.motion = .way(way)
            if rotation != .none, target.path == PropertyPath(LayerProperty.position.id) {
                var turn = track
                turn.path = PropertyPath(LayerProperty.transform.id)
                turn.motion = .turn(way)
                tracks.append((target.layer, turn))
            }
        } else if case .list(let values) = value(.values) {
            let fitting = values.compactMap(target.fitting)
            guard fitting.count == values.count else { return false }
            let shape = CubicShape(
                tensions: value(.tensionValues).numbers, continuities: value(.continuityValues).numbers,
                biases: value(.biasValues).numbers)
            track.motion = .keyframes(Keyframes(fitting, times: times, timings: curves, mode: mode, shape: shape))
        }
        return true
    }
}

/// The target of an animation.
package struct AnimationTarget {
    package let layer: Slot
    package let path: PropertyPath
    /// The property of the path.
    package let property: Property

    /// Nil when the object at `slot` does not animate a property, names no layer, or no animatable property of it.
    package init?(_ slot: Slot, _ scene: Scene) {
        let kind = scene.rows[Int(slot)].kind
        guard kind == .animation || kind == .spring,
            let object = scene.value(slot, AnimationProperty.layer.id).object, let layer = scene.slot(of: object),
            let path = scene.kind(of: layer).path(animated: scene.value(slot, AnimationProperty.property.id).string),
            scene.kind(of: layer)[path.id].animates
        else { return nil }
        self.layer = layer
        self.path = path
        property = path.property(of: scene.kind(of: layer))
    }

    /// The value if it has the property's type; otherwise nil.
    package func fitting(_ value: Value) -> Value? {
        let value = value == .list([]) ? .none : value
        return property.type.fits(value) ? value : nil
    }
}

extension PropertyType {
    /// True for a value of this type.
    package func fits(_ value: Value) -> Bool {
        switch (self, value) {
        case (.number, .number), (.integer, .number), (.time, .number), (.angle, .number), (.count, .number),
            (.boolean, .boolean), (.point, .point), (.size, .size), (.rect, .rect), (.color, .color), (.color, .none),
            (.numbers, .numbers), (.numbers, .none), (.colors, .colors), (.colors, .none), (.transform, .transform),
            (.transform, .none), (.path, .path), (.path, .boundsPath), (.path, .none), (.filters, .filters),
            (.filters, .none), (.string, .string):
            true
        default: false
        }
    }
}
