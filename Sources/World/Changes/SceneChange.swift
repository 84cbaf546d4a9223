import LineProtocol
import Scene

/// A command on its way into the scene: its objects are found and its values are read, and nothing has changed yet.
///
/// `World.change` reads it, asks whether the principal may touch what it touches, and carries it out. No verb asks by itself.
protocol SceneChange: SendableMetatype {
    associatedtype Words: TypedCommand

    /// Finds the objects and reads the values. Throws the errors of the words.
    init(_ words: Words, of verb: Verb, in world: World, by principal: Principal) throws(SceneError)

    /// Calls `visit` with everything that the change touches. Throws its errors, and those of positions in the tree.
    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError)

    /// Changes the scene, whole or not at all.
    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result
}

/// A way in which a command touches the scene.
enum Touch {
    /// Sets values of an object, or removes it.
    case changes(Slot)
    /// Acts on an object and leaves its values alone, as a reaction to its events does; parts of instances too.
    case uses(Slot)
    /// Gives an object another position in the tree, or takes it out.
    case moves(Slot)
    /// Puts a layer below another one.
    case inserts(below: Slot)
    /// Makes so many objects.
    case makes(Int = 1, MakerAccount.Shared = .objects)
    /// Concerns the objects of everybody.
    case everything
}

extension World {
    /// Throws `denied` when the principal may not touch that, and `limit` for more objects than it may make. The only place that decides
    /// what a line may touch: see `Access` for the rights themselves.
    func check(_ touch: Touch, of verb: Verb, by principal: Principal) throws(SceneError) {
        switch touch {
        case .changes(let slot):
            try componentVerbs.checkPart(slot)
            try principal.access.check(slot, in: scene)
        case .uses(let slot): try principal.access.check(slot, in: scene)
        case .moves(let slot):
            try componentVerbs.checkPart(slot)
            try listRows.checkRow(slot)
            try principal.access.check(slot, in: scene)
        case .inserts(let parent): try principal.access.check(max(parent, Scene.shelf), in: scene)
        case .makes(let count, let shared):
            try principal.access.checkIsThere(in: scene)
            if count == 1 { try checkRoom(by: principal, of: shared) } else { try checkRoom(for: count, by: principal) }
        case .everything: try principal.access.checkWhole(verb)
        }
    }

    /// The same for an object that is no layer, once its values are set: whose it is, is said by what it names.
    func checkNamed(_ slot: Slot, by principal: Principal) throws(SceneError) {
        if !principal.hasFullAccess, scene.kind(of: slot).family != .layer {
            try principal.access.check(slot, in: scene)
        }
    }
}

/// How a verb whose target is the scene is carried out.
struct ChangeHandler: VerbHandler {
    /// The type of the verb's words.
    let words: any TypedCommand.Type
    let change: @Sendable (World, Command, Principal) throws(SceneError) -> World.Result

    init<Change: SceneChange>(_: Change.Type) {
        words = Change.Words.self
        change = { (world, command, principal) throws(SceneError) in
            let verb = command.verb
            let change = try Change(Change.Words(command), of: verb, in: world, by: principal)
            try change.forEachTouch(
                { (touch) throws(SceneError) in try world.check(touch, of: verb, by: principal) }, in: world)
            return try change.carryOut(in: world, by: principal)
        }
    }
}
