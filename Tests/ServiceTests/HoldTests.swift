import Geometry
import Reactor
import Scene
import Schema
import Testing

@testable import Service

extension ServiceTests {
    @Suite struct Holds {
        @Test func waitEndsWithTheTickThatReachesItsTime() throws {
            let rig = try Rig()
            let (one, other) = (try rig.client(), try rig.client())
            #expect(try rig.say("wait 1\nset main size=50x50", as: one) == "")
            // Lines behind the one that waits are not run.
            #expect(rig.scene.value(Scene.main, OutputProperty.size.id).size.width == 100)
            #expect(try rig.say("tick 0.5", as: other).hasPrefix("ok {\"frame\":1,\"time\":0.5"))
            #expect(one.receive() == "")
            _ = try rig.say("tick 0.5", as: other)
            #expect(one.receive() == "ok\nok\n")
        }

        @Test func tickAnswersBehindItsLastFrame() throws {
            let rig = try Rig()
            let client = try rig.client()
            let reply = try rig.say("tick frames=10", as: client)
            #expect(reply.hasPrefix("ok {\"frame\":10,"))
        }

        /// Others go between, and all of it has happened in the end.
        @Test func aLongTickLetsOthersGoBetween() throws {
            let rig = try Rig("create a layer")
            let (one, other) = (try rig.client(), try rig.client())
            for first in stride(from: 1, through: 6000, by: 500) {
                let lines = (first..<first + 500).map {
                    "after \(Double($0 + 10) / 100)s \"set a user.n=\($0); set a zPosition:=a.zPosition+1\""
                }
                #expect(try !rig.say(lines.joined(separator: "\n"), as: one).contains("error"))
            }
            try one.send("tick 300")
            var reply = ""
            var between = 0
            var isAsked = false
            for _ in 0..<2000 where reply.isEmpty {
                if !isAsked { try other.send("get a user.n") }
                try rig.service.reactor.turn(timeout: 50)
                isAsked = !other.receive().hasPrefix("ok")
                reply = one.receive()
                if reply.isEmpty, !isAsked { between += 1 }
            }
            #expect(reply.hasPrefix("ok {\"frame\":1,\"time\":300,"))
            #expect(between > 0)
            try rig.turn()
            _ = other.receive()
            #expect(try rig.say("get a zPosition", as: other) == "ok {\"zPosition\":6000}\n")
            #expect(try rig.say("list kind=timer", as: other) == "ok []\n")
        }

        /// Each time that something is due lets what moves by rules do the work of a frame.
        @Test func aLongTickWithMuchThatMovesEnds() throws {
            let rig = try Rig("create a layer bounds=0,0,9,9\nset daemon limit.layers=5000")
            let (one, other) = (try rig.client(), try rig.client())
            let bodies = (0..<300).map { "create y\($0) layer frame=\($0 % 100),\($0 % 80),4,4" }
            let names = (0..<300).map { "y\($0)" }.joined(separator: ",")
            let timers = (1...20).map { "after \($0 * 10)s \"set y0 position=50,40\"" }
            let lines =
                bodies + [
                    "create f field type=noise items=\(names)", "create k collision items=\(names) bounds=0,0,0,0",
                ]
            let replies = try rig.say((lines + timers).joined(separator: "\n"), as: one)
            #expect(!replies.contains("error"), "\(replies)")
            try one.send("tick 3000")
            // Whoever wants to end the daemon does not wait for it.
            try rig.service.reactor.turn(timeout: 0)
            try rig.service.reactor.turn(timeout: 0)
            #expect(one.receive() == "")
            #expect(try rig.service.reactor.turn(timeout: 0) >= 0)
            try other.send("quit")
            try rig.turn { rig.service.isOver || !other.receive().isEmpty }
            one.close()
            other.close()
            try rig.turn { rig.service.isOver }
            rig.service.close()
        }

        @Test func syncRendersAtTheStandingTime() throws {
            let rig = try Rig()
            let client = try rig.client()
            #expect(
                try rig.say("create a layer bounds=0,0,9,9 backgroundColor=red\n@s sync", as: client)
                    == "ok\n@s ok {\"frame\":1,\"time\":0}\n")
            // Nothing has changed since.
            #expect(try rig.say("sync", as: client) == "ok {\"frame\":1,\"time\":0}\n")
        }

        @Test func waitForAnAnimationEndsWithIt() throws {
            let rig = try Rig("create a layer bounds=0,0,9,9")
            let (one, other) = (try rig.client(), try rig.client())
            let names = try rig.say("animate a opacity=0 duration=0.1 name=fade", as: one)
            try #require(names.contains("fade") || names.hasPrefix("ok"))
            let name = try #require(names.split(separator: "\"").dropLast().last)
            #expect(try rig.say("wait for=\(name)", as: one) == "")
            _ = try rig.say("tick 0.05", as: other)
            #expect(one.receive() == "")
            _ = try rig.say("tick 0.1", as: other)
            #expect(one.receive() == "ok\n")
        }

        @Test func aClientThatGoesWhileItWaitsLeavesNothing() throws {
            let rig = try Rig()
            let (one, other) = (try rig.client(), try rig.client())
            try one.send("tick frames=40")
            one.close()
            try rig.turn()
            #expect(try rig.say("stats", as: other).contains("\"clients\":1,"))
            let third = try rig.client()
            _ = try rig.say("wait 5", as: third)
            third.close()
            try rig.turn()
            // A held line is answered before its connection ends, heard or not.
            #expect(try rig.say("tick 10", as: other).hasPrefix("ok {"))
            #expect(try rig.say("stats", as: other).contains("\"clients\":1,"))
        }

        @Test func quitEndsWhenRepliesAreTaken() throws {
            let rig = try Rig()
            let client = try rig.client()
            #expect(try rig.say("quit\nset main scale=2", as: client) == "ok\n")
            client.close()
            try rig.turn()
            #expect(rig.service.isOver)
            rig.service.close()
        }
    }
}
