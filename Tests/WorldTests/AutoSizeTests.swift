import Testing

/// Sizes by content, by their lines.
@Suite struct AutoSizeTests {
    private let talk = Talk(arranger: Columns.shared)

    private func bounds(_ name: String) -> String { talk.get(name, "bounds") }

    @Test func aLayerEnclosesItsSublayers() {
        _ = talk.send("create l layer bounds=0,0,auto,auto")
        _ = talk.send("create a layer parent=l frame=10,10,30,20")
        #expect(bounds("l").contains("[0,0,40,30]"))
        _ = talk.send("set a frame=10,10,50,20")
        #expect(bounds("l").contains("[0,0,60,30]"))
        _ = talk.send("set a isHidden=true")
        #expect(bounds("l").contains("[0,0,0,0]"))
        _ = talk.send("set a isHidden=false")
        _ = talk.send("set l bounds=0,0,7,8")
        _ = talk.send("set a frame=0,0,100,100")
        #expect(bounds("l").contains("[0,0,7,8]"))
    }

    @Test func aTransactionThatFailsLeavesItByContent() {
        _ = talk.send("create l layer bounds=0,0,60,auto")
        _ = talk.send("create a layer parent=l frame=0,0,30,20")
        let dump = talk.dump()
        #expect(dump.contains { $0.contains("bounds=0,0,60,auto") })
        for line in ["begin", "set l bounds=0,0,1,2", "set nobody opacity=1", "commit"] { _ = talk.send(line) }
        #expect(talk.dump() == dump)
        #expect(bounds("l").contains("[0,0,60,20]"))
        _ = talk.send("set l bounds=0,0,1,2")
        #expect(bounds("l").contains("[0,0,1,2]"))
        #expect(talk.send("undo").hasPrefix("ok"))
        #expect(talk.dump() == dump)
        #expect(bounds("l").contains("[0,0,60,20]"))
    }

    @Test func theCornerOfAFrameStays() {
        _ = talk.send("create l layer frame=20,30,60,auto")
        _ = talk.send("create a layer parent=l frame=0,0,30,20")
        #expect(talk.get("l", "frame").contains("[20,30,60,20]"))
        _ = talk.send("set a frame=0,0,30,90")
        #expect(talk.get("l", "frame").contains("[20,30,60,90]"))
        let dump = talk.dump()
        _ = talk.send("clear")
        for line in dump { _ = talk.send(line) }
        #expect(talk.dump() == dump)
        #expect(talk.get("l", "frame").contains("[20,30,60,90]"))
        _ = talk.send("set l position=50,75")
        _ = talk.send("set a frame=0,0,30,10")
        #expect(talk.get("l", "frame").contains("[20,70,60,10]"))
    }

    @Test func aSizeThatIsSaidKeepsTheCorner() {
        for isLaidOut in [true, false] {
            _ = talk.send("clear")
            _ = talk.send("create l layer frame=20,30,60,auto")
            _ = talk.send("create a layer parent=l frame=0,0,30,20")
            if isLaidOut { _ = talk.get("l", "frame") }
            _ = talk.send("set l bounds=0,0,50,auto")
            #expect(talk.get("l", "frame").contains("[25,30,50,20]"))
            _ = talk.send("set l bounds=0,0,50,40")
            #expect(talk.get("l", "frame").contains("[25,30,50,40]"))
            _ = talk.send("undo")
            _ = talk.send("set a bounds=0,0,30,60 position=15,30")
            #expect(talk.get("l", "frame").contains("[25,30,50,60]"))
        }
    }

    /// A coordinate along one axis leaves the corner alone that stays along the other.
    @Test func aCoordinateThatIsSaidKeepsTheOtherCorner() {
        for isLaidOut in [true, false] {
            _ = talk.send("clear")
            _ = talk.send("create l layer frame=20,30,auto,40")
            _ = talk.send("create a layer parent=l frame=0,0,30,20")
            if isLaidOut { _ = talk.get("l", "frame") }
            _ = talk.send("set l position.y=100")
            #expect(talk.get("l", "frame").contains("[20,80,30,40]"))
            _ = talk.send("set a frame=0,0,50,20")
            #expect(talk.get("l", "frame").contains("[20,80,50,40]"))
            _ = talk.send("set l position.x=100")
            _ = talk.send("set a frame=0,0,70,20")
            #expect(talk.get("l", "frame").contains("[65,80,70,40]"))
        }
    }

    /// No corner comes to this position again by adding the share of the height.
    @Test func aDumpSaysAPositionToTheLastDigit() {
        _ = talk.send("create l layer frame=309.04,98.29,auto,39")
        _ = talk.send("set l anchorPoint=0.05,0.12")
        let (dump, position) = (talk.dump(), talk.get("l", "position"))
        _ = talk.send("clear")
        for line in dump { _ = talk.send(line) }
        #expect(talk.get("l", "position") == position)
        #expect(talk.dump() == dump)
    }

    /// The corner stays beside constraints along the other axis.
    @Test func aConstraintKeepsTheCornerAlongTheOtherAxis() {
        _ = talk.send("create l layer frame=38.5,188,auto,30")
        _ = talk.send("create a layer parent=l frame=0,0,50,20")
        _ = talk.send("create k constraint item=l attribute=top constant=19")
        #expect(talk.get("l", "frame").contains("[38.5,19,50,30]"))
        _ = talk.send("set a frame=0,0,90,20")
        #expect(talk.get("l", "frame").contains("[38.5,19,90,30]"))
    }

    @Test func whatFailsLeavesThePositionAsItWasSaid() {
        _ = talk.send("create p style position=7,8")
        _ = talk.send("create l layer position=0,0 style=p")
        for line in ["begin", "set l position=", "set nobody opacity=1", "commit"] { _ = talk.send(line) }
        #expect(talk.get("l", "position").contains("[0,0]"))
        _ = talk.send("set l frame=4,4,9,9 style=")
        for line in ["begin", "set l frame=4,4,auto,auto", "set nobody opacity=1", "commit"] { _ = talk.send(line) }
        #expect(talk.get("l", "frame").contains("[4,4,9,9]"))
    }

    @Test func sublayersDoNotFollowASizeThatIsTheirs() {
        _ = talk.send("create l layer bounds=0,0,50,auto")
        _ = talk.send("create a layer parent=l frame=0,0,30,20 autoresizingMask=width,height")
        #expect(bounds("l").contains("[0,0,50,20]"))
        _ = talk.send("set l bounds=0,0,90,auto")
        #expect(bounds("a").contains("[0,0,30,20]"))
    }

    @Test func whatIsNoSizeIsRefused() {
        _ = talk.send("create l layer")
        for word in ["bounds=auto,0,1,1", "bounds=0,0,auto", "position=auto,0", "opacity=auto", "bounds.origin.x=auto"]
        {
            #expect(talk.send("set l \(word)").hasPrefix("error value"), "\(word)")
        }
    }
}
