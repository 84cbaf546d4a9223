import Geometry
import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// `draw`: operations by lines, with what is said when one is wrong.
@Suite struct DrawTests {
    private static let forms = [
        OperationForm("save", role: .opens, help: "keeps"), OperationForm("restore", role: .closes, help: "returns"),
        OperationForm(
            "scale",
            [Property("by", .numbers, .numbers([]), counts: 1...2, traits: [.isRequired, .isPositional], help: "")],
            help: ""),
        OperationForm(
            "ring",
            [
                Property("at", .circle, .numbers([0, 0, 0]), traits: .isRequired, help: ""),
                Property("turn", .angle, .number(0), traits: .isPositional, help: ""),
                Property("color", .color, .color(.black), help: ""),
                Property("name", .string, .string(""), help: ""),
            ], help: ""),
        OperationForm("image", [Property("of", .object, .none, traits: .isPositional, help: "")], help: ""),
    ]

    private func talk() -> Talk {
        let talk = Talk()
        let drawing = Property("drawing", .operations, .operations(OperationList()), operations: Self.forms, help: "")
        talk.scene.kinds.add(
            Kind(name: "canvas", family: .layer, help: "", properties: LayerProperty.schema + [drawing]))
        _ = talk.send("create c canvas")
        return talk
    }

    @Test(arguments: [
        ("draw c", "syntax * OP is expected*"), ("draw nobody save", "unknown-object *\"nobody\"*"),
        ("draw root save", "value *\"root\" is a layer*"),
        ("draw c sclae 2", "value unknown operation \"sclae\"; did you mean \"scale\"?*"),
        ("draw c scale", "syntax scale: by is expected"),
        ("draw c scale 1,2,3", "value *\"1,2,3\"*3 members, not 1 to 2"),
        ("draw c scale wide", "value scale: by: \"wide\"*"),
        ("draw c scale 1 2", "syntax scale: \"2\" is one word too many"),
        ("draw c ring turn=1", "syntax ring: at= is expected"), ("draw c ring at=1,2", "value *\"1,2\" is no circle*"),
        ("draw c ring at=1,2,-3", "value *\"1,2,-3\" is no circle*"),
        ("draw c ring at=1,2,3 colour=red", "syntax ring: unknown argument \"colour\"; did you mean \"color\"?"),
        ("draw c ring at=1,2,3 color=reddish", "value ring: color: *reddish*"),
        ("draw c image nothing", "unknown-object *\"nothing\"*"),
        ("draw c restore", "value \"restore\" without \"save\""),
        ("set c drawing=save", "value drawing: *draw ID*"), ("animate c drawing=save", "value *"),
    ])
    func wrongLinesChangeNothing(line: String, expected: String) {
        let talk = talk()
        _ = talk.send("draw c scale 2")
        let reply = talk.send(line)
        #expect(reply.matches("error " + expected), "\(line): \(reply)")
        #expect(talk.send("get c drawing") == #"ok {"drawing":["scale 2"]}"#)
    }

    @Test func whatIsReadIsWhatWasDrawn() {
        let talk = talk()
        _ = talk.send("create p image path=x.png")
        for line in [
            "save", "scale by=2,0.5", "ring 90deg at=1,2,3 color=none name='a \"b\"'", "ring at=4,5,6 color=#000 name=",
            "image p", "restore",
        ] { #expect(talk.send("draw c " + line) == "ok", "\(line)") }
        #expect(
            talk.send("get c drawing")
                == #"ok {"drawing":["save","scale 2,0.5","ring at=1,2,3 1.5707963267948966 color=none name=\"a \\\"b\\\"\"","ring at=4,5,6","image p","restore"]}"#
        )
        // The dump makes them again, in any order of what they name; so does a load in the place of what is there.
        let lines = talk.dump()
        let other = self.talk()
        _ = other.send("remove c")
        for line in lines { #expect(other.send(line) == "ok", "\(line)") }
        #expect(other.dump() == lines)
        talk.files.texts["f"] = lines.joined(separator: "\n")
        _ = talk.send("draw c scale 3")
        #expect(talk.send("load path=f replace=true") == "ok" && talk.dump() == lines)
        // What is gone is not drawn, and the list can be read.
        _ = talk.send("remove p")
        #expect(talk.send("get c drawing").contains("\"image\",\"restore\""))
        #expect(talk.send("set c drawing=") == "ok" && talk.send("get c drawing") == #"ok {"drawing":[]}"#)
    }

    @Test func transactionsAreWhole() {
        let talk = talk()
        for line in ["begin", "draw c save", "draw c scale 2", "draw c restore"] { #expect(talk.send(line) == "ok") }
        #expect(talk.send("get c drawing") == #"ok {"drawing":[]}"#)
        #expect(talk.send("commit").hasPrefix("ok"))
        #expect(talk.send("get c drawing") == #"ok {"drawing":["save","scale 2","restore"]}"#)
        for line in ["begin", "draw c save", "set c drawing=", "draw c restore"] { #expect(talk.send(line) == "ok") }
        #expect(talk.send("commit").matches("error aborted line 3: value \"restore\" without*"))
        #expect(talk.send("get c drawing") == #"ok {"drawing":["save","scale 2","restore"]}"#)
        #expect(talk.send("begin") == "ok" && talk.send("draw c").hasPrefix("error syntax"))
        talk.files.texts["bad"] = "draw c save\ndraw c ring at=1,2,3 color=red turn=left"
        #expect(talk.send("abort") == "ok")
        let reply = talk.send("load path=bad")
        #expect(reply.matches("error value bad:2:32: *left*"), "\(reply)")
        #expect(talk.send("get c drawing") == #"ok {"drawing":["save","scale 2","restore"]}"#)
    }

    @Test func eventsTellHowMany() {
        let talk = talk()
        let changes = EventCursor(talk.scene)
        for _ in 0..<3 { _ = talk.send("draw c save") }
        let events = SceneEvents.take(changes, talk.scene).map { String(decoding: $0.line, as: UTF8.self) }
        #expect(events == ["event changed {\"id\":\"c\",\"drawing\":3}\n"])
    }

    @Test func accessHolds() {
        let talk = talk()
        _ = talk.send("session access=read", on: 2)
        #expect(talk.send("draw c save", on: 2).hasPrefix("error denied"))
    }

    @Test func describeListsThem() {
        let reply = talk().send("describe canvas")
        #expect(reply.contains(#""operations":{"save":{"parameters":{},"help":"keeps"}"#))
        #expect(reply.contains(#""required":true,"positional":true"#))
    }
}

extension String {
    /// `*` stands for anything.
    fileprivate func matches(_ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        var rest = self[...]
        for (at, part) in parts.enumerated() {
            if at == 0 {
                guard rest.hasPrefix(part) else { return false }
                rest = rest.dropFirst(part.count)
            } else if at == parts.count - 1 {
                return rest.hasSuffix(part)
            } else {
                guard let found = rest.firstRange(of: part) else { return false }
                rest = rest[found.upperBound...]
            }
        }
        return rest.isEmpty
    }
}
