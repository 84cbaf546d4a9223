/// Making a scene equal to another by the smallest change.
extension Scene {
    /// Copies everything that scene files do not describe, the start for a scene that is to replace `other`: the settings, and the
    /// output's size, scale and refresh. All else that the file does not name is at its default.
    package func copyFixed(from other: Scene) {
        kindJournal = other
        let kept = [OutputProperty.size.id, OutputProperty.scale.id, OutputProperty.refresh.id]
        for slot in [Scene.main, Scene.daemon] {
            other.forEachSet(slot) { id, property, value in
                if property.type != .object, slot == Scene.daemon || kept.contains(id) { store(slot, id, value) }
            }
        }
        for (key, value) in other.users(Scene.daemon) { setUser(Scene.daemon, key, value) }
        outputChanged()
    }

    /// True while there are fixed objects alone, and only the settings differ from their defaults.
    package var holdsFixedAlone: Bool {
        var isPlain = true
        forEachObject { slot in
            if !Self.isFixed(slot) { isPlain = false }
            guard slot == Scene.root else { return }
            forEachSet(slot) { id, property, _ in
                if !property.isDerived, !Self.followsOutput(id) { isPlain = false }
            }
        }
        return isPlain && users(Scene.root).isEmpty && users(Scene.main).isEmpty
    }

    /// Changes this scene into `wanted` by the smallest change: see `SceneReplacement`.
    package func become(_ wanted: Scene) throws(SceneError) {
        var replacement = SceneReplacement(of: self, by: wanted)
        try replacement.run()
    }

    /// True for properties that a root layer gets from its output.
    package static func followsOutput(_ id: PropertyID) -> Bool {
        id == LayerProperty.position.id || id == LayerProperty.bounds.id
    }
}
