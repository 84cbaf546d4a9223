import Expressions
import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// A behavior as it was last told, in its world.
final class Behavior {
    enum Rule {
        case gravity(Vector)
        case collision(Collision)
        case attachment(Joint)
        case snap(point: Vector, damping: Double)
        case push(Push)
        case body(Body.Traits)
        case field(Field)
        case itemGroup
        case nothing
    }

    let object: UInt64
    /// Counts up as behaviors are made.
    let number: Int
    unowned let world: World
    var items: [UInt64]
    let rule: Rule
    private(set) var pointSpring: PointSpring?
    private(set) var lineSpring: LineSpring?

    init(_ object: UInt64, _ number: Int, _ world: World, _ items: [UInt64], _ rule: Rule) {
        (self.object, self.number, self.world, self.items, self.rule) = (object, number, world, items, rule)
    }

    /// True for a behavior that links bodies to something.
    var isLink: Bool {
        switch rule {
        case .attachment, .snap: true
        default: false
        }
    }

    /// Makes the links of bodies anew.
    func build(in world: World) {
        switch rule {
        case .attachment(let joint):
            joint.build(in: world)
            (pointSpring, lineSpring) = (joint.pointSpring, joint.lineSpring)
        case .snap(let point, let damping):
            pointSpring = items.first.flatMap { world.bodies[$0] }.map {
                PointSpring(
                    body: $0, offset: $0.inBody(.zero, of: items[0]), other: nil, end: point, turns: true,
                    spring: Spring(frequency: Self.snapFrequency, damping: damping))
            }
        default: break
        }
    }

    func clear(in world: World) {
        if case .attachment(let joint) = rule { joint.clear(in: world) }
        (pointSpring, lineSpring) = (nil, nil)
    }

    /// Of snaps, in Hz.
    private static let snapFrequency = 3.0
}

/// Keeps the worlds, and their bodies.
@safe
final class Engine: BehaviorEngine {
    static let kinds = Schemas.all

    private let host: Host
    private var worlds: [World] = []
    private var behaviors: [UInt64: Behavior] = [:]
    private var items: [UInt64: Item] = [:]
    /// Worlds whose objects are gone.
    private var gone: Set<UInt64> = []
    private var numbers = 0
    /// Names that contacts lend to the host.
    private var names: [String: scrim_string] = unsafe [:]
    /// Seconds left out by the last step, of the world that left out most.
    private(set) var skipped = 0.0
    private var budget = WorkBudget()
    /// The world that begins: the first one that had nothing left of the budget.
    private var first = 0
    private(set) var motions = unsafe UnsafeBufferPointer<Motion>(start: nil, count: 0)
    private(set) var contacts = unsafe UnsafeBufferPointer<Contact>(start: nil, count: 0)
    private var motionStore = Store<Motion>()
    private var contactStore = unsafe Store<Contact>()

    init(host: Host) { self.host = host }

    deinit {
        unsafe names.values.forEach { unsafe $0.bytes?.deallocate() }
    }

    // MARK: What there is

    func place(_ item: Item) {
        items[item.object] = item
        for world in worlds {
            if world.reference.object == item.object { world.setReference(item.object, item) }
            world.bodies[item.object]?.place(item)
        }
    }

    func remove(_ object: UInt64) {
        if let behavior = behaviors.removeValue(forKey: object) {
            behavior.world.remove(behavior)
            behavior.world.removeUnnamed(behavior.items)
        } else if items.removeValue(forKey: object) == nil {
            gone.insert(object)
        }
        // A world goes with the last of its behaviors.
        guard !gone.isEmpty else { return }
        let used = Set(behaviors.values.map(\.world.object))
        worlds.removeAll { gone.contains($0.object) && !used.contains($0.object) }
        gone.formIntersection(worlds.map(\.object))
    }

    func change(_ kind: Int, _ properties: Properties) {
        guard let kind = Kind(rawValue: kind) else { return }
        let object = properties.object
        if kind == .world {
            let world = world(object)
            let reference = properties.objects(Schemas.SharedKey.reference).first ?? 0
            if reference != world.reference.object {
                world.setReference(reference, items[reference])
                for body in world.bodies.keys.sorted() { if let item = items[body] { world.bodies[body]?.place(item) } }
            }
            world.go(
                at: properties.number(Schemas.SharedKey.speed), isPaused: properties.boolean(Schemas.SharedKey.paused))
            return
        }
        let world = world(properties.objects(CommonKey.world).first ?? 0)
        let old = behaviors[object]
        numbers += 1
        let number = old?.number ?? numbers
        let (named, rule) = read(kind, properties, number, in: world)
        if case .field(let field) = rule {
            if case .field(let before)? = old?.rule { field.seed = before.seed } else { field.seed = nextSeed }
        }
        let new = Behavior(object, number, world, named, rule)
        if case .attachment(let joint) = rule, case .attachment(let before)? = old?.rule { joint.takeOver(before) }
        if kind == .push { usePush(new, properties) }
        // First in, then out: what stays an item keeps its motion.
        behaviors[object] = new
        // What leaves a group goes on by itself, before others come.
        if kind == .itemGroup, let old { old.world.remove(old) }
        world.add(new) { items[$0] }
        if let old {
            if kind != .itemGroup { old.world.remove(old) }
            old.world.removeUnnamed(old.items)
        }
        if case .attachment(let joint) = rule { setLength(joint, world, properties) }
    }

    private func world(_ object: UInt64) -> World {
        if let world = worlds.first(where: { $0.object == object }) { return world }
        let world = unsafe World(
            object, log: { [host] in host.log(.warning, $0) }, intern: { [unowned self] in unsafe intern($0) })
        worlds.append(world)
        world.start(at: now)
        world.setReference(0, items[0])
        return world
    }

    private func read(
        _ kind: Kind, _ properties: Properties, _ number: Int, in world: World
    ) -> (items: [UInt64], rule: Behavior.Rule) {
        let items = properties.objects(CommonKey.items)
        switch kind {
        case .world: return ([], .nothing)
        case .gravity:
            let direction =
                properties.optionalNumber(Schemas.GravityKey.angle).map { Vector(x: cos($0), y: sin($0)) }
                ?? Vector(properties.point(Schemas.GravityKey.direction))
            return (items, .gravity(direction * (properties.number(Schemas.GravityKey.magnitude) * 1000)))
        case .collision: return (items, .collision(Collision(properties.object, number, properties)))
        case .attachment:
            let joint = Joint(properties)
            return ([joint.item, joint.to ?? 0].filter { $0 != 0 }, .attachment(joint))
        case .snap:
            return (
                properties.objects(Schemas.SnapKey.item),
                .snap(
                    point: Vector(properties.point(Schemas.SnapKey.point)),
                    damping: properties.number(Schemas.SnapKey.damping))
            )
        case .push:
            let isActive = properties.boolean(Schemas.PushKey.active) && properties.choice(Schemas.PushKey.mode) == 0
            return (items, isActive ? .push(Push(properties)) : .nothing)
        case .body: return (items, .body(Self.traits(properties)))
        case .field: return (items, .field(Field(properties, seed: 1)))
        case .itemGroup: return (items, .itemGroup)
        }
    }

    /// A push that is over at once acts when it becomes active.
    private func usePush(_ behavior: Behavior, _ properties: Properties) {
        guard properties.boolean(Schemas.PushKey.active) else { return }
        switch properties.choice(Schemas.PushKey.mode) {
        case 1: behavior.world.kick(behavior.items, .push(Push(properties)))
        case 2, 3:
            let linear = Vector(properties.point(Schemas.PushKey.velocity))
            let angular = properties.number(Schemas.PushKey.angularVelocity).held(to: Simulation.mostSpin)
            let sets = properties.choice(Schemas.PushKey.mode) == 2
            behavior.world.kick(behavior.items, sets ? .velocity(linear, angular) : .add(linear, angular))
        default: return
        }
        properties.set(Schemas.PushKey.active, 0)
    }

    /// The length that was not given is the present one, for good.
    private func setLength(_ joint: Joint, _ world: World, _ properties: Properties) {
        guard joint.length < 0 else { return }
        guard let body = world.bodies[joint.item],
            let length = joint.distance(body, joint.to.flatMap { world.bodies[$0] })
        else { return }
        joint.length = length
        properties.set(Schemas.AttachmentKey.length, length)
    }

    private static func traits(_ properties: Properties) -> Body.Traits {
        typealias Key = Schemas.BodyKey
        return Body.Traits(
            elasticity: min(properties.number(Key.elasticity), 10), friction: min(properties.number(Key.friction), 1e6),
            density: properties.number(Key.density), resistance: properties.number(Key.resistance),
            angularResistance: properties.number(Key.angularResistance),
            allowsRotation: properties.boolean(Key.allowsRotation), isAnchored: properties.boolean(Key.isAnchored),
            charge: properties.number(Key.charge), form: Int(properties.choice(Key.collisionBoundsType)),
            outline: properties.path(Key.path).map(Outline.convexParts) ?? [])
    }

    private func intern(_ name: String) -> scrim_string {
        if let known = unsafe names[name] { return unsafe known }
        let bytes = Array(name.utf8)
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, bytes.count))
        for (at, byte) in bytes.enumerated() { unsafe memory[at] = CChar(bitPattern: byte) }
        let text = unsafe scrim_string(bytes: memory, length: UInt64(bytes.count))
        unsafe names[name] = unsafe text
        return unsafe text
    }

    static func refusal(of text: String, _ kind: Int, _ number: Int) -> String? {
        guard kind == Kind.field.rawValue, number == Schemas.FieldKey.acceleration.rawValue, !text.isEmpty else {
            return nil
        }
        do throws(ExpressionError) {
            _ = try Formula(text)
            return nil
        } catch {
            return error.description
        }
    }

    func velocity(of item: UInt64) -> Velocity? {
        guard let world = world(of: item) else { return nil }
        if !world.resumed.isEmpty { world.settle() }
        return world.bodies[item]?.velocity(of: item)
    }

    private func world(of item: UInt64) -> World? { worlds.first { $0.bodies[item] != nil } }

    func motion(of object: UInt64) -> [Double] {
        if let behavior = behaviors[object] {
            switch behavior.rule {
            case .attachment(let joint): return joint.motion
            // With it, what makes further ones others.
            case .field(let field): return [Double(field.seed), Double(numbers)]
            default: return []
            }
        }
        return world(of: object)?.motion(of: object) ?? []
    }

    /// The seed of a further field: another one than those of all that there are, on which alone it depends, so that fields that are gone
    /// make no difference.
    private var nextSeed: UInt64 {
        var last: UInt64 = 0
        for behavior in behaviors.values {
            if case .field(let field) = behavior.rule { last = max(last, field.seed) }
        }
        return last &+ 1
    }

    func resume(_ object: UInt64, _ motion: [Double]) {
        if let behavior = behaviors[object] {
            switch behavior.rule {
            case .attachment(let joint):
                joint.resume(motion)
                behavior.world.links.renew(behavior)
                behavior.world.touch()
            case .field(let field):
                guard motion.count == 2, let seed = UInt64(exactly: motion[0]), let count = Int(exactly: motion[1])
                else { return }
                field.seed = seed
                numbers = max(numbers, min(count, 1 << 53))
            default: return
            }
        } else {
            world(of: object)?.resume(object, motion)
        }
    }

    // MARK: Going on

    private var now = 0.0

    func step(to time: Double) -> Bool {
        now = max(now, time)
        motionStore.removeAll()
        unsafe contactStore.removeAll()
        skipped = 0
        budget.advance(to: now)
        let count = worlds.count
        let begin = count > 0 ? first % count : 0
        first = 0
        for turn in 0..<count {
            let at = (begin + turn) % count
            // Each gets an equal share of what is left; there is none when one sub-step took more than all had.
            let share = max(0, budget.units) / (count - turn)
            if share == 0, first == 0 { first = at }
            let result = worlds[at].advance(to: now, units: share) { motionStore.append($0) }
            budget.use(result.units)
            skipped = max(skipped, result.skipped)
        }
        for world in worlds { unsafe world.contacts.take { unsafe contactStore.append($0) } }
        unsafe (motions, contacts) = unsafe (motionStore.all, contactStore.all)
        return worlds.contains { $0.moves && !$0.isPaused }
    }
}

/// Memory for plain values that is kept from step to step.
@safe
private struct Store<Element: BitwiseCopyable>: ~Copyable {
    private var memory: UnsafeMutablePointer<Element>?
    private var capacity = 0
    private var count = 0

    mutating func removeAll() { count = 0 }

    mutating func append(_ element: Element) {
        if count == capacity {
            let more = UnsafeMutablePointer<Element>.allocate(capacity: max(64, capacity * 2))
            if let memory = unsafe memory {
                unsafe more.update(from: memory, count: count)
                unsafe memory.deallocate()
            }
            unsafe memory = unsafe more
            capacity = max(64, capacity * 2)
        }
        unsafe memory?[count] = element
        count += 1
    }

    var all: UnsafeBufferPointer<Element> { unsafe UnsafeBufferPointer(start: memory, count: count) }

    deinit { unsafe memory?.deallocate() }
}
