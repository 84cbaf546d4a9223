import Geometry
import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// Constraints by their lines: groups that follow every change, bounds, many of them.
@Suite struct ConstraintTests {
    private let talk = Talk(arranger: Columns.shared)

    private func frame(_ name: String) -> String { talk.send("get \(name) frame") }

    private func run(_ lines: String...) {
        for line in lines { #expect(talk.send(line).hasPrefix("ok"), "\(line)") }
    }

    @Test func whatChangedIsSolved() {
        run(
            "create p layer frame=0,0,100,100", "create q layer frame=0,0,100,100",
            "create a layer parent=p frame=0,0,10,10", "create b layer parent=q frame=0,0,10,10",
            "create other layer parent=p frame=0,0,10,10", "create far layer frame=0,0,10,10",
            "create ca constraint item=a attribute=right toItem=p",
            "create cb constraint item=b attribute=right toItem=q")
        #expect(frame("a") == #"ok {"frame":[90,0,10,10]}"# && frame("b") == #"ok {"frame":[90,0,10,10]}"#)
        let before = talk.scene.layout.layoutCount
        // Nobody goes by these.
        run("set other bounds=0,0,50,50", "set far position=40,40", "set a opacity=0.5", "set q opacity=0.5")
        #expect(frame("a") == #"ok {"frame":[90,0,10,10]}"# && talk.scene.layout.layoutCount == before)
        run("set q bounds=0,0,50,50")
        #expect(frame("b") == #"ok {"frame":[40,0,10,10]}"# && talk.scene.layout.layoutCount == before + 1)
        #expect(talk.scene.objects.brokenInvariant() == nil)
    }

    @Test func whatAFollowMovesIsLaidOutAroundInTheSameFrame() throws {
        run(
            "create a layer frame=0,0,10,10", "create b layer frame=0,0,10,10", "create c layer frame=0,0,10,10",
            "create k constraint item=c attribute=top toItem=b constant=5", "create f follow layer=b position={a}")
        talk.world.advance(to: 1)
        run("set a position.y=80")
        talk.world.advance(to: 2)
        let c = try #require(talk.scene.find("c"))
        #expect(talk.scene.value(c, LayerProperty.position.id).point.y == 85)
        // What moves an item has a say from the first moment on, and none any more when it has gone.
        run("create d layer frame=0,75,10,10", "create h constraint item=d attribute=height constant=30")
        #expect(frame("d") == #"ok {"frame":[0,65,10,30]}"#)
        run("create g follow layer=d position={a}")
        #expect(frame("d") == #"ok {"frame":[0,75,10,10]}"#)
        run("remove g")
        #expect(frame("d") == #"ok {"frame":[0,65,10,30]}"#)
        run("undo")
        #expect(frame("d") == #"ok {"frame":[0,75,10,10]}"#)
    }

    @Test func aListThatIsPlacedHasTheSizeOfItsRows() {
        run(
            #"create d data rows='["a"]'"#, #"define row item="""#, "create .cell layer bounds=0,0,6,6", "end",
            "create l each of=row in=d.rows parent=root")
        #expect(frame("l") == #"ok {"frame":[0,0,6,6]}"#)
        run("create c constraint item=l attribute=left constant=26")
        #expect(frame("l") == #"ok {"frame":[26,0,6,6]}"#)
        run("remove c")
        #expect(talk.send("get l bounds") == #"ok {"bounds":[0,0,6,6]}"#)
    }

    @Test func bindingsThatComeAndGoAreNoticed() {
        run(
            "create d data y=5", "create a layer frame=0,0,5,5",
            "create c constraint item=a attribute=left constant=12")
        #expect(frame("a") == #"ok {"frame":[12,0,5,5]}"#)
        // It holds its axis, and its value is the one that is there.
        run("bind a bounds.size.width:=d.y")
        #expect(frame("a") == #"ok {"frame":[0,0,5,5]}"#)
        run("bind a bounds.size.width:=")
        #expect(frame("a") == #"ok {"frame":[12,0,5,5]}"#)
    }

    /// An instance in a stack has the size of its parts again once its last constraint is gone.
    @Test func aStackAsksAgainWhenAGroupEnds() {
        run(
            "define badge", "create .dot layer frame=0,0,30,22", "end", "create s columns", "create i badge parent=s",
            "create a layer parent=i")
        let before = talk.send("get i bounds")
        #expect(before == #"ok {"bounds":[0,0,30,22]}"#)
        run("create k constraint item=a attribute=left constant=5")
        #expect(talk.send("get i bounds") != before)
        run("remove k")
        #expect(talk.send("get i bounds") == before)
    }

    @Test func aGroupIsBounded() {
        run("create p layer frame=0,0,100,100", "create a layer parent=p frame=0,0,10,10")
        for at in 1...1000 { #expect(talk.send("create c\(at) constraint item=a attribute=left constant=1") == "ok") }
        #expect(
            talk.send("create over constraint item=a attribute=left")
                == #"error limit the sublayers of "p" have 1000 constraints at most"#)
        #expect(talk.send("get over").hasPrefix("error unknown-object"))
        run("remove c1", "create over constraint item=a attribute=left constant=5")
        #expect(frame("a") == #"ok {"frame":[1,0,10,10]}"#)
        #expect(talk.send("get over isSatisfied") == #"ok {"isSatisfied":false}"#)
        run("remove a")
        #expect(talk.send("list kind=constraint") == "ok []" && talk.scene.objects.brokenInvariant() == nil)
    }

    /// One and a half thousand groups: what changes in one is no work for the others.
    @Test func manyGroups() {
        for at in 0..<1500 {
            run(
                "create p\(at) layer frame=0,0,100,100", "create a\(at) layer parent=p\(at) frame=0,0,10,10",
                "create c\(at) constraint item=a\(at) attribute=left,right toItem=p\(at)")
        }
        #expect(frame("a777") == #"ok {"frame":[0,0,100,10]}"#)
        let before = talk.scene.layout.layoutCount
        for at in 1...50 {
            run("set c777 constant=\(at)")
            #expect(frame("a777") == #"ok {"frame":[\#(at),0,100,10]}"#)
        }
        #expect(talk.scene.layout.layoutCount == before + 50)
        run("clear")
        #expect(talk.scene.objects.brokenInvariant() == nil && talk.send("list kind=constraint") == "ok []")
    }

    @Test func rights() {
        run("create mine layer frame=0,0,100,100", "create a layer parent=mine frame=0,0,10,10")
        run("create theirs layer frame=0,0,9,9", "session access=mine")
        #expect(talk.send("create c constraint item=theirs attribute=left").hasPrefix("error denied"))
        #expect(talk.send("create c constraint item=mine attribute=left toItem=theirs").hasPrefix("error denied"))
        run("create c constraint item=a attribute=right toItem=mine")
        #expect(frame("a") == #"ok {"frame":[90,0,10,10]}"#)
    }

    @Test func whatABindingSetsIsKept() {
        run(
            "create p layer frame=0,0,100,100", "create a layer parent=p frame=0,0,10,10", "create d data x=30",
            "create c constraint item=a attribute=left,top constant=50", "bind a position.x:=d.x")
        #expect(frame("a") == #"ok {"frame":[25,50,10,10]}"#)
        run("set d x=60")
        #expect(frame("a") == #"ok {"frame":[55,50,10,10]}"#)
        run("bind c constant:=d.x/2")
        #expect(frame("a") == #"ok {"frame":[55,30,10,10]}"#)
    }

    @Test func autoresizingSiblingsStillDo() {
        run(
            "create p layer frame=0,0,100,100", "create a layer parent=p frame=0,0,10,10 autoresizingMask=width",
            "create b layer parent=p frame=0,0,10,10 autoresizingMask=width",
            "create c constraint item=b attribute=top constant=20")
        #expect(frame("b") == #"ok {"frame":[0,20,10,10]}"#)
        run("set p bounds=0,0,200,100")
        #expect(frame("a") == #"ok {"frame":[0,0,110,10]}"#)
        #expect(frame("b") == #"ok {"frame":[0,20,10,10]}"#)
    }

    @Test func partsOfAComponent() {
        for line in [
            "define pair gap=8", "create .a layer frame=0,0,20,20", "create .b layer frame=0,0,20,20",
            "create .c constraint item=.b attribute=left toItem=.a toAttribute=right", "bind .c constant:=gap", "end",
        ] { _ = talk.send(line) }
        run("create one pair gap=5", "create two pair")
        #expect(frame("one.b") == #"ok {"frame":[25,0,20,20]}"# && frame("two.b") == #"ok {"frame":[28,0,20,20]}"#)
        run("set one gap=40")
        #expect(frame("one.b") == #"ok {"frame":[60,0,20,20]}"#)
        #expect(talk.send("create x constraint item=one.b attribute=top constant=9").hasPrefix("error denied"))
        run("copy two as=three")
        #expect(frame("three.b") == #"ok {"frame":[28,0,20,20]}"#)
        run("remove one")
        #expect(talk.scene.objects.brokenInvariant() == nil)
    }

    /// Random lines, and none of them leaves the scene in disorder; what is dumped is laid out the same.
    @Test(arguments: 0..<12) func random(_ seed: UInt64) {
        var chance = Dice(100 + seed)
        let names = ["p", "q", "a", "b", "c", "d", "e"]
        let attributes = ["left", "right", "centerX", "width", "left,width", "top", "bottom,height"]
        run("create p layer frame=0,0,200,200", "create q layer frame=0,0,0,0")
        for _ in 0..<400 {
            func name() -> String { names.randomElement(using: &chance) ?? "a" }
            let number = Int.random(in: -20...200, using: &chance)
            let line =
                switch Int.random(in: 0..<11, using: &chance) {
                case 0, 1: "create \(name()) layer parent=\(name()) frame=\(number),0,\(abs(number)),10"
                case 2: "set \(name()) parent=\(name())"
                case 3: "remove \(name())"
                case 4: "set \(name()) bounds=0,0,\(abs(number)),20"
                case 5: "set \(name()) position.x=\(number)"
                case 6: "remove k\(number % 9)"
                case 7: ["undo", "redo", "undo"].randomElement(using: &chance) ?? "undo"
                case 8: "set k\(abs(number) % 9) constant=\(number) isActive=\(number % 3 != 0)"
                default:
                    "create k\(abs(number) % 9) constraint item=\(name()) attribute=\(attributes.randomElement(using: &chance) ?? "")"
                        + " toItem=\(name()) constant=\(number) priority=\(1 + abs(number) * 4)"
                }
            let isLong = Int.random(in: 0..<8, using: &chance) == 0
            for each in isLong ? ["begin duration=0.1", line, "set a position.y=3", "commit"] : [line] {
                _ = talk.send(each)
            }
            if Bool.random(using: &chance) {
                talk.scene.layout.layOut()
                if let broken = talk.scene.objects.brokenInvariant() {
                    Issue.record("\(line): \(broken)")
                    return
                }
            }
        }
        talk.world.advance(to: 10)
        talk.expectTheSameFromNothing(Talk(arranger: Columns.shared))
    }
}
