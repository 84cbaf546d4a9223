import Expressions
import Geometry
package import LineProtocol
package import Scene
import SceneTables
package import Schema

/// Changes of objects that have reactions to changes, with the last reported value of each property.
///
/// Reactions run until nothing changes, within the frame; a property is reported at most 32 times.
package final class WatchedChanges {
    /// A changed property, `user.` key or data key.
    package typealias Change = (object: ObjectID, values: ReactionValues)

    private struct Key: Hashable {
        var object: ObjectID
        var name: String
    }

    private var events: EventCursor?
    /// Reported values of the watched objects by property name; a missing one has its default.
    private var told: [ObjectID: [String: ExpressionValue]] = [:]
    /// How often each property was reported in this frame.
    private var now: [Key: Int] = [:]
    /// Maximum reports of a property in one frame, for reactions that trigger each other.
    private static let mostRounds = 32

    /// True when changes have not been processed yet.
    package var hasChanges: Bool { events?.hasNews == true }

    /// Call when a frame begins or, with the manual clock, at each event time.
    package func beginFrame() {
        if !now.isEmpty { now.removeAll(keepingCapacity: true) }
    }

    /// Starts to watch an object, from its current values.
    func begin(_ object: Slot, in scene: Scene) {
        if events == nil { events = EventCursor(scene) }
        if told[scene.id(of: object)] == nil { told[scene.id(of: object)] = Self.values(of: object, scene) }
    }

    /// Drops unreported changes, after the scene was replaced.
    func beginAnew(in scene: Scene) {
        (events, told) = (nil, [:])
        for object in scene.relations.watched { begin(object, in: scene) }
    }

    /// The changes since the last call. Not within a transaction.
    package func take(in scene: Scene) -> [Change] {
        let watched = scene.relations.watched
        guard !watched.isEmpty else {
            (events, told) = (nil, [:])
            return []
        }
        let ids = Set(watched.map { scene.id(of: $0) })
        for id in told.keys where !ids.contains(id) { told[id] = nil }
        var names: [Key] = []
        events?.forEachNew { change in
            func note(_ slot: Slot, _ name: String) {
                let key = Key(object: scene.id(of: slot), name: name)
                if told[key.object] != nil, !names.contains(key) { names.append(key) }
            }
            switch change {
            case .changed(let slot, let id) where scene.slot(of: scene.id(of: slot)) != nil:
                let kind = scene.kind(of: slot)
                if Int(id.raw) < kind.properties.count { note(slot, kind[id].name) }
            case .changedKey(let slot, let key): note(slot, key)
            case .changedUser(let slot):
                for (key, _) in scene.objects.users(slot) { note(slot, "user." + key) }
                for key in told[scene.id(of: slot)]?.keys.sorted() ?? [] where key.hasPrefix("user.") {
                    note(slot, key)
                }
            default: break
            }
        }
        for slot in watched where told[scene.id(of: slot)] == nil { begin(slot, in: scene) }
        return names.compactMap { tell($0, scene) }
    }

    private func tell(_ key: Key, _ scene: Scene) -> Change? {
        guard let slot = scene.slot(of: key.object) else { return nil }
        let value = Self.value(key.name, of: slot, scene)
        let old = told[key.object]?[key.name] ?? Self.initial(key.name, of: slot, scene)
        guard value != old else { return nil }
        now[key, default: 0] += 1
        told[key.object]?[key.name] = value
        // Stops reactions that trigger each other.
        guard now[key, default: 0] <= Self.mostRounds else { return nil }
        var values = ReactionValues()
        (values.key, values.value, values.old) = (key.name, value, old)
        return (key.object, values)
    }

    // MARK: Values

    private static func values(of slot: Slot, _ scene: Scene) -> [String: ExpressionValue] {
        var values: [String: ExpressionValue] = [:]
        scene.tree.forEachSet(slot) { _, property, value in
            values[property.name] = ExpressionValue(value, property, in: scene)
        }
        for (key, value) in scene.variables.keys(of: slot) { values[key] = ExpressionValue(stored: value) }
        for (key, value) in scene.objects.users(slot) { values["user." + key] = .text(value) }
        return values
    }

    private static func value(_ name: String, of slot: Slot, _ scene: Scene) -> ExpressionValue {
        if name.hasPrefix("user.") {
            return scene.objects.user(slot, String(name.dropFirst(5))).map { .text($0) } ?? .none
        }
        let kind = scene.kind(of: slot)
        guard let id = kind.property(named: name) else {
            return scene.variables.key(slot, name).map { ExpressionValue(stored: $0) } ?? .none
        }
        return ExpressionValue(scene.value(slot, id), kind[id], in: scene)
    }

    private static func initial(_ name: String, of slot: Slot, _ scene: Scene) -> ExpressionValue {
        let kind = scene.kind(of: slot)
        guard let id = kind.property(named: name) else { return .none }
        let property = kind[id]
        return ExpressionValue(property.unset ?? property.initial, property, in: scene)
    }
}
