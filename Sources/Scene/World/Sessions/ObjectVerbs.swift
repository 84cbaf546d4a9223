import Animation
import Expressions
import Geometry
import LineProtocol
package import Living
import Scene
import SceneTables
import Schema

/// Objects and the words that set their values.
package struct ObjectVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Passes the file descriptor of the line to a new object.
    func adopt(_ slot: Slot) throws(SceneError) {
        if world.isPictured(slot) { return world.scene.contents.noteSource(of: slot) }
        guard let onDescriptor = world.host.onDescriptor else {
            throw SceneError(
                .unsupported, "a \(world.scene.kind(of: slot).name) is made over a connection, not by a file")
        }
        try onDescriptor(slot)
    }

    /// Lays out the stack so that a newly animated layer starts at its laid-out position.
    func layOutBefore(_ kind: Kind) {
        if kind.family == .behavior || kind === FollowProperty.kind, !world.scene.transaction.isInTransaction {
            world.scene.layout.layOut()
        }
    }

    /// Adds the properties that the words name to a kind with free properties.
    func extend(_ kind: KindID, _ properties: WordList) throws(SceneError) {
        if kind == .style {
            for word in properties where !word.isPositional {
                let key = word.key
                try world.scene.kinds.extendStyles(by: key)
                if world.scene.kinds[.style].property(named: key) == nil, !(key.count > 5 && key[0..<5] == "user.") {
                    throw UnknownName.styleProperty(key, in: world.scene.kinds)
                }
            }
        }
        guard world.scene.kinds[kind].open != nil else { return }
        for word in properties where !word.isPositional && !word.value.isEmpty {
            try world.scene.kinds.extend(kind, by: word.key)
        }
    }

    /// The touches of words that set values of an object and may move it.
    func forEachTouch(
        _ words: PropertyWords, on slot: Slot, _ visit: (Touch) throws(SceneError) -> Void
    ) throws(SceneError) {
        try visit(.changes(slot))
        var around = slot
        if words.moves {
            try visit(.moves(slot))
            around = try world.componentVerbs.destination(words, from: world.scene.rows[Int(slot)].parent).parent
            try visit(.inserts(below: around))
        }
        if let mask = mask(words, world.scene.kind(of: slot), around: around) { try visit(.moves(mask)) }
    }

    /// The layer that becomes the mask of a layer at or below `around` and so leaves its parent; nil for none.
    func mask(_ words: PropertyWords, _ kind: Kind, around: Slot) -> Slot? {
        guard kind.family == .layer,
            let mask = words.value(at: PropertyPath(LayerProperty.mask.id))?.object.flatMap(world.scene.slot),
            world.scene.isLayer(mask), world.scene.rows[Int(mask)].parent > Scene.objectRoot,
            !world.scene.tree.isInside(around, mask)
        else { return nil }
        return mask
    }

    /// Applies words to an existing object.
    func changeObject(_ slot: Slot, _ words: PropertyWords, by principal: Principal) throws(SceneError) {
        let scene = world.scene
        let kind = scene.kind(of: slot)
        if scene.relations.hasBindings { try world.bindings.checkUnbound(slot, words, in: world) }
        try words.check(kind, scene)
        if slot == Scene.daemon, !principal.configures, words.sets(SettingsProperty.sourcePaths.id) {
            throw SceneError(.denied, "sourcePaths is set by the configuration only")
        }
        if slot == Scene.daemon, words.sets(SettingsProperty.seed.id) {
            world.randomNumbers = nil
            let seed = words.value(at: PropertyPath(SettingsProperty.seed.id))?.number
            if let seed { world.host.onSeed?(RandomNumbers(seed: seed).state) }
        }
        if kind.takesDescriptor, words.change(slot, scene) {
            throw SceneError(.denied, "what \"\(scene.name(of: slot))\" is was said when it was made")
        }
        try world.takeTexts(words, for: slot, by: principal)
        if kind.family == .layer, words.setSpeedAlone {
            return try world.keepingTime(of: slot) { () throws(SceneError) in
                try words.apply(to: slot, scene)
                noteAltered(slot, words)
            }
        }
        let isDependent = scene.rows[Int(slot)].marks.contains(.isDependent)
        let isBound = scene.relations.hasBindings && scene.relations.isBound(slot)
        guard
            words.needsJournal(kind) || scene.outputs.followsOutput(slot) || isDependent
                || world.recording.isOpen
                || kind.isComponent || isBound
        else {
            try words.apply(to: slot, scene)
            return noteAltered(slot, words)
        }
        // Changes by styles, and ways to other containers, start from the presented values.
        if !scene.transaction.isInTransaction {
            if words.restyles(kind) { world.advance(slot) }
            if words.moves, scene.layout.hasTransitions { world.advance() }
        }
        try world.atomically { () throws(SceneError) in
            if words.moves {
                let current = scene.rows[Int(slot)].parent
                let (parent, placement) = try world.componentVerbs.destination(words, from: current)
                // Setting the same parent again does not move the layer to the front.
                if parent != current || placement != .last { try scene.tree.move(slot, to: parent, placement) }
                if parent != current { try checkFollows(around: slot) }
            }
            if let mask = mask(words, kind, around: slot) { try scene.tree.move(mask, to: Scene.detachedRoot, .last) }
            try words.apply(to: slot, scene)
            noteAltered(slot, words)
            if isBound { try TwoWayBindings(world).follow(slot, words, by: principal) }
            if scene.rows[Int(slot)].kind == .data { try checkSource(of: slot) }
            // Setting a parameter does not change ownership; an instance's lines have the access of its creator.
            if kind.isComponent {
                if words.paths(kind).contains(where: { $0.id == Kind.componentScope }) {
                    try principal.access.confine(slot, in: scene)
                }
            } else {
                try principal.access.confine(slot, in: scene)
            }
            try world.componentVerbs.checkMoved(by: slot)
            try world.checkNamed(slot, by: principal)
        }
    }

    /// Throws `cycle` when a moved layer or one of its ancestors would follow itself.
    func checkFollows(around slot: Slot) throws(SceneError) {
        var at = slot
        while at > Scene.objectRoot {
            for follow in world.scene.relations.attached(to: at) where world.scene.rows[Int(follow)].kind == .follow {
                try Follower.check(follow, in: world.scene)
            }
            at = world.scene.rows[Int(at)].parent
        }
    }

    /// Records what the words set in a part or row.
    func noteAltered(_ slot: Slot, _ words: PropertyWords) {
        guard world.scene.components.isPart(slot) || world.scene.components.isInstance(slot) else { return }
        world.scene.components.noteAltered(
            slot, words.paths(world.scene.kind(of: slot)).map(\.id), users: words.userKeys)
    }

    /// The patterns from the settings, with environment folders replaced.
    package var sourceRules: SourceRules {
        let text = world.scene.value(Scene.daemon, SettingsProperty.sourcePaths.id).string
        let patterns = text.split(separator: ":").compactMap { pattern -> String? in
            let variable = "$XDG_RUNTIME_DIR/"
            guard pattern.hasPrefix(variable) else { return String(pattern) }
            return world.loading.files.runtimeFolder.map { $0 + "/" + pattern.dropFirst(variable.count) }
        }
        return SourceRules(patterns)
    }

    /// Throws `value` for an invalid source, `denied` for a path that may not be read.
    func checkSource(of slot: Slot) throws(SceneError) {
        let text = world.scene.value(slot, DataProperty.source.id).string
        guard !text.isEmpty else { return }
        let source: SourcePath
        do throws(ValueSyntax) {
            source = try ByteView.with(text) { (text) throws(ValueSyntax) in try SourcePath(text) }
        } catch {
            throw SceneError(.value, "source: \(error.message)")
        }
        // Keep it without reading it: the settings may have changed.
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
    /// Objects and the words that set their values.
    package var objectVerbs: ObjectVerbs { ObjectVerbs(self) }
}
