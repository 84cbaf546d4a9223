import Geometry
import Scene
import Schema
import TestSupport
import Testing
import World

/// `undo`, `redo`, `checkpoint` and `diff`, beyond what the transcripts of the scene language hold.
@Suite struct UndoTests {
    private let talk = Talk()

    private func ok(_ lines: String...) {
        for line in lines {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    /// Each line is taken back and done again: the scene is as it was, both times.
    @Test(arguments: [
        "set a opacity=0.5", "set a frame=1,2,3,4", "set a position=1,2 bounds=0,0,5,5 isHidden=true",
        "set a user.k=2 user.j=", "set a backgroundColor=red borderWidth=2", "set a transform=scale(2) position=3,4",
        "create n layer parent=a below=b", "remove a", "remove b", "remove m", "set b parent=root index=0",
        "set c index=0", "animate a opacity=0 duration=9", "on a key \"set a opacity=1\"", "off a tap", "copy a as=z",
        "repeat in=1..9 \"create n{item} layer parent=b\"", "set a/** cornerRadius=4",
        "put a layer opacity=0.3",
        "put q layer mask=m", "load path=more", "load path=other replace=true", "remove a c m", "set i parent=none",
        "undefine j", "create y k parent=b", "set i n=8", "remove i", "set f items=", "set a mask=",
    ])
    func everyLineComesBack(line: String) {
        ok(
            "create a layer opacity=0.75 user.j=1 frame=0,0,50,50", "create b layer parent=a", "create c layer",
            "create m layer parent=none", "set a mask=m", "create f flock items=a,b", "on a tap \"set a opacity=0\"",
            "define j n=1", "end", "define k n=1", "create .x layer zPosition=1", "create .s layer slot=true", "end",
            "create i k n=3", "create e layer parent=i", "animate c opacity=0.5 duration=60")
        talk.files.texts["more"] = "create l1 layer\ncreate l2 layer parent=l1\n"
        talk.files.texts["other"] = "create a shape\ncreate b layer\nset root backgroundColor=red\n"
        let before = talk.dump()
        ok(line)
        let after = talk.dump()
        #expect(before != after)
        for _ in 0..<2 {
            #expect(talk.send("undo") == #"ok {"count":1}"#)
            #expect(talk.dump() == before)
            #expect(talk.send("redo") == #"ok {"count":1}"#)
            #expect(talk.dump() == after)
        }
        ok("undo 99")
        #expect(talk.send("list") == #"ok ["root","main","daemon"]"#)
        ok("redo 99")
        #expect(talk.dump() == after)
    }

    /// So many that the table of names is made anew in the middle.
    @Test func thousandsAreRemovedAndComeBack() {
        ok("repeat in=1..3000 \"create r{item} layer\"", "create stays layer")
        let before = talk.dump()
        #expect(talk.send("remove r*") == #"ok {"count":3000}"#)
        #expect(talk.send("list kind=layer") == #"ok ["root","stays"]"#)
        ok("undo")
        #expect(talk.dump() == before)
        ok("redo")
        #expect(talk.send("list kind=layer") == #"ok ["root","stays"]"#)
    }

    /// A row that its list takes away comes back with what was said of it, and with animations that run.
    @Test func rowsComeBackAsTheyWere() {
        ok(
            "define row k=\"\"", "create .p layer frame=0,0,9,9", "end",
            "create d data rows='[{\"k\":\"a\"},{\"k\":\"b\"},{\"k\":\"c\"},{\"k\":\"e\"}]'",
            "create l each of=row in=d.rows key=k",
            "animate l.b opacity=0.5 duration=60", "set l.c cornerRadius=3",
            "animate l.c position.x=60 spring=1,60,5 id=moves")
        let before = talk.dump()
        for line in ["set d rows='[{\"k\":\"a\"},{\"k\":\"e\"}]'", "set d rows='[]'", "remove d", "remove l"] {
            ok(line)
            let after = talk.dump()
            #expect(!after.contains { $0.contains("moves") }, "\(line)")
            for _ in 0..<2 {
                #expect(talk.send("undo") == #"ok {"count":1}"#, "\(line)")
                #expect(talk.dump() == before, "\(line)")
                #expect(talk.send("redo") == #"ok {"count":1}"#, "\(line)")
                #expect(talk.dump() == after, "\(line)")
            }
            ok("undo")
        }
        // The same row is there again meanwhile: it stays, and the other one is gone.
        ok("set d rows='[{\"k\":\"a\"}]'", "set d rows='[{\"k\":\"a\"},{\"k\":\"b\"}]'", "undo", "undo")
        #expect(talk.dump() == before)
    }

    @Test func aDefinitionComesBack() {
        ok("define k n=1", "create .x layer", "end", "create a k n=2")
        let before = talk.dump()
        ok("define k m=1", "create .y layer", "end")
        let after = talk.dump()
        ok("undo")
        #expect(talk.dump() == before && talk.send("get a n") == #"ok {"n":2}"#)
        #expect(talk.send("get a.x kind") == #"ok {"kind":"layer"}"#)
        ok("redo")
        #expect(talk.dump() == after && talk.send("get a m") == #"ok {"m":1}"#)
    }

    /// Keys of data, styles and references to variables come back too.
    @Test(arguments: [
        "set d n=2", "set d n=", "set a style=s", "set a cornerRadius=0", "set s cornerRadius=9", "set t c=#00ff00",
        "set a borderColor=$c", "remove d", "bind a zPosition:=d.n*2",
    ])
    func sharedValuesComeBack(line: String) {
        ok(
            "create d data n=1", "create t theme c=#ff0000", "set root theme=t", "create s style cornerRadius=4",
            "create a layer", "create b layer style=s borderColor=$c")
        let before = talk.dump()
        ok(line)
        let after = talk.dump()
        #expect(before != after)
        for _ in 0..<2 {
            ok("undo")
            #expect(talk.dump() == before)
            ok("redo")
            #expect(talk.dump() == after)
        }
    }

    @Test func theLimitIsExact() {
        ok("set daemon limit.undo=3", "create a layer", "set a zPosition=1", "set a opacity=0.5", "set a zPosition=3")
        #expect(talk.send("undo 9") == #"ok {"count":3}"#)
        #expect(talk.send("get a zPosition opacity") == #"ok {"zPosition":0,"opacity":1}"#)
        ok("set daemon limit.undo=0", "set a zPosition=1")
        #expect(talk.send("undo") == #"ok {"count":0}"#)
        for word in ["-1", "x", "1.5"] { #expect(talk.send("undo \(word)").hasPrefix("error value")) }
        #expect(talk.send("undo 1 2").hasPrefix("error syntax"))
        #expect(talk.send("undo 0") == #"ok {"count":0}"#)
    }

    /// Short lines and long ones in any order, and limits that change meanwhile: the scene is what it was before each line.
    @Test func stepsOfBothWaysStandInOneOrder() {
        ok("create a layer", "create b layer")
        var dice = Dice(9)
        var scenes = [talk.dump()]
        var kept = 2
        func limit() -> Int { Int(talk.get("daemon", "limit.undo")) ?? -1 }
        for round in 0..<1500 {
            let old = limit()
            switch dice.upTo(12) {
            case 0: ok("set daemon limit.undo=\(dice.pick([1, 2, 3, 7, 20]))")
            case 1, 2:
                let count = dice.upTo(min(kept, scenes.count - 1) + 1)
                #expect(talk.send("undo \(count)") == "ok {\"count\":\(count)}")
                scenes.removeLast(count)
                kept -= count
                #expect(talk.dump() == scenes.last, "round \(round)")
                continue
            case 3, 4, 5: ok("set a opacity=0.\(round + 1000)")
            case 6, 7: ok("create n\(round) layer parent=b")
            case 8:
                let names = talk.send("list parent=b").split(separator: "\"").filter { $0.hasPrefix("n") }
                if names.isEmpty { continue }
                ok("remove \(dice.pick(names))")
            default: ok("set b shadowRadius=\(round + 1)")
            }
            let scene = talk.dump()
            guard scene != scenes.last || limit() != old else { continue }
            scenes.append(scene)
            kept = min(kept + 1, limit())
        }
    }

    @Test func aStepThatIsTooLargeEndsWhatWasBefore() {
        ok("create p layer", "begin")
        for n in 0..<10 { ok("create n\(n) layer parent=p user.t=\(String(repeating: "x", count: 1000))") }
        ok("commit", "undo", "redo")
        talk.files.texts["large"] = (0..<50_000).map { "create l\($0) layer parent=p\n" }.joined()
        ok("load path=large")
        #expect(talk.send("undo") == #"ok {"count":0}"#)
        ok("set p opacity=0.5")
        #expect(talk.send("undo 5") == #"ok {"count":1}"#)
    }

    /// A film goes on, and an animator that was let go: time is nobody who stands in the way.
    @Test func whatGoesOnByItselfIsTakenBack() throws {
        ok("create clip video path=a.mp4", "create a layer", "create x animator", "begin animator=x")
        ok("set a opacity=0.2", "commit", "set a zPosition=1", "set clip time=1", "set x progress=0.3")
        let clip = try #require(talk.scene.find("clip"))
        talk.scene.contents.report(clip, VideoProperty.time.id, .number(1.5))
        ok("set x isPaused=false")
        talk.world.advance(to: 0.05)
        #expect(!talk.send("get x progress").contains("0.3}"))
        #expect(talk.send("undo 3") == #"ok {"count":3}"#)
        #expect(talk.send("get clip time") == #"ok {"time":0}"#)
        #expect(talk.send("get x progress isPaused") == #"ok {"progress":0,"isPaused":true}"#)
        // Again goes to where it was, as far as it had got.
        #expect(talk.send("redo 2") == #"ok {"count":2}"#)
        #expect(talk.send("get clip time") == #"ok {"time":1.5}"#)
    }

    /// What a behavior, a layout or a binding has changed stands in nobody's way, while no other connection changes anything.
    @Test func whatComesAboutByItselfIsNobodys() throws {
        func push(_ to: Point) throws {
            let layer = try #require(talk.scene.find("a"))
            try talk.scene.set(layer, LayerProperty.position.id, .point(to))
        }
        ok("create a layer", "set a position=10,10")
        try push(Point(50, 50))
        #expect(talk.send("undo 2") == #"ok {"count":2}"#)
        #expect(talk.send("redo 2") == #"ok {"count":2}"#)
        try push(Point(60, 60))
        #expect(talk.send("create b layer", on: 2) == "ok")
        #expect(talk.send("undo").hasPrefix(#"error busy "a" has another position now"#))
    }

    /// Out of a layout a layer is where it was before, in its size.
    @Test func layoutsGiveBackWhatTheyTook() {
        let talk = Talk(arranger: Columns.shared)
        for line in ["create s columns bounds=0,0,100,10", "create a layer position=7,8 bounds=0,0,30,40"] {
            #expect(talk.send(line) == "ok")
        }
        let before = talk.dump()
        #expect(talk.send("set a parent=s") == "ok")
        #expect(talk.send("get a bounds.size.width") == #"ok {"bounds.size.width":100}"#)
        let inside = talk.dump()
        #expect(talk.send("undo") == #"ok {"count":1}"#)
        #expect(talk.dump() == before)
        #expect(talk.send("redo") == #"ok {"count":1}"#)
        #expect(talk.send("set a parent=root") == "ok")
        #expect(talk.send("undo") == #"ok {"count":1}"#)
        #expect(talk.dump() == inside)
        // What a client gives it there is a step too.
        #expect(talk.send("set a bounds=0,0,10,10") == "ok")
        #expect(talk.dump() != inside)
        #expect(talk.send("undo") == #"ok {"count":1}"#)
        #expect(talk.dump() == inside)
    }

    @Test func othersStandInTheWay() {
        ok("create a layer", "create b layer")
        for (mine, theirs, name) in [
            ("set a opacity=0.5", "set a opacity=0.25", "a"), ("set a user.k=1", "set a user.k=2", "a"),
            ("create n layer parent=b", "set n zPosition=1", "n"),
            ("create o layer parent=b", "create p layer parent=o", "o"),
            ("set a parent=root", "set a parent=none", "a"), ("remove a", "create a layer", "a"),
            ("remove a", "remove b", "b"),
        ] {
            ok("clear", "create b layer", "create a layer parent=b", mine)
            #expect(talk.send(theirs, on: 2).hasPrefix("ok"), "\(theirs)")
            let before = talk.dump()
            let reply = talk.send("undo")
            #expect(
                reply.hasPrefix("error busy") && reply.contains("\"\(name)\"")
                    || mine == "remove a" && theirs == "remove b",
                "\(mine), \(theirs): \(reply)")
            if reply.hasPrefix("error") { #expect(talk.dump() == before) }
        }
    }

    @Test func removedObjectsThatNobodyCanBringBackAreFreed() {
        ok("create p layer")
        for round in 0..<300 { ok("create n layer parent=p user.t=\(round)", "remove n") }
        // At most as many as there are steps wait, besides those that are there.
        #expect(talk.scene.rows.count < 200)
        talk.session().close()
        ok("create n layer")
        #expect(talk.scene.rows.count < 200)
    }

    @Test func rightsThatChangedTakeNothingBack() {
        ok("create p layer", "create a layer", "session access=p")
        #expect(talk.send("undo") == #"ok {"count":0}"#)
    }

    @Test(arguments: [
        ["set a opacity=0.5 user.k=1", "remove b"], ["create n layer parent=a", "set b parent=n", "set c index=0"],
        ["remove a", "create a shape"], ["set b parent=root index=0", "set a parent=b"], ["clear", "create z layer"],
        ["create p1 layer", "create p2 layer below=p1", "set c below=p2"], ["set a mask=m"], ["set a opacity="],
        ["define k n=2", "create .y layer", "end", "create i k"], ["undefine k"], ["set root backgroundColor=red"],
        ["repeat in=9..1 \"create r{item} layer index=0\"", "remove r5"], ["on a tap \"set a opacity=0\""],
    ])
    func theDifferenceLeadsThere(lines: [String]) {
        ok(
            "create a layer opacity=0.75 user.j=1", "create b layer parent=a", "create c layer",
            "create m layer parent=none", "define k n=1", "create .x layer", "end")
        let before = talk.dump()
        ok("checkpoint start")
        #expect(talk.send("diff start") == "ok []")
        for line in lines { ok(line) }
        let after = talk.dump()
        let reply = talk.send("diff start")
        let other = Talk()
        for line in before { _ = other.send(line) }
        #expect(other.dump() == before)
        for line in Self.texts(reply) {
            let answer = other.send(line)
            #expect(answer.hasPrefix("ok"), "\(line): \(answer)")
        }
        #expect(other.dump() == after, "\(reply)")
    }

    /// The texts of `ok ["…","…"]`.
    private static func texts(_ reply: String) -> [String] {
        var texts: [String] = []
        var text: String?
        var isEscaped = false
        for character in reply.dropFirst(4) {
            guard let open = text else {
                if character == "\"" { text = "" }
                continue
            }
            if isEscaped {
                text = open + String(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                texts.append(open)
                text = nil
            } else {
                text = open + String(character)
            }
        }
        return texts
    }

    @Test func sixteenCheckpoints() {
        for n in 1...16 { ok("checkpoint c\(n)") }
        #expect(talk.send("checkpoint c17").hasPrefix("error limit"))
        ok("checkpoint c16")
        #expect(talk.send("diff none").hasPrefix("error unknown-object"))
        #expect(talk.send("diff c1", on: 2).hasPrefix("error unknown-object"))
    }
}
