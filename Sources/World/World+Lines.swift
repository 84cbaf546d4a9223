import Geometry
package import LineProtocol
package import Scene

/// `create`, `put`, `set`, `remove`, `damage` and `draw`.
extension World {
    func create(_ line: borrowing Line, by principal: Principal, orSet: Bool) throws(SceneError) {
        try principal.access.checkWrites()
        let name = try line.positional(0, "an id")
        let kindName = try line.positional(1, "a kind")
        guard let kindID = try scene.kinds.find(kindName.string) else {
            throw UnknownName.kind(kindName, in: scene.kinds)
        }
        try extend(kindID, copy line)
        let kind = scene.kinds[kindID]
        if kindID == .binding { throw SceneError(.unsupported, "bind makes bindings: bind ID key:=expression") }
        if kindID == .timer {
            throw SceneError(.unsupported, "every and after make timers: every SECONDS \"LINES\"")
        }
        if kindID == .transition, !scene.isInTransaction {
            advance()
            keepSnapshot(for: line)
        }
        let existing = scene.find(name)
        if let existing, !orSet || scene.rows[Int(existing)].kind != kindID {
            throw SceneError(
                .exists,
                "\"\(scene.name(of: existing))\" exists and is of the kind \"\(scene.kind(of: existing).name)\"")
        }
        layOutBefore(kind)
        words.removeAll()
        for at in 2..<max(2, line.count) {
            try readProperty(line[at], of: kind, on: existing, in: copy line, into: &words)
        }
        if let existing { return try changeTransition(existing, kind, by: principal) }
        let (parent, placement) = try words.destination(from: Scene.root, scene)
        if principal.access != .full, kind.family == .layer { try principal.access.check(parent, in: scene) }
        if kind.family == .layer { try words.check(kind, scene) }
        try principal.checkRoom(in: scene)
        let slot = try atomically { () throws(SceneError) -> Slot in
            let pixels = kind.family == .output ? scene.outputPixels : 0
            let slot = try scene.create(name, kindID, parent: parent, placement)
            try words.apply(to: slot, scene)
            if kind.family == .output { try scene.checkOutputs(since: pixels) }
            if kind.takesDescriptor { try adopt(slot) }
            try confine(slot, to: principal)
            // Whose it is, is said by what it names.
            if principal.access != .full, kind.family != .layer { try principal.access.check(slot, in: scene) }
            if kind.family != .layer { try words.check(kind, scene) }
            if words.beginsTransition(kindID) { try beginTransition(slot) }
            if kindID == .transition {
                try TransitionTakeover(nil, at: time, scene).apply(to: slot, at: time, saysBegin: true, scene)
            }
            return slot
        }
        principal.add(scene.id(of: slot))
    }

    /// Gives the descriptor that came with the line to an object that was just made.
    func adopt(_ slot: Slot) throws(SceneError) {
        guard let onDescriptor else {
            throw SceneError(.unsupported, "a \(scene.kind(of: slot).name) is made over a connection, not by a file")
        }
        try onDescriptor(slot)
    }

    func set(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let slot = try object(line, 0)
        try extend(scene.rows[Int(slot)].kind, copy line)
        let kind = scene.kind(of: slot)
        layOutBefore(kind)
        words.removeAll()
        for at in 1..<line.count { try readProperty(line[at], of: kind, on: slot, in: copy line, into: &words) }
        try changeTransition(slot, kind, by: principal)
    }

    /// Applies the words that were read to an object that exists; a transition takes over from what is seen.
    private func changeTransition(_ slot: Slot, _ kind: Kind, by principal: Principal) throws(SceneError) {
        guard scene.rows[Int(slot)].kind == .transition else { return try change(slot, kind, by: principal) }
        try atomically { () throws(SceneError) in
            let takeover = TransitionTakeover(slot, at: time, scene)
            try change(slot, kind, by: principal)
            try beginTransitionAgain(slot)
            try takeover.apply(to: slot, at: time, saysBegin: words.saysBegin, scene)
        }
    }

    /// A layer that is moved from now on begins where its stack has put it, whether somebody has looked or not.
    private func layOutBefore(_ kind: Kind) {
        if kind.family == .behavior || kind === FollowProperty.kind, !scene.isInTransaction { scene.layOut() }
    }

    /// Lets a kind that is open to it have the properties that the words name.
    func extend(_ kind: KindID, _ line: Line) throws(SceneError) {
        guard scene.kinds[kind].open != nil else { return }
        for at in 0..<line.count where !line[at].isPositional && !line[at].value.isEmpty {
            try scene.kinds.extend(kind, by: line[at].key)
        }
    }

    /// Applies the words that were read to an object that exists.
    private func change(_ slot: Slot, _ kind: Kind, by principal: Principal) throws(SceneError) {
        if principal.access != .full { try principal.access.check(slot, in: scene) }
        try checkUnbound(slot, kind)
        try words.check(kind, scene)
        if kind.takesDescriptor, words.change(slot, scene) {
            throw SceneError(.denied, "what \"\(scene.name(of: slot))\" is was said when it was made")
        }
        if kind.family == .layer, words.setSpeedAlone {
            return try keepingTime(of: slot) { () throws(SceneError) in try words.apply(to: slot, scene) }
        }
        guard words.needsJournal(kind) || scene.followsOutput(slot) else {
            try words.apply(to: slot, scene)
            return
        }
        try atomically { () throws(SceneError) in
            if words.moves {
                let current = scene.rows[Int(slot)].parent
                let (parent, placement) = try words.destination(from: current, scene)
                try checkDestination(parent, by: principal)
                // A parent that it has already is no reason to go to the front.
                if parent != current || placement != .last { try scene.move(slot, to: parent, placement) }
            }
            try words.apply(to: slot, scene)
            try confine(slot, to: principal)
            if principal.access != .full, kind.family != .layer { try principal.access.check(slot, in: scene) }
        }
    }

    private func checkDestination(_ parent: Slot, by principal: Principal) throws(SceneError) {
        if principal.access != .full { try principal.access.check(max(parent, Scene.shelf), in: scene) }
    }

    func remove(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        var gone: [ObjectID] = []
        for at in 0..<line.count {
            let slot = try object(line, at)
            if principal.access != .full { try principal.access.check(slot, in: scene) }
            gone.append(scene.id(of: slot))
        }
        try atomically { () throws(SceneError) in
            for id in gone {
                // One that stood below an earlier one went with it.
                if let slot = scene.slot(of: id) { try scene.remove(slot) }
            }
        }
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
        for rect in rects where !rect.isEmpty { scene.touch(slot, rect) }
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
        if principal.access != .full { try principal.access.check(slot, in: scene) }
        var words = try OperationWords(name, of: kind[id])
        for at in 2..<max(2, line.count) { try words.read(line[at], in: scene) }
        try scene.append(try words.finish(), to: id, of: slot)
    }
}
