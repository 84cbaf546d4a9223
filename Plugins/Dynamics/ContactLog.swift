import CChipmunk
import ScrimPluginABI
import ScrimPluginKit

/// The contacts in a space: tells Chipmunk which bodies may touch, and how two surfaces are together, and notes beginnings and ends.
@safe
final class ContactLog {
    private struct Pair: Hashable { let first, second: Int }
    /// How many of their shapes touch, for pairs that do.
    private var touching: [Pair: Int] = [:]
    private var events: [(pair: Pair, contact: Contact)] = unsafe []
    /// Events that are in order.
    private var sorted = 0
    private var handler: UnsafeMutablePointer<cpCollisionHandler>?
    private let intern: (String) -> scrim_string
    /// The most events that are kept until they are taken.
    private static let mostEvents = 65_536

    /// Hears of the contacts in `space`. `intern` makes names last.
    init(_ space: Space, intern: @escaping (String) -> scrim_string) {
        unsafe self.intern = unsafe intern
        unsafe handler = unsafe cpSpaceAddDefaultCollisionHandler(space.raw)
        guard let handler = unsafe handler else { return }
        unsafe handler.pointee.userData = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe handler.pointee.beginFunc = { arbiter, _, data in unsafe ContactLog.of(data)?.begins(arbiter) ?? 0 }
        unsafe handler.pointee.preSolveFunc = { arbiter, _, _ in unsafe ContactLog.mix(arbiter) }
        unsafe handler.pointee.separateFunc = { arbiter, _, data in unsafe ContactLog.of(data)?.ends(arbiter) }
    }

    /// Notes no more ends: the space is being taken down.
    func stop() { unsafe handler?.pointee.separateFunc = { _, _, _ in } }

    private static func of(_ data: UnsafeMutableRawPointer?) -> ContactLog? {
        unsafe data.map { unsafe Unmanaged<ContactLog>.fromOpaque($0).takeUnretainedValue() }
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
    static func rule(_ a: Solid, _ b: Solid) -> Collision? {
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
        guard let first = a as? Body ?? b as? Body, unsafe events.count < Self.mostEvents else { return }
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

    /// Puts the events of a sub-step into an order of their own, not that of addresses.
    func sortEvents() {
        guard unsafe events.count > sorted + 1 else {
            sorted = unsafe events.count
            return
        }
        unsafe events[sorted...].sort { unsafe ($0.pair.first, $0.pair.second) < ($1.pair.first, $1.pair.second) }
        sorted = unsafe events.count
    }

    func take(_ body: (Contact) -> Void) {
        for at in unsafe events.indices { unsafe body(events[at].contact) }
        unsafe events.removeAll(keepingCapacity: true)
        sorted = 0
    }

    /// How two surfaces are together: the livelier bounces, friction is the geometric mean; boundaries are like the body they meet.
    private static func mix(_ arbiter: UnsafeMutablePointer<cpArbiter>?) -> cpBool {
        guard let (a, b) = unsafe solids(arbiter) else { return 1 }
        let (one, two) = ((a as? Body ?? b as? Body)?.traits, (b as? Body ?? a as? Body)?.traits)
        guard let one, let two else { return 1 }
        unsafe cpArbiterSetRestitution(arbiter, max(one.elasticity, two.elasticity))
        unsafe cpArbiterSetFriction(arbiter, (one.friction * two.friction).squareRoot())
        return 1
    }
}
