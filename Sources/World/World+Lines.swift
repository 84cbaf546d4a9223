import Geometry
package import LineProtocol
package import Scene

/// `create`, `put`, `set`, `remove`, `damage` and `draw`.
extension World {
    func create(_ line: borrowing Line, by principal: Principal, orSet: Bool) throws(SceneError) {
        try principal.access.checkWrites()
        let line = copy line
        let word = try line.positional(0, "an id")
        if word[0] == UInt8(ascii: "."), let full = partName(word) {
            return try ByteView.with(full) { (name) throws(SceneError) in
                try create(name, line, by: principal, orSet: orSet)
            }
        }
        try create(word, line, by: principal, orSet: orSet)
    }

    /// The id of a part in the lines of its instance; nil elsewhere.
    private func partName(_ word: ByteView) -> String? {
        scene.components.lineOwner.flatMap { scene.slot(of: $0) }.map { scene.name(of: $0) + word.string }
    }

    private func create(
        _ name: ByteView, _ line: borrowing Line, by principal: Principal, orSet: Bool
    ) throws(SceneError) {
        let isPart = line[0].value[0] == UInt8(ascii: ".")
        let kindName = try line.positional(1, "a kind")
        guard let kindID = try scene.kinds.find(kindName.string), isUsable(kindID) else {
            throw UnknownName.kind(kindName, in: scene.kinds)
        }
        try extend(kindID, copy line)
        let kind = scene.kinds[kindID]
        if kindID == .binding { throw SceneError(.unsupported, "bind makes bindings: bind ID key:=expression") }
        if kindID == .timer {
            throw SceneError(.unsupported, "every and after make timers: every SECONDS \"LINES\"")
        }
        if kindID == .transition, !scene.transaction.isInTransaction {
            advance()
            keepSnapshot(for: line)
        }
        var existing = scene.find(name)
        var known: Slot?
        if isPart, let found = existing, making != nil {
            known = try takeOver(found, kindID)
            existing = known == nil ? scene.find(name) : nil
        }
        if let existing, !orSet || scene.rows[Int(existing)].kind != kindID {
            throw SceneError(
                .exists,
                "\"\(scene.name(of: existing))\" exists and is of the kind \"\(scene.kind(of: existing).name)\"")
        }
        layOutBefore(kind)
        words.removeAll()
        var isSlot = false
        for at in 2..<max(2, line.count) {
            if isPart, making != nil, line[at].key == "slot" {
                isSlot = try line.boolean(line[at])
                continue
            }
            try readProperty(line[at], of: kind, on: existing ?? known, in: copy line, into: &words)
        }
        if let existing { return try changeTransition(existing, kind, by: principal) }
        let owner = isPart ? scene.components.lineOwner.flatMap { scene.slot(of: $0) } : nil
        let (parent, placement) = try destination(from: owner ?? Scene.root)
        if principal.access != .full, kind.family == .layer { try principal.access.check(parent, in: scene) }
        if kind.family == .layer { try words.check(kind, scene) }
        try principal.checkRoom(in: scene)
        let slot = try atomically { () throws(SceneError) -> Slot in
            let pixels = kind.family == .output ? scene.outputs.outputPixels : 0
            let slot: Slot
            if let known {
                slot = known
                if kind.family == .layer { try scene.tree.move(slot, to: parent, placement) }
            } else {
                slot = try scene.objects.create(name, kindID, parent: parent, placement)
            }
            if let owner { scene.components.setOwner(of: slot, to: owner) }
            if isSlot, let owner { scene.components.setSlotPart(of: owner, to: slot) }
            if usedPath != nil, making == nil { scene.components.noteBrought(slot) }
            try words.apply(to: slot, scene)
            if kind.family == .output { try scene.outputs.checkOutputs(since: pixels) }
            if kindID == .data { try checkSource(of: slot) }
            if kind.takesDescriptor { try adopt(slot) }
            try confine(slot, to: principal)
            // Whose it is, is said by what it names.
            if principal.access != .full, kind.family != .layer { try principal.access.check(slot, in: scene) }
            if kind.family != .layer { try words.check(kind, scene) }
            if words.beginsTransition(kindID) { try beginTransition(slot) }
            if kindID == .transition {
                try TransitionTakeover(nil, at: time, scene).apply(to: slot, at: time, saysBegin: true, scene)
            }
            try checkMoved(by: slot)
            if kind.isComponent, known == nil { try makeParts(of: slot, by: principal) }
            if kind.family == .output, known == nil { try openOutput?(slot) }
            return slot
        }
        if known == nil { principal.add(scene.id(of: slot)) }
    }

    /// Gives the descriptor that came with the line to an object that was just made.
    func adopt(_ slot: Slot) throws(SceneError) {
        guard let onDescriptor else {
            throw SceneError(.unsupported, "a \(scene.kind(of: slot).name) is made over a connection, not by a file")
        }
        try onDescriptor(slot)
    }

    func set(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        guard let slot = try target(line, 0) else { return try setSelected(copy line, by: principal) }
        try extend(scene.rows[Int(slot)].kind, copy line)
        let kind = scene.kind(of: slot)
        layOutBefore(kind)
        words.removeAll()
        for at in 1..<line.count { try readProperty(line[at], of: kind, on: slot, in: copy line, into: &words) }
        try changeTransition(slot, kind, by: principal)
    }

    /// Applies the words that were read to an object that exists; a transition takes over from what is seen.
    func changeTransition(_ slot: Slot, _ kind: Kind, by principal: Principal) throws(SceneError) {
        guard scene.rows[Int(slot)].kind == .transition else { return try change(slot, kind, by: principal) }
        try atomically { () throws(SceneError) in
            let takeover = TransitionTakeover(slot, at: time, scene)
            try change(slot, kind, by: principal)
            try beginTransitionAgain(slot)
            try takeover.apply(to: slot, at: time, saysBegin: words.saysBegin, scene)
        }
    }

    /// A layer that is moved from now on begins where its stack has put it, whether somebody has looked or not.
    func layOutBefore(_ kind: Kind) {
        if kind.family == .behavior || kind === FollowProperty.kind, !scene.transaction.isInTransaction {
            scene.layout.layOut()
        }
    }

    /// Never refused: what is left refers to nothing that went.
    func clear() {
        scene.objects.clear()
        if scene.transaction.isInTransaction { try? settleStyles(isLenient: true) } else { restyle() }
    }

    /// Lets a kind that is open to it have the properties that the words name.
    func extend(_ kind: KindID, _ line: Line) throws(SceneError) {
        if kind == .style {
            for at in 0..<line.count where !line[at].isPositional {
                let key = line[at].key
                try scene.kinds.extendStyles(by: key)
                if scene.kinds[.style].property(named: key) == nil, !(key.count > 5 && key[0..<5] == "user.") {
                    throw UnknownName.styleProperty(key, in: scene.kinds)
                }
            }
        }
        guard scene.kinds[kind].open != nil else { return }
        for at in 0..<line.count where !line[at].isPositional && !line[at].value.isEmpty {
            try scene.kinds.extend(kind, by: line[at].key)
        }
    }

    /// Applies the words that were read to an object that exists.
    func change(_ slot: Slot, _ kind: Kind, by principal: Principal) throws(SceneError) {
        try checkPart(slot)
        if principal.access != .full { try principal.access.check(slot, in: scene) }
        try checkUnbound(slot, kind)
        try words.check(kind, scene)
        if slot == Scene.daemon, !principal.configures, words.sets(SettingsProperty.sourcePaths.id) {
            throw SceneError(.denied, "sourcePaths is set by the configuration only")
        }
        if kind.takesDescriptor, words.change(slot, scene) {
            throw SceneError(.denied, "what \"\(scene.name(of: slot))\" is was said when it was made")
        }
        if kind.family == .layer, words.setSpeedAlone {
            return try keepingTime(of: slot) { () throws(SceneError) in try words.apply(to: slot, scene) }
        }
        let isDependent = scene.rows[Int(slot)].marks.contains(.isDependent)
        guard
            words.needsJournal(kind) || scene.outputs.followsOutput(slot) || isDependent || isRecording
                || kind.isComponent
        else {
            try words.apply(to: slot, scene)
            return
        }
        // What a style changes begins where it is seen.
        if words.restyles(kind), !scene.transaction.isInTransaction { advance(slot) }
        try atomically { () throws(SceneError) in
            if words.moves {
                let current = scene.rows[Int(slot)].parent
                let (parent, placement) = try destination(from: current)
                try checkDestination(parent, by: principal)
                // A parent that it has already is no reason to go to the front.
                if parent != current || placement != .last { try scene.tree.move(slot, to: parent, placement) }
            }
            try words.apply(to: slot, scene)
            if scene.rows[Int(slot)].kind == .data { try checkSource(of: slot) }
            // Whoever sets a parameter takes nothing over; the rights of an instance's lines are who made it's.
            if kind.isComponent {
                if words.paths(kind).contains(where: { $0.id == Kind.componentScope }) {
                    try confine(slot, to: principal)
                }
            } else {
                try confine(slot, to: principal)
            }
            try checkMoved(by: slot)
            if principal.access != .full, kind.family != .layer { try principal.access.check(slot, in: scene) }
        }
    }

    private func checkDestination(_ parent: Slot, by principal: Principal) throws(SceneError) {
        if principal.access != .full { try principal.access.check(max(parent, Scene.shelf), in: scene) }
    }

    func remove(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        var gone: [ObjectID] = []
        var count: Int?
        for at in 0..<line.count {
            let one = try target(line, at)
            let slots: [Slot]
            if let one { slots = [one] } else { slots = try selected(line[at].value) }
            if one == nil { count = count ?? gone.count }
            for slot in slots {
                try checkPart(slot)
                if principal.access != .full { try principal.access.check(slot, in: scene) }
                gone.append(scene.id(of: slot))
            }
            count = count.map { _ in gone.count }
        }
        try atomically { () throws(SceneError) in
            for id in gone {
                // One that stood below an earlier one went with it.
                if let slot = scene.slot(of: id) { try scene.objects.remove(slot) }
            }
        }
        matched = count
    }

    /// `clear`: earlier changes cannot be taken back.
    func clear(by principal: Principal) {
        clear()
        if !scene.transaction.isInTransaction { principal.history?.clear() }
    }

    func damage(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let slot = try object(line, 0)
        guard scene.kind(of: slot).takesDescriptor else {
            throw SceneError(.value, "\"\(scene.name(of: slot))\" is no buffer")
        }
        if principal.access != .full { try principal.access.check(slot, in: scene) }
        var rects: [Rect] = []
        for at in 1..<max(1, line.count) {
            let word = try line.positional(at, "x,y,w,h")
            do throws(ValueSyntax) { rects.append(try Quantity.rect(word)) } catch {
                throw SceneError(.value, "damage: \(error.message)")
            }
        }
        if rects.isEmpty { rects.append(Rect(0, 0, 1e9, 1e9)) }
        for rect in rects where !rect.isEmpty { scene.contents.touch(slot, rect) }
    }

    /// The object that a positional word names; in the lines of a reaction `self` is the layer that reacts.
    package func object(_ line: borrowing Line, _ at: Int) throws(SceneError) -> Slot {
        let name = try line.positional(at, "an id")
        if let slot = scene.find(name) { return slot }
        if let layer = reactions.event?.layer, name == "self", let slot = scene.slot(of: layer) { return slot }
        throw UnknownName.object(name, in: scene)
    }

    /// `draw ID OP…`.
    func draw(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let slot = try object(line, 0)
        let name = try line.positional(1, "an operation")
        let kind = scene.kind(of: slot)
        guard let id = kind.operations else {
            throw SceneError(.value, "\"\(scene.name(of: slot))\" is a \(kind.name), which takes no operations")
        }
        try checkPart(slot)
        if principal.access != .full { try principal.access.check(slot, in: scene) }
        var words = try OperationWords(name, of: kind[id])
        for at in 2..<max(2, line.count) { try words.read(line[at], in: scene) }
        let operation = try words.finish()
        guard isRecording else { return try scene.contents.append(operation, to: id, of: slot) }
        try atomically { () throws(SceneError) in try scene.contents.append(operation, to: id, of: slot) }
    }
}
