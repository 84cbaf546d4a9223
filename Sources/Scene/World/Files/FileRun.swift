import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// One run of a file's lines. Errors name the file and the line. The caller makes it atomic.
final class FileRun {
    private let world: World
    /// Empty for lines whose errors name no file.
    private let path: String
    private let principal: Principal
    /// Collects the failed lines; nil: the first failure ends the run.
    private let lenient: LenientRun?
    private var splitter = WordSplitter()
    /// Number of the current line, from 1.
    private var number = 0
    private var hasCommands = false
    private var definition: OpenDefinition?
    /// Source positions of the definition's lines.
    private var definitionLines: [LineSource?] = []
    /// The open definition's lines as in the file, and its error; only in a lenient run.
    private var source: (first: Int, lines: [String], failure: SceneError?)?
    /// Parent of the last created layer.
    private var parent: (name: ByteView, slot: Slot)?

    init(_ world: World, _ path: String, by principal: Principal, lenient: LenientRun? = nil) {
        (self.world, self.path, self.principal, self.lenient) = (world, path, principal, lenient)
    }

    func run(_ lines: FileLines) throws(SceneError) {
        let outer = world.context.readsFile
        world.context.readsFile = true
        world.scene.components.readsFile = true
        let outerSource = world.scene.lineSources.current
        defer {
            (world.context.readsFile, world.scene.lineSources.current) = (outer, outerSource)
            world.scene.components.readsFile = outer
        }
        switch lines {
        case .text(let text): try text.forEachLine { (bytes) throws(SceneError) in try run(bytes) }
        case .read(_, let next):
            while let part = next() {
                try part.forEach { (bytes, layer) throws(SceneError) in
                    if let layer, make(layer) { return }
                    parent = nil
                    try run(bytes)
                }
                // The name's bytes become invalid.
                parent = nil
            }
        }
        if let definition {
            let error = SceneError(.syntax, "the definition of \"\(definition.name)\" has no end")
            guard lenient != nil else { throw located(error, column: 1) }
            source?.failure = error
        }
        try keepDefinition()
    }

    /// Creates a layer as its line would. False: the line has to be run.
    private func make(_ new: ReadLines.NewLayer) -> Bool {
        if !path.isEmpty { world.scene.lineSources.current = LineSource(file: path, line: number + 1) }
        guard definition == nil, let below = slot(of: new.parent),
            world.plainSet.create(new.name, below: below, new.layer, by: principal)
        else { return false }
        number += 1
        hasCommands = true
        return true
    }

    private func slot(of name: ByteView) -> Slot? {
        if name.isEmpty { return Scene.root }
        if let parent, parent.name == name { return parent.slot }
        guard let slot = world.scene.find(name) else { return nil }
        parent = (name, slot)
        return slot
    }

    private func run(_ bytes: ByteView) throws(SceneError) {
        number += 1
        guard let lenient else {
            do throws(SceneError) { return try carryOut(bytes) } catch {
                throw located(error, column: column(of: bytes))
            }
        }
        if try follow(bytes) { return }
        if let kept = lenient.known[number] { return try keep(kept) }
        let mark = world.scene.transaction.journalMark
        do throws(SceneError) { try carryOut(bytes) } catch {
            guard hasCommands else { throw located(error, column: 1) }
            if source != nil {
                definition = nil
                source?.failure = error
                if Self.verb(of: bytes) == .end { try keepDefinition() }
                return
            }
            try forget(since: mark)
            let kept = split(bytes, because: error)
            lenient.note(kept, at: number)
            try keep(kept)
        }
    }

    private func carryOut(_ bytes: ByteView) throws(SceneError) {
        if try inside(bytes) { return }
        guard let line = try Line(bytes, &splitter) else { return }
        // For a file of another format, report only this.
        guard hasCommands || Verb(line.verb) != nil else {
            throw SceneError(.unknownVerb, "no verb: is this a file of a scene?")
        }
        hasCommands = true
        let command = try Command(line)
        let verb = command.verb
        if !path.isEmpty { world.scene.lineSources.current = LineSource(file: path, line: number) }
        // A file may have many lines: each has its own limit.
        world.work.begin()
        // The file is a single change.
        if verb == .begin || verb == .commit { return }
        if try define(command) { return }
        try world.componentVerbs.checkUsed(command)
        guard verb.target == .scene else {
            throw SceneError(.unsupported, "\(verb.name) cannot stand in a file of a scene")
        }
        try world.change(command, by: principal)
    }

    /// `inside INSTANCE LINE`, only in dumps: runs a line on behalf of an instance, whose parts nobody else may change.
    /// Returns true for such a line.
    private func inside(_ bytes: ByteView) throws(SceneError) -> Bool {
        guard bytes.count > 7, bytes[0..<7] == "inside " else { return false }
        do throws(LineSyntax) { try splitter.split(bytes) } catch { throw SceneError(.syntax, error.message) }
        let words = splitter.words
        guard words.count > 2, words[1].isPositional, definition == nil else {
            throw SceneError(.syntax, "inside: an instance and a line are expected")
        }
        hasCommands = true
        let rest = bytes[words[2].offset..<bytes.count]
        guard let instance = world.scene.find(words[1].value) else {
            throw UnknownName.object(words[1].value, in: world.scene)
        }
        guard world.scene.components.isInstance(instance) else {
            throw SceneError(.value, "inside: \(ValueSyntax.quote(words[1].value)) is no instance of a component")
        }
        let outer = (world.scene.components.lineOwner, world.context.isInside)
        (world.scene.components.lineOwner, world.context.isInside) = (world.scene.id(of: instance), true)
        defer { (world.scene.components.lineOwner, world.context.isInside) = outer }
        guard let line = try Line(rest, &splitter) else { return true }
        let command = try Command(line)
        guard command.verb.traits.contains(.mayStandInside) else {
            throw SceneError(.unsupported, "\(command.verb.name) cannot stand behind inside")
        }
        // Already gone: the definition no longer creates it.
        if command.verb == .remove, line.count == 1, world.scene.find(line[0].value) == nil { return true }
        try world.change(command, by: principal)
        return true
    }

    /// Handles a line of a definition. Returns true for one.
    private func define(_ command: Command) throws(SceneError) -> Bool {
        switch command.verb {
        case .define:
            guard definition == nil else { throw SceneError(.busy, "define: a definition is open; end closes it") }
            try principal.access.check(.define)
            try command.check()
            definition = try OpenDefinition(DefineCommand(command), in: world.scene)
            definitionLines = [world.scene.lineSources.current]
        case .end:
            guard let open = definition else { throw SceneError(.syntax, "end without define") }
            definition = nil
            world.scene.lineSources.definitions[open.name] = definitionLines
            try world.componentVerbs.define(open, by: principal)
            source = nil
        default:
            guard definition != nil else { return false }
            try definition?.append(command, in: world.scene, limit: world.transactionLimit)
            definitionLines.append(world.scene.lineSources.current)
        }
        return true
    }

    private func located(_ error: SceneError, column: Int) -> SceneError {
        path.isEmpty ? error : SceneError(error.code, "\(path):\(number):\(column): \(error.message)")
    }

    /// Column of the error in a failed line, in bytes from 1.
    private func column(of bytes: ByteView) -> Int {
        var splitter = WordSplitter()
        do throws(LineSyntax) { try splitter.split(bytes) } catch { return error.offset + 1 }
        guard let line = try? Line(bytes, &splitter) else { return 1 }
        return world.fileVerbs.offsetOfFault(line) + 1
    }
}

/// Failing lines in a lenient run.
extension FileRun {
    private static func verb(of bytes: ByteView) -> Verb? {
        var splitter = WordSplitter()
        return (try? Line(bytes, &splitter)).flatMap { $0.flatMap { Verb($0.verb) } }
    }

    /// Records the lines of definitions. Returns true for a line of a failed definition, which is kept with it.
    private func follow(_ bytes: ByteView) throws(SceneError) -> Bool {
        let verb = Self.verb(of: bytes)
        if source == nil {
            guard verb == .define else { return false }
            source = (number, [bytes.string], nil)
            if let known = lenient?.known[number] { source?.failure = SceneError(.aborted, known.message) }
            return source?.failure != nil
        }
        source?.lines.append(bytes.string)
        guard source?.failure != nil else { return false }
        if verb == .end { try keepDefinition() }
        return true
    }

    /// Keeps the failed definition, if any.
    private func keepDefinition() throws(SceneError) {
        guard let source, let failure = source.failure else { return }
        (self.source, definition) = (nil, nil)
        let kept = LenientRun.Kept(text: source.lines.joined(separator: "\n"), message: failure.message)
        if lenient?.known[source.first] == nil { lenient?.note(kept, at: source.first) }
        try keep(kept)
    }

    private func keep(_ kept: LenientRun.Kept) throws(SceneError) {
        if let rest = kept.rest {
            try ByteView.with(rest) { (bytes) throws(SceneError) in try carryOut(bytes) }
        }
        if lenient?.keepsFailures == true { try world.dormancy.keep(kept.text, because: kept.message) }
    }

    /// Reverts what a line created and set before it failed, as far as later lines could find it.
    private func forget(since mark: Int) throws(SceneError) {
        world.scene.transaction.restoreValues(since: mark)
        for id in world.scene.transaction.made(since: mark) {
            if let slot = world.scene.slot(of: id) { try world.scene.objects.remove(slot) }
        }
        try? world.settleStyles(isLenient: true)
    }

    /// A line without the words of properties that are not known, as far as the rest can be carried out; nil: it cannot.
    private func known(_ bytes: ByteView) -> String? {
        var text = bytes.string
        for _ in 0..<Self.mostUnknown {
            guard let shorter = ByteView.with(text, withoutFault) else { return nil }
            text = shorter
            let mark = world.scene.transaction.journalMark
            let isGood = (try? ByteView.with(text) { (bytes) throws(SceneError) in try carryOut(bytes) }) != nil
            guard (try? forget(since: mark)) != nil else { return nil }
            if isGood { return text }
        }
        return nil
    }

    /// Words of one line that may be left out.
    private static let mostUnknown = 64

    /// A line without its first word that names a property and is wrong.
    private func withoutFault(_ bytes: ByteView) -> String? {
        var splitter = WordSplitter()
        guard let line = try? Line(bytes, &splitter) else { return nil }
        let offset = world.fileVerbs.offsetOfFault(line)
        guard let at = (0..<line.count).first(where: { line[$0].offset == offset }), !line[at].isPositional else {
            return nil
        }
        let end = at + 1 < line.count ? line[at + 1].offset : bytes.count
        return bytes[0..<offset].string + bytes[end..<bytes.count].string
    }

    /// The kept part of a line: all of it, or, for `set` of a permanent object, the words that cannot be carried out.
    private func split(_ bytes: ByteView, because error: SceneError) -> LenientRun.Kept {
        let whole = LenientRun.Kept(text: bytes.string, message: error.message)
        guard lenient?.keepsFailures == true else {
            return LenientRun.Kept(text: whole.text, message: whole.message, rest: known(bytes))
        }
        var splitter = WordSplitter()
        guard let line = try? Line(bytes, &splitter), line.verb == "set", line.count > 2, line[0].isPositional,
            let slot = world.scene.find(line[0].value), Scene.isFixed(slot)
        else { return whole }
        let name = world.scene.name(of: slot)
        let words = (1..<line.count).map { at in
            var end = at + 1 < line.count ? line[at + 1].offset : bytes.count
            while bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") { end -= 1 }
            return bytes[line[at].offset..<end].string
        }
        var (good, bad, message) = ([String](), [String](), error.message)
        for word in words {
            let mark = world.scene.transaction.journalMark
            do throws(SceneError) {
                try ByteView.with("set \(name) \(word)") { (bytes) throws(SceneError) in try carryOut(bytes) }
                good.append(word)
            } catch {
                bad.append(word)
                message = error.message
                world.scene.transaction.restoreValues(since: mark)
            }
        }
        guard !good.isEmpty, !bad.isEmpty else { return whole }
        func joined(_ words: [String]) -> String { "set \(name) " + words.joined(separator: " ") }
        return LenientRun.Kept(text: joined(bad), message: message, rest: joined(good))
    }
}
