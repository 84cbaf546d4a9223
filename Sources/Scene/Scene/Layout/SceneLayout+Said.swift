public import Geometry
import SceneTables
public import Schema

/// Specified and laid-out geometry of layers that layouts position.
extension SceneLayout {
    /// The specified position.
    func saidPosition(_ slot: Slot) -> Point {
        scene.layouts.said[position: slot] ?? scene.value(slot, LayerProperty.position.id).point
    }

    /// The point of a layer, in shares of its size, that is at its specified position: the corner along a side that grows from it.
    func saidAnchor(_ slot: Slot) -> Point {
        var anchor = scene.value(slot, LayerProperty.anchorPoint.id).point
        guard let size = scene.layouts.said[size: slot], size.growsFromCorner else { return anchor }
        if size.width == .autoFromCorner { anchor.x = 0 }
        if size.height == .autoFromCorner { anchor.y = 0 }
        return anchor
    }

    /// The specified size of the bounds; for a layer without one and outside of layouts, its own size.
    func saidSize(_ slot: Slot) -> Size { scene.layouts.said[size: slot] ?? modelBounds(of: slot).size }

    // MARK: Saying

    /// Sets the specified position or bounds of a layer that a layout positions: it stays at its present place until
    /// the layout is updated. False for all other layers.
    func say(_ slot: Slot, _ id: PropertyID, _ value: Value, insteadOf old: Value) -> Bool {
        let isAuto = id == LayerProperty.bounds.id && value.rect.size.hasAuto
        if hasTransitions, id == LayerProperty.bounds.id { keepSize(slot) }
        guard isAuto || scene.layouts.said.isLaidOut(slot) else { return false }
        switch LayerProperty(rawValue: id.raw) {
        case .position where scene.layouts.said[position: slot] != nil || holdsCorner(slot):
            let (said, new) = (saidPosition(slot), value.point)
            if !scene.layouts.isTakingBack, !scene.isFollowing {
                growFromAnchor(slot, across: !new.x.isAuto, down: !new.y.isAuto)
            }
            guard isPlaced(slot) || holdsCorner(slot) else {
                scene.layouts.said[position: slot] = nil
                return false
            }
            noteSaid(slot, id, old)
            scene.layouts.said[position: slot] = Point(new.x.isAuto ? said.x : new.x, new.y.isAuto ? said.y : new.y)
            if holdsCorner(slot) { needLayout(slot) }
        case .bounds where isAuto || scene.layouts.said[size: slot] != nil:
            let value = releaseCorner(slot, value.rect)
            if !isAuto, scene.layouts.isSized(slot), !scene.rows[Int(slot)].flags.contains(.arranges), !isPlaced(slot) {
                // Its size was determined only by content, which is seen until now.
                noteFollowed(slot, id)
                scene.layouts.said[size: slot] = nil
                scene.layouts.setSized(slot, false)
                return false
            }
            noteSaid(slot, id, old)
            scene.layouts.said[size: slot] = value.size
            scene.layouts.setSized(slot, isAuto)
            scene.rows[Int(slot)].flags.remove(.fitsContent)
            let size = value.size.filled(modelBounds(of: slot).size)
            store(slot, isAuto ? Rect(value.x, value.y, size.width, size.height) : unsized(slot, value))
            dropMeasured(slot)
            needLayout(slot)
        default: return false
        }
        needLayout(scene.rows[Int(slot)].parent)
        return true
    }

    /// The size is about to be said: in a container with a transition the layer keeps the one that is seen until the layout
    /// is updated, and goes on from there.
    private func keepSize(_ slot: Slot) {
        guard scene.layouts.said[size: slot] == nil,
            scene.layouts.moves.containers.contains(scene.rows[Int(slot)].parent), isPlaced(slot)
        else { return }
        scene.layouts.said[size: slot] = saidSize(slot)
    }

    /// True for a layer that a layout positions: not for one that constraints only refer to.
    private func isPlaced(_ slot: Slot) -> Bool {
        scene.rows[Int(slot)].flags.contains(.isArranged)
            && (placesAll(scene.rows[Int(slot)].parent) || scene.constraints.isItem(slot))
    }

    /// True for a layer with a side by content along which the corner stays.
    private func holdsCorner(_ slot: Slot) -> Bool {
        scene.layouts.said[size: slot]?.growsFromCorner ?? false
    }

    /// Bounds are about to be said: sides by content that the corner holds stay so, and along the others the position is the anchor
    /// point's from now on, with the corner where it was. Returns the bounds to be said.
    private func releaseCorner(_ slot: Slot, _ bounds: Rect) -> Rect {
        guard let size = scene.layouts.said[size: slot], size.growsFromCorner else { return bounds }
        let (id, said) = (LayerProperty.position.id, saidPosition(slot))
        var (bounds, position) = (bounds, said)
        if !scene.layouts.isTakingBack {
            let anchor = scene.value(slot, LayerProperty.anchorPoint.id).point
            if size.width == .autoFromCorner, !bounds.width.isAuto { position.x += anchor.x * bounds.width }
            if size.height == .autoFromCorner, !bounds.height.isAuto { position.y += anchor.y * bounds.height }
            if size.width == .autoFromCorner, bounds.width.isAuto { bounds.width = size.width }
            if size.height == .autoFromCorner, bounds.height.isAuto { bounds.height = size.height }
            // No frame could tell otherwise: both sides by content are held alike.
            if bounds.size.growsFromCorner, bounds.width == .auto {
                position.x -= anchor.x * size.width
                bounds.width = .autoFromCorner
            }
            if bounds.size.growsFromCorner, bounds.height == .auto {
                position.y -= anchor.y * size.height
                bounds.height = .autoFromCorner
            }
            if position != said { noteSaid(slot, id, .point(said)) }
        }
        if isPlaced(slot) || bounds.size.growsFromCorner {
            if position != said { scene.layouts.said[position: slot] = position }
        } else if position != scene.value(slot, id).point || scene.layouts.said[position: slot] != nil {
            scene.layouts.said[position: slot] = nil
            store(slot, position)
        }
        return bounds
    }

    /// A position was specified: from now on sides by content along it grow around the anchor point.
    private func growFromAnchor(_ slot: Slot, across: Bool = true, down: Bool = true) {
        guard let size = scene.layouts.said[size: slot], size.growsFromCorner else { return }
        let free = size.fromAnchor
        let new = Size(across ? free.width : size.width, down ? free.height : size.height)
        guard new != size else { return }
        noteSaid(slot, LayerProperty.bounds.id, computed(slot, LayerProperty.bounds.id))
        scene.layouts.said[size: slot] = new
        needLayout(slot)
    }

    /// The specified frame of a layer whose corner stays fixed, and the coordinates of its position that no frame gives to the last digit;
    /// nil for all others.
    public func saidFrame(_ slot: Slot) -> (frame: Rect, x: Double?, y: Double?)? {
        guard let said = scene.layouts.said[size: slot], said.growsFromCorner else { return nil }
        let (anchor, position) = (scene.value(slot, LayerProperty.anchorPoint.id).point, saidPosition(slot))
        func corner(_ position: Double, _ side: Double, _ anchor: Double) -> (Double, inexact: Double?) {
            if side.isAuto { return (position, nil) }
            let corner = position - anchor * side
            return (corner, corner + anchor * side == position ? nil : position)
        }
        let (x, y) = (corner(position.x, said.width, anchor.x), corner(position.y, said.height, anchor.y))
        return (Rect(x.0, y.0, said.width, said.height), x.inexact, y.inexact)
    }

    /// Keeps the corner of a layer fixed along sides by content that `frame` specified.
    func holdCorner(_ slot: Slot) {
        guard let said = scene.layouts.said[size: slot], said.growsFromCorner else { return }
        let anchor = scene.value(slot, LayerProperty.anchorPoint.id).point
        let size = modelBounds(of: slot).size
        var position = saidPosition(slot)
        if said.width == .autoFromCorner { position.x += anchor.x * size.width }
        if said.height == .autoFromCorner { position.y += anchor.y * size.height }
        lay(slot, position: position)
    }

    /// The same rectangle with the laid-out size.
    private func unsized(_ slot: Slot, _ rect: Rect) -> Rect {
        let size = modelBounds(of: slot).size
        return Rect(rect.x, rect.y, size.width, size.height)
    }

    private func noteSaid(_ slot: Slot, _ id: PropertyID, _ old: Value) {
        noteFollowed(slot, id)
        guard !scene.isFollowing else { return }
        scene.journal.append(of: slot, .value(slot, id, old))
        // Even where nothing is seen of it yet.
        scene.changes.events.noteGiven()
    }

    /// Makes the layer's present position the specified one.
    func takePosition(_ slot: Slot) {
        growFromAnchor(slot)
        guard scene.layouts.said[position: slot] != nil else { return }
        let id = LayerProperty.position.id
        let old = stored(slot, id)
        scene.layouts.said[position: slot] = nil
        scene.styles.dropStyled(slot, id)
        scene.journal.append(of: slot, .value(slot, id, old))
    }

    /// Makes the laid-out frame of a layer that leaves its layout the specified one. A size by content is kept.
    func keepFrame(_ slot: Slot) {
        guard scene.layouts.said.isLaidOut(slot) else { return }
        let (position, id) = (LayerProperty.position.id, LayerProperty.bounds.id)
        let row = scene.rows[Int(slot)]
        if row.flags.contains(.isArranged), !scene.styles.isStyled(slot, position) { takePosition(slot) }
        guard let said = scene.layouts.said[size: slot], !scene.styles.isStyled(slot, id), row.kind != .each,
            !row.flags.contains(.arranges) || said != .zero, !said.hasAuto
        else { return }
        let old = stored(slot, id)
        scene.layouts.said[size: slot] = nil
        scene.journal.append(of: slot, .value(slot, id, old))
    }

    // MARK: Laying out

    /// Moves a layer to its laid-out position.
    func lay(_ slot: Slot, position: Point) {
        let old = modelPosition(of: slot)
        guard old != position else { return }
        noteFollowed(slot, LayerProperty.position.id)
        if scene.layouts.said[position: slot] == nil { scene.layouts.said[position: slot] = old }
        store(slot, position)
    }

    /// Sets the laid-out size of a layer.
    func lay(_ slot: Slot, size: Size) {
        let bounds = modelBounds(of: slot)
        guard bounds.size != size || scene.rows[Int(slot)].flags.contains(.fitsContent) else { return }
        let id = LayerProperty.bounds.id
        noteFollowed(slot, id)
        if scene.layouts.said[size: slot] == nil { scene.layouts.said[size: slot] = computed(slot, id).rect.size }
        scene.rows[Int(slot)].flags.remove(.fitsContent)
        store(slot, Rect(bounds.x, bounds.y, size.width, size.height))
    }

    /// Restores the specified geometry of a layer that no layout positions any more. Its own layout decides whether its
    /// size is kept.
    func giveBack(_ slot: Slot) {
        guard scene.layouts.said.isLaidOut(slot) else { return }
        if let said = scene.layouts.said[position: slot] {
            noteFollowed(slot, LayerProperty.position.id)
            scene.layouts.said[position: slot] = nil
            store(slot, said)
        }
        if placesAll(slot) || hugs(slot) { needLayout(slot) } else { giveBackSize(slot) }
        if scene.rows[Int(slot)].hints.contains(.isAutoresizing) { scene.resizing.place(slot) }
    }

    /// Restores the specified size of a layer that no layout resizes any more.
    func giveBackSize(_ slot: Slot) {
        guard let said = scene.layouts.said[size: slot] else { return }
        if said.hasAuto { return needLayout(slot) }
        noteFollowed(slot, LayerProperty.bounds.id)
        scene.layouts.said[size: slot] = nil
        let fits =
            said == .zero && (scene.rows[Int(slot)].flags.contains(.measures) || scene.components.sizesByParts(slot))
        scene.rows[Int(slot)].flags.set(.fitsContent, fits)
        let bounds = modelBounds(of: slot)
        store(slot, Rect(bounds.x, bounds.y, said.width, said.height))
        if fits { fit(slot) }
    }

    /// Laid-out changes are animated by an animated transaction.
    private func noteFollowed(_ slot: Slot, _ id: PropertyID) {
        guard scene.journal.isOpen else { return }
        let old = scene.value(slot, id)
        scene.journal.append(of: slot, .followed(slot, id, old))
    }

    private func store(_ slot: Slot, _ position: Point) {
        let id = LayerProperty.position.id
        if !scene.models.set(slot, id, .point(position)) { scene.rows[Int(slot)].position = position }
        noteStored(slot, id)
    }

    private func store(_ slot: Slot, _ bounds: Rect) {
        let id = LayerProperty.bounds.id
        let size = modelBounds(of: slot).size
        if !scene.models.set(slot, id, .rect(bounds)) { scene.rows[Int(slot)].bounds = bounds }
        scene.resizing.follow(slot, from: size)
        noteStored(slot, id)
        if scene.rows[Int(slot)].flags.contains(.arranges), bounds.size != size { needLayout(slot) }
    }

    private func noteStored(_ slot: Slot, _ id: PropertyID) {
        if scene.presentation.isCovered(slot, id) {
            scene.changes.motion.append(.covered(ObjectProperty(slot: slot, id: id)))
        }
        scene.mark(slot, .geometry)
        guard scene.changes.events.isRecording, !scene.rows[Int(slot)].flags.contains(.isRemoved) else { return }
        scene.changes.events.note(.changed(slot, id))
    }
}
