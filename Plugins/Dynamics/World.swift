import CChipmunk
import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// A space of Chipmunk's, in the coordinates of a reference layer, that goes on in sub-steps of equal length.
///
/// Sub-steps stand on a grid that begins when the world last began to move; between two, what is seen lies on the line between
/// them. So what is seen at a time does not depend on which other times were looked at.
@safe
final class World {
    /// Seconds of a sub-step.
    static let step = 1.0 / 240
    /// Bodies are held to this speed, in points and radians a second, and parked beyond this place.
    static let mostSpeed = 1e6
    static let mostSpin = 1e4
    static let farthest = 1e9
    /// Items are held to this length of a side, in points.
    static let largest = 1e6
    /// The most items of a world; further ones stay as they are.
    static let mostBodies = 20_000
    /// Scene time that one frame goes on by at most, in seconds: the rest of a longer jump is left out.
    static let longestWay = 60.0
    /// Slower than this, in points a second, for so many seconds, is at rest.
    private static let idleSpeed = 0.5
    private static let idleTime = 0.5

    let object: UInt64
    let space: UnsafeMutablePointer<cpSpace>
    let ground: UnsafeMutablePointer<cpBody>
    var reference: UInt64 = 0
    var isPaused = false { didSet { if isPaused != oldValue { touch() } } }
    private(set) var bounds = Rect(x: 0, y: 0, width: 0, height: 0)
    private(set) var fromRoot = Affine.identity

    private(set) var bodies: [UInt64: Body] = [:]
    private var list: [Body] = []
    private var stale: [Body] = []
    private var staleKnown: Set<Int> = []
    /// Attachments and snaps, in the order in which they were made.
    private var links: [Behavior] = []
    private var staleLinks: Set<UInt64> = []
    private var springs: [PointSpring] = []
    private(set) var collisions: [Collision] = []
    private var parked: [Body] = []
    private var impulses: [(object: UInt64, impulse: Vector)] = []
    private var numbers = 0

    private var origin = 0.0
    private var done = 0
    private var now = 0.0
    private var isTouched = false
    /// False: all is at rest.
    private(set) var moves = false
    /// Of the running sub-step, since the world began to move.
    var time: Double { Double(done) * Self.step }

    private struct Pair: Hashable { let first, second: Int }
    /// How many of their shapes touch, for pairs that do.
    private var touching: [Pair: Int] = [:]
    private var events: [(pair: Pair, contact: Contact)] = unsafe []
    private var handler: UnsafeMutablePointer<cpCollisionHandler>?
    let log: (String) -> Void
    let intern: (String) -> scrim_string

    init(_ object: UInt64, log: @escaping (String) -> Void, intern: @escaping (String) -> scrim_string) {
        unsafe (self.object, self.log, self.intern) = unsafe (object, log, intern)
        unsafe space = Self.silently { unsafe cpSpaceNew() }
        unsafe ground = unsafe cpSpaceGetStaticBody(space)
        unsafe cpSpaceSetIterations(space, 10)
        unsafe cpSpaceSetSleepTimeThreshold(space, Self.idleTime)
        unsafe cpSpaceSetIdleSpeedThreshold(space, Self.idleSpeed)
        unsafe handler = unsafe cpSpaceAddDefaultCollisionHandler(space)
        guard let handler = unsafe handler else { return }
        unsafe handler.pointee.userData = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe handler.pointee.beginFunc = { arbiter, _, data in unsafe World.of(data, arbiter)?.begins(arbiter) ?? 0 }
        unsafe handler.pointee.preSolveFunc = { arbiter, _, _ in unsafe World.mix(arbiter) }
        unsafe handler.pointee.separateFunc = { arbiter, _, data in unsafe World.of(data, arbiter)?.ends(arbiter) }
    }

    /// Chipmunk greets on the standard output, which is not its own: a film may be going there.
    private static func silently<T>(_ body: () -> T) -> T {
        fflush(nil)
        let (output, nowhere) = unsafe (dup(STDOUT_FILENO), open("/dev/null", O_WRONLY | O_CLOEXEC))
        if nowhere >= 0 { dup2(nowhere, STDOUT_FILENO) }
        defer {
            fflush(nil)
            if output >= 0 { dup2(output, STDOUT_FILENO) }
            for descriptor in [output, nowhere] where descriptor >= 0 { close(descriptor) }
        }
        return body()
    }

    deinit {
        // Nobody is told any more.
        unsafe handler?.pointee.separateFunc = { _, _, _ in }
        for link in links { link.clear(in: self) }
        for collision in collisions { collision.clear(in: self) }
        for body in list { unsafe body.remove(from: space) }
        unsafe cpSpaceFree(space)
    }

    func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// Something was changed: it moves, unless it turns out to be at rest.
    func touch() { isTouched = true }

    // MARK: What there is

    /// The reference is there, and as large as this.
    func setFrame(_ item: Item?) {
        bounds = item?.bounds ?? Rect(x: 0, y: 0, width: 0, height: 0)
        fromRoot = item?.inner.inverse ?? .identity
        for collision in collisions { collision.build(in: self) }
        touch()
    }

    func add(_ behavior: Behavior, _ items: (UInt64) -> Item?) {
        for object in behavior.items {
            guard let item = items(object) else { continue }
            guard bodies[object] != nil || bodies.count < Self.mostBodies else {
                log("a world has \(Self.mostBodies) items; further ones do not move")
                break
            }
            let body = bodies[object] ?? make(item)
            let at = body.behaviors.lastIndex { $0.number < behavior.number }.map { $0 + 1 } ?? 0
            body.behaviors.insert(behavior, at: at)
            refresh(body)
        }
        if behavior.isLink {
            let at = links.lastIndex { $0.number < behavior.number }.map { $0 + 1 } ?? 0
            links.insert(behavior, at: at)
            staleLinks.insert(behavior.object)
        }
        if case .collision(let collision) = behavior.rule {
            collisions.append(collision)
            collision.build(in: self)
        }
        touch()
    }

    func remove(_ behavior: Behavior) {
        behavior.clear(in: self)
        if case .collision(let collision) = behavior.rule {
            collision.clear(in: self)
            collisions.removeAll { $0 === collision }
        }
        links.removeAll { $0 === behavior }
        for object in behavior.items {
            guard let body = bodies[object] else { continue }
            body.behaviors.removeAll { $0 === behavior }
            refresh(body)
        }
        touch()
    }

    /// Bodies that no behavior names go.
    func removeUnnamed(_ objects: [UInt64]) {
        var isAny = false
        for object in objects {
            guard let body = bodies[object], body.behaviors.isEmpty else { continue }
            bodies[object] = nil
            isAny = true
            unsafe body.remove(from: space)
        }
        guard isAny else { return }
        list.removeAll { bodies[$0.object] !== $0 }
        stale.removeAll { bodies[$0.object] !== $0 }
    }

    private func make(_ item: Item) -> Body {
        let body = Body(nextNumber(), item, self)
        bodies[item.object] = body
        list.append(body)
        return body
    }

    /// What the body is like has to be read again.
    func refresh(_ body: Body) {
        if staleKnown.insert(body.number).inserted { stale.append(body) }
        touch()
    }

    /// The body went beyond all bounds in this sub-step.
    func park(_ body: Body) { parked.append(body) }

    // MARK: Going on

    private func settle() {
        guard isTouched else { return }
        isTouched = false
        let bodies = stale
        let known = staleKnown
        stale = []
        staleKnown = []
        for body in bodies { body.refresh() }
        for link in links where staleLinks.contains(link.object) || link.items.contains(where: { isIn($0, known) }) {
            link.build(in: self)
        }
        staleLinks = []
        springs = links.compactMap(\.pointSpring)
        for (object, impulse) in impulses { self.bodies[object]?.push(impulse) }
        impulses = []
        if !moves {
            moves = true
            (origin, done) = (now, 0)
        }
    }

    private func isIn(_ object: UInt64, _ known: Set<Int>) -> Bool {
        bodies[object].map { known.contains($0.number) } ?? false
    }

    /// Pushes items once, before the next sub-step. In units of mass · points/s.
    func push(_ objects: [UInt64], _ impulse: Vector) {
        impulses += objects.map { ($0, impulse) }
        touch()
    }

    /// Scene time when the world is made.
    func start(at time: Double) { now = time }

    /// Goes on to a scene time; `report` gets what moved.
    func advance(to time: Double, _ report: (Motion) -> Void) {
        settle()
        let before = now
        now = max(now, time)
        guard moves else { return }
        if isPaused {
            origin += now - before
            return
        }
        // What was passed without a sub-step is left out, in whole sub-steps.
        let most = Self.longestWay / Self.step
        let ahead = ((now - origin) / Self.step).rounded(.down) - Double(done) - most
        if ahead > 0 { origin += ahead * Self.step }
        let passed = (now - origin) / Self.step
        let goal = Int((passed + 1e-6).rounded(.down))
        while done < goal { makeStep() }
        let rest = passed - Double(done)
        let late = rest < 1e-6 ? 0 : rest * Self.step
        var isAwake = false
        for body in list {
            if let motion = body.motion(late: late) { report(motion) }
            isAwake = isAwake || !(body.isStatic || body.isAsleep)
        }
        moves = isAwake
    }

    private func makeStep() {
        for spring in springs { spring.act() }
        unsafe cpSpaceStep(space, Self.step)
        done += 1
        for body in parked {
            body.park()
            refresh(body)
            log("item \(body.object) went beyond \(Self.farthest) points and stays where it was")
        }
        if !parked.isEmpty {
            parked.removeAll(keepingCapacity: true)
            // Before the next sub-step: what joins nothing but parked bodies goes.
            settle()
        }
        sortEvents()
    }

    // MARK: Touching

    /// The world, unless it is being taken down.
    private static func of(_ data: UnsafeMutableRawPointer?, _ arbiter: UnsafeMutablePointer<cpArbiter>?) -> World? {
        unsafe data.map { unsafe Unmanaged<World>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func solids(_ arbiter: UnsafeMutablePointer<cpArbiter>?) -> (Solid, Solid)? {
        var (a, b): (UnsafeMutablePointer<cpShape>?, UnsafeMutablePointer<cpShape>?) = (nil, nil)
        unsafe cpArbiterGetShapes(arbiter, &a, &b)
        guard let first = unsafe cpShapeGetUserData(a), let second = unsafe cpShapeGetUserData(b) else { return nil }
        let one = unsafe Unmanaged<Solid>.fromOpaque(first).takeUnretainedValue()
        let two = unsafe Unmanaged<Solid>.fromOpaque(second).takeUnretainedValue()
        return one.number < two.number ? (one, two) : (two, one)
    }

    /// The behavior by which two may touch.
    private static func rule(_ a: Solid, _ b: Solid) -> Collision? {
        if let a = a as? Body, let b = b as? Body {
            return a.collisions.first { one in one.joinsItems && b.collisions.contains { $0 === one } }
        }
        guard let body = a as? Body ?? b as? Body, let edge = a as? Edge ?? b as? Edge else { return nil }
        return body.collisions.first { $0 === edge.collision && $0.hasBoundaries }
    }

    private func begins(_ arbiter: UnsafeMutablePointer<cpArbiter>?) -> cpBool {
        guard let (a, b) = unsafe Self.solids(arbiter), let rule = Self.rule(a, b) else { return 0 }
        let pair = Pair(first: a.number, second: b.number)
        touching[pair, default: 0] += 1
        if touching[pair] == 1 { unsafe note(pair, a, b, rule, cpArbiterGetPointA(arbiter, 0), began: true) }
        return 1
    }

    private func ends(_ arbiter: UnsafeMutablePointer<cpArbiter>?) {
        guard let (a, b) = unsafe Self.solids(arbiter) else { return }
        let pair = Pair(first: a.number, second: b.number)
        guard let count = touching[pair] else { return }
        if count > 1 {
            touching[pair] = count - 1
            return
        }
        touching[pair] = nil
        guard let body = a as? Body ?? b as? Body, let rule = Self.rule(a, b) else { return }
        note(pair, a, b, rule, body.position, began: false)
    }

    private func note(_ pair: Pair, _ a: Solid, _ b: Solid, _ rule: Collision, _ point: Vector, began: Bool) {
        guard let first = a as? Body ?? b as? Body, unsafe events.count < 65_536 else { return }
        let second = a is Body ? b as? Body : nil
        let edge = b as? Edge ?? a as? Edge
        let name = if let edge { unsafe intern(edge.name) } else { unsafe scrim_string() }
        unsafe events.append(
            (
                pair,
                Contact(
                    behavior: rule.object, first: first.object, second: second?.object ?? 0, boundary: name,
                    point: first.inParent(point).point, began: began ? 1 : 0, reserved: 0)
            ))
    }

    /// Events come in an order of their own, not in that of addresses.
    private var sorted = 0
    private func sortEvents() {
        guard unsafe events.count > sorted + 1 else {
            sorted = unsafe events.count
            return
        }
        unsafe events[sorted...].sort { unsafe ($0.pair.first, $0.pair.second) < ($1.pair.first, $1.pair.second) }
        sorted = unsafe events.count
    }

    func takeContacts(_ body: (Contact) -> Void) {
        for at in unsafe events.indices { unsafe body(events[at].contact) }
        unsafe events.removeAll(keepingCapacity: true)
        sorted = 0
    }

    /// How two surfaces are together: the livelier bounces, friction is the geometric mean; boundaries are like what they meet.
    private static func mix(_ arbiter: UnsafeMutablePointer<cpArbiter>?) -> cpBool {
        guard let (a, b) = unsafe solids(arbiter) else { return 1 }
        let (one, two) = ((a as? Body ?? b as? Body)?.traits, (b as? Body ?? a as? Body)?.traits)
        guard let one, let two else { return 1 }
        unsafe cpArbiterSetRestitution(arbiter, max(one.elasticity, two.elasticity))
        unsafe cpArbiterSetFriction(arbiter, (one.friction * two.friction).squareRoot())
        return 1
    }

    // MARK: Sweeping

    private final class Sweep {
        let body: Body
        var part = 2.0
        init(_ body: Body) { self.body = body }
    }

    /// How far the middle of a body gets on its way before it meets a boundary, as a part of it; nil when it meets none.
    func sweep(_ body: Body, _ from: Vector, _ to: Vector) -> Double? {
        let sweep = Sweep(body)
        let mask = body.collisions.reduce(UInt32(0)) { $0 | ($1.hasBoundaries ? $1.boundaryBit : 0) }
        unsafe cpSpaceSegmentQuery(
            space, from, to, 0, cpShapeFilter(group: 0, categories: Collision.item, mask: mask),
            { shape, _, _, part, data in
                guard let data = unsafe data, let user = unsafe cpShapeGetUserData(shape) else { return }
                let sweep = unsafe Unmanaged<Sweep>.fromOpaque(data).takeUnretainedValue()
                let solid = unsafe Unmanaged<Solid>.fromOpaque(user).takeUnretainedValue()
                if World.rule(sweep.body, solid) != nil { sweep.part = min(sweep.part, part) }
            }, unsafe Unmanaged.passUnretained(sweep).toOpaque())
        return sweep.part <= 1 ? sweep.part : nil
    }
}
