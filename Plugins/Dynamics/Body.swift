import CChipmunk
import ScrimPluginABI
import ScrimPluginKit

/// An object that touches: an item, or a piece of a boundary. Shapes point here.
class Solid {
    /// Counts up as they are made: their order, independent of their addresses.
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// An item in a world.
///
/// A mass of 1 is 100 × 100 points of density 1.
@safe
final class Body: Solid {
    unowned let world: World
    let raw: UnsafeMutablePointer<cpBody>
    /// As it was placed or reported last.
    private(set) var item: Item
    var object: UInt64 { item.object }
    private var frame = ItemFrame()
    /// The other items of its group.
    var members: [GroupMember] = []

    /// The behaviors that name it, or an item of its group, in the order in which they were made.
    var behaviors: [Behavior] = []
    private(set) var traits = Traits()
    private(set) var mass = 1.0
    private var drive = Drive()
    /// The collisions that it is part of.
    private(set) var collisions: [Collision] = []
    private var shapes: [UnsafeMutablePointer<cpShape>] = unsafe []
    private var lastVelocity = Vector.zero
    /// Went beyond all bounds, and stays where it was before.
    private(set) var isParked = false
    private var isPlaced = false
    /// Too many overlap: it touches nothing until there is room.
    private(set) var isCrowded = false

    init(_ number: Int, _ item: Item, _ world: World) {
        self.item = item
        self.world = world
        unsafe raw = cpBodyNew(1, 1)
        super.init(number)
        unsafe cpBodySetUserData(raw, Unmanaged.passUnretained(self).toOpaque())
        unsafe cpBodySetVelocityUpdateFunc(raw, changeVelocity)
        unsafe cpBodySetPositionUpdateFunc(raw, changePosition)
        unsafe cpSpaceAddBody(world.space.raw, raw)
        place(item)
    }

    /// Takes the body out of its space. Joints are gone before.
    func remove(from space: UnsafeMutablePointer<cpSpace>) {
        unsafe removeShapes(from: space)
        unsafe cpSpaceRemoveBody(space, raw)
        unsafe cpBodyFree(raw)
    }

    // MARK: Where it is

    var size: Vector {
        Vector(x: abs(item.bounds.width) * frame.scale, y: abs(item.bounds.height) * frame.scale).held(
            to: Simulation.largest)
    }
    var position: Vector { unsafe members.isEmpty ? raw.pointee.p : cpBodyGetPosition(raw) }
    var angle: Double { unsafe raw.pointee.a }
    var isStatic: Bool { traits.isAnchored || isParked }
    var isAsleep: Bool { unsafe cpBodyIsSleeping(raw) != 0 }
    /// Where a point in the item, from its middle, is now.
    func place(of offset: Vector) -> Vector { unsafe cpBodyLocalToWorld(raw, offset) }
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
        frame = ItemFrame(world.reference.fromRoot.after(new.outer))
        let old = item
        item = new
        let center = frame.toWorld.apply(Vector(new.center)).held(to: Simulation.farthest)
        let angle = (new.angle + frame.turn).held(to: Simulation.farthest)
        if isPlaced {
            // Turned about the middle of its mass first.
            if new.angle != old.angle { unsafe cpBodySetAngle(raw, angle) }
            if center.x != position.x || center.y != position.y { unsafe cpBodySetPosition(raw, center) }
            if isParked {
                isParked = false
                setType()
                world.refresh(self)
            }
            if (new.bounds.width, new.bounds.height) != (old.bounds.width, old.bounds.height) { world.refresh(self) }
            wake()
        } else {
            unsafe cpBodySetPosition(raw, center)
            unsafe cpBodySetAngle(raw, angle)
            isPlaced = true
            world.refresh(self)
        }
    }

    func wake() {
        if isStatic {
            unsafe cpSpaceReindexShapesForBody(world.space.raw, raw)
            unsafe cpBodyActivateStatic(raw, nil)
        } else {
            unsafe cpBodyActivate(raw)
        }
        world.touch()
    }

    /// Where the item is, `late` seconds behind the last sub-step; nil when that is where it was.
    ///
    /// The next sub-step begins with this very motion, so that a position seen between two lies on the line between them.
    func motion(late: Double) -> Motion? {
        if isStatic { return nil }
        var (center, angle) = (position, angle)
        if late > 0, !isAsleep {
            let way = unsafe (raw.pointee.v + raw.pointee.v_bias) * Simulation.step
            center += way * min(late / Simulation.step, kept(of: way, from: center) ?? 1)
            angle += unsafe (raw.pointee.w + raw.pointee.w_bias) * late
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
        let start = unsafe raw.pointee.p
        let way = unsafe (raw.pointee.v + raw.pointee.v_bias) * Simulation.step
        let mass = start + way * min(late / Simulation.step, kept(of: way, from: start) ?? 1)
        let turned = unsafe angle + (raw.pointee.w + raw.pointee.w_bias) * late
        return unsafe (mass - raw.pointee.cog.rotated(by: turned), turned)
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
        if isStatic != wasStatic { setType() }
        if !isStatic { setMass() }
        makeShapes()
        wake()
    }

    private func setType() {
        // Chipmunk wakes neither a sleeping body that becomes static nor what sleeps on a static one that begins to move. Contacts of
        // what sleeps are not found when a shape is taken out: they would outlive it, and end the process when others wake.
        if unsafe cpBodyGetType(raw) == CP_BODY_TYPE_STATIC {
            unsafe cpBodyActivateStatic(raw, nil)
        } else {
            unsafe cpBodyActivate(raw)
        }
        unsafe cpBodySetType(raw, isStatic ? CP_BODY_TYPE_STATIC : CP_BODY_TYPE_DYNAMIC)
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
        let place = unsafe cpBodyGetPosition(raw)
        let shift = unsafe (center - raw.pointee.cog).rotated(by: raw.pointee.a)
        unsafe cpBodySetCenterOfGravity(raw, center)
        unsafe cpBodySetPosition(raw, place)
        guard !isStatic else { return }
        unsafe cpBodySetVelocity(
            raw, (raw.pointee.v + shift.turned(by: raw.pointee.w)).held(to: Simulation.mostSpeed))
        unsafe cpBodySetMass(raw, self.mass)
        // No number: parts too far away to be reckoned with.
        unsafe cpBodySetMoment(raw, traits.allowsRotation && moment <= 1e24 ? moment : .infinity)
    }

    private func setMass() {
        mass = Self.mass(size, traits)
        unsafe cpBodySetMass(raw, mass)
        unsafe cpBodySetMoment(raw, traits.allowsRotation ? Self.inertia(mass, size, traits) : .infinity)
        if !members.isEmpty { balance() }
        if !traits.allowsRotation { unsafe cpBodySetAngularVelocity(raw, 0) }
    }

    /// The longest arm on which a joint may hold it, in points: on longer ones its matrix is not to be told from a singular one.
    var longestArm: Double { 1000 * max(size.x, size.y, 1) }

    /// Half of the shorter side.
    private var reach: Double { min(size.x, size.y) / 2 }

    /// Takes a change of its velocity, once.
    func take(_ kick: Kick) {
        guard !isStatic else { return }
        var (velocity, spin) = unsafe (raw.pointee.v, raw.pointee.w)
        switch kick {
        case .push(let push):
            velocity += push.force * (1 / mass)
            spin += unsafe arm(of: push.offset).cross(push.force) * raw.pointee.i_inv
        case .velocity(let linear, let angular): (velocity, spin) = (linear, traits.allowsRotation ? angular : 0)
        case .add(let linear, let angular):
            velocity += linear
            if traits.allowsRotation { spin += angular }
        }
        unsafe cpBodySetVelocity(raw, velocity.held(to: Simulation.mostSpeed))
        unsafe cpBodySetAngularVelocity(raw, spin.held(to: Simulation.mostSpin))
    }

    /// From the middle to a point in the item, as it is turned now.
    private func arm(of offset: Vector) -> Vector {
        unsafe offset.length == 0 ? .zero : place(of: offset * frame.scale) - raw.pointee.p
    }

    /// From the world's coordinates to the item's parent's.
    func inParent(_ p: Vector) -> Vector { frame.fromWorld.apply(p) }

    // MARK: Shapes

    private func removeShapes(from space: UnsafeMutablePointer<cpSpace>) {
        for at in unsafe shapes.indices {
            if unsafe cpSpaceContainsShape(space, shapes[at]) != 0 { unsafe cpSpaceRemoveShape(space, shapes[at]) }
            unsafe cpShapeFree(shapes[at])
        }
        unsafe shapes.removeAll()
    }

    var hasShapes: Bool { unsafe !shapes.isEmpty }

    /// Puts the shapes into the space unless it is crowded, and takes them out when it is.
    func settleShapes(isCrowded: Bool) {
        self.isCrowded = isCrowded
        let space = unsafe world.space.raw
        for at in unsafe shapes.indices where unsafe (cpSpaceContainsShape(space, shapes[at]) != 0) == isCrowded {
            if isCrowded {
                unsafe cpSpaceRemoveShape(space, shapes[at])
            } else {
                unsafe cpSpaceAddShape(space, shapes[at])
            }
        }
    }

    private func makeShapes() {
        unsafe removeShapes(from: world.space.raw)
        guard !collisions.isEmpty else { return }
        addShapes(size, traits, frame.scale, nil)
        for member in members { addShapes(member.size, member.traits, member.frame.scale, member) }
        var (categories, mask): (UInt32, UInt32) = (Collision.item, 0)
        for collision in collisions {
            if collision.joinsItems { categories |= collision.itemBit }
            mask |=
                (collision.joinsItems ? collision.itemBit : 0) | (collision.hasBoundaries ? collision.boundaryBit : 0)
        }
        for at in unsafe shapes.indices {
            let shape = unsafe shapes[at]
            unsafe cpShapeSetFilter(shape, cpShapeFilter(group: 0, categories: categories, mask: mask))
            unsafe cpShapeSetUserData(shape, Unmanaged<Solid>.passUnretained(self).toOpaque())
        }
    }

    /// The shapes of one item; `member` is nil for the first one.
    private func addShapes(_ size: Vector, _ traits: Traits, _ scale: Double, _ member: GroupMember?) {
        guard size.x > 0, size.y > 0 else { return }
        switch traits.form {
        case 1 where abs(size.x - size.y) < 1e-9 * size.x:
            unsafe add(cpCircleShapeNew(raw, size.x / 2, member?.offset ?? .zero))
        case 1:
            let rim = (0..<32).map { at in
                let angle = Double(at) / 16 * Double.pi
                return Vector(x: cos(angle) * size.x / 2, y: sin(angle) * size.y / 2)
            }
            unsafe add(polygon(rim, member))
        case 2 where !traits.outline.isEmpty:
            for ring in traits.outline { unsafe add(polygon(ring.map { $0 * scale }, member)) }
        default:
            guard member != nil else { return unsafe add(cpBoxShapeNew(raw, size.x, size.y, 0)) }
            let (x, y) = (size.x / 2, size.y / 2)
            let corners = [Vector(x: -x, y: -y), Vector(x: x, y: -y), Vector(x: x, y: y), Vector(x: -x, y: y)]
            unsafe add(polygon(corners, member))
        }
    }

    private func add(_ shape: UnsafeMutablePointer<cpShape>?) {
        if let shape = unsafe shape { unsafe shapes.append(shape) }
    }

    private func polygon(_ corners: [Vector], _ member: GroupMember?) -> UnsafeMutablePointer<cpShape>? {
        let corners = member.map { member in corners.map { member.offset + $0.rotated(by: member.angle) } } ?? corners
        return unsafe corners.withUnsafeBufferPointer {
            unsafe cpPolyShapeNew(raw, Int32($0.count), $0.baseAddress, cpTransformIdentity, 0)
        }
    }

    // MARK: Motion

    fileprivate func velocityChanges(_ h: Double) {
        world.work += Work.body + drive.turns.count * Work.field
        for field in drive.fields { world.work += field.work }
        var v = unsafe raw.pointee.v
        let p = unsafe raw.pointee.p
        let old = v
        v = drive.change(v, at: p, self, h)
        if !v.isFinite { v = old }
        // A slow beginning is no rest.
        let gain = (v - old).length
        if gain > 0, (old - lastVelocity).length > gain / 4 { unsafe raw.pointee.sleeping.idleTime = 0 }
        lastVelocity = old
        if traits.resistance > 0 { v = v * exp(-traits.resistance * h) }
        unsafe raw.pointee.v = v.length > Simulation.mostSpeed ? v.unit * Simulation.mostSpeed : v
        for push in drive.turns {
            unsafe raw.pointee.w += arm(of: push.offset).cross(push.force) * raw.pointee.i_inv * h
        }
        if traits.angularResistance > 0 { unsafe raw.pointee.w *= exp(-traits.angularResistance * h) }
        unsafe raw.pointee.w = min(max(raw.pointee.w, -Simulation.mostSpin), Simulation.mostSpin)
    }

    fileprivate func positionChanges(_ h: Double) {
        let old = unsafe raw.pointee.p
        let way = unsafe (raw.pointee.v + raw.pointee.v_bias) * h
        let new = old + way
        guard new.isFinite, max(abs(new.x), abs(new.y)) <= Simulation.farthest,
            unsafe (raw.pointee.a + (raw.pointee.w + raw.pointee.w_bias) * h).isFinite
        else {
            return lose()
        }
        unsafe cpBodyUpdatePosition(raw, h)
        guard let part = kept(of: way, from: old) else { return }
        // What touches nothing would fall faster and faster.
        if isCrowded { unsafe (raw.pointee.v, raw.pointee.w) = (.zero, 0) }
        let stop = old + way * part
        unsafe raw.pointee.p = stop
        unsafe raw.pointee.transform.tx += stop.x - new.x
        unsafe raw.pointee.transform.ty += stop.y - new.y
    }

    /// The part of its way in a sub-step that it goes when a boundary stops it; nil when none does.
    ///
    /// A fast body is swept along, so that its middle never crosses a boundary: it stays short of it, and touches it.
    private func kept(of way: Vector, from start: Vector) -> Double? {
        guard hasShapes, way.length > 0, isCrowded || way.length > reach / 4,
            let part = world.sweep(self, start, start + way)
        else { return nil }
        return max(0, part - reach / 4 / way.length)
    }

    /// Behind a sub-step: where forces were too large to be reckoned with, velocities are no numbers any more, and Chipmunk ends the process
    /// when it is told anything of such a body.
    func checkMotion() {
        guard unsafe !raw.pointee.hasSoundMotion else { return }
        if isStatic { unsafe raw.pointee.stop() } else { lose() }
    }

    private func lose() {
        unsafe raw.pointee.stop()
        world.park(self)
    }

    /// Stays where it is from now on.
    func park() {
        isParked = true
        setType()
    }
}

extension cpBody {
    /// True while its velocities are numbers.
    var hasSoundMotion: Bool { unsafe (v.x + v.y + w + v_bias.x + v_bias.y + w_bias).isFinite }

    mutating func stop() { unsafe (v, w, v_bias, w_bias) = (.zero, 0, .zero, 0) }
}

private func changeVelocity(_ raw: UnsafeMutablePointer<cpBody>?, _: Vector, _: Double, _ h: Double) {
    guard let data = unsafe cpBodyGetUserData(raw) else { return }
    unsafe Unmanaged<Body>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.velocityChanges(h) }
    // What cpBodyUpdateVelocity leaves behind.
    unsafe raw?.pointee.f = .zero
    unsafe raw?.pointee.t = 0
}

private func changePosition(_ raw: UnsafeMutablePointer<cpBody>?, _ h: Double) {
    guard let data = unsafe cpBodyGetUserData(raw) else { return }
    unsafe Unmanaged<Body>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.positionChanges(h) }
}
