/// Changes one scene into another by the smallest change: objects with the same name and kind stay the same objects.
///
/// Order matters: references and doomed parents go first, so that no step meets a cycle or takes a survivor along. Objects that
/// are equal in both cost one look at their rows.
struct SceneReplacement {
    private let scene: Scene
    private let wanted: Scene
    /// By slot of `wanted`, the slot here; -1 for none. Complete when everything missing was created.
    private var here: [Slot]
    /// By slot here, the slot in `wanted` of the object with the same name and kind; -1 for none.
    private var there: [Slot]

    init(of scene: Scene, by wanted: Scene) {
        self.scene = scene
        self.wanted = wanted
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

    /// `least`: as many layers may take the place of all that there are at once; nil: none may.
    mutating func run(wholeFrom least: Int?) throws(SceneError) {
        let whole = WholeReplacement(of: scene, by: wanted)
        if let least, !there.contains(where: { $0 > Scene.daemon }), whole.isPossible(from: least) {
            for slot in [Scene.root, Scene.main] { here[Int(slot)] = slot }
            try copyProperties(from: Scene.root, to: Scene.root)
            return whole.run()
        }
        scene.layouts.keepsSublayers = true
        defer { scene.layouts.keepsSublayers = false }
        clearMasks()
        clearMirrors()
        clearRoots()
        try removeOthers()
        try createMissing()
        try arrange()
        try copyProperties()
        copyComponents()
    }

    /// The twin in `wanted` of an object that was here from the beginning; nil for none.
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

    /// Outputs whose roots are to be others, or to get a parent, show nothing meanwhile.
    private func clearRoots() {
        for output in scene.outputs.all where output != Scene.main {
            let root = scene.outputs.root(of: output)
            guard root >= 0, root != Scene.root else { continue }
            let name = scene.name(of: root)
            let theirs = twin(of: output).map { wanted.outputs.root(of: $0) } ?? wanted.find(name) ?? -1
            if theirs >= 0, wanted.name(of: theirs) == name, wanted.rows[Int(theirs)].parent == Scene.limbo { continue }
            scene.assign(output, OutputProperty.root.id, .none, .output)
        }
    }

    private func removeOthers() throws(SceneError) {
        var doomed: [ObjectID] = []
        var orphans: [Slot] = []
        scene.tree.forEachObject { slot in
            if Scene.isFixed(slot) { return }
            if twin(of: slot) == nil {
                // An output of which the file does not speak stays.
                if scene.kind(of: slot).family != .output || wanted.find(scene.name(of: slot)) != nil {
                    doomed.append(scene.id(of: slot))
                }
            } else if scene.isLayer(slot), case let parent = scene.rows[Int(slot)].parent, parent > Scene.shelf,
                !Scene.isFixed(parent), twin(of: parent) == nil
            {
                orphans.append(slot)
            }
        }
        for slot in orphans { try scene.tree.move(slot, to: Scene.limbo, .last) }
        for id in doomed {
            if let slot = scene.slot(of: id) { try scene.objects.remove(slot) }
        }
    }

    private mutating func createMissing() throws(SceneError) {
        var missing: [Slot] = []
        wanted.tree.forEachObject { slot in
            // Some may have gone with others; fixed objects and outputs of another kind are still there.
            if let own = scene.names.find(wanted.names, slot) {
                here[Int(slot)] = own
            } else {
                missing.append(slot)
            }
        }
        for slot in missing {
            here[Int(slot)] = try scene.objects.create(
                wanted.name(of: slot), wanted.rows[Int(slot)].kind, parent: Scene.limbo)
        }
    }

    /// Parents and order. Top down: when a layer's turn comes, everything above it stands where it belongs.
    private func arrange() throws(SceneError) {
        var parents: [Slot] = []
        wanted.tree.forEachObject { if wanted.rows[Int($0)].childCount > 0 { parents.append($0) } }
        parents.append(Scene.limbo)
        for parent in parents {
            let mine = parent == Scene.limbo ? parent : here[Int(parent)]
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
    }

    /// True when the children of both parents are the same in the same order.
    private func isInOrder(_ parent: Slot, _ mine: Slot) -> Bool {
        var (theirs, own) = (wanted.rows[Int(parent)].firstChild, scene.rows[Int(mine)].firstChild)
        while theirs >= 0, own == here[Int(theirs)] {
            (theirs, own) = (wanted.rows[Int(theirs)].next, scene.rows[Int(own)].next)
        }
        return theirs < 0
    }

    /// The most of `wanted` that stand below `parent` in that order already: those that need not move.
    ///
    /// A longest increasing subsequence (Fredman 1975), in n log n.
    private func longestInOrder(_ wanted: [Slot], below parent: Slot) -> Set<Slot> {
        var positions: [Slot: Int] = [:]
        scene.tree.forEachChild(parent) { positions[$0] = positions.count }
        let known = wanted.filter { positions[$0] != nil }
        // For each length, the sequence with the lowest end; and for each element, its predecessor there.
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
        // Outputs go first: they decide whose frames are theirs.
        pairs = pairs.filter { scene.outputs.isOutput($0.here) } + pairs.filter { !scene.outputs.isOutput($0.here) }
        for (here, there) in pairs { try copyProperties(from: there, to: here) }
    }

    /// True for layers whose rows hold all of their properties, equal ones.
    private func isPlainlyEqual(_ own: Slot, _ slot: Slot) -> Bool {
        arePlain(own, slot) && scene.rows[Int(own)].hasEqualProperties(to: wanted.rows[Int(slot)])
    }

    /// True for layers whose rows hold all of their properties.
    private func arePlain(_ own: Slot, _ slot: Slot) -> Bool {
        let (a, b) = (scene.rows[Int(own)], wanted.rows[Int(slot)])
        let special: LayerFlags = [.isAnimated, .measures, .isArranged, .arranges]
        return a.extras < 0 && b.extras < 0 && a.flags.contains(.isLayer) && own != Scene.root
            && a.flags.isDisjoint(with: special) && b.flags.isDisjoint(with: special)
            && !scene.outputs.followsOutput(own)
            && !a.marks.contains(.hasOrigins) && !b.marks.contains(.hasOrigins)
    }

    /// Properties that a layer's row holds.
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
        for at in isPlain ? Self.rowProperties : Array(kind.properties.indices) {
            let property = kind.properties[at]
            let id = PropertyID(UInt16(at))
            if property.isRelic { scene.assign(here, id, .none, .none) }
            if property.isDerived || property.isReadOnly { continue }
            if property.isSecret, wanted.leftOutSecrets.contains(wanted.id(of: there), id) {
                scene.leftOutSecrets.insert(scene.id(of: here), id)
                continue
            }
            if scene.isLayer(here), scene.outputs.followsOutput(here), SceneOutputs.followsOutput(id) { continue }
            // A layout writes it.
            if id == LayerProperty.position.id, scene.rows[Int(here)].flags.contains(.isArranged),
                !wanted.styles.isGiven(there, id)
            {
                continue
            }
            let value = translated(wanted.layout.given(there, id))
            // One that runs goes on, unless the file says when it began.
            let begin = kind.family == .animation ? TimingProperty.beginTime.id : LayerProperty.beginTime.id
            if id == begin, kind.family == .animation || kind.usesTime, value == .none { continue }
            guard kind.family == .layer || scene.rows[Int(here)].kind == .style else {
                if value != scene.layout.given(here, id) { try scene.set(here, id, value) }
                continue
            }
            if wanted.styles.isStyled(there, id) || !wanted.styles.isGiven(there, id) {
                // A style gives it, or nobody.
                if scene.styles.isGiven(here, id) { try scene.styles.takeOff(here, PropertyPath(id)) }
            } else if value != scene.layout.given(here, id) || !scene.styles.isGiven(here, id) || refers(here, id) {
                try scene.styles.give(here, id, value)
            }
        }
        if isPlain { return }
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

    /// Definitions, and which objects are parts of which instances.
    private func copyComponents() {
        wanted.tree.forEachObject { slot in
            let own = here[Int(slot)]
            scene.components.setOwner(of: own, to: wanted.components.owner(of: slot).map { here[Int($0)] })
            if scene.components.isInstance(own) {
                scene.components.setSlotPart(of: own, to: wanted.components.slotPart(of: slot).map { here[Int($0)] })
            }
        }
        let kept = Set(wanted.componentTable.definitions.map(\.kind))
        for old in scene.componentTable.definitions where !kept.contains(old.kind) {
            scene.components.undefine(old.kind)
        }
        scene.components.setDefinitions(wanted.components.definitions)
        scene.components.setUsedFiles(wanted.components.files)
        for (id, mark) in wanted.componentTable.brought {
            if let slot = wanted.slot(of: id) { scene.components.noteBrought(here[Int(slot)], as: mark) }
        }
    }

    /// True when a client set the property, or a part of it, to variables.
    private func refers(_ slot: Slot, _ id: PropertyID) -> Bool {
        scene.styles.origins(of: slot).contains {
            $0.path.id == id && $0.origin.refersToVariables && !$0.origin.isStyled
        }
    }

    /// A value of `wanted` with its ids turned into this scene's.
    private func translated(_ value: Value) -> Value {
        func own(_ id: ObjectID) -> ObjectID? { wanted.slot(of: id).map { scene.id(of: here[Int($0)]) } }
        return value.mappingObjects(own)
    }
}

extension Value {
    /// The value with the objects that it names replaced by `body`'s; nil names none.
    public func mappingObjects(_ body: (ObjectID) -> ObjectID?) -> Value {
        switch self {
        case .object(let one): body(one).map { .object($0) } ?? .none
        case .objects(let many): .objects(many.compactMap(body))
        case .operations(let list): .operations(list.mappingObjects(body))
        default: self
        }
    }
}
