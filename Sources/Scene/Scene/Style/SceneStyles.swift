import Geometry
public import SceneTables
public import Schema

/// Values set by clients, and values from styles, variables and bindings.
///
/// The origin of a property's value is stored without cost for layers that need none: a bit in the row (`RowMarks`)
/// tells that a property stored there was set, everything else is an entry in `origins`. Derived values are computed by
/// others: the scene records in `queue` which layers have to be updated.
public struct SceneStyles {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    // MARK: Clients

    /// Sets a property on behalf of a client: it then overrides styles, even with the default value.
    ///
    /// `part`: the part that was set. Throws like `set`.
    public func give(_ slot: Slot, _ id: PropertyID, _ value: Value, part: ValuePart? = nil) throws(SceneError) {
        try scene.set(slot, id, value)
        if scene.isLayer(slot) || scene.rows[Int(slot)].kind == .style { noteGiven(slot, id, part) }
    }

    private func noteGiven(_ slot: Slot, _ id: PropertyID, _ part: ValuePart?) {
        if scene.isLayer(slot) {
            if id == LayerProperty.frame.id {
                noteGiven(slot, LayerProperty.position.id, nil)
                return noteGiven(slot, LayerProperty.bounds.id, nil)
            }
            if let whole = scene.kinds[scene.rows[Int(slot)].kind][id].standsFor {
                return noteGiven(slot, whole.id, whole.part)
            }
        }
        dropOrigins(slot, id, part)
        if scene.isLayer(slot), let mark = LayerProperty(rawValue: id.raw).flatMap(RowMarks.given) {
            setGiven(slot, scene.rows[Int(slot)].marks.union(mark))
        } else if scene.layout.given(slot, id) == scene.kinds[scene.rows[Int(slot)].kind][id].initial {
            setOrigin(slot, PropertyPath(id), PropertyOrigin(.given))
        }
    }

    /// Unsets a client's value: the value is that of a style again, or the default. Throws like `set`.
    public func takeOff(_ slot: Slot, _ path: PropertyPath) throws(SceneError) {
        let property = scene.kinds[scene.rows[Int(slot)].kind][path.id]
        if let part = path.part {
            return try give(
                slot, path.id, part.write(part.read(property.initial), into: scene.layout.whole(slot, path.id)),
                part: part)
        }
        if scene.isLayer(slot), path.id == LayerProperty.frame.id {
            try takeOff(slot, PropertyPath(LayerProperty.position.id))
            return try takeOff(slot, PropertyPath(LayerProperty.bounds.id))
        }
        try scene.set(slot, path.id, property.initial)
        if scene.isLayer(slot) || scene.rows[Int(slot)].kind == .style {
            dropOrigins(slot, path.id, nil)
            if scene.isLayer(slot), let mark = LayerProperty(rawValue: path.id.raw).flatMap(RowMarks.given) {
                setGiven(slot, scene.rows[Int(slot)].marks.subtracting(mark))
            }
            if scene.isLayer(slot), !styles(of: slot).isEmpty { scene.styleTable.queue.layers.insert(slot) }
        }
    }

    /// Sets a property or a part of it to a literal `text` with variables; the value is computed later.
    public func refer(_ slot: Slot, _ path: PropertyPath, _ text: String, _ variables: [String]) {
        if isStyled(slot, path.id) { uncover(slot, path.id) }
        // The value computed later is not a specified one.
        let old = scene.layout.stored(slot, path.id)
        scene.journal.append(of: slot, .value(slot, path.id, old))
        dropOrigins(slot, path.id, path.part)
        if scene.isLayer(slot), let mark = LayerProperty(rawValue: path.id.raw).flatMap(RowMarks.given) {
            setGiven(slot, scene.rows[Int(slot)].marks.union(mark))
        }
        setOrigin(slot, path, PropertyOrigin(.given, text: text, variables: variables))
    }

    /// True when the value differs from the default.
    public func isSet(_ slot: Slot, _ id: PropertyID) -> Bool {
        scene.layout.given(slot, id) != scene.kinds[scene.rows[Int(slot)].kind].properties[Int(id.raw)].initial
    }

    /// True when a client set the property, also to its default or to variables.
    public func isGiven(_ slot: Slot, _ id: PropertyID) -> Bool {
        isNotedAsGiven(slot, id)
            || scene.layout.given(slot, id) != scene.kinds[scene.rows[Int(slot)].kind][id].initial
    }

    /// True when the value or a part of it is from a style.
    public func isStyled(_ slot: Slot, _ id: PropertyID) -> Bool {
        scene.rows[Int(slot)].marks.contains(.hasOrigins)
            && scene.styleTable.origins.all(of: slot).contains { $0.path.id == id && $0.origin.isStyled }
    }

    /// True when it is recorded that a client set the property.
    func isNotedAsGiven(_ slot: Slot, _ id: PropertyID) -> Bool {
        let row = scene.rows[Int(slot)]
        if row.flags.contains(.isLayer), let mark = LayerProperty(rawValue: id.raw).flatMap(RowMarks.given),
            row.marks.contains(mark)
        {
            return true
        }
        return row.marks.contains(.hasOrigins)
            && scene.styleTable.origins.all(of: slot).contains { $0.path.id == id && !$0.origin.isStyled }
    }

    // MARK: Origins

    /// Recorded origins of the object's values.
    public func origins(of slot: Slot) -> [(path: PropertyPath, origin: PropertyOrigin)] {
        scene.rows[Int(slot)].marks.contains(.hasOrigins) ? scene.styleTable.origins.all(of: slot) : []
    }

    /// The literal with variables that a client set; nil for any other value.
    public func reference(_ slot: Slot, _ path: PropertyPath) -> PropertyOrigin? {
        guard scene.rows[Int(slot)].marks.contains(.hasOrigins), let origin = scene.styleTable.origins.find(slot, path),
            origin.refersToVariables, !origin.isStyled
        else { return nil }
        return origin
    }

    /// Removes origins of a property: all, or those that a change of one part overrides.
    private func dropOrigins(_ slot: Slot, _ id: PropertyID, _ part: ValuePart?) {
        guard scene.rows[Int(slot)].marks.contains(.hasOrigins) else { return }
        for (path, origin) in scene.styleTable.origins.all(of: slot) where path.id == id {
            if origin.isStyled || part == nil || path.part == nil || path.part == part { setOrigin(slot, path, nil) }
        }
    }

    func setOrigin(_ slot: Slot, _ path: PropertyPath, _ origin: PropertyOrigin?) {
        let old = scene.styleTable.origins.set(slot, path, origin)
        if old == origin { return }
        func said(_ one: PropertyOrigin?) -> PropertyOrigin? { one?.isStyled == true ? nil : one }
        if said(old) != said(origin) { scene.journal.append(.origin(slot, path, said(old))) }
        scene.changes.events.noteGiven()
        refreshMarks(slot)
        if scene.rows[Int(slot)].kind == .style { return noteStyle(slot) }
        if scene.isLayer(slot), origin?.refersToVariables == true { scene.styleTable.queue.layers.insert(slot) }
        if scene.layouts.isTakingBack { stylingFollows(takingBack: slot) }
        if origin == nil, path.id == LayerProperty.anchorPoint.id { scene.layout.doubtAnchor(slot) }
    }

    private func refreshMarks(_ slot: Slot) {
        let own = scene.styleTable.origins.all(of: slot)
        scene.rows[Int(slot)].marks.set(.hasOrigins, !own.isEmpty)
        let hasStyle = scene.isLayer(slot) && !styles(of: slot).isEmpty
        scene.rows[Int(slot)].marks.set(
            .isDependent, hasStyle || own.contains { $0.origin.isDependent } || scene.relations.isBound(slot))
    }

    /// Sets which properties of the row are recorded as set by clients.
    func setGiven(_ slot: Slot, _ marks: RowMarks) {
        let old = scene.rows[Int(slot)].marks
        if old.intersection(.given) == marks.intersection(.given) { return }
        scene.journal.append(of: slot, .marks(slot, old))
        scene.rows[Int(slot)].marks = old.subtracting(.given).union(marks.intersection(.given))
        scene.changes.events.noteGiven()
        if scene.layouts.isTakingBack { stylingFollows(takingBack: slot) }
        if old.contains(.givenAnchorPoint), !marks.contains(.givenAnchorPoint) { scene.layout.doubtAnchor(slot) }
    }

    // MARK: Styles

    /// Sets a value computed from styles or variables. Throws like `set`.
    public func compute(_ slot: Slot, _ id: PropertyID, _ value: Value) throws(SceneError) {
        scene.styleTable.isComputing = true
        defer { scene.styleTable.isComputing = false }
        try scene.set(slot, id, value)
    }

    /// Removes the values that styles have set in a property, before it is set.
    func uncover(_ slot: Slot, _ id: PropertyID) {
        let property = scene.kinds[scene.rows[Int(slot)].kind][id]
        scene.styleTable.isComputing = true
        scene.assign(slot, id, property.initial, property.effect)
        scene.styleTable.isComputing = false
        dropStyled(slot, id)
        scene.styleTable.queue.layers.insert(slot)
    }

    /// Removes the record that styles have set a property.
    func dropStyled(_ slot: Slot, _ id: PropertyID) {
        for (path, origin) in origins(of: slot) where path.id == id && origin.isStyled { setOrigin(slot, path, nil) }
    }

    /// Sets the value that styles have for a property. `sources`: the style of the complete value, and of parts. Throws
    /// like `set`.
    public func setStyled(
        _ slot: Slot, _ id: PropertyID, _ value: Value, _ sources: [(path: PropertyPath, origin: PropertyOrigin)]
    ) throws(SceneError) {
        try compute(slot, id, value)
        for (path, origin) in origins(of: slot) where path.id == id && origin.isStyled {
            if !sources.contains(where: { $0.path == path }) { setOrigin(slot, path, nil) }
        }
        for (path, origin) in sources { setOrigin(slot, path, origin) }
    }

    /// The styles of a layer, in list order.
    public func styles(of layer: Slot) -> [Slot] {
        guard scene.rows[Int(layer)].extras >= 0, case .objects(let list)? = scene.rare(layer, .style) else {
            return []
        }
        return list.compactMap { scene.slot(of: $0) }
    }

    /// The style of a layer that has exactly one.
    public func onlyStyle(of layer: Slot) -> ObjectID? {
        guard scene.rows[Int(layer)].extras >= 0, case .objects(let list)? = scene.rare(layer, .style), list.count == 1,
            scene.slot(of: list[0]) != nil
        else { return nil }
        return list[0]
    }

    /// True when the style is in the layer's list.
    public func has(_ layer: Slot, style: Slot) -> Bool { styles(of: layer).contains(style) }

    /// The layers with a style in their list, in slot order.
    public func users(ofStyle style: Slot) -> [Slot] {
        scene.relations.referring(to: style).filter { $0.property == LayerProperty.style.id && scene.isLayer($0.slot) }
            .map(\.slot)
    }

    /// The state styles of a style, in creation order.
    public func stateStyles(of style: Slot) -> [Slot] {
        let found = scene.relations.referring(to: style).filter {
            $0.property == StyleProperty.of.id && scene.rows[Int($0.slot)].kind == .style
        }
        return found.map(\.slot).sorted(by: scene.tree.isBefore)
    }

    /// The layer's styling state.
    public func styling(of slot: Slot) -> Styling {
        scene.styleTable.layers.isEmpty ? Styling() : scene.styleTable.layers[slot] ?? Styling()
    }

    public func setStyling(_ slot: Slot, _ new: Styling) {
        let old = styling(of: slot)
        if old == new { return }
        if old.states != new.states { scene.journal.append(.states(slot, old.states)) }
        scene.styleTable.layers[slot] = new == Styling() ? nil : new
        if old.inForce != new.inForce { scene.changes.events.noteRestyled(slot) }
    }

    /// Sets the states of a layer: bits as in `StyleProperty.states`.
    public func setStates(_ slot: Slot, _ states: UInt32) {
        var styling = styling(of: slot)
        guard styling.states != states else { return }
        styling.states = states
        setStyling(slot, styling)
        scene.styleTable.queue.layers.insert(slot)
    }

    /// Sets whether a layer accepts input because one of its styles is for input states.
    public func setTakesInputByStyle(_ slot: Slot, _ takes: Bool) {
        guard scene.rows[Int(slot)].marks.contains(.takesInputByStyle) != takes else { return }
        scene.rows[Int(slot)].marks.set(.takesInputByStyle, takes)
        scene.changes.noteVisible()
        if takes {
            scene.styleTable.hasInputStyles = true
            scene.tree.leadToInput(slot)
        }
    }

    /// True when the layer or one of its ancestors is disabled.
    public func isDisabled(_ slot: Slot) -> Bool {
        var at = slot
        while at > Scene.objectRoot {
            if scene.rows[Int(at)].marks.contains(.isDisabled) { return true }
            at = scene.rows[Int(at)].parent
        }
        return false
    }

    // MARK: What follows

    /// True when some layer accepts or accepted input because of a style.
    public var hasInputStyles: Bool { scene.styleTable.hasInputStyles }

    /// True when some value may depend on styles or variables.
    public var hasStyling: Bool { scene.styleTable.origins.hasDependents || !scene.styleTable.layers.isEmpty }

    /// True when something has to be styled again, or a list updated.
    public var needsRestyling: Bool { !scene.styleTable.queue.isEmpty }

    /// Takes the layers to be styled again. Lists remain in the queue.
    public func takeRestyling() -> RestyleQueue { scene.styleTable.queue.takeStyles() }

    /// Objects with values that refer to a variable, in slot order.
    public func users(ofVariable name: String) -> [Slot] {
        scene.styleTable.origins.users(of: name).filter { !scene.rows[Int($0)].flags.contains(.isRemoved) }
    }

    /// Call when a property was set that styles may depend on.
    func stylingFollows(_ slot: Slot, _ id: PropertyID, _ old: Value, _ new: Value) {
        guard scene.isLayer(slot) else {
            guard scene.rows[Int(slot)].kind == .style else { return }
            if id == StyleProperty.of.id, let base = old.object.flatMap({ scene.slot(of: $0) }) { noteStyle(base) }
            return noteStyle(slot)
        }
        switch LayerProperty(rawValue: id.raw) {
        case .theme:
            scene.styleTable.queue.subtrees.insert(slot)
            if slot == Scene.root, new == .none { scene.styleTable.queue.losesRootTheme = true }
        case .style:
            refreshMarks(slot)
            scene.styleTable.queue.layers.insert(slot)
        case .isEnabled:
            scene.rows[Int(slot)].marks.set(.isDisabled, !new.boolean)
            scene.changes.noteVisible()
            scene.styleTable.queue.subtrees.insert(slot)
        case .isSelected: scene.styleTable.queue.layers.insert(slot)
        default: break
        }
    }

    /// Records a change of a style, or of the base style of a state style.
    private func noteStyle(_ slot: Slot) {
        scene.styleTable.queue.styles.insert(slot)
        if let base = scene.value(slot, StyleProperty.of.id).object.flatMap({ scene.slot(of: $0) }) {
            scene.styleTable.queue.styles.insert(base)
        }
    }

    /// Call when the values set in a layer are reverted: styles may apply again.
    func stylingFollows(takingBack slot: Slot) {
        let row = scene.rows[Int(slot)]
        if row.flags.contains(.isLayer), row.marks.contains(.isDependent) { scene.styleTable.queue.layers.insert(slot) }
    }

    /// Call when an object is restored.
    func stylingFollows(returnOf slot: Slot) {
        switch scene.rows[Int(slot)].kind {
        case .theme:
            for (key, _) in scene.styleTable.keys.all(of: slot) { scene.styleTable.queue.variables.insert(key) }
        case .style: noteStyle(slot)
        default: break
        }
    }

    /// Call when an object is removed.
    func stylingFollows(removalOf slot: Slot) {
        switch scene.rows[Int(slot)].kind {
        case .theme:
            scene.styleTable.queue.losesNames = true
            for (key, _) in scene.styleTable.keys.all(of: slot) { scene.styleTable.queue.variables.insert(key) }
        case .style: noteStyle(slot)
        case .data: scene.lists.noteListSources()
        default: break
        }
    }

    /// Removes the entries of a slot that is freed.
    func forgetStyling(_ slot: Slot) {
        scene.styleTable.keys.forget(slot)
        if !scene.styleTable.origins.isEmpty { scene.styleTable.origins.forget(slot) }
        if !scene.styleTable.layers.isEmpty { scene.styleTable.layers[slot] = nil }
    }
}

extension Scene {
    /// Values set by clients, and values from styles, variables and bindings.
    @inlinable public var styles: SceneStyles { SceneStyles(self) }
}
