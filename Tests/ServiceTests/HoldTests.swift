import Geometry
import Scene
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
