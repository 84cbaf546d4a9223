public import SceneTables
import Schema

extension Scene {
    /// Copies the source lines of the objects of another scene, by name.
    func adoptSources(of other: Scene) {
        for (id, source) in other.lineSources.made {
            guard let slot = other.slot(of: id), let own = find(other.name(of: slot)) else { continue }
            lineSources.made[self.id(of: own)] = source
        }
        lineSources.definitions.merge(other.lineSources.definitions) { $1 }
    }
}

extension Scene {
    /// Notes the causes of what a transaction has said, when it ends: of a new object's values, those of the object. A
    /// client's line that says a few values is noted like one that goes the short way.
    func noteCauses(of entries: [Undo]) {
        guard !causes.hasLines else {
            causes.hasLines = false
            return
        }
        var isPlain = false
        if case .client = causes.actor { isPlain = entries.count <= 24 }
        var made: Slot = -1
        for entry in entries {
            switch entry {
            case .value(let slot, let id, _) where slot != made:
                let changed = self.id(of: slot)
                if isPlain { causes.notePlain(changed, id) } else { causes.note(changed, id, nil) }
            case .created(let first, let count) where count == 1:
                made = first
                if isPlain { causes.notePlain(id(of: first), nil) } else { causes.noteMade(id(of: first), nil) }
            default: break
            }
        }
    }
}

extension OmittedSecrets {
    /// The names, as `ID.property`, of omitted secrets that are unset.
    public func unset(in scene: Scene) -> [String] {
        var names: [String] = []
        forEach { object, ids in
            guard let slot = scene.slot(of: object) else { return }
            let kind = scene.kind(of: slot)
            for id in ids where kind[id].isUnset(scene.value(slot, id)) {
                names.append("\(scene.name(of: slot)).\(kind[id].name)")
            }
        }
        return names.sorted()
    }
}
