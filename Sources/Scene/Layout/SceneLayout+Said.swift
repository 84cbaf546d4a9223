public import Geometry

/// Layers that layouts place: what was said of them, and what is laid out.
extension SceneLayout {
    /// The position before layouts.
    func saidPosition(_ slot: Slot) -> Point {
        scene.layouts.said[position: slot] ?? scene.value(slot, LayerProperty.position.id).point
    }

    /// The size of the bounds before layouts; of a layer without one that is in none, its own.
    func saidSize(_ slot: Slot) -> Size { scene.layouts.said[size: slot] ?? modelBounds(of: slot).size }

    // MARK: Saying

    /// Says the position, or the bounds, of a layer that a layout has elsewhere: there it stays until the layout is done again. False for
    /// all others.
    func say(_ slot: Slot, _ id: PropertyID, _ value: Value, insteadOf old: Value) -> Bool {
        let isAuto = id == LayerProperty.bounds.id && value.rect.size.hasAuto
        guard isAuto || scene.layouts.said.isLaidOut(slot) else { return false }
        switch LayerProperty(rawValue: id.raw) {
        case .position where scene.layouts.said[position: slot] != nil:
            if !scene.layouts.isTakingBack { growFromAnchor(slot) }
            noteSaid(slot, id, old)
            scene.layouts.said[position: slot] = value.point
        case .bounds where isAuto || scene.layouts.said[size: slot] != nil:
            // A size that the corner does not hold leaves the layer where it is.
            if scene.layouts.said[size: slot]?.growsFromCorner == true, !value.rect.size.growsFromCorner,
                scene.rows[Int(slot)].flags.isDisjoint(with: .isArranged)
            {
                takePosition(slot)
            }
            if !isAuto, scene.layouts.isSized(slot),
                scene.rows[Int(slot)].flags.isDisjoint(with: [.arranges, .isArranged])
            {
                // Nothing but what it holds has decided on its size.
                scene.layouts.said[size: slot] = nil
                scene.layouts.setSized(slot, false)
                return false
            }
            noteSaid(slot, id, old)
            scene.layouts.said[size: slot] = value.rect.size
            scene.layouts.setSized(slot, isAuto)
            scene.rows[Int(slot)].flags.remove(.fitsContent)
            let size = value.rect.size.filled(modelBounds(of: slot).size)
            store(slot, isAuto ? Rect(value.rect.x, value.rect.y, size.width, size.height) : unsized(slot, value.rect))
            dropMeasured(slot)
            needLayout(slot)
        default: return false
        }
        needLayout(scene.rows[Int(slot)].parent)
        return true
    }

    /// A position was said: from now on a side by content grows about the anchor point.
    private func growFromAnchor(_ slot: Slot) {
        guard let size = scene.layouts.said[size: slot], size.growsFromCorner else { return }
        noteSaid(slot, LayerProperty.bounds.id, computed(slot, LayerProperty.bounds.id))
        scene.layouts.said[size: slot] = size.fromAnchor
        needLayout(slot)
    }

    /// The frame that was said of a layer whose corner stays; nil for all others.
    public func saidFrame(_ slot: Slot) -> Rect? {
        guard let said = scene.layouts.said[size: slot], said.growsFromCorner else { return nil }
        let (anchor, position) = (scene.value(slot, LayerProperty.anchorPoint.id).point, saidPosition(slot))
        return Rect(
            position.x - (said.width.isAuto ? 0 : anchor.x * said.width),
            position.y - (said.height.isAuto ? 0 : anchor.y * said.height), said.width, said.height)
    }

    /// Has the corner of a layer stay along sides by content that `frame` said.
    func holdCorner(_ slot: Slot) {
        guard let said = scene.layouts.said[size: slot], said.growsFromCorner else { return }
        let anchor = scene.value(slot, LayerProperty.anchorPoint.id).point
        let size = modelBounds(of: slot).size
        var position = saidPosition(slot)
        if said.width == .autoFromCorner { position.x += anchor.x * size.width }
        if said.height == .autoFromCorner { position.y += anchor.y * size.height }
        lay(slot, position: position)
    }

    /// The same rectangle with the size that is laid out.
    private func unsized(_ slot: Slot, _ rect: Rect) -> Rect {
        let size = modelBounds(of: slot).size
        return Rect(rect.x, rect.y, size.width, size.height)
    }

    private func noteSaid(_ slot: Slot, _ id: PropertyID, _ old: Value) {
        noteFollowed(slot, id)
        if !scene.isFollowing { scene.journal.append(of: slot, .value(slot, id, old)) }
    }

    /// From now on the layer was said to be where it is.
    func takePosition(_ slot: Slot) {
        guard scene.layouts.said[position: slot] != nil else { return }
        let id = LayerProperty.position.id
        let old = stored(slot, id)
        scene.layouts.said[position: slot] = nil
        scene.styles.dropStyled(slot, id)
        scene.journal.append(of: slot, .value(slot, id, old))
    }

    /// A layer that leaves its layout stays where that has it: from now on this was said. One with the size of what it holds keeps
    /// that.
    func keepFrame(_ slot: Slot) {
        guard scene.layouts.said.isLaidOut(slot) else { return }
        let (position, id) = (LayerProperty.position.id, LayerProperty.bounds.id)
        if !scene.styles.isStyled(slot, position) { takePosition(slot) }
        let row = scene.rows[Int(slot)]
        guard let said = scene.layouts.said[size: slot], !scene.styles.isStyled(slot, id), row.kind != .each,
            !row.flags.contains(.arranges) || said != .zero, !said.hasAuto
        else { return }
        let old = stored(slot, id)
        scene.layouts.said[size: slot] = nil
        scene.journal.append(of: slot, .value(slot, id, old))
    }

    // MARK: Laying out

    /// Puts a layer where a layout has it.
    func lay(_ slot: Slot, position: Point) {
        let id = LayerProperty.position.id
        let old = scene.value(slot, id).point
        guard old != position else { return }
        noteFollowed(slot, id)
        if scene.layouts.said[position: slot] == nil { scene.layouts.said[position: slot] = old }
        store(slot, position)
    }

    /// Gives a layer the size that a layout has for it.
    func lay(_ slot: Slot, size: Size) {
        let bounds = modelBounds(of: slot)
        guard bounds.size != size || scene.rows[Int(slot)].flags.contains(.fitsContent) else { return }
        let id = LayerProperty.bounds.id
        noteFollowed(slot, id)
        if scene.layouts.said[size: slot] == nil { scene.layouts.said[size: slot] = computed(slot, id).rect.size }
        scene.rows[Int(slot)].flags.remove(.fitsContent)
        store(slot, Rect(bounds.x, bounds.y, size.width, size.height))
    }

    /// A layer that no layout places any more is where it was said to be. Whether one that lays out others keeps their size is found by its
    /// own layout.
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

    /// A layer that no layout sizes any more has the size that it was given.
    func giveBackSize(_ slot: Slot) {
        guard let said = scene.layouts.said[size: slot] else { return }
        if said.hasAuto { return needLayout(slot) }
        noteFollowed(slot, LayerProperty.bounds.id)
        scene.layouts.said[size: slot] = nil
        let fits =
            said == .zero && (scene.rows[Int(slot)].flags.contains(.measures) || scene.components.isInstance(slot))
        scene.rows[Int(slot)].flags.set(.fitsContent, fits)
        let bounds = modelBounds(of: slot)
        store(slot, Rect(bounds.x, bounds.y, said.width, said.height))
        if fits { fit(slot) }
    }

    /// What is laid out moves with an animated transaction.
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
        if scene.changes.events.isRecording { scene.changes.events.note(.changed(slot, id)) }
    }
}
