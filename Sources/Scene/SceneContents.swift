public import Geometry

/// Contents from outside of the scene: pictures in files, pixels that clients share.
public struct SceneContents {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Appends to the operations that `slot` has in the property `id`: no more work the longer the list is.
    ///
    /// Throws as `OperationList.appending` does.
    public func append(_ operation: Operation, to id: PropertyID, of slot: Slot) throws(SceneError) {
        let property = scene.kind(of: slot)[id]
        let new = Value.operations(try scene.value(slot, id).operations.appending(operation, property.operations))
        scene.assign(slot, id, new, property.effect)
    }

    /// Inserts, replaces or removes one of the operations that `slot` has in the property `id`. Throws as `OperationList.changed`.
    package func change(
        _ index: Int, to operation: Operation?, inserts: Bool, in id: PropertyID, of slot: Slot
    ) throws(SceneError) {
        let property = scene.kind(of: slot)[id]
        let new = try scene.value(slot, id).operations.changed(
            at: index, to: operation, inserts: inserts, property.operations)
        scene.assign(slot, id, .operations(new), property.effect)
    }

    /// Notes that a part of a buffer's pixels changed.
    public func touch(_ buffer: Slot, _ rect: Rect) { scene.changes.sources.append(.pixels(buffer, rect)) }

    /// Writes a property that clients can only read. It is no change that is told of, or could be taken back.
    public func report(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        if scene.value(slot, id) != value { scene.storage.store(slot, id, value) }
    }

    /// The layer shows other pixels, though none of its properties changed.
    public func markPicture(_ layer: Slot) { scene.mark(layer, [.look, .content]) }

    /// Calls `body` with the layers that look otherwise when the object at `slot` does: those that name it by a property that
    /// is part of their picture, directly or through other objects.
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

    /// Contents of the object at `slot`, shown or for others to show: itself, an image or a buffer, or the value of its contents.
    public func contents(of slot: Slot) -> Value {
        let kind = scene.rows[Int(slot)].kind
        if kind.isPicture { return .object(scene.id(of: slot)) }
        return scene.kinds[kind].contents.map { scene.value(slot, $0) } ?? .none
    }

    /// The pattern that names the files of a tiled layer; nil for a path without `{x}` or `{y}`, and for all other layers.
    public func tilePattern(_ slot: Slot) -> String? {
        guard scene.rows[Int(slot)].kind == .tiled,
            case .string(let path) = scene.value(slot, LayerProperty.contents.id),
            ByteView.with(path, { $0.contains("{x}") || $0.contains("{y}") })
        else { return nil }
        return path
    }
}

extension Scene {
    /// Contents from outside of the scene: pictures in files, pixels that clients share.
    @inlinable public var contents: SceneContents { SceneContents(self) }
}
