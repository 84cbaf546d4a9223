/// Making a scene equal to another by the smallest change.
extension Scene {
    /// Takes over what a file of a scene is not about, the start for a scene that is to replace `other`: the settings, and the
    /// output's size, scale and refresh. All else that the file does not name is at its default.
    package func copyFixed(from other: Scene) {
        let kept = [OutputProperty.size.id, OutputProperty.scale.id, OutputProperty.refresh.id]
        for slot in [Scene.main, Scene.daemon] {
            other.forEachSet(slot) { id, property, value in
                if property.type != .object, slot == Scene.daemon || kept.contains(id) { store(slot, id, value) }
            }
        }
        for (key, value) in other.users(Scene.daemon) { setUser(Scene.daemon, key, value) }
        outputChanged()
    }

    /// Changes this scene into `wanted`: what is there under the same name and kind stays the same object.
    ///
    /// Order matters: references and doomed parents go first, so that no step meets a cycle or takes a survivor along.
    package func become(_ wanted: Scene) throws(SceneError) {
        clearMasks(unlike: wanted)
        clearRoots(unlike: wanted)
        try removeAll(notIn: wanted)
        try createMissing(from: wanted)
        try arrange(like: wanted)
        try copyProperties(from: wanted)
    }

    /// The object of `wanted` that is the one at `slot` here.
    private func twin(of slot: Slot, in wanted: Scene) -> Slot? {
        guard let twin = wanted.find(name(of: slot)), wanted.rows[Int(twin)].kind == rows[Int(slot)].kind else {
            return nil
        }
        return twin
    }

    private func clearMasks(unlike wanted: Scene) {
        var changed: [Slot] = []
        forEachObject { slot in
            guard isLayer(slot), let mask = mask(slot) else { return }
            let theirs = twin(of: slot, in: wanted).flatMap { wanted.mask($0) }
            if theirs.map({ wanted.name(of: $0) }) != name(of: mask) { changed.append(slot) }
        }
        for slot in changed { assign(slot, LayerProperty.mask.id, .none, .group) }
    }

    /// Outputs whose roots are to be others, or to get a parent, show nothing meanwhile.
    private func clearRoots(unlike wanted: Scene) {
        for output in outputs where output != Scene.main {
            let root = root(of: output)
            guard root >= 0, root != Scene.root else { continue }
            let theirs = twin(of: output, in: wanted).map { wanted.root(of: $0) } ?? wanted.find(name(of: root)) ?? -1
            if theirs >= 0, wanted.name(of: theirs) == name(of: root), wanted.rows[Int(theirs)].parent == Scene.limbo {
                continue
            }
            assign(output, OutputProperty.root.id, .none, .output)
        }
    }

    private func removeAll(notIn wanted: Scene) throws(SceneError) {
        var doomed: [ObjectID] = []
        var orphans: [Slot] = []
        forEachObject { slot in
            guard !Scene.isFixed(slot), kind(of: slot).family != .output || wanted.find(name(of: slot)) != nil else {
                return
            }
            if twin(of: slot, in: wanted) == nil {
                doomed.append(id(of: slot))
            } else if isLayer(slot), let parent = Optional(rows[Int(slot)].parent), parent > Scene.shelf,
                !Scene.isFixed(parent), twin(of: parent, in: wanted) == nil
            {
                orphans.append(slot)
            }
        }
        for slot in orphans { try move(slot, to: Scene.limbo, .last) }
        for id in doomed {
            if let slot = slot(of: id) { try remove(slot) }
        }
    }

    private func createMissing(from wanted: Scene) throws(SceneError) {
        var missing: [Slot] = []
        wanted.forEachObject { if find(wanted.name(of: $0)) == nil { missing.append($0) } }
        for slot in missing {
            try create(wanted.name(of: slot), wanted.rows[Int(slot)].kind, parent: Scene.limbo)
        }
    }

    /// Parents and order. Top down: when a layer's turn comes, everything above it stands where it belongs.
    private func arrange(like wanted: Scene) throws(SceneError) {
        var parents: [Slot] = []
        wanted.forEachObject { if wanted.rows[Int($0)].childCount > 0 { parents.append($0) } }
        parents.append(Scene.limbo)
        for parent in parents {
            let mine = parent == Scene.limbo ? parent : twinHere(of: parent, from: wanted)
            var children: [Slot] = []
            wanted.forEachChild(parent) { children.append(twinHere(of: $0, from: wanted)) }
            let staying = longestInOrder(children, below: mine)
            var next: Slot = -1
            for child in children.reversed() {
                if !staying.contains(child) { try move(child, to: mine, next < 0 ? .last : .below(next)) }
                next = child
            }
        }
    }

    /// The most of `wanted` that stand below `parent` in that order already: those that need not move.
    ///
    /// A longest increasing subsequence (Fredman 1975), in n log n.
    private func longestInOrder(_ wanted: [Slot], below parent: Slot) -> Set<Slot> {
        var slots: [Slot: Int] = [:]
        forEachChild(parent) { slots[$0] = slots.count }
        let known = wanted.filter { slots[$0] != nil }
        // For each length, the sequence with the lowest end; and for each element, what stands before it there.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: known.count)
        func slot(_ at: Int) -> Int { slots[known[at]] ?? 0 }
        for at in known.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if slot(ends[middle]) < slot(at) { low = middle + 1 } else { high = middle }
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

    private func twinHere(of slot: Slot, from wanted: Scene) -> Slot {
        guard let twin = find(wanted.name(of: slot)) else { preconditionFailure("everything missing was created") }
        return twin
    }

    private func copyProperties(from wanted: Scene) throws(SceneError) {
        var pairs: [(here: Slot, there: Slot)] = []
        wanted.forEachObject { pairs.append((twinHere(of: $0, from: wanted), $0)) }
        // Whose frame is an output's is known first.
        pairs = pairs.filter { isOutput($0.here) } + pairs.filter { !isOutput($0.here) }
        for (here, there) in pairs {
            let kind = kind(of: here)
            for (at, property) in kind.properties.enumerated() where !property.isDerived && !property.isReadOnly {
                let id = PropertyID(UInt16(at))
                if isLayer(here), followsOutput(here), Self.followsOutput(id) { continue }
                // A layout writes it.
                if id == LayerProperty.position.id, rows[Int(here)].flags.contains(.isArranged) { continue }
                let value = translated(wanted.given(there, id), from: wanted)
                // One that runs goes on, unless the file says when it began.
                let begin = kind.family == .animation ? TimingProperty.beginTime.id : LayerProperty.beginTime.id
                if id == begin, kind.family == .animation || kind.usesTime, value == .none { continue }
                if value != given(here, id) { try set(here, id, value) }
            }
            let theirs = wanted.users(there)
            for (key, _) in users(here) where !theirs.contains(where: { $0.key == key }) { setUser(here, key, nil) }
            for (key, value) in theirs { setUser(here, key, value) }
        }
    }

    /// What a root layer has from its output.
    package static func followsOutput(_ id: PropertyID) -> Bool {
        id == LayerProperty.position.id || id == LayerProperty.bounds.id
    }

    /// A value of `wanted` with its ids turned into this scene's.
    private func translated(_ value: Value, from wanted: Scene) -> Value {
        func here(_ id: ObjectID) -> ObjectID? {
            wanted.slot(of: id).map { self.id(of: twinHere(of: $0, from: wanted)) }
        }
        return switch value {
        case .object(let one): here(one).map { .object($0) } ?? .none
        case .objects(let many): .objects(many.compactMap(here))
        case .operations(let list): .operations(list.mappingObjects(here))
        default: value
        }
    }
}
