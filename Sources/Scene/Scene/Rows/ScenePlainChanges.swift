public import Geometry
public import SceneTables
public import Schema

/// Fast path for the most frequent lines of scripts: same effect as `set` for each property, without `Value`.
public struct ScenePlainChanges {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// True when `setPlain` may be used for `slot`: a layer that is no output's root, without animated properties, own
    /// size, layout, or size-dependent superlayer or sublayers, outside of transactions, and, for `frame`, without a
    /// transform.
    ///
    /// `resizing` false: the values are neither a size nor an anchor point, so that a layer may have its own size.
    /// `inTransaction` true: a transaction must be open, and its journal records the change.
    public func takesPlain(_ slot: Slot, resizing: Bool = true, inTransaction: Bool = false) -> Bool {
        var out: LayerFlags = [.isAnimated, .arranges, .isArranged]
        if resizing { out.insert(.measures) }
        return scene.journal.isOpen == inTransaction && slot > Scene.daemon && !scene.outputTable.shows(slot)
            && !scene.components.isPart(slot) && !scene.layouts.isSized(slot)
            && scene.rows[Int(slot)].flags.intersection(out.union(.isLayer)) == .isLayer
            && !scene.rows[Int(slot)].marks.contains(.isDependent)
            && scene.rows[Int(slot)].hints.isDisjoint(with: [.resizesSublayers, .isAutoresizing])
    }

    /// True while a transaction is open.
    public var isInTransaction: Bool { scene.journal.isOpen }

    /// True when the lines of the open transaction may take the fast path: not those of a component, nor those of a file,
    /// for which the place in the file is recorded.
    public var takesTransaction: Bool {
        scene.components.lineOwner == nil && scene.lineSources.current == nil && !scene.isFollowing
            && !scene.layouts.isTakingBack
    }

    /// Like `takesPlain`, for a value set by a binding.
    public func takesPlainFollowing(_ slot: Slot) -> Bool {
        let out: LayerFlags = [.isAnimated, .measures, .arranges, .isArranged]
        return !scene.journal.isOpen && slot > Scene.daemon && !scene.outputTable.shows(slot)
            && !scene.layouts.isSized(slot)
            && scene.rows[Int(slot)].flags.intersection(out.union(.isLayer)) == .isLayer
            && !scene.rows[Int(slot)].marks.contains(.hasOrigins)
            && scene.rows[Int(slot)].hints.isDisjoint(with: [.resizesSublayers, .isAutoresizing])
    }

    public func hasTransform(_ slot: Slot) -> Bool { scene.rows[Int(slot)].flags.contains(.hasTransform) }

    /// Sets plain values in order. Each must be finite and in its property's range, and `takesPlain` must hold.
    /// `history` gets the step.
    public func setPlain(
        _ slot: Slot, _ values: UnsafeBufferPointer<PlainValue>, noting history: UndoHistory? = nil
    ) {
        let old = PlainState(scene.rows[Int(slot)])
        defer { history?.notePlain(slot, old, in: scene) }
        unsafe setPlain(slot, values)
    }

    /// Sets plain values of several layers, for which `takesPlain` must hold, as one step of `history`.
    public func setPlain(
        _ slots: [Slot], _ values: UnsafeBufferPointer<PlainValue>, noting history: UndoHistory?
    ) {
        let old = history == nil ? [] : slots.map { PlainState(scene.rows[Int($0)]) }
        for slot in slots { unsafe setPlain(slot, values) }
        history?.notePlain(slots, old, in: scene)
    }

    private func setPlain(_ slot: Slot, _ values: UnsafeBufferPointer<PlainValue>) {
        let marks = scene.rows[Int(slot)].marks
        defer { if scene.rows[Int(slot)].marks != marks { scene.changes.events.noteGiven() } }
        var dirty: Dirty = []
        if scene.journal.isOpen {
            // The slow path sets the geometry last; animations are created in the order of the journal.
            for places in [false, true] {
                for i in 0..<values.count where unsafe values[i].field.places == places {
                    dirty.formUnion(assign(unsafe values[i], slot))
                }
            }
        } else {
            for i in 0..<values.count { dirty.formUnion(assign(unsafe values[i], slot)) }
        }
        scene.mark(slot, dirty)
    }

    // MARK: One value

    /// True when `setOne` may be used for the property: an independent value that the scene never rejects and no
    /// layout, style, output or clock depends on.
    private func takesOne(_ slot: Slot, _ id: PropertyID, _ property: Property) -> Bool {
        guard takesPlain(slot), !scene.rows[Int(slot)].marks.contains(.hasOrigins), property.standsFor == nil,
            property.traits.isDisjoint(with: [.isReadOnly, .isDerived, .isChecked, .isParameter, .isOpen])
        else { return false }
        switch scene.rows[Int(slot)].kind {
        case .scroll, .each: return false
        default: break
        }
        if let common = LayerProperty(rawValue: id.raw), RowMarks.given(common) != nil { return false }
        switch property.effect {
        case .look, .content, .group, .geometry, .order: break
        case .none, .output, .source: return false
        }
        switch property.type {
        case .number, .boolean, .angle, .point, .size, .color, .choice, .choices, .numbers, .colors, .transform, .path:
            return !LayerProperty.isOfStyling(id)
        default: return false
        }
    }

    /// Sets one value like a client's `set`: `value` has the property's type and is in its range. False: nothing was
    /// changed, and the slow path is needed. `history` gets the step.
    public func setOne(_ slot: Slot, _ id: PropertyID, _ value: Value, noting history: UndoHistory? = nil) -> Bool {
        let property = scene.kinds[scene.rows[Int(slot)].kind].properties[Int(id.raw)]
        // Setting the default counts as given, which the step has to record too.
        guard takesOne(slot, id, property), value != property.initial else { return false }
        let old = scene.layout.stored(slot, id)
        if old == value { return true }
        scene.assign(slot, id, value, property.effect)
        scene.causes.notePlain(scene.id(of: slot), id)
        history?.note(UndoStep(setting: id, of: slot, from: old, to: value, in: scene), in: scene)
        return true
    }

    // MARK: create

    /// True when a plain layer may be created below `parent` on the fast path: a layer that has no layout and belongs
    /// to no component. Not below a `layout.origin`, on which the position of a frame depends.
    public func takesSublayers(_ parent: Slot) -> Bool {
        scene.layouts.origins.isEmpty
            && scene.rows[Int(parent)].flags.intersection([.isLayer, .arranges]) == .isLayer
            && scene.rows[Int(parent)].marks.isDisjoint(with: .ofComponents)
    }

    /// Creates a layer in front of `parent`'s other children. The name must be valid and free, `takesSublayers` must
    /// hold, and each value must be finite and in its property's range.
    ///
    /// `history` gets the step.
    @discardableResult
    public func create(
        _ name: ByteView, below parent: Slot, _ values: UnsafeBufferPointer<PlainValue>,
        noting history: UndoHistory? = nil
    ) -> Slot {
        create(name, below: parent, unsafe PlainLayer(values), noting: history)
    }

    /// Like `create`, with values that were parsed before.
    @discardableResult
    public func create(
        _ name: ByteView, below parent: Slot, _ layer: PlainLayer, noting history: UndoHistory? = nil
    ) -> Slot {
        let slot = make(name, layer.row, layer.dirty, below: parent)
        history?.notePlainCreation(slot, in: scene)
        return slot
    }

    /// Creates an instance of a component that consists of plain layers; `takesParts` must hold too.
    public func createInstance(
        _ name: ByteView, of kind: KindID, _ parts: PartTemplate, below parent: Slot,
        _ values: UnsafeBufferPointer<PlainValue>, noting history: UndoHistory?
    ) -> Slot {
        let layer = unsafe PlainLayer(kind, values)
        let slot = make(name, layer.row, layer.dirty, below: parent)
        makeParts(parts, of: slot)
        history?.note(UndoStep(making: slot, in: scene), in: scene)
        return slot
    }

    /// Adds a new layer with these values in front of `parent`'s other children.
    @inline(__always)
    private func make(_ name: ByteView, _ new: LayerRow, _ dirty: Dirty, below parent: Slot) -> Slot {
        var row = new
        let slot = scene.freeSlots.popLast() ?? Slot(scene.rows.count)
        if Int(slot) < scene.rows.count {
            (row.generation, row.dirty) = (scene.rows[Int(slot)].generation, scene.rows[Int(slot)].dirty)
            scene.rows[Int(slot)] = row
        } else {
            scene.rows.append(row)
        }
        scene.names.insert(name, slot)
        scene.journal.appendCreated(slot)
        scene.tree.link(slot, under: parent, before: -1)
        scene.mark(slot, dirty)
        if parent > Scene.objectRoot { scene.mark(parent, .sublayers) }
        if let source = scene.lineSources.current {
            scene.causes.noteMade(scene.id(of: slot), source)
        } else if !scene.journal.isOpen {
            scene.causes.notePlain(scene.id(of: slot), nil)
        }
        noteBirth(slot, row)
        return slot
    }

    // MARK: Instances

    /// True when the parts of a template can be created for an instance with this name: there is room, and their names
    /// are free.
    public func takesParts(_ parts: PartTemplate, ofInstance name: ByteView) -> Bool {
        guard scene.layouts.origins.isEmpty, scene.objects.hasRoom(for: parts.count + 1),
            name.count + parts.longestName <= 128
        else { return false }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
            for at in 0..<name.count { unsafe buffer[at] = name[at] }
            for part in parts.parts {
                let full = unsafe Self.fullName(buffer, name.count, part, parts)
                if scene.names.find(full) != nil { return false }
            }
            return true
        }
    }

    /// True when the existing parents of parts exist and have no layout.
    public func hasAnchors(_ parts: PartTemplate, of instance: Slot) -> Bool {
        parts.anchors.allSatisfy { name in
            guard let slot = anchor(name, of: instance), scene.components.owner(of: slot) == instance else {
                return false
            }
            return scene.rows[Int(slot)].flags.intersection([.isLayer, .arranges]) == .isLayer
                && !scene.rows[Int(slot)].marks.contains(.isInstance)
        }
    }

    private func anchor(_ name: [UInt8], of instance: Slot) -> Slot? {
        var full = ByteWriter()
        scene.writeName(of: instance, to: &full)
        for byte in name { full.append(byte: byte) }
        return scene.names.find(full.bytes)
    }

    /// Creates the parts of an instance. `takesParts` must hold. `SceneComponents.forEachStamped` lists them.
    public func makeParts(_ parts: PartTemplate, of instance: Slot) {
        scene.componentTable.stamped.removeAll(keepingCapacity: true)
        let anchors = parts.anchors.map { anchor($0, of: instance) ?? instance }
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
            let count = unsafe scene.names.copyName(instance, to: buffer)
            for part in parts.parts {
                let full = unsafe Self.fullName(buffer, count, part, parts)
                let parent =
                    switch part.parent {
                    case 0...: scene.componentTable.stamped[Int(part.parent)]
                    case -1: instance
                    default: anchors[Int(-2 - part.parent)]
                    }
                let owner = part.owner < 0 ? instance : scene.componentTable.stamped[Int(part.owner)]
                let slot = make(full, part.row, part.dirty, below: parent)
                scene.componentTable.stamped.append(slot)
                scene.componentTable.owners[slot] = owner
                scene.rows[Int(slot)].marks.insert(.isPart)
                if part.row.marks.contains(.isInstance) { scene.components.partChanged(slot, part.dirty) }
                if part.isSlot { scene.components.setSlotPart(of: owner, to: slot) }
            }
        }
    }

    /// The name of a part: `buffer` starts with the `count` bytes of the instance's name.
    @inline(__always)
    private static func fullName(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, _ count: Int, _ part: PartTemplate.Part, _ parts: PartTemplate
    ) -> ByteView {
        for at in 0..<Int(part.nameCount) { unsafe buffer[count + at] = parts.names[Int(part.nameStart) + at] }
        return unsafe ByteView(UnsafeBufferPointer(rebasing: buffer[0..<count + Int(part.nameCount)]))
    }

    /// Reports the same changes as the slow path: the layer was created and linked, and has nondefault values.
    private func noteBirth(_ slot: Slot, _ row: LayerRow) {
        scene.changes.events.note(.created(slot), isStructure: true)
        scene.changes.events.note(.moved(slot), isStructure: true)
        noteValues(slot, row)
    }

    private func noteValues(_ slot: Slot, _ row: LayerRow) {
        guard scene.changes.events.isRecording else { return }
        func note(_ property: LayerProperty, if differs: Bool) {
            if differs { scene.changes.events.note(.changed(slot, property.id)) }
        }
        let new = LayerRow()
        note(.position, if: row.position != new.position)
        note(.bounds, if: row.bounds != new.bounds)
        note(.anchorPoint, if: row.anchorPoint != new.anchorPoint)
        note(.opacity, if: row.opacity != new.opacity)
        note(.cornerRadius, if: row.cornerRadius != new.cornerRadius)
        note(.backgroundColor, if: row.flags.contains(.hasBackground))
        note(.isHidden, if: row.flags.contains(.isHidden))
    }

    // MARK: remove

    /// Removes a plain layer like a client's `remove`: one without children and references to it. False: nothing was
    /// changed, and the slow path is needed. `history` gets the step.
    public func remove(_ slot: Slot, noting history: UndoHistory? = nil) -> Bool {
        guard takesPlain(slot) else { return false }
        let row = scene.rows[Int(slot)]
        guard row.kind == .layer, row.firstChild < 0, row.parent > Scene.objectRoot, !scene.references.isNamed(slot),
            !scene.lists.hasAny, takesSublayers(row.parent)
        else { return false }
        let name = scene.objects.unname(slot)
        scene.tree.unlink(slot)
        scene.mark(row.parent, .sublayers)
        guard let history else {
            scene.objects.free(slot)
            return true
        }
        history.note(
            UndoStep(removing: slot, named: name, from: row.parent, before: row.next, in: scene), in: scene)
        return true
    }

    // MARK: load

    /// Sets the values of a layer created by the open transaction to those of another scene's. False: some need the
    /// slow path, and nothing was changed.
    ///
    /// The layer must have its defaults, no layout, and no references to it.
    func setNew(_ slot: Slot, to other: LayerRow) -> Bool {
        let (values, marks): (LayerFlags, RowMarks) = ([.hasBackground, .isHidden], other.marks.intersection(.given))
        guard other.flags.intersection(.properties).subtracting(values) == LayerFlags.initial.intersection(.properties),
            other.maskedCorners == LayerRow().maskedCorners, other.compositingFilter == 0,
            marks.isDisjoint(with: [.givenMasksToBounds, .givenIsInteractive])
        else { return false }
        var row = scene.rows[Int(slot)]
        (row.position, row.bounds, row.anchorPoint) = (other.position, other.bounds, other.anchorPoint)
        (row.opacity, row.cornerRadius, row.backgroundColor) = (
            other.opacity, other.cornerRadius, other.backgroundColor
        )
        row.flags = row.flags.subtracting(values).union(other.flags.intersection(values))
        row.marks.formUnion(marks)
        scene.rows[Int(slot)] = row
        scene.mark(slot, [.geometry, .group, .look])
        if !marks.isEmpty { scene.changes.events.noteGiven() }
        noteValues(slot, row)
        return true
    }

    /// Reserves space for many layers, so that arrays need not grow in steps.
    public func reserve(_ more: Int) {
        scene.rows.reserveCapacity(scene.rows.count + more)
        scene.rows.takeLargePages()
        scene.names.reserve(more)
        scene.changes.layers.reserve(more)
    }

    /// Sets a value, which may be a frame.
    private func assign(_ value: PlainValue, _ slot: Slot) -> Dirty {
        guard value.field == .frame else { return assignOne(value, slot) }
        let (row, n) = (scene.rows[Int(slot)], value.numbers)
        let bounds = SIMD4(row.bounds.x, row.bounds.y, n.z, n.w)
        let position = SIMD4(n.x + row.anchorPoint.x * n.z, n.y + row.anchorPoint.y * n.w, 0, 0)
        var dirty = assignOne(PlainValue(.bounds, bounds), slot)
        dirty.formUnion(assignOne(PlainValue(.position, position), slot))
        return dirty
    }

    private func assignOne(_ value: PlainValue, _ slot: Slot) -> Dirty {
        if scene.journal.isOpen { return assignRecorded(value, slot) }
        let id = value.field.property
        scene.causes.notePlain(scene.id(of: slot), id)
        let changed = scene.rows[Int(slot)].set(value)
        if !changed.isEmpty { scene.changes.events.note(.changed(slot, id)) }
        return changed
    }

    /// Like `assignOne`, in a transaction: the journal records the old value. Causes are noted when it ends.
    private func assignRecorded(_ value: PlainValue, _ slot: Slot) -> Dirty {
        let id = value.field.property
        let (old, marks) = (scene.layout.computed(slot, id), scene.rows[Int(slot)].marks)
        let changed = scene.rows[Int(slot)].set(value)
        if !changed.isEmpty {
            scene.journal.append(of: slot, .value(slot, id, old))
            scene.changes.events.note(.changed(slot, id))
        }
        if scene.rows[Int(slot)].marks != marks { scene.journal.append(of: slot, .marks(slot, marks)) }
        return changed
    }
}

/// A layer with plain values that is not in a scene yet.
public struct PlainLayer: Sendable {
    fileprivate var row: LayerRow
    fileprivate var dirty: Dirty = [.tree, .order]

    /// Each value must be finite and in its property's range.
    public init(_ values: UnsafeBufferPointer<PlainValue>) { unsafe self.init(.layer, values) }

    /// Like `init(_:)`, for an instance of a component.
    fileprivate init(_ kind: KindID, _ values: UnsafeBufferPointer<PlainValue>) {
        row = LayerRow.plain(kind)
        for i in 0..<values.count { dirty.formUnion(row.setAll(unsafe values[i])) }
        row.fitInstance()
    }
}

extension Scene {
    /// Fast path for the most frequent lines of scripts: same effect as `set` for each property, without `Value`.
    @inlinable public var plain: ScenePlainChanges { ScenePlainChanges(self) }
}
