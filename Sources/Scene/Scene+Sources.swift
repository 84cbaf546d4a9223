package import Geometry

/// What objects have from outside of the scene: pictures in files, pixels that clients share.
extension Scene {
    /// Rectangles that are kept for one buffer; the last one takes in what is beyond.
    private static let mostTouched = 16

    /// Notes that a part of a buffer's pixels changed.
    package func touch(_ buffer: Slot, _ rect: Rect) {
        var rects = touched[buffer] ?? []
        if rects.count < Self.mostTouched {
            rects.append(rect)
        } else {
            rects[rects.count - 1] = rects[rects.count - 1].union(rect)
        }
        touched[buffer] = rects
    }

    /// True when `takeSources` would give something.
    package var hasDirtySources: Bool { !dirtySources.isEmpty || !touched.isEmpty }

    /// Hands over the places whose pictures come from elsewhere now, and what changed of shared pixels, and forgets them.
    package func takeSources() -> (slots: [Slot], touched: [Slot: [Rect]]) {
        defer {
            dirtySources.removeAll(keepingCapacity: true)
            touched.removeAll(keepingCapacity: true)
        }
        return (dirtySources, touched)
    }

    /// Writes a property that clients can only read. It is no change that is told of, or could be taken back.
    package func report(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        if self.value(slot, id) != value { store(slot, id, value) }
    }

    /// The layer shows other pixels, though none of its properties changed.
    package func markPicture(_ layer: Slot) { mark(layer, [.look, .content]) }

    /// Calls `body` with the layers that look otherwise when the object at `slot` does: those that name it by a property that
    /// is part of their picture, and those that name what names it so.
    package func forEachViewer(of slot: Slot, _ body: (Slot) -> Void) {
        guard referrers[slot] != nil else { return }
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

    /// What the object at `slot` shows, or has others show: itself, an image or a buffer, or what it names as its contents.
    package func contents(of slot: Slot) -> Value {
        let kind = rows[Int(slot)].kind
        if kind == .image || kind == .buffer { return .object(id(of: slot)) }
        return kinds[kind].contents.map { value(slot, $0) } ?? .none
    }
}
