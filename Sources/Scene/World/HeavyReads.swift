import LineProtocol
package import Scene

/// Lines that read so much of the scene that other clients would have to wait.
package struct HeavyReads {
    let world: World

    /// Maximum number of objects that a line may read within the loop.
    package static let mostAtOnce = 256

    /// True when the scene has more than `mostAtOnce` objects.
    package var isLarge: Bool { world.scene.count > Self.mostAtOnce }

    /// True for a reading line that reads more than `mostAtOnce` objects. Throws `unknown-object`.
    func isHeavy(_ command: Command) throws(SceneError) -> Bool {
        guard isLarge else { return false }
        switch command.verb {
        case .list: return true
        case .dump, .tree:
            let scene = world.scene
            let name = command.verb == .dump ? try DumpCommand(command).top : try TreeCommand(command).top
            guard let name else { return true }
            guard let top = scene.find(name) else { throw UnknownName.object(name, in: scene) }
            return scene.isLayer(top) && !scene.tree.hasAtMost(Self.mostAtOnce, below: top)
        default: return false
        }
    }

    /// Copy of the scene for `dump` and similar verbs, for another thread.
    package func copy() -> Scene {
        world.bindingVerbs.updateBindings()
        world.scene.layout.layOut()
        world.scene.layout.fit()
        return world.scene.copy()
    }

    /// Maximum bytes of text in a client's transactions and checkpoints.
    package var clientBytes: Int { world.transactionLimit }
}

extension World {
    /// Lines that read so much of the scene that other clients would have to wait.
    package var heavyReads: HeavyReads { HeavyReads(world: self) }
}
