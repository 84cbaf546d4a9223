import Animation
import Expressions
import Geometry
import LineProtocol
import Living
import Scene

/// `every` and `after`: lines that are run at scene times.
package struct TimerVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Makes a timer. `repeats`: `every`.
    func makeTimer(_ command: Command, by principal: Principal, repeats: Bool) throws(SceneError) {
        let words = try TimerWords(command, in: world.scene)
        var scope = principal.access.scope
        if let name = words.scope {
            guard let layer = world.scene.find(name) else { throw UnknownName.object(name, in: world.scene) }
            guard world.scene.isLayer(layer) else {
                throw SceneError(.value, "scope: \(ValueSyntax.quote(name)) is no layer")
            }
            scope = .object(world.scene.id(of: layer))
        }
        try world.checkRoom(by: principal, of: .timers)
        let name = words.name?.string ?? freeTimerName
        let slot = try world.atomically { () throws(SceneError) -> Slot in
            let slot = try world.scene.objects.create(name, .timer)
            func set(_ property: TimerProperty, _ value: Value) throws(SceneError) {
                try world.scene.set(slot, property.id, value)
            }
            try set(.interval, .number(words.interval))
            try set(.repeats, .boolean(repeats))
            try set(.lines, .string(words.lines))
            try set(.align, .choice(words.align.rawValue))
            try set(.isPaused, .boolean(words.isPaused))
            try set(.scope, scope)
            try world.reactionVerbs.confine(slot, to: principal)
            if words.isPaused {
                world.scene.times.stampTimer(slot, next: nil, left: words.left ?? words.interval)
            } else if let left = words.left {
                world.scene.times.stampTimer(slot, next: world.time + left)
            } else {
                world.scene.times.stampTimer(
                    slot,
                    next: words.align == .wall ? aligned(words.interval, from: world.time) : world.time + words.interval
                )
            }
            try world.scene.relations.checkTimers()
            if world.context.making != nil || world.context.isInside { world.componentVerbs.adopt(slot, about: slot) }
            return slot
        }
        world.noteMade(slot, by: principal)
    }

    /// The scene time at which wall-clock time is the next multiple of `interval` behind the scene time `now`. `slack`: a multiple that is
    /// so near has been met, by a clock that is being brought to the right time.
    func aligned(_ interval: Double, from now: Double, slack: Double = 0) -> Double {
        TimerSchedule.aligned(
            interval: interval, now: now, wall: world.wall.isManual() ? now : world.wall.clock() + (now - world.time),
            slack: slack)
    }

    /// `timer1`, `timer2`, …: the first that is free, or one behind many that are taken.
    private var freeTimerName: String {
        func isFree(_ number: Int) -> Bool { world.scene.names.find("timer\(number)") == nil }
        for number in 1...16 where isFree(number) { return "timer\(number)" }
        var (taken, free) = (16, 32)
        while !isFree(free) { (taken, free) = (free, free * 2) }
        while free - taken > 1 {
            let middle = (taken + free) / 2
            if isFree(middle) { free = middle } else { taken = middle }
        }
        return "timer\(free)"
    }
}

extension World {
    /// `every` and `after`: lines that are run at scene times.
    package var timerVerbs: TimerVerbs { TimerVerbs(self) }
}
