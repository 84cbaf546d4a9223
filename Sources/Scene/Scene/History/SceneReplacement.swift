import Geometry
import SceneTables
public import Schema

/// Changes one scene into another with the smallest change: objects with the same name and kind remain the same
/// objects.
///
/// Order matters: references and removed parents come first, so that no step finds a cycle or removes a surviving
/// object. Objects that are equal in both cost only a comparison of their rows.
struct SceneReplacement {
    private let scene: Scene
    private let wanted: Scene
    /// Scene time of both.
    private let time: Double
    /// Slots here by slot of `wanted`; −1 for none. Complete when all missing objects are created.
    private var here: [Slot]
    /// Slots in `wanted` of the object with the same name and kind, by slot here; −1 for none.
    private var there: [Slot]

    init(of scene: Scene, by wanted: Scene, at time: Double) {
        self.scene = scene
        self.wanted = wanted
        self.time = time
        here = Array(repeating: -1, count: wanted.rows.count)
        there = Array(repeating: -1, count: scene.rows.count)
        var pairs: [(Slot, Slot)] = []
        wanted.tree.forEachObject { slot in
            if let own = scene.names.find(wanted.names, slot) { pairs.append((own, slot)) }
        }
        for (own, slot) in pairs where scene.rows[Int(own)].kind == wanted.rows[Int(slot)].kind {
            here[Int(slot)] = own
            there[Int(own)] = slot
        }
    }

    /// `least`: minimum number of layers for replacing all layers at once; nil: never.
    mutating func run(wholeFrom least: Int?) throws(SceneError) {
        let whole = WholeReplacement(of: scene, by: wanted)
        if let least, !there.contains(where: { $0 > Scene.daemon }), whole.isPossible(from: least) {
            for slot in [Scene.root, Scene.main] { here[Int(slot)] = slot }
            try copyProperties(from: Scene.root, to: Scene.root)
            return whole.run()
        }
        scene.layouts.keepsSublayers = true
        defer { scene.layouts.keepsSublayers = false }
        wanted.resizing.settleBases()
        clearMasks()
        clearMirrors()
        clearRoots()
        try removeOthers()
        try createMissing()
        try arrange()
        try copyProperties()
        copyComponents()
        adoptFrames()
        noteBound()
    }

    /// Records the values that new bindings will set, so that undo restores them.
    private func noteBound() {
        guard scene.relations.hasBindings else { return }
        wanted.tree.forEachObject { slot in
            let own = here[Int(slot)]
            guard scene.rows[Int(own)].kind == .binding, scene.transaction.isNew(own),
                let object = scene.value(own, BindingProperty.object.id).object.flatMap({ scene.slot(of: $0) }),
                !scene.transaction.isNew(object)
            else { return }
            ByteView.with(scene.value(own, BindingProperty.property.id).string) { key in
                if let path = PropertyPath(key, of: scene.kind(of: object)) {
                    scene.journal.append(.value(object, path.id, scene.layout.stored(object, path.id)))
                }
            }
        }
    }

    /// Copies the sizes to which specified frames refer.
    private func adoptFrames() {
        scene.layouts.keepsSublayers = false
        wanted.tree.forEachObject { slot in
            let own = here[Int(slot)]
            // Masks and sizes are rare properties.
            if scene.isLayer(own), wanted.rows[Int(slot)].extras >= 0 || scene.rows[Int(own)].extras >= 0 {
                scene.resizing.adopt(own, from: wanted, slot)
            }
        }
    }

    /// The object in `wanted` for an original object here; nil for none.
    private func twin(of slot: Slot) -> Slot? { there[Int(slot)] >= 0 ? there[Int(slot)] : nil }

    private func clearMasks() {
        var changed: [Slot] = []
        scene.tree.forEachObject { slot in
            guard scene.rows[Int(slot)].flags.contains(.hasMask), scene.isLayer(slot),
                let mask = scene.geometry.mask(slot)
            else {
                return
            }
            let theirs = twin(of: slot).flatMap { wanted.geometry.mask($0) }
            if theirs.map({ wanted.name(of: $0) }) != scene.name(of: mask) { changed.append(slot) }
        }
        for slot in changed { scene.assign(slot, LayerProperty.mask.id, .none, .group) }
    }

    private func clearMirrors() {
        guard scene.relations.hasMirrors else { return }
        var changed: [Slot] = []
        scene.tree.forEachObject { slot in
            guard let original = scene.relations.original(of: slot) else { return }
            let theirs = twin(of: slot).flatMap { wanted.relations.original(of: $0) }
            if theirs.map({ wanted.name(of: $0) }) != scene.name(of: original) { changed.append(slot) }
        }
        for slot in changed { scene.assign(slot, MirrorProperty.of.id, .none, .content) }
    }

    /// Outputs whose roots change or get a parent show nothing meanwhile.
    private func clearRoots() {
        for output in scene.outputs.all where output != Scene.main {
            let root = scene.outputs.root(of: output)
            guard root >= 0, root != Scene.root else { continue }
            let name = scene.name(of: root)
            let theirs = twin(of: output).map { wanted.outputs.root(of: $0) } ?? wanted.find(name) ?? -1
            if theirs >= 0, wanted.name(of: theirs) == name, wanted.rows[Int(theirs)].parent == Scene.detachedRoot {
                continue
            }
            scene.assign(output, OutputProperty.root.id, .none, .output)
        }
    }

    private func removeOthers() throws(SceneError) {
        var doomed: [ObjectID] = []
        var orphans: [Slot] = []
        scene.tree.forEachObject { slot in
            if Scene.isFixed(slot) { return }
            if twin(of: slot) == nil {
                // An output that the file does not mention is kept.
                if scene.kind(of: slot).family != .output || wanted.find(scene.name(of: slot)) != nil {
                    doomed.append(scene.id(of: slot))
                }
            } else if scene.isLayer(slot), case let parent = scene.rows[Int(slot)].parent, parent > Scene.objectRoot,
                !Scene.isFixed(parent), twin(of: parent) == nil
            {
                orphans.append(slot)
            }
        }
        for slot in orphans { try scene.tree.move(slot, to: Scene.detachedRoot, .last) }
        for id in doomed {
            if let slot = scene.slot(of: id) { try scene.objects.remove(slot) }
        }
    }

    private mutating func createMissing() throws(SceneError) {
        var missing: [Slot] = []
        wanted.tree.forEachObject { slot in
            // Some may be removed with others; permanent objects and outputs of another kind still exist.
            if let own = scene.names.find(wanted.names, slot) {
                here[Int(slot)] = own
            } else {
                missing.append(slot)
            }
        }
        for slot in missing {
            here[Int(slot)] = try scene.objects.create(
                wanted.name(of: slot), wanted.rows[Int(slot)].kind, parent: Scene.detachedRoot)
        }
    }

    /// Parents and order. Top down: when a layer is handled, all its ancestors are in place.
    private func arrange() throws(SceneError) {
        var parents: [Slot] = []
        wanted.tree.forEachObject { if wanted.rows[Int($0)].childCount > 0 { parents.append($0) } }
        parents.append(Scene.detachedRoot)
        for parent in parents {
            let mine = parent == Scene.detachedRoot ? parent : here[Int(parent)]
            if isInOrder(parent, mine) { continue }
            var children: [Slot] = []
            wanted.tree.forEachChild(parent) { children.append(here[Int($0)]) }
            let staying = longestInOrder(children, below: mine)
            var next: Slot = -1
            for child in children.reversed() {
                if !staying.contains(child) { try scene.tree.move(child, to: mine, next < 0 ? .last : .below(next)) }
                next = child
            }
        }
        arrangeObjects()
    }

    /// The order of objects that are no layers: it matters for reactions, bindings and styles.
    private func arrangeObjects() {
        var objects: [Slot] = []
        wanted.tree.forEachChild(Scene.objectRoot) { if !Scene.isFixed($0) { objects.append(here[Int($0)]) } }
        if zip(objects, objects.dropFirst()).allSatisfy(scene.tree.isBefore) { return }
        let staying = longestInOrder(objects, below: Scene.objectRoot)
        var next: Slot = -1
        for object in objects.reversed() {
            if !staying.contains(object) { scene.tree.moveObject(object, before: next) }
            next = object
        }
    }

    /// True when the children of both parents are the same in the same order.
    private func isInOrder(_ parent: Slot, _ mine: Slot) -> Bool {
        var (theirs, own) = (wanted.rows[Int(parent)].firstChild, scene.rows[Int(mine)].firstChild)
        while theirs >= 0, own == here[Int(theirs)] {
            (theirs, own) = (wanted.rows[Int(theirs)].next, scene.rows[Int(own)].next)
        }
        return theirs < 0
    }

    /// The largest subset of `wanted` already in that order below `parent`: these need not move.
    ///
    /// A longest increasing subsequence (Fredman 1975), in O(n log n).
    private func longestInOrder(_ wanted: [Slot], below parent: Slot) -> Set<Slot> {
        var positions: [Slot: Int] = [:]
        scene.tree.forEachChild(parent) { positions[$0] = positions.count }
        let known = wanted.filter { positions[$0] != nil }
        // For each length, the sequence with the lowest end; and for each element, its predecessor.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: known.count)
        func position(_ at: Int) -> Int { positions[known[at]] ?? 0 }
        for at in known.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if position(ends[middle]) < position(at) { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[at] = ends[low - 1] }
            if low == ends.count { ends.append(at) } else { ends[low] = at }
        }
        var staying: Set<Slot> = []
        var at = ends.last ?? -1
        while at >= 0 {
            staying.insert(known[at])
            at = before[at]
        }
        return staying
    }

    private func copyProperties() throws(SceneError) {
        var pairs: [(here: Slot, there: Slot)] = []
        wanted.tree.forEachObject { slot in
            let own = here[Int(slot)]
            if !isPlainlyEqual(own, slot) { pairs.append((own, slot)) }
        }
        // Outputs first: they decide which frames they control.
        pairs = pairs.filter { scene.outputs.isOutput($0.here) } + pairs.filter { !scene.outputs.isOutput($0.here) }
        for (here, there) in pairs { try copyProperties(from: there, to: here) }
    }

    /// True for layers whose rows contain all of their properties and are equal.
    private func isPlainlyEqual(_ own: Slot, _ slot: Slot) -> Bool {
        arePlain(own, slot) && scene.rows[Int(own)].hasEqualProperties(to: wanted.rows[Int(slot)])
    }

    /// True for layers whose rows contain all of their properties.
    private func arePlain(_ own: Slot, _ slot: Slot) -> Bool {
        let (a, b) = (scene.rows[Int(own)], wanted.rows[Int(slot)])
        let special: LayerFlags = [.isAnimated, .measures, .isArranged, .arranges]
        return a.extras < 0 && b.extras < 0 && a.flags.contains(.isLayer) && own != Scene.root
            && a.flags.isDisjoint(with: special) && b.flags.isDisjoint(with: special)
            && !scene.outputs.followsOutput(own)
            && !a.marks.contains(.hasOrigins) && !b.marks.contains(.hasOrigins)
    }

    /// Properties that a layer's row contains.
    private static let rowProperties = LayerProperty.allCases.filter {
        [
            .position, .bounds, .anchorPoint, .opacity, .cornerRadius, .backgroundColor, .maskedCorners, .cornerCurve,
            .compositingFilter,
        ].contains($0) || LayerFlags.bit(of: $0) != nil || RowMarks.given($0) != nil
    }.map { Int($0.id.raw) }

    private func copyProperties(from there: Slot, to here: Slot) throws(SceneError) {
        let kind = scene.kind(of: here)
        let isPlain = arePlain(here, there)
        if isPlain, kind === scene.kinds[.layer], scene.transaction.isNew(here),
            scene.plain.setNew(here, to: wanted.rows[Int(there)])
        {
            return
        }
        if scene.rows[Int(here)].hints.contains(.isAutoresizing) { scene.resizing.prepare(here, for: wanted, there) }
        let isSame = goesOn(here, as: there)
        for at in isPlain ? Self.rowProperties : Array(kind.properties.indices) {
            let property = kind.properties[at]
            let id = PropertyID(UInt16(at))
            // The sizes to which frames refer are copied with them.
            if id == LayerProperty.autoresizingSize.id, kind.family == .layer { continue }
            if property.isRelic { scene.assign(here, id, .none, .none) }
            if property.isDerived || property.isReadOnly { continue }
            if property.isSecret, wanted.leftOutSecrets.contains(wanted.id(of: there), id) {
                scene.leftOutSecrets.insert(scene.id(of: here), id)
                continue
            }
            if scene.isLayer(here), scene.outputs.followsOutput(here), SceneOutputs.followsOutput(id) { continue }
            let value = translated(wanted.layout.given(there, id))
            // A running animation continues, unless the file sets its begin time.
            if id == TimingProperty.beginTime.id, kind.family == .animation, isSame, value == .none { continue }
            if id == LayerProperty.beginTime.id, kind.family == .layer, kind.usesTime, value == .none { continue }
            guard kind.family == .layer || scene.rows[Int(here)].kind == .style else {
                if value != scene.layout.given(here, id) { try scene.set(here, id, value) }
                continue
            }
            if !wanted.styles.isGiven(there, id) {
                if scene.styles.isGiven(here, id) { try scene.styles.takeOff(here, PropertyPath(id)) }
            } else if value != scene.layout.given(here, id) || !scene.styles.isGiven(here, id) || refers(here, id) {
                try scene.styles.give(here, id, value)
            }
        }
        if isPlain { return }
        if scene.rows[Int(here)].kind == .timer { copyTimes(from: there, to: here, isSame: isSame) }
        for (path, origin) in wanted.styleTable.origins.all(of: there)
        where origin.refersToVariables && !origin.isStyled {
            scene.styles.refer(here, path, origin.text, origin.variables)
        }
        for (key, _) in scene.variables.keys(of: here) where wanted.variables.key(there, key) == nil {
            scene.variables.setKey(here, key, nil)
        }
        for (key, value) in wanted.variables.keys(of: there) { scene.variables.setKey(here, key, value) }
        let theirs = wanted.objects.users(there)
        for (key, _) in scene.objects.users(here) where !theirs.contains(where: { $0.key == key }) {
            scene.objects.setUser(here, key, nil)
        }
        for (key, value) in theirs { scene.objects.setUser(here, key, value) }
    }

    /// True for an animation or timer whose defining values are unchanged: it continues.
    private func goesOn(_ here: Slot, as there: Slot) -> Bool {
        let kind = scene.kind(of: here)
        guard kind.family == .animation || scene.rows[Int(here)].kind == .timer else { return false }
        return kind.properties.indices.allSatisfy { at in
            let (property, id) = (kind.properties[at], PropertyID(UInt16(at)))
            if property.isReadOnly || property.isDerived { return true }
            if kind.family == .animation, id == TimingProperty.beginTime.id { return true }
            // The other form of a perceptual spring is derived.
            if scene.rows[Int(here)].kind == .spring, SpringProperty.physical.contains(id),
                wanted.value(there, SpringProperty.perceptualDuration.id) != .none
            {
                return true
            }
            return scene.value(here, id) == translated(wanted.value(there, id))
        }
    }

    /// Copies a timer's due times. A timer that continues keeps its own, unless the file sets the remaining time.
    private func copyTimes(from there: Slot, to here: Slot, isSame: Bool) {
        func seconds(_ property: TimerProperty) -> Double? {
            if case .number(let seconds) = wanted.value(there, property.id) { seconds } else { nil }
        }
        let (next, left) = (seconds(.next), seconds(.left))
        let isAligned = wanted.value(there, TimerProperty.align.id) == .choice(TimerProperty.Align.wall.rawValue)
        let isUnsaid = left == nil && (isAligned || next == time + (seconds(.interval) ?? 0))
        if !isSame || !isUnsaid { scene.times.stampTimer(here, next: next, left: left) }
    }

    /// Copies definitions and the assignment of parts to instances.
    private func copyComponents() {
        wanted.tree.forEachObject { slot in
            let own = here[Int(slot)]
            scene.components.setOwner(of: own, to: wanted.components.owner(of: slot).map { here[Int($0)] })
            if !scene.componentTable.alterations.isEmpty || !wanted.componentTable.alterations.isEmpty {
                scene.components.setAlterations(of: own, wanted.components.alterations(of: slot))
            }
            if scene.components.isInstance(own) {
                scene.components.setSlotPart(of: own, to: wanted.components.slotPart(of: slot).map { here[Int($0)] })
            }
        }
        let kept = Set(wanted.componentTable.definitions.compactMap(\.kind))
        for old in scene.componentTable.definitions {
            if let kind = old.kind, !kept.contains(kind) { scene.components.undefine(kind) }
        }
        scene.components.setDefinitions(wanted.components.definitions)
        scene.components.setUsedFiles(wanted.components.files)
        for (id, mark) in wanted.componentTable.brought {
            if let slot = wanted.slot(of: id) { scene.components.noteBrought(here[Int(slot)], as: mark) }
        }
    }

    /// True when a client set the property, or a part of it, with variables.
    private func refers(_ slot: Slot, _ id: PropertyID) -> Bool {
        scene.styles.origins(of: slot).contains {
            $0.path.id == id && $0.origin.refersToVariables && !$0.origin.isStyled
        }
    }

    /// A value of `wanted` with its ids mapped to this scene's.
    private func translated(_ value: Value) -> Value {
        func own(_ id: ObjectID) -> ObjectID? { wanted.slot(of: id).map { scene.id(of: here[Int($0)]) } }
        return value.mappingObjects(own)
    }
}

extension Value {
    /// The value with its object ids replaced by `body`; nil means none.
    public func mappingObjects(_ body: (ObjectID) -> ObjectID?) -> Value {
        switch self {
        case .object(let one): body(one).map { .object($0) } ?? .none
        case .objects(let many): .objects(many.compactMap(body))
        case .operations(let list): .operations(list.mappingObjects(body))
        default: self
        }
    }
}
