import Geometry
import LineProtocol
package import Scene

/// Files of lines: `load`, the configuration and saved scenes.
extension World {
    /// The bytes of a file of lines.
    package func readFile(_ path: String) throws(SceneError) -> [UInt8] { try loading.files.read(path) }

    func load(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        var path = ""
        var replaces = false
        for at in 0..<line.count {
            if line[at].key == "path" { path = line[at].value.string } else { replaces = try line.boolean(line[at]) }
        }
        let text = try loading.read(path)
        defer { loading.leave() }
        try atomically { () throws(SceneError) in
            if replaces {
                try replace(with: text, from: path)
            } else {
                try run(text, from: path, by: principal)
            }
        }
    }

    /// Runs the lines of a file, naming the file and the line that fails. The caller makes it all or nothing.
    package func run(_ text: [UInt8], from path: String, by principal: Principal) throws(SceneError) {
        var splitter = WordSplitter()
        var number = 0
        var hasCommands = false
        var definition: OpenDefinition?
        try text.forEachLine { (bytes) throws(SceneError) in
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
                // The file is one change as a whole.
                if verb == .begin || verb == .commit { return }
                if try run(command, in: &definition, by: principal) { return }
                try checkUsed(command)
                guard verb.target == .scene else {
                    throw SceneError(.unsupported, "\(verb.name) cannot stand in a file of a scene")
                }
                try change(command, by: principal)
            } catch {
                throw SceneError(error.code, "\(path):\(number):\(column(of: bytes)): \(error.message)")
            }
        }
        if let definition {
            throw SceneError(.syntax, "\(path):\(number):1: the definition of \"\(definition.name)\" has no end")
        }
    }

    /// True for a line of a definition, which is carried out.
    private func run(
        _ command: Command, in definition: inout OpenDefinition?, by principal: Principal
    ) throws(SceneError) -> Bool {
        switch command.verb {
        case .define:
            guard definition == nil else { throw SceneError(.busy, "define: a definition is open; end closes it") }
            try principal.access.check(.define)
            try command.check()
            definition = try OpenDefinition(command, in: scene)
        case .end:
            guard let open = definition else { throw SceneError(.syntax, "end without define") }
            definition = nil
            try define(open, by: principal)
        default:
            guard definition != nil else { return false }
            try definition?.append(command, limit: transactionLimit)
        }
        return true
    }

    /// Where in a line that failed the fault is: a column, counted in bytes from 1.
    private func column(of bytes: ByteView) -> Int {
        var splitter = WordSplitter()
        do throws(LineSyntax) { try splitter.split(bytes) } catch { return error.offset + 1 }
        guard let line = try? Line(bytes, &splitter) else { return 1 }
        return offsetOfFault(line) + 1
    }

    /// Makes the scene what the lines of a file say, by the smallest change, or throws and changes nothing.
    ///
    /// A scene that nobody has changed yet takes the lines as they come: a million in a second or two.
    package func restore(_ text: [UInt8], from path: String) throws(SceneError) {
        let isNew = scene.objects.holdsFixedAlone
        try scene.objects.withoutLimits { () throws(SceneError) in
            try atomically { () throws(SceneError) in
                guard isNew else { return try replace(with: text, from: path) }
                let pixels = scene.outputs.outputPixels
                try run(text, from: path, by: Principal())
                try scene.outputs.checkOutputs(since: pixels)
            }
        }
    }

    private func replace(with text: [UInt8], from path: String) throws(SceneError) {
        let wanted = Scene(kinds: scene.kinds, output: scene.rows[Int(Scene.main)].kind)
        wanted.objects.copyFixed(from: scene)
        let world = World(scene: wanted, files: loading.files)
        world.start(at: time)
        world.wall = wall
        world.loading = loading
        try world.run(text, from: path, by: Principal())
        let pixels = scene.outputs.outputPixels
        try scene.objects.become(wanted)
        try scene.outputs.checkOutputs(since: pixels)
    }
}
