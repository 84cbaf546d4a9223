import LineProtocol
package import Scene
import Schema

/// Lines that read so much of the scene that other clients would have to wait.
package enum HeavyReads {
    /// Maximum number of objects that a line may read within the loop.
    package static let mostAtOnce = 256

    /// True when the scene has more than `mostAtOnce` objects.
    package static func isLarge(_ scene: Scene) -> Bool { scene.count > mostAtOnce }

    /// True for a reading line that reads more than `mostAtOnce` objects. Throws `unknown-object`.
    static func isHeavy(_ command: Command, in scene: Scene) throws(SceneError) -> Bool {
        guard isLarge(scene) else { return false }
        switch command.verb {
        case .list: return true
        case .dump, .tree:
            let name = command.verb == .dump ? try DumpCommand(command).top : try TreeCommand(command).top
            guard let name else { return true }
            guard let top = scene.find(name) else { throw UnknownName.object(name, in: scene) }
            return scene.isLayer(top) && !scene.tree.hasAtMost(mostAtOnce, below: top)
        default: return false
        }
    }
}
