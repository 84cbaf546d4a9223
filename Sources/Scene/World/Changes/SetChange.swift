import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `set`: sets values of one object, or of all matches of a selector. Expressions see the scene before the line.
struct SetChange: SceneChange {
    private enum Values {
        case one(Slot, PropertyWords)
        case selected([(slot: Slot, words: PropertyWords)])
        /// Already set by the fast path; the number of objects.
        case plain(Int)
    }

    private let values: Values

    init(_ words: SetCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        if let slot = try world.targets.named(words.target) {
            values = .one(slot, try Self.read(words.properties, of: slot, in: world))
            return
        }
        let slots = try world.targets.selectedForValues(words)
        if slots.isEmpty { try SelectorMatch.checkKeys(of: words.properties, in: world.scene) }
        if !slots.isEmpty, world.plainSet.setPlain(words.properties, on: slots, by: principal) {
            values = .plain(slots.count)
            return
        }
        values = .selected(try Self.read(words.properties, ofEach: slots, in: world))
    }

    private static func read(
        _ properties: WordList, of slot: Slot, in world: World
    ) throws(SceneError) -> PropertyWords {
        try world.objectVerbs.extend(world.scene.rows[Int(slot)].kind, properties)
        let kind = world.scene.kind(of: slot)
        world.objectVerbs.layOutBefore(kind)
        let words = world.emptyWords()
        for word in properties {
            try world.readProperty(word, of: kind, on: slot, in: properties, into: words)
        }
        return words
    }

    /// Objects of one kind share their parsed words, unless some are expressions.
    private static func read(
        _ properties: WordList, ofEach slots: [Slot], in world: World
    ) throws(SceneError) -> [(slot: Slot, words: PropertyWords)] {
        let computes = properties.contains(where: \.isExpression)
        let compiled = CompiledWords()
        var byKind: [KindID: PropertyWords] = [:]
        var read: [(slot: Slot, words: PropertyWords)] = []
        for slot in slots {
            let id = world.scene.rows[Int(slot)].kind
            if !computes, let known = byKind[id] {
                read.append((slot, known))
                continue
            }
            try world.objectVerbs.extend(id, properties)
            let kind = world.scene.kinds[id]
            world.objectVerbs.layOutBefore(kind)
            let words = PropertyWords()
            for word in properties {
                try world.readProperty(word, of: kind, on: slot, in: properties, into: words, compiled)
            }
            byKind[id] = words
            read.append((slot, words))
        }
        return read
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        switch values {
        case .one(let slot, let words): try world.objectVerbs.forEachTouch(words, on: slot, visit)
        case .selected(let all): for one in all { try world.objectVerbs.forEachTouch(one.words, on: one.slot, visit) }
        case .plain: break
        }
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        switch values {
        case .one(let slot, let words):
            try world.transitionVerbs.changeTransition(slot, words, by: principal)
            return .done
        case .selected(let all):
            try world.atomically { () throws(SceneError) in
                for one in all { try world.transitionVerbs.changeTransition(one.slot, one.words, by: principal) }
            }
            return .matched(all.count, animations: nil)
        case .plain(let count): return .matched(count, animations: nil)
        }
    }
}
