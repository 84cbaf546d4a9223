import Geometry
import LineProtocol
import Scene
import Schema
import Testing
import World

/// Objects that act later keep the rights of the client that made them; rights are checked before anything is opened.
@Suite struct RightsTests {
    private func talk(_ lines: String...) -> Talk {
        let talk = Talk()
        for line in ["create other layer", "create box layer", "create dot layer parent=box"] + lines {
            let reply = talk.send(line)
            #expect(reply == "ok", "\(line) → \(reply)")
        }
        #expect(talk.send("session access=box", on: 2) == "ok")
        #expect(talk.send("session access=dot", on: 3) == "ok")
        #expect(talk.send("session access=read", on: 4) == "ok")
        return talk
    }

    private func schedule(_ talk: Talk, _ line: String, name: String, on number: Int) -> String {
        #expect(talk.send("begin at=4 name=\(name)", on: number) == "ok")
        #expect(talk.send(line, on: number) == "ok")
        return talk.send("commit", on: number)
    }

    /// What became of the transactions that wait, after their time.
    private func outcomes(_ talk: Talk) -> [String: String] {
        talk.world.advance(to: 5)
        let outcomes = talk.world.pending.takeOutcomes().map { ($0.name, $0.error.map { "\($0.message)" } ?? "done") }
        return Dictionary(uniqueKeysWithValues: outcomes)
    }

    private func replayed(_ lines: [String]) -> Talk {
        let talk = Talk()
        for line in lines { #expect(talk.send(line) == "ok", "\(line)") }
        return talk
    }

    @Test func pendingTransactionsKeepTheirRightsInADump() {
        let talk = talk()
        #expect(schedule(talk, "set other opacity=0", name: "t", on: 2).hasPrefix("ok"))
        #expect(schedule(talk, "set dot opacity=0", name: "u", on: 2).hasPrefix("ok"))
        #expect(schedule(talk, "set other user.by=full", name: "v", on: 1).hasPrefix("ok"))
        let dump = talk.dump()
        #expect(dump.count { $0.contains("scope=box") } == 2)
        talk.files.texts["s"] = dump.joined(separator: "\n")
        let loaded = Talk()
        loaded.files.texts = talk.files.texts
        #expect(loaded.send("load path=s replace=true") == "ok")
        for talk in [talk, replayed(dump), loaded] {
            #expect(talk.dump() == dump)
            let outcomes = outcomes(talk)
            #expect(outcomes["t"]?.contains("denied") == true && outcomes["u"] == "done" && outcomes["v"] == "done")
            #expect(talk.send("get other opacity user.by") == #"ok {"opacity":1,"user.by":"full"}"#)
            #expect(talk.send("get dot opacity") == #"ok {"opacity":0}"#)
        }
    }

    @Test func whoOnlyReadsMakesNothingThatActsLater() {
        let talk = talk()
        #expect(schedule(talk, "set other opacity=0", name: "t", on: 4).hasPrefix("error denied"))
        #expect(talk.send("begin wait=content at=9", on: 4) == "ok")
        #expect(talk.send("commit", on: 4).hasPrefix("error denied"))
        for line in ["create t transaction at=4", "on box tap ''", "create f follow layer=box position={dot}"] {
            #expect(talk.send(line, on: 4).hasPrefix("error denied"), "\(line)")
        }
        #expect(talk.send("list kind=transaction") == "ok []")
    }

    /// The rights are those of the moment at which it was made.
    @Test func aConnectionThatIsNarrowedLaterLeavesWhatItMade() {
        let talk = talk()
        #expect(schedule(talk, "set other opacity=0.5", name: "t", on: 1).hasPrefix("ok"))
        #expect(talk.send("session access=read") == "ok")
        #expect(outcomes(talk) == ["t": "done"])
    }

    @Test(arguments: [
        "create x transaction at=4 lines='set other opacity=0' scope=SCOPE",
        "create x reaction layer=dot lines='set other opacity=0' scope=SCOPE",
        "create x follow layer=dot position={dot+1,1} scope=SCOPE",
    ]) func aReplayedDumpWidensNoRights(_ line: String) {
        for (scope, client, kept) in [
            ("other", 2, "box"), ("root", 2, "box"), ("box", 3, "dot"), ("dot", 2, "dot"), ("", 3, "dot"),
            ("box", 1, "box"),
        ] {
            let talk = talk()
            let line = line.replacing("SCOPE", with: scope)
                .replacing("{dot+1,1}", with: "{other}")
            #expect(talk.send(line, on: client) == "ok", "\(line)")
            #expect(talk.send("get x scope") == "ok {\"scope\":\"\(kept)\"}", "\(line) by \(client)")
            // It cannot be taken off either.
            if client != 1 {
                #expect(talk.send("set x scope=", on: client) == "ok")
                #expect(talk.send("get x scope") == "ok {\"scope\":\"\(client == 2 ? "box" : "dot")\"}")
            }
        }
    }

    @Test func aFollowMovesOnlyLayersOfItsScope() {
        let talk = talk("set other position=3,4")
        #expect(talk.send("create f follow layer=dot position={other}", on: 2) == "ok")
        talk.world.advance(to: 1)
        #expect(talk.send("get dot position") == #"ok {"position":[3,4]}"#)
        #expect(talk.send("set dot parent=root position=0,0") == "ok")
        #expect(talk.send("set other position=5,6") == "ok")
        talk.world.advance(to: 2)
        #expect(talk.send("get dot position") == #"ok {"position":[0,0]}"#)
    }

    @Test func soManyTransactionsWait() {
        let talk = talk()
        for number in 1...TransactionProperty.most {
            #expect(talk.send("create t\(number) transaction at=4") == "ok")
        }
        #expect(talk.send("create more transaction at=4").hasPrefix("error limit"))
        #expect(schedule(talk, "set box opacity=0", name: "more", on: 2).hasPrefix("error limit"))
        #expect(talk.send("remove t1") == "ok")
        #expect(schedule(talk, "set box opacity=0", name: "more", on: 2).hasPrefix("ok"))
        #expect(talk.scene.objects.brokenInvariant() == nil)
    }

    @Test func soManyBytesWait() {
        let talk = talk("set daemon limit.clientBytes=65536")
        let line = "set box name=" + String(repeating: "x", count: 32_768 - 13)
        #expect(talk.send("create t transaction at=4 lines='\(line)'") == "ok")
        #expect(schedule(talk, line, name: "u", on: 1).hasPrefix("ok"))
        #expect(talk.send("create v transaction at=4 lines=x").hasPrefix("error limit"))
        #expect(talk.send("set t lines=") == "ok" && talk.send("create v transaction at=4 lines=x") == "ok")
    }

    // MARK: Files

    private final class Fonts: LayerMeasurer {
        var opened: [String] = []

        func naturalSize(of place: Slot, width: Double, in scene: Scene) -> Size? { nil }
        func computed(_ id: PropertyID, of place: Slot, in scene: Scene) -> Value? { nil }
        func refusal(of text: String, for id: PropertyID, of kind: Kind) -> String? {
            opened.append(text)
            return text == "bad" ? "no font" : nil
        }
    }

    @Test func rightsAreCheckedBeforeFilesAreOpened() {
        let talk = talk("create mine label parent=box", "create theirs label")
        let fonts = Fonts()
        talk.scene.services.measurer = fonts
        for (line, client) in [
            ("set theirs font=file:x", 2), ("create new label font=file:x", 2), ("put theirs label font=file:x", 2),
            ("animate theirs opacity=0 font=file:x", 2), ("create new label parent=none font=file:x", 2),
            ("set mine font=file:x", 4), ("create new label font=file:x", 4), ("put mine label font=file:x", 4),
        ] {
            #expect(talk.send(line, on: client).hasPrefix("error denied"), "\(line)")
        }
        #expect(fonts.opened == [])
        #expect(talk.send("set mine font=file:x", on: 2) == "ok" && fonts.opened == ["file:x"])
        #expect(talk.send("create new label parent=box font=bad", on: 2).hasPrefix("error value font: no font"))
        #expect(talk.send("set mine font=bad", on: 2).hasPrefix("error value"))
    }

    @Test func nothingIsReadForLinesThatAreDenied() {
        let talk = talk("create i image path=theirs.png")
        for line in [
            "begin wait=content at=9 name=t", "create j image path=image.png", "set i path=secret.png",
            "set other contents=other.png", "create k layer contents=k.png", "create l layer parent=dot contents=l.png",
            "set dot contents=dot.png", "set l contents=l2.png", "create m layer parent=l contents=m.png",
        ] { #expect(talk.send(line, on: 2) == "ok", "\(line)") }
        #expect(talk.send("commit", on: 2).hasPrefix("ok"))
        #expect(talk.send("get t files") == #"ok {"files":"l.png\ndot.png\nl2.png\nm.png"}"#)
    }
}
