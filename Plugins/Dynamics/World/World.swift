import CBox2D
import ScrimPluginABI
import ScrimPluginKit

/// A space of Box2D's, in the coordinates of a reference layer, that goes on in sub-steps of equal length.
///
/// Sub-steps stand on a grid that begins when the world last began to move; between two, positions lie on the line between
/// them. So the state seen at a time does not depend on which other times were looked at.
@safe
final class World {
    /// Sub-steps between two counts of crowds.
    private static let crowdInterval = 4

    let object: UInt64
    let space = Space()
    let contacts: ContactLog
    let log: (String) -> Void
    private(set) var isPaused = false
    private(set) var reference = Reference()
    var roster = Roster()
    var links = Links()
    private(set) var collisions: [Collision] = []
    private var kicks: [(objects: [UInt64], kick: Kick)] = []
    private var numbers = 0
    var clock = WorldClock()
    private var activity = Activity.resting
    /// Motions with which bodies go on, when all that was touched is taken up.
    var resumed: [(item: UInt64, motion: BodyMotion)] = []

    /// Units of work of the running sub-step that were done by bodies.
    var work = 0

    /// The layer whose coordinates count.
    struct Reference {
        var object: UInt64 = 0
        var bounds = Rect(x: 0, y: 0, width: 0, height: 0)
        var fromRoot = Affine.identity
    }

    private enum Activity {
        /// Nothing moves until something is touched.
        case resting
        /// Something was changed; it moves, unless it turns out to be at rest. `moved`: it did before.
        case touched(moved: Bool)
        case moving
    }

    init(_ object: UInt64, log: @escaping (String) -> Void, intern: @escaping (String) -> scrim_string) {
        (self.object, self.log) = (object, log)
        contacts = unsafe ContactLog(space, intern: intern)
    }

    deinit {
        // All else goes with the space.
        links.clear(in: self)
    }

    func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// Something was changed: it moves, unless it turns out to be at rest.
    func touch() {
        switch activity {
        case .resting: activity = .touched(moved: false)
        case .moving: activity = .touched(moved: true)
        case .touched: break
        }
    }

    /// False: all is at rest.
    var moves: Bool {
        switch activity {
        case .resting, .touched(moved: false): false
        case .moving, .touched(moved: true): true
        }
    }

    /// By item.
    var bodies: [UInt64: Body] { roster.byItem }
    /// Time of the running sub-step, in seconds since the world began to move.
    var time: Double { clock.time }

    // MARK: What there is

    /// The reference is this object, there, and as large as this.
    func setReference(_ object: UInt64, _ item: Item?) {
        reference = Reference(object: object)
        if let item { (reference.bounds, reference.fromRoot) = (item.bounds, item.inner.inverse) }
        for collision in collisions { collision.build(in: self) }
        touch()
    }

    func add(_ behavior: Behavior, _ items: (UInt64) -> Item?) {
        if case .itemGroup = behavior.rule {
            join(behavior, items)
        } else {
            for object in behavior.items {
                guard let item = items(object) else { continue }
                guard let body = bodies[object] ?? make(item) else { break }
                body.add(behavior)
                refresh(body)
            }
        }
        if behavior.isLink { links.add(behavior) }
        if case .collision(let collision) = behavior.rule {
            collisions.append(collision)
            collision.build(in: self)
        }
        touch()
    }

    func remove(_ behavior: Behavior) {
        behavior.clear(in: self)
        if case .itemGroup = behavior.rule { part(behavior) }
        if case .collision(let collision) = behavior.rule {
            collision.clear(in: self)
            collisions.removeAll { $0 === collision }
        }
        links.remove(behavior)
        for object in behavior.items {
            guard let body = bodies[object] else { continue }
            body.behaviors.removeAll { $0 === behavior }
            refresh(body)
        }
        touch()
    }

    /// Removes bodies of `items` that no behavior names.
    func removeUnnamed(_ items: [UInt64]) {
        for body in roster.removeUnnamed(items) { body.remove() }
    }

    /// Segments of all boundaries but `bounds`.
    var segments: Int { collisions.reduce(0) { $0 + $1.segments } }

    /// A new body; nil where the world is full.
    func make(_ item: Item) -> Body? {
        guard bodies.count < Simulation.mostBodies else {
            log("a world has \(Simulation.mostBodies) items; further ones do not move")
            return nil
        }
        guard space.isThere else {
            log("there are too many worlds; in further ones nothing moves")
            return nil
        }
        let body = Body(nextNumber(), item, self)
        roster.add(body)
        return body
    }

    /// The body's properties have to be read again.
    func refresh(_ body: Body) {
        roster.refresh(body)
        touch()
    }

    /// The body went beyond all bounds in this sub-step.
    func park(_ body: Body) { roster.lose(body) }

    // MARK: Going on

    /// Takes up the touched objects.
    func settle() {
        guard case .touched(let moved) = activity else { return }
        let (stale, numbers) = roster.takeStale()
        for body in stale { body.refresh() }
        roster.thinCrowds(changed: stale)
        var links = links
        links.settle(in: self, changed: numbers)
        self.links = links
        if !moved { clock.begin() }
        // What goes on as it did feels what came later.
        let rests = !resumed.isEmpty && !takeUpResumed(moved: moved) && kicks.isEmpty
        for (objects, kick) in kicks {
            // The items of a group are one body.
            var taken: Set<Int> = []
            for body in objects.compactMap({ bodies[$0] }) where taken.insert(body.number).inserted { body.take(kick) }
        }
        kicks = []
        // What sleeps together wakes together.
        for body in roster.all where body.isAsleep { body.state.isAsleep = !b2Body_IsAwake(body.raw) }
        activity = rests ? .resting : .moving
    }

    /// Changes velocities of items once, before the next sub-step.
    func kick(_ objects: [UInt64], _ kick: Kick) {
        kicks.append((objects, kick))
        touch()
    }

    /// How fast it goes on, in seconds of its own for a second of scene time; 0 as paused.
    func go(at speed: Double, isPaused: Bool) {
        if speed > 0 { clock.setRate(speed) }
        let stands = isPaused || speed <= 0
        if stands != self.isPaused { touch() }
        self.isPaused = stands
    }

    /// Scene time when the world is made.
    func start(at time: Double) { clock.start(at: time) }

    /// Goes on to a scene time, as long as there are units of work left when a sub-step begins; `report` gets the moved objects.
    ///
    /// Where no time has passed, bodies are where they were put. Returns the units used, and the seconds left out: whole sub-steps.
    func advance(
        to time: Double, units: Int, _ report: (Motion) -> Void
    ) -> (units: Int, skipped: Double) {
        settle()
        let passed = clock.advance(to: time)
        guard moves else { return (0, 0) }
        if isPaused {
            clock.skip(passed)
            return (0, 0)
        }
        let due = clock.due
        let most = Int(Simulation.longestWay / Simulation.step)
        var (made, used) = (0, 0)
        while made < min(due, most), used < units {
            used += makeStep()
            made += 1
        }
        let skipped = Double(due - made) * Simulation.step / clock.rate
        clock.skip(skipped)
        let late = clock.rest
        for body in roster.all {
            if !body.members.isEmpty {
                body.reportGroup(late: late, report)
            } else if passed > 0, let motion = body.motion(late: late) {
                report(motion)
            }
        }
        activity = isAwake ? .moving : .resting
        return (used, skipped)
    }

    /// Seconds since the last sub-step; 0 while nothing moves.
    var late: Double { moves ? clock.rest : 0 }

    /// Something moves.
    var isAwake: Bool { roster.all.contains(where: \.isMoving) }

    /// Makes a sub-step; its units of work.
    private func makeStep() -> Int {
        work = 0
        if clock.done % Self.crowdInterval == 0 { roster.thinCrowds() }
        for spring in links.springs { spring.act() }
        for body in roster.all where body.isMoving { body.advance() }
        links.pull()
        for body in roster.all where body.isMoving { work += body.takeDrive() }
        links.damp()
        for body in roster.all where body.isMoving { body.tellForce() }
        space.step()
        clock.count()
        contacts.takeUp()
        takeUpMotion()
        let lost = roster.takeLost()
        for body in lost {
            body.park()
            refresh(body)
            log("item \(body.object) went beyond \(Simulation.farthest) points and stays where it was")
        }
        // Before the next sub-step: what joins nothing but parked bodies goes.
        if !lost.isEmpty { settle() }
        return work + Work.step + links.count * Work.constraint + space.contacts * Work.contact
    }

    private func takeUpMotion() {
        let events = unsafe b2World_GetBodyEvents(space.id)
        for at in unsafe 0..<Int(events.moveCount) {
            guard let event = unsafe events.moveEvents?[at], let user = unsafe event.userData else { continue }
            unsafe Unmanaged<Solid>.fromOpaque(user).takeUnretainedValue().body?.takeUp(
                event.transform, fellAsleep: event.fellAsleep)
        }
    }
}
