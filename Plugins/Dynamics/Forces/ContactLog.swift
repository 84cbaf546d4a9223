import CBox2D
import ScrimPluginABI
import ScrimPluginKit

/// The contacts in a space: tells Box2D which bodies may touch, and notes beginnings and ends.
@safe
final class ContactLog {
    private struct Pair: Hashable { let first, second: Int }
    private struct Shapes: Hashable {
        let first, second: UInt64

        init(_ a: b2ShapeId, _ b: b2ShapeId) {
            func number(_ id: b2ShapeId) -> UInt64 {
                UInt64(UInt32(bitPattern: id.index1)) << 16 | UInt64(id.generation)
            }
            let (one, two) = (number(a), number(b))
            (first, second) = (min(one, two), max(one, two))
        }
    }
    /// Shapes that touch, and how many of theirs do, for pairs.
    private var meeting: Set<Shapes> = []
    private var touching: [Pair: Int] = [:]
    private var events: [(pair: Pair, contact: Contact)] = unsafe []
    /// Events that are in order.
    private var sorted = 0
    private let space: Space
    private let intern: (String) -> scrim_string
    /// The most events that are kept until they are taken.
    private static let mostEvents = 65_536

    /// Hears of the contacts in `space`. `intern` makes names last.
    init(_ space: Space, intern: @escaping (String) -> scrim_string) {
        self.space = space
        unsafe self.intern = unsafe intern
        guard space.isThere else { return }
        unsafe b2World_SetCustomFilterCallback(
            space.id,
            { a, b, _ in
                guard let one = Solid.of(a), let two = Solid.of(b) else { return false }
                return ContactLog.rule(one, two) != nil
            }, nil)
    }

    /// The behavior by which two may touch.
    static func rule(_ a: Solid, _ b: Solid) -> Collision? {
        if let a = a.body, let b = b.body {
            return a.collisions.first { one in one.joinsItems && b.collisions.contains { $0 === one } }
        }
        guard let body = a.body ?? b.body, let edge = a.edge ?? b.edge else { return nil }
        return body.collisions.first { $0 === edge.collision && $0.hasBoundaries }
    }

    /// Takes up what the last sub-step brought.
    func takeUp() {
        let news = unsafe b2World_GetContactEvents(space.id)
        for at in unsafe 0..<Int(news.beginCount) {
            let event = unsafe news.beginEvents[at]
            begins(event.shapeIdA, event.shapeIdB, Vector(event.manifold.points.0.point))
        }
        for at in unsafe 0..<Int(news.endCount) {
            let event = unsafe news.endEvents[at]
            // What was destroyed has been forgotten before.
            guard b2Shape_IsValid(event.shapeIdA), b2Shape_IsValid(event.shapeIdB) else { continue }
            ends(event.shapeIdA, event.shapeIdB)
        }
        sortEvents()
    }

    private func begins(_ first: b2ShapeId, _ second: b2ShapeId, _ point: Vector) {
        guard let one = Solid.of(first), let two = Solid.of(second) else { return }
        let (a, b) = one.number < two.number ? (one, two) : (two, one)
        guard let rule = Self.rule(a, b), meeting.insert(Shapes(first, second)).inserted else { return }
        let pair = Pair(first: a.number, second: b.number)
        touching[pair, default: 0] += 1
        if touching[pair] == 1 { note(pair, a, b, rule, point, began: true) }
    }

    private func ends(_ first: b2ShapeId, _ second: b2ShapeId) {
        guard meeting.remove(Shapes(first, second)) != nil, let one = Solid.of(first), let two = Solid.of(second) else {
            return
        }
        let (a, b) = one.number < two.number ? (one, two) : (two, one)
        let pair = Pair(first: a.number, second: b.number)
        guard let count = touching[pair] else { return }
        touching[pair] = count > 1 ? count - 1 : nil
        guard count == 1, let body = a.body ?? b.body, let rule = Self.rule(a, b) else { return }
        note(pair, a, b, rule, body.position, began: false)
    }

    /// Shapes of a body are about to go, those on what `isMeant` says: what they touch they touch no more.
    func forget(_ body: b2BodyId, on isMeant: (Edge) -> Bool = { _ in true }) {
        for (a, b) in pairs(of: body) {
            if let edge = Solid.of(a)?.edge ?? Solid.of(b)?.edge, !isMeant(edge) { continue }
            ends(a, b)
        }
    }

    /// The pairs of shapes by which a body touches others.
    func pairs(of body: b2BodyId) -> [(b2ShapeId, b2ShapeId)] {
        guard b2Body_IsValid(body) else { return [] }
        let most = Int(b2Body_GetContactCapacity(body))
        guard most > 0 else { return [] }
        let found = unsafe [b2ContactData](unsafeUninitializedCapacity: most) { memory, count in
            count = unsafe Int(b2Body_GetContactData(body, memory.baseAddress, Int32(most)))
        }
        return found.map { ($0.shapeIdA, $0.shapeIdB) }
    }

    private func note(_ pair: Pair, _ a: Solid, _ b: Solid, _ rule: Collision, _ point: Vector, began: Bool) {
        guard let first = a.body ?? b.body, unsafe events.count < Self.mostEvents else { return }
        let second = a.body == nil ? nil : b.body
        let edge = b.edge ?? a.edge
        let name = if let edge { unsafe intern(edge.name) } else { unsafe scrim_string() }
        unsafe events.append(
            (
                pair,
                Contact(
                    behavior: rule.object, first: first.object, second: second?.object ?? 0, boundary: name,
                    point: first.inParent(point).point, began: began ? 1 : 0, reserved: 0)
            ))
    }

    /// Puts the events of a sub-step into an order of their own, not that of addresses.
    private func sortEvents() {
        guard unsafe events.count > sorted + 1 else {
            sorted = unsafe events.count
            return
        }
        unsafe events[sorted...].sort { unsafe ($0.pair.first, $0.pair.second) < ($1.pair.first, $1.pair.second) }
        sorted = unsafe events.count
    }

    /// Has those that began in the last sub-step be known, and tells nobody.
    func takeUpSilently() {
        let count = unsafe events.count
        takeUp()
        unsafe events.removeLast(events.count - count)
        sorted = count
    }

    func take(_ body: (Contact) -> Void) {
        for at in unsafe events.indices { unsafe body(events[at].contact) }
        unsafe events.removeAll(keepingCapacity: true)
        sorted = 0
    }
}
