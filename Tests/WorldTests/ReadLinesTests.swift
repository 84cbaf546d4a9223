import Geometry
import LineProtocol
import Scene
import TestSupport
import Testing

@testable import World

/// Files whose lines are read ahead, against the same lines run one by one.
@Suite struct ReadLinesTests {
    /// A line that makes a layer, mostly in the ordinary way.
    private static func layer(_ number: Int, _ chance: inout Dice) -> String {
        let id = chance.pick([
            "l\(number)", "l\(number)", "l\(number)", "\"l\(number)\"", "'l\(number)'", "s\(number % 3)",
        ])
        var line =
            "\(chance.pick(["create", "create", "create", "put"])) \(id) \(chance.pick(["layer", "layer", "layer", "shape"]))"
        let words = [
            "position=\(chance.upTo(9)),3", "bounds=0,0,9,9", "frame=1,2,\(chance.upTo(9)),4",
            "opacity=0.\(chance.upTo(9))",
            "opacity=\"0.5\"", "anchorPoint=0,0", "backgroundColor=#102030", "backgroundColor=none", "isHidden=true",
            "cornerRadius=3", "zPosition=2", "user.a=b", "user.a='b c'", "position.x=4", "opacity=$o", "style=s",
            "opacity:=0.25", "masksToBounds=true", "opacity=",
        ]
        for _ in 0..<chance.upTo(4) { line += " " + chance.pick(words) }
        if chance.upTo(2) == 0 {
            line += " parent=\(chance.pick(["root", "s0", "s1", "\"s0\"", "none", "l\(number / 2)"]))"
        }
        if chance.upTo(9) == 0 { line += " parent=root" }
        if chance.upTo(9) == 0 { line = "  @t.1   \(line)\t" }
        return chance.upTo(7) == 0 ? line + "\r" : line
    }

    private static func file(_ chance: inout Dice, isWrong: Bool) -> String {
        var lines = [
            "# a scene", "create t theme o=0.5", "create s style cornerRadius=2", "create s0 layer", "create s1 layer",
            "create s2 shape", "set root theme=t",
        ]
        for number in 0..<40 {
            lines.append(layer(number, &chance))
            switch chance.upTo(12) {
            case 0: lines.append("")
            case 1: lines.append("set s0 opacity=0.5")
            case 2: lines.append("remove s1\ncreate s1 layer")
            case 3: lines.append("begin\ncommit")
            case 4:
                lines.append("define k\(number) n=1\ncreate .x layer zPosition=2\nend\ncreate k\(number)i k\(number)")
            case 5: lines.append("animate s0 opacity=0.5 duration=9")
            default: break
            }
        }
        if !isWrong {
            // Those that fail are left out, one after the other.
            let talk = Talk()
            var isOpen = false
            lines = lines.joined(separator: "\n").split(whereSeparator: \.isNewline).map(String.init).filter { line in
                if line == "begin" || line == "commit" { return false }
                if line.hasPrefix("define") { isOpen = true }
                defer { if line == "end" { isOpen = false } }
                return isOpen || !talk.send(line).hasPrefix("error")
            }
        }
        return lines.joined(separator: chance.upTo(2) == 0 ? "\n" : "\n\n") + (chance.upTo(2) == 0 ? "\n" : "")
    }

    /// How the lines before went, in words.
    private func load(_ talk: Talk, _ text: String, _ words: String, isAhead: Bool, reads: Int = .max) -> String {
        talk.files.texts["f"] = text
        guard isAhead else { return talk.send("load path=f\(words)") }
        var reply = ""
        talk.world.fileVerbs.with(ReadFile("f", Array(text.utf8), most: reads, partBytes: 300)) {
            reply = talk.send("load path=f\(words)")
        }
        return reply
    }

    @Test(arguments: 1...60)
    func bothWaysComeToTheSame(seed: UInt64) {
        var chance = Dice(seed)
        let text = Self.file(&chance, isWrong: seed % 2 == 0)
        for words in ["", " replace=true"] {
            let (one, other, part) = (Talk(), Talk(), Talk())
            for talk in [one, other, part] where seed % 3 == 0 {
                talk.ok("create l3 layer opacity=0.5", "create z layer")
            }
            let reply = load(one, text, words, isAhead: false)
            #expect(load(other, text, words, isAhead: true) == reply)
            #expect(load(part, text, words, isAhead: true, reads: 20) == reply)
            #expect(other.dump() == one.dump() && part.dump() == one.dump(), "\(reply)")
            #expect(other.scene.objects.brokenInvariant() == nil)
            #expect(one.send("undo") == other.send("undo") && one.dump() == other.dump())
        }
    }

    @Test func linesAreReadAhead() {
        let text = Array(
            "create a layer opacity=0.5\ncreate b shape\n\ncreate c layer parent=a\nset a opacity=1\n".utf8)
        var made: [String] = []
        var all = 0
        ReadLines(text, in: 0..<text.count).forEach { line, layer in
            all += 1
            if let layer { made.append("\(layer.name.string) \(layer.parent.string)") }
        }
        #expect(all == 5 && made == ["a ", "c a"])
    }

    /// A file that was read is of one line.
    @Test func whatWasReadIsTakenOnce() {
        let talk = Talk()
        talk.files.texts["f"] = "create disk layer"
        talk.world.fileVerbs.with(ReadFile("f", Array("create ahead layer".utf8))) {
            talk.ok("load path=f", "load path=f")
        }
        talk.ok("set ahead opacity=0.5", "set disk opacity=0.5")
    }
}
