import Geometry
package import Scene

/// An animation as its properties say: its time, and a track for each property of each layer that it moves.
package struct AnimationPlan {
    /// In the time of `layer`.
    package var timing: MediaTiming
    /// The layer in whose time it runs: its own; a group's is that of the first animation in it.
    package var layer: Int32?
    private(set) var tracks: [(layer: Int32, track: Track)] = []

    /// Groups in groups are taken to this depth.
    package static let maxDepth = 8

    /// Reads the object at `place`, an animation, a spring, a transition or a group. What is not complete moves nothing.
    package init(_ place: Int32, _ scene: Scene) {
        let reader = TimingReader(place, scene)
        timing = reader.timing(groupDuration: nil)
        if scene.slots[Int(place)].kind == .group {
            addChildren(of: place, [timing], scene)
        } else {
            add(place, [timing], scene)
        }
    }

    private mutating func addChildren(of group: Int32, _ timings: [MediaTiming], _ scene: Scene) {
        guard timings.count <= Self.maxDepth,
            case .objects(let children) = scene.value(group, GroupProperty.animations.id)
        else { return }
        for child in children {
            guard let place = scene.place(of: child), scene.kind(of: place).family == .animation else { continue }
            var own = TimingReader(place, scene).timing(groupDuration: timings.last?.duration)
            // In a group only the delay counts, from the group's beginning.
            own.begin = scene.value(place, TimingProperty.delay.id).number
            if scene.slots[Int(place)].kind == .group {
                addChildren(of: place, timings + [own], scene)
            } else {
                add(place, timings + [own], scene)
            }
        }
    }

    private mutating func addTransition(_ place: Int32, _ timings: [MediaTiming], _ scene: Scene) {
        guard let transition = Transition(place, scene) else { return }
        if layer == nil { layer = transition.layer }
        for step in transition.steps(scene) {
            let path = PropertyPath(step.property.id)
            tracks.append((step.layer, Track(timings: timings, path: path, motion: .transition(step.motion))))
        }
    }

    private mutating func add(_ place: Int32, _ timings: [MediaTiming], _ scene: Scene) {
        if scene.slots[Int(place)].kind == .transition { return addTransition(place, timings, scene) }
        guard let target = AnimationTarget(place, scene) else { return }
        if layer == nil { layer = target.layer }
        func value(_ property: AnimationProperty) -> Value { scene.value(place, property.id) }
        func given(_ property: AnimationProperty) -> Value? {
            let value = value(property)
            return value == .none ? nil : target.fitting(value)
        }
        var track = Track(
            timings: timings, path: target.path,
            motion: .basic(from: given(.from), to: given(.to), by: given(.by)),
            isAdditive: value(.isAdditive).boolean, isCumulative: value(.isCumulative).boolean)
        if scene.slots[Int(place)].kind == .spring {
            track.spring = TimingReader(place, scene).spring
        } else {
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
                guard fitting.count == values.count else { return }
                track.motion = .keyframes(Keyframes(fitting, times: times, timings: curves, mode: mode))
            }
        }
        tracks.append((target.layer, track))
    }
}

/// What an animation moves.
package struct AnimationTarget {
    package let layer: Int32
    package let path: PropertyPath
    /// What stands at the path.
    package let property: Property

    /// Nil when the object at `place` is no animation of a property, names no layer, or no property of it that animates.
    package init?(_ place: Int32, _ scene: Scene) {
        let kind = scene.slots[Int(place)].kind
        guard kind == .animation || kind == .spring,
            let object = scene.value(place, AnimationProperty.layer.id).object, let layer = scene.place(of: object),
            let path = scene.propertyPath(scene.value(place, AnimationProperty.property.id).string, of: layer),
            scene.kind(of: layer)[path.id].animates
        else { return nil }
        self.layer = layer
        self.path = path
        property = path.property(of: scene.kind(of: layer))
    }

    /// The value, when it is one of the property's type; nil for another.
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
            (.transform, .none), (.path, .path), (.path, .none), (.filters, .filters), (.filters, .none):
            true
        default: false
        }
    }
}
