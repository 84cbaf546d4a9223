public import Geometry
import SceneTables
public import Schema

/// Contents from outside of the scene: pictures in files, and pixels shared by clients.
public struct SceneContents {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Appends to the operations of the property `id`, in constant time.
    ///
    /// Throws like `OperationList.appending`.
    public func append(_ operation: Operation, to id: PropertyID, of slot: Slot) throws(SceneError) {
        let property = scene.kind(of: slot)[id]
        let new = Value.operations(try scene.value(slot, id).operations.appending(operation, property.operations))
        scene.assign(slot, id, new, property.effect)
    }

    /// Inserts, replaces or removes one of the operations of the property `id`. Throws like `OperationList.changed`.
    package func change(
        _ index: Int, to operation: Operation?, inserts: Bool, in id: PropertyID, of slot: Slot
    ) throws(SceneError) {
        let property = scene.kind(of: slot)[id]
        let new = try scene.value(slot, id).operations.changed(
            at: index, to: operation, inserts: inserts, property.operations)
        scene.assign(slot, id, .operations(new), property.effect)
    }

    /// Records that the file of an object's picture may be another one.
    public func noteSource(of object: Slot) { scene.changes.sources.append(.source(object)) }

    /// Records that a part of a buffer's pixels has changed.
    public func touch(_ buffer: Slot, _ rect: Rect) { scene.changes.sources.append(.pixels(buffer, rect)) }

    /// Sets a property that is read-only for clients. The change is neither reported nor undoable.
    public func report(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        if scene.value(slot, id) != value { scene.storage.store(slot, id, value) }
    }

    /// Call when the layer shows other pixels without a change of its properties.
    public func markPicture(_ layer: Slot) { scene.mark(layer, [.look, .content]) }

    /// Calls `body` with the layers whose picture depends on the object at `slot`: those that name it by a visible
    /// property, directly or through other objects.
    public func forEachViewer(of slot: Slot, _ body: (Slot) -> Void) {
        guard scene.references.isNamed(slot) else { return }
        var open = [slot]
        var seen: Set<Slot> = [slot]
        while let object = open.popLast() {
            for user in scene.relations.referring(to: object) {
                let effect = scene.kind(of: user.slot)[user.property].effect
                guard effect == .source || effect == .content, seen.insert(user.slot).inserted else { continue }
                if scene.isLayer(user.slot) { body(user.slot) } else { open.append(user.slot) }
            }
        }
    }

    /// Contents that the object at `slot` shows or provides: itself for an image or a buffer, otherwise the value of
    /// its contents.
    public func contents(of slot: Slot) -> Value {
        let kind = scene.rows[Int(slot)].kind
        if kind.isPicture { return .object(scene.id(of: slot)) }
        return scene.kinds[kind].contents.map { scene.value(slot, $0) } ?? .none
    }

    /// The file name pattern of a tiled layer; nil for a path without `{x}` or `{y}`, and for all other layers.
    public func tilePattern(_ slot: Slot) -> String? {
        guard scene.rows[Int(slot)].kind == .tiled,
            case .string(let path) = scene.value(slot, LayerProperty.contents.id),
            ByteView.with(path, { $0.contains("{x}") || $0.contains("{y}") })
        else { return nil }
        return path
    }
}

extension Scene {
    /// Contents from outside of the scene: pictures in files, and pixels shared by clients.
    @inlinable public var contents: SceneContents { SceneContents(self) }
}
