import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// An item of a group that is not its first one: rigidly joined to that one's body.
struct GroupMember {
    /// As it was placed or reported last.
    var item: Item
    var frame: ItemFrame
    /// From the first item's middle, in its coordinates.
    var offset = Vector.zero
    /// How far it is turned against the first item, in radians.
    var angle = 0.0
    /// Form and density count.
    var traits = Body.Traits()
    /// Somebody put it there: where it is in the group is to be found out.
    var isPlaced = true

    init(_ item: Item, in world: World) {
        self.item = item
        frame = ItemFrame(world.reference.fromRoot.after(item.outer))
    }

    var size: Vector {
        Vector(x: abs(item.bounds.width) * frame.scale, y: abs(item.bounds.height) * frame.scale).held(
            to: Simulation.largest)
    }

    /// Moves its item along, and tells of it.
    mutating func follow(_ center: Vector, _ angle: Double, _ report: (Motion) -> Void) {
        let arm = offset.rotated(by: angle)
        let place = frame.fromWorld.apply(center + arm)
        let turned = angle + self.angle - frame.turn
        guard (place - Vector(item.center)).length > Body.tremble || abs(turned - item.angle) > Body.tremble else {
            return
        }
        (item.center, item.angle) = (place.point, turned)
        report(Motion(object: item.object, center: item.center, angle: turned))
    }
}

extension Vector {
    func rotated(by angle: Double) -> Vector {
        let (c, s) = (cos(angle), sin(angle))
        return Vector(x: c * x - s * y, y: s * x + c * y)
    }
}

extension Body {
    /// What arithmetic adds to a place or an angle of a group.
    static let tremble = 1e-9

    /// An item is rigidly joined to this one from now on.
    func join(_ item: Item) {
        members.append(GroupMember(item, in: world))
        world.refresh(self)
    }

    /// All but the first item have left.
    func dissolve() {
        members = []
        balance()
    }

    /// Somebody else put an item of the group there, or changed its size.
    func placeMember(_ item: Item) {
        guard let at = members.firstIndex(where: { $0.item.object == item.object }) else { return }
        let traits = members[at].traits
        let old = members[at]
        members[at] = GroupMember(item, in: world)
        (members[at].offset, members[at].angle, members[at].traits) = (old.offset, old.angle, traits)
        world.refresh(self)
        wake()
    }

    /// Finds out where in the group its items are, and what each is like.
    func settleMembers() {
        let (place, angle) = worldPlace
        for at in members.indices {
            members[at].traits = Traits()
            for case .body(let traits) in behaviors.filter({ $0.items.contains(members[at].item.object) }).map(\.rule) {
                members[at].traits = traits
            }
            guard members[at].isPlaced else { continue }
            let member = members[at]
            let center = member.frame.toWorld.apply(Vector(member.item.center)).held(to: Simulation.farthest)
            members[at].offset = (center - place).rotated(by: -angle).held(to: Simulation.farthest)
            members[at].angle = (member.item.angle + member.frame.turn - angle).held(to: Simulation.farthest)
            members[at].isPlaced = false
        }
    }

    /// Mass, centre of mass and moment of a group, from those of its items.
    func balance() {
        let own = Self.mass(size, traits)
        var (whole, sum, moment) = (own, Vector.zero, Self.inertia(own, size, traits))
        let masses = members.map { (member) -> (mass: Double, offset: Vector, moment: Double) in
            let mass = Self.mass(member.size, member.traits)
            return (mass, member.offset, Self.inertia(mass, member.size, member.traits))
        }
        for part in masses {
            whole += part.mass
            sum += part.offset * part.mass
        }
        let center = (sum * (1 / whole)).held(to: Simulation.farthest)
        moment += own * center.dot(center)
        for part in masses {
            let arm = part.offset - center
            moment += part.moment + part.mass * arm.dot(arm)
        }
        setBalance(whole, center, moment)
    }

    /// Velocity of the middle of an item, in the world's coordinates.
    func velocity(of item: UInt64) -> Velocity {
        guard !isStatic else { return Velocity(linear: Point(x: 0, y: 0), angular: 0) }
        var arm = Vector.zero
        if !members.isEmpty {
            let offset = members.first { $0.item.object == item }?.offset ?? .zero
            arm = place(of: offset) - state.place
        }
        return Velocity(linear: state.velocity(at: arm).point, angular: state.spin)
    }

    /// Tells where the items of a group are, `late` seconds behind the last sub-step.
    func reportGroup(late: Double, _ report: (Motion) -> Void) {
        let (center, angle) = middle(late: late)
        if !isStatic { lead(to: center, angle, report) }
        for at in members.indices { members[at].follow(center, angle, report) }
    }

    /// A point of an item, from its middle, in the coordinates of the body.
    func inBody(_ offset: Vector, of item: UInt64) -> Vector {
        guard let member = members.first(where: { $0.item.object == item }) else { return offset }
        return member.offset + offset.rotated(by: member.angle)
    }
}
