package import Geometry

/// Contents from outside of the scene: pictures in files, pixels that clients share.
extension Scene {
    /// Notes that a part of a buffer's pixels changed.
    package func touch(_ buffer: Slot, _ rect: Rect) { changes.sources.append(.pixels(buffer, rect)) }

    /// Writes a property that clients can only read. It is no change that is told of, or could be taken back.
    package func report(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        if self.value(slot, id) != value { store(slot, id, value) }
    }

    /// The layer shows other pixels, though none of its properties changed.
    package func markPicture(_ layer: Slot) { mark(layer, [.look, .content]) }

    /// Calls `body` with the layers that look otherwise when the object at `slot` does: those that name it by a property that
    /// is part of their picture, directly or through other objects.
    package func forEachViewer(of slot: Slot, _ body: (Slot) -> Void) {
        guard references.isNamed(slot) else { return }
        var open = [slot]
        var seen: Set<Slot> = [slot]
        while let object = open.popLast() {
            for user in referring(to: object) {
                let effect = kind(of: user.slot)[user.property].effect
                guard effect == .source || effect == .content, seen.insert(user.slot).inserted else { continue }
                if isLayer(user.slot) { body(user.slot) } else { open.append(user.slot) }
            }
        }
    }

    /// Contents of the object at `slot`, shown or for others to show: itself, an image or a buffer, or the value of its contents.
    package func contents(of slot: Slot) -> Value {
        let kind = rows[Int(slot)].kind
        if kind == .image || kind == .buffer { return .object(id(of: slot)) }
        return kinds[kind].contents.map { value(slot, $0) } ?? .none
    }
}
