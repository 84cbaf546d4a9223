import Animation
import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// Animations created by lines, transactions and styles: the model changes immediately, the presentation follows.
package struct AnimationVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Applies words to a layer and creates the animations. Returns their names.
    func animate(
        _ layer: Slot, _ words: PropertyWords, _ options: AnimateOptions, by principal: Principal
    ) throws(SceneError) -> [String] {
        let kind = world.scene.kind(of: layer)
        var options = options
        return try world.atomically { () throws(SceneError) in
            let moved = words.paths(kind).filter { kind[$0.id].animates }
            let before = moved.map { ($0.read(world.scene.shown(layer, $0.id)), world.scene.value(layer, $0.id)) }
            let mark = world.scene.transaction.journalMark
            let resized = world.scene.resizing.count
            // Additive keyframes end at the current value.
            if options.keyframes == nil || !options.isAdditive {
                try words.apply(to: layer, world.scene)
                world.objectVerbs.noteAltered(layer, words)
            }
            try world.settleStyles()
            let needsLayout = world.scene.layout.needsLayout
            world.scene.layout.layOut()
            let follows = needsLayout || world.scene.resizing.count != resized
            var names: [String] = []
            for (path, (shown, model)) in zip(moved, before) {
                var move = Move(layer: layer, path: path, from: shown, model: model)
                let after = path.read(world.scene.value(layer, path.id))
                if let wanted = words.value(at: path), path.part != nil, after.isFar(from: wanted) {
                    move.to = wanted
                }
                if options.isAdditive {
                    move.from = path.read(model).minus(after)
                    move.to = after.zero
                }
                move.name =
                    names.isEmpty ? options.name?.string : options.name.map { $0.string + "." + kind[path.id].name }
                let made = try make(move, options)
                world.noteMade(made, by: principal)
                names.append(world.scene.name(of: made))
            }
            guard follows else { return names }
            options.name = nil
            options.keyframes = nil
            options.isAdditive = false
            for made in try animateChanges(options, since: mark) {
                world.noteMade(made, by: principal)
                names.append(world.scene.name(of: made))
            }
            return names
        }
    }

    /// A property that animates to its model value.
    struct Move {
        var layer: Slot
        var path: PropertyPath
        var from: Value
        /// The complete property before it was set.
        var model: Value
        /// Nil: the model value at any time.
        var to: Value?
        var name: String?
    }

    /// Creates the animation of one property. It replaces an earlier implicit one.
    func make(_ move: Move, _ options: AnimateOptions) throws(SceneError) -> Slot {
        let kind = world.scene.kind(of: move.layer)
        // It does not move before its delay is over.
        let velocity =
            options.spring?.count == 3 && !options.isAdditive && options.delay <= 0
            ? world.animator.velocity(move.path, of: move.layer, at: world.time, over: move.model) : .zero
        if !options.isAdditive { try removeImplicit(move.path, of: move.layer) }
        let property = kind[move.path.id].name + (move.path.part.map { "." + $0.name } ?? "")
        let name = move.name ?? freeName("\(world.scene.name(of: move.layer)).\(property)")
        let slot = try world.scene.objects.create(name, options.spring == nil ? .animation : .spring)
        if world.scene.components.isPart(move.layer) || world.context.making != nil {
            world.componentVerbs.adopt(slot, about: move.layer)
        }
        var given: [(id: PropertyID, value: Value)] = []
        given.reserveCapacity(12)
        func give(_ property: AnimationProperty, _ value: Value) { given.append((property.id, value)) }
        func give(_ property: TimingProperty, _ value: Value) { given.append((property.id, value)) }
        // By property and without defaults, as `fill` takes them.
        if let duration = options.duration { give(.duration, .number(duration)) }
        if options.delay != 0 { give(.delay, .number(options.delay)) }
        if options.repeatCount != 1 { give(.repeatCount, .number(options.repeatCount)) }
        if options.autoreverses { give(.autoreverses, .boolean(true)) }
        // The old value is shown until the delay is over.
        if options.delay > 0 { give(.fillMode, .choice(TimingProperty.FillMode.backwards.rawValue)) }
        let timing = options.timing ?? options.usualTiming
        if timing != .linear { give(.timing, .timing(timing)) }
        give(.layer, .object(world.scene.id(of: move.layer)))
        give(.property, .string(property))
        if options.keyframes == nil {
            give(.from, move.from.isGiven(for: kind[move.path.id].type))
            if let to = move.to { give(.to, to.isGiven(for: kind[move.path.id].type)) }
        }
        give(options.isAdditive ? .isAdditive : .isImplicit, .boolean(true))
        if let spring = options.spring { addSpring(spring, move, velocity, options, to: &given) }
        world.scene.fill(slot, with: given)
        if let keyframes = options.keyframes {
            try keyframes.apply(to: slot, world.scene)
            try AnimationWords.check(slot, in: world.scene)
        }
        return slot
    }

    /// Adds the values of a spring; `velocity` is the present one, of the property.
    private func addSpring(
        _ spring: [Double], _ move: Move, _ velocity: SIMD4<Double>, _ options: AnimateOptions,
        to given: inout [(id: PropertyID, value: Value)]
    ) {
        func give(_ property: SpringProperty, _ value: Double) {
            let isDefault = .number(value) == SpringProperty.kind[property.id].initial
            if !isDefault { given.append((property.id, .number(value))) }
        }
        give(.mass, spring[0])
        give(.stiffness, spring[1])
        give(.damping, spring[2])
        if spring.count > 3 { return give(.initialVelocity, spring[3]) }
        if velocity == .zero { return }
        let goal = move.to ?? move.path.read(world.scene.value(move.layer, move.path.id))
        let way = goal.way(from: move.from) ?? .zero
        if let share = way.share(of: velocity) { return give(.initialVelocity, share) }
        // A color has no direction: only the component of the velocity toward the new value counts.
        if case .color = move.from { return give(.initialVelocity, way.part(of: velocity)) }
        // Not toward the new value: the velocity keeps its own direction.
        given.append((SpringProperty.velocity.id, move.from.like(move.from, velocity)))
        let settling = Spring(mass: spring[0], stiffness: spring[1], damping: spring[2])
            .settlingDuration(distance: way.length, velocity: velocity.length)
        if options.duration == nil, settling.isFinite {
            // The first property of all.
            given.insert((TimingProperty.duration.id, .number(settling)), at: 0)
        }
    }

    /// Removes implicit animations of the property or parts of it.
    private func removeImplicit(_ path: PropertyPath, of layer: Slot) throws(SceneError) {
        for slot in world.scene.relations.implicitAnimations(of: layer) {
            guard let target = AnimationTarget(slot, world.scene), target.path.id == path.id,
                path.part == nil || target.path.part == path.part
            else { continue }
            try world.scene.objects.remove(slot)
        }
    }

    /// `name`, or `name` with a number appended when it is taken.
    func freeName(_ name: String) -> String {
        let name = name.utf8.count > 100 ? "animation" : name
        if world.scene.names.find(name) == nil { return name }
        func isFree(_ number: Int) -> Bool { world.scene.names.find("\(name).\(number)") == nil }
        for number in 2...16 where isFree(number) { return "\(name).\(number)" }
        // Many exist: find a free number after a taken one by bisection.
        var (taken, free) = (16, 32)
        while !isFree(free) { (taken, free) = (free, free * 2) }
        while free - taken > 1 {
            let middle = (taken + free) / 2
            if isFree(middle) { free = middle } else { taken = middle }
        }
        return "\(name).\(free)"
    }

    /// Animates the open transaction's changes after `mark`: all animatable properties of all layers that it did not
    /// create.
    func animateChanges(duration: Double, timing: TimingFunction, since mark: Int) throws(SceneError) {
        var options = AnimateOptions()
        options.duration = duration
        options.timing = timing
        _ = try animateChanges(options, since: mark)
    }

    /// Like `animateChanges(duration:timing:since:)`, as an animator: the animations belong to it.
    func animateChanges(
        in name: String, timing: TimingFunction, since mark: Int, by principal: Principal
    ) throws(SceneError) {
        guard let animator = world.scene.find(name) else {
            throw ByteView.with(name) { UnknownName.object($0, in: world.scene) }
        }
        guard world.scene.rows[Int(animator)].kind == .animator else {
            throw SceneError(.value, "\"\(name)\" is a \(world.scene.kind(of: animator).name), not an animator")
        }
        try world.componentVerbs.checkPart(animator)
        // An animator that the transaction created belongs to it.
        if !world.scene.transaction.isNew(animator) {
            try world.check(.uses(animator), of: .begin, by: principal)
        }
        var options = AnimateOptions()
        options.timing = timing
        let made = try animateChanges(options, since: mark)
        for slot in made { world.noteMade(slot, by: principal) }
        let id = GroupProperty.animations.id
        var children: [ObjectID] = []
        if case .objects(let known) = world.scene.value(animator, id) { children = known }
        try world.scene.set(animator, id, .objects(children + made.map { world.scene.id(of: $0) }))
        try AnimationWords.check(animator, in: world.scene)
    }

    /// Animates the changes after `mark` with the given options. Returns the animations.
    private func animateChanges(_ options: AnimateOptions, since mark: Int) throws(SceneError) -> [Slot] {
        var made: [Slot] = []
        for (layer, id, before) in world.scene.transaction.valuesBefore(since: mark) {
            let kind = world.scene.kind(of: layer)
            // A parameter that was not set had its default value.
            let old = before == .none && kind[id].isParameter ? kind[id].unset ?? .none : before
            guard kind[id].animates, world.bindings.binding(of: PropertyPath(id), layer) == nil else { continue }
            let isCovered = world.scene.presentation.isCovered(layer, id)
            guard isCovered || world.scene.value(layer, id) != old else { continue }
            let from = isCovered ? world.scene.shown(layer, id) : old
            made.append(try make(Move(layer: layer, path: PropertyPath(id), from: from, model: old), options))
        }
        return made
    }
}

extension World {
    /// Animations created by lines, transactions and styles.
    package var animationVerbs: AnimationVerbs { AnimationVerbs(self) }
}

extension Value {
    /// The value as an animation property; `.none` becomes the value for "not given".
    fileprivate func isGiven(for type: PropertyType) -> Value {
        guard self == .none else { return self }
        return type == .transform ? .transform(.identity) : .list([])
    }

    fileprivate func isFar(from other: Value) -> Bool {
        if case .number(let a) = self, case .number(let b) = other { return abs(a - b) > 1e-9 * max(1, abs(b)) }
        return self != other
    }
}

extension SIMD4<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }

    /// The component of a velocity along this vector, as a fraction of its length per second; 0 for a zero vector.
    fileprivate func part(of velocity: Self) -> Double {
        let share = (velocity * self).sum() / (self * self).sum()
        return share.isFinite ? share : 0
    }

    /// A velocity as a fraction of this vector per second; nil when it has another direction.
    fileprivate func share(of velocity: Self) -> Double? {
        let share = part(of: velocity)
        guard (velocity - self * share).length <= 1e-9 * velocity.length else { return nil }
        return share
    }
}
