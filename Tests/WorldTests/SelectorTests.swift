import Geometry
import Testing

/// Words that stand for several objects, beyond what the transcripts of the scene language hold.
@Suite struct SelectorTests {
    private let talk = Talk()

    private func ok(_ lines: String...) {
        for line in lines {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    @Test func theOrderIsTheTreesWithoutRecursion() {
        ok("create a layer", "create b layer", "create c layer parent=a", "create m layer parent=none")
        #expect(talk.send("list m,b,a/*,a") == #"ok ["a","c","b","m"]"#)
        // As deep as a client likes.
        var parent = "a"
        for level in 0..<20_000 {
            _ = talk.send("create d\(level) layer parent=\(parent)")
            parent = "d\(level)"
        }
        #expect(talk.send("set a/** opacity=0.5") == #"ok {"count":20001}"#)
        #expect(talk.send("get d19999 opacity") == #"ok {"opacity":0.5}"#)
        #expect(talk.send("remove a/**") == #"ok {"count":20001}"#)
    }

    @Test func theLimitIsExact() {
        ok("set daemon limit.selection=2", "create a layer", "create b layer")
        #expect(talk.send("set * zPosition=1") == #"ok {"count":2}"#)
        ok("create c layer")
        for line in ["set * zPosition=2", "remove *", "get *", "list *", "animate * opacity=0"] {
            #expect(talk.send(line).hasPrefix("error limit more than 2 objects match"), "\(line)")
        }
        #expect(talk.send("get a,b,c zPosition").hasPrefix("error limit"))
        #expect(talk.send("get a zPosition") == #"ok {"zPosition":1}"#)
    }

    /// What costs as much as many values is done for fewer objects.
    @Test func oneLineDoesLessForFewer() {
        ok("create s style opacity=0.5")
        for number in 0..<1002 { ok("create a\(number) layer") }
        let lines = [
            ("animate * opacity=0 duration=1", 20), ("bind * zPosition:=time", 10), ("set * style=s", 10),
            ("set * cornerRadius:=index(self)", 4),
        ]
        for (line, share) in lines {
            ok("set daemon limit.selection=\(1001 * share + share - 1)")
            let verb = line.prefix { $0 != " " }
            #expect(talk.send(line).hasPrefix("error limit \(verb): more than 1001 objects match"), "\(line)")
        }
        #expect(talk.send("list kind=binding") == "ok []" && talk.send("list kind=animation") == "ok []")
        #expect(talk.send("get a1001 cornerRadius style") == #"ok {"cornerRadius":0,"style":[]}"#)
        #expect(talk.send("set * opacity=0.5") == #"ok {"count":1002}"#)
        ok("remove a0")
        for (line, share) in lines.reversed() {
            ok("set daemon limit.selection=\(1001 * share)")
            let isDone = talk.send(line).hasSuffix(#""count":1001}"#)
            #expect(isDone, "\(line)")
        }
    }

    /// All expressions of a line see the scene before it, whatever the order of the objects.
    @Test func expressionsSeeTheSceneBefore() {
        ok("create a layer zPosition=1", "create b layer zPosition=2", "set a,b zPosition:=a.zPosition+b.zPosition")
        #expect(talk.send("get a,b zPosition") == #"ok {"a":{"zPosition":3},"b":{"zPosition":3}}"#)
    }

    @Test func conditionsAreWordsAnywhere() {
        ok("create a layer user.k=x=y", "create b layer user.k=z name='b c'")
        #expect(talk.send("list [user.k=x=y]") == #"ok ["a"]"#)
        #expect(talk.send("list *[user.k=z][name='b c']") == #"ok ["b"]"#)
        #expect(talk.send("list \"[name=b c]\"") == #"ok ["b"]"#)
        #expect(talk.send("set [user.k opacity=1").hasPrefix("error syntax"))
        #expect(talk.send("set a]=b opacity=1").hasPrefix("error syntax"))
        ok("on a tap \"set [user.k=z] opacity=0.25\"")
    }

    @Test func failuresChangeNothing() {
        ok("create p layer", "create a layer parent=p opacity=0.5", "create b shape parent=p")
        let before = talk.dump()
        for (line, code) in [
            ("set p/* opacity=0.1 path='M0 0'", "unknown-property"), ("set p/* opacity=3", "value"),
            ("animate p/* opacity=0.1 path='M0 0'", "unknown-property"), ("set p/** parent=a", "cycle"),
            ("set root/* parent=a", "cycle"), ("remove a nobody/*", "unknown-object"),
        ] {
            #expect(talk.send(line).hasPrefix("error \(code)"), "\(line): \(talk.send(line))")
            #expect(talk.dump() == before, "\(line)")
        }
    }

    @Test func aPlainIdGoesFirst() {
        ok("create a layer", "create a.b layer")
        #expect(talk.send("list a.b") == #"ok ["a.b"]"#)
        #expect(talk.send("set a.b opacity=0.5") == "ok")
        #expect(talk.send("list nobody").hasPrefix("error unknown-object"))
    }
}
