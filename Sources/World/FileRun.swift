import Expressions
import Geometry
import LineProtocol
import Scene

/// One run of the lines of a file, which names the file and the line that fails. The caller makes it all or nothing.
final class FileRun {
    private let world: World
    private let path: String
    private let principal: Principal
    private var splitter = WordSplitter()
    /// Of the line that is run, from 1.
    private var number = 0
    private var hasCommands = false
    private var definition: OpenDefinition?
    /// The parent that the last layer was made below.
    private var parent: (name: ByteView, slot: Slot)?

    init(_ world: World, _ path: String, by principal: Principal) {
        (self.world, self.path, self.principal) = (world, path, principal)
    }

    func run(_ lines: FileLines) throws(SceneError) {
        switch lines {
        case .text(let text): try text.forEachLine { (bytes) throws(SceneError) in try run(bytes) }
        case .read(_, let next):
            while let part = next() {
                try part.forEach { (bytes, layer) throws(SceneError) in
                    if let layer, make(layer) { return }
                    parent = nil
                    try run(bytes)
                }
                // Its bytes go with it.
                parent = nil
            }
        }
        if let definition {
            throw SceneError(.syntax, "\(path):\(number):1: the definition of \"\(definition.name)\" has no end")
        }
    }

    /// True when the layer was made as its line would have made it; else the line has to be run.
    private func make(_ new: ReadLines.NewLayer) -> Bool {
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
        do throws(SceneError) {
            guard let line = try Line(bytes, &splitter) else { return }
            // Of a file that is something else nothing is told.
            guard hasCommands || Verb(line.verb) != nil else {
                throw SceneError(.unknownVerb, "no verb: is this a file of a scene?")
            }
            hasCommands = true
            let command = try Command(line)
            let verb = command.verb
            // A file may have many lines: each is bounded for itself.
            world.work.begin()
            // The file is one change as a whole.
            if verb == .begin || verb == .commit { return }
            if try define(command) { return }
            try world.componentVerbs.checkUsed(command)
            guard verb.target == .scene else {
                throw SceneError(.unsupported, "\(verb.name) cannot stand in a file of a scene")
            }
            try world.change(command, by: principal)
        } catch {
            throw SceneError(error.code, "\(path):\(number):\(column(of: bytes)): \(error.message)")
        }
    }

    /// True for a line of a definition, which is carried out.
    private func define(_ command: Command) throws(SceneError) -> Bool {
        switch command.verb {
        case .define:
            guard definition == nil else { throw SceneError(.busy, "define: a definition is open; end closes it") }
            try principal.access.check(.define)
            try command.check()
            definition = try OpenDefinition(command, in: world.scene)
        case .end:
            guard let open = definition else { throw SceneError(.syntax, "end without define") }
            definition = nil
            try world.componentVerbs.define(open, by: principal)
        default:
            guard definition != nil else { return false }
            try definition?.append(command, limit: world.transactionLimit)
        }
        return true
    }

    /// Where in a line that failed the fault is: a column, counted in bytes from 1.
    private func column(of bytes: ByteView) -> Int {
        var splitter = WordSplitter()
        do throws(LineSyntax) { try splitter.split(bytes) } catch { return error.offset + 1 }
        guard let line = try? Line(bytes, &splitter) else { return 1 }
        return world.fileVerbs.offsetOfFault(line) + 1
    }
}
