package import Animation
import Expressions
import Geometry
package import LineProtocol
package import Scene

/// The scene that lines change and time moves: applies commands, and advances animations, behaviors, follows, pending
/// transactions and reactions in scene time.
///
/// Every line is all or nothing: words are read and checked first, and a change that can still fail while it is applied is undone by
/// the scene's journal. Scratch storage is reused from line to line, so that a `set` of numbers allocates nothing.
package final class World {
    package let scene: Scene
    var words = PropertyWords()
    /// The files that `load` names.
    var loading: Loading
    package var host = WorldHost()
    package let animator: Animator
    package let follower: Follower
    /// Moves layers by rules, in scene time.
    package var mover: (any LayerMover)?
    package private(set) var clock = SceneClock()
    package let pending = PendingTransactions()
    package let reactions = ReactionRunner()
    package let bindings: Bindings
    package let timers = Timers()
    package let steps = TemplateSteps()
    var context = LineContext()
    /// What is computed now takes its operations and bytes from this: the line's, or its maker's.
    private(set) var work = ComputeBudget()
    /// Those of timers, reactions and transactions that waited.
    let makers = MakerBudgets()
    /// What makers with limited rights have made.
    let accounts = MakerAccounts()
    /// The number of objects that selectors match, while the scene stays as it is.
    let matches = MatchCounts()
    /// Steps of the line that is applied, for the history of the principal.
    var recording = StepRecording()
    let styler: Styler
    package let dormancy: Dormancy

    package init(scene: Scene, files: any SceneFiles) {
        self.scene = scene
        loading = Loading(files)
        animator = Animator(scene)
        follower = Follower(scene)
        bindings = Bindings(scene)
        styler = Styler(scene)
        dormancy = Dormancy(scene)
    }

    /// The words of a line that is read from now on: those of a line that is still carried out, as one whose rows are made, stay as
    /// they are.
    func emptyWords() -> PropertyWords {
        if isKnownUniquelyReferenced(&words) { words.removeAll() } else { words = PropertyWords() }
        words.takesAnyRange = context.readsFile
        return words
    }

    /// Scene time, in seconds.
    package var time: Double { clock.time }

    /// The clock on the wall.
    package var wall: WallClock {
        get { clock.wall }
        set { clock.wall = newValue }
    }

    /// Sets the scene time of a scene that begins, or goes on after a restart.
    package func start(at time: Double) { clock.time = time }

    /// Advances scene time, which never goes back. The only place.
    package func reach(_ time: Double) { clock.time = max(clock.time, time) }

    /// The time by the clock on the wall as expressions see it, in seconds since 1970.
    /// The next random number, from the scene's own seed on.
    func random() -> Double {
        var numbers =
            randomNumbers ?? RandomNumbers(seed: scene.value(Scene.daemon, SettingsProperty.seed.id).number)
        defer { randomNumbers = numbers }
        return numbers.next()
    }

    /// Begins again where the seed was said.
    var randomNumbers: RandomNumbers?

    var wallTime: Double { wall.isManual() ? time : wall.clock() }

    /// Text that connections keep without an object.
    let texts = ClientTexts()

    /// The bytes of text that an open transaction may hold.
    var transactionLimit: Int { Int(scene.value(Scene.daemon, SettingsProperty.limitClientBytes.id).number) }

    // MARK: Changing

    /// How each verb whose target is `scene` is carried out.
    private static let changes = VerbHandlers<ChangeHandler>(
        .scene,
        [
            .create: ChangeHandler(CreateChange.self), .put: ChangeHandler(CreateChange.self),
            .set: ChangeHandler(SetChange.self), .remove: ChangeHandler(RemoveChange.self),
            .clear: ChangeHandler(ClearChange.self), .animate: ChangeHandler(AnimateChange.self),
            .draw: ChangeHandler(DrawChange.self), .damage: ChangeHandler(DamageChange.self),
            .scrollTo: ChangeHandler(ScrollChange.self), .focus: ChangeHandler(FocusChange.self),
            .on: ChangeHandler(OnChange.self), .off: ChangeHandler(OffChange.self),
            .bind: ChangeHandler(BindChange.self), .every: ChangeHandler(TimerChange.self),
            .after: ChangeHandler(TimerChange.self), .copy: ChangeHandler(CopyChange.self),
            .repeat: ChangeHandler(RepeatChange.self), .undefine: ChangeHandler(UndefineChange.self),
            .use: ChangeHandler(UseChange.self), .load: ChangeHandler(LoadChange.self),
        ])

    /// The result of a command that was applied.
    package enum Result {
        case done
        /// Names of the animations that were made.
        case animations([String])
        /// Of a selector: the number of objects that matched, and names of the animations that were made.
        case matched(Int, animations: [String]?)
        /// Of `load`: secrets that the file left out, where there are none.
        case unset([String])
    }

    /// Applies a command that changes the scene, whole or not at all, and takes it up at the current time.
    package func apply(_ command: Command, by principal: Principal) throws(SceneError) -> Result {
        beginStep(by: principal)
        defer { endStep(by: principal) }
        let result = try change(command, by: principal)
        settle()
        if command.verb == .load, case let unset = scene.leftOutSecrets.unset(in: scene), !unset.isEmpty {
            return .unset(unset)
        }
        return result
    }

    /// Applies a command within a larger change.
    @discardableResult
    func change(_ command: Command, by principal: Principal) throws(SceneError) -> Result {
        // The short way, which most lines take, checks its words by itself.
        switch command.verb {
        case .set: if plainSet.setPlain(command.line, by: principal) { return .done }
        case .create, .put: if plainSet.createPlain(command.line, by: principal) { return .done }
        case .remove: if plainSet.removePlain(command.line, by: principal) { return .done }
        default: break
        }
        try principal.access.check(command.verb)
        try command.check(parts: scene.components.lineOwner != nil)
        return try Self.changes[command.verb].change(self, command, principal)
    }

    /// Changes from now on are one step of the principal's history.
    func beginStep(by principal: Principal) {
        work.begin()
        recording.isOpen = principal.history != nil && !scene.transaction.isInTransaction
    }

    /// Ends the step.
    func endStep(by principal: Principal) {
        if let step = recording.end(in: scene) { principal.history?.note(step, in: scene) }
    }

    /// Runs `body` for a maker, from whose budget it takes what it computes.
    func spending<R>(
        for scope: ObjectID?, _ body: () throws(SceneError) -> R
    ) throws(SceneError) -> R {
        let outer = work
        work = makers[scope]
        defer { work = outer }
        return try body()
    }

    /// Throws `limit` when as many objects cannot be made, before the first of them is.
    func checkRoom(for more: Int, by principal: Principal) throws(SceneError) {
        try scene.objects.checkRoom(for: more)
        try principal.checkRoom(for: more, in: scene)
        try checkShare(for: more, of: .objects, by: principal)
    }

    /// Throws `limit` when one more object cannot be made by the client, or is beyond its share.
    func checkRoom(by principal: Principal, of shared: MakerAccount.Shared = .objects) throws(SceneError) {
        try principal.checkRoom(in: scene)
        try checkShare(for: 1, of: .objects, by: principal)
        if shared != .objects { try checkShare(for: 1, of: shared, by: principal) }
    }

    /// Clients with full access set the limits, and have no share of them.
    private func checkShare(
        for more: Int, of shared: MakerAccount.Shared, by principal: Principal
    ) throws(SceneError) {
        guard case .subtree(let top) = principal.access, !scene.objects.isRestoring else { return }
        try accounts[top, in: scene].checkRoom(for: more, shared, in: scene)
    }

    /// Counts an object that a client has made.
    func noteMade(_ slot: Slot, by principal: Principal) {
        let id = scene.id(of: slot)
        principal.add(id)
        guard case .subtree(let top) = principal.access else { return }
        accounts[top, in: scene].add(id, of: scene.rows[Int(slot)].kind)
    }

    /// Counts the texts that words give to an object. Throws `limit`.
    func takeTexts(_ words: PropertyWords, for slot: Slot, by principal: Principal) throws(SceneError) {
        let account: MakerAccount
        if case .subtree(let top) = principal.access {
            account = accounts[top, in: scene]
        } else {
            account = principal.account
        }
        try account.texts.take(words.textBytes, for: slot, in: scene)
    }

    /// Runs `body` so that its changes are undone when it throws.
    package func atomically<R>(_ body: () throws(SceneError) -> R) throws(SceneError) -> R {
        if scene.transaction.isInTransaction {
            let result = try body()
            try settleStyles()
            return result
        }
        scene.transaction.begin()
        let (outputs, settings) = (scene.news.outputsRevision, scene.news.settingsRevision)
        do throws(SceneError) {
            let result = try body()
            try settleStyles()
            if scene.news.settingsRevision != settings { try host.checkSettings?() }
            if scene.news.outputsRevision != outputs { try host.configureOutputs?() }
            if recording.isOpen {
                if let step = scene.undo.commitRecording() { recording.append(step) }
            } else {
                scene.transaction.commit()
            }
            styler.lists.commit()
            return result
        } catch {
            scene.transaction.rollback { styler.restore() }
            context.focus = nil
            if scene.news.outputsRevision != outputs { try? host.configureOutputs?() }
            throw error
        }
    }

    /// Writes the payload of a reading verb.
    package func read(_ command: Command, to out: inout JSONWriter) throws(SceneError) {
        bindingVerbs.updateBindings()
        try SceneReader(scene, at: time) { self.advance() }.read(command, to: &out)
    }
}
