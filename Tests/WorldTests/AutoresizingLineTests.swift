import Scene
import TestSupport
import Testing
import World

/// Frames that follow the size of the superlayer, as lines, dumps and histories have them.
@Suite struct AutoresizingLineTests {
    private let talk = Talk()

    /// A dump has the frame that was said and for which size, so that nothing moves however often it replaces the scene.
    @Test func dumpsHaveWhatWasSaid() {
        talk.ok(
            "create box layer bounds=0,0,100,70",
            "create a layer parent=box frame=10,10,30.1,30 autoresizingMask=left,width",
            "create b layer parent=a frame=1,2,3,4 autoresizingMask=width,top,bottom",
            "create c layer frame=1,1,300,90 autoresizingMask=width", "set main size=333x111",
            "set box bounds=0,0,37.3,71.7")
        let (a, b, c) = (talk.get("a", "frame"), talk.get("b", "frame"), talk.get("c", "frame"))
        let dump = talk.dump()
        #expect(dump.contains { $0.hasPrefix("create a ") && $0.contains("autoresizingSize=100,") })
        talk.roundTrips()
        talk.files.texts["own"] = dump.joined(separator: "\n")
        for _ in 0..<5 {
            talk.ok("load path=own replace=true")
            #expect(talk.dump() == dump)
            #expect(talk.get("a", "frame") == a && talk.get("b", "frame") == b && talk.get("c", "frame") == c)
        }
        talk.ok("set box bounds=0,0,0,0", "set box bounds=0,0,100,70")
        #expect(talk.get("a", "frame") == "[10,10,30.1,30]" && talk.get("b", "frame") == "[1,2,3,4]")
        // In another scene, by another output's size.
        let other = Talk()
        other.files.texts["own"] = talk.files.texts["own"]
        other.ok("set main size=640x480", "load path=own")
        #expect(other.get("a", "frame") == a)
        other.ok("set main size=333x111")
        #expect(other.get("c", "frame") == c)
    }

    /// What is said anew is for the size that the superlayer has then, along the axes that it changes.
    @Test func whatIsSaidIsForTheSizeOfThen() {
        talk.ok(
            "create box layer bounds=0,0,100,100",
            "create a layer parent=box frame=10,10,30,30 autoresizingMask=width,height",
            "set box bounds=0,0,200,200")
        #expect(talk.get("a", "frame") == "[10,10,130,130]")
        talk.ok("set a bounds.size.width=50", "set box bounds=0,0,100,100")
        #expect(talk.get("a", "bounds") == "[0,0,0,30]", "50 at 200, 30 at 100")
        talk.ok("set box bounds=0,0,200,200")
        #expect(talk.get("a", "bounds") == "[0,0,50,130]")
        talk.ok("set a parent=root")
        #expect(talk.get("a", "bounds") == "[0,0,50,130]")
        talk.ok("undo")
        talk.ok("set box bounds=0,0,100,100")
        #expect(talk.get("a", "bounds") == "[0,0,0,30]")
        talk.ok("undo 4")
        #expect(talk.get("a", "frame") == "[10,10,130,130]")
        talk.ok("redo 4")
        #expect(talk.get("a", "bounds") == "[0,0,0,30]")
    }

    /// `undo` brings back what was said, and the size for which that was, whatever size others have given the superlayer since.
    @Test func undoKnowsTheSizeOfThen() {
        talk.ok(
            "create box layer bounds=0,0,100,100", "create a layer parent=box frame=10,10,30,30 autoresizingMask=left")
        talk.ok("set a position.x=60")
        #expect(talk.send("set box bounds=0,0,200,100", on: 2).hasPrefix("ok"))
        #expect(talk.get("a", "position") == "[160,25]")
        talk.ok("undo")
        #expect(talk.get("a", "frame") == "[110,10,30,30]")
        talk.ok("redo")
        #expect(talk.get("a", "position") == "[160,25]")
        #expect(talk.send("set box bounds=0,0,100,100", on: 2).hasPrefix("ok"))
        #expect(talk.get("a", "position") == "[60,25]")
    }

    /// A superlayer without a size of its own moves nothing: what was said holds.
    @Test func aSizeThatIsTakenOffGivesTheFramesBack() {
        talk.ok(
            "define card title=x", "create .back layer parent=self frame=0,0,100,50 autoresizingMask=width,height",
            "end",
            "create one card", "set one frame=0,0,300,100")
        #expect(talk.get("one.back", "frame") == "[0,0,300,100]")
        talk.ok("undo")
        #expect(talk.get("one.back", "frame") == "[0,0,100,50]")
        talk.ok("redo", "set one bounds=")
        #expect(talk.get("one.back", "frame") == "[0,0,100,50]" && talk.get("one", "bounds") == "[0,0,100,50]")
        talk.ok("undo")
        #expect(talk.get("one.back", "frame") == "[0,0,300,100]")
        talk.roundTrips()
    }

    /// Lines of all kinds at random, refused ones among them: what was refused leaves no last digit behind, and what was undone
    /// neither.
    @Test(arguments: 1...40) func whatWasTriedLeavesNothing(seed: UInt64) {
        var dice = Dice(seed)
        let names = ["a", "b", "c", "d"]
        func number() -> String { dice.upTo(6) == 0 ? "0" : "\(dice.real(0, 300))" }
        func line() -> String {
            let name = dice.pick(names)
            switch dice.upTo(8) {
            case 0: return "set \(name) bounds=0,0,\(number()),\(number())"
            case 1: return "set \(name) position.x=\(number())"
            case 2:
                return
                    "set \(name) autoresizingMask=\(dice.pick(["width", "left,right", "height,top", "", "width,right"]))"
            case 3: return "set \(name) parent=\(dice.pick(["root", "box", "a", "b"]))"
            case 4: return "set \(name) frame=\(number()),1,\(number()),9 autoresizingSize=\(number()),\(number())"
            case 5: return "animate box bounds.size.width=\(number()) duration=1"
            default: return "set box bounds=0,0,\(number()),\(number())"
            }
        }
        talk.ok("create box layer bounds=0,0,100,100")
        for name in names { talk.ok("create \(name) layer parent=box frame=1,2,30,40 autoresizingMask=width,top") }
        for _ in 0..<12 {
            for _ in 0..<4 { _ = talk.send(line()) }
            let before = talk.dump() + names.map { talk.get($0, "frame") }
            _ = talk.send("begin")
            for _ in 0..<5 { _ = talk.send(line()) }
            _ = talk.send("set nobody opacity=1")
            #expect(talk.send("commit").hasPrefix("error aborted"))
            #expect(talk.dump() + names.map { talk.get($0, "frame") } == before)
            let reply = talk.send(line())
            guard reply.hasPrefix("ok"), !reply.contains("animations"),
                talk.dump() + names.map({ talk.get($0, "frame") }) != before
            else { continue }
            let after = talk.dump() + names.map { talk.get($0, "frame") }
            talk.ok("undo")
            #expect(talk.dump() + names.map { talk.get($0, "frame") } == before, "undo of \(reply)")
            talk.ok("redo")
            #expect(talk.dump() + names.map { talk.get($0, "frame") } == after, "redo")
        }
    }
}
