public import Geometry
import SceneTables
public import Schema

/// Dormant objects: lines that could not be carried out, each at its position among its siblings.
public struct SceneDormancy {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// False when there is none.
    public var mayExist: Bool { !scene.references.dormant.isEmpty }

    /// All dormant objects in slot order.
    public var all: [Slot] {
        scene.references.dormant.filter { scene.rows[Int($0)].flags.intersection([.isAlive, .isRemoved]) == .isAlive }
            .sorted()
    }

    /// The dormant object with this name. Only `remove` and reading lines find it.
    public func find(_ name: ByteView) -> Slot? {
        guard mayExist, let slot = scene.names.find(name), isDormant(slot) else { return nil }
        return slot
    }

    public func isDormant(_ slot: Slot) -> Bool { scene.rows[Int(slot)].kind.isDormant }

    /// The lines of a dormant object, separated by LF.
    public func line(of slot: Slot) -> String { value(slot, .line) }

    /// The reason why it is dormant.
    public func message(of slot: Slot) -> String { value(slot, .message) }

    private func value(_ slot: Slot, _ property: DormantProperty) -> String {
        scene.value(slot, property.id(scene.rows[Int(slot)].kind)).string
    }

    /// Creates a dormant object: as the last child of `parent`, in the place of a layer, or, without a parent, outside
    /// of the tree. Throws like `SceneObjects.create`.
    public func make(
        _ name: ByteView, below parent: Slot?, line: String, message: String
    ) throws(SceneError) -> Slot {
        let kind = parent == nil ? KindID.dormant : .dormantLayer
        let slot = try scene.objects.create(name, kind, parent: parent ?? Scene.objectRoot)
        try scene.set(slot, DormantProperty.line.id(kind), .string(line))
        try scene.set(slot, DormantProperty.message.id(kind), .string(message))
        if parent != nil { try scene.set(slot, LayerProperty.isHidden.id, .boolean(true)) }
        return slot
    }

    /// Updates the reason.
    public func setMessage(of slot: Slot, _ message: String) {
        guard self.message(of: slot) != message else { return }
        scene.assign(slot, DormantProperty.message.id(scene.rows[Int(slot)].kind), .string(message), .none)
    }
}

extension Scene {
    /// Dormant objects.
    @inlinable public var dormancy: SceneDormancy { SceneDormancy(self) }
}
