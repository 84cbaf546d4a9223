import Geometry
import SceneTables
public import Schema

/// Creates and reverts undo steps.
public struct SceneUndo {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Commits the open transaction. Returns the step that reverts it; nil when nothing was changed.
    public func commitRecording() -> UndoStep? {
        scene.resizing.settleBases()
        let derived = scene.journal.derived
        let undos = scene.journal.close()
        scene.noteCauses(of: undos)
        defer {
            scene.journal.reuse(undos)
            scene.changes.events.commit()
        }
        if isTooLarge(undos, hasDerived: !derived.isEmpty) {
            for case .removed(let top) in undos { freeTree(top) }
            return .tooLarge(in: scene)
        }
        if derived.isEmpty, let step = single(undos) { return step.isChange ? step.step : nil }
        var builder = StepBuilder(scene, undos.count)
        var nextDerived = 0
        for (at, undo) in undos.enumerated() {
            while nextDerived < derived.count, derived[nextDerived].upperBound <= at { nextDerived += 1 }
            if nextDerived < derived.count, derived[nextDerived].contains(at) {
                builder.addDerived(undo)
            } else {
                builder.add(undo)
            }
        }
        for top in builder.freed { freeTree(top) }
        return builder.step()
    }

    /// The step of a line with a single change, the usual case; nil for others.
    private func single(_ undos: [Undo]) -> (step: UndoStep?, isChange: Bool)? {
        if undos.count == 3 { return removal(undos).map { ($0, true) } }
        guard undos.count == 1 else { return nil }
        switch undos[0] {
        case .created(let slot, let count) where count == 1 || isWhole(slot, count):
            return (UndoStep(making: slot, in: scene), true)
        case .value(let slot, let id, let old) where !scene.rows[Int(slot)].flags.contains(.isRemoved):
            let new = scene.layout.stored(slot, id)
            if old == new { return (nil, false) }
            return (UndoStep(setting: id, of: slot, from: old, to: new, in: scene), true)
        default: return nil
        }
    }

    /// True for an instance with `count` - 1 parts in the following slots.
    private func isWhole(_ instance: Slot, _ count: Int) -> Bool {
        let made = Int(instance)..<Int(instance) + count
        guard scene.components.isInstance(instance) else { return false }
        return made.dropFirst().allSatisfy { at in
            guard scene.isLayer(Slot(at)), let owner = scene.components.owner(of: Slot(at)) else { return false }
            return made.contains(Int(owner)) && made.contains(Int(scene.rows[at].parent))
        }
    }

    /// The step of a line that has removed one object without children.
    private func removal(_ undos: [Undo]) -> UndoStep? {
        guard case .unnamed(let slot, let name) = undos[0], case .link(slot, let parent, let next) = undos[1],
            case .removed(slot) = undos[2], parent > Scene.objectRoot,
            scene.rows[Int(slot)].firstChild < 0
        else { return nil }
        return UndoStep(removing: slot, named: name, from: parent, before: next, in: scene)
    }

    /// True when the created and removed objects alone make a step larger than a history may be.
    private func isTooLarge(_ undos: [Undo], hasDerived: Bool) -> Bool {
        var (made, removed) = (0, 0)
        for undo in undos {
            switch undo {
            case .created(_, let more): made += more
            case .unnamed: removed += 1
            default: break
            }
        }
        if made * UndoStep.createdSize > UndoHistory.mostBytes { return true }
        // Dependent changes, and objects created in the same step, do not count.
        return !hasDerived && (removed - made) * UndoStep.removedSize > UndoHistory.mostBytes
    }

    /// Frees the slots of a removed object and its descendants.
    func freeTree(_ top: Slot) {
        var below: [Slot] = []
        scene.tree.forEachBelow(top) { below.append($0) }
        scene.objects.free(below)
    }

    /// True for a removed object that may come back.
    func isRetained(_ id: ObjectID) -> Bool {
        guard id.index > Scene.objectRoot, Int(id.index) < scene.rows.count else { return false }
        let row = scene.rows[Int(id.index)]
        return row.generation == id.generation && row.flags.contains(.isAlive) && row.flags.contains(.isRemoved)
    }

    /// Reverts a step within a transaction. Throws `busy`, naming the object and without changes, when later changes by
    /// others make that impossible.
    ///
    /// `isAlone`: no others have made changes. Differing values result from time, layouts or bindings.
    public func takeBack(_ step: UndoStep, isAlone: Bool = false) throws(SceneError) {
        try check(step, isAlone)
        // Parts are removed as they were created.
        let isMaking = scene.components.isMaking
        scene.components.isMaking = true
        scene.layouts.isTakingBack = true
        defer {
            scene.components.isMaking = isMaking
            scene.layout.endTakingBack()
        }
        for entry in step.entries.reversed() { takeBack(entry) }
        for entry in step.entries { try checkMirrors(entry) }
    }

    /// Throws `busy` when a restored layer would contain a mirror of itself.
    private func checkMirrors(_ entry: UndoStep.Entry) throws(SceneError) {
        guard scene.relations.hasMirrors else { return }
        switch entry {
        case .link(let id, _, _, _):
            guard let slot = scene.slot(of: id), scene.isLayer(slot), scene.rows[Int(slot)].parent > Scene.objectRoot,
                AncestrySearch.holds(slot, scene.rows[Int(slot)].parent, scene)
            else { return }
            throw SceneError(.busy, "\"\(scene.name(of: slot))\" shows a layer that holds it now")
        case .value(let id, MirrorProperty.of.id, _, _, _):
            guard let slot = scene.slot(of: id), scene.rows[Int(slot)].kind == .mirror,
                let original = scene.relations.original(of: slot), AncestrySearch.holds(original, slot, scene)
            else { return }
            throw SceneError(.busy, "\"\(scene.name(of: slot))\" is inside of \"\(scene.name(of: original))\" now")
        default: return
        }
    }

    private func takeBack(_ entry: UndoStep.Entry) {
        switch entry {
        case .value(let id, let property, let old, _, _):
            guard isAtHand(id) else { return }
            scene.assign(
                id.index, property, old,
                scene.kinds[scene.rows[Int(id.index)].kind].properties[Int(property.raw)].effect)
        case .user(let id, let key, let old, _): scene.objects.setUser(id.index, key, old)
        case .key(let id, let key, let old, _): scene.variables.setKey(id.index, key, old)
        case .marks(let id, let old, let new):
            guard isAtHand(id) else { return }
            let changed = old.symmetricDifference(new)
            let now = scene.rows[Int(id.index)].marks
            scene.styles.setGiven(id.index, now.subtracting(changed).union(old.intersection(changed)))
        case .frame(let id, let said, _): if isAtHand(id) { scene.resizing.say(id.index, said) }
        case .link(let id, let parent, let next, _): takeBackLink(id, parent.index, next)
        case .created(let id, _): if let slot = scene.slot(of: id) { try? scene.objects.remove(slot) }
        case .unnamed(let id, let name): revive(id.index, name)
        case .removed: return
        case .definitions(let old, _): scene.components.setDefinitions(old)
        case .kind(let id, let old): scene.components.setKind(id, old)
        case .other(let undo): takeBack(undo)
        }
    }

    private func takeBack(_ undo: Undo) {
        switch undo {
        case .owner(let slot, let old):
            if scene.rows[Int(slot)].flags.contains(.isAlive) { scene.components.setOwner(of: slot, to: old) }
        case .slotPart(let slot, let old): scene.components.setSlotPart(of: slot, to: old)
        case .alterations(let slot, let old):
            if scene.rows[Int(slot)].flags.contains(.isAlive) { scene.components.setAlterations(of: slot, old) }
        case .origin(let slot, let path, let old):
            if scene.rows[Int(slot)].flags.contains(.isAlive) { scene.styles.setOrigin(slot, path, old) }
        case .files(let old): scene.components.setUsedFiles(old)
        case .brought(let old):
            scene.journal.append(.brought(scene.componentTable.brought))
            scene.components.setBrought(old)
        default: return
        }
    }

    /// Moves a layer back to its position if its neighbor still exists.
    private func takeBackLink(_ id: ObjectID, _ parent: Slot, _ next: ObjectID?) {
        let slot = id.index
        var before: Slot = -1
        if let next, isAtHand(next), scene.rows[Int(next.index)].parent == parent { before = next.index }
        if scene.rows[Int(slot)].parent >= 0 {
            let old = scene.rows[Int(slot)]
            if old.parent != parent { scene.resizing.willMove(slot) }
            scene.journal.append(.link(slot, parent: old.parent, next: old.next))
            scene.tree.relink(slot, under: parent, before: before)
            scene.changes.events.note(old.parent == parent ? .reordered(slot) : .moved(slot), isStructure: true)
        } else {
            scene.journal.append(.relinked(slot))
            scene.tree.link(slot, under: parent, before: before)
            if parent > Scene.objectRoot { scene.mark(parent, .sublayers) }
            scene.mark(slot, [.tree, .order])
        }
    }

    private func isAtHand(_ id: ObjectID) -> Bool { scene.slot(of: id) != nil || isRetained(id) }

    private func revive(_ slot: Slot, _ name: String) {
        scene.journal.append(.revived(slot))
        ByteView.with(name) { scene.names.insert($0, slot) }
        scene.rows[Int(slot)].flags.remove(.isRemoved)
        scene.layouts.constraints.doubt(slot)
        scene.styles.stylingFollows(returnOf: slot)
        scene.mark(slot, .tree)
        if !scene.isLayer(slot) { scene.layout.layoutItems(ofActor: slot) }
        if scene.rows[Int(slot)].flags.contains(.isInteractive) { scene.tree.leadToInput(slot) }
        if scene.kind(of: slot).family == .output { scene.outputs.outputChanged() }
        scene.changes.events.note(.created(slot), isStructure: true)
    }

    /// Reverts that an object came back.
    func unrevive(_ slot: Slot) {
        scene.names.remove(slot)
        scene.rows[Int(slot)].flags.insert(.isRemoved)
        scene.mark(slot, .tree)
        if scene.kind(of: slot).family == .output { scene.outputs.outputChanged() }
    }

    // MARK: Conflicts

    private func check(_ step: UndoStep, _ isAlone: Bool) throws(SceneError) {
        var revived: Set<ObjectID> = []
        var kindsBack: Set<KindID> = []
        for case .kind(let id, let old) in step.entries where !old.isUndefined { kindsBack.insert(id) }
        var made: Set<ObjectID> = []
        for case .created(let id, _) in step.entries { made.insert(id) }
        for case .unnamed(let id, let name) in step.entries {
            guard isRetained(id) else { throw conflict(id, step, "is gone") }
            if let other = scene.names.find(name), !made.contains(scene.id(of: other)) {
                throw SceneError(.busy, "\"\(name)\" is the id of another object now")
            }
            let kind = scene.rows[Int(id.index)].kind
            guard !scene.kinds[kind].isUndefined || kindsBack.contains(kind) else {
                throw conflict(id, step, "has no kind now")
            }
            revived.insert(id)
        }
        for entry in step.entries { try check(entry, revived, step, isAlone) }
    }

    private func check(
        _ entry: UndoStep.Entry, _ revived: Set<ObjectID>, _ step: UndoStep, _ isAlone: Bool
    ) throws(SceneError) {
        switch entry {
        case .value(let id, let property, _, let new, let isGone):
            if isGone || revived.contains(id) { return }
            guard scene.slot(of: id) != nil else { throw conflict(id, step, "was removed") }
            // Automatic changes, such as a timer's due time, are not conflicts.
            let schema = scene.kind(of: id.index)[property]
            if schema.isReadOnly || schema.traits.contains(.goesOn) || movesByItself(id.index, property)
                || scene.relations.isBound(id.index, schema.name)
            {
                return
            }
            guard isAlone || scene.layout.stored(id.index, property) == new else {
                throw conflict(id, step, "has another \(schema.name) now")
            }
        case .user(let id, let key, _, let new):
            if revived.contains(id) { return }
            guard scene.slot(of: id) != nil else { throw conflict(id, step, "was removed") }
            guard isAlone || scene.objects.user(id.index, key) == new else {
                throw conflict(id, step, "has another user.\(key) now")
            }
        case .key(let id, let key, _, let new):
            if revived.contains(id) { return }
            guard scene.slot(of: id) != nil else { throw conflict(id, step, "was removed") }
            guard isAlone || scene.variables.key(id.index, key) == new else {
                throw conflict(id, step, "has another \(key) now")
            }
        case .link(let id, let from, _, let parent):
            guard
                from.index <= Scene.objectRoot || from.index == Scene.root || scene.slot(of: from) != nil
                    || revived.contains(from)
            else { throw conflict(from, step, "was removed") }
            if revived.contains(id) { return }
            guard scene.slot(of: id) != nil else { throw conflict(id, step, "was removed") }
            guard scene.rows[Int(id.index)].parent == parent.index else {
                throw conflict(id, step, "has another parent now")
            }
            if from.index > Scene.objectRoot, scene.tree.isInside(from.index, id.index) {
                throw conflict(from, step, "is below it now")
            }
        case .created(let id, let snapshot):
            guard let slot = scene.slot(of: id) else {
                // Animations are removed when they end, timers when they fire.
                if snapshot.row.flags.contains(.isLayer) { throw conflict(id, step, "was removed") }
                return
            }
            // Parts follow their instance.
            if scene.components.isPart(slot) { return }
            guard isUnchanged(slot, since: snapshot, isAlone) else { throw conflict(id, step, "was changed") }
        case .definitions(_, let new):
            guard scene.componentTable.definitions == new else {
                throw SceneError(.busy, "components were defined since")
            }
        case .frame, .kind, .marks, .other, .removed, .unnamed: return
        }
    }

    /// True when a behavior, a follow or the superlayer's size controls the layer's position, which then is no
    /// conflict.
    private func movesByItself(_ slot: Slot, _ property: PropertyID) -> Bool {
        guard scene.isLayer(slot) else { return false }
        switch LayerProperty(rawValue: property.raw) {
        case .position: return scene.layout.isMoved(slot) || isResized(slot)
        case .bounds: return isResized(slot)
        default: return false
        }
    }

    private func isResized(_ slot: Slot) -> Bool {
        scene.rows[Int(slot)].hints.contains(.isAutoresizing)
    }

    private func conflict(_ id: ObjectID, _ step: UndoStep, _ reason: String) -> SceneError {
        let name = scene.slot(of: id).map { scene.name(of: $0) } ?? step.names.last { $0.id == id }?.name ?? ""
        return SceneError(.busy, name.isEmpty ? "an object \(reason)" : "\"\(name)\" \(reason)")
    }

    /// True when a layer is as a step left it. Running animations do not count as changes.
    private func isUnchanged(_ slot: Slot, since snapshot: UndoStep.Snapshot, _ isAlone: Bool) -> Bool {
        let (row, old) = (scene.rows[Int(slot)], snapshot.row)
        guard row.flags.contains(.isLayer) else { return true }
        // A list controls its rows and its size.
        if row.kind == .each { return row.parent == old.parent }
        guard row.parent == old.parent, row.childCount == old.childCount else { return false }
        let now = row.extras < 0 ? Extras() : scene.extras[Int(row.extras)]
        let moving: LayerFlags = [.isAnimated, .isArranged, .fitsContent]
        if isAlone || snapshot.isMoving || !row.flags.isDisjoint(with: moving)
            || movesByItself(slot, LayerProperty.position.id)
        {
            return true
        }
        return row.hasEqualProperties(to: old) && now.values.elementsEqual(snapshot.extras.values, by: ==)
            && now.user.elementsEqual(snapshot.extras.user, by: ==)
    }
}

extension Scene {
    /// Creates and reverts undo steps.
    @inlinable public var undo: SceneUndo { SceneUndo(self) }
}
