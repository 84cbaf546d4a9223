import Geometry
import SceneTables
package import Schema

/// Sublayers whose frames follow the size of their superlayer's bounds according to their `autoresizingMask`.
///
/// The frame of such a layer is a function of its specified frame, of the superlayer's size at that time (`SaidFrame`),
/// and of the superlayer's present size. It follows immediately, with model values following model values, as in Core
/// Animation; animations of the superlayer's change also animate it. Only specified values are undone, dumped and
/// copied.
///
/// A layout positions its sublayers itself: their masks have no effect. Nor does a size by content move the content.
package struct SceneResizing {
    let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    private typealias Stretch = SaidFrame.Stretch

    /// Number of size changes that sublayers followed, for detecting such changes.
    package var count: Int { scene.layouts.resizeCount }

    /// The size of a layer's bounds; its own where none is specified.
    func size(of slot: Slot) -> Size {
        _ = scene.layout.fittedBounds(slot)
        return scene.layout.modelBounds(of: slot).size
    }

    // MARK: Following

    /// Makes the sublayers of the layer at `slot` follow the present size of its bounds; `old`: its previous size.
    /// Where it no longer has its own size, the specified frames are used.
    func follow(_ slot: Slot, from old: Size) {
        let row = scene.rows[Int(slot)]
        guard row.hints.contains(.resizesSublayers), !scene.layouts.keepsSublayers,
            hasOwnSize(slot) || scene.layout.modelBounds(of: slot).size != old
        else { return }
        scene.layouts.resized.append((slot, old))
        // A layout in progress is finished first.
        if !scene.layouts.isResizing, scene.layouts.current < 0 { settle() }
    }

    /// Makes all pending sublayers follow. Not recursive, because clients control the depth.
    func settle() {
        guard !scene.layouts.resized.isEmpty else { return }
        following {
            var at = 0
            while at < scene.layouts.resized.count {
                let (slot, old) = scene.layouts.resized[at]
                at += 1
                let isSized = !hasOwnSize(slot)
                if scene.rows[Int(slot)].flags.contains(.isRemoved) || isSized && !resizes(slot) { continue }
                scene.tree.forEachChild(slot) { sublayer in
                    guard scene.rows[Int(sublayer)].hints.contains(.isAutoresizing) else { return }
                    if isSized { resize(sublayer, from: old) } else { giveBack(sublayer, from: old) }
                }
            }
            scene.layouts.resized.removeAll(keepingCapacity: at < 1024)
        }
    }

    /// Changes in `body` are derived from specified values.
    private func following(_ body: () -> Void) {
        let outer = scene.layouts.isResizing
        scene.layouts.isResizing = true
        body()
        scene.layouts.isResizing = outer
    }

    /// True for a layer whose sublayers follow its size.
    private func resizes(_ slot: Slot) -> Bool {
        slot > Scene.objectRoot && !hasOwnSize(slot) && !scene.layout.placesAll(slot)
    }

    /// True for a layer with a size, or a side, by what it holds.
    private func hasOwnSize(_ slot: Slot) -> Bool {
        scene.rows[Int(slot)].flags.contains(.fitsContent) || scene.layouts.isSized(slot)
    }

    /// Handles a change of the superlayer's size from `old`.
    private func resize(_ slot: Slot, from old: Size) {
        var base = old
        if !scene.layouts.isTakingBack, case .size(let pending)? = scene.rare(slot, .autoresizingSize),
            mask(of: slot) != nil
        {
            base = pending
            noteFrame(slot, in: old)
            forget(slot, [.horizontal, .vertical])
            scene.assign(slot, LayerProperty.autoresizingSize.id, .none, .none)
        }
        guard let wanted = frame(of: slot, in: base) else { return }
        scene.layouts.said[frame: slot] = wanted
        place(slot)
    }

    /// The superlayer, previously of the size `old`, has no size of its own any more: restores the specified frame.
    private func giveBack(_ slot: Slot, from old: Size) {
        guard scene.layouts.said[frame: slot] != nil else { return }
        noteFrame(slot, in: old)
        setSaid(slot)
    }

    /// Sets the specified frame, which from then on refers to the superlayer's present size.
    private func setSaid(_ slot: Slot) {
        let values = [LayerProperty.bounds, .position].map { ($0.id, saidValue(slot, $0.id)) }
        scene.layouts.said[frame: slot] = nil
        following { for case (let id, let value?) in values { scene.assign(slot, id, value, .geometry) } }
    }

    /// Moves a layer according to its superlayer's size. Axes that refer to this size have their specified values.
    func place(_ slot: Slot) {
        guard var said = scene.layouts.said[frame: slot], let wanted = wanted(slot, &said) else { return }
        scene.layouts.said[frame: slot] = said
        let (position, bounds) = computed(slot)
        guard wanted.position != position || wanted.bounds.size != bounds.size else { return }
        following {
            scene.layouts.resizeCount &+= 1
            if wanted.bounds.size != bounds.size {
                scene.assign(slot, LayerProperty.bounds.id, .rect(wanted.bounds), .geometry)
            }
            scene.assign(slot, LayerProperty.position.id, .point(wanted.position), .geometry)
        }
        if !scene.layouts.isResizing, scene.layouts.current < 0 { settle() }
    }

    /// Position and bounds before layouts; with its own size where the layer has no other.
    private func computed(_ slot: Slot) -> (position: Point, bounds: Rect) {
        _ = scene.layout.fittedBounds(slot)
        var bounds = scene.layout.modelBounds(of: slot)
        if let size = scene.layouts.said[size: slot]?.filled(bounds.size), size != .zero {
            (bounds.width, bounds.height) = (size.width, size.height)
        }
        return (scene.layout.saidPosition(slot), bounds)
    }

    /// Position and bounds according to the superlayer's size; nil when the layer does not follow it. Removes the axes
    /// from `said` where they equal the specified ones.
    private func wanted(_ slot: Slot, _ said: inout SaidFrame) -> (position: Point, bounds: Rect)? {
        guard let mask = mask(of: slot), case let parent = scene.rows[Int(slot)].parent, resizes(parent) else {
            return nil
        }
        let (size, hugs) = (size(of: parent), scene.layout.hugs(slot))
        let allowed = mask.subtracting(held(slot)).subtracting(hugs ? [.width, .height] : [])
        let (position, bounds) = computed(slot)
        let anchor = hugs ? .zero : scene.value(slot, LayerProperty.anchorPoint.id).point
        func found(_ stretch: inout Stretch?, _ anchor: Double, _ size: Double, _ axis: AutoresizingMask) -> (
            position: Double, length: Double
        )? {
            guard let one = stretch, !allowed.isDisjoint(with: axis) else { return nil }
            if one.base == size {
                stretch = nil
                return (one.position, one.length)
            }
            let start = one.position - anchor * one.length
            let new = allowed.stretched(start, one.length, from: one.base, to: size, along: axis)
            if new == (start, one.length) { return (one.position, one.length) }
            return new.start.isFinite && new.length.isFinite ? (new.start + anchor * new.length, new.length) : nil
        }
        let across = found(&said.across, anchor.x, size.width, .horizontal)
        let down = found(&said.down, anchor.y, size.height, .vertical)
        var new = bounds
        if !hugs { (new.width, new.height) = (across?.length ?? bounds.width, down?.length ?? bounds.height) }
        if said.isEmpty, said.fits, !scene.layouts.isSized(slot) { (new.width, new.height) = (0, 0) }
        return (Point(across?.position ?? position.x, down?.position ?? position.y), new)
    }

    // MARK: Saying

    /// The specified frame on each followed axis; nil for a layer that follows nothing.
    func frame(of slot: Slot) -> SaidFrame? {
        let parent = scene.rows[Int(slot)].parent
        guard mask(of: slot) != nil, parent > Scene.objectRoot, !scene.layout.placesAll(parent) else { return nil }
        return frame(of: slot, in: size(of: parent))
    }

    /// The specified frame; if the layer has its specified frame, it refers to a superlayer of the size `base`.
    private func frame(of slot: Slot, in base: Size) -> SaidFrame? {
        guard let mask = mask(of: slot) else { return nil }
        let allowed = mask.subtracting(held(slot))
        let (position, bounds) = computed(slot)
        // A layer sized by content follows only with its position.
        let (said, hugs) = (scene.layouts.said[frame: slot], scene.layout.hugs(slot))
        let size = hugs ? .zero : bounds.size
        var frame = SaidFrame(fits: said?.fits ?? (hugs || scene.rows[Int(slot)].flags.contains(.fitsContent)))
        if !allowed.isDisjoint(with: .horizontal) {
            frame.across = said?.across ?? Stretch(position: position.x, length: size.width, base: base.width)
        }
        if !allowed.isDisjoint(with: .vertical) {
            frame.down = said?.down ?? Stretch(position: position.y, length: size.height, base: base.height)
        }
        return frame.isEmpty ? nil : frame
    }

    /// Call before a property is set as a specified value: on the axes that it changes, the frame then refers to the
    /// superlayer's present size.
    func willSay(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        guard !scene.layouts.isResizing, let property = LayerProperty(rawValue: id.raw) else { return }
        var axes: AutoresizingMask = []
        func note(_ isAcross: Bool, _ isDown: Bool) {
            if isAcross { axes.formUnion(.horizontal) }
            if isDown { axes.formUnion(.vertical) }
        }
        switch property {
        case .position, .anchorPoint:
            let (old, new) = (scene.value(slot, id).point, value.point)
            note(old.x != new.x && !new.x.isAuto, old.y != new.y && !new.y.isAuto)
        case .bounds:
            let (old, new) = (scene.layout.modelBounds(of: slot).size, value.rect.size)
            note(old.width != new.width, old.height != new.height)
        case .autoresizingMask: axes = [.horizontal, .vertical]
        default: return
        }
        if property == .autoresizingMask || mask(of: slot) != nil { layOutParent(of: slot) }
        noteFrame(slot)
        forget(slot, axes)
    }

    /// Its superlayer's present size is the laid-out one, whether or not somebody has read it; that of a new layer is the specified one.
    private func layOutParent(of slot: Slot) {
        let parent = scene.rows[Int(slot)].parent
        guard parent > Scene.objectRoot, isLaidOut(parent), !scene.layouts.isTakingBack else { return }
        let isNew = scene.transaction.isInTransaction && scene.transaction.isNew(slot)
        if !isNew { scene.layout.layOut() }
    }

    /// Call before a layer is moved to another superlayer: its frame then refers to that superlayer's size.
    func willMove(_ slot: Slot) {
        guard scene.rows[Int(slot)].hints.contains(.isAutoresizing) else { return }
        noteFrame(slot)
        forget(slot, [.horizontal, .vertical])
    }

    private func forget(_ slot: Slot, _ axes: AutoresizingMask) {
        guard var said = scene.layouts.said[frame: slot] else { return }
        if !axes.isDisjoint(with: .horizontal) { said.across = nil }
        if !axes.isDisjoint(with: .vertical) { said.down = nil }
        scene.layouts.said[frame: slot] = said
    }

    /// Records the specified frame for a rollback. `base`: the previous size of the superlayer when it has already
    /// changed.
    private func noteFrame(_ slot: Slot, in base: Size? = nil) {
        guard scene.journal.isOpen, let frame = base.map({ frame(of: slot, in: $0) }) ?? frame(of: slot) else { return }
        scene.journal.append(of: slot, .frame(slot, frame))
    }

    /// Sets a specified frame that refers to given superlayer sizes, and moves the layer accordingly.
    func say(_ slot: Slot, _ frame: SaidFrame) {
        noteFrame(slot)
        restore(slot, frame)
    }

    /// Restores a frame in a rollback.
    func restore(_ slot: Slot, _ frame: SaidFrame) {
        scene.layouts.said[frame: slot] = frame
        place(slot)
    }

    /// Call before a layer gets the values of one in another scene: it is set to its specified frame unless both have
    /// the same.
    func prepare(_ slot: Slot, for other: Scene, _ there: Slot) {
        guard scene.layouts.said[frame: slot] != nil,
            scene.rare(slot, .autoresizingMask) != other.rare(there, .autoresizingMask)
                || frame(of: slot) != other.resizing.frame(of: there)
        else { return }
        noteFrame(slot)
        setSaid(slot)
    }

    /// Copies the superlayer size to which the frame refers from a layer in another scene.
    func adopt(_ slot: Slot, from other: Scene, _ there: Slot) {
        let (parent, above) = (scene.rows[Int(slot)].parent, other.rows[Int(there)].parent)
        var pending = other.rare(there, .autoresizingSize) ?? .none
        if pending == .none, resizes(parent), other.resizing.resizes(above),
            let frame = other.resizing.frame(of: there), self.frame(of: slot) != frame
        {
            if mask(of: slot) != nil { return say(slot, frame) }
            // A style sets the mask later.
            let size = other.resizing.size(of: above)
            pending = .size(Size(frame.across?.base ?? size.width, frame.down?.base ?? size.height))
        }
        let id = LayerProperty.autoresizingSize.id
        if scene.value(slot, id) != pending { scene.assign(slot, id, pending, .none) }
    }

    /// The superlayer size to which the specified frame refers; nil when a dump can omit it, because the superlayer had
    /// that size when the layer was created, and still has it.
    func base(of slot: Slot) -> Size? {
        let parent = scene.rows[Int(slot)].parent
        guard let mask = mask(of: slot), resizes(parent), !mask.isSubset(of: held(slot)) else { return nil }
        let now = scene.layout.modelBounds(of: parent).size
        let said = scene.rows[Int(slot)].flags.contains(.isArranged) ? nil : scene.layouts.said[frame: slot]
        let base = Size(said?.across?.base ?? now.width, said?.down?.base ?? now.height)
        return base == now && base == scene.layout.given(parent, LayerProperty.bounds.id).rect.size ? nil : base
    }

    /// The specified position or bounds, when they differ from the present ones.
    func saidValue(_ slot: Slot, _ id: PropertyID) -> Value? {
        guard let said = scene.layouts.said[frame: slot], !scene.rows[Int(slot)].flags.contains(.isArranged) else {
            return nil
        }
        switch LayerProperty(rawValue: id.raw) {
        case .position:
            let now = scene.value(slot, id).point
            return .point(Point(said.across?.position ?? now.x, said.down?.position ?? now.y))
        case .bounds:
            let now = scene.layout.modelBounds(of: slot)
            if scene.layouts.isSized(slot), let size = scene.layouts.said[size: slot] {
                return .rect(Rect(now.x, now.y, size.width, size.height))
            }
            if said.fits { return .rect(scene.components.sizesByParts(slot) ? .zero : Rect(now.x, now.y, 0, 0)) }
            return .rect(Rect(now.x, now.y, said.across?.length ?? now.width, said.down?.length ?? now.height))
        default: return nil
        }
    }

    /// True when the layer is at its specified place, and no changes are pending.
    func isInPlace(_ slot: Slot) -> Bool {
        if scene.rare(slot, .autoresizingSize) != nil, mask(of: slot) != nil, resizes(scene.rows[Int(slot)].parent),
            !scene.layouts.fresh.contains(slot)
        {
            return false
        }
        guard var said = scene.layouts.said[frame: slot], let wanted = wanted(slot, &said) else { return true }
        let now = computed(slot)
        return said == scene.layouts.said[frame: slot] && wanted.bounds.size == now.bounds.size
            && wanted.position == now.position
    }

    // MARK: Masks

    /// The mask; nil for none.
    private func mask(of slot: Slot) -> AutoresizingMask? {
        guard case .choices(let bits)? = scene.rare(slot, .autoresizingMask), bits != 0 else { return nil }
        return AutoresizingMask(rawValue: bits)
    }

    /// Axes along which something else controls the layer: a binding, a style, a behavior, constraints.
    private func held(_ slot: Slot) -> AutoresizingMask {
        if scene.layout.isMoved(slot) || scene.constraints.isItem(slot) { return [.horizontal, .vertical] }
        return heldByOthers(slot)
    }

    /// Axes controlled by bindings and styles.
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

    // MARK: Frames for other sizes

    /// Call when a new layer gets a mask: where a layout decides its superlayer's size, its frame refers to the size
    /// that the client specified, whether or not a layout has been updated meanwhile.
    func noteMask(of slot: Slot) {
        let (parent, id) = (scene.rows[Int(slot)].parent, LayerProperty.autoresizingSize.id)
        guard parent > Scene.objectRoot, !scene.layouts.keepsSublayers, mask(of: slot) != nil else { return }
        guard scene.rare(slot, .autoresizingSize) == nil else { return noteBase(of: slot) }
        guard isLaidOut(parent), scene.transaction.isInTransaction, scene.transaction.isNew(slot),
            let given = scene.layouts.said[size: parent], !given.hasAuto
        else { return }
        scene.assign(slot, id, .size(given), .none)
    }

    /// True when a layout determines the size of the bounds: a dump contains the size that the client specified.
    private func isLaidOut(_ slot: Slot) -> Bool {
        guard scene.rows[Int(slot)].flags.intersection([.isArranged, .fitsContent]) == .isArranged else { return false }
        return scene.layout.placesAll(scene.rows[Int(slot)].parent) || scene.constraints.isItem(slot)
    }

    /// The superlayer size to which a layer's frame refers was specified: it applies when all values of the same change
    /// are set.
    func noteBase(of slot: Slot) { scene.layouts.fresh.append(slot) }

    /// Applies the superlayer sizes specified for frames.
    func settleBases() {
        guard !scene.layouts.fresh.isEmpty else { return }
        let fresh = scene.layouts.fresh
        scene.layouts.fresh.removeAll()
        for slot in fresh {
            let row = scene.rows[Int(slot)]
            guard row.hints.contains(.isAutoresizing), row.flags.intersection([.isAlive, .isRemoved]) == .isAlive,
                case .size(let base)? = scene.rare(slot, .autoresizingSize), mask(of: slot) != nil, resizes(row.parent)
            else { continue }
            noteFrame(slot)
            forget(slot, [.horizontal, .vertical])
            scene.assign(slot, LayerProperty.autoresizingSize.id, .none, .none)
            if let said = frame(of: slot, in: base) { restore(slot, said) }
        }
    }

    /// Makes the parts of a new instance follow its specified size: they were created for the rectangle around them.
    package func fitParts(of instance: Slot) {
        guard scene.rows[Int(instance)].hints.contains(.resizesSublayers), resizes(instance) else { return }
        let design = scene.components.partsFrame(of: instance).size
        guard design.width > 0, design.height > 0 else { return }
        scene.tree.forEachChild(instance) { part in
            guard scene.rows[Int(part)].hints.contains(.isAutoresizing) else { return }
            forget(part, [.horizontal, .vertical])
            if let said = frame(of: part, in: design) { say(part, said) }
        }
    }
}

extension Scene {
    /// Sublayers whose frames follow the size of their superlayer's bounds.
    package var resizing: SceneResizing { SceneResizing(self) }
}
