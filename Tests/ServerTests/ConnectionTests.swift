import Glibc
import Testing

@testable import Reactor
@testable import Server

@Suite struct ConnectionTests {
    @Test func repliesComeInOrderAndInOnePiece() throws {
        let rig = try Rig()
        let client = try rig.client()
        try client.send("a\necho 1\r\necho 2\npart")
        try rig.turn()
        #expect(client.receive() == "ok\necho 1\necho 2\n")
        try client.send("ial\n")
        try rig.turn()
        #expect(client.receive() == "ok\n")
        #expect(rig.lines == ["a", "echo 1", "echo 2", "partial"])
        #expect(rig.server.statistics.lines == 4)
        #expect(rig.server.statistics.bytesIn == 25 && rig.server.statistics.bytesOut == 20)
    }

    @Test func lineAtTheBoundAndBeyond() throws {
        var bounds = Bounds()
        bounds.line = 100_000
        let rig = try Rig(bounds)
        rig.isRecording = false
        let client = try rig.client()
        var replies = ""
        for text in [
            String(repeating: "x", count: 100_000) + "\n", "@t1 " + String(repeating: "x", count: 99_997) + "\n",
            "echo on\n",
        ] {
            #expect(try client.send(text) == text.utf8.count)
            try rig.turn()
            replies += client.receive()
        }
        #expect(replies == "ok\nerror limit t1\necho on\n")
    }

    @Test func halfCloseStillGetsEveryReply() throws {
        let rig = try Rig()
        let client = try rig.client()
        try client.send("echo 1\nhold\necho 2\nbig 1000000\nlost")
        client.shutDownSending()
        try rig.turn()
        #expect(client.receive() == "echo 1\n")
        #expect(!client.isEnded && rig.closed == 0)
        rig.held[0].sendReply(Array("held\n".utf8))
        rig.held[0].resume()
        var text = ""
        for _ in 0..<100 {
            try rig.turn()
            text += client.receive()
        }
        #expect(text.hasPrefix("held\necho 2\nxxx") && text.utf8.count == 12 + 1_000_000)
        #expect(client.isEnded && rig.closed == 1 && rig.server.isEmpty)
        #expect(!rig.lines.contains("lost"))
    }

    @Test func whatAClientSentBeforeItWentIsRun() throws {
        let rig = try Rig()
        do {
            let client = try rig.client()
            try client.send("echo 1\nhold\nafter\nand after")
        }
        try rig.turn()
        #expect(rig.lines == ["echo 1", "hold"] && rig.hungUp == 1 && rig.closed == 0)
        // A hang-up that nobody can deal with yet does not wake the loop again.
        #expect(try rig.reactor.turn(timeout: 0) == 0)
        rig.held[0].resume()
        try rig.turn()
        #expect(rig.lines == ["echo 1", "hold", "after"] && rig.closed == 1)
    }

    @Test func heldLinesWaitAndOthersGoOn() throws {
        let rig = try Rig()
        let (one, two) = (try rig.client(), try rig.client())
        try one.send("hold\necho 1\n")
        try two.send("echo 2\n")
        try rig.turn()
        try one.send("echo later\n")
        try rig.turn()
        #expect(one.receive() == "" && two.receive() == "echo 2\n")
        rig.held[0].resume()
        try rig.turn()
        #expect(one.receive() == "echo 1\necho later\n")
    }

    @Test func aFloodOfShortLinesLeavesOthersTheirTurn() throws {
        var bounds = Bounds()
        bounds.turnLines = 10
        let rig = try Rig(bounds)
        let (one, two) = (try rig.client(), try rig.client())
        try one.send(String(repeating: "a\n", count: 35))
        try two.send("echo 2\n")
        _ = try rig.reactor.turn(timeout: 0)
        #expect(rig.lines.count == 11 && two.receive() == "echo 2\n")
        for expected in [21, 31, 36, 36] {
            _ = try rig.reactor.turn(timeout: 0)
            #expect(rig.lines.count == expected)
        }
        #expect(one.receive() == String(repeating: "ok\n", count: 35))
    }

    @Test func theTimeOfATurnIsForAllTogether() throws {
        var bounds = Bounds()
        bounds.turnTime = 1
        let rig = try Rig(bounds)
        let streaming = try (0..<10).map { _ in try rig.client() }
        for client in streaming { try client.send(String(repeating: "a\n", count: 200)) }
        _ = try rig.reactor.turn(timeout: 0)
        // One slice, and no more lines of it than between two looks at the clock.
        #expect((1...16).contains(rig.lines.count))
        try rig.turn()
        #expect(rig.lines.count == 2000)
    }

    @Test func aClientThatSendsLittleGoesBeforeThoseThatStream() throws {
        var bounds = Bounds()
        bounds.turnTime = 1
        bounds.turnLines = 40
        let rig = try Rig(bounds)
        let streaming = try (0..<10).map { _ in try rig.client() }
        for client in streaming { try client.send(String(repeating: "a\n", count: 500)) }
        // All of them are in the middle of their lines.
        for _ in 0..<20 { _ = try rig.reactor.turn(timeout: 0) }
        let quiet = try rig.client()
        try quiet.send("echo quiet\n")
        let before = rig.lines.count
        _ = try rig.reactor.turn(timeout: 0)
        #expect(quiet.receive() == "echo quiet\n")
        #expect(rig.lines.count - before <= 1 + 40)
        try rig.turn()
        #expect(rig.lines.count == 5001)
    }

    @Test func aClientKnownToAskLittleGoesBeforeNewOnes() throws {
        var bounds = Bounds()
        bounds.turnTime = 1
        let rig = try Rig(bounds)
        let quiet = try rig.client()
        try quiet.send("echo once\n")
        try rig.turn()
        #expect(quiet.receive() == "echo once\n")
        let others = try (0..<20).map { _ in try rig.client() }
        for other in others { try other.send(String(repeating: "a\n", count: 200)) }
        try quiet.send("echo again\n")
        _ = try rig.reactor.turn(timeout: 0)
        #expect(quiet.receive() == "echo again\n")
        try rig.turn()
        #expect(rig.lines.count == 4002)
    }

    @Test func unreadRepliesOfAllAtTheBoundAndBeyond() throws {
        var bounds = Bounds()
        bounds.allReplies = 3_000_000
        let rig = try Rig(bounds)
        let clients = try (0..<4).map { _ in try rig.client() }
        // What the system's buffers take is not unread for the server: at the bound nobody goes.
        for client in clients { try client.send("big 700000\n") }
        try rig.turn()
        #expect(rig.closed == 0 && rig.server.statistics.unread <= 3_000_000 && rig.server.statistics.unread > 0)
        try clients[2].send("big 2000000\n")
        try rig.turn()
        #expect(rig.closed == 1 && rig.server.statistics.overrun == 1)
        #expect(rig.server.statistics.unread <= 3_000_000)
        // It was the one who left most; the others get all of theirs.
        for at in [0, 1, 3] {
            var count = 0
            for _ in 0..<50 {
                count += clients[at].receive().utf8.count
                try rig.turn()
            }
            #expect(count == 700_000 && !clients[at].isEnded)
        }
        #expect(rig.server.statistics.unread == 0)
    }

    @Test func bytesOfATurnAreBounded() throws {
        var bounds = Bounds()
        bounds.turnBytes = 100
        let rig = try Rig(bounds)
        let client = try rig.client()
        try client.send(String(repeating: "123456789\n", count: 25))
        for expected in [10, 20, 25] {
            _ = try rig.reactor.turn(timeout: 0)
            #expect(rig.lines.count == expected)
        }
    }

    @Test func unreadRepliesAtTheBoundAndBeyond() throws {
        var bounds = Bounds()
        bounds.replies = 1_000_000
        let rig = try Rig(bounds)
        let (one, other) = (try rig.client(), try rig.client())
        try one.send("big 1000000\n")
        try rig.turn()
        #expect(rig.closed == 0)
        let unsent = try #require(rig.server.allConnections.first).unsent
        #expect(unsent > 0 && unsent < 1_000_000)
        try one.send("big \(1_000_000 - unsent)\n")
        try rig.turn()
        #expect(rig.closed == 0)
        try one.send("big 2\n")
        try other.send("echo still here\n")
        try rig.turn()
        #expect(rig.closed == 1 && rig.server.statistics.overrun == 1)
        #expect(other.receive() == "echo still here\n")
        _ = one.receive()
        #expect(one.isEnded)
    }

    @Test func throttledLinesWaitUntilTheClientReads() throws {
        var bounds = Bounds()
        bounds.throttle = 500_000
        let rig = try Rig(bounds)
        let client = try rig.client()
        try client.send(String(repeating: "big 400000\n", count: 10))
        try rig.turn()
        #expect((2...3).contains(rig.lines.count))
        var received = 0
        for _ in 0..<200 {
            received += client.receive().utf8.count
            try rig.turn()
        }
        #expect(received == 4_000_000 && rig.lines.count == 10)
    }

    @Test func eventsOfALaggingReaderAreMergedDroppedAndToldOf() throws {
        var bounds = Bounds()
        bounds.eventLag = 1000
        bounds.events = 4
        let rig = try Rig(bounds)
        let client = try rig.client()
        try client.send("big 1000000\n")
        try rig.turn()
        let connection = try #require(rig.server.allConnections.first)
        for index in 0..<10 {
            connection.sendEvent(Array("event frame \(index)\n".utf8), .latest(key: 1))
            connection.sendEvent(Array("event tap \(index)\n".utf8))
        }
        var text = ""
        for _ in 0..<100 {
            try rig.turn()
            text += client.receive()
        }
        #expect(
            text.drop { $0 == "x" }
                == "\nevent frame 9\nevent tap 0\nevent tap 1\nevent tap 2\nevent dropped {\"count\":7}\n")
        #expect(rig.server.statistics.eventsDropped == 7)
        connection.sendEvent(Array("event tap\n".utf8))
        try rig.turn()
        #expect(client.receive() == "event tap\n")
    }

    @Test func descriptorsComeWithTheirLine() throws {
        let rig = try Rig()
        let client = try rig.client()
        try client.send("fd\nfd\n", descriptors: [0])
        try rig.turn()
        #expect(client.receive() == "fd\nnone\n")
        try client.send("x\n", descriptors: [0, 1])
        try rig.turn()
        try client.send("f", descriptors: [0])
        try rig.turn()
        try client.send("d\nfd\n")
        try rig.turn()
        #expect(client.receive() == "ok\nfd\nnone\n")
        try client.send(String(repeating: "fd\n", count: 17), descriptors: Array(repeating: 0, count: 16))
        try rig.turn()
        #expect(client.receive() == String(repeating: "fd\n", count: 16) + "none\n")
    }

    @Test func descriptorsThatAreNotTakenAreClosed() throws {
        let rig = try Rig()
        let client = try rig.client()
        var ends: (Int32, Int32) = (-1, -1)
        _ = unsafe withUnsafeMutablePointer(to: &ends) {
            unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) }
        }
        let reading = FileDescriptor(owning: ends.0)
        try client.send("nothing\n", descriptors: [ends.1])
        close(ends.1)
        try rig.turn()
        var byte: UInt8 = 0
        // The end of the pipe: nobody has its other side open any more. (Else this would block.)
        #expect(unsafe read(reading.raw, &byte, 1) == 0)
    }

    @Test func drainedAndFinished() throws {
        let rig = try Rig()
        let client = try rig.client()
        try client.send("big 1000000\n")
        try rig.turn()
        let connection = try #require(rig.server.allConnections.first)
        connection.wantsDrained = true
        try rig.turn()
        #expect(rig.drained == 0)
        rig.server.finish()
        var count = 0
        for _ in 0..<100 {
            try rig.turn()
            count += client.receive().utf8.count
        }
        #expect(count == 1_000_000 && client.isEnded && rig.server.isEmpty)
        #expect(rig.server.connection(connection.id) == nil)
    }

    @Test func closeEndsTheHandingOutOfLines() throws {
        let rig = try Rig()
        let client = try rig.client()
        try client.send("a\nclose\nb\n")
        try rig.turn()
        #expect(rig.lines == ["a", "close"] && rig.closed == 1)
        let next = try rig.client()
        try next.send("c\n")
        try rig.turn()
        #expect(next.receive() == "ok\n" && rig.server.allConnections.count == 1)
    }

    @Test func clientsAtTheBoundAndBeyond() throws {
        var bounds = Bounds()
        bounds.clients = 2
        let rig = try Rig(bounds)
        let clients = [try rig.client(), try rig.client(), try rig.client()]
        #expect(rig.opened == 2 && rig.server.statistics.refused == 1)
        #expect(clients[2].receive().hasPrefix("error limit ") && clients[2].isEnded)
    }

    @Test func linesWithoutEndAreBoundedForAllTogether() throws {
        var bounds = Bounds()
        bounds.allLines = 100_000
        let rig = try Rig(bounds)
        let clients = try (0..<4).map { _ in try rig.client() }
        let sizes = [30_000, 60_000, 5_000, 20_000]
        for at in clients.indices { try clients[at].send(String(repeating: "x", count: sizes[at])) }
        try rig.turn()
        // The one that holds most goes.
        #expect(clients[1].receive().hasPrefix("error limit ") && clients[1].isEnded)
        #expect(rig.server.statistics.unheard == 55_000)
        for at in [0, 2, 3] { try clients[at].send("\n") }
        try rig.turn()
        for at in [0, 2, 3] { #expect(clients[at].receive() == "ok\n") }
        #expect(rig.server.statistics.unheard == 0 && rig.server.statistics.clients == 3)
    }

    @Test func theSilentAndTheDeafGiveWay() throws {
        var bounds = Bounds()
        bounds.clients = 3
        bounds.timeout = 0
        let rig = try Rig(bounds)
        let (silent, deaf, good) = (try rig.client(), try rig.client(), try rig.client())
        try deaf.send("big 4000000\n")
        try good.send("a\n")
        try rig.turn()
        #expect(good.receive() == "ok\n")
        // One that has sent no line yet goes, then one that takes nothing; one that does what clients do stays.
        let first = try rig.client()
        try first.send("b\n")
        try rig.turn()
        #expect(silent.receive().isEmpty && silent.isEnded && first.receive() == "ok\n")
        let second = try rig.client()
        try second.send("c\n")
        try rig.turn()
        #expect(second.receive() == "ok\n" && rig.server.statistics.gaveWay == 2)
        let third = try rig.client()
        try rig.turn()
        #expect(third.receive().hasPrefix("error limit ") && rig.server.statistics.clients == 3)
        try good.send("d\n")
        try rig.turn()
        #expect(good.receive() == "ok\n")
    }

    @Test func idleDoesNotWakeUp() throws {
        let rig = try Rig()
        let client = try rig.client()
        try client.send("a\n")
        try rig.turn()
        let turns = rig.reactor.turns
        #expect(try rig.reactor.turn(timeout: 20) == 0)
        #expect(rig.reactor.turns == turns + 1 && !rig.reactor.hasRequestedTurn && client.receive() == "ok\n")
    }
}
