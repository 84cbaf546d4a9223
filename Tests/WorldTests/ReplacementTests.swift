import Scene
import Schema
import Testing
import World

/// Scenes that replace others, and lines that take definitions away together with what used them.
@Suite struct ReplacementTests {
    private let talk = Talk()

    /// A scene with a control, of a file of definitions and styles.
    private static let control = [
        "create knob style bounds=0,0,40,40 backgroundColor=red",
        "create knob.on style of=knob state=selected opacity=0.5",
        "define switch level=1 title='x'", "set self style=knob", "create .track layer slot=true style=knob",
        "on .track tap \"set self level:=level+1\"", "end", "create b switch frame=0,0,50,20 level=2 title='y'",
        "create inside layer parent=b", "create twin switch style=knob isSelected=true",
        "animate b level=9 duration=60",
    ]

    /// Each way of going from a scene with a component to one without, and back.
    @Test(arguments: [
        ["create y layer frame=0,0,5,5"], ["create b layer"],
        ["create knob style opacity=0.5", "create b layer style=knob"],
        ["define switch other=1", "end", "create b switch"],
        ["define switch level='text'", "end", "create b switch level=a"],
        ["define level level=1", "end", "create b level level=2"], [],
    ])
    func scenesWithComponentsAreReplaced(by others: [String]) {
        talk.files.texts["a"] = Self.control.joined(separator: "\n")
        talk.files.texts["b"] = others.joined(separator: "\n")
        talk.ok("load path=a replace=true")
        let first = talk.dump()
        talk.ok("load path=b replace=true")
        let second = talk.dump()
        for _ in 0..<2 {
            talk.ok("undo")
            #expect(talk.dump() == first)
            talk.ok("redo")
            #expect(talk.dump() == second)
        }
        talk.ok("load path=a replace=true")
        #expect(talk.dump() == first)
        talk.ok("undo", "undo", "undo")
        #expect(talk.dump() == Talk().dump())
        talk.ok("redo 3")
        #expect(talk.dump() == first)
        talk.ok("clear")
        #expect(talk.dump() == Talk().dump())
    }

    /// References of an object are cleared, and its values read for `undo`, when its component is gone already.
    @Test func aComponentGoesInTheLinesThatRemoveItsInstances() {
        talk.ok(
            "create s style bounds=0,0,40,40", "define badge level=1", "set self style=s", "end",
            "create x badge level=2")
        let before = talk.dump()
        talk.ok("begin")
        for line in ["remove x", "remove s", "undefine badge"] { #expect(talk.send(line).hasPrefix("ok")) }
        talk.ok("commit")
        #expect(talk.dump() == Talk().dump())
        talk.ok("undo")
        #expect(talk.dump() == before)
        talk.ok("redo", "undo", "set x level=3")
        #expect(talk.get("x", "level") == "3")
    }

    @Test func undoTakesAStyleAndItsComponentBackAtOnce() {
        let lines = [
            "create s style opacity=0.5", "define badge level=1", "create .p layer style=s", "end",
            "create x badge level=2 style=s",
        ]
        talk.files.texts["made"] = lines.joined(separator: "\n")
        talk.files.texts["wrong"] = (lines + ["set nobody opacity=1"]).joined(separator: "\n")
        talk.ok("load path=made")
        let made = talk.dump()
        for _ in 0..<3 {
            talk.ok("undo")
            #expect(talk.dump() == Talk().dump())
            talk.ok("redo")
            #expect(talk.dump() == made)
        }
        talk.fails("load path=wrong replace=true", "unknown-object")
        talk.ok("clear")
        talk.fails("load path=wrong", "unknown-object")
    }

    /// A value of a parameter that the new definition has not is gone, also when a later one has it again.
    @Test func aParameterThatCameBackHasItsDefault() {
        talk.files.texts["p"] = "define badge level=1\nend\ncreate x badge level=7"
        talk.files.texts["q"] = "define badge size=1\nend\ncreate x badge size=3"
        talk.ok("load path=p replace=true", "load path=q replace=true", "define badge level=1", "end")
        #expect(talk.get("x", "level") == "1")
        talk.ok("undo", "undo")
        #expect(talk.get("x", "level") == "7")
    }

    /// Definitions of one name share their parameters' indices: the schema grows with new names alone.
    @Test func redefinitionsDoNotGrowTheSchema() throws {
        func count() throws -> Int {
            let kind = try #require(try talk.scene.kinds.find("badge"))
            return talk.scene.kinds[kind].properties.count
        }
        talk.ok("define badge a=1 b=2", "end", "define badge b=2 c=3", "end")
        let before = try count()
        for _ in 0..<20 {
            talk.ok(
                "define badge c=1", "end", "define badge a=1 b=2", "end", "undefine badge", "define badge b=2", "end")
        }
        #expect(try count() == before)
    }
}
