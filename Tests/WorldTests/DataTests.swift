import Scene
import Testing

/// Objects with free keys.
@Suite struct DataTests {
    private let talk = Talk()

    @Test func keysAreTypedByTheirTexts() {
        talk.ok(
            "create d data n=12.50 b=true c=#0a84ff t=\"a b\" e=1e3 m=-4 word=none l='[1,\"x\",{\"k\":2}]' disk.used=40"
        )
        #expect(
            talk.send("get d")
                == "ok {\"kind\":\"data\",\"b\":true,\"c\":\"#0a84ffff\",\"disk.used\":40,\"e\":1000,"
                + "\"l\":[1,\"x\",{\"k\":2}],\"m\":-4,\"n\":12.5,\"t\":\"a b\",\"word\":\"none\"}")
        talk.ok("create a layer zPosition:=d.l.2.k+d.disk.used user.x:=d.t+d.l.1 isHidden:=d.b")
        #expect(talk.get("a", "zPosition") == "42" && talk.get("a", "user.x") == "\"a bx\"")
        talk.fails(
            "set a zPosition:=d.l.7", "unknown-property", "d.l.7".split(separator: ".").last.map(String.init) ?? "")
        talk.fails("get d ghost", "unknown-property", "ghost")
        talk.roundTrips()
    }

    @Test func textsThatWouldReadOtherwise() {
        talk.ok(
            "create d data a:='007' b:='true' c:='' e:='[1]' f:='it\\'s a #f00' g:='#f00'",
            "set d h:=point(1,2) i:=none")
        #expect(talk.get("d", "a") == "\"007\"" && talk.get("d", "c") == "\"\"" && talk.get("d", "e") == "\"[1]\"")
        #expect(talk.get("d", "h") == "\"1,2\"")
        #expect(talk.send("get d i").hasPrefix("error unknown-property"))
        talk.roundTrips()
    }

    @Test func anEmptyValueTakesTheKeyAway() {
        talk.ok("create d data a=1 b=2", "set d a=", "put d data b:=b*10")
        #expect(talk.send("get d") == "ok {\"kind\":\"data\",\"b\":20}")
        talk.fails("set d state=ready", "denied")
        talk.fails("set d kind=x", "denied")
        talk.fails("create e data c:=c+1", "unknown-object")
    }

    @Test func thereAreAsManyKeysAsThereMayBe() {
        talk.ok("create d data")
        for start in stride(from: 0, to: 1024, by: 128) {
            talk.ok("set d " + (start..<start + 128).map { "k\($0)=\($0)" }.joined(separator: " "))
        }
        talk.fails("set d more=1", "limit", "1024")
        talk.ok("set d k7= more=1", "set d k8=0")
    }

    @Test func aListIsReadOnceHoweverOftenItIsAsked() {
        let list = "[" + (0..<100).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        talk.ok("create d data l='\(list)'", "create a layer")
        talk.ok("set a zPosition:=d.l.99.id+d.l.50.id")
        #expect(talk.get("a", "zPosition") == "149")
        for number in 0..<20 { talk.ok("set d l\(number)=[\(number)]", "set a zPosition:=d.l\(number).0") }
        #expect(talk.get("a", "zPosition") == "19")
        talk.ok("set a zPosition:=d.l.99.id")
        #expect(talk.get("a", "zPosition") == "99")
    }

    @Test func whoMayChangeOneLayerMayNotChangeThem() {
        talk.ok("create d data a=1", "create t theme a=1", "create s style opacity=1", "create p layer")
        #expect(talk.send("session access=p", on: 2).hasPrefix("ok"))
        for line in ["set d a=2", "set t a=2", "set s opacity=0", "create e data", "remove d"] {
            #expect(talk.send(line, on: 2).hasPrefix("error denied"), "\(line)")
        }
        #expect(talk.send("set p style=s theme=t", on: 2).hasPrefix("ok"))
    }
}
