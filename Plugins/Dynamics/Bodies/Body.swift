import CBox2D
import ScrimPluginABI
import ScrimPluginKit

/// An item in a world.
///
/// A mass of 1 is 100 × 100 points of density 1.
@safe
final class Body: Solid {
    unowned let world: World
    override var body: Body? { self }
    private(set) var raw = b2_nullBodyId
    var state = BodyState()
    /// As it was placed or reported last.
    private(set) var item: Item
    var object: UInt64 { item.object }
    private(set) var frame = ItemFrame()
    /// The other items of its group.
    var members: [GroupMember] = []

    /// The behaviors that name it, or an item of its group, in the order in which they were made.
    var behaviors: [Behavior] = []
    private(set) var traits = Traits()
    private(set) var mass = 1.0
    private(set) var drive = Drive()
    /// The collisions that it is part of.
    private(set) var collisions: [Collision] = []
    private var shell = Shell()
    /// Went beyond all bounds, and stays where it was before.
    private(set) var isParked = false
    /// Too many overlap: it touches nothing until there is room.
    private(set) var isCrowded = false

    init(_ number: Int, _ item: Item, _ world: World) {
        self.item = item
        self.world = world
        super.init(number)
        place(item)
    }

    /// Takes the body out of its space, with the joints that hold it.
    func remove() {
        removeShapes()
        if b2Body_IsValid(raw) { b2DestroyBody(raw) }
        raw = b2_nullBodyId
    }

    // MARK: Where it is

    var size: Vector {
        Vector(x: abs(item.bounds.width) * frame.scale, y: abs(item.bounds.height) * frame.scale).held(
            to: Simulation.largest)
    }
    var position: Vector { members.isEmpty ? state.place : state.origin }
    var angle: Double { state.angle }
    var isStatic: Bool { traits.isAnchored || isParked }
    var isAsleep: Bool { state.isAsleep }
    /// Neither static nor asleep.
    var isMoving: Bool { !state.isAsleep && !isStatic }
    /// Where a point in the item, from its middle, is now.
    func place(of offset: Vector) -> Vector { state.origin + offset.rotated(by: state.angle) }
    /// A point of the world in the item, from its middle.
    func local(_ place: Vector) -> Vector { (place - state.origin).rotated(by: -state.angle) }
    /// Where the middle of one of its items is now.
    func center(of item: UInt64) -> Vector {
        members.isEmpty || item == object ? position : place(of: inBody(.zero, of: item))
    }
    /// Middle and angle of the first item as it was placed or reported last, in the world's coordinates.
    var worldPlace: (center: Vector, angle: Double) {
        (
            frame.toWorld.apply(Vector(item.center)).held(to: Simulation.farthest),
            (item.angle + frame.turn).held(to: Simulation.farthest)
        )
    }

    /// A behavior names it.
    func add(_ behavior: Behavior) {
        guard !behaviors.contains(where: { $0 === behavior }) else { return }
        let at = behaviors.lastIndex { $0.number < behavior.number }.map { $0 + 1 } ?? 0
        behaviors.insert(behavior, at: at)
    }

    /// Somebody else put the item there, or changed its size; its velocity stays.
    func place(_ new: Item) {
        guard new.object == object else { return placeMember(new) }
        let (old, outer) = (item, frame)
        frame = ItemFrame(world.reference.fromRoot.after(new.outer))
        item = new
        let center = frame.toWorld.apply(Vector(new.center)).held(to: Simulation.farthest)
        let angle = (new.angle + frame.turn).held(to: Simulation.farthest)
        guard b2Body_IsValid(raw) else {
            (state.place, state.angle) = (center, angle)
            make()
            return world.refresh(self)
        }
        // Turned about the middle of its mass first.
        let isElsewhere = frame.toWorld != outer.toWorld
        state.told.isTrue = false
        if new.angle != old.angle || isElsewhere { state.angle = angle - state.turning * world.late }
        // Where it was told to be last is between two sub-steps: it goes on from the last one unless somebody moved it.
        if new.center.x != old.center.x || new.center.y != old.center.y || isElsewhere {
            // At the last sub-step it was where its pace takes it from, unless a boundary lies between.
            let mass = center + state.balance.rotated(by: angle)
            let way = state.pace * -world.late
            state.place = kept(of: way, from: mass) == nil ? mass + way : mass
        }
        if isParked {
            isParked = false
            remake()
            world.refresh(self)
        }
        if (new.bounds.width, new.bounds.height) != (old.bounds.width, old.bounds.height) { world.refresh(self) }
        wake()
    }

    func wake() {
        guard b2Body_IsValid(raw) else { return }
        if isStatic {
            if !state.told.isTrue { tellPlace() }
            wakeTouching()
        } else {
            b2Body_SetAwake(raw, true)
            state.isAsleep = false
        }
        world.touch()
    }

    /// Wakes what touches it.
    private func wakeTouching() {
        for (a, b) in world.contacts.pairs(of: raw) {
            for solid in [a, b] {
                if let body = Solid.of(solid)?.body, body !== self, !body.isStatic { b2Body_SetAwake(body.raw, true) }
            }
        }
    }

    /// Where the item is, `late` seconds behind the last sub-step; nil when that is where it was.
    ///
    /// The next sub-step begins with this very motion, so that a position seen between two lies on the line between them.
    func motion(late: Double) -> Motion? {
        if isStatic { return nil }
        var (center, angle) = (position, angle)
        if late > 0, !isAsleep {
            let way = state.pace * Simulation.step
            center += way * min(late / Simulation.step, kept(of: way, from: center) ?? 1)
            angle += state.turning * late
        }
        if !frame.toWorld.isIdentity {
            center = frame.fromWorld.apply(center)
            angle -= frame.turn
        }
        guard center.x != item.center.x || center.y != item.center.y || angle != item.angle else { return nil }
        item.center = center.point
        item.angle = angle
        return Motion(object: object, center: item.center, angle: angle)
    }

    /// Middle and angle of the first item of a group, `late` seconds behind the last sub-step.
    func middle(late: Double) -> (center: Vector, angle: Double) {
        guard late > 0, !isAsleep, !isStatic else { return (position, angle) }
        let way = state.pace * Simulation.step
        let mass = state.place + way * min(late / Simulation.step, kept(of: way, from: state.place) ?? 1)
        let turned = angle + state.turning * late
        return (mass - state.balance.rotated(by: turned), turned)
    }

    /// Moves the first item of a group, and tells of it.
    func lead(to center: Vector, _ angle: Double, _ report: (Motion) -> Void) {
        let (place, turned) = (frame.fromWorld.apply(center), angle - frame.turn)
        guard (place - Vector(item.center)).length > Self.tremble || abs(turned - item.angle) > Self.tremble else {
            return
        }
        (item.center, item.angle) = (place.point, turned)
        report(Motion(object: object, center: item.center, angle: turned))
    }

    // MARK: What it is like

    /// Takes over the present values of the behaviors that name it. Its shapes are not in the space until `settleShapes`.
    func refresh() {
        var traits = Traits()
        drive = Drive()
        collisions = []
        for behavior in behaviors {
            switch behavior.rule {
            case .gravity(let gravity): drive.acceleration += gravity
            case .push(let push):
                drive.force += push.force
                if push.offset.length > 0 { drive.turns.append(push) }
            case .body(let new): if members.isEmpty || behavior.items.contains(object) { traits = new }
            case .field(let field): drive.fields.append(field)
            case .collision(let collision): collisions.append(collision)
            default: break
            }
        }
        let wasStatic = isStatic
        self.traits = traits
        if !members.isEmpty { settleMembers() }
        if isStatic != wasStatic { remake() }
        setMass()
        makeShapes()
        wake()
    }

    private func make() {
        var def = unsafe b2DefaultBodyDef()
        unsafe def.type = isStatic ? b2_staticBody : b2_dynamicBody
        unsafe def.position = state.origin.single
        unsafe def.rotation = state.rotation
        unsafe def.sleepThreshold = Space.idleSpeed
        // Turns are counted here.
        unsafe def.allowFastRotation = true
        unsafe def.userData = unsafe Unmanaged<Solid>.passUnretained(self).toOpaque()
        raw = unsafe b2CreateBody(world.space.id, &def)
        (state.told.isTrue, state.isAsleep, state.isRestless) = (false, false, false)
    }

    /// Makes it anew when it becomes static, or stops being so. Its joints go with it: they are settled afterwards.
    private func remake() {
        removeShapes()
        b2DestroyBody(raw)
        if isStatic {
            state.place += state.pace * world.late
            state.angle += state.turning * world.late
            state.stop()
        }
        make()
    }

    static func mass(_ size: Vector, _ traits: Traits) -> Double {
        let area = traits.form == 1 ? Double.pi / 4 * size.x * size.y : size.x * size.y
        return min(max(max(area, 1) / 10_000 * traits.density, 1e-9), 1e12)
    }

    static func inertia(_ mass: Double, _ size: Vector, _ traits: Traits) -> Double {
        mass * max(size.x * size.x + size.y * size.y, 1) / (traits.form == 1 ? 16 : 12)
    }

    /// Sets the mass of all of a group, its centre, from the middle of the first item, and its moment.
    func setBalance(_ mass: Double, _ center: Vector, _ moment: Double) {
        self.mass = min(mass, 1e12)
        let origin = state.origin
        let shift = (center - state.balance).rotated(by: state.angle)
        state.balance = center
        state.place = origin + center.rotated(by: state.angle)
        state.told.isTrue = false
        guard !isStatic else { return }
        state.set((state.velocity + shift.turned(by: state.spin)).held(to: Simulation.mostSpeed), state.spin)
        // No number: parts too far away to be reckoned with.
        setInertia(moment <= 1e24 ? moment : nil)
    }

    private func setMass() {
        mass = Self.mass(size, traits)
        setInertia(Self.inertia(mass, size, traits))
        if !members.isEmpty { balance() }
        if !traits.allowsRotation, !isStatic { go(at: state.velocity, 0) }
        tellMass()
    }

    private func setInertia(_ moment: Double?) {
        state.inverse.mass = isStatic ? 0 : 1 / mass
        state.inverse.moment = moment.map { isStatic || !traits.allowsRotation ? 0 : 1 / $0 } ?? 0
    }

    /// Tells Box2D the mass. Extents, which come of shapes, are found out before.
    private func tellMass() {
        guard !isStatic, b2Body_IsValid(raw) else { return }
        b2Body_ApplyMassFromShapes(raw)
        b2Body_SetMassData(
            raw,
            b2MassData(
                mass: Float(mass), center: state.balance.single,
                rotationalInertia: state.inverse.moment > 0 ? Float(1 / state.inverse.moment) : 0))
        if !isAsleep { state.told.isTrue = false }
    }

    /// The longest arm on which a joint may hold it, in points: on longer ones its matrix is not to be told from a singular one.
    var longestArm: Double { 1000 * max(size.x, size.y, 1) }

    /// Takes a change of its velocity, once.
    func take(_ kick: Kick) {
        guard !isStatic else { return }
        var (velocity, spin) = (state.velocity, state.spin)
        switch kick {
        case .push(let push):
            velocity += push.force * (1 / mass)
            spin += arm(of: push.offset).cross(push.force) * state.inverse.moment
        case .velocity(let linear, let angular): (velocity, spin) = (linear, traits.allowsRotation ? angular : 0)
        case .add(let linear, let angular):
            velocity += linear
            if traits.allowsRotation { spin += angular }
        }
        wake()
        go(at: velocity.held(to: Simulation.mostSpeed), spin.held(to: Simulation.mostSpin))
    }

    /// Has another velocity from now on. Between two sub-steps it stays where it is: at the last one it was where this velocity took it from.
    private func go(at velocity: Vector, _ spin: Double) {
        let (pace, turning) = (state.pace, state.turning)
        state.set(velocity, spin)
        state.place += (pace - state.pace) * world.late
        state.angle += (turning - state.turning) * world.late
    }

    /// From the middle of its mass to a point in the item, as it is turned now.
    func arm(of offset: Vector) -> Vector {
        offset.length == 0 ? .zero : place(of: offset * frame.scale) - state.place
    }

    /// From the world's coordinates to the item's parent's.
    func inParent(_ p: Vector) -> Vector { frame.fromWorld.apply(p) }

    // MARK: Shapes

    private func removeShapes() {
        if !shell.shapes.isEmpty { world.contacts.forget(raw) }
        for shape in shell.shapes { b2DestroyShape(shape, false) }
        shell.shapes = []
    }

    var hasShapes: Bool { !shell.forms.isEmpty }

    /// Puts the shapes into the space unless it is crowded, and takes them out when it is.
    func settleShapes(isCrowded: Bool) {
        self.isCrowded = isCrowded
        guard isCrowded != shell.shapes.isEmpty else { return }
        if isCrowded {
            removeShapes()
        } else if hasShapes {
            if !state.told.isTrue { tellPlace() }
            var def = unsafe definition(
                shell.filter, friction: traits.friction, elasticity: traits.elasticity, material: 0)
            for form in shell.forms { shell.shapes.append(unsafe form.make(on: raw, &def)) }
            shell.shapes.removeAll { !b2Shape_IsValid($0) }
        }
        if !isStatic { b2Body_SetAwake(raw, true) }
        tellMass()
    }

    private func makeShapes() {
        removeShapes()
        shell.forms = []
        guard !collisions.isEmpty else { return }
        addForms(size, traits, frame.scale, nil)
        for member in members { addForms(member.size, member.traits, member.frame.scale, member) }
        shell.filter = b2Filter(categoryBits: Collision.item, maskBits: 0, groupIndex: 0)
        for collision in collisions {
            if collision.joinsItems { shell.filter.categoryBits |= collision.itemBit }
            shell.filter.maskBits |=
                (collision.joinsItems ? collision.itemBit : 0) | (collision.hasBoundaries ? collision.boundaryBit : 0)
        }
    }

    /// The forms of one item; `member` is nil for the first one.
    private func addForms(_ size: Vector, _ traits: Traits, _ scale: Double, _ member: GroupMember?) {
        guard size.x > 0, size.y > 0 else { return }
        let (offset, angle) = (member?.offset ?? .zero, member?.angle ?? 0)
        var rings: [[Vector]] = []
        switch traits.form {
        case 1 where abs(size.x - size.y) < 1e-9 * size.x:
            return shell.forms.append(.circle(b2Circle(center: offset.single, radius: Float(size.x / 2))))
        case 1: rings = ShapeForm.ellipse(size)
        case 2: rings = traits.outline.map { $0.map { $0 * scale } }
        default: break
        }
        let forms = rings.compactMap { ring in
            ShapeForm.ring(member == nil ? ring : ring.map { offset + $0.rotated(by: angle) })
        }
        shell.forms += forms.isEmpty ? [.box(size, at: offset, angle: angle)] : forms
    }

    // MARK: Motion

    /// The part of its way in a sub-step that it goes when a boundary stops it; nil when none does.
    ///
    /// What moves fast otherwise than by Box2D, which sweeps it along itself, or is pushed by others, is swept along here, so that its
    /// middle never crosses a boundary: it stays short of it, and touches it. What others push may stand near to one, and is swept along the
    /// shortest way. What is crowded has no shapes.
    func kept(of way: Vector, from start: Vector) -> Double? {
        let reach = min(size.x, size.y) / 2
        guard hasShapes, way.length > 0, isCrowded || state.isSwept || !state.told.isTrue && way.length > reach / 4,
            let part = world.sweep(self, start, way)
        else { return nil }
        return max(0, part - reach / 4 / way.length)
    }

    func lose() {
        state.stop()
        tellPlace()
        world.park(self)
    }

    /// Stays where it is from now on.
    func park() {
        isParked = true
        remake()
    }
}
