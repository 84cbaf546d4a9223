import Scene
import SceneTables
import Schema

/// Changes that an instance's lines made to its parts, saved while the parts are created again.
struct AlteredParts {
    private struct Part {
        var name: String
        var kind: KindID
        var values: [(id: PropertyID, value: Value)]
        var taken: [PropertyID]
        var users: [(key: String, value: String?)]
    }

    private let instance: ObjectID
    private var parts: [Part] = []
    private let gone: Set<String>

    init(of slots: [Slot], of instance: Slot, _ world: World) {
        let scene = world.scene
        self.instance = scene.id(of: instance)
        gone = scene.components.alterations(of: instance)?.gone ?? []
        for slot in slots {
            guard let altered = scene.components.alterations(of: slot), !altered.isLater else { continue }
            var values: [(id: PropertyID, value: Value)] = []
            scene.tree.forEachSet(slot, .given) { id, _, value in
                if altered.properties.contains(id) { values.append((id, value)) }
            }
            parts.append(
                Part(
                    name: scene.name(of: slot), kind: scene.rows[Int(slot)].kind, values: values,
                    taken: altered.properties.subtracting(values.map(\.id)).sorted(),
                    users: altered.users.sorted().map { ($0, scene.objects.user(slot, $0)) }))
        }
    }

    /// Applies the saved changes to the parts with the same names and kinds.
    func apply(_ world: World) throws(SceneError) {
        let scene = world.scene
        for part in parts {
            guard let slot = scene.find(part.name), scene.rows[Int(slot)].kind == part.kind else { continue }
            for (id, value) in part.values { try scene.styles.give(slot, id, value) }
            for id in part.taken where scene.styles.isGiven(slot, id) {
                try scene.styles.takeOff(slot, PropertyPath(id))
            }
            for (key, value) in part.users { scene.objects.setUser(slot, key, value) }
        }
        for name in gone.sorted() {
            guard let slot = scene.find(name), let owner = scene.components.owner(of: slot),
                scene.id(of: owner) == instance, scene.components.alterations(of: slot)?.isLater != true
            else { continue }
            try scene.objects.remove(slot)
        }
    }
}
