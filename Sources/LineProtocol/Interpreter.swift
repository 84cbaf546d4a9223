package import Animation
import Geometry
package import Scene

/// Runs the verbs that change the scene or read it.
///
/// One serves the whole daemon: its scratch storage is reused from line to line, so that a `set` of numbers allocates
/// nothing. Every line is all or nothing: words are read and checked first, and what can still fail while it is applied is
/// undone by the scene's journal.
package final class Interpreter {
    package let scene: Scene
    /// Reads and writes the files that `load` and `save` name.
    let files: any SceneFiles
    var words = PropertyWords()
    private var loading = Loading()
    /// True when each of these files has been read, well or not. Nil: nobody reads any.
    package var areRead: ((_ files: [String]) -> Bool)?
    /// Takes the descriptor that came with the line, for the object that the line made. Throws why that cannot be, and the
    /// line fails.
    package var onDescriptor: ((_ slot: Slot) throws(SceneError) -> Void)?
    /// Nil: transitions of one layer's look show the new one at once.
    package weak var looks: (any LookKeeper)?
    /// The frame in which what changes now will be seen first.
    package var nextFrame: UInt64 = 1
    package let animator: Animator
    package let follower: Follower
    /// Moves layers by rules, in scene time.
    package weak var mover: (any LayerMover)?
    /// Scene time: what begins now begins at it.
    package var time = 0.0
    /// The time by the clock on the wall, in seconds since 1970.
    package var wallClock: () -> Double = { 0 }
    /// True while scene time goes on by ticks alone: then it is the wall-clock time of expressions too, so that they come to the
    /// same on every run.
    package var clockIsManual: () -> Bool = { false }
    /// Who the transactions that wait are from.
    var authors: [ObjectID: Author] = [:]
    var outcomes: [Outcome] = []
    /// Who reactions are run by, with the rights of who made each.
    let reactor = Author()
    var failures: [ReactionFailure] = []
    var budget = ReactionBudget()
    /// The event whose reaction runs: its fields are names in expressions.
    var event: ReactionEvent?
    var steps = PanSteps()

    package init(scene: Scene, files: any SceneFiles) {
        self.scene = scene
        self.files = files
        animator = Animator(scene)
        follower = Follower(scene)
    }

    /// The bytes of text that an open transaction may hold.
    var transactionLimit: Int { Int(scene.value(Scene.daemon, SettingsProperty.limitClientBytes.id).number) }

    // MARK: Changing

    typealias Change = @Sendable (Interpreter, Line, Author) throws(SceneError) -> Void

    /// How each verb whose target is `scene` is carried out.
    private static let changes = VerbHandlers<Change>(
        .scene,
        [
            .create: { (scene, line, author) throws(SceneError) in
                try scene.create(line, by: author, orSet: author.recreates)
            },
            .put: { (scene, line, author) throws(SceneError) in try scene.create(line, by: author, orSet: true) },
            .set: { (scene, line, author) throws(SceneError) in try scene.set(line, by: author) },
            .remove: { (scene, line, author) throws(SceneError) in try scene.remove(line, by: author) },
            .clear: { (scene, _, _) throws(SceneError) in scene.scene.clear() },
            .animate: { (scene, line, author) throws(SceneError) in _ = try scene.animate(line, by: author) },
            .load: { (scene, line, author) throws(SceneError) in try scene.load(line, by: author) },
            .damage: { (scene, line, author) throws(SceneError) in try scene.damage(line, by: author) },
            .draw: { (scene, line, author) throws(SceneError) in try scene.draw(line, by: author) },
            .on: { (scene, line, author) throws(SceneError) in try scene.on(line, by: author) },
            .off: { (scene, line, author) throws(SceneError) in try scene.off(line, by: author) },
        ])

    /// Runs a verb whose target is `scene`, as one change that happens or does not.
    package func change(_ verb: Verb, _ line: borrowing Line, by author: Author) throws(SceneError) {
        let line = copy line
        // The short way, which most lines take, checks its words by itself.
        if verb == .set, setPlain(line, by: author) { return }
        try author.access.check(verb)
        try verb.schema.check(line)
        try Self.changes[verb](self, line, author)
    }

    /// Runs `body` so that what it changed is undone when it throws.
    package func atomically<R>(_ body: () throws(SceneError) -> R) throws(SceneError) -> R {
        if scene.isInTransaction { return try body() }
        scene.begin()
        do throws(SceneError) {
            let result = try body()
            scene.commit()
            return result
        } catch {
            scene.rollback()
            throw error
        }
    }

    private func create(_ line: borrowing Line, by author: Author, orSet: Bool) throws(SceneError) {
        try author.access.checkWrites()
        let name = try line.positional(0, "an id")
        let kindName = try line.positional(1, "a kind")
        guard let kindID = try scene.kinds.find(kindName.string) else {
            throw UnknownName.kind(kindName, in: scene.kinds)
        }
        try extend(kindID, copy line)
        let kind = scene.kinds[kindID]
        if kindID == .transition, !scene.isInTransaction {
            advance()
            keepLook(for: line)
        }
        let existing = scene.find(name)
        if let existing, !orSet || scene.rows[Int(existing)].kind != kindID {
            throw SceneError(
                .exists,
                "\"\(scene.name(of: existing))\" exists and is of the kind \"\(scene.kind(of: existing).name)\"")
        }
        layOutBefore(kind)
        words.removeAll()
        for at in 2..<max(2, line.count) {
            try readProperty(line[at], of: kind, on: existing, in: copy line, into: &words)
        }
        if let existing {
            try change(existing, kind, by: author)
            try beginLookAgain(existing)
            return
        }
        let (parent, placement) = try words.destination(from: Scene.root, scene)
        if author.access != .full, kind.family == .layer { try author.access.check(parent, in: scene) }
        if kind.family == .layer { try words.check(kind, scene) }
        try author.checkRoom(in: scene)
        let slot = try atomically { () throws(SceneError) -> Slot in
            let pixels = kind.family == .output ? scene.outputPixels : 0
            let slot = try scene.create(name, kindID, parent: parent, placement)
            try words.apply(to: slot, scene)
            if kind.family == .output { try scene.checkOutputs(since: pixels) }
            if kind.takesDescriptor { try adopt(slot) }
            try confine(slot, to: author)
            // Whose it is, is said by what it names.
            if author.access != .full, kind.family != .layer { try author.access.check(slot, in: scene) }
            if kind.family != .layer { try words.check(kind, scene) }
            if words.namesLook(kindID) { try beginLook(slot) }
            return slot
        }
        author.add(scene.id(of: slot))
    }

    /// Gives the descriptor that came with the line to an object that was just made.
    private func adopt(_ slot: Slot) throws(SceneError) {
        guard let onDescriptor else {
            throw SceneError(.unsupported, "a \(scene.kind(of: slot).name) is made over a connection, not by a file")
        }
        try onDescriptor(slot)
    }

    private func set(_ line: borrowing Line, by author: Author) throws(SceneError) {
        let slot = try object(line, 0)
        try extend(scene.rows[Int(slot)].kind, copy line)
        let kind = scene.kind(of: slot)
        layOutBefore(kind)
        words.removeAll()
        for at in 1..<line.count { try readProperty(line[at], of: kind, on: slot, in: copy line, into: &words) }
        try change(slot, kind, by: author)
        try beginLookAgain(slot)
    }

    /// A layer that is moved from now on begins where its stack has put it, whether somebody has looked or not.
    private func layOutBefore(_ kind: Kind) {
        if kind.family == .behavior || kind === FollowProperty.kind, !scene.isInTransaction { scene.layOut() }
    }

    /// Lets a kind that is open to it have the properties that the words name.
    private func extend(_ kind: KindID, _ line: Line) throws(SceneError) {
        guard scene.kinds[kind].open != nil else { return }
        for at in 0..<line.count where !line[at].isPositional && !line[at].value.isEmpty {
            try scene.kinds.extend(kind, by: line[at].key)
        }
    }

    /// Applies the words that were read to an object that exists.
    private func change(_ slot: Slot, _ kind: Kind, by author: Author) throws(SceneError) {
        if author.access != .full { try author.access.check(slot, in: scene) }
        try words.check(kind, scene)
        if kind.takesDescriptor, words.change(slot, scene) {
            throw SceneError(.denied, "what \"\(scene.name(of: slot))\" is was said when it was made")
        }
        if kind.family == .layer, words.setSpeedAlone {
            return try keepingTime(of: slot) { () throws(SceneError) in try words.apply(to: slot, scene) }
        }
        guard words.needsJournal(kind) || scene.followsOutput(slot) else {
            try words.apply(to: slot, scene)
            return
        }
        try atomically { () throws(SceneError) in
            if words.moves {
                let current = scene.rows[Int(slot)].parent
                let (parent, placement) = try words.destination(from: current, scene)
                try checkDestination(parent, by: author)
                // A parent that it has already is no reason to go to the front.
                if parent != current || placement != .last { try scene.move(slot, to: parent, placement) }
            }
            try words.apply(to: slot, scene)
            try confine(slot, to: author)
            if author.access != .full, kind.family != .layer { try author.access.check(slot, in: scene) }
        }
    }

    private func checkDestination(_ parent: Slot, by author: Author) throws(SceneError) {
        if author.access != .full { try author.access.check(max(parent, Scene.shelf), in: scene) }
    }

    private func remove(_ line: borrowing Line, by author: Author) throws(SceneError) {
        var gone: [ObjectID] = []
        for at in 0..<line.count {
            let slot = try object(line, at)
            if author.access != .full { try author.access.check(slot, in: scene) }
            gone.append(scene.id(of: slot))
        }
        try atomically { () throws(SceneError) in
            for id in gone {
                // One that stood below an earlier one went with it.
                if let slot = scene.slot(of: id) { try scene.remove(slot) }
            }
        }
    }

    private func damage(_ line: borrowing Line, by author: Author) throws(SceneError) {
        let slot = try object(line, 0)
        guard scene.kind(of: slot).takesDescriptor else {
            throw SceneError(.value, "\"\(scene.name(of: slot))\" is no buffer")
        }
        if author.access != .full { try author.access.check(slot, in: scene) }
        var rects: [Rect] = []
        for at in 1..<max(1, line.count) {
            let word = try line.positional(at, "x,y,w,h")
            do throws(ValueSyntax) { rects.append(try Quantity.rect(word)) } catch {
                throw SceneError(.value, "damage: \(error.message)")
            }
        }
        if rects.isEmpty { rects.append(Rect(0, 0, 1e9, 1e9)) }
        for rect in rects where !rect.isEmpty { scene.touch(slot, rect) }
    }

    /// The object that a positional word names; in the lines of a reaction `self` is the layer that reacts.
    package func object(_ line: borrowing Line, _ at: Int) throws(SceneError) -> Slot {
        let name = try line.positional(at, "an id")
        if let slot = scene.find(name) { return slot }
        if let layer = event?.layer, name == "self", let slot = scene.slot(of: layer) { return slot }
        throw UnknownName.object(name, in: scene)
    }

    // MARK: Files

    /// The bytes of a file of lines.
    package func readFile(_ path: String) throws(SceneError) -> [UInt8] { try files.read(path) }

    private func load(_ line: borrowing Line, by author: Author) throws(SceneError) {
        var path = ""
        var replaces = false
        for at in 0..<line.count {
            if line[at].key == "path" { path = line[at].value.string } else { replaces = try line.boolean(line[at]) }
        }
        let text = try loading.read(path, files)
        defer { loading.leave() }
        try atomically { () throws(SceneError) in
            if replaces {
                try replace(with: text, from: path)
            } else {
                try run(text, from: path, by: author)
            }
        }
    }

    /// Runs the lines of a file, naming the file and the line that fails. The caller makes it all or nothing.
    package func run(_ text: [UInt8], from path: String, by author: Author) throws(SceneError) {
        var splitter = WordSplitter()
        var number = 0
        try text.forEachLine { (bytes) throws(SceneError) in
            number += 1
            do throws(SceneError) {
                guard let line = try Line(bytes, &splitter) else { return }
                let word = line.verb
                guard let verb = Verb(word) else { throw Verb.unknown(word) }
                // The file is one change as a whole.
                if verb == .begin || verb == .commit { return }
                guard verb.target == .scene else {
                    throw SceneError(.unsupported, "\(verb.name) cannot stand in a file of a scene")
                }
                try change(verb, line, by: author)
            } catch {
                throw SceneError(error.code, "\(path):\(number):\(column(of: bytes)): \(error.message)")
            }
        }
    }

    /// Where in a line that failed the fault is: a column, counted in bytes from 1.
    private func column(of bytes: ByteView) -> Int {
        var splitter = WordSplitter()
        do throws(LineSyntax) { try splitter.split(bytes) } catch { return error.offset + 1 }
        guard let line = try? Line(bytes, &splitter) else { return 1 }
        return placeOfFault(line) + 1
    }

    /// Makes the scene what the lines of a file say, by the smallest change, or throws and changes nothing.
    package func restore(_ text: [UInt8], from path: String) throws(SceneError) {
        try atomically { () throws(SceneError) in try replace(with: text, from: path) }
    }

    private func replace(with text: [UInt8], from path: String) throws(SceneError) {
        let wanted = Scene(kinds: scene.kinds, output: scene.rows[Int(Scene.main)].kind)
        wanted.copyFixed(from: scene)
        let interpreter = Interpreter(scene: wanted, files: files)
        interpreter.loading = loading
        try interpreter.run(text, from: path, by: Author())
        let pixels = scene.outputPixels
        try scene.become(wanted)
        try scene.checkOutputs(since: pixels)
    }
}

/// Who a line comes from: what it may change, and what it made.
package final class Author {
    package var access = Access.full { didSet { hasFullAccess = access == .full } }
    private(set) var hasFullAccess = true
    /// True while what it makes is to go when it goes.
    package var owns = false
    /// What it made and may still be there.
    private(set) var made: [(id: ObjectID, isOwned: Bool)] = []
    /// `create` of what exists with that kind sets the properties, as `put` does: a configuration that is read again.
    package var recreates = false
    private var pruneAt = 1024

    package init(_ access: Access = .full) {
        self.access = access
        hasFullAccess = access == .full
    }

    /// Throws `limit` when it has made as many objects as one client may.
    func checkRoom(in scene: Scene) throws(SceneError) {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitClientLayers.id).number)
        guard made.count >= min(limit, pruneAt) else { return }
        made.removeAll { scene.slot(of: $0.id) == nil }
        pruneAt = max(1024, made.count * 2)
        guard made.count < limit else {
            throw SceneError(.limit, "this connection made \(limit) objects; set daemon limit.clientLayers=N for more")
        }
    }

    func add(_ id: ObjectID) { made.append((id, owns)) }

    /// Counts an object that stays when the client goes.
    func addLasting(_ id: ObjectID) { made.append((id, false)) }

    /// Takes back what a transaction that failed had added.
    func forget(madeAfter count: Int) {
        if made.count > count { made.removeLast(made.count - count) }
    }

    /// What goes with the connection.
    package var owned: [ObjectID] { made.filter(\.isOwned).map(\.id) }
}

/// Who moves layers by rules: the behaviors of plugins.
package protocol LayerMover: AnyObject {
    /// Takes up what lines have made or changed, at a scene time. Not within a transaction.
    func sync(at time: Double)
    /// Goes on to a scene time. Not within a transaction.
    func advance(to time: Double)
}

/// Where `load` and `save` find their files.
package protocol SceneFiles: AnyObject {
    /// The bytes of a file. Throws `io` with the path and the system's reason, `limit` when it is too large.
    func read(_ path: String) throws(SceneError) -> [UInt8]
    /// Writes a file whole or not at all.
    func write(_ path: String, _ bytes: [UInt8]) throws(SceneError)
}

extension [UInt8] {
    /// Calls `body` with each line, without its LF; a last one without LF counts.
    func forEachLine<E: Error>(_ body: (ByteView) throws(E) -> Void) throws(E) {
        var failure: E?
        unsafe withUnsafeBufferPointer { buffer in
            let all = unsafe ByteView(buffer)
            var start = 0
            while start < all.count, failure == nil {
                var end = start
                while end < all.count, all[end] != 0x0A { end += 1 }
                do throws(E) { try body(all[start..<end]) } catch { failure = error }
                start = end + 1
            }
        }
        if let failure { throw failure }
    }

    /// Calls `body` with the bytes in `range`.
    func withView<E: Error>(_ range: Range<Int>, _ body: (ByteView) throws(E) -> Void) throws(E) {
        var failure: E?
        unsafe withUnsafeBufferPointer { buffer in
            do throws(E) { try body(unsafe ByteView(buffer)[range]) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
