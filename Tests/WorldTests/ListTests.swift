import Expressions
import Geometry
import LineProtocol
import Scene
import Schema
import Testing
import World

/// Lists of instances of a component, one for each record.
@Suite struct ListTests {
    private let talk = Talk(arranger: Columns.shared)

    private func rows(_ list: String = "rows") -> String { talk.send("list parent=\(list)") }

    /// A component `row` with the parameters `name`, `n` and `index`, and a list of the records of `d.items`.
    private func make(_ items: String, _ words: String = "key=id") {
        talk.ok(
            "define row name=\"\" n=0 open=false index=0", "create .dot layer frame=0,0,10,10 style=item",
            "bind .dot zPosition:=n", "on .dot tap \"set self open:=not open\"", "end",
            "create d data items='\(items)'",
            "create rows each of=row in=d.items \(words)")
    }

    /// The lines that make the rows of one list leave alone what is said to the next.
    @Test func manyListsTakeAnotherComponentInOneLine() {
        talk.ok("create item style")
        make("[{\"id\":\"a\"}]")
        talk.ok("create more each of=row in=d.items key=id")
        talk.ok("define other", "create .box layer shadowRadius=2", "end", "set [kind=each] of=other")
        #expect(talk.get("rows", "of") == "\"other\"" && talk.get("more", "of") == "\"other\"")
        #expect(talk.send("list parent=more.a") == "ok [\"more.a.box\"]")
        talk.ok("animate [kind=each] opacity=0.5 duration=1 shadowRadius=3")
        #expect(talk.get("rows", "shadowRadius") == "3" && talk.get("more", "shadowRadius") == "3")
    }

    @Test func rowsFollowTheRecords() {
        talk.ok("create item style")
        make(#"[{"id":"a","name":"Ann","n":1},{"id":"b","name":"Bob","n":2}]"#)
        #expect(rows() == #"ok ["rows.a","rows.b"]"#)
        #expect(talk.send("get rows.b name n index") == #"ok {"name":"Bob","n":2,"index":1}"#)
        #expect(talk.get("rows.b.dot", "zPosition") == "2")
        talk.ok(
            "set rows.b open=true opacity=0.5", #"set d items='[{"id":"b","n":3},{"id":"c"},{"id":"a","name":"Ann"}]'"#)
        #expect(rows() == #"ok ["rows.b","rows.c","rows.a"]"#)
        // What the record has no more is the default again, and what others set stays.
        #expect(talk.send("get rows.b name n open opacity") == #"ok {"name":"","n":3,"open":true,"opacity":0.5}"#)
        #expect(talk.send("get rows.a n index") == #"ok {"n":0,"index":2}"#)
        #expect(talk.get("rows", "length") == "3")
        talk.ok("set d items=[]")
        #expect(rows() == "ok []")
        talk.fails("get rows.a", "unknown-object")
    }

    @Test func whatAListCannotShowIsRefusedWhole() {
        talk.ok("create item style")
        make(#"[{"id":"a"},{"id":"b"}]"#)
        for items in [#"[{"id":"a"},{"id":"a"}]"#, #"[{"n":1}]"#, #"[{"id":"a","n":"many"}]"#, #"[{"id":""}]"#, "7"] {
            talk.fails("set d items='\(items)'", "value")
            #expect(rows() == #"ok ["rows.a","rows.b"]"#)
        }
        // Two keys whose characters become the same.
        talk.fails(#"set d items='[{"id":"x y"},{"id":"x/y"}]'"#, "value", "x_y")
        let many = "[" + (0...EachProperty.mostRows).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        talk.fails("set d items='\(many)'", "limit", "rowHeight")
        talk.fails("create other each of=row in=ghost.items", "unknown-object", "ghost")
        talk.fails("create other each of=layer in=d.items", "value")
        talk.fails("create other each of=ghost in=d.items", "unknown-kind")
        talk.fails("create other each in=d.items", "value")
        talk.fails("create other each of=row in=1+1", "value")
        talk.fails("get other", "unknown-object")
        talk.ok("create other each of=row in=d.later")
        #expect(rows("other") == "ok []")
        talk.ok(#"set d later=[1,2] items='[{"id":"c"}]'"#)
        #expect(rows("other") == #"ok ["other.0","other.1"]"# && rows() == #"ok ["rows.c"]"#)
    }

    @Test func thereAreAsManyRowsAsThereMayBe() {
        talk.ok("create item style")
        let most = "[" + (0..<EachProperty.mostRows).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        make(most)
        #expect(talk.get("rows", "length") == "1000")
        talk.ok("set daemon limit.rows=1000", "set rows rowHeight=10")
        let more = "[" + (0...EachProperty.mostRows).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        talk.fails("set d items='\(more)'", "limit", "limit.rows")
        talk.ok("set daemon limit.rows=1001", "set d items='\(more)'")
        #expect(talk.get("rows", "length") == "1001")
    }

    @Test func rowsAreTheirListsAlone() {
        talk.ok("create item style")
        make(#"[{"id":"a"},{"id":"b"}]"#)
        talk.fails("remove rows.a", "denied", "rows")
        talk.fails("set rows.a parent=root", "denied")
        talk.fails("set rows.a above=rows.b", "denied")
        talk.fails("create x layer parent=rows", "denied")
        talk.fails("set rows.a.dot opacity=0", "denied")
        talk.fails("undefine row", "denied", "rows")
        talk.ok("remove rows")
        #expect(talk.send("list kind=row") == "ok []")
        talk.ok("undefine row")
    }

    @Test func aDumpKeepsTheOneLine() {
        talk.ok("create item style")
        make(#"[{"id":"a"},{"id":"b"}]"#)
        talk.ok("animate rows.a opacity=0.5 duration=9")
        #expect(talk.dump().filter { $0.contains("each") } == ["create rows each parent=root of=row in=d.items key=id"])
        #expect(
            talk.dump().contains { $0.contains("rows.a.opacity") } && !talk.dump().contains { $0.contains("rows.b") })
        talk.roundTrips()
        talk.ok("copy rows as=other")
        #expect(rows("other") == #"ok ["other.a","other.b"]"#)
    }

    @Test func stepsAreTakenBackWithTheirRows() {
        talk.ok("create item style")
        make(#"[{"id":"a","n":1}]"#)
        talk.ok(#"set d items='[{"id":"b"},{"id":"a","n":2}]'"#)
        #expect(talk.send("undo") == #"ok {"count":1}"#)
        #expect(rows() == #"ok ["rows.a"]"# && talk.get("rows.a", "n") == "1")
        #expect(talk.send("redo") == #"ok {"count":1}"#)
        #expect(rows() == #"ok ["rows.b","rows.a"]"# && talk.get("rows.a", "n") == "2")
        // Others change rows, which follow anyway.
        #expect(talk.send("set rows.b opacity=0.5", on: 2) == "ok")
        #expect(talk.send("undo 2") == #"ok {"count":2}"#)
        talk.fails("get rows", "unknown-object")
        #expect(talk.send("redo 2") == #"ok {"count":2}"#)
        #expect(rows() == #"ok ["rows.b","rows.a"]"#)
    }

    @Test func aTransactionThatFailsLeavesNothing() {
        talk.ok("create item style")
        make(#"[{"id":"a"}]"#)
        talk.ok("begin", #"set d items='[{"id":"b"}]'"#, "set ghost opacity=1")
        #expect(talk.send("commit").hasPrefix("error aborted"))
        #expect(rows() == #"ok ["rows.a"]"#)
        talk.ok(#"set d items='[{"id":"b"}]'"#)
        #expect(rows() == #"ok ["rows.b"]"#)
    }

    @Test func aNewDefinitionMakesTheRowsAnew() {
        talk.ok("create item style")
        make(##"[{"id":"a","tone":"#ff0000","n":4}]"##)
        talk.ok(
            "define row tone=#00ff00 n=0", "create .dot layer", "bind .dot backgroundColor:=tone zPosition:=n", "end")
        #expect(
            talk.get("rows.a.dot", "backgroundColor") == "\"#ff0000ff\"" && talk.get("rows.a.dot", "zPosition") == "4")
        talk.ok("define other n=1", "create .x layer", "end", "set rows of=other")
        #expect(talk.send("list kind=other") == #"ok ["rows.a"]"#)
    }

    @Test func listsInsideLists() {
        talk.ok(
            "define leaf item=0", "create .x layer", "bind .x zPosition:=item", "end", "define branch leaves=\"\"",
            "create .list each of=leaf in=leaves", "end",
            #"create d data items='[{"id":"a","leaves":[1,2]},{"id":"b","leaves":[3]}]'"#,
            "create rows each of=branch in=d.items key=id")
        #expect(rows("rows.a.list") == #"ok ["rows.a.list.0","rows.a.list.1"]"#)
        #expect(talk.get("rows.b.list.0.x", "zPosition") == "3")
        talk.ok(#"set d items='[{"id":"b","leaves":[7,8,9]}]'"#)
        #expect(talk.get("rows.b.list.2.x", "zPosition") == "9")
        // Each of its own rows: beyond all depth.
        talk.ok("define deep n=0", "create .list each of=deep in=d.items", "end")
        talk.fails("create endless deep", "aborted", "limit")
        talk.fails("get endless", "unknown-object")
    }

    @Test func anInstanceInADefinitionChangesItself() {
        talk.ok(
            "define key n=1", "set self zPosition=7", "create .x layer", "on .x tap \"set self n:=n+1\"", "end",
            "define pad", "create .a key n=5", "end", "create p pad")
        #expect(talk.get("p.a", "zPosition") == "7")
        talk.fails("set p.a n=2", "denied")
        var values = ReactionValues()
        values.count = 1
        if let slot = talk.scene.find("p.a.x") {
            _ = talk.world.reactions.fire(.tap, on: talk.scene.id(of: slot), values, in: talk.world)
        }
        #expect(talk.world.reactions.takeFailures().isEmpty && talk.get("p.a", "n") == "6")
    }

    @Test func rowsRunWithTheRightsOfTheirMaker() {
        talk.ok("create item style", "create box layer", "create outside layer", "create d data items=[]")
        talk.ok(
            "define row n=0", "create .x layer", "bind .x zPosition:=n", "on .x tap \"set outside opacity=0.5\"", "end")
        #expect(talk.send("session access=box", on: 2) == "ok")
        #expect(talk.send("create rows each parent=box of=row in=d.items", on: 2) == "ok")
        talk.ok("set d items=[1]")
        #expect(talk.get("rows", "scope") == "\"box\"" && talk.get("rows.0", "scope") == "\"box\"")
        #expect(talk.send("create no each of=row in=d.items", on: 2).hasPrefix("error denied"))
    }

    // MARK: Passing

    @Test func rowsComeAndGoAsTheirStylesSay() {
        talk.ok(
            "create item style duration=1 timing=linear opacity=1",
            "create item.in style of=item state=entering opacity=0",
            "create item.out style of=item state=leaving opacity=0")
        make(#"[{"id":"a"},{"id":"b"}]"#)
        talk.world.advance(to: 1)
        #expect(talk.send("list kind=animation") == "ok []")
        talk.ok(#"set d items='[{"id":"c"},{"id":"b"}]'"#)
        #expect(rows() == #"ok ["rows.a","rows.c","rows.b"]"# && talk.get("rows.c.dot", "opacity") == "1")
        func shown(_ row: String) -> String { talk.send("get \(row).dot opacity from=presentation") }
        #expect(shown("rows.c") == #"ok {"opacity":0}"# && shown("rows.a") == #"ok {"opacity":1}"#)
        talk.world.advance(to: 1.5)
        #expect(shown("rows.c") == #"ok {"opacity":0.5}"# && shown("rows.a") == #"ok {"opacity":0.5}"#)
        // One that is there again stays.
        talk.ok(#"set d items='[{"id":"a"},{"id":"c"}]'"#)
        talk.world.advance(to: 4)
        #expect(rows() == #"ok ["rows.a","rows.c"]"# && shown("rows.a") == #"ok {"opacity":1}"#)
        talk.ok("set d items=[]")
        talk.world.advance(to: 4.9)
        #expect(rows() == #"ok ["rows.a","rows.c"]"#)
        talk.world.advance(to: 5)
        #expect(rows() == "ok []")
    }

    // MARK: Rows that are seen

    @Test func onlyRowsThatAreSeenExist() {
        talk.ok("create item style", "set main size=400,300", "create view scroll frame=0,0,100,40")
        let items = "[" + (0..<5000).map { "{\"id\":\"k\($0)\",\"n\":\($0)}" }.joined(separator: ",") + "]"
        make(items, "key=id parent=view rowHeight=20 overscan=0")
        talk.world.advance(to: 0)
        #expect(rows() == #"ok ["rows.k0","rows.k1"]"# && talk.get("rows", "bounds") == "[0,0,100,100000]")
        talk.ok("set rows.k1 opacity=0.5", "set view scrollPoint=0,30")
        talk.world.advance(to: 0.1)
        #expect(rows() == #"ok ["rows.k1","rows.k2","rows.k3"]"# && talk.get("rows.k1", "opacity") == "0.5")
        #expect(talk.get("rows.k3", "frame") == "[0,60,100,20]" && talk.get("rows", "first") == "1")
        // The records move, not what is seen.
        talk.ok(#"set d items='[{"id":"k3"},{"id":"k2"},{"id":"k9"},{"id":"k8"},{"id":"k7"}]'"#)
        #expect(rows() == #"ok ["rows.k2","rows.k9","rows.k8"]"# && talk.get("rows.k2", "frame") == "[0,20,100,20]")
        #expect(talk.get("rows", "bounds") == "[0,0,100,100]" && talk.get("rows", "length") == "5")
        talk.ok("set rows overscan=20 spacing=5 margins=10")
        talk.world.advance(to: 0.2)
        #expect(rows() == #"ok ["rows.k3","rows.k2","rows.k9","rows.k8"]"#)
        #expect(talk.get("rows.k2", "frame") == "[10,35,80,20]" && talk.get("rows", "bounds") == "[0,0,100,140]")
        #expect(talk.dump().contains { $0.hasPrefix("create rows each parent=view spacing=5 margins=10 of=row") })
        // The parent's width is the list's, until it is given one.
        talk.ok("set view bounds=0,0,60,40")
        talk.world.advance(to: 0.3)
        #expect(talk.get("rows", "bounds") == "[0,0,60,140]")
        talk.ok("set rows bounds=0,0,50,1")
        talk.world.advance(to: 0.4)
        #expect(talk.get("rows", "bounds") == "[0,0,50,140]")
        #expect(talk.dump().contains { $0.hasPrefix("create rows each parent=view bounds=0,0,50,1 ") })
        talk.ok("set rows rowHeight=")
        #expect(talk.get("rows", "bounds") == "[0,0,50,1]")
        #expect(rows() == #"ok ["rows.k3","rows.k2","rows.k9","rows.k8","rows.k7"]"#)
    }

    @Test func rowsAlongTheOtherAxis() {
        talk.ok("create item style", "set main size=100,50")
        make("[1,2,3,4,5,6,7,8,9]", "rowWidth=30 overscan=0 position=-30,0 bounds=0,0,0,20")
        talk.world.advance(to: 0)
        #expect(rows() == #"ok ["rows.1","rows.2","rows.3","rows.4"]"# && talk.get("rows.2", "frame") == "[60,0,30,20]")
        // Turned by a quarter, half as large, and out of sight.
        talk.ok("set rows transform=scale(0.5) position=0,0")
        talk.world.advance(to: 0.1)
        #expect(rows() == #"ok ["rows.0","rows.1","rows.2","rows.3","rows.4","rows.5","rows.6"]"#)
        talk.ok("set rows transform= position=0,400")
        talk.world.advance(to: 0.2)
        // Rows lie side by side: along their axis all of them are where something is seen.
        #expect(talk.get("rows", "length") == "9")
        talk.ok("set rows parent=none")
        talk.world.advance(to: 0.3)
        #expect(rows() == "ok []")
    }
}

/// Reactions to changes of properties.
@Suite struct ChangeTests {
    private let talk = Talk()

    private func changes() -> [String] {
        talk.world.updateBindings()
        talk.world.reactions.begin(in: talk.world)
        talk.world.reactions.changes.beginFrame()
        var told: [String] = []
        for (object, values) in talk.world.reactions.changes.take(in: talk.scene) {
            told.append("\(values.key) \(values.old.shortestText) \(values.value.shortestText)")
            _ = talk.world.reactions.fire(.changed, on: object, values, in: talk.world)
        }
        return told
    }

    @Test func eachPropertyIsToldOnceWithWhatItWas() {
        talk.ok(
            "create a layer opacity=0.9", "create b layer", #"on a changed "set b user.key:=key user.old:=text(old)""#)
        #expect(changes() == [])
        talk.ok("set a opacity=0.5", "set a opacity=0.4", "set a position=1,2 user.x=y")
        #expect(changes() == ["opacity 0.9 0.4", "position 0,0 1,2", "user.x  y"])
        #expect(talk.get("b", "user.key") == "\"user.x\"" && talk.get("b", "user.old") == "\"\"")
        talk.ok("set a opacity=1", "set a opacity=0.4")
        #expect(changes() == [])
        talk.ok("off a changed", "set a opacity=0.3")
        #expect(changes() == [])
    }

    @Test func dataReactsToo() {
        talk.ok("create d data n=1", "create a layer", #"on d changed when key=='n' "set a zPosition:=value-old""#)
        talk.fails(#"on d tap "set a opacity=1""#, "value", "layer")
        talk.ok("set d n=5 text=new")
        #expect(changes() == ["n 1 5", "text  new"] && talk.get("a", "zPosition") == "4")
        talk.ok("set d n=")
        #expect(changes() == ["n 5 "])
        talk.roundTrips()
        talk.ok("remove d")
        #expect(talk.send("list kind=reaction") == "ok []")
    }

    @Test func whatAReactionChangesAgainIsToldAgain() {
        talk.ok("create a layer", #"on a changed "set a zPosition:=zPosition+1""#, "set a zPosition=1")
        #expect(changes() == ["zPosition 0 1"])
        #expect(talk.world.reactions.changes.hasChanges)
        #expect(changes() == ["zPosition 1 2"])
        talk.ok("off a changed")
        #expect(changes() == [] && !talk.world.reactions.changes.hasChanges)
    }
}
