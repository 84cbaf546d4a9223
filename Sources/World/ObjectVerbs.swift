import Animation
import Expressions
import Geometry
import LineProtocol
package import Living
import Scene

/// `create`, `put`, `set`, `remove`, `clear`, `draw`, `damage`.
package struct ObjectVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    func create(_ line: borrowing Line, by principal: Principal, orSet: Bool) throws(SceneError) {
        try principal.access.checkWrites()
        let line = copy line
        let word = try line.positional(0, "an id")
        if !word.isEmpty, word[0] == UInt8(ascii: "."), let full = partName(word) {
            return try ByteView.with(full) { (name) throws(SceneError) in
                try create(name, line, by: principal, orSet: orSet)
            }
        }
        try create(word, line, by: principal, orSet: orSet)
    }

    /// The id of a part in the lines of its instance; nil elsewhere.
    private func partName(_ word: ByteView) -> String? {
        world.scene.components.lineOwner.flatMap { world.scene.slot(of: $0) }.map {
            world.scene.name(of: $0) + word.string
        }
    }

    private func create(
        _ name: ByteView, _ line: borrowing Line, by principal: Principal, orSet: Bool
    ) throws(SceneError) {
        var creation = try Creation(name, copy line, by: principal, in: world)
        let existing = try creation.findExisting(orSet: orSet)
        try creation.readWords(for: existing)
        if let existing {
            try world.transitionVerbs.changeTransition(existing, creation.kind, by: principal)
            if world.context.usedPath != nil, world.context.making == nil {
                world.scene.components.noteBrought(existing)
            }
        } else {
            try creation.make()
        }
    }

    /// Gives the descriptor that came with the line to an object that was just made.
    func adopt(_ slot: Slot) throws(SceneError) {
        guard let onDescriptor = world.host.onDescriptor else {
            throw SceneError(
                .unsupported, "a \(world.scene.kind(of: slot).name) is made over a connection, not by a file")
        }
        try onDescriptor(slot)
    }

    func set(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        guard let slot = try world.targets.named(line, 0) else { return try setSelected(copy line, by: principal) }
        try extend(world.scene.rows[Int(slot)].kind, copy line)
        let kind = world.scene.kind(of: slot)
        layOutBefore(kind)
        let words = world.emptyWords()
        for at in 1..<line.count {
            try world.readProperty(line[at], of: kind, on: slot, in: copy line, into: words)
        }
        try world.transitionVerbs.changeTransition(slot, kind, by: principal)
    }

    /// A layer that is moved from now on begins where its stack has put it, whether somebody has looked or not.
    func layOutBefore(_ kind: Kind) {
        if kind.family == .behavior || kind === FollowProperty.kind, !world.scene.transaction.isInTransaction {
            world.scene.layout.layOut()
        }
    }

    /// Never refused: nothing that stays refers to objects that went.
    func clear() {
        world.scene.objects.clear()
        if world.scene.transaction.isInTransaction { try? world.settleStyles(isLenient: true) } else { world.restyle() }
    }

    /// Lets a kind that is open to it have the properties that the words name.
    func extend(_ kind: KindID, _ line: Line) throws(SceneError) {
        if kind == .style {
            for at in 0..<line.count where !line[at].isPositional {
                let key = line[at].key
                try world.scene.kinds.extendStyles(by: key)
                if world.scene.kinds[.style].property(named: key) == nil, !(key.count > 5 && key[0..<5] == "user.") {
                    throw UnknownName.styleProperty(key, in: world.scene.kinds)
                }
            }
        }
        guard world.scene.kinds[kind].open != nil else { return }
        for at in 0..<line.count where !line[at].isPositional && !line[at].value.isEmpty {
            try world.scene.kinds.extend(kind, by: line[at].key)
        }
    }

    /// Applies the words that were read to an object that exists.
    func changeObject(_ slot: Slot, _ kind: Kind, by principal: Principal) throws(SceneError) {
        let (scene, words) = (world.scene, world.words)
        if scene.components.isPart(slot) { try world.componentVerbs.checkPart(slot) }
        if principal.access != .full { try principal.access.check(slot, in: scene) }
        if scene.relations.hasBindings { try world.bindingVerbs.checkUnbound(slot, kind) }
        try words.check(kind, scene)
        if slot == Scene.daemon, !principal.configures, words.sets(SettingsProperty.sourcePaths.id) {
            throw SceneError(.denied, "sourcePaths is set by the configuration only")
        }
        if kind.takesDescriptor, words.change(slot, scene) {
            throw SceneError(.denied, "what \"\(scene.name(of: slot))\" is was said when it was made")
        }
        try world.takeTexts(words, for: slot, by: principal)
        if kind.family == .layer, words.setSpeedAlone {
            return try world.keepingTime(of: slot) { () throws(SceneError) in
                try words.apply(to: slot, scene)
                noteAltered(slot, kind)
            }
        }
        let isDependent = scene.rows[Int(slot)].marks.contains(.isDependent)
        guard
            words.needsJournal(kind) || scene.outputs.followsOutput(slot) || isDependent
                || world.recording.isOpen
                || kind.isComponent
        else {
            try words.apply(to: slot, scene)
            return noteAltered(slot, kind)
        }
        // What a style changes begins where it is seen.
        if words.restyles(kind), !scene.transaction.isInTransaction { world.advance(slot) }
        try world.atomically { () throws(SceneError) in
            if words.moves {
                try world.listRows.checkRow(slot)
                let current = scene.rows[Int(slot)].parent
                let (parent, placement) = try world.componentVerbs.destination(from: current)
                try checkDestination(parent, by: principal)
                // A parent that it has already is no reason to go to the front.
                if parent != current || placement != .last { try scene.tree.move(slot, to: parent, placement) }
            }
            try detachMask(of: slot, kind, by: principal)
            try words.apply(to: slot, scene)
            noteAltered(slot, kind)
            if scene.rows[Int(slot)].kind == .data { try checkSource(of: slot) }
            // Whoever sets a parameter takes nothing over; the rights of an instance's lines are who made it's.
            if kind.isComponent {
                if words.paths(kind).contains(where: { $0.id == Kind.componentScope }) {
                    try world.reactionVerbs.confine(slot, to: principal)
                }
            } else {
                try world.reactionVerbs.confine(slot, to: principal)
            }
            try world.componentVerbs.checkMoved(by: slot)
            if principal.access != .full, kind.family != .layer { try principal.access.check(slot, in: scene) }
        }
    }

    /// Notes what the words set of a part or a row.
    func noteAltered(_ slot: Slot, _ kind: Kind) {
        guard world.scene.components.isPart(slot) || world.scene.components.isInstance(slot) else { return }
        world.scene.components.noteAltered(slot, world.words.paths(kind).map(\.id), users: world.words.userKeys)
    }

    /// A layer that becomes a mask leaves its parent. Throws `denied` for one that is not the client's to move.
    func detachMask(of slot: Slot, _ kind: Kind, by principal: Principal) throws(SceneError) {
        guard kind.family == .layer, case let path = PropertyPath(LayerProperty.mask.id),
            let mask = world.words.value(at: path)?.object.flatMap(world.scene.slot), world.scene.isLayer(mask),
            world.scene.rows[Int(mask)].parent > Scene.shelf, !world.scene.tree.isInside(slot, mask)
        else { return }
        try world.componentVerbs.checkPart(mask)
        try world.listRows.checkRow(mask)
        if principal.access != .full { try principal.access.check(mask, in: world.scene) }
        try world.scene.tree.move(mask, to: Scene.limbo, .last)
    }

    private func checkDestination(_ parent: Slot, by principal: Principal) throws(SceneError) {
        if principal.access != .full { try principal.access.check(max(parent, Scene.shelf), in: world.scene) }
    }

    func remove(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        var gone: [ObjectID] = []
        var count: Int?
        for at in 0..<line.count {
            let dormant = line[at].isPositional ? world.scene.dormancy.find(line[at].value) : nil
            let one = if let dormant { dormant } else { try world.targets.named(line, at) }
            let slots: [Slot]
            if let one { slots = [one] } else { slots = try world.targets.selected(line[at].value) }
            if one == nil { count = count ?? gone.count }
            for slot in slots {
                try world.componentVerbs.checkPart(slot)
                if principal.access != .full { try principal.access.check(slot, in: world.scene) }
                gone.append(world.scene.id(of: slot))
            }
            if let dormant { gone += world.dormancy.lines(about: dormant) }
            count = count.map { _ in gone.count }
        }
        if world.scene.lists.hasAny {
            let all = Set(gone)
            // With its list a row may go.
            for id in gone where world.scene.lists.isRow(id.index) {
                let list = world.scene.rows[Int(id.index)].parent
                if !all.contains(world.scene.id(of: list)) { try world.listRows.checkRow(id.index) }
            }
        }
        try world.atomically { () throws(SceneError) in
            for id in gone {
                // One that stood below an earlier one went with it.
                if let slot = world.scene.slot(of: id) { try world.scene.objects.remove(slot) }
            }
        }
        world.context.matched = count
    }

    /// `clear`: earlier changes cannot be taken back.
    func clear(by principal: Principal) {
        clear()
        if !world.scene.transaction.isInTransaction { principal.history?.clear() }
    }

    func damage(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let slot = try world.targets.object(line, 0)
        guard world.scene.kind(of: slot).takesDescriptor else {
            throw SceneError(.value, "\"\(world.scene.name(of: slot))\" is no buffer")
        }
        if principal.access != .full { try principal.access.check(slot, in: world.scene) }
        var rects: [Rect] = []
        for at in 1..<max(1, line.count) {
            let word = try line.positional(at, "x,y,w,h")
            do throws(ValueSyntax) { rects.append(try Quantity.rect(word)) } catch {
                throw SceneError(.value, "damage: \(error.message)")
            }
        }
        if rects.isEmpty { rects.append(Rect(0, 0, 1e9, 1e9)) }
        for rect in rects where !rect.isEmpty { world.scene.contents.touch(slot, rect) }
    }

    /// `draw ID OP… [insert=N|replace=N]`, `draw ID remove=N`.
    func draw(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let slot = try world.targets.object(line, 0)
        let kind = world.scene.kind(of: slot)
        guard let id = kind.operations else {
            throw SceneError(.value, "\"\(world.scene.name(of: slot))\" is a \(kind.name), which takes no operations")
        }
        try world.componentVerbs.checkPart(slot)
        if principal.access != .full { try principal.access.check(slot, in: world.scene) }
        var change: DrawingChange?
        var words: OperationWords?
        for at in 1..<max(1, line.count) {
            let word = line[at]
            if let found = try DrawingChange(word) {
                guard change == nil else {
                    throw SceneError(.syntax, "draw: \(ValueSyntax.quote(word.key)) is one word too many")
                }
                change = found
            } else if words != nil {
                try words?.read(word, in: world.scene)
            } else if !word.isPositional || !word.value.isEmpty {
                words = try OperationWords(line.positional(at, "an operation"), of: kind[id])
            }
        }
        let operation = try words?.finish()
        defer { world.scene.components.noteAltered(slot, [id]) }
        switch change {
        case .remove?:
            guard operation == nil else { throw SceneError(.syntax, "draw: remove= takes no operation") }
        default:
            guard operation != nil else { throw SceneError(.syntax, "draw: an operation is expected") }
        }
        if let change {
            return try world.atomically { () throws(SceneError) in
                switch change {
                case .insert(let index):
                    try world.scene.contents.change(index, to: operation, inserts: true, in: id, of: slot)
                case .replace(let index), .remove(let index):
                    try world.scene.contents.change(index, to: operation, inserts: false, in: id, of: slot)
                }
            }
        }
        guard let operation else { return }
        guard world.recording.isOpen else { return try world.scene.contents.append(operation, to: id, of: slot) }
        try world.atomically { () throws(SceneError) in try world.scene.contents.append(operation, to: id, of: slot) }
    }

    /// `set SELECTOR …`. Expressions see the scene before the line.
    func setSelected(_ line: Line, by principal: Principal) throws(SceneError) {
        let slots = try world.targets.selectedForValues(line)
        if slots.isEmpty { try SelectorMatch.checkKeys(of: line, in: world.scene) }
        if !slots.isEmpty, world.plainSet.setPlain(line, on: slots, by: principal) {
            world.context.matched = slots.count
            return
        }
        let computes = (1..<line.count).contains { line[$0].isExpression }
        let compiled = CompiledWords()
        var byKind: [KindID: PropertyWords] = [:]
        var bySlot: [PropertyWords] = []
        for slot in slots {
            let id = world.scene.rows[Int(slot)].kind
            if !computes, byKind[id] != nil { continue }
            try extend(id, line)
            let kind = world.scene.kinds[id]
            layOutBefore(kind)
            let words = PropertyWords()
            for at in 1..<line.count {
                try world.readProperty(line[at], of: kind, on: slot, in: line, into: words, compiled)
            }
            if computes { bySlot.append(words) } else { byKind[id] = words }
        }
        try world.atomically { () throws(SceneError) in
            for (at, slot) in slots.enumerated() {
                let id = world.scene.rows[Int(slot)].kind
                if computes { world.words = bySlot[at] } else if let known = byKind[id] { world.words = known }
                try world.transitionVerbs.changeTransition(slot, world.scene.kinds[id], by: principal)
            }
        }
        world.context.matched = slots.count
    }

    /// The settings' patterns, with folders of the environment put in.
    package var sourceRules: SourceRules {
        let text = world.scene.value(Scene.daemon, SettingsProperty.sourcePaths.id).string
        let patterns = text.split(separator: ":").compactMap { pattern -> String? in
            let variable = "$XDG_RUNTIME_DIR/"
            guard pattern.hasPrefix(variable) else { return String(pattern) }
            return world.loading.files.runtimeFolder.map { $0 + "/" + pattern.dropFirst(variable.count) }
        }
        return SourceRules(patterns)
    }

    /// Throws `value` for a source that is none, `denied` for a path that may not be read.
    func checkSource(of slot: Slot) throws(SceneError) {
        let text = world.scene.value(slot, DataProperty.source.id).string
        guard !text.isEmpty else { return }
        let source: SourcePath
        do throws(ValueSyntax) {
            source = try ByteView.with(text) { (text) throws(ValueSyntax) in try SourcePath(text) }
        } catch {
            throw SceneError(.value, "source: \(error.message)")
        }
        // It stays, and is not read: the settings may be others by now.
        if world.scene.objects.isRestoring { return }
        guard let opening = sourceRules.opening(of: source.path) else {
            throw SceneError(.denied, "source: \"\(source.path)\" fits none of daemon's sourcePaths")
        }
        if let reason = world.loading.files.refusal(of: opening) {
            throw SceneError(.denied, "source: \"\(source.path)\": \(reason)")
        }
    }
}

extension World {
    /// `create`, `put`, `set`, `remove`, `clear`, `draw`, `damage`.
    package var objectVerbs: ObjectVerbs { ObjectVerbs(self) }
}
