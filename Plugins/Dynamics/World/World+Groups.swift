import ScrimPluginABI
import ScrimPluginKit

/// Item groups: several items on one body, that of the first.
extension World {
    /// Joins the items of a group to the body of its first one. An item is in one group: the earlier keeps it.
    func join(_ group: Behavior, _ items: (UInt64) -> Item?) {
        var leader: Body?
        for object in group.items {
            guard let item = items(object) else { continue }
            let own = bodies[object]
            if let own, own.object != object || !own.members.isEmpty { continue }
            guard let leader else {
                leader = own ?? make(item)
                leader?.add(group)
                continue
            }
            guard own !== leader else { continue }
            leader.join(own?.item ?? item)
            for behavior in own?.behaviors ?? [] {
                renew(behavior)
                leader.add(behavior)
            }
            roster.join(object, to: leader)
            if let own { own.remove() }
        }
        if let leader { renewLinks(of: leader) }
    }

    /// Gives the items of a group bodies of their own again, which go on as they moved.
    func part(_ group: Behavior) {
        guard
            let leader = group.items.lazy.compactMap({ self.bodies[$0] }).first(where: {
                $0.behaviors.contains { $0 === group }
            })
        else { return }
        renewLinks(of: leader)
        let behaviors = leader.behaviors.filter { $0 !== group }
        for member in leader.members {
            let velocity = leader.velocity(of: member.item.object)
            roster.part(member.item.object)
            guard let body = make(member.item) else { continue }
            body.take(.velocity(Vector(velocity.linear), velocity.angular))
            for behavior in behaviors where behavior.items.contains(member.item.object) { body.add(behavior) }
            refresh(body)
        }
        leader.dissolve()
        leader.behaviors = behaviors.filter { $0.items.contains(leader.object) }
        refresh(leader)
    }

    private func renewLinks(of body: Body) {
        for behavior in body.behaviors { renew(behavior) }
        refresh(body)
    }

    /// Joints of a body that goes, or whose middle moves within it, are made anew with the next sub-step.
    private func renew(_ behavior: Behavior) {
        guard behavior.isLink else { return }
        behavior.clear(in: self)
        if case .attachment(let joint) = behavior.rule { joint.forget() }
        links.renew(behavior)
    }
}
