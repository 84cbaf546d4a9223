import CBox2D
import ScrimPluginABI

/// Bodies that go on as they did in another engine.
extension World {
    /// How an item goes on; empty for one of which its place says all.
    func motion(of item: UInt64) -> [Double] {
        settle()
        guard let body = bodies[item] else { return [] }
        if let member = body.members.first(where: { $0.item.object == item }) {
            return [member.offset.x, member.offset.y, member.angle]
        }
        let isNew = clock.done == 0 && clock.origin == clock.now && body.state.isNew
        guard !isNew, !body.isStatic || body.isParked else { return [] }
        return BodyMotion(
            origin: clock.origin, done: Double(clock.done), state: body.state, isTold: body.state.told.isTrue,
            isParked: body.isParked, idle: Double(bodyIdleTime(body.raw))
        ).numbers
    }

    /// From the next sub-step on the item goes on as it did elsewhere.
    func resume(_ item: UInt64, _ numbers: [Double]) {
        guard let body = bodies[item] else { return }
        if let at = body.members.firstIndex(where: { $0.item.object == item }) {
            if numbers.count == 3 { body.resumeMember(at, Vector(x: numbers[0], y: numbers[1]), numbers[2]) }
        } else if let motion = BodyMotion(numbers) {
            resumed.append((item, motion))
        }
        touch()
    }

    /// Has bodies go on, when all are there. False: all are at rest. `moved`: others have been moving, so that the grid is theirs.
    func takeUpResumed(moved: Bool) -> Bool {
        let resumed = resumed.compactMap { (item, motion) in bodies[item].map { (body: $0, motion: motion) } }
        self.resumed = []
        if let first = resumed.first, !moved { clock.resume(first.motion.origin, first.motion.done) }
        for (body, motion) in resumed { body.stand(motion) }
        // What touched touches, and was told.
        if resumed.contains(where: { $0.body.hasShapes }) {
            b2World_Step(space.id, Self.instant, 1)
            contacts.takeUpSilently()
        }
        for (body, motion) in resumed { body.go(on: motion) }
        for (body, motion) in resumed where motion.state.isAsleep { body.sleep() }
        return isAwake
    }

    /// Seconds in which nothing moves.
    private static let instant: Float = 1e-9
}

extension Joint {
    /// Where the two were joined, as numbers; empty when they are not.
    var motion: [Double] {
        guard let kept else { return [] }
        return [kept.inOther.x, kept.inOther.y, kept.inBody.x, kept.inBody.y, kept.angle]
    }

    func resume(_ motion: [Double]) {
        guard motion.count == 5 else { return }
        kept = (Vector(x: motion[0], y: motion[1]), Vector(x: motion[2], y: motion[3]), motion[4])
    }
}
