import Scene
import TestSupport
import Testing
import World

/// Layers with one style, which are styled the short way, are as if everything had been said from the beginning.
@Suite struct StyleShortcutTests {
    private static func step(_ chance: inout Dice) -> String {
        let layer = chance.pick(["a", "b", "c", "d", "e"])
        let style = chance.pick(["s", "s", "s", "u", "v"])
        let value = chance.upTo(9)
        return chance.pick([
            "set \(style) opacity=0.\(value)", "set \(style) cornerRadius=\(value)", "set \(style) opacity=",
            "set \(style) zPosition=\(value)", "set \(style) position.x=\(value)", "set \(style) opacity=$o",
            "set \(style) path=\"M 0 0 L \(value) 9\"", "set \(style) isHidden=true",
            "set \(style) duration=\(value % 2)",
            "set \(style) theme=t", "set \(style) theme=", "set t o=0.\(value)", "set n o=0.\(value)",
            "set root theme=n",
            "set \(layer) opacity=0.\(value)", "set \(layer) opacity=", "set \(layer) opacity=1",
            "set \(layer) cornerRadius=0",
            "set \(layer) style=\(style)", "set \(layer) style=s,u", "set \(layer) style=",
            "set \(layer) isEnabled=false",
            "set \(layer) isEnabled=true", "set \(layer) theme=t", "set \(layer) position=\(value),2",
            "create h style of=s state=disabled opacity=0.125", "remove h", "remove v", "create v style opacity=0.75",
            "begin\nset s opacity=0.\(value) cornerRadius=7\nset u opacity=0.25\nset nobody opacity=1\ncommit",
            "begin\nset s opacity=0.\(value)\nset \(layer) style=s\nset s zPosition=\(value)\ncommit", "undo", "undo",
            "redo",
            "animate \(layer) opacity=0.5 duration=9", "remove \(layer)", "create \(layer) layer style=s",
            "create \(layer) shape style=\(style) opacity=0.5",
        ])
    }

    @Test(arguments: 1...40)
    func valuesAreThoseOfTheLines(seed: UInt64) {
        var chance = Dice(seed)
        let talk = Talk()
        talk.ok(
            "create t theme o=0.5", "create n theme o=0.25", "set root theme=n",
            "create s style opacity=0.5 cornerRadius=4",
            "create u style cornerRadius=2 zPosition=3", "create v style", "create a layer style=s",
            "create b layer style=s parent=a",
            "create c shape style=s", "create d layer style=u opacity=0.75", "create e layer style=s,u")
        for _ in 0..<60 {
            let line = Self.step(&chance)
            for part in line.split(separator: "\n") { _ = talk.send(String(part)) }
            let other = Talk()
            for line in talk.dump() {
                let reply = other.send(line)
                #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
            }
            #expect(talk.scene.objects.brokenInvariant() == nil)
            for id in ["a", "b", "c", "d", "e"] {
                for property in ["opacity", "cornerRadius", "zPosition", "position", "isHidden", "theme"] {
                    let (found, wanted) = (talk.send("get \(id) \(property)"), other.send("get \(id) \(property)"))
                    #expect(found == wanted, "\(line): \(id) \(property)")
                }
            }
            #expect(other.dump() == talk.dump(), "\(line)")
        }
    }
}
