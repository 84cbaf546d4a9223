import Testing

/// `bind ID key<=>PATH`: two values that follow each other.
@Suite struct TwoWayTests {
    private let talk = Talk()

    @Test func eachFollowsTheOther() {
        talk.ok("create d data v=0.25", "create a layer opacity=1", "bind a opacity<=>d.v")
        #expect(talk.get("a", "opacity") == "0.25")
        talk.ok("set d v=0.5")
        #expect(talk.get("a", "opacity") == "0.5")
        talk.ok("set a opacity=0.75")
        #expect(talk.get("d", "v") == "0.75" && talk.get("a", "opacity") == "0.75")
        talk.roundTrips()
        talk.ok("remove d", "set a opacity=1")
        #expect(talk.send("list kind=binding") == "ok []")
    }

    @Test func aWriteAndWhatFollowsAreOneStep() {
        talk.ok("create d data v=1", "create a layer", "bind a zPosition<=>d.v", "set a zPosition=5", "undo")
        #expect(talk.get("d", "v") == "1" && talk.get("a", "zPosition") == "1")
    }

    @Test func whatDoesNotFitIsRefused() {
        talk.ok("create d data v=hello n=1", "create a layer zPosition=3", "create b layer")
        talk.fails("bind a zPosition<=>d.v", "value", "")
        talk.fails("bind a zPosition<=>d.n*2", "value", "path")
        talk.fails("bind a zPosition<=>ghost.v", "unknown-object", "ghost")
        talk.fails("bind a zPosition<=>a.zPosition", "cycle", "")
        talk.fails("set a zPosition<=>d.n", "syntax", "bind")
        talk.ok("bind a zPosition<=>b.zPosition")
        talk.fails("bind b zPosition<=>a.zPosition", "cycle", "")
        #expect(talk.get("a", "zPosition") == "0")
    }

    @Test func onePlaceOfAListIsSet() {
        talk.ok(#"create d data items='[{"t":"a"},{"t":"b"}]' l=[1,2]"#, "set d items[1].t=z l[0]:=old+4")
        #expect(talk.get("d", "items") == #"[{"t":"a"},{"t":"z"}]"# && talk.get("d", "l") == "[5,2]")
        talk.fails("set d l[7]=1", "value", "none at 7")
        talk.ok("set d items.0.t:=items[1].t+'!'")
        #expect(talk.get("d", "items.0.t") == #""z!""#)
    }
}
