package import Animation
import Expressions
import Geometry
package import LineProtocol
package import Scene
import SceneTables
package import Schema

/// The scene with its changes by lines and time: applies commands, and advances animations, behaviors, follows, pending
/// transactions and reactions in scene time.
///
/// Every line is atomic: words are parsed and checked first, and a change that fails while it is applied is reverted
/// with the scene's journal. Scratch storage is reused from line to line, so that a `set` of numbers allocates nothing.
package final class World {
    package let scene: Scene
    var words = PropertyWords()
    /// The files that `load` names.
    var loading: Loading
    package var host = WorldHost()
    package let animator: Animator
    package let follower: Follower
    /// Moves layers by rules, in scene time.
    package var mover: (any LayerMover)? {
        // It takes up what is there already.
        didSet { context.settledWork = nil }
    }
    package private(set) var clock = SceneClock()
    package let pending = PendingTransactions()
    package let reactions = ReactionRunner()
    package let bindings: Bindings
    package let timers = Timers()
    package let steps = TemplateSteps()
    var context = LineContext()
    /// Current compute budget: that of the line, or of the creator on whose behalf something is computed.
    private(set) var work = ComputeBudget()
    /// Budgets of timers, reactions and transactions that waited.
    let makers = MakerBudgets()
    /// Accounts of the creators with limited access.
    let accounts = MakerAccounts()
    /// Cached numbers of objects that selectors match.
    let matches = MatchCounts()
    /// Recording of the current line's changes, for the principal's history.
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

    /// Empty words for parsing a line. Words still in use, for example by a line whose rows are being created, are not
    /// touched.
    func emptyWords() -> PropertyWords {
        if isKnownUniquelyReferenced(&words) { words.removeAll() } else { words = PropertyWords() }
        words.takesAnyRange = context.readsFile
        return words
    }

    /// Scene time, in seconds.
    package var time: Double { clock.time }

    /// Wall-clock time.
    package var wall: WallClock {
        get { clock.wall }
        set { clock.wall = newValue }
    }

    /// Sets the scene time of a scene that starts, or continues after a restart.
    package func start(at time: Double) {
        clock.time = time
        scene.causes.now = time
    }

    /// Advances scene time, which never goes back. Scene time is advanced only here.
    package func reach(_ time: Double) {
        clock.time = max(clock.time, time)
        scene.causes.now = clock.time
        if scene.layout.hasTransitions { scene.layout.noteSeen(at: clock.time) }
    }

    /// The next random number of the sequence that starts from the scene's seed.
    func random() -> Double {
        var numbers = currentNumbers
        defer { randomNumbers = numbers }
        return numbers.next()
    }

    /// Restarts when the seed is set.
    var randomNumbers: RandomNumbers?

    private var currentNumbers: RandomNumbers {
        randomNumbers ?? RandomNumbers(seed: scene.value(Scene.daemon, SettingsProperty.seed.id).number)
    }

    /// Determines the next random numbers.
    package var randomState: UInt64 {
        get { currentNumbers.state }
        set { randomNumbers = RandomNumbers(state: newValue) }
    }

    /// The state behind the random numbers that were drawn; nil: none was, since the seed was set.
    package var drawnRandomState: UInt64? { randomNumbers?.state }

    /// Scene time of the last timer, pending transaction or reaction that ran: what a later line says of an earlier time cannot change it.
    package var lastEventTime = -Double.infinity

    /// Name of the primary that the scene comes from; nil: its changes are its clients'.
    package var replica: String?

    /// Files of this machine by the paths that a primary has them at.
    package var sharedFiles: [String: String] = [:]

    /// The name, among shared files, of the picture that stands for a buffer's pixels.
    package func pictureName(of buffer: Slot) -> String { "buffer:" + scene.name(of: buffer) }

    /// True for a new buffer whose pixels are on another machine: a picture of them stands for them.
    func isPictured(_ buffer: Slot) -> Bool {
        guard !scene.shared.isLocal(buffer) else { return false }
        return replica != nil || context.readsFile && sharedFiles[pictureName(of: buffer)] != nil
    }

    /// The file that is read for an object that names one: of what a replica shares, never the one at that path.
    package func file(_ path: String, for slot: Slot) -> String {
        if let file = sharedFiles[path], !scene.shared.isLocal(slot) { return file }
        guard replica != nil, !scene.shared.isLocal(slot) else { return path }
        // Nothing is there, ever.
        return "/dev/null/" + path
    }

    /// The rights with which a reaction or a timer acts: in a replica, those of this machine's objects and of input change what is its own.
    func access(scope: ObjectID?, isLocal: Bool) -> Access {
        isLocal ? Access(scope: scope).within(replica) : Access(scope: scope)
    }

    /// Text that the daemon stores for connections outside of objects.
    let texts = ClientTexts()

    /// Maximum bytes of text in a client's transaction or checkpoints.
    package var transactionLimit: Int { Int(scene.value(Scene.daemon, SettingsProperty.limitClientBytes.id).number) }

    // MARK: Changing

    /// The handlers of all verbs whose target is `scene`.
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
            .function: ChangeHandler(FunctionChange.self), .use: ChangeHandler(UseChange.self),
            .load: ChangeHandler(LoadChange.self),
        ])

    /// Result of an applied command.
    package enum Result {
        case done
        /// Names of the created animations.
        case animations([String])
        /// For a selector: the number of matched objects, and names of the created animations.
        case matched(Int, animations: [String]?)
        /// For `load`: secrets that are missing in the file and unset.
        case unset([String])
    }

    /// Applies a command that changes the scene, completely or not at all, and registers it at the current time.
    package func apply(_ command: Command, by principal: Principal) throws(SceneError) -> Result {
        if command.verb == .set, plainSet.setPlain(command.line, by: principal) {
            // A plain value starts no step, wakes nothing dormant and moves no layout.
            if scene.news.workRevision != context.settledWork { settle() }
            return .done
        }
        beginStep(by: principal)
        defer { endStep(by: principal) }
        let result = try change(command, by: principal, mayBePlain: command.verb != .set)
        settle()
        if command.verb == .load, case let unset = scene.leftOutSecrets.unset(in: scene), !unset.isEmpty {
            return .unset(unset)
        }
        return result
    }

    /// Applies a command within a larger change.
    ///
    /// `mayBePlain` false: the caller has tried the fast path of `set`.
    @discardableResult
    func change(
        _ command: Command, by principal: Principal, mayBePlain: Bool = true
    ) throws(SceneError) -> Result {
        // The fast path, which most lines take, checks its words itself.
        switch command.verb {
        case .set where !mayBePlain: break
        case .set: if plainSet.setPlain(command.line, by: principal) { return .done }
        case .create, .put: if plainSet.createPlain(command.line, by: principal) { return .done }
        case .remove: if plainSet.removePlain(command.line, by: principal) { return .done }
        default: break
        }
        if replica != nil {
            let outer = scene.onlyLocal
            defer { scene.onlyLocal = outer }
            if case .machine(let primary, _) = principal.access {
                scene.onlyLocal = primary
            } else {
                scene.onlyLocal = nil
            }
            return try changeSlowly(command, by: principal)
        }
        return try changeSlowly(command, by: principal)
    }

    private func changeSlowly(_ command: Command, by principal: Principal) throws(SceneError) -> Result {
        try principal.access.check(command.verb)
        try command.check(parts: scene.components.lineOwner != nil)
        return try Self.changes[command.verb].change(self, command, principal)
    }

    /// Starts a step in the principal's history.
    func beginStep(by principal: Principal) {
        work.begin()
        recording.isOpen = principal.history != nil && !scene.transaction.isInTransaction
    }

    /// Ends the step.
    func endStep(by principal: Principal) {
        if let step = recording.end(in: scene) { principal.history?.note(step, in: scene) }
    }

    /// Runs `body` with the compute budget of a creator.
    func spending<R>(
        for scope: ObjectID?, _ body: () throws(SceneError) -> R
    ) throws(SceneError) -> R {
        let outer = work
        work = makers[scope]
        defer { work = outer }
        return try body()
    }

    /// Throws `limit` when that many objects cannot be created. Call before creating the first.
    func checkRoom(for more: Int, by principal: Principal) throws(SceneError) {
        try scene.objects.checkRoom(for: more)
        try principal.checkRoom(for: more, in: scene)
        try checkShare(for: more, of: .objects, by: principal)
    }

    /// Throws `limit` when the client cannot create one more object or would exceed its share.
    func checkRoom(by principal: Principal, of shared: MakerAccount.Shared = .objects) throws(SceneError) {
        try principal.checkRoom(in: scene)
        try checkShare(for: 1, of: .objects, by: principal)
        if shared != .objects { try checkShare(for: 1, of: shared, by: principal) }
    }

    /// Clients with full access set the limits and need no share.
    private func checkShare(
        for more: Int, of shared: MakerAccount.Shared, by principal: Principal
    ) throws(SceneError) {
        guard case .subtree(let top) = principal.access, !scene.objects.isRestoring else { return }
        try accounts[top, in: scene].checkRoom(for: more, shared, in: scene)
    }

    /// Counts an object that a client has created.
    func noteMade(_ slot: Slot, by principal: Principal) {
        let id = scene.id(of: slot)
        principal.add(id)
        guard case .subtree(let top) = principal.access else { return }
        accounts[top, in: scene].add(id, of: scene.rows[Int(slot)].kind)
    }

    /// Counts the texts that words set in an object. Throws `limit`.
    func takeTexts(_ words: PropertyWords, for slot: Slot, by principal: Principal) throws(SceneError) {
        let account: MakerAccount
        if case .subtree(let top) = principal.access {
            account = accounts[top, in: scene]
        } else {
            account = principal.account
        }
        try account.texts.take(words.textBytes, for: slot, in: scene)
    }

    /// Runs `body`; reverts its changes when it throws.
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
        updateBindings()
        try SceneReader(scene, at: time) { self.advance() }.read(command, to: &out)
    }
}
