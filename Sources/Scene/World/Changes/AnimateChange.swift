import Animation
import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `animate`: sets values of a layer, or of all matches of a selector, and animates to them.
struct AnimateChange: SceneChange {
    private struct Goal {
        let layer: Slot
        let words: PropertyWords
        let options: AnimateOptions
    }

    private var goals: [Goal] = []
    private let isSelection: Bool

    init(_ words: AnimateCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        if let layer = try world.targets.named(words.target) {
            isSelection = false
            goals = [try Self.read(words.words, of: layer, in: world)]
            return
        }
        isSelection = true
        let slots = try world.targets.selectedForObjects(words.target, verb)
        if slots.isEmpty {
            try SelectorMatch.checkKeys(of: words.words, except: AnimateOptions.has, in: world.scene)
        }
        for slot in slots { goals.append(try Self.read(words.words, of: slot, in: world)) }
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        for goal in goals {
            try visit(.changes(goal.layer))
            try visit(.makes())
        }
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        for goal in goals {
            try world.bindings.checkUnbound(goal.layer, goal.words, in: world)
            try goal.words.check(world.scene.kind(of: goal.layer), world.scene)
        }
        if world.scene.transaction.isInTransaction {
            world.scene.layout.layOut()
        } else if isSelection {
            world.advance()
        } else {
            world.advance(goals[0].layer)
        }
        let verbs = world.animationVerbs
        guard isSelection else {
            return .animations(try verbs.animate(goals[0].layer, goals[0].words, goals[0].options, by: principal))
        }
        let names = try world.atomically { () throws(SceneError) in
            var names: [String] = []
            for (number, goal) in goals.enumerated() {
                // Counts the animations of the layers before it.
                if number > 0 { try world.check(.makes(), of: .animate, by: principal) }
                names += try verbs.animate(goal.layer, goal.words, goal.options, by: principal)
            }
            return names
        }
        return .matched(goals.count, animations: names)
    }

    // MARK: Words

    /// Reads the words of the line for one layer.
    private static func read(_ line: WordList, of layer: Slot, in world: World) throws(SceneError) -> Goal {
        guard AnimationWords.animates(layer, in: world.scene) else {
            throw SceneError(.value, "\"\(world.scene.name(of: layer))\" is no layer")
        }
        let kind = world.scene.kind(of: layer)
        var options = AnimateOptions()
        let words = world.emptyWords()
        options.keyframes = line.first(where: \.isPositional).map { KeyframeWords($0.value) }
        for word in line {
            if try read(word, of: kind, on: layer, into: &options, in: world) { continue }
            if try readKeyframes(word, of: kind, on: layer, into: &options, in: world) { continue }
            try world.readProperty(word, of: kind, on: layer, in: line, into: words)
        }
        try readGoal(of: kind, options, into: words, in: world)
        guard words.hasPaths, !words.moves else {
            throw SceneError(.syntax, "animate: property=value is expected, and no place in the tree")
        }
        if let name = options.name, !NameTable.isValid(name) { throw NameTable.refusal(of: name) }
        return Goal(layer: layer, words: words, options: options)
    }

    /// Returns true for an option. The animation's name is not an expression: it is taken literally.
    private static func read(
        _ word: Word, of kind: Kind, on layer: Slot, into options: inout AnimateOptions, in world: World
    ) throws(SceneError) -> Bool {
        if word.isPositional { return true }
        guard word.isExpression else { return try options.read(word) }
        let key = word.key.string
        guard key != "id", AnimateOptions.names.contains(key) else { return false }
        let value = try world.compute(
            word, of: kind, on: layer, parent: world.scene.rows[Int(layer)].parent, event: world.reactions.event)
        return try ByteView.with(value.shortestText) { (text) throws(SceneError) in
            try options.read(Word(key: word.key, value: text, offset: word.offset))
        }
    }

    /// Returns true for a keyframe word. Throws `syntax` when the property's name is missing.
    private static func readKeyframes(
        _ word: Word, of kind: Kind, on layer: Slot, into options: inout AnimateOptions, in world: World
    ) throws(SceneError) -> Bool {
        guard options.keyframes != nil else {
            let key = word.key.string
            guard KeyframeWords.names.contains(key), PropertyPath(word.key, of: kind) == nil else { return false }
            throw SceneError(
                .syntax, "\(key): the property's name stands before keyframes: animate LAYER PROPERTY values=…")
        }
        guard word.isExpression else {
            try options.keyframes?.read(word)
            return true
        }
        let value = try world.compute(
            word, of: kind, on: layer, parent: world.scene.rows[Int(layer)].parent, event: world.reactions.event)
        var text = value.shortestText
        if case .list(let items) = value {
            text = items.map(\.shortestText).joined(separator: word.key == "values" ? "|" : ",")
        }
        try options.keyframes?.read(word, computed: text)
        return true
    }

    /// Reads the last keyframe, the model value, into `words`. Throws `value` for a property that cannot be animated.
    private static func readGoal(
        of kind: Kind, _ options: AnimateOptions, into words: PropertyWords, in world: World
    ) throws(SceneError) {
        guard let keyframes = options.keyframes else { return }
        try ByteView.with(keyframes.property) { (key) throws(SceneError) in
            guard kind.path(animated: keyframes.property) != nil else { throw UnknownName.property(key, of: kind) }
            try ByteView.with(try keyframes.last(options, in: world.scene)) { (last) throws(SceneError) in
                try words.read(Word(key: key, value: last, offset: 0), kind: kind, scene: world.scene)
            }
        }
        let paths = words.paths(kind)
        guard paths.count == 1, kind[paths[0].id].animates else {
            throw SceneError(.value, "\(keyframes.property): no property that animates by itself")
        }
    }
}
