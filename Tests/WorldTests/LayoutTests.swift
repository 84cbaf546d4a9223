import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema
import TestSupport
import Testing
import World

/// Layouts by their lines: what readers see, what animates, what is kept.
@Suite struct LayoutTests {
    private let talk = Talk(arranger: Columns.shared)

    private func frame(_ name: String, _ from: String = "model") -> String {
        talk.send("get \(name) position.x bounds.size.width from=\(from)")
    }

    private func span(_ x: Double, _ width: Double) -> String {
        var text = ByteWriter()
        text.append(#"ok {"position.x":"#)
        text.append(x)
        text.append(#","bounds.size.width":"#)
        text.append(width)
        text.append("}")
        return text.string
    }

    /// 100 wide, in as many equal columns as there are children.
    private func make(_ children: String...) {
        _ = talk.send("create s columns bounds=0,0,100,10")
        for name in children { _ = talk.send("create \(name) layer parent=s anchorPoint=0,0 bounds=0,0,7,7") }
    }

    @Test func readersSeeWhatIsLaidOut() {
        make("a", "b")
        #expect(frame("b") == span(50, 50))
        #expect(talk.send("tree s").contains(#""frame":[50,0,50,10]"#))
        _ = talk.send("set a isHidden=true")
        #expect(frame("b", "presentation") == span(0, 100))
        #expect(
            talk.send("get b")
                == #"ok {"kind":"layer","parent":"s","sublayers":[],"bounds":[0,0,100,10],"anchorPoint":[0,0]}"#)
        #expect(talk.dump().contains("create b layer parent=s bounds=0,0,7,7 anchorPoint=0,0"))
        // A part of what was given is set, not of what was found.
        _ = talk.send("set b bounds.size.height=9")
        #expect(talk.dump().contains("create b layer parent=s bounds=0,0,7,9 anchorPoint=0,0"))
    }

    @Test func animatedTransactions() {
        make("a", "b")
        // What waits for a layout before it begins is none of its business.
        for line in [
            "set s bounds=0,0,200,10", "begin duration=1 timing=linear", "set a isHidden=true", "set b layout.basis=3",
        ] {
            #expect(talk.send(line) == "ok")
        }
        #expect(talk.send("commit").hasPrefix("ok"))
        #expect(frame("b") == span(0, 200))
        #expect(frame("b", "presentation") == span(100, 100))
        talk.world.advance(to: 0.5)
        #expect(frame("b", "presentation") == span(50, 150))
        // Taken over half-way by an animated property of the stack's, which goes with its children.
        #expect(talk.send("animate s bounds.size.width=300 duration=1 timing=linear").hasPrefix("ok"))
        #expect(frame("b", "presentation") == span(50, 150))
        talk.world.advance(to: 1)
        #expect(frame("b", "presentation") == span(0, 225) && frame("s", "presentation") == span(0, 250))
        // Removed in flight: the others go where they belong.
        _ = talk.send("set a isHidden=false")
        _ = talk.send("remove b")
        talk.world.advance(to: 1.5)
        #expect(frame("a") == span(0, 300) && talk.scene.objects.brokenInvariant() == nil)
    }

    @Test func failedTransactionsLeaveNoLayout() {
        make("a", "b")
        _ = talk.send("animate s bounds.size.width=200 duration=1 timing=linear")
        talk.world.advance(to: 0.5)
        let (before, seen) = (talk.dump(), frame("b", "presentation"))
        for line in [
            "begin duration=1", "set a bounds=0,0,50,5", "animate b position=5,5", "create c layer parent=s index=0",
            "set s bounds=0,0,1000,10", "set b parent=root", "remove a", "set nobody opacity=1",
        ] { _ = talk.send(line) }
        #expect(talk.send("commit").hasPrefix("error aborted"))
        #expect(talk.dump() == before && frame("b", "presentation") == seen)
        #expect(frame("b") == span(100, 100) && talk.scene.objects.brokenInvariant() == nil)
    }

    /// Random lines, in and out of transactions; a dump makes a scene that lays out the same.
    @Test(arguments: 1...30) func dumpsLayOutTheSame(seed: UInt64) {
        var dice = Dice(seed)
        var time = 0.0
        let names = (0..<8).map { "n\($0)" }
        for _ in 0..<120 {
            let (a, b) = (dice.pick(names), dice.pick(["root", "none"] + names))
            let line = dice.pick([
                "create \(a) columns parent=\(b) bounds=0,0,\(dice.upTo(90)),20", "create \(a) columns parent=\(b)",
                "create \(a) layer parent=\(b) bounds=0,0,\(dice.upTo(9)),3", "set \(a) parent=\(b)",
                "set \(a) index=\(dice.upTo(3))", "set \(a) bounds.size.width=\(dice.upTo(60))",
                "set \(a) isHidden=\(dice.upTo(2))", "set \(a) frame=1,2,\(dice.upTo(50)),4",
                "set \(a) layout.grow=\(dice.upTo(2))", "remove \(a)", "begin duration=0.2", "begin", "commit", "abort",
                "animate \(a) bounds=1,1,\(dice.upTo(50)),9", "get \(a)",
            ])
            _ = talk.send(line)
            if dice.upTo(5) == 0 {
                time += 0.1
                talk.world.advance(to: time)
            }
            #expect(talk.scene.objects.brokenInvariant() == nil, "after \(line)")
        }
        _ = talk.send("abort")
        talk.world.advance(to: time + 10)
        let dump = talk.dump()
        let other = Talk(arranger: Columns.shared)
        talk.expectTheSameFromNothing(other)
        // And to itself it is no change.
        talk.files.texts["scene"] = dump.joined(separator: "\n")
        #expect(talk.send("load path=scene replace=true") == "ok")
        #expect(visible(other.scene) == visible(talk.scene))
        #expect(talk.dump() == dump)
    }

    /// The frames of what is not hidden in a layout.
    private func visible(_ scene: Scene) -> [String] {
        scene.layout.layOut()
        var list: [String] = []
        scene.tree.forEachObject { slot in
            guard scene.isLayer(slot), !scene.value(slot, LayerProperty.isHidden.id).boolean else { return }
            list.append("\(scene.name(of: slot)) \(scene.geometry.frame(of: slot))")
        }
        return list
    }
}

/// A layout: columns of one width, each as high as there is room.
final class Columns: LayerArranger, Sendable {
    static let shared = Columns()

    func frames(of sublayers: [ArrangedLayer], in size: Size, of slot: Slot, _ scene: Scene) -> [Rect]? {
        let width = size.width / Double(sublayers.count)
        return sublayers.indices.map { Rect(width * Double($0), 0, width, size.height) }
    }

    func size(for sublayers: [ArrangedLayer], in width: Double, of slot: Slot, _ scene: Scene) -> Size? {
        let width = sublayers.map(\.size.width).max() ?? 0
        return Size(width * Double(sublayers.count), sublayers.map(\.size.height).max() ?? 0)
    }
}
