import Testing
import World

/// Secrets are kept, and shown to nobody.
@Suite struct SecretTests {
    private func talk() -> Talk {
        let talk = Talk()
        #expect(talk.send("create v screen port=5901 password=hunter22") == "ok")
        return talk
    }

    @Test func readingTellsOnlyThatThereIsOne() {
        let talk = talk()
        #expect(talk.send("get v password") == #"ok {"password":"set"}"#)
        #expect(talk.send("get v password from=text") == #"ok {"password":"set"}"#)
        #expect(talk.send("get v password from=presentation") == #"ok {"password":"set"}"#)
        for line in ["get v", "get v from=text", "dump", "dump v", "describe screen", "tree", "list"] {
            #expect(!talk.send(line).contains("hunter22"), "\(line)")
        }
        #expect(talk.send("describe screen").contains(#""secret":true"#))
        #expect(talk.send("set v password=") == "ok")
        #expect(talk.send("get v password") == #"ok {"password":"unset"}"#)
    }

    @Test func expressionsAndSelectorsReadTheSame() {
        let talk = talk()
        #expect(talk.send("create a layer user.seen:=v.password") == "ok")
        #expect(talk.send("get a user.seen") == #"ok {"user.seen":"set"}"#)
        #expect(talk.send("create b layer") == "ok")
        #expect(talk.send("bind b user.seen:=v.password") == "ok")
        #expect(talk.send("get b user.seen") == #"ok {"user.seen":"set"}"#)
        #expect(talk.send("set v password=other") == "ok")
        #expect(talk.send("get b user.seen") == #"ok {"user.seen":"set"}"#)
        #expect(talk.send("list *[kind=screen]").hasPrefix("ok"))
        for guess in ["other", "oth", "unset"] {
            #expect(talk.send("list *[password=\(guess)]") == "ok []")
        }
        // The expression of a binding can be read.
        #expect(talk.send("bind v password:='other'").hasPrefix("error value"))
    }

    @Test func dumpsHaveThemForFullAccessThatAsks() {
        let talk = talk()
        #expect(talk.send("dump v secrets=true").contains("password=hunter22"))
        #expect(talk.send("dump v secrets=false").contains("password:=self.password"))
        #expect(talk.send("session access=read", on: 2) == "ok")
        #expect(talk.send("dump secrets=true", on: 2).hasPrefix("error denied"))
        #expect(talk.send("dump", on: 2).hasPrefix("ok"))
        #expect(talk.send("create top layer") == "ok")
        #expect(talk.send("session access=top", on: 3) == "ok")
        #expect(talk.send("dump secrets=true", on: 3).hasPrefix("error denied"))
        #expect(talk.send("dump secrets=maybe").hasPrefix("error value"))
    }

    @Test func checkpointsDoNotTellThemApart() {
        let talk = talk()
        #expect(talk.send("checkpoint c") == "ok")
        #expect(talk.send("set v password=other port=5902") == "ok")
        #expect(talk.send("diff c") == #"ok ["set v port=5902"]"#)
    }

    @Test func aDumpWithoutThemKeepsThoseThatThereAre() {
        let talk = talk()
        talk.files.texts["d"] = talk.dump().joined(separator: "\n")
        #expect(talk.files.texts["d"]?.contains("hunter22") == false)
        #expect(talk.send("set v port=1") == "ok")
        #expect(talk.send("load path=d replace=true") == "ok")
        #expect(talk.send("dump v secrets=true").contains("password=hunter22"))
        #expect(talk.send("get v port") == #"ok {"port":5901}"#)
        // Told in the other's name, and as one of a new object.
        #expect(talk.send("remove v") == "ok")
        #expect(talk.send("load path=d replace=true") == #"ok {"unset":["v.password"]}"#)
        #expect(talk.send("get v password") == #"ok {"password":"unset"}"#)
        #expect(talk.send("remove v") == "ok")
        #expect(talk.send("load path=d") == #"ok {"unset":["v.password"]}"#)
        // A scene that says nothing at all of it has none.
        talk.files.texts["e"] = "create v screen"
        #expect(talk.send("set v password=hunter22") == "ok")
        #expect(talk.send("load path=e replace=true") == "ok")
        #expect(talk.send("get v password") == #"ok {"password":"unset"}"#)
    }

    @Test func aDumpWithThemBringsThem() {
        let talk = talk()
        let lines = talk.send("dump v secrets=true")
        #expect(lines.contains("create v screen"))
        talk.files.texts["d"] = "create v screen port=5901 password=hunter22"
        #expect(talk.send("set v password=other") == "ok")
        #expect(talk.send("load path=d replace=true") == "ok")
        #expect(talk.send("dump v secrets=true").contains("password=hunter22"))
    }

    @Test func undoBringsThemBack() {
        let talk = talk()
        #expect(talk.send("create a layer") == "ok")
        #expect(talk.send("undo") == #"ok {"count":1}"#)
        #expect(talk.send("set v password=other") == "ok")
        #expect(talk.send("undo") == #"ok {"count":1}"#)
        #expect(talk.send("dump v secrets=true").contains("password=hunter22"))
    }
}
