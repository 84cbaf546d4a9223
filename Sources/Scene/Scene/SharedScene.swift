public import Geometry
import SceneTables
public import Schema

/// The part of a scene that several machines share: all but outputs, `daemon`, and objects whose ids begin with `local.`.
public struct SharedScene {
    let scene: Scene

    /// Begins the ids of objects that stay on their machine.
    public static let localPrefix = "local."

    /// True for the id of an object that stays on its machine.
    public static func isLocal(_ name: ByteView) -> Bool {
        unsafe name.count > localPrefix.utf8.count && name.buffer.starts(with: localPrefix.utf8)
    }

    /// True for the id of an object that stays on its machine.
    public static func isLocal(_ name: String) -> Bool { ByteView.with(name) { isLocal($0) } }

    /// True for an object that stays on its machine.
    public func isLocal(_ slot: Slot) -> Bool {
        if slot == Scene.daemon { return true }
        return scene.kinds[scene.rows[Int(slot)].kind].family == .output || Self.isLocal(scene.name(of: slot))
    }

    /// The objects that stay on this machine, without what is below them.
    public var local: [Slot] {
        var found = scene.outputs.all
        scene.tree.forEachObject { if Self.isLocal(scene.name(of: $0)) { found.append($0) } }
        return found
    }
}

extension Scene {
    /// The part of the scene that several machines share.
    public var shared: SharedScene { SharedScene(scene: self) }
}
