package import Animation
import Geometry
package import LineProtocol
package import Scene

/// The scene that lines change and time moves: applies commands, and advances animations, behaviors, follows, pending
/// transactions and reactions in scene time.
///
/// Every line is all or nothing: words are read and checked first, and what can still fail while it is applied is undone by
/// the scene's journal. Scratch storage is reused from line to line, so that a `set` of numbers allocates nothing.
package final class World {
    package let scene: Scene
    var words = PropertyWords()
    /// The files that `load` names.
    var loading: Loading
    /// Takes the descriptor that came with the line, for the object that the line made. Throws why that cannot be, and the
    /// line fails.
    package var onDescriptor: ((_ slot: Slot) throws(SceneError) -> Void)?
    /// Sets an output that a line made to work. Throws what keeps it from that, and the line fails. Nil: outputs begin later.
    package var openOutput: ((_ slot: Slot) throws(SceneError) -> Void)?
    /// Nil: transitions of one layer show its new contents at once.
    package weak var snapshots: (any TransitionSnapshotKeeper)?
    /// The frame in which what changes now will be seen first.
    package var nextFrame: UInt64 = 1
    package let animator: Animator
    package let follower: Follower
    /// Moves layers by rules, in scene time.
    package var mover: (any LayerMover)?
    /// Scene time, in seconds; `reach` advances it.
    package private(set) var time = 0.0
    package var wall = WallClock()
    package let pending = PendingTransactions()
    package let reactions = ReactionRunner()
    package let bindings: Bindings
    package let timers = Timers()
    /// The number of objects that the selector of the last line matched; nil when it had none.
    var matched: Int?
    /// The round of `repeat` whose lines are run.
    var round: RepeatRound?
    /// The parts of the instance whose component's lines are run to make them.
    var making: PartMaking?
    /// True while changes are part of a step that can be taken back.
    private(set) var isRecording = false
    private var recorded: [UndoStep] = []
    /// The file of `use` that is run.
    var usedPath: String?
    let styler: Styler

    package init(scene: Scene, files: any SceneFiles) {
        self.scene = scene
        loading = Loading(files)
        animator = Animator(scene)
        follower = Follower(scene)
        bindings = Bindings(scene)
        styler = Styler(scene)
    }

    /// Sets the scene time of a scene that begins, or goes on after a restart.
    package func start(at time: Double) { self.time = time }

    /// Advances scene time, which never goes back. The only place.
    package func reach(_ time: Double) { self.time = max(self.time, time) }

    /// The time by the clock on the wall as expressions see it, in seconds since 1970.
    var wallTime: Double { wall.isManual() ? time : wall.clock() }

    /// The bytes of text that an open transaction may hold.
    var transactionLimit: Int { Int(scene.value(Scene.daemon, SettingsProperty.limitClientBytes.id).number) }

    // MARK: Changing

    typealias Change = @Sendable (World, Line, Principal) throws(SceneError) -> Void

    /// How each verb whose target is `scene` is carried out.
    private static let changes = VerbHandlers<Change>(
        .scene,
        [
            .create: { (world, line, principal) throws(SceneError) in
                try world.create(line, by: principal, orSet: principal.recreates)
            },
            .put: { (world, line, principal) throws(SceneError) in try world.create(line, by: principal, orSet: true) },
            .set: { (world, line, principal) throws(SceneError) in try world.set(line, by: principal) },
            .remove: { (world, line, principal) throws(SceneError) in try world.remove(line, by: principal) },
            .clear: { (world, _, principal) throws(SceneError) in world.clear(by: principal) },
            .animate: { (world, line, principal) throws(SceneError) in _ = try world.animate(line, by: principal) },
            .every: { (world, line, principal) throws(SceneError) in
                try world.makeTimer(Command(line), by: principal, repeats: true)
            },
            .after: { (world, line, principal) throws(SceneError) in
                try world.makeTimer(Command(line), by: principal, repeats: false)
            },
            .load: { (world, line, principal) throws(SceneError) in try world.load(line, by: principal) },
            .damage: { (world, line, principal) throws(SceneError) in try world.damage(line, by: principal) },
            .draw: { (world, line, principal) throws(SceneError) in try world.draw(line, by: principal) },
            .on: { (world, line, principal) throws(SceneError) in try world.on(line, by: principal) },
            .bind: { (world, line, principal) throws(SceneError) in try world.bind(line, by: principal) },
            .off: { (world, line, principal) throws(SceneError) in try world.off(line, by: principal) },
            .undefine: { (world, line, principal) throws(SceneError) in try world.undefine(line, by: principal) },
            .use: { (world, line, principal) throws(SceneError) in try world.use(line, by: principal) },
            .copy: { (world, line, principal) throws(SceneError) in try world.copy(line, by: principal) },
            .repeat: { (world, line, principal) throws(SceneError) in try world.repeatLines(line, by: principal) },
        ])

    /// The result of a command that was applied.
    package enum Result {
        case done
        /// Names of the animations that were made.
        case animations([String])
        /// Of a selector: the number of objects that matched, and names of the animations that were made.
        case matched(Int, animations: [String]?)
    }

    /// Applies a command that changes the scene, whole or not at all, and takes it up at the current time.
    package func apply(_ command: Command, by principal: Principal) throws(SceneError) -> Result {
        beginStep(by: principal)
        defer { endStep(by: principal) }
        var result = Result.done
        matched = nil
        if command.verb == .animate {
            try principal.access.check(.animate)
            try command.check()
            result = .animations(try animate(command.line, by: principal))
        } else {
            try change(command, by: principal)
        }
        settle()
        guard let matched else { return result }
        if case .animations(let names) = result { return .matched(matched, animations: names) }
        return .matched(matched, animations: nil)
    }

    /// Applies a command within a larger change.
    func change(_ command: Command, by principal: Principal) throws(SceneError) {
        // The short way, which most lines take, checks its words by itself.
        if command.verb == .set, setPlain(command.line, by: principal) { return }
        try principal.access.check(command.verb)
        try command.check(parts: scene.components.lineOwner != nil)
        try Self.changes[command.verb](self, command.line, principal)
    }

    /// What is changed from now on is one step of the principal's history.
    func beginStep(by principal: Principal) {
        isRecording = principal.history != nil && !scene.transaction.isInTransaction
    }

    /// Ends the step.
    func endStep(by principal: Principal) {
        isRecording = false
        if recorded.isEmpty { return }
        if let step = UndoStep.joined(recorded, in: scene) { principal.history?.note(step, in: scene) }
        recorded = []
    }

    /// Runs `body` so that what it changed is undone when it throws.
    package func atomically<R>(_ body: () throws(SceneError) -> R) throws(SceneError) -> R {
        if scene.transaction.isInTransaction {
            let result = try body()
            try settleStyles()
            return result
        }
        scene.transaction.begin()
        do throws(SceneError) {
            let result = try body()
            try settleStyles()
            if isRecording {
                if let step = scene.undo.commitRecording() { recorded.append(step) }
            } else {
                scene.transaction.commit()
            }
            return result
        } catch {
            scene.transaction.rollback()
            styler.forget()
            throw error
        }
    }

    /// Writes the payload of a reading verb.
    package func read(_ command: Command, to out: inout JSONWriter) throws(SceneError) {
        updateBindings()
        try SceneReader(scene, at: time) { self.advance() }.read(command.verb, command.line, to: &out)
    }
}

/// The clock on the wall.
package struct WallClock {
    /// Seconds since 1970.
    package var clock: () -> Double = { 0 }
    /// True while scene time advances by ticks alone: then it is the wall-clock time of expressions too, so that they come to the
    /// same on every run.
    package var isManual: () -> Bool = { false }
}

/// Who moves layers by rules: the behaviors of plugins.
package protocol LayerMover: AnyObject {
    /// Takes up what lines have made or changed, at a scene time. Not within a transaction.
    func sync(at time: Double)
    /// Goes on to a scene time. Not within a transaction.
    func advance(to time: Double)
}
