import Animation
import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// The lines between `begin` and `commit`, unparsed.
struct Transaction {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// Above 0: changes by the lines are animated. Seconds.
    private var duration = 0.0
    private var timing = TimingFunction.standard
    /// The scene time at which it takes effect; nil: immediately.
    private var time: Double?
    /// The time as wall-clock time, when given so.
    private var wall: Double?
    /// True when it waits until all named files have been read.
    private var waitsForContent = false
    private var name = ""
    /// The animator of its changes.
    private var animator = ""

    var count: Int { ends.count }
    /// Size of the lines in bytes.
    var size: Int { bytes.count }

    /// Takes effect immediately.
    init() {}

    /// Parses the words of `begin`. Throws their errors.
    init(_ words: BeginCommand, _ world: World) throws(SceneError) {
        duration = words.duration?.value ?? 0
        animator = words.animator?.string ?? ""
        timing = words.timing ?? (animator.isEmpty ? .standard : .linear)
        if let at = words.at {
            do throws(ValueSyntax) { (time, wall) = (try world.sceneTime(at), WallTime.seconds(at)) } catch {
                throw SceneError(.value, "at: \(error.message)")
            }
        }
        waitsForContent = words.wait != nil
        if let word = words.name {
            guard NameTable.isValid(word) else { throw SceneError(.value, "name: \(ValueSyntax.quote(word)) is no id") }
            name = word.string
        }
        if !animator.isEmpty, duration > 0 || time != nil || waitsForContent || !name.isEmpty {
            throw SceneError(.value, "animator: it has a time of its own: no duration=, at=, wait= or name= beside it")
        }
    }

    /// A transaction that waited.
    init(_ slot: Slot, _ scene: Scene) {
        name = scene.name(of: slot)
        duration = scene.value(slot, TransactionProperty.duration.id).number
        timing = scene.value(slot, TransactionProperty.timing.id).timing
        Array(scene.value(slot, TransactionProperty.lines.id).string.utf8).forEachLine { line in
            unsafe bytes.append(contentsOf: line.buffer)
            ends.append(bytes.count)
        }
    }

    /// True when one of its lines defines a function.
    var definesFunctions = false

    mutating func append(_ line: ByteView, limit: Int) throws(SceneError) {
        guard bytes.count + line.count <= limit else {
            throw SceneError(.limit, "the transaction holds \(limit) bytes; set daemon limit.clientBytes=N for more")
        }
        unsafe bytes.append(contentsOf: line.buffer)
        ends.append(bytes.count)
    }

    /// `commit`: runs all lines or none, or stores them until they are due. Returns true when they were run.
    ///
    /// Throws `aborted` with the number (from 1) and the error of the failed line.
    func commit(_ world: World, _ principal: Principal) throws(SceneError) -> Bool {
        if try schedule(world, principal) { return false }
        try run(world, principal)
        return true
    }

    /// False when no line creates a transition.
    var mentionsTransitions: Bool {
        let word = Array("transition".utf8)
        guard bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains {
            bytes[$0] == word[0] && bytes[$0..<$0 + word.count].elementsEqual(word)
        }
    }

    func forEachLine(_ body: (ByteView) -> Void) {
        var start = 0
        for end in ends {
            bytes.withView(start..<end, body)
            start = end
        }
    }

    /// Stores the lines when their time or the files that they wait for are still to come. Returns false when they are
    /// due.
    private func schedule(_ world: World, _ principal: Principal) throws(SceneError) -> Bool {
        let time = max(time ?? 0, world.time)
        let needs = waitsForContent ? contents(in: world.scene, for: principal.access) : AwaitedContents()
        if time <= world.time, needs.isEmpty || world.pending.areRead?(needs) != false { return false }
        try schedule(at: time, needs, world, principal)
        return true
    }

    /// Stores the lines as an object for `list`, `remove` and `dump`.
    private func schedule(
        at time: Double, _ needs: AwaitedContents, _ world: World, _ principal: Principal
    ) throws(SceneError) {
        let scene = world.scene
        // `commit` needs no access except for storing.
        try principal.access.checkWrites()
        try world.check(.makes(), of: .commit, by: principal)
        var lines: [UInt8] = []
        var start = 0
        for end in ends {
            if !lines.isEmpty { lines.append(0x0A) }
            lines += bytes[start..<end]
            start = end
        }
        try checkShare(of: lines.count, world, principal)
        let name = name.isEmpty ? world.animationVerbs.freeName("transaction") : name
        let slot = try world.atomically { () throws(SceneError) in
            let slot = try scene.objects.create(name, .transaction)
            try scene.set(slot, TransactionProperty.at.id, .number(time))
            if let wall { try scene.set(slot, TransactionProperty.atWall.id, .number(wall)) }
            try scene.set(slot, TransactionProperty.lines.id, .string(String(decoding: lines, as: UTF8.self)))
            try scene.set(slot, TransactionProperty.duration.id, .number(duration))
            try scene.set(slot, TransactionProperty.timing.id, .timing(timing))
            try scene.set(slot, TransactionProperty.files.id, .string(needs.files.joined(separator: "\n")))
            let films = needs.films.map(\.line).joined(separator: "\n")
            try scene.set(slot, TransactionProperty.films.id, .string(films))
            try scene.set(slot, TransactionProperty.scope.id, principal.access.scope)
            try scene.relations.checkPendingTransactions()
            return slot
        }
        principal.addLasting(scene.id(of: slot))
        world.pending.remember(principal, of: scene.id(of: slot), in: scene)
    }

    /// Throws `limit` when the waiting transactions of this access would exceed their share.
    private func checkShare(of bytes: Int, _ world: World, _ principal: Principal) throws(SceneError) {
        guard case .subtree(let top) = principal.access else { return }
        let share = world.scene.value(Scene.daemon, SettingsProperty.limitShare.id).number
        let waiting = world.scene.relations.pendingTransactions(scope: top)
        let (held, count) = (waiting.bytes + bytes, waiting.count + 1)
        let isFewer = Double(count) <= share * Double(TransactionProperty.most)
        guard isFewer, Double(held) <= share * Double(world.transactionLimit) else {
            throw SceneError(
                .limit,
                "transactions that wait with these rights are beyond their share; set daemon limit.share=N for more")
        }
    }

    /// Runs all lines or none.
    func run(_ world: World, _ principal: Principal) throws(SceneError) {
        world.advance()
        world.transitionVerbs.keepSnapshots(for: self)
        let names = try apply(world, principal)
        if names.isEmpty { return }
        world.settle()
        for name in names { world.animator.noteTransaction(name) }
    }

    /// Applies all lines or none, with the transactions among them. Returns the names of those that have taken effect.
    ///
    /// - Parameter offset: number of lines before the first one, for errors.
    private func apply(_ world: World, _ principal: Principal, offset: Int = 0) throws(SceneError) -> [String] {
        var splitter = WordSplitter()
        let made = principal.made.count
        do throws(SceneError) {
            return try world.atomically { () throws(SceneError) in
                let mark = world.scene.transaction.journalMark
                let moves = world.scene.layout.moveCount
                var names: [String] = []
                var open: Transaction?
                var start = 0
                for (number, end) in ends.enumerated() {
                    var due: Transaction?
                    do throws(SceneError) {
                        try bytes.withView(start..<end) { (bytes) throws(SceneError) in
                            guard let line = try Line(bytes, &splitter) else {
                                // Counts in the numbers of errors.
                                return try open?.append(bytes, limit: .max) ?? ()
                            }
                            let command = try Command(line)
                            switch command.verb {
                            case .begin:
                                // The time of its lines is not that of earlier ones.
                                world.scene.layout.layOut()
                                open = try Transaction(BeginCommand(command), world)
                            case .commit:
                                (due, open) = (open, nil)
                                if try due?.schedule(world, principal) == true { due = nil }
                            case _ where open != nil: try open?.append(bytes, limit: .max)
                            default: try world.change(command, by: principal)
                            }
                        }
                    } catch {
                        throw SceneError(
                            .aborted, "line \(offset + number + 1): \(error.code.rawValue) \(error.message)")
                    }
                    if let due { names += try due.apply(world, principal, offset: offset + number - due.count) }
                    start = end
                }
                try animate(since: mark, moves: moves, world, principal)
                return name.isEmpty ? names : names + [name]
            }
        } catch {
            principal.forget(madeAfter: made)
            throw error
        }
    }

    /// Animates what the lines have changed, when they are given a time, and names the animations that they made.
    private func animate(
        since mark: Int, moves: Int, _ world: World, _ principal: Principal
    ) throws(SceneError) {
        // The resulting layout belongs to the change.
        world.scene.layout.layOut()
        if !animator.isEmpty {
            try world.animationVerbs.animateChanges(in: animator, timing: timing, since: mark, by: principal)
        }
        if duration > 0 {
            try world.animationVerbs.animateChanges(duration: duration, timing: timing, since: mark)
            // Its time counts for what layouts have moved.
            world.scene.layout.dropMoves(after: moves)
        }
        guard !name.isEmpty else { return }
        for slot in world.scene.transaction.animationsMade(since: mark) {
            try world.scene.set(slot, TimingProperty.transaction.id, .string(name))
        }
    }
}
