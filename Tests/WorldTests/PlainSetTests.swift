import LineProtocol
import Scene
import SceneTables
import TestSupport
import Testing
import World

/// The short way of `set`, outside and inside of transactions, against the long one, which clients with narrower rights
/// take.
@Suite struct PlainSetTests {
    private static let keys = [
        "position", "position.x", "position.y", "bounds", "anchorPoint", "opacity", "cornerRadius", "backgroundColor",
        "isHidden", "frame", "zPosition", "bounds.size.width", "transform", "name", "opacityy", "user.k",
        "shadowRadius", "shadowOffset", "borderColor", "maskedCorners", "masksToBounds", "sublayerTransform",
        "shadowPath", "rasterizationScale", "path", "speed", "style", "mask", "user.k", "contentsRect", "tag",
    ]
    private static let values = [
        "1", "0", "0.5", "-3", "1,2", "1,2,3,4", "10,20,-5,6", "red", "none", "#12345678", "true", "off", "", "1e999",
        "nan",
        "rgb(1 2 3)", "scale(2)", " 4 ", "3x4", "1,2,3", "0.25", "M0 0 L5 5", "rect(0,0,50%,9)", "topLeft", "$x",
    ]

    /// Readers of one scene's changes.
    private struct Cursors {
        let layers: LayerCursor
        let events: EventCursor

        init(_ scene: Scene) { (layers, events) = (LayerCursor(scene), EventCursor(scene)) }
    }

    /// The last change as the frame and subscribers see it.
    private static func trace(_ talk: Talk, _ cursors: Cursors) -> [String] {
        var marks: [String] = []
        cursors.layers.take { slot, dirty in marks.append("\(talk.scene.name(of: slot)) \(dirty.rawValue)") }
        return marks
            + SceneEvents.take(cursors.events, talk.scene).map { String(decoding: $0.line, as: UTF8.self) }
    }

    @Test(arguments: 1...6)
    func bothWaysDoTheSame(seed: UInt64) {
        var chance = Dice(seed)
        let (short, inside, long) = (Talk(), Talk(), Talk())
        for talk in [short, inside, long] {
            for line in [
                "create a layer", "create b layer transform=rotate(0.5)", "create f flock", "create s shape",
                "create t label", "set a shadowRadius=3",
            ] {
                _ = talk.send(line)
            }
        }
        #expect(long.send("session access=root") == "ok")
        let cursors = [short, inside, long].map { Cursors($0.scene) }
        for (talk, cursor) in zip([short, inside, long], cursors) { _ = PlainSetTests.trace(talk, cursor) }
        var taken = 0
        for _ in 0..<1500 {
            let id = ["a", "a", "b", "f", "s", "s", "t", "root", "nobody"].randomElement(using: &chance) ?? "a"
            var line = "set \(id)"
            for _ in 0..<Int.random(in: 1...3, using: &chance) {
                let key = PlainSetTests.keys.randomElement(using: &chance) ?? ""
                line += " \(key)=\"\(PlainSetTests.values.randomElement(using: &chance) ?? "")\""
            }
            let reply = short.send(line)
            // Neither a root nor a behavior of others is theirs.
            #expect(long.send(line, on: ["root", "f"].contains(id) ? 2 : 1) == reply, "\(line)")
            #expect(inside.send("begin") == "ok")
            #expect(inside.send(line) == "ok")
            let commit = inside.send("commit")
            if reply == "ok" {
                taken += 1
                #expect(commit.hasPrefix("ok"), "\(line) → \(commit)")
            } else {
                #expect(commit == "error aborted line 1: " + reply.dropFirst("error ".count), "\(line)")
            }
            let traces = zip([short, inside, long], cursors).map(PlainSetTests.trace)
            let dump = short.dump()
            for (talk, trace) in zip([inside, long], traces.dropFirst()) {
                #expect(dump == talk.dump(), "\(line)")
                #expect(traces[0] == trace, "\(line)")
            }
            guard Int.random(in: 0..<4, using: &chance) == 0 else { continue }
            // What a transaction takes back leaves nothing behind.
            let other = "set a" + line.dropFirst("set \(id)".count)
            for more in ["begin", other, line, "set nobody opacity=1"] { _ = inside.send(more) }
            #expect(inside.send("commit").hasPrefix("error aborted"))
            #expect(inside.dump() == dump, "\(line), taken back")
            #expect(inside.scene.objects.brokenInvariant() == nil, "\(line), taken back")
            _ = PlainSetTests.trace(inside, cursors[1])
        }
        #expect(taken > 100)
    }

    /// The same for lines that set many layers, each taken back and done again.
    @Test(arguments: 1...4)
    func bothWaysDoTheSameToMany(seed: UInt64) {
        var chance = Dice(seed)
        let (short, long) = (Talk(), Talk())
        for talk in [short, long] {
            for line in [
                "create a layer", "create b layer opacity=0.5", "create t layer transform=rotate(0.5)",
                "create f flock",
                "create c columns", "create d layer parent=c", "create s shape",
            ] {
                _ = talk.send(line, on: 2)
            }
        }
        let cursors = (Cursors(short.scene), Cursors(long.scene))
        var taken = 0
        for _ in 0..<600 {
            let ids =
                [
                    "a,b", "a,b", "b,a,t", "a,f", "root,a", "*", "c/*", "a,nobody", "a", "b", "s", "s", "c", "d",
                ].randomElement(using: &chance) ?? ""
            var line = "set \(ids)"
            for _ in 0..<Int.random(in: 1...3, using: &chance) {
                let key = PlainSetTests.keys.randomElement(using: &chance) ?? ""
                line += " \(key)=\"\(PlainSetTests.values.randomElement(using: &chance) ?? "")\""
            }
            let reply = short.send(line)
            for line in ["begin", line] { _ = long.send(line) }
            #expect(long.send("commit").hasPrefix("ok") == reply.hasPrefix("ok"), "\(line) → \(reply)")
            if reply.hasPrefix("ok") { taken += 1 }
            #expect(short.dump() == long.dump(), "\(line)")
            #expect(PlainSetTests.trace(short, cursors.0) == PlainSetTests.trace(long, cursors.1), "\(line)")
            for step in ["undo", "redo"] where Bool.random(using: &chance) {
                #expect(short.send(step) == long.send(step), "\(step) of \(line)")
                #expect(short.dump() == long.dump(), "\(step) of \(line)")
            }
            #expect(short.scene.objects.brokenInvariant() == nil, "\(line)")
        }
        #expect(taken > 50)
    }

    /// The short way of `create` against the long one, which clients with narrower rights take.
    @Test(arguments: 1...6)
    func bothWaysMakeTheSame(seed: UInt64) {
        var chance = Dice(seed)
        let (short, long) = (Talk(), Talk())
        for talk in [short, long] {
            for line in [
                "create a layer", "create b layer transform=rotate(0.5)", "create c columns", "create f flock",
                "create t theme x=5", "set root theme=t", "create st style opacity=0.5",
                "create so style of=st state=hovered",
                "create y layer style=st cornerRadius=$x shadowRadius=3",
            ] {
                // Of another connection: nobody here takes it back.
                _ = talk.send(line, on: 2)
            }
        }
        #expect(long.send("session access=root") == "ok")
        let cursors = (Cursors(short.scene), Cursors(long.scene))
        _ = PlainSetTests.trace(short, cursors.0)
        _ = PlainSetTests.trace(long, cursors.1)
        var taken = 0
        for number in 0..<1500 {
            let parents = [
                "", "", " parent=root", " parent=a", " parent=n1", " parent=c", " parent=y", " parent=gone",
            ]
            let id = Int.random(in: 0..<30, using: &chance) == 0 ? "a" : "n\(number)"
            var line = Bool.random(using: &chance) ? "create \(id) layer" : "put \(id) layer"
            line += parents.randomElement(using: &chance) ?? ""
            for _ in 0..<Int.random(in: 0...3, using: &chance) {
                let key = PlainSetTests.keys.randomElement(using: &chance) ?? ""
                line += " \(key)=\"\(PlainSetTests.values.randomElement(using: &chance) ?? "")\""
            }
            var lines = [line]
            let old = "n\(chance.upTo(number + 1))"
            switch Int.random(in: 0..<18, using: &chance) {
            case 0: lines = ["begin", line, "remove \(id)", "create \(id) layer parent=a", "commit"]
            case 1: lines = ["begin", line, "set \(id) parent=a", "create \(id) layer", "commit"]
            case 2: lines.append("undo")
            case 3: lines += ["undo", "redo"]
            case 4: lines += ["remove \(id)", "undo", "undo"]
            case 5, 6: lines.append("remove \(old)")
            case 7: lines += ["remove \(old)", "undo", "redo"]
            case 8: lines += ["remove \(old)", "undo 3"]
            case 9:
                // Another object refers to it, and loses it.
                for talk in [short, long] { _ = talk.send("set f items=\(old)", on: 2) }
                lines += ["remove \(old)", "undo"]
            default: break
            }
            for line in lines {
                let reply = short.send(line)
                #expect(long.send(line) == reply, "\(line)")
                if reply == "ok" { taken += 1 }
                #expect(PlainSetTests.trace(short, cursors.0) == PlainSetTests.trace(long, cursors.1), "\(line)")
            }
            #expect(short.scene.objects.brokenInvariant() == nil, "\(line)")
            if number % 10 == 0 { #expect(short.dump() == long.dump(), "\(line)") }
        }
        #expect(short.dump() == long.dump())
        #expect(taken > 500)
    }
}
