import Scene
import Testing
import World

/// Choices and ranges of parameters, and the schema that tells them.
@Suite struct ParameterTests {
    private let talk = Talk()

    private func ok(_ lines: String...) {
        for line in lines {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    private func fails(_ line: String, _ code: String) {
        let reply = talk.send(line)
        #expect(reply.hasPrefix("error \(code)"), "\(line): \(reply)")
    }

    private func define(_ parameters: String) -> String {
        let reply = talk.send("define chip \(parameters)")
        guard reply.hasPrefix("ok") else { return reply }
        _ = talk.send("create .a layer frame=0,0,40,20")
        return talk.send("end")
    }

    @Test func valuesOutsideAreRefused() {
        #expect(define("size=small(small|large) level=5(0..10) free=a(b)") == "ok")
        ok("create one chip size=large level=10", "set one level=0 free=anything")
        for word in ["size=huge", "level=11", "level=-0.1", "size:='huge'", "level:=5*3"] {
            let reply = talk.send("set one \(word)")
            #expect(reply.hasPrefix("error value"), "\(word): \(reply)")
        }
        #expect(talk.send("get one size level free") == #"ok {"size":"large","level":0,"free":"anything"}"#)
        #expect(talk.send("get one size") == #"ok {"size":"large"}"#)
    }

    /// A text whose default is JSON is a list or a record for expressions, which can set it; others stay texts.
    @Test func parametersHoldListsAndRecords() {
        ok("define chip items='[]' place='{}' free=x count=0 first=none")
        ok("create .a layer", "bind self count:=length(items)")
        ok("bind self first:=length(items) > 0 ? items[0].title : 'none'", "end")
        ok("create one chip")
        #expect(talk.send("get one count first") == #"ok {"count":0,"first":"none"}"#)
        ok(#"set one items='[{"title":"A"}]'"#, "set one items:=append(one.items, {title: 'B'})")
        #expect(talk.send("get one count first") == #"ok {"count":2,"first":"A"}"#)
        #expect(talk.send("get one items") == ##"ok {"items":"[{\"title\":\"A\"},{\"title\":\"B\"}]"}"##)
        ok("set one place:={x: 1}")
        #expect(talk.send("get one place") == ##"ok {"place":"{\"x\":1}"}"##)
        fails("set one free:=append(one.items, 1)", "value")
        ok("set one items=")
        #expect(talk.send("get one count") == #"ok {"count":0}"#)
    }

    @Test(arguments: ["size=huge(small|large)", "size=(small|large)", "level=11(0..10)", "level=5(10..0)"])
    func defaultsOutsideAreRefused(word: String) {
        let reply = define(word)
        #expect(reply.hasPrefix("error value"), "\(word): \(reply)")
    }

    @Test(arguments: ["size=a(a|)", "size=a(a|b|a)"]) func choicesAreDistinct(word: String) {
        let reply = define(word)
        #expect(reply.hasPrefix("error syntax"), "\(word): \(reply)")
    }

    /// A chosen value stays what it was, whatever its number is among the new choices.
    @Test func choicesOfAnotherDefinition() {
        #expect(define("size=small(small|large)") == "ok")
        ok("create one chip size=large")
        #expect(define("size=tiny(tiny|small|medium|large)") == "ok")
        #expect(talk.send("get one size") == #"ok {"size":"large"}"#)
        let reply = define("size=small(small|medium)")
        #expect(reply.hasPrefix("error aborted"), "\(reply)")
        #expect(talk.send("get one size") == #"ok {"size":"large"}"#)
    }

    @Test func rangesOfAnotherDefinition() {
        #expect(define("level=5(0..10)") == "ok")
        ok("create one chip level=8")
        let reply = define("level=1(0..7)")
        #expect(reply.hasPrefix("error aborted"), "\(reply)")
        #expect(define("level=1(0..9)") == "ok")
        #expect(talk.send("get one level") == #"ok {"level":8}"#)
    }

    @Test func schemasFollowTheLine() {
        #expect(define("b=1 a=x at=1,2 c=#102030 list=1,2,3") == "ok")
        #expect(define("a=x level=5(0..10) b=1") == "ok")
        #expect(
            talk.send("describe chip format=schema")
                == #"ok {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"chip","description":"a component","type":"object","#
                + #""properties":{"a":{"type":"string","default":"x"},"level":{"type":"number","minimum":0,"maximum":10,"default":5},"#
                + #""b":{"type":"number","default":1}},"additionalProperties":false}"#)
        fails("describe nobody format=schema", "unknown-kind")
        fails("describe layer format=schema", "value")
        fails("describe chip format=xml", "value")
    }
}
