import LineProtocol
import Scene
import Testing
import World

/// Lines and replies in pairs; a reply that ends with `…` is the beginning of what comes.
private func expect(_ talk: Talk, _ exchange: [(String, String)], sourceLocation: SourceLocation = #_sourceLocation) {
    for (line, reply) in exchange {
        let got = talk.send(line)
        if reply.hasSuffix("…") {
            #expect(got.hasPrefix(reply.dropLast()), "\(line) → \(got)", sourceLocation: sourceLocation)
        } else {
            #expect(got == reply, "\(line)", sourceLocation: sourceLocation)
        }
    }
}

@Suite struct SessionTests {
    @Test func everyLineHasItsOneReply() {
        expect(
            Talk(),
            [
                ("", ""), ("   ", ""), ("# nothing", ""), ("@t create a layer", "@t ok"),
                ("@u create a layer", "@u error exists…"), ("get a opacity", #"ok {"opacity":1}"#),
                ("@x", "@x error syntax…"), ("@a!b hello", "error syntax…"),
                ("@t set a name=\"open", "@t error syntax…"), ("=x", "error syntax…"),
                ("set a opacity", "error syntax…"),
            ])
    }

    @Test func repliesAreKeptBackOnRequest() {
        let talk = Talk()
        expect(
            talk,
            [
                ("create a layer", "ok"), ("session replies=errors", "ok"), ("set a opacity=0.5", ""), ("get a", ""),
                ("@e set a opacity=7", "@e error value…"), ("session replies=none", ""), ("nonsense", ""),
                ("session replies=all", ""), ("get a opacity", #"ok {"opacity":0.5}"#),
                ("session replies=some name=x", "error value…"), ("session mood=good", "error syntax…"),
            ])
    }

    @Test func whatAllClientsKeepIsBounded() {
        let talk = Talk()
        #expect(talk.send("set daemon limit.clientBytes=65536") == "ok")
        let line = "set daemon user.x=" + String(repeating: "x", count: 60_000)
        for number in 1...8 {
            #expect(talk.send("begin", on: number) == "ok" && talk.send(line, on: number) == "ok")
        }
        // Each has room, and all together have none.
        #expect(talk.send("begin", on: 9) == "ok")
        #expect(talk.send(line, on: 9).hasPrefix("error limit "))
        #expect(talk.send("abort", on: 9) == "ok")
        #expect(talk.send("abort", on: 1) == "ok")
        #expect(talk.send("begin", on: 9) == "ok" && talk.send(line, on: 9) == "ok")
        talk.session(2).close()
        #expect(talk.send("begin", on: 10) == "ok" && talk.send(line, on: 10) == "ok")
        // Checkpoints count, too.
        #expect(talk.send("create a layer user.x=" + String(repeating: "x", count: 60_000), on: 11) == "ok")
        #expect(talk.send("checkpoint c", on: 11).hasPrefix("error limit "))
        #expect(talk.send("session name=" + String(repeating: "x", count: 257), on: 11).hasPrefix("error limit "))
    }

    @Test func frameMeansTheSameWhereverItStandsOnItsLine() {
        let talk = Talk()
        expect(
            talk,
            [
                ("create a layer frame=10,20,100,50 anchorPoint=0,0 transform=scale(2)", "ok"),
                (
                    "get a frame position bounds",
                    #"ok {"frame":[10,20,100,50],"position":[10,20],"bounds":[0,0,50,25]}"#
                ),
                ("create b layer anchorPoint=0,0 transform=scale(2) frame=10,20,100,50", "ok"),
                (
                    "get b frame position bounds",
                    #"ok {"frame":[10,20,100,50],"position":[10,20],"bounds":[0,0,50,25]}"#
                ),
                ("set b frame=0,0,10,10 position=5,5", "ok"), ("get b position", #"ok {"position":[5,5]}"#),
            ])
    }

    @Test func aLineIsAllOrNothing() {
        let talk = Talk()
        expect(talk, [("create a layer", "ok"), ("create p layer", "ok"), ("create m layer parent=none", "ok")])
        let before = talk.dump()
        for line in [
            "set a opacity=0.5 zPosition=x", "set a opacity=0.5 nope=1", "set a opacity=0.5 parent=nobody",
            "set a opacity=0.5 above=m below=p", "set a opacity=0.5 parent=a", "set a opacity=0.5 mask=a",
            "set a user.x=1 index=-1", "set a name=x index=0 above=p", "create b layer opacity=0.5 mask=root",
            "create b layer parent=p above=a opacity=1", "put b layer parent=b", "remove a m nobody",
            "set root opacity=0.5 frame=0,0,1,1", "set main size=10,10 root=a", "put a shape",
            "set a opacity=0.5 \"x=1\"",
        ] {
            #expect(talk.send(line).hasPrefix("error "), "\(line)")
            #expect(talk.dump() == before, "\(line)")
            #expect(talk.scene.objects.brokenInvariant() == nil)
        }
    }

    @Test func transactionsHappenWholeOrNot() {
        let talk = Talk()
        expect(
            talk,
            [
                ("create a layer", "ok"), ("begin", "ok"), ("begin", "error busy…"), ("set a opacity=0.5", "ok"),
                ("nope", "error unknown-verb…"), ("set a name='x", "error syntax…"), ("tick", "error busy…"),
                ("snapshot", "error busy…"), ("get a opacity", #"ok {"opacity":1}"#), ("set a opacity=2", "ok"),
                ("commit", "error aborted line 2: value…"), ("get a opacity", #"ok {"opacity":1}"#),
                ("commit", "error syntax…"), ("begin", "ok"), ("clear", "ok"), ("create b layer", "ok"),
                ("commit", #"ok {"commands":2,"frame":1}"#), ("list parent=root", #"ok ["b"]"#),
                ("begin duration=soon", "error value…"), ("begin duration=1", "ok"), ("abort", "ok"),
                ("begin nonsense=1", "error syntax…"), ("abort", "error syntax…"),
            ])
    }

    @Test func anOpenTransactionIsBounded() {
        let talk = Talk()
        expect(talk, [("create a layer", "ok"), ("set daemon limit.clientBytes=65536", "ok"), ("begin", "ok")])
        let name = String(repeating: "x", count: 1000)
        for _ in 0..<64 { #expect(talk.send("set a name=\(name)") == "ok") }
        // 64 lines of 1011 bytes leave room for 832 more.
        #expect(talk.send("set a name=\(name)").hasPrefix("error limit"))
        #expect(talk.send("commit") == #"ok {"commands":64,"frame":1}"#)
    }

    @Test func accessIsNarrowedOnly() {
        let talk = Talk()
        expect(talk, [("create p layer", "ok"), ("create a layer parent=p", "ok"), ("create b layer", "ok")])
        _ = talk.send("session access=p", on: 2)
        let before = talk.dump()
        for line in [
            "set b opacity=0.5", "remove b", "set a parent=root", "create c layer", "create m layer parent=none",
            "set b parent=p", "set main size=9,9", "set daemon threads=1", "clear", "load path=x",
            "session access=full",
            "session access=b", "create f flock", "remove a b", "put b layer opacity=0",
        ] {
            #expect(talk.send(line, on: 2).hasPrefix("error denied"), "\(line)")
            #expect(talk.dump() == before, "\(line)")
        }
        #expect(talk.send("create c layer parent=a", on: 2) == "ok")
        #expect(talk.send("session access=read", on: 2) == "ok")
        #expect(talk.send("set a opacity=0.5", on: 2).hasPrefix("error denied"))
        #expect(talk.send("session access=p", on: 2).hasPrefix("error denied"))
    }

    @Test func aClientMakesNoMoreThanItMay() {
        let talk = Talk()
        expect(talk, [("set daemon limit.clientLayers=2", "ok"), ("create a layer", "ok"), ("create b layer", "ok")])
        expect(talk, [("create c layer", "error limit…"), ("remove a", "ok"), ("create c layer", "ok")])
        #expect(talk.send("create d layer", on: 2) == "ok")
    }

    /// Into a scene without objects the lines go as they come: what comes of it is the same, whatever was set there before.
    @Test(arguments: [
        "", "set main size=9,9 scale=2", "set main user.k=1", "set root opacity=0.5",
        "set root user.k=1",
        "set daemon limit.layers=7 user.k=2", "set root backgroundColor=none",
        "define k\nend", "create a layer\nremove a",
    ])
    func replacingNothingIsReplacing(lines: String) {
        let (blank, other) = (Talk(), Talk())
        for talk in [blank, other] {
            talk.files.texts["f"] = "set root masksToBounds=true\ncreate a layer opacity=0.5\ncreate b layer parent=a\n"
            for line in lines.split(separator: "\n") { #expect(talk.send(String(line)).hasPrefix("ok"), "\(line)") }
        }
        _ = other.send("create stranger layer")
        for talk in [blank, other] {
            let before = talk.dump()
            #expect(talk.send("load path=f replace=true") == "ok")
            #expect(talk.scene.objects.brokenInvariant() == nil)
            let after = talk.dump()
            #expect(talk.send("undo").hasPrefix("ok") && talk.dump() == before)
            #expect(talk.send("redo").hasPrefix("ok") && talk.dump() == after)
        }
        #expect(blank.dump() == other.dump())
        for talk in [blank, other] { talk.files.texts["f"] = "create a layer\nset nobody opacity=1\n" }
        let before = blank.dump()
        #expect(blank.send("load path=f replace=true").hasPrefix("error unknown-object f:2:5"))
        #expect(blank.dump() == before)
    }

    @Test func replacingByAFileKeepsWhatStays() throws {
        let talk = Talk()
        expect(
            talk,
            [("create a layer opacity=0.5", "ok"), ("create b layer parent=a", "ok"), ("set main size=9,9", "ok")])
        let id = talk.scene.id(of: try #require(talk.scene.find("b")))
        talk.files.texts["f"] = "create m layer parent=none\ncreate b layer\ncreate a layer parent=b mask=m\n"
        expect(talk, [("load path=f replace=true", "ok"), ("get b parent", #"ok {"parent":"root"}"#)])
        #expect(talk.scene.slot(of: id) != nil)
        #expect(
            talk.dump() == [
                "set main size=9,9", "create b layer parent=root", "create a layer parent=b",
                "create m layer parent=none",
                "set a mask=m",
            ])
        let before = talk.dump()
        talk.files.texts["g"] = "create z layer\n\n# fine so far\nset nobody opacity=1\n"
        expect(
            talk,
            [
                ("load path=g", "error unknown-object g:4:5: …"),
                ("load path=g replace=yes", "error unknown-object g:4:5…"),
            ])
        expect(
            talk, [("load path=h", "error io h…"), ("load", "error syntax…"), ("load path=g wipe=1", "error syntax…")])
        #expect(talk.dump() == before)
    }

    @Test func eventsTellEachObjectOnce() {
        let talk = Talk()
        let changes = EventCursor(talk.scene)
        func events() -> [String] {
            SceneEvents.take(changes, talk.scene).map { String(decoding: $0.line.dropLast(), as: UTF8.self) }
        }
        for line in ["create a layer", "set a opacity=0.5", "create b layer", "remove b", "create c shape"] {
            _ = talk.send(line)
        }
        #expect(
            events() == [
                #"event created {"id":"a","kind":"layer","parent":"root","opacity":0.5}"#,
                #"event created {"id":"b"}"#, #"event removed {"id":"b"}"#,
                #"event created {"id":"c","kind":"shape","parent":"root"}"#,
            ])
        for line in [
            "set a opacity=0.1", "set c name=x", "set a opacity=0.25 position=1,2", "set c parent=a", "set a user.k=v",
        ] {
            _ = talk.send(line)
        }
        #expect(
            events() == [
                #"event changed {"id":"a","position":[1,2],"opacity":0.25,"user.k":"v"}"#,
                #"event changed {"id":"c","parent":"a","index":0,"name":"x"}"#,
            ])
        for line in ["begin", "set a opacity=1", "remove nobody", "commit", "set a opacity=0.25"] {
            _ = talk.send(line)
        }
        #expect(events().isEmpty)
    }

    @Test func aDumpMakesTheSceneAgain() {
        let talk = Talk()
        for line in [
            #"create a layer name="two \"words\" \\ \n é" user.k="a b" transform="rotate(30deg) scale(2)""#,
            "create b shape parent=a path='M 0 0 L 1.5 1e-7 Z circle(3,4,5)' maskedCorners=none",
            "create m layer parent=none backgroundColor=#12345678 filters='blur(2) invert(1)'", "set a mask=m",
            "create f flock items=b,a,m",
            "create c layer below=a transform=rotate3d(1,2,3,40deg) shadowPath=rect(1,2,3,4)",
            "set main backgroundColor=red", "set root opacity=0.5", "set c backgroundColor=none user.empty=''",
        ] { #expect(talk.send(line) == "ok", "\(line)") }
        let lines = talk.dump()
        let again = Talk()
        for line in lines { #expect(again.send(line) == "ok", "\(line)") }
        #expect(again.dump() == lines)
        // Of one object: with everything below it and its masks.
        #expect(again.send("dump a").contains("create m layer"))
        #expect(!again.send("dump a").contains("create c "))
    }
}
