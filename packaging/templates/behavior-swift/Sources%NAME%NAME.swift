import ScrimPluginABI
import ScrimPluginKit

/// Moves items on at a velocity.
private final class Drifts: BehaviorEngine {
    static let kinds = [
        BehaviorKind(
            "@name@", help: "moves its items on at a velocity",
            [
                Property("items", .objects([]), help: "the layers that move"),
                Property("velocity", .point(0, 0), unit: "points per second", help: "how they move"),
            ])
    ]
    private enum Key: Int { case items, velocity }

    /// One item of one object: from where, since when, how fast.
    private struct Drift {
        var behavior: UInt64
        var item: UInt64
        var from: Point
        var since: Double
        var velocity: Point

        func place(at time: Double) -> Point {
            Point(x: from.x + velocity.x * (time - since), y: from.y + velocity.y * (time - since))
        }
    }

    private var drifts: [Drift] = []
    /// Where items were put, and how they are turned.
    private var places: [UInt64: (center: Point, angle: Double)] = [:]
    private var now = 0.0
    /// Kept for the host until the next call.
    private var list = UnsafeMutableBufferPointer<Motion>.allocate(capacity: 0)
    private var moving = 0

    init(host: Host) {}

    deinit { list.deallocate() }

    func change(_ kind: Int, _ properties: Properties) {
        // Where its items are now is where they go on from.
        for drift in drifts where drift.behavior == properties.object { places[drift.item]?.center = drift.place(at: now) }
        drifts.removeAll { $0.behavior == properties.object }
        let velocity = properties.point(Key.velocity)
        for item in properties.objects(Key.items) {
            guard let place = places[item] else { continue }
            drifts.append(
                Drift(behavior: properties.object, item: item, from: place.center, since: now, velocity: velocity))
        }
        if list.count < drifts.count {
            list.deallocate()
            list = .allocate(capacity: drifts.count * 2)
        }
    }

    func remove(_ object: UInt64) {
        drifts.removeAll { $0.behavior == object || $0.item == object }
        places[object] = nil
    }

    func place(_ item: Item) {
        places[item.object] = (item.center, item.angle)
        for index in drifts.indices where drifts[index].item == item.object {
            (drifts[index].from, drifts[index].since) = (item.center, now)
        }
    }

    func step(to time: Double) -> Bool {
        now = time
        moving = 0
        for drift in drifts where drift.velocity.x != 0 || drift.velocity.y != 0 {
            let angle = places[drift.item]?.angle ?? 0
            list.initializeElement(
                at: moving, to: Motion(object: drift.item, center: drift.place(at: time), angle: angle))
            moving += 1
        }
        return moving > 0
    }

    var motions: UnsafeBufferPointer<Motion> { UnsafeBufferPointer(start: list.baseAddress, count: moving) }
    var contacts: UnsafeBufferPointer<Contact> { UnsafeBufferPointer(start: nil, count: 0) }
}

private let plugin = Plugin(id: "@NAME@", version: "1.0.0", behaviors: Drifts.self)

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { plugin.table }
