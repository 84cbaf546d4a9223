import Scene
import SceneTables
import Schema
import TestSupport
import Testing
import World

/// Scenes of plain layers that take the place of others at once, against the way by the smallest change.
@Suite struct WholeReplacementTests {
    /// Plain layers, some of them detached, some removed again.
    private static func fill(_ talk: Talk, _ prefix: String, _ chance: inout Dice) {
        var names: [String] = []
        for number in 0..<Int.random(in: 1...40, using: &chance) {
            var line = "create \(prefix)\(number) layer frame=\(chance.upTo(99)),\(chance.upTo(99)),9,9"
            if Bool.random(using: &chance), let parent = (names + ["none"]).randomElement(using: &chance) {
                line += " parent=\(parent)"
            }
            if chance.upTo(4) == 0 { line += " isInteractive=true masksToBounds=true opacity=1 maskedCorners=none" }
            _ = talk.send(line, on: 3)
            names.append("\(prefix)\(number)")
        }
        for name in names where chance.upTo(6) == 0 { _ = talk.send("remove \(name)", on: 3) }
        talk.session(3).close()
        if Bool.random(using: &chance) { _ = talk.send("set root backgroundColor=#12345\(chance.upTo(9))") }
    }

    @Test(arguments: 1...30)
    func bothWaysComeToTheSame(seed: UInt64) throws {
        var chance = Dice(seed)
        var again = chance
        let (whole, single) = (Talk(), Talk())
        Self.fill(whole, "a", &chance)
        Self.fill(single, "a", &again)
        let cursors = (LayerCursor(whole.scene), LayerCursor(single.scene))
        cursors.0.take { _, _ in }
        cursors.1.take { _, _ in }
        var old: [ObjectID] = []
        whole.scene.tree.forEachObject { if !Scene.isFixed($0) { old.append(whole.scene.id(of: $0)) } }
        let wanted = (Talk(), Talk())
        again = chance
        Self.fill(wanted.0, "b", &chance)
        Self.fill(wanted.1, "b", &again)
        let (lines, made) = (wanted.0.dump(), wanted.0.scene.count)
        for (talk, other, least) in [(whole, wanted.0, 1), (single, wanted.1, Int.max)] {
            talk.scene.transaction.begin()
            try talk.scene.objects.become(other.scene, isLast: true, wholeFrom: least)
            talk.scene.transaction.commit()
            #expect(talk.dump() == lines)
            #expect(talk.scene.objects.brokenInvariant() == nil)
        }
        let isHandedOver = wanted.0.scene.rows.isEmpty
        #expect(isHandedOver == (made > 0))
        // Nobody who knows a layer that has gone takes another for it, and every one that came is told.
        #expect(old.allSatisfy { whole.scene.slot(of: $0) == nil })
        var told: Set<Slot> = []
        cursors.0.take { slot, dirty in if dirty.contains(.tree) { told.insert(slot) } }
        #expect(old.allSatisfy { told.contains($0.index) })
        whole.scene.tree.forEachObject { if !Scene.isFixed($0) { #expect(told.contains($0)) } }
        // Both go on alike.
        for number in 0..<20 {
            for line in ["create c\(number) layer parent=b\(chance.upTo(30))", "remove b\(chance.upTo(30))", "undo"] {
                let replies = (whole.send(line), single.send(line))
                // The nearest name, which an error adds, is the first in the order of slots.
                #expect(replies.0.prefix(20) == replies.1.prefix(20), "\(line)")
            }
            #expect(whole.scene.objects.brokenInvariant() == nil)
        }
        #expect(whole.dump() == single.dump())
    }

    /// Whatever is no plain layer has the scene changed object by object.
    @Test(arguments: [
        "create t label", "create s style opacity=0.5", "set l borderWidth=2", "animate l opacity=0.5 duration=9",
        "define k", "set main scale=2", "set daemon limit.undo=7", "create b1 layer opacity=0.5", "remove l",
    ])
    func othersStay(line: String) throws {
        let (talk, wanted) = (Talk(), Talk())
        talk.ok("create l layer", line)
        if line == "define k" { talk.ok("end") }
        wanted.ok("create b1 layer", "create b2 layer parent=b1")
        talk.scene.transaction.begin()
        try talk.scene.objects.become(wanted.scene, isLast: true, wholeFrom: 1)
        talk.scene.transaction.commit()
        let isHandedOver = wanted.scene.rows.isEmpty
        #expect(!isHandedOver)
        #expect(talk.dump() == wanted.dump())
        #expect(talk.scene.objects.brokenInvariant() == nil)
    }

    /// 50,000 layers: the file's lines, by the line that clients send.
    @Test func loadsManyOverOthers() {
        let talk = Talk()
        func file(_ prefix: String) -> String {
            (0..<50_000).map { "create \(prefix)\($0) layer frame=\($0 % 500),1,5,5" }.joined(separator: "\n")
        }
        (talk.files.texts["a"], talk.files.texts["b"]) = (file("a"), file("b"))
        talk.ok("load path=a replace=true", "create own layer parent=a7", "load path=b replace=true")
        #expect(talk.dump().count == 50_000)
        #expect(talk.scene.find("b49999") != nil && talk.scene.find("a1") == nil)
        #expect(talk.send("undo") == "ok {\"count\":0}")
    }
}
