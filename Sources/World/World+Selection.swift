import Expressions
import Geometry
import LineProtocol
import Scene

/// Lines whose first word is a selector: what they say is done to every object that matches, or to none.
extension World {
    /// The object that a positional word names; nil when the word is a selector.
    func target(_ line: borrowing Line, _ at: Int) throws(SceneError) -> Slot? {
        let name = try line.positional(at, "an id")
        if let slot = scene.find(name) { return slot }
        return SelectorMatch.isSelector(name, in: scene) ? nil : try object(line, at)
    }

    /// The objects that a selector matches. Throws `syntax`, `unknown-object` and `limit`.
    func selected(_ word: ByteView) throws(SceneError) -> [Slot] {
        try SelectorMatch(word, self: actor, in: scene).slots()
    }

    /// What `self` names: the instance whose component's lines are run, else the layer that reacts.
    var actor: Slot? { (scene.components.lineOwner ?? reactions.event?.layer).flatMap { scene.slot(of: $0) } }

    /// `set SELECTOR …`. Expressions see the scene before the line.
    func setSelected(_ line: Line, by principal: Principal) throws(SceneError) {
        let slots = try selected(line[0].value)
        if slots.isEmpty { try SelectorMatch.checkKeys(of: line, in: scene) }
        let computes = (1..<line.count).contains { line[$0].isExpression }
        var byKind: [KindID: PropertyWords] = [:]
        var bySlot: [PropertyWords] = []
        for slot in slots {
            let id = scene.rows[Int(slot)].kind
            if !computes, byKind[id] != nil { continue }
            try extend(id, line)
            let kind = scene.kinds[id]
            layOutBefore(kind)
            words.removeAll()
            for at in 1..<line.count { try readProperty(line[at], of: kind, on: slot, in: line, into: &words) }
            if computes { bySlot.append(words) } else { byKind[id] = words }
        }
        try atomically { () throws(SceneError) in
            for (at, slot) in slots.enumerated() {
                let id = scene.rows[Int(slot)].kind
                if computes { words = bySlot[at] } else if let known = byKind[id] { words = known }
                try changeTransition(slot, scene.kinds[id], by: principal)
            }
        }
        matched = slots.count
    }

    /// `animate SELECTOR …`; the names of the animations.
    func animateSelected(_ line: Line, by principal: Principal) throws(SceneError) -> [String] {
        let slots = try selected(line[0].value)
        if slots.isEmpty { try SelectorMatch.checkKeys(of: line, except: AnimateOptions.has, in: scene) }
        var read: [(words: PropertyWords, options: AnimateOptions)] = []
        for slot in slots {
            let options = try readAnimation(line, of: slot, by: principal)
            read.append((words, options))
        }
        if scene.transaction.isInTransaction { scene.layout.layOut() } else { advance() }
        let names = try atomically { () throws(SceneError) in
            var names: [String] = []
            for (at, slot) in slots.enumerated() {
                try principal.checkRoom(in: scene)
                words = read[at].words
                names += try animate(slot, read[at].options, by: principal)
            }
            return names
        }
        matched = slots.count
        return names
    }
}

extension AnimateOptions {
    /// True for a word that is an option.
    static func has(_ word: Word) -> Bool { names.contains(word.key.string) }
}
