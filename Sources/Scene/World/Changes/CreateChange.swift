import Geometry
import LineProtocol
import Living
import Scene
import SceneTables
import Schema

/// `create` and `put`: creates an object, or sets an existing one.
struct CreateChange: SceneChange {
    private let world: World
    private let scene: Scene
    private let line: CreateCommand
    /// The full id of a part; its line begins with a dot.
    private let partName: String?
    private let kindID: KindID
    private let kind: Kind
    private let isPart: Bool
    /// The existing object to set.
    private var existing: Slot?
    /// The instance's existing part with this id: it is changed and kept.
    private var known: Slot?
    /// True for the part that contains the instance's sublayers.
    private var isSlot = false
    private let words: PropertyWords

    /// Throws `unknown-kind`, `exists`, and `unsupported` for kinds created by other verbs.
    init(_ line: CreateCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        (self.world, scene, self.line) = (world, world.scene, line)
        isPart = !line.id.isEmpty && line.id[0] == UInt8(ascii: ".")
        let owner = isPart ? scene.components.lineOwner.flatMap(scene.slot) : nil
        partName = owner.map { [scene] in scene.name(of: $0) + line.id.string }
        (kindID, kind) = try Self.kind(of: line, in: world)
        words = world.emptyWords()
        if kindID == .transition, !scene.transaction.isInTransaction {
            world.advance()
            world.transitionVerbs.keepSnapshot(for: line)
        }
        try findExisting(orSet: verb == .put || principal.recreates)
        try readWords()
    }

    /// The kind that the line names. Throws for kinds that lines cannot create.
    private static func kind(of line: CreateCommand, in world: World) throws(SceneError) -> (KindID, Kind) {
        let kinds = world.scene.kinds
        var found = kinds.loaded(line.kind)
        if found == nil { found = try kinds.find(line.kind.string) }
        guard let id = found, world.componentVerbs.isUsable(id) else { throw UnknownName.kind(line.kind, in: kinds) }
        try world.objectVerbs.extend(id, line.properties)
        if id == .binding { throw SceneError(.unsupported, "bind makes bindings: bind ID key:=expression") }
        if id == .dormant {
            throw SceneError(.unsupported, "load lenient=true makes dormant objects, of lines that lack something")
        }
        if id == .timer {
            throw SceneError(.unsupported, "every and after make timers: every SECONDS \"LINES\"")
        }
        return (id, kinds[id])
    }

    /// Calls `body` with the full id.
    private func withName<R>(_ body: (ByteView) throws(SceneError) -> R) throws(SceneError) -> R {
        guard let partName else { return try body(line.id) }
        return try ByteView.with(partName, body)
    }

    /// True while an instance's lines create its parts.
    private var isMakingParts: Bool { isPart && world.context.making != nil }

    /// Throws `exists` unless `orSet`, and when the object has another kind.
    private mutating func findExisting(orSet: Bool) throws(SceneError) {
        existing = try withName { (name) throws(SceneError) in scene.find(name) }
        if isMakingParts, let found = existing {
            known = try world.componentVerbs.takeOver(found, kindID)
            existing = known == nil ? try withName { (name) throws(SceneError) in scene.find(name) } : nil
        }
        if let existing, !orSet || scene.rows[Int(existing)].kind != kindID {
            throw SceneError(
                .exists,
                "\"\(scene.name(of: existing))\" exists and is of the kind \"\(scene.kind(of: existing).name)\"")
        }
    }

    private mutating func readWords() throws(SceneError) {
        world.objectVerbs.layOutBefore(kind)
        for word in line.properties {
            if isMakingParts, word.key == "slot" {
                isSlot = try word.boolean()
            } else {
                try world.readProperty(word, of: kind, on: existing ?? known, in: line.properties, into: words)
            }
        }
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        if let existing { return try world.objectVerbs.forEachTouch(words, on: existing, visit) }
        let parent = try destination().parent
        if kind.family == .layer {
            try visit(.inserts(below: parent))
            if let mask = world.objectVerbs.mask(words, kind, around: parent) { try visit(.moves(mask)) }
        }
        // All objects of a component are counted before the first is created.
        let parts = kind.isComponent && known == nil ? world.componentPlans.plan(of: kindID)?.weight ?? 0 : 0
        try visit(.makes(1 + parts))
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        guard let existing else {
            try make(by: principal)
            return .done
        }
        try world.transitionVerbs.changeTransition(existing, words, by: principal)
        if world.context.usedPath != nil, world.context.making == nil { scene.components.noteBrought(existing) }
        return .done
    }

    /// The instance that owns a new part; nil for an object that is no part.
    private var owner: Slot? {
        isPart || world.context.isInside ? scene.components.lineOwner.flatMap { scene.slot(of: $0) } : nil
    }

    private func destination() throws(SceneError) -> (parent: Slot, placement: Placement) {
        try world.componentVerbs.destination(words, from: owner ?? Scene.root)
    }

    /// Creates the object from the words.
    private func make(by principal: Principal) throws(SceneError) {
        let owner = owner
        let (parent, placement) = try destination()
        if kind.family == .layer { try words.check(kind, scene) }
        let slot = try world.atomically { () throws(SceneError) -> Slot in
            let pixels = kind.family == .output ? scene.outputs.outputPixels : 0
            let slot = try place(below: parent, placement)
            if let owner {
                scene.components.setOwner(of: slot, to: owner)
                scene.components.noteLater(slot)
            }
            if isSlot, let owner { scene.components.setSlotPart(of: owner, to: slot) }
            if world.context.usedPath != nil, world.context.making == nil { scene.components.noteBrought(slot) }
            try applyWords(to: slot, by: principal)
            if kind.family == .output { try scene.outputs.checkOutputs(since: pixels) }
            try begin(slot, by: principal)
            return slot
        }
        if known == nil { world.noteMade(slot, by: principal) }
    }

    private func place(below parent: Slot, _ placement: Placement) throws(SceneError) -> Slot {
        guard let known else {
            return try withName { (name) throws(SceneError) in
                try scene.objects.create(name, kindID, parent: parent, placement)
            }
        }
        if kind.family == .layer {
            let isElsewhere = scene.rows[Int(known)].parent != parent
            try scene.tree.move(known, to: parent, placement)
            if isElsewhere { try world.objectVerbs.checkFollows(around: known) }
        }
        return known
    }

    private func applyWords(to slot: Slot, by principal: Principal) throws(SceneError) {
        if let mask = world.objectVerbs.mask(words, kind, around: slot) {
            try scene.tree.move(mask, to: Scene.detachedRoot, .last)
        }
        try world.takeTexts(words, for: slot, by: principal)
        try words.apply(to: slot, scene)
        if kindID == .data { try world.objectVerbs.checkSource(of: slot) }
        if kind.takesDescriptor { try world.objectVerbs.adopt(slot) }
        try principal.access.confine(slot, in: scene)
        guard kind.family != .layer else { return }
        try world.checkNamed(slot, by: principal)
        try words.check(kind, scene)
    }

    /// Starts the transition, the instance's parts or the output of a new object.
    private func begin(_ slot: Slot, by principal: Principal) throws(SceneError) {
        if words.beginsTransition(kindID) { try world.transitionVerbs.beginTransition(slot) }
        if kindID == .transition {
            try TransitionTakeover(nil, at: world.time, scene).apply(to: slot, at: world.time, saysBegin: true, scene)
        }
        try world.componentVerbs.checkMoved(by: slot)
        guard known == nil else { return }
        if kind.isComponent {
            // A missing own value is not an error of the component's lines.
            try world.settleStyles()
            try world.componentVerbs.makeParts(of: slot, by: principal)
        }
        if kind.family == .output { try world.host.openOutput?(slot) }
    }
}
