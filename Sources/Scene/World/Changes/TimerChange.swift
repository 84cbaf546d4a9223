import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `every` and `after`: create a timer that runs lines at scene times.
struct TimerChange: SceneChange {
    private let words: TimerCommand
    private let repeats: Bool
    /// The layer to which the lines are limited.
    private let scope: ObjectID?
    /// The instance on whose behalf the line is run.
    private let owner: Slot?
    private let name: String
    /// The instance's existing timer with this name, which the line changes.
    private let known: Slot?

    init(_ words: TimerCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        try TimerWords.check(words, of: verb, in: world.scene)
        (self.words, repeats) = (words, verb == .every)
        scope = try words.scope.map { (name) throws(SceneError) in
            guard let layer = world.scene.find(name) else { throw UnknownName.object(name, in: world.scene) }
            guard world.scene.isLayer(layer) else {
                throw SceneError(.value, "scope: \(ValueSyntax.quote(name)) is no layer")
            }
            return world.scene.id(of: layer)
        }
        let scene = world.scene
        let isInside = world.context.making != nil || world.context.isInside
        owner = isInside ? scene.components.lineOwner.flatMap { scene.slot(of: $0) } : nil
        let prefix = owner.map { scene.name(of: $0) } ?? ""
        name =
            words.name.map { $0[0] == UInt8(ascii: ".") ? prefix + $0.string : $0.string }
            ?? Self.freeName(prefix, in: scene)
        if let owner, let slot = scene.find(name), scene.components.timers(of: owner).contains(slot) {
            known = slot
        } else {
            known = nil
        }
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        if known == nil { try visit(.makes(1, .timers)) }
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        let scene = world.scene
        let interval = words.interval.seconds
        let slot = try world.atomically { () throws(SceneError) -> Slot in
            let slot: Slot
            if let known { slot = known } else { slot = try scene.objects.create(name, .timer) }
            func set(_ property: TimerProperty, _ value: Value) throws(SceneError) {
                try scene.set(slot, property.id, value)
            }
            try set(.interval, .number(interval))
            try set(.repeats, .boolean(repeats))
            try set(.lines, .string(words.lines.string))
            let align: TimerProperty.Align = words.align == .wall ? .wall : .scene
            try set(.align, .choice(align.rawValue))
            try set(.isPaused, .boolean(words.isPaused))
            try set(.scope, scope.map { .object($0) } ?? principal.access.scope)
            try principal.access.confine(slot, in: scene)
            let left = words.left?.seconds
            if words.isPaused {
                scene.times.stampTimer(slot, next: nil, left: left ?? interval)
            } else if let left {
                scene.times.stampTimer(slot, next: world.time + left)
            } else {
                scene.times.stampTimer(
                    slot,
                    next: align == .wall
                        ? world.clock.aligned(interval, from: world.time) : world.time + interval)
            }
            try scene.relations.checkTimers()
            if owner != nil, known == nil { world.componentVerbs.adopt(slot, about: slot) }
            return slot
        }
        if known == nil { world.noteMade(slot, by: principal) }
        return .done
    }

    /// First free name of `timer1`, `timer2`, …, or one after many taken numbers. For an instance: `INSTANCE.timer1`.
    private static func freeName(_ instance: String, in scene: Scene) -> String {
        let name = instance.isEmpty ? "timer" : instance + ".timer"
        func isFree(_ number: Int) -> Bool { scene.names.find("\(name)\(number)") == nil }
        for number in 1...16 where isFree(number) { return "\(name)\(number)" }
        var (taken, free) = (16, 32)
        while !isFree(free) { (taken, free) = (free, free * 2) }
        while free - taken > 1 {
            let middle = (taken + free) / 2
            if isFree(middle) { free = middle } else { taken = middle }
        }
        return "\(name)\(free)"
    }
}
