import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `load`: runs the lines of a file, all or none.
struct LoadChange: SceneChange {
    private let path: String
    private let words: LoadCommand

    init(_ words: LoadCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        (self.words, path) = (words, words.path.string)
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.everything)
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        let isAlone = !world.scene.transaction.isInTransaction
        let (path, replaces) = (path, words.replaces)
        guard isAlone || !words.isLenient else {
            throw SceneError(.unsupported, "load: lenient=true stands in no transaction")
        }
        let text = try world.loading.read(path)
        defer { world.loading.leave() }
        if world.loading.isOutermost { world.scene.leftOutSecrets.removeAll() }
        let lines = world.loading.takeAhead(path) ?? .text(text)
        func load(_ lines: FileLines, _ lenient: LenientRun?) throws(SceneError) {
            if replaces, !world.scene.objects.isBlank {
                try world.fileVerbs.replace(with: lines, from: path, isLast: isAlone, lenient)
            } else if replaces {
                try world.fileVerbs.fill(with: lines, from: path, lenient)
            } else {
                try FileRun(world, path, by: principal, lenient: lenient).run(lines)
            }
        }
        if words.isLenient {
            try LenientRun.run(in: world) { (run) throws(SceneError) in try load(.text(text), run) }
            world.dormancy.wake(in: world)
        } else {
            try world.atomically { () throws(SceneError) in try load(lines, nil) }
        }
        if replaces { world.reactions.changes.beginAnew(in: world.scene) }
        return .done
    }
}

/// `use`: runs a file of definitions, styles, themes and data, unless it has been run with the same content.
struct UseChange: SceneChange {
    private let path: String

    init(_ words: UseCommand, of verb: Verb, in world: World, by principal: Principal) { path = words.path.string }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.everything)
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        let text = try world.loading.readUsed(path)
        defer { world.loading.leave() }
        let checksum = text.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let file = UsedFile(path: path, checksum: checksum)
        guard !world.scene.components.files.contains(file) else { return .done }
        let (outer, recreates) = (world.context.usedPath, principal.recreates)
        (world.context.usedPath, principal.recreates) = (path, true)
        defer { (world.context.usedPath, principal.recreates) = (outer, recreates) }
        try world.atomically { () throws(SceneError) in
            let unchanged = world.componentVerbs.unchangedBrought()
            try world.fileVerbs.run(text, from: path, by: principal)
            world.componentVerbs.noteBrought(unchanged)
            var files = world.scene.components.files
            if let place = files.firstIndex(of: UsedFile(path: path, checksum: nil)) {
                files[place] = file
            } else {
                files.removeAll { $0.path == path }
                files.append(file)
            }
            world.scene.components.setUsedFiles(files)
        }
        return .done
    }
}

/// `undefine`: removes a component without instances, or a function that nothing calls.
struct UndefineChange: SceneChange {
    private let word: ByteView

    init(_ words: UndefineCommand, of verb: Verb, in world: World, by principal: Principal) { word = words.name }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.everything)
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        let (scene, name) = (world.scene, word.string)
        guard let definition = scene.components.definitions.first(where: { $0.name == name }) else {
            guard scene.kinds.loaded(name) == nil, !scene.kinds.promised.contains(name) else {
                throw SceneError(.denied, "\"\(name)\" is no component")
            }
            throw UnknownName.kind(word, in: scene.kinds)
        }
        if let user = scene.components.definitions.first(where: { $0.uses.contains(name) }) {
            throw SceneError(.denied, "\"\(name)\" is in the definition of \"\(user.name)\"")
        }
        guard let kind = definition.kind else {
            if let user = FunctionCalls.user(of: name, in: scene) {
                throw SceneError(.denied, "\"\(scene.name(of: user))\" calls \"\(name)\"")
            }
            return try remove(definition, in: world)
        }
        if let list = scene.lists.all.first(where: { scene.value($0, EachProperty.of.id).string == name }) {
            throw SceneError(.denied, "\"\(scene.name(of: list))\" is a list of \"\(name)\"")
        }
        if let instance = world.componentVerbs.instances(of: kind).first {
            throw SceneError(.denied, "\"\(scene.name(of: instance))\" is an instance of \"\(name)\"")
        }
        return try remove(definition, in: world)
    }

    private func remove(_ definition: Definition, in world: World) throws(SceneError) -> World.Result {
        try world.atomically { () throws(SceneError) in
            let all = world.scene.components.definitions
            world.scene.components.setDefinitions(all.filter { $0.name != definition.name })
            if let kind = definition.kind { world.scene.components.undefine(kind) }
        }
        return .done
    }
}
