import Geometry
import LineProtocol
import Living
import Scene

/// One line of `create` or `put`: checked first, then made whole or not at all.
struct Creation {
    private let world: World
    private let scene: Scene
    private let name: ByteView
    private let line: Line
    private let principal: Principal
    private let kindID: KindID
    let kind: Kind
    private let isPart: Bool
    /// The part that the instance had under this id: it is changed and goes on.
    private var known: Slot?
    /// True for the part below which the sublayers of the instance stand.
    private var isSlot = false

    /// `name`: the whole id, also for a part. Throws `unknown-kind`, and `unsupported` for kinds that other verbs make.
    init(_ name: ByteView, _ line: Line, by principal: Principal, in world: World) throws(SceneError) {
        (self.world, scene, self.name, self.line, self.principal) = (world, world.scene, name, line, principal)
        isPart = line[0].value[0] == UInt8(ascii: ".")
        let kindName = try line.positional(1, "a kind")
        var found = scene.kinds.loaded(kindName)
        if found == nil { found = try scene.kinds.find(kindName.string) }
        guard let id = found, world.componentVerbs.isUsable(id) else {
            throw UnknownName.kind(kindName, in: scene.kinds)
        }
        try world.objectVerbs.extend(id, line)
        (kindID, kind) = (id, scene.kinds[id])
        if kindID == .binding { throw SceneError(.unsupported, "bind makes bindings: bind ID key:=expression") }
        if kindID == .dormant {
            throw SceneError(.unsupported, "load lenient=true makes dormant objects, of lines that lack something")
        }
        if kindID == .timer {
            throw SceneError(.unsupported, "every and after make timers: every SECONDS \"LINES\"")
        }
        if kindID == .transition, !scene.transaction.isInTransaction {
            world.advance()
            world.transitionVerbs.keepSnapshot(for: line)
        }
    }

    /// True while the lines of an instance make its parts.
    private var isMakingParts: Bool { isPart && world.context.making != nil }

    /// The object that is there already and is set. Throws `exists` unless `orSet`, and when it is of another kind.
    mutating func findExisting(orSet: Bool) throws(SceneError) -> Slot? {
        var existing = scene.find(name)
        if isMakingParts, let found = existing {
            known = try world.componentVerbs.takeOver(found, kindID)
            existing = known == nil ? scene.find(name) : nil
        }
        if let existing, !orSet || scene.rows[Int(existing)].kind != kindID {
            throw SceneError(
                .exists,
                "\"\(scene.name(of: existing))\" exists and is of the kind \"\(scene.kind(of: existing).name)\"")
        }
        return existing
    }

    /// Reads the properties into the world's words.
    mutating func readWords(for existing: Slot?) throws(SceneError) {
        world.objectVerbs.layOutBefore(kind)
        let words = world.emptyWords()
        for at in 2..<max(2, line.count) {
            if isMakingParts, line[at].key == "slot" {
                isSlot = try line.boolean(line[at])
            } else {
                try world.readProperty(line[at], of: kind, on: existing ?? known, in: line, into: words)
            }
        }
    }

    /// Makes the object from the words that were read.
    func make() throws(SceneError) {
        let owner = isPart || world.context.isInside ? scene.components.lineOwner.flatMap { scene.slot(of: $0) } : nil
        let (parent, placement) = try world.componentVerbs.destination(from: owner ?? Scene.root)
        if kind.family == .layer {
            if principal.access != .full { try principal.access.check(parent, in: scene) }
            try world.words.check(kind, scene)
        }
        if kind.isComponent, known == nil {
            // All that its lines make is counted before the first of it is made.
            let parts = world.componentPlans.plan(of: kindID)?.weight ?? 0
            try world.checkRoom(for: 1 + parts, by: principal)
        } else {
            try world.checkRoom(by: principal)
        }
        let slot = try world.atomically { () throws(SceneError) -> Slot in
            let pixels = kind.family == .output ? scene.outputs.outputPixels : 0
            let slot = try place(below: parent, placement)
            if let owner {
                scene.components.setOwner(of: slot, to: owner)
                scene.components.noteLater(slot)
            }
            if isSlot, let owner { scene.components.setSlotPart(of: owner, to: slot) }
            if world.context.usedPath != nil, world.context.making == nil { scene.components.noteBrought(slot) }
            try applyWords(to: slot)
            if kind.family == .output { try scene.outputs.checkOutputs(since: pixels) }
            try begin(slot)
            return slot
        }
        if known == nil { world.noteMade(slot, by: principal) }
    }

    private func place(below parent: Slot, _ placement: Placement) throws(SceneError) -> Slot {
        guard let known else { return try scene.objects.create(name, kindID, parent: parent, placement) }
        if kind.family == .layer { try scene.tree.move(known, to: parent, placement) }
        return known
    }

    private func applyWords(to slot: Slot) throws(SceneError) {
        try world.objectVerbs.detachMask(of: slot, kind, by: principal)
        try world.takeTexts(world.words, for: slot, by: principal)
        try world.words.apply(to: slot, scene)
        if kindID == .data { try world.objectVerbs.checkSource(of: slot) }
        if kind.takesDescriptor { try world.objectVerbs.adopt(slot) }
        try world.reactionVerbs.confine(slot, to: principal)
        guard kind.family != .layer else { return }
        // Whose it is, is said by what it names.
        if principal.access != .full { try principal.access.check(slot, in: scene) }
        try world.words.check(kind, scene)
    }

    /// Begins the transition, the instance's parts or the output that the object is.
    private func begin(_ slot: Slot) throws(SceneError) {
        if world.words.beginsTransition(kindID) { try world.transitionVerbs.beginTransition(slot) }
        if kindID == .transition {
            try TransitionTakeover(nil, at: world.time, scene).apply(to: slot, at: world.time, saysBegin: true, scene)
        }
        try world.componentVerbs.checkMoved(by: slot)
        guard known == nil else { return }
        if kind.isComponent {
            // A value of its own that cannot be found is no fault of the component's lines.
            try world.settleStyles()
            try world.componentVerbs.makeParts(of: slot, by: principal)
        }
        if kind.family == .output { try world.host.openOutput?(slot) }
    }
}
