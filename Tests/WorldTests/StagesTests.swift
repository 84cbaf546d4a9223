import Geometry
import LineProtocol
import Scene
import TestSupport
import Testing
import World

/// What is computed and laid out is a function of what was said: found from nothing, in a scene that the dump makes, it is the same to
/// the last bit, whatever was tried, taken back and replaced on the way.
@Suite struct StagesTests {
    private static let setup = [
        "create default theme ink=#102030 size=12 wide=40", "create night theme ink=#ffffff size=9",
        "create plain style cornerRadius=3 opacity=0.5", "create plain.on style of=plain state=selected opacity=0.9",
        "create loud style bounds=0,0,$wide,20 backgroundColor=$ink", "create placed style position=7,8",
        "define badge level=1 fill=tomato", "create .dot layer frame=0,0,10,10 backgroundColor=$fill style=plain",
        "create .bar columns frame=0,12,30,10", "create .one layer parent=.bar bounds=0,0,4,4",
        "create .two layer parent=.bar style=loud", "bind .dot opacity:=level/2", "end",
        "create d data x=0.25 y=30",
    ]

    private static func line(_ dice: inout Dice) -> String {
        let names = (0..<6).map { "n\($0)" }
        let (a, b) = (dice.pick(names), dice.pick(names + ["root", "none"]))
        let styles = dice.pick(["plain", "loud", "plain,loud", "placed,loud", "placed", ""])
        let number = dice.upTo(60)
        return dice.pick([
            "create \(a) layer parent=\(b) frame=\(number),2,30,10", "create \(a) columns parent=\(b)",
            "create \(a) layer parent=\(b) style=\(styles)", "create \(a) badge parent=\(b) level=\(dice.upTo(2))",
            "create \(a) columns parent=\(b) bounds=0,0,\(number),20 style=\(styles)", "remove \(a)",
            "set \(a) parent=\(b)", "set \(a) style=\(styles)", "set \(a) isSelected=\(dice.upTo(2))",
            "set \(a) isHidden=\(dice.upTo(2))", "set \(a) theme=\(dice.pick(["night", "default", ""]))",
            "set \(a) opacity=\(dice.pick(["0.1", "1", "", "0.5"]))", "set \(a) cornerRadius=$size",
            "set \(a) position=\(dice.pick(["1,2", "", "0,0"]))", "set \(a) position.x=\(number)",
            "set \(a) bounds=\(dice.pick(["0,0,9,9", "", "0,0,0,0"]))",
            "set \(a) backgroundColor=\(dice.pick(["$ink", "red", ""]))",
            "set \(a) autoresizingMask=width", "set default wide=\(number)", "set night ink=#0000\(10 + number)",
            "set loud bounds=0,0,\(number),20", "set plain opacity=\(dice.pick(["0.3", ""]))", "remove plain.on",
            "create plain.on style of=plain state=selected opacity=0.8", "remove placed",
            "create placed style position=\(number),8",
            "create k\(dice.upTo(3)) constraint item=\(a) attribute=left constant=\(number)", "remove k\(dice.upTo(3))",
            "set d x=0.\(1 + dice.upTo(8)) y=\(number)", "bind \(a) opacity:=d.x", "bind \(a) opacity:=",
            "bind \(a) bounds.size.width:=d.y", "copy \(a) as=\(dice.pick(names))", "undo", "undo", "redo",
        ])
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func fromNothing(seed: UInt64) {
        var dice = Dice(seed)
        let talk = Talk(arranger: Columns.shared)
        for line in Self.setup { _ = talk.send(line) }
        var said: [String] = []
        for step in 1...150 {
            let isLong = dice.upTo(6) == 0
            var lines = [Self.line(&dice)]
            if isLong {
                lines = ["begin\(dice.pick(["", " duration=0.2"]))", lines[0], Self.line(&dice), Self.line(&dice)]
                lines += dice.pick([["commit"], ["set nobody opacity=1", "commit"], ["abort"]])
            }
            let fails = lines.contains("set nobody opacity=1")
            let before = fails ? talk.everything() : []
            let dump = fails ? talk.dump() : []
            for line in lines { _ = talk.send(line) }
            said += lines
            if fails {
                #expect(talk.dump() == dump, "after \(lines)")
                #expect(Set(talk.everything()).symmetricDifference(before).sorted() == [], "after \(lines)")
            }
            if dice.upTo(12) == 0 { talk.world.advance(to: Double(step)) }
            if let broken = talk.scene.objects.brokenInvariant() {
                Issue.record("\(broken), after \(said)")
                return
            }
        }
        talk.world.advance(to: 1000)
        let other = Talk(arranger: Columns.shared)
        talk.expectTheSameFromNothing(other)
        // And it replaces itself, and another, by the same.
        let (before, dump) = (talk.everything(), talk.dump())
        talk.files.texts["scene"] = dump.joined(separator: "\n")
        #expect(talk.send("load path=scene replace=true").hasPrefix("ok"))
        #expect(Set(talk.everything()).symmetricDifference(before).sorted() == [])
        #expect(talk.dump() == dump)
    }
}
