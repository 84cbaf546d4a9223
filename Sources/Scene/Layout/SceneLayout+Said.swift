public import Geometry

/// Specified and laid-out geometry of layers that layouts position.
extension SceneLayout {
    /// The specified position.
    func saidPosition(_ slot: Slot) -> Point {
        scene.layouts.said[position: slot] ?? scene.value(slot, LayerProperty.position.id).point
    }

    /// The specified size of the bounds; for a layer without one and outside of layouts, its own size.
    func saidSize(_ slot: Slot) -> Size { scene.layouts.said[size: slot] ?? modelBounds(of: slot).size }

    // MARK: Saying

    /// Sets the specified position or bounds of a layer that a layout positions: it stays at its present place until
    /// the layout is updated. False for all other layers.
    func say(_ slot: Slot, _ id: PropertyID, _ value: Value, insteadOf old: Value) -> Bool {
        let isAuto = id == LayerProperty.bounds.id && value.rect.size.hasAuto
        guard isAuto || scene.layouts.said.isLaidOut(slot) else { return false }
        switch LayerProperty(rawValue: id.raw) {
        case .position where scene.layouts.said[position: slot] != nil:
            if !scene.layouts.isTakingBack { growFromAnchor(slot) }
            noteSaid(slot, id, old)
            scene.layouts.said[position: slot] = value.point
        case .bounds where isAuto || scene.layouts.said[size: slot] != nil:
            // A size that does not keep the corner does not move the layer.
            if scene.layouts.said[size: slot]?.growsFromCorner == true, !value.rect.size.growsFromCorner,
                scene.rows[Int(slot)].flags.isDisjoint(with: .isArranged)
            {
                takePosition(slot)
            }
            if !isAuto, scene.layouts.isSized(slot),
                scene.rows[Int(slot)].flags.isDisjoint(with: [.arranges, .isArranged])
            {
                // Its size was determined only by content.
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

    /// A position was specified: from now on sides by content grow around the anchor point.
    private func growFromAnchor(_ slot: Slot) {
        guard let size = scene.layouts.said[size: slot], size.growsFromCorner else { return }
        noteSaid(slot, LayerProperty.bounds.id, computed(slot, LayerProperty.bounds.id))
        scene.layouts.said[size: slot] = size.fromAnchor
        needLayout(slot)
    }

    /// The specified frame of a layer whose corner stays fixed; nil for all others.
    public func saidFrame(_ slot: Slot) -> Rect? {
        guard let said = scene.layouts.said[size: slot], said.growsFromCorner else { return nil }
        let (anchor, position) = (scene.value(slot, LayerProperty.anchorPoint.id).point, saidPosition(slot))
        return Rect(
            position.x - (said.width.isAuto ? 0 : anchor.x * said.width),
            position.y - (said.height.isAuto ? 0 : anchor.y * said.height), said.width, said.height)
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
        if !scene.isFollowing { scene.journal.append(of: slot, .value(slot, id, old)) }
    }

    /// Makes the layer's present position the specified one.
    func takePosition(_ slot: Slot) {
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

    /// Moves a layer to its laid-out position.
    func lay(_ slot: Slot, position: Point) {
        let id = LayerProperty.position.id
        let old = scene.value(slot, id).point
        guard old != position else { return }
        noteFollowed(slot, id)
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
            said == .zero && (scene.rows[Int(slot)].flags.contains(.measures) || scene.components.isInstance(slot))
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
        if scene.changes.events.isRecording { scene.changes.events.note(.changed(slot, id)) }
    }
}
