import Animation
import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
package import Schema

/// Files of lines: `load`, the configuration and saved scenes.
package struct FileVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Byte offset of the word that made `change` fail; that of the verb when no single word did.
    ///
    /// For a failed line: its words are tried again one by one.
    func offsetOfFault(_ line: Line) -> Int {
        guard let verb = Verb(line.verb) else { return line.verbOffset }
        var first = 0
        var kind: Kind?
        switch verb {
        case .create, .put:
            guard line.count > 0, line[0].isPositional, NameTable.isValid(line[0].value) else { break }
            first = 1
            guard line.count > 1, line[1].isPositional, let id = world.scene.kinds.loaded(line[1].value.string) else {
                break
            }
            kind = world.scene.kinds[id]
            first = 2
        case .set:
            guard line.count > 0, line[0].isPositional, let slot = world.scene.find(line[0].value) else { break }
            kind = world.scene.kind(of: slot)
            first = 1
        case .draw:
            guard line.count > 0, line[0].isPositional, let slot = world.scene.find(line[0].value) else { break }
            first = 1
            let kind = world.scene.kind(of: slot)
            guard let id = kind.operations, line.count > 1, line[1].isPositional,
                var words = try? OperationWords(line[1].value, of: kind[id])
            else { break }
            first = 2
            while first < line.count {
                let isChange = (try? DrawingChange(line[first])) != nil
                guard isChange || (try? words.read(line[first], in: world.scene)) != nil else { break }
                first += 1
            }
        case .remove:
            while first < line.count, line[first].isPositional, world.scene.find(line[first].value) != nil {
                first += 1
            }
        default: return line.verbOffset
        }
        if let kind {
            let words = PropertyWords()
            while first < line.count {
                do throws(SceneError) {
                    try world.readProperty(
                        line[first], of: kind, on: world.scene.find(line[0].value), in: line.words(from: 0), into: words
                    )
                    try words.check(kind, world.scene)
                } catch { break }
                first += 1
            }
        }
        return first < line.count ? line[first].offset : line.verbOffset
    }

    /// The files that lines read.
    package var record: LoadRecord { world.loading.record }

    /// The bytes of a file of lines.
    package func readFile(_ path: String) throws(SceneError) -> [UInt8] { try world.loading.files.read(path) }

    /// Runs the lines of a file. Errors name the file and the line. The caller makes it atomic.
    package func run(_ text: [UInt8], from path: String, by principal: Principal) throws(SceneError) {
        try FileRun(world, path, by: principal).run(.text(text))
    }

    /// Runs the lines of a transaction of another version, without those, and without the words, that this version does not know. Throws, and
    /// changes nothing, when nothing is left.
    package func runKnown(_ text: [UInt8], by principal: Principal) throws(SceneError) {
        try LenientRun.run(in: world, keepsFailures: false) { (run) throws(SceneError) in
            try FileRun(world, "", by: principal, lenient: run).run(.text(text))
        }
    }

    // MARK: Long files

    /// File size in bytes from which the lines are parsed outside of the loop.
    package static let longFile = 256 << 10

    /// True for a `load` line with such a file whose lines are not parsed yet: other clients would have to wait. Errors
    /// are reported elsewhere.
    func isLong(_ command: Command, by principal: Principal) -> Bool {
        guard command.verb == .load, world.loading.ahead == nil, !world.scene.transaction.isInTransaction,
            (try? principal.access.check(command)) != nil, let load = try? LoadCommand(command)
        else { return false }
        return (world.loading.files.size(load.path.string) ?? 0) >= Self.longFile
    }

    /// Makes the next `load` line use this file while `body` runs.
    package func with(_ file: ReadFile, _ body: () -> Void) {
        world.loading.ahead = file
        body()
        world.loading.ahead = nil
    }

    /// Changes the scene to the saved state in the lines, with the smallest change. Lines that cannot be carried out
    /// now become dormant. Throws, without changes, for a text that is no scene.
    ///
    /// A scene without changes runs the lines directly: a million in one or two seconds. `lines`: parsed from `text`.
    package func restore(_ lines: FileLines, of text: [UInt8], from path: String) throws(SceneError) {
        let isNew =
            world.scene.objects.holdsFixedAlone && world.scene.components.definitions.isEmpty
            && world.scene.components.files.isEmpty
        func restore(_ lines: FileLines, _ lenient: LenientRun?) throws(SceneError) {
            guard isNew else { return try replace(with: lines, from: path, lenient) }
            try fill(with: lines, from: path, lenient)
        }
        try world.scene.objects.withoutLimits { () throws(SceneError) in
            do throws(SceneError) {
                try world.atomically { () throws(SceneError) in try restore(lines, nil) }
            } catch {
                try LenientRun.run(in: world) { (run) throws(SceneError) in try restore(.text(text), run) }
            }
        }
        world.reactions.changes.beginAnew(in: world.scene)
        world.dormancy.wake(in: world)
        world.noteRestored()
    }

    /// Runs the lines of a file in an empty scene.
    func fill(with lines: FileLines, from path: String, _ lenient: LenientRun?) throws(SceneError) {
        let pixels = world.scene.outputs.outputPixels
        let limit = world.scene.value(Scene.daemon, SettingsProperty.limitLayers.id).number
        world.scene.plain.reserve(min(lines.count, Int(limit)))
        try FileRun(world, path, by: Principal(), lenient: lenient).run(lines)
        try world.scene.outputs.checkOutputs(since: pixels)
    }

    /// `isLast`: no later part of the transaction can fail.
    func replace(
        with lines: FileLines, from path: String, isLast: Bool = false, _ lenient: LenientRun? = nil
    ) throws(SceneError) {
        let wanted = Scene(kinds: world.scene.kinds, output: world.scene.rows[Int(Scene.main)].kind)
        wanted.objects.copyFixed(from: world.scene)
        let other = World(scene: wanted, files: world.loading.files)
        other.start(at: world.time)
        other.wall = world.wall
        (other.replica, other.sharedFiles) = (world.replica, world.sharedFiles)
        other.loading = world.loading
        let limit = world.scene.value(Scene.daemon, SettingsProperty.limitLayers.id).number
        wanted.plain.reserve(min(lines.count, Int(limit)))
        try run(lines, in: other, path, lenient)
        let pixels = world.scene.outputs.outputPixels
        var focus: (name: String, hasRing: Bool)?
        if case .layer(let id?, let hasRing)? = other.context.focus {
            focus = wanted.slot(of: id).map { (wanted.name(of: $0), hasRing) }
        }
        try world.scene.objects.become(wanted, at: world.time, isLast: isLast)
        if let focus, let slot = world.scene.find(focus.name) {
            world.context.focus = .layer(world.scene.id(of: slot), hasRing: focus.hasRing)
            world.styler.beginFocus(slot, hasRing: focus.hasRing)
        }
        try world.scene.outputs.checkOutputs(since: pixels)
    }

    /// Runs the lines of a file in the scratch scene of another world.
    private func run(
        _ lines: FileLines, in other: World, _ path: String, _ lenient: LenientRun?
    ) throws(SceneError) {
        let run = FileRun(other, path, by: Principal(), lenient: lenient)
        // As a single change, like in an empty scene: new objects do not animate, and the journal records what failed
        // lines have created.
        try other.atomically { () throws(SceneError) in try run.run(lines) }
    }
}

extension World {
    /// Files of lines: `load`, the configuration and saved scenes.
    package var fileVerbs: FileVerbs { FileVerbs(self) }
}
