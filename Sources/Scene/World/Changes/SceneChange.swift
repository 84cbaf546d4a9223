import LineProtocol
import Scene
import Schema

/// A prepared command: its objects are found and its values parsed, and nothing has changed yet.
///
/// `World.change` prepares it, checks the principal's access to everything it touches, and carries it out. Verbs do not
/// check access themselves.
protocol SceneChange: SendableMetatype {
    associatedtype Words: TypedCommand

    /// Finds the objects and parses the values. Throws the errors of the words.
    init(_ words: Words, of verb: Verb, in world: World, by principal: Principal) throws(SceneError)

    /// Calls `visit` with everything that the change touches. Throws its errors and errors of tree positions.
    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError)

    /// Changes the scene completely or not at all.
    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result
}

/// One way in which a command touches the scene.
enum Touch {
    /// Sets values of an object, or removes it.
    case changes(Slot)
    /// Uses an object without changing its values, for example as a source of events; includes parts of instances.
    case uses(Slot)
    /// Moves an object in the tree, or removes it from the tree.
    case moves(Slot)
    /// Inserts a layer below another one.
    case inserts(below: Slot)
    /// Creates this many objects.
    case makes(Int = 1, MakerAccount.Shared = .objects)
    /// Affects everybody's objects.
    case everything
}

extension World {
    /// Throws `denied` when the principal may not touch the object, and `limit` when it may not create that many
    /// objects. The only place that decides what a line may touch. For access itself see `Access`.
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
        case .inserts(let parent):
            // What stays on this machine may stand below what does not.
            if case .machine(_, nil) = principal.access { return }
            try principal.access.check(max(parent, Scene.objectRoot), in: scene)
        case .makes(let count, let shared):
            try principal.access.checkIsThere(in: scene)
            if count == 1 { try checkRoom(by: principal, of: shared) } else { try checkRoom(for: count, by: principal) }
        case .everything: try principal.access.checkWhole(verb)
        }
    }

    /// The check for an object that is no layer, after its values are set: the objects that it names decide.
    func checkNamed(_ slot: Slot, by principal: Principal) throws(SceneError) {
        if !principal.hasFullAccess, scene.kind(of: slot).family != .layer {
            try principal.access.check(slot, in: scene)
        }
    }
}

/// Runs a verb whose target is the scene.
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
