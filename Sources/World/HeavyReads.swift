import LineProtocol
package import Scene

/// Lines that read so much of the scene that other clients would wait for them.
package struct HeavyReads {
    let world: World

    /// Objects that a line may read within the loop.
    package static let mostAtOnce = 256

    /// True when the scene has more objects than a line may read within the loop.
    package var isLarge: Bool { world.scene.count > Self.mostAtOnce }

    /// True for a reading line that looks at more objects than that. Throws `unknown-object`.
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

    /// A copy of the scene as `dump` and its like read it, for another thread.
    package func copy() -> Scene {
        world.bindingVerbs.updateBindings()
        world.scene.layout.layOut()
        world.scene.layout.fit()
        return world.scene.copy()
    }

    /// The bytes of text that a client's transactions and checkpoints may hold.
    package var clientBytes: Int { world.transactionLimit }
}

extension World {
    /// Lines that read so much of the scene that other clients would wait for them.
    package var heavyReads: HeavyReads { HeavyReads(world: self) }
}
