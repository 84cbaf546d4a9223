import Geometry

/// Sublayers whose frames follow the size of their superlayer's bounds, by their `autoresizingMask`.
///
/// Model values follow model values, at once, as in Core Animation; what shows a change of the superlayer by animations animates
/// them too. A layout places its sublayers itself: their masks mean nothing there. Nor does a size that a layer takes from what it
/// holds move what it holds.
package struct SceneResizing {
    let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    /// Times that sublayers followed a size, for those who ask whether some did.
    package var count: Int { scene.layouts.resizeCount }

    /// The size of a layer's bounds, its own where it was given none.
    func size(of slot: Slot) -> Size {
        _ = scene.layout.fittedBounds(slot)
        return scene.layout.modelBounds(of: slot).size
    }

    /// Has the sublayers of the layer at `slot` follow the size that its bounds have now; `old` is the one that they had.
    func follow(_ slot: Slot, from old: Size) {
        guard scene.rows[Int(slot)].hints.contains(.resizesSublayers), !scene.layouts.keepsSublayers,
            !scene.rows[Int(slot)].flags.contains(.fitsContent)
        else { return }
        let new = scene.layout.modelBounds(of: slot).size
        guard new != old else { return }
        scene.layouts.resized.append((slot, old, new))
        // A layout that is being done is finished first.
        if !scene.layouts.isResizing, scene.layouts.current < 0 { settle() }
    }

    /// Has all sublayers follow that have still to. No recursion: depth is the client's.
    func settle() {
        guard !scene.layouts.resized.isEmpty else { return }
        scene.layouts.isResizing = true
        var at = 0
        while at < scene.layouts.resized.count {
            let (slot, old, new) = scene.layouts.resized[at]
            at += 1
            if !scene.rows[Int(slot)].flags.contains(.isRemoved), !scene.layout.placesAll(slot) {
                resizeSublayers(of: slot, from: old, to: new)
            }
        }
        scene.layouts.resized.removeAll(keepingCapacity: at < 1024)
        scene.layouts.isResizing = false
    }

    private func resizeSublayers(of slot: Slot, from old: Size, to new: Size) {
        let keepsBase = isLaidOut(slot)
        var at = scene.rows[Int(slot)].firstChild
        while at >= 0 {
            let next = scene.rows[Int(at)].next
            if scene.rows[Int(at)].hints.contains(.isAutoresizing) {
                resize(at, from: old, to: new, keepsBase: keepsBase)
            }
            at = next
        }
    }

    private func resize(_ slot: Slot, from old: Size, to new: Size, keepsBase: Bool) {
        guard let mask = mask(of: slot) else { return }
        var base = old
        if case .size(let size) = scene.value(slot, LayerProperty.autoresizingSize.id) { base = size }
        setBase(of: slot, to: keepsBase ? .size(new) : .none)
        let allowed = mask.subtracting(held(slot))
        guard base != new, !allowed.isEmpty else { return }
        let (id, point) = (LayerProperty.bounds.id, LayerProperty.position.id)
        _ = scene.layout.fittedBounds(slot)
        let bounds = scene.layout.modelBounds(of: slot)
        let anchor = scene.value(slot, LayerProperty.anchorPoint.id).point
        let position = scene.value(slot, point).point
        let frame = Rect(
            position.x - anchor.x * bounds.width, position.y - anchor.y * bounds.height, bounds.width, bounds.height)
        let found = allowed.resized(frame, from: base, to: new)
        guard found != frame, [found.x, found.y, found.width, found.height].allSatisfy(\.isFinite) else { return }
        scene.layouts.resizeCount &+= 1
        if found.size != bounds.size {
            scene.assign(slot, id, .rect(Rect(bounds.x, bounds.y, found.width, found.height)), .geometry)
        }
        let moved = Point(
            found.x == frame.x && found.width == frame.width ? position.x : found.x + anchor.x * found.width,
            found.y == frame.y && found.height == frame.height ? position.y : found.y + anchor.y * found.height)
        scene.assign(slot, point, .point(moved), .geometry)
    }

    /// The mask; nil for none.
    private func mask(of slot: Slot) -> AutoresizingMask? {
        guard case .choices(let bits)? = scene.rare(slot, .autoresizingMask), bits != 0 else { return nil }
        return AutoresizingMask(rawValue: bits)
    }

    /// Axes along which something else says where the layer is: a binding, a style, a behavior, constraints.
    private func held(_ slot: Slot) -> AutoresizingMask {
        if scene.layout.isMoved(slot) || scene.constraints.isItem(slot) { return [.horizontal, .vertical] }
        return heldByOthers(slot)
    }

    /// The same for bindings and styles.
    func heldByOthers(_ slot: Slot) -> AutoresizingMask {
        guard scene.rows[Int(slot)].marks.contains(.isDependent) else { return [] }
        for id in [LayerProperty.bounds.id, LayerProperty.position.id] where scene.styles.isStyled(slot, id) {
            return [.horizontal, .vertical]
        }
        var held: AutoresizingMask = []
        for key in scene.relations.boundKeys(of: slot) {
            guard ["position", "bounds", "frame", "anchorPoint"].contains(where: { key.hasPrefix($0) }) else {
                continue
            }
            if !key.hasSuffix(".y"), !key.hasSuffix(".height") { held.formUnion(.horizontal) }
            if !key.hasSuffix(".x"), !key.hasSuffix(".width") { held.formUnion(.vertical) }
        }
        return held
    }

    // MARK: The size for which a frame is

    /// True when a layout decides the size of the bounds: a dump has another one, which the client gave.
    private func isLaidOut(_ slot: Slot) -> Bool {
        guard scene.rows[Int(slot)].flags.intersection([.isArranged, .fitsContent]) == .isArranged else { return false }
        return scene.layout.placesAll(scene.rows[Int(slot)].parent) || scene.constraints.isItem(slot)
    }

    /// A layer has a mask from now on, or is below another superlayer: where a layout decides on its size, the one of now is noted.
    func noteBase(of slot: Slot, isElsewhere: Bool) {
        guard scene.rows[Int(slot)].hints.contains(.isAutoresizing), !scene.layouts.keepsSublayers else { return }
        let parent = scene.rows[Int(slot)].parent
        let id = LayerProperty.autoresizingSize.id
        guard parent > Scene.shelf, isLaidOut(parent), mask(of: slot) != nil else {
            if isElsewhere { setBase(of: slot, to: .none) }
            return
        }
        guard isElsewhere || scene.value(slot, id) == .none else { return }
        // What is new was made for the size that the client gave, whether a layout has been done meanwhile or not.
        let given =
            scene.transaction.isInTransaction && scene.transaction.isNew(slot)
            ? scene.layouts.naturalSizes[parent] : nil
        setBase(of: slot, to: .size(given ?? scene.layout.modelBounds(of: parent).size))
    }

    /// A layer comes into a layout: the frames of its sublayers are for the size that it has now.
    func noteBases(below slot: Slot) {
        guard scene.rows[Int(slot)].hints.contains(.resizesSublayers), isLaidOut(slot), !scene.layouts.keepsSublayers
        else { return }
        let size = Value.size(scene.layout.modelBounds(of: slot).size)
        scene.tree.forEachChild(slot) { sublayer in
            let isSet = scene.value(sublayer, LayerProperty.autoresizingSize.id) != .none
            if mask(of: sublayer) != nil, !isSet { setBase(of: sublayer, to: size) }
        }
    }

    /// The frame of a layer is for another size of its superlayer from now on: with the next layouts it follows.
    func noteFresh(_ slot: Slot) {
        if !scene.layouts.isResizing { scene.layouts.fresh.append(slot) }
    }

    /// Has these layers follow the sizes that their superlayers have by now. `isEarly`: before layouts are done, those alone whose
    /// superlayers are in none.
    func settleFresh(isEarly: Bool = false) {
        guard !scene.layouts.fresh.isEmpty else { return }
        var fresh = scene.layouts.fresh
        scene.layouts.fresh.removeAll()
        if isEarly {
            func waits(_ slot: Slot) -> Bool {
                let parent = scene.rows[Int(slot)].parent
                return parent > Scene.shelf && (isLaidOut(parent) || scene.constraints.claim(parent))
            }
            scene.layouts.fresh = fresh.filter(waits)
            fresh.removeAll(where: waits)
        }
        for slot in fresh {
            let row = scene.rows[Int(slot)]
            guard row.hints.contains(.isAutoresizing), row.flags.intersection([.isAlive, .isRemoved]) == .isAlive,
                row.parent > Scene.shelf, case .size(let base) = scene.value(slot, LayerProperty.autoresizingSize.id),
                !scene.rows[Int(row.parent)].flags.contains(.fitsContent), !scene.layout.placesAll(row.parent)
            else { continue }
            let size = scene.layout.modelBounds(of: row.parent).size
            if size == base { continue }
            scene.layouts.isResizing = true
            resize(slot, from: base, to: size, keepsBase: isLaidOut(row.parent))
            scene.layouts.isResizing = false
            settle()
        }
    }

    private func setBase(of slot: Slot, to value: Value) {
        let id = LayerProperty.autoresizingSize.id
        if scene.value(slot, id) != value { scene.assign(slot, id, value, .none) }
    }

    /// Has the parts of a new instance follow the size that it was given: they were made for the rectangle around them.
    package func fitParts(of instance: Slot) {
        let row = scene.rows[Int(instance)]
        guard row.hints.contains(.resizesSublayers), !row.flags.contains(.fitsContent) else { return }
        let design = scene.components.partsFrame(of: instance).size
        guard design.width > 0, design.height > 0 else { return }
        scene.tree.forEachChild(instance) { part in
            if scene.rows[Int(part)].hints.contains(.isAutoresizing) { setBase(of: part, to: .size(design)) }
        }
        scene.layouts.resized.append((instance, design, scene.layout.modelBounds(of: instance).size))
        if !scene.layouts.isResizing, scene.layouts.current < 0 { settle() }
    }
}

extension Scene {
    /// Sublayers whose frames follow the size of their superlayer's bounds.
    package var resizing: SceneResizing { SceneResizing(self) }
}
