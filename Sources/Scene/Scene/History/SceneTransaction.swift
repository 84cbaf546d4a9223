import Geometry
import SceneTables
public import Schema

/// Transactions: all changes or none.
public struct SceneTransaction {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    public func begin() {
        scene.journal.open(firstNew: scene.rows.count, isLaidOut: !scene.layout.needsLayout)
        scene.changes.events.begin()
    }

    public func commit() {
        scene.resizing.settleBases()
        scene.journal.notesMarks = false
        let undos = scene.journal.close()
        scene.noteCauses(of: undos)
        for undo in undos {
            if case .removed(let top) = undo {
                scene.undo.freeTree(top)
            }
        }
        scene.journal.reuse(undos)
        scene.changes.events.commit()
    }

    /// True for an object that the open transaction created.
    public func isNew(_ slot: Slot) -> Bool { scene.journal.isNew(slot) }

    /// Position in the open transaction's journal.
    public var journalMark: Int { scene.journal.mark() }

    /// Properties set by the open transaction after `mark` in layers that it did not create and has not animated since:
    /// each once, with its value before.
    public func valuesBefore(since mark: Int) -> [(slot: Slot, id: PropertyID, value: Value)] {
        var made: Set<Slot> = []
        var seen: Set<ObjectProperty> = []
        func noteAnimated(_ slot: Slot) {
            if scene.rows[Int(slot)].kind == .transition {
                for end in [TransitionProperty.from, .to] {
                    guard let layer = scene.value(slot, end.id).object.flatMap(scene.slot) else { continue }
                    seen.insert(ObjectProperty(slot: layer, id: LayerProperty.isHidden.id))
                }
                return
            }
            guard scene.kind(of: slot).family == .animation,
                let layer = scene.value(slot, AnimationProperty.layer.id).object,
                let layer = scene.slot(of: layer),
                let path = scene.kind(of: layer).path(animated: scene.value(slot, AnimationProperty.property.id).string)
            else { return }
            seen.insert(ObjectProperty(slot: layer, id: path.id))
        }
        for (at, entry) in scene.journal.entries.enumerated() {
            guard case .created(let first, let count) = entry else { continue }
            for slot in Int(first)..<Int(first) + count {
                made.insert(Slot(slot))
                if at >= mark { noteAnimated(Slot(slot)) }
            }
        }
        var values: [(slot: Slot, id: PropertyID, value: Value)] = []
        for undo in scene.journal.entries[min(mark, scene.journal.count)...] {
            let (slot, id, old): (Slot, PropertyID, Value)
            switch undo {
            case .value(let p, let i, let v), .followed(let p, let i, let v): (slot, id, old) = (p, i, v)
            default: continue
            }
            guard scene.isLayer(slot), !made.contains(slot) else { continue }
            if seen.insert(ObjectProperty(slot: slot, id: id)).inserted { values.append((slot, id, old)) }
        }
        return values.filter { scene.rows[Int($0.slot)].flags.intersection([.isAlive, .isRemoved]) == .isAlive }
    }

    /// Objects that the open transaction created after `mark` and that still exist.
    public func made(since mark: Int) -> [ObjectID] {
        var found: [ObjectID] = []
        for case .created(let first, let count) in scene.journal.entries[min(mark, scene.journal.count)...] {
            for slot in Int(first)..<Int(first) + count where scene.slot(of: scene.id(of: Slot(slot))) != nil {
                found.append(scene.id(of: Slot(slot)))
            }
        }
        return found
    }

    /// Restores values that were set after `mark` in objects that the open transaction did not create.
    public func restoreValues(since mark: Int) {
        for entry in scene.journal.entries[min(mark, scene.journal.count)...].reversed() {
            guard case .value(let slot, let id, let old) = entry, scene.slot(of: scene.id(of: slot)) != nil else {
                continue
            }
            scene.assign(slot, id, old, scene.kind(of: slot)[id].effect)
        }
    }

    /// Animations that the open transaction created after `mark`.
    public func animationsMade(since mark: Int) -> [Slot] {
        var found: [Slot] = []
        for case .created(let first, let count) in scene.journal.entries[min(mark, scene.journal.count)...] {
            for slot in (Int(first)..<Int(first) + count).map({ Slot($0) })
            where scene.rows[Int(slot)].flags.intersection([.isAlive, .isRemoved]) == .isAlive
                && scene.kind(of: slot).family == .animation
            {
                found.append(slot)
            }
        }
        return found
    }

    /// Reverts all changes. `restyle` recomputes the values that depend on styles and variables.
    public func rollback(restyle: () -> Void = {}) {
        // Not reported to subscribers.
        scene.changes.events.rollback()
        scene.causes.hasLines = false
        scene.layouts.moves.dropMoves()
        scene.changes.events.isMuted = true
        defer { scene.changes.events.isMuted = false }
        defer { takeBackMarks() }
        takeBackAll()
        // Updates of rows were changes, which are reverted.
        scene.styleTable.queue.removeLists()
        restyle()
        scene.styleTable.queue.removeAll()
        if scene.journal.beganLaidOut { scene.layout.layOut() }
    }

    private func takeBackAll() {
        scene.layouts.isTakingBack = true
        defer { scene.layout.endTakingBack() }
        for undo in scene.journal.close().reversed() {
            switch undo {
            case .value(let slot, let id, let old):
                scene.assign(slot, id, old, scene.kinds[scene.rows[Int(slot)].kind].properties[Int(id.raw)].effect)
            case .frame(let slot, let said): scene.resizing.restore(slot, said)
            case .user(let slot, let key, let old): scene.objects.setUser(slot, key, old)
            case .key(let slot, let key, let old): scene.variables.setKey(slot, key, old)
            case .origin(let slot, let path, let old): scene.styles.setOrigin(slot, path, old)
            case .marks(let slot, let old): scene.styles.setGiven(slot, old)
            case .states(let slot, let old): scene.styles.setStates(slot, old)
            case .link(let slot, let parent, let next):
                if scene.rows[Int(slot)].parent >= 0 {
                    scene.tree.relink(slot, under: parent, before: next)
                } else {
                    scene.tree.link(slot, under: parent, before: next)
                    if parent > Scene.objectRoot { scene.mark(parent, .sublayers) }
                    scene.mark(slot, [.tree, .order])
                }
            case .created(let first, let count):
                for at in (Int(first)..<Int(first) + count).reversed() { scene.objects.destroy(Slot(at)) }
            case .owner(let slot, let old): scene.components.setOwner(of: slot, to: old)
            case .slotPart(let slot, let old): scene.components.setSlotPart(of: slot, to: old)
            case .alterations(let slot, let old): scene.components.setAlterations(of: slot, old)
            case .kind(let id, let old): scene.components.replaceKind(id, by: old)
            case .definitions(let old): scene.components.setDefinitions(old)
            case .files(let old): scene.components.setUsedFiles(old)
            case .brought(let old): scene.components.setBrought(old)
            case .unnamed(let slot, let name):
                ByteView.with(name) { scene.names.insert($0, slot) }
                scene.rows[Int(slot)].flags.remove(.isRemoved)
                scene.mark(slot, .tree)
                scene.styles.stylingFollows(returnOf: slot)
                if !scene.isLayer(slot) { scene.layout.layoutItems(ofActor: slot) }
                if scene.kind(of: slot).family == .output { scene.outputs.outputChanged() }
            case .revived(let slot): scene.undo.unrevive(slot)
            case .relinked(let slot): scene.tree.unlink(slot)
            case .removed, .followed: break
            }
        }
    }

    /// After a rollback nothing has moved: layers are read again, but not painted when they are equal.
    private func takeBackMarks() {
        scene.journal.notesMarks = false
        for (slot, marks) in scene.journal.moved {
            scene.rows[Int(slot)].dirty.subtract(marks)
            // It remains in the list of marks.
            if scene.rows[Int(slot)].dirty.isEmpty { scene.rows[Int(slot)].dirty = .look }
        }
    }

    /// True between `begin` and `commit` or `rollback`.
    public var isInTransaction: Bool { scene.journal.isOpen }
}

extension Scene {
    /// Transactions: all changes or none.
    @inlinable public var transaction: SceneTransaction { SceneTransaction(self) }
}
