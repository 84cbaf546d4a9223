import Geometry
package import Scene
import SceneTables
import Schema

/// An event about the scene, ready to be sent.
package struct SceneEvent {
    package enum Kind: Sendable { case created, changed, removed }

    package var kind: Kind
    /// The object of the event, for subscriptions to one layer; a removed object is known only by its name.
    package var name: String
    /// The same for every event about an object; meaningless after its removal.
    package var key: UInt64
    /// The line, with its LF: `event created {…}`.
    package var line: [UInt8]
}

/// Converts the scene's change records to events: at most one `changed` per object, with the current values.
package struct SceneEvents {
    private enum Record {
        case created(Slot)
        case changed(Slot, Changes)
        case removed(Slot, String)
        /// Created and removed since, so it cannot be read any more.
        case passed(Slot, String)
        case nothing
    }

    /// Changes of one object.
    private struct Changes {
        var ids: Set<PropertyID> = []
        var keys: Set<String> = []
        var user = false
        var moved = false
        var reordered = false
    }

    /// Events for everything recorded since the last call, in order; parents precede objects created in them, and
    /// siblings are in order, so that a client that applies them one by one gets the same tree.
    package static func take(_ changes: EventCursor, _ scene: Scene) -> [SceneEvent] {
        let records = collect(changes.take())
        let made = records.compactMap { if case .created(let slot) = $0 { slot } else { nil } }
        var order = CreationOrder(made, scene)
        let revival = lastRemoval(of: Set(made.map { scene.name(of: $0) }), in: records)
        var events: [SceneEvent] = []
        var postponed: [Record] = []
        func tell(_ record: Record) {
            switch record {
            case .created(let slot):
                order.take(at: slot) { events.append(created($0, index: $1, scene)) }
            case .changed(let slot, let changes): events.append(changed(slot, changes, scene))
            case .removed(let slot, let name): events.append(event(.removed, name, slot) { _ in })
            case .passed(let slot, let name): events.append(event(.created, name, slot) { _ in })
            case .nothing: break
            }
        }
        for (at, record) in records.enumerated() {
            if at < revival, isPostponed(record, order, scene) {
                postponed.append(record)
            } else {
                tell(record)
            }
            if at == revival { for record in postponed { tell(record) } }
        }
        return events
    }

    /// The index of the last removal of an object whose name was reused by a later creation: none of these is reported
    /// before. -1 when no such removal follows the first creation.
    private static func lastRemoval(of names: Set<String>, in records: [Record]) -> Int {
        let isCreation = { (record: Record) in if case .created = record { true } else { false } }
        guard let first = records.firstIndex(where: isCreation) else { return -1 }
        return records.indices[first...].last {
            if case .removed(_, let name) = records[$0] { names.contains(name) } else { false }
        } ?? -1
    }

    /// Creations, and moves to objects that have not been reported, wait for removals.
    private static func isPostponed(_ record: Record, _ order: CreationOrder, _ scene: Scene) -> Bool {
        switch record {
        case .created: true
        case .changed(let slot, let changes): changes.moved && order.awaits(scene.rows[Int(slot)].parent)
        default: false
        }
    }

    /// The state of the objects for whose names `wanted` is true, as `created` events: the first events of a new
    /// subscriber.
    package static func state(
        _ scene: Scene, _ wanted: (String) -> Bool, _ body: (SceneEvent) -> Void
    ) {
        // In order: each is the last of its siblings so far.
        scene.tree.forEachObject { if wanted(scene.name(of: $0)) { body(created($0, index: nil, scene)) } }
    }

    private static func collect(_ entries: [ObjectChange]) -> [Record] {
        var records: [Record] = []
        var latest: [Slot: Int] = [:]
        func change(_ slot: Slot, _ body: (inout Changes) -> Void) {
            let at: Int
            if let known = latest[slot] {
                at = known
            } else {
                at = records.count
                records.append(.changed(slot, Changes()))
                latest[slot] = at
            }
            guard case .changed(_, var changes) = records[at] else { return }
            records[at] = .nothing
            body(&changes)
            records[at] = .changed(slot, changes)
        }
        for entry in entries {
            switch entry {
            case .created(let slot):
                latest[slot] = records.count
                records.append(.created(slot))
            case .changed(let slot, let id): change(slot) { $0.ids.insert(id) }
            case .changedUser(let slot): change(slot) { $0.user = true }
            case .changedKey(let slot, let key): change(slot) { $0.keys.insert(key) }
            case .moved(let slot): change(slot) { $0.moved = true }
            case .reordered(let slot): change(slot) { $0.reordered = true }
            case .restyled: break
            case .removed(let slot, let name):
                if let at = latest.removeValue(forKey: slot) {
                    if case .created = records[at] {
                        records[at] = .passed(slot, name)
                    } else {
                        records[at] = .nothing
                    }
                }
                records.append(.removed(slot, name))
            }
        }
        return records
    }

    /// `index` is relative to the siblings known already; nil is the front.
    private static func created(_ slot: Slot, index: Int?, _ scene: Scene) -> SceneEvent {
        return event(.created, scene.name(of: slot), slot) { json in
            SceneReader(scene).writeStructure(slot, to: &json, sublayers: false)
            if let index {
                json.key("index")
                json.number(Double(index))
            }
            SceneReader(scene).writeProperties(slot, isBrief: true, to: &json)
        }
    }

    private static func changed(_ slot: Slot, _ changes: Changes, _ scene: Scene) -> SceneEvent {
        let kind = scene.kind(of: slot)
        return event(.changed, scene.name(of: slot), slot) { json in
            if changes.moved {
                json.key("parent")
                let parent = scene.rows[Int(slot)].parent
                if parent > Scene.objectRoot { json.string(text: scene.name(of: parent)) } else { json.null() }
            }
            if changes.moved || changes.reordered {
                json.key("index")
                json.number(Double(scene.tree.index(of: slot)))
            }
            for id in changes.ids.sorted() {
                json.key(text: kind[id].name)
                ValueText.writeJSON(scene.value(slot, id), kind[id], in: scene, isBrief: true, to: &json)
            }
            for key in changes.keys.sorted() {
                json.key(text: key)
                ValueText.writeJSON(key: scene.variables.key(slot, key) ?? Value.none, to: &json)
            }
            if changes.user {
                for (key, value) in scene.objects.users(slot) {
                    json.key(text: "user." + key)
                    json.string(text: value)
                }
            }
        }
    }

    private static func event(
        _ kind: SceneEvent.Kind, _ name: String, _ slot: Slot, _ body: (inout JSONWriter) -> Void
    ) -> SceneEvent {
        var json = JSONWriter()
        json.beginObject()
        json.key("id")
        json.string(text: name)
        body(&json)
        json.endObject()
        var line = ByteWriter()
        line.append(text: "event \(kind) ")
        line.append(json: json)
        line.append("\n")
        return SceneEvent(kind: kind, name: name, key: UInt64(UInt32(bitPattern: slot.index)), line: line.array)
    }
}
