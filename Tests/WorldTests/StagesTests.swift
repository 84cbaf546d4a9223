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
        "create d data x=0.25 y=30", #"set d rows='["a","b"]'"#,
        "define row item=\"\" index=0", "create .cell layer bounds=0,0,6,6 style=plain",
        "bind .cell opacity:=1/(index+1)", "end",
    ]

    /// Other lines for the component of rows, and for one with parts of which some have the same ids.
    private static let definitions = [
        ["define badge level=1 fill=tomato", "create .dot layer frame=1,0,10,10 backgroundColor=$ink", "end"],
        [
            "define badge level=2 fill=gold size=4", "create .dot layer frame=0,0,10,10 cornerRadius=$size style=plain",
            "create .more columns frame=0,12,30,10 style=loud", "create .one layer parent=.more bounds=0,0,4,4",
            "bind .dot opacity:=level/4 bounds.size.width:=d.y", "end",
        ],
        ["define row item=\"\" index=0", "create .cell layer bounds=0,0,9,6 style=loud", "end"],
        [
            "define row item=\"\" index=0 wide=3", "create .cell layer bounds=0,0,6,6 style=plain",
            "bind .cell bounds.size.width:=wide+index+d.y", "end",
        ],
    ]

    /// Lists, components that are defined again, and bindings whose cause is animated, among the other lines.
    private static func lines(_ dice: inout Dice) -> [String] {
        let a = dice.pick((0..<6).map { "n\($0)" })
        switch dice.upTo(9) {
        case 0: return dice.pick(definitions)
        case 1: return ["create \(a) each of=row in=d.rows parent=\(dice.pick(["root", "n0", "n1"]))"]
        case 2:
            return ["set d rows='\(dice.pick([#"["a"]"#, #"["b","a","c"]"#, "[]", #"["c","c"]"#, "7"]))'"]
        case 3:
            return [
                "begin duration=0.3", "set d x=0.\(1 + dice.upTo(8)) y=\(dice.upTo(60))", line(&dice),
                dice.pick(["commit", "commit", "abort"]),
            ]
        case 4: return ["set \(a) level=\(dice.upTo(2))"]
        default: return [line(&dice)]
        }
    }

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
            "set \(a) bounds=\(dice.pick(["0,0,9,9", "", "0,0,0,0", "0,0,auto,auto", "0,0,20,auto"]))",
            "set \(a) frame=\(number),4,\(dice.pick(["auto,auto", "auto,9", "30,auto"]))",
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

    /// What the later stages find is no change: `undo` takes back what was said, and all of the rest comes out as it was; and time, frames
    /// and readers change nothing that was said.
    @Test(arguments: 1...24 as ClosedRange<UInt64>) func nothingIsSaidByLaterStages(seed: UInt64) {
        var dice = Dice(seed)
        let talk = Talk(arranger: Columns.shared)
        for line in Self.setup { _ = talk.send(line) }
        var time = 0.0
        func rest() {
            time += 10
            talk.world.advance(to: time)
        }
        var said: [String] = []
        for _ in 1...50 {
            rest()
            let (dump, before) = (talk.dump(), talk.everything())
            rest()
            #expect(talk.dump() == dump, "time says something, after \(said)")
            let lines = Self.lines(&dice)
            let replies = lines.map { talk.send($0) }
            said += lines
            rest()
            let (new, after) = (talk.dump(), talk.everything())
            if let broken = talk.scene.objects.brokenInvariant() {
                Issue.record("\(broken), after \(said)")
                return
            }
            if lines == ["undo"] || lines == ["redo"] || new == dump { continue }
            #expect(replies.last?.hasPrefix("ok") == true, "\(lines) changed something: \(replies)")
            let reply = talk.send("undo")
            guard reply.hasPrefix("ok") else {
                Issue.record("\(lines), \(replies) is not undone: \(reply)")
                return
            }
            rest()
            expectSame(talk, dump, before, "undone: \(lines)", said)
            _ = talk.send("redo")
            rest()
            expectSame(talk, new, after, "done again: \(lines)", said)
        }
        talk.expectTheSameFromNothing(Talk(arranger: Columns.shared))
    }

    private func expectSame(_ talk: Talk, _ dump: [String], _ values: [String], _ what: String, _ said: [String]) {
        let now = talk.dump()
        #expect(
            now.filter { !dump.contains($0) } == [] && dump.filter { !now.contains($0) } == [], "\(what), after \(said)"
        )
        #expect(Set(talk.everything()).symmetricDifference(values).sorted() == [], "\(what), after \(said)")
    }
}
