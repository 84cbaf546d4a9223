import LineProtocol
import Scene
import SceneTables
import Schema
import TestSupport
import Testing
import World

/// Instances whose plain parts are copied, against those whose lines are run each, as those of clients with narrower rights are.
@Suite struct ComponentPlanTests {
    private static let words = [
        "frame=0,0,20,10", "frame=1,2,3,4", "position=3,4", "position.x=5", "bounds=0,0,8,9", "opacity=0.5",
        "opacity=1",
        "cornerRadius=3", "backgroundColor=red", "isHidden=true", "anchorPoint=0,0", "isHidden=false",
        "bounds=0,0,0,0", "shadowRadius=2", "opacity:=n/2", "backgroundColor=$tint", "isInteractive=true",
        "masksToBounds=true", "zPosition=1", "opacity=2", "style=st", "mask=.m", "autoresizingMask=flexibleWidth",
    ]

    /// Lines of a component. `known`: components that its lines may make instances of.
    private static func definition(_ name: String, _ known: [String], _ chance: inout Dice) -> [String] {
        var lines = ["define \(name) n=1 tint=#ff0000"]
        var parts: [String] = []
        var hasSlot = false
        for number in 0..<Int.random(in: 0...6, using: &chance) {
            let isOften = Int.random(in: 0..<5, using: &chance) > 0
            var kind = isOften ? "layer" : ["columns", "shape", "label"].randomElement(using: &chance) ?? ""
            if let one = known.randomElement(using: &chance), Int.random(in: 0..<4, using: &chance) == 0 { kind = one }
            let id = Int.random(in: 0..<25, using: &chance) == 0 ? ".p0" : ".p\(number)"
            var line = (Bool.random(using: &chance) ? "create " : "put ") + "\(id) \(kind)"
            if let parent = (parts + ["self", ".gone"]).randomElement(using: &chance),
                Int.random(in: 0..<3, using: &chance) == 0, parent != ".gone" || parts.count > 4
            {
                line += " parent=\(parent)"
            }
            if !hasSlot, Int.random(in: 0..<8, using: &chance) == 0 {
                hasSlot = true
                line += " slot=true"
            }
            for _ in 0..<Int.random(in: 0...3, using: &chance) {
                let isPlain = Int.random(in: 0..<8, using: &chance) > 0
                let word = (isPlain ? words[0..<13] : words[...]).randomElement(using: &chance) ?? ""
                line += " \(word)"
            }
            lines.append(line)
            parts.append(id)
            switch Int.random(in: 0..<16, using: &chance) {
            case 0: lines.append("bind \(id) opacity:=clamp(n, 0, 1)")
            case 1: lines.append("on \(id) tap \"set self n:=n+1\"")
            case 2: lines.append("set \(id) position.y=7")
            default: break
            }
        }
        return lines + ["end"]
    }

    /// The lines of a scene without the rights that the second connection leaves in them.
    private static func dump(_ talk: Talk) -> [String] {
        talk.dump().map { $0.split(separator: " ").filter { $0 != "scope=root" }.joined(separator: " ") }
    }

    /// Events and parts, without the rights.
    private static func trace(_ talk: Talk, _ cursor: EventCursor) -> [String] {
        SceneEvents.take(cursor, talk.scene).map {
            String(decoding: $0.line, as: UTF8.self).replacing(",\"scope\":\"root\"", with: "")
                .replacing("\"scope\":\"root\",", with: "")
        }.filter { !$0.contains("\"key\":\"scope\"") }
    }

    private static func parts(_ talk: Talk) -> [String] {
        var all: [String] = []
        talk.scene.tree.forEachObject { slot in
            let row = talk.scene.rows[Int(slot)]
            let owner = talk.scene.components.owner(of: slot).map { talk.scene.name(of: $0) } ?? "-"
            let slotPart = talk.scene.components.slotPart(of: slot).map { talk.scene.name(of: $0) } ?? "-"
            let size = talk.scene.value(slot, LayerProperty.frame.id)
            guard talk.scene.isLayer(slot) else { return }
            all.append("\(talk.scene.name(of: slot)) \(owner) \(slotPart) \(row.flags.rawValue) \(row.marks) \(size)")
        }
        return all
    }

    @Test(arguments: 1...8)
    func bothWaysMakeTheSame(seed: UInt64) {
        var chance = Dice(seed)
        let (short, long) = (Talk(), Talk())
        for talk in [short, long] {
            for line in [
                "create a layer", "create c columns", "create st style cornerRadius=2", "create d data items=[]",
                "create w layer", "create w.p1 layer",
            ] { _ = talk.send(line, on: 2) }
        }
        #expect(long.send("session access=root") == "ok")
        let cursors = (EventCursor(short.scene), EventCursor(long.scene))
        var (taken, known) = (0, [String]())
        func both(_ line: String, on number: Int = 1) {
            let reply = short.send(line, on: number)
            #expect(long.send(line, on: number) == reply, "\(line)")
            if reply.hasPrefix("ok") { taken += 1 }
            #expect(Self.trace(short, cursors.0) == Self.trace(long, cursors.1), "\(line)")
        }
        for number in 0..<120 {
            if number % 6 == 0 {
                let name = "k\(Int.random(in: 0..<6, using: &chance))"
                for line in Self.definition(name, known.filter { $0 < name }, &chance) { both(line, on: 2) }
                if !known.contains(name) { known.append(name) }
            }
            let kind = known.randomElement(using: &chance) ?? "k0"
            let id = Int.random(in: 0..<12, using: &chance) == 0 ? "w" : "i\(number)"
            let old = "i\(chance.upTo(number + 1))"
            var line = (Bool.random(using: &chance) ? "create " : "put ") + "\(id) \(kind)"
            if let parent = ["a", "c", old].randomElement(using: &chance), Bool.random(using: &chance) {
                line += " parent=\(parent)"
            }
            for _ in 0..<Int.random(in: 0...3, using: &chance) {
                line += " " + ((Self.words[0..<16] + ["n=3", "tint=#00ff00"]).randomElement(using: &chance) ?? "")
            }
            both(line)
            switch Int.random(in: 0..<14, using: &chance) {
            case 0: for line in ["begin", "remove \(id)", line, "commit"] { both(line) }
            case 1: for line in ["begin", "create x\(number) \(kind)", "create a layer", "commit"] { both(line) }
            case 2: both("undo")
            case 3: for line in ["undo", "redo"] { both(line) }
            case 4: for line in ["remove \(id)", "undo", "undo", "redo 2"] { both(line) }
            case 5: for line in ["undo", "undo", "redo"] { both(line) }
            case 6: both("set \(old) opacity=0.25 n=2")
            case 7: both("remove \(old)")
            case 8: both("create s\(number) layer parent=\(old) frame=0,0,2,2")
            case 9: both("copy \(old) as=y\(number)")
            case 10: both("put \(id) \(kind) position=9,9 opacity=0.75")
            default: break
            }
            // Defined again, its lines would change `w.p1`, which is no part of it and not below its maker's layer.
            if id == "w" { for talk in [short, long] { _ = talk.send("remove w", on: 2) } }
            _ = (Self.trace(short, cursors.0), Self.trace(long, cursors.1))
            #expect(short.scene.objects.brokenInvariant() == nil, "\(line)")
            #expect(Self.parts(short) == Self.parts(long), "\(line)")
            if number % 4 == 0 { #expect(Self.dump(short) == Self.dump(long), "\(line)") }
        }
        #expect(Self.dump(short) == Self.dump(long))
        #expect(taken > 100)
    }

    /// A line that fails behind parts that were copied leaves none of them, and so do parts for which there is no room.
    @Test func failingHalfWayLeavesNothing() {
        let talk = Talk()
        talk.ok("define k", "create .a layer", "create .b layer parent=.a", "create .l label font=$no", "end")
        talk.fails("create i k", "aborted", "line 3")
        talk.ok("define k", "create .a layer", "create .b layer parent=.a slot=true", "end", "create i.b layer")
        talk.fails("create i k", "aborted", "line 2: exists")
        talk.ok("remove i.b", "set daemon limit.layers=2")
        talk.fails("create i k", "limit", "3 more objects")
        talk.ok("set daemon limit.layers=3", "create i k frame=0,0,4,4")
        #expect(talk.scene.find("i.b") != nil)
        talk.fails("create j k", "limit", "limit.layers")
        talk.ok("set daemon limit.layers=100")
        talk.fails("create \(String(repeating: "n", count: 127)) k", "aborted", "line 1: syntax")
        talk.ok("create \(String(repeating: "n", count: 126)) k")
    }
}
