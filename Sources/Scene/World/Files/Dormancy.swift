import Geometry
import LineProtocol
import Scene
import SceneTables
package import Schema

/// Lines that could not be carried out when they were loaded. They are kept as dormant objects, and carried out when
/// what they need exists.
package final class Dormancy {
    private let scene: Scene
    /// Revisions of kinds, definitions and settings when all lines were last tried.
    private var seen: (kinds: UInt64, settings: UInt64) = (0, 0)
    /// Structure revision of the scene for which the named objects were checked.
    private var seenStructure: UInt64 = 0
    /// The objects that the lines of a dormant object named when they were last tried.
    private var named: [ObjectID: NamedObjects] = [:]
    private var isWaking = false
    private var restored: [String] = []

    init(_ scene: Scene) { self.scene = scene }

    // MARK: Keeping

    /// Creates a dormant object from lines, last among its siblings. Throws `limit`.
    package func keep(_ text: String, because message: String) throws(SceneError) {
        let line = DormantLine(text)
        var name = line.name ?? ""
        let isFree = !name.isEmpty && scene.names.find(name) == nil
        let parent = self.parent(line)
        if !isFree || !ByteView.with(name, { NameTable.isValid($0) }) && line.stage != .bindings {
            var number = 1
            while scene.names.find("dormant-\(number)") != nil { number += 1 }
            name = "dormant-\(number)"
        }
        try ByteView.with(name) { (name) throws(SceneError) in
            let slot = try scene.dormancy.make(name, below: parent, line: text, message: message)
            if line.stage == .files, let path = line.paths.first { keepPlace(of: path) }
            named[scene.id(of: slot)] = NamedObjects(text, in: scene)
        }
    }

    /// Makes a dormant object of a binding whose property is about to be removed. Within a transaction. Throws `limit`.
    func putToSleep(binding slot: Slot, because message: String, in world: World) throws(SceneError) {
        let line = line(of: slot, world)
        try scene.objects.remove(slot)
        if !line.isEmpty { try keep(String(decoding: line, as: UTF8.self), because: message) }
    }

    /// A file that cannot be run keeps its position among the others: the last file that defines a name counts.
    private func keepPlace(of path: String) {
        let files = scene.components.files
        guard !files.contains(where: { $0.path == path }) else { return }
        scene.components.setUsedFiles(files + [UsedFile(path: path, checksum: nil)])
    }

    /// Dormant lines about a dormant object, which are removed with it.
    func lines(about slot: Slot) -> [ObjectID] {
        let name = scene.name(of: slot)
        return scene.dormancy.all.filter { DormantLine(scene.dormancy.line(of: $0)).target == name }
            .map { scene.id(of: $0) }
    }

    /// The layer that would be the object's parent; nil when the object is no layer.
    private func parent(_ line: DormantLine) -> Slot? {
        guard line.stage == .objects, let kind = line.kind, isLayer(kind, line) else { return nil }
        guard let name = line.parent else { return Scene.root }
        guard name != "none", let slot = scene.names.find(name),
            scene.isLayer(slot), scene.rows[Int(slot)].kind != .each
        else { return Scene.detachedRoot }
        return scene.components.contentParent(of: slot)
    }

    /// True for a layer kind, as far as known.
    private func isLayer(_ kind: String, _ line: DormantLine) -> Bool {
        if let known = scene.kinds.loaded(kind) { return scene.kinds[known].family == .layer }
        let places: Set<String> = ["frame", "bounds", "position", "index", "above", "below"]
        return line.parent != nil || scene.kinds.promisedLayers.contains(kind)
            || line.keys.contains(where: places.contains)
    }

    // MARK: Waking

    /// Names of the objects restored since the last call.
    package func takeRestored() -> [String] {
        if restored.isEmpty { return [] }
        defer { restored = [] }
        return restored
    }

    /// Tries all lines when kinds, definitions or settings have changed; otherwise those that name an object that was
    /// created or removed.
    package func wakeAfterNews(in world: World) {
        guard !isWaking, !scene.transaction.isInTransaction else { return }
        let now = (kinds: scene.kinds.revision, settings: scene.news.settingsRevision)
        if now != seen { return wake(in: world) }
        guard seenStructure != scene.news.structureRevision else { return }
        let all = scene.dormancy.all.map { scene.id(of: $0) }
        wake(all.filter { !(named[$0]?.isCurrent(in: scene) ?? false) }, in: world)
    }

    /// Carries out the lines of all dormant objects that can be carried out now: each object completely or not at all.
    /// Not within a transaction.
    package func wake(in world: World) {
        guard !isWaking, scene.dormancy.mayExist, !scene.transaction.isInTransaction else { return }
        wake(scene.dormancy.all.map { scene.id(of: $0) }, in: world)
        seen = (scene.kinds.revision, scene.news.settingsRevision)
    }

    private func wake(_ dormant: [ObjectID], in world: World) {
        isWaking = true
        defer {
            isWaking = false
            seenStructure = scene.news.structureRevision
        }
        guard !dormant.isEmpty else { return }
        var left = dormant
        var before = 0
        // Lines may depend on each other in any order.
        while !left.isEmpty, left.count != before {
            before = left.count
            left = left.filter { id in
                guard let slot = scene.slot(of: id) else { return false }
                return !wake(slot, world)
            }
        }
        for id in left {
            named[id] = scene.slot(of: id).map { NamedObjects(scene.dormancy.line(of: $0), in: scene) }
        }
        if scene.dormancy.all.count < named.count { named = named.filter { scene.slot(of: $0.key) != nil } }
        world.settle()
    }

    private func wake(_ slot: Slot, _ world: World) -> Bool {
        let name = scene.name(of: slot)
        do throws(SceneError) {
            try world.atomically { () throws(SceneError) in try carryOut(slot, world) }
            restored.append(name)
            return true
        } catch {
            scene.times.following { scene.dormancy.setMessage(of: slot, error.message) }
            return false
        }
    }

    /// Replaces a dormant object by the object that the lines create.
    private func carryOut(_ slot: Slot, _ world: World) throws(SceneError) {
        let (name, text) = (scene.name(of: slot), scene.dormancy.line(of: slot))
        let next = next(of: slot)
        var sublayers: [Slot] = []
        scene.tree.forEachChild(slot) { sublayers.append($0) }
        for layer in sublayers { try scene.tree.move(layer, to: Scene.detachedRoot, .last) }
        try scene.objects.remove(slot)
        let shared = DormantLine(text).stage == .files ? sharedLines(world) : [:]
        let lines = Array(text.utf8) + [UInt8(ascii: "\n")]
        try world.fileVerbs.run(lines, from: "", by: Principal())
        try restoreShared(shared, world)
        guard let made = scene.find(name) else { return }
        if let next, let next = scene.slot(of: next), scene.rows[Int(next)].parent == scene.rows[Int(made)].parent {
            if scene.isLayer(made) {
                try scene.tree.move(made, to: scene.rows[Int(next)].parent, .below(next))
            } else {
                scene.tree.moveObject(made, before: next)
            }
        }
        if !sublayers.isEmpty, scene.isLayer(made) {
            let parent = scene.components.contentParent(of: made)
            for layer in sublayers { try scene.tree.move(layer, to: parent, .last) }
        }
    }

    /// Runs a changed file of `use` again. A file with an error changes nothing.
    package func useAgain(_ path: String, in world: World) {
        var line = ByteWriter()
        line.append("use ")
        WordQuoting.append(path, to: &line)
        line.append("\n")
        try? world.atomically { () throws(SceneError) in
            try world.fileVerbs.run(line.array, from: "", by: Principal())
        }
    }

    private func next(of slot: Slot) -> ObjectID? {
        let next = scene.rows[Int(slot)].next
        return next >= 0 ? scene.id(of: next) : nil
    }

    /// Styles, themes and data that exist although the file that creates them is missing: they were changed since it
    /// was read.
    private func sharedLines(_ world: World) -> [ObjectID: [UInt8]] {
        var found: [ObjectID: [UInt8]] = [:]
        scene.tree.forEachChild(Scene.objectRoot) { slot in
            guard [.theme, .style, .data].contains(scene.rows[Int(slot)].kind),
                scene.components.brought[scene.id(of: slot)] == nil, !scene.components.isPart(slot)
            else { return }
            found[scene.id(of: slot)] = line(of: slot, world)
        }
        return found
    }

    private func line(of slot: Slot, _ world: World) -> [UInt8] {
        var dump = SceneDump(scene, at: world.time)
        var line: [UInt8] = []
        dump.write(object: slot) { unsafe line.append(contentsOf: $0.buffer) }
        return line
    }

    /// Restores the earlier values of those that the file changed.
    private func restoreShared(_ lines: [ObjectID: [UInt8]], _ world: World) throws(SceneError) {
        let principal = Principal()
        principal.recreates = true
        for (id, line) in lines.sorted(by: { $0.key.index < $1.key.index }) {
            guard let slot = scene.slot(of: id), self.line(of: slot, world) != line else { continue }
            try world.fileVerbs.run(line + [UInt8(ascii: "\n")], from: "", by: principal)
        }
    }
}
