import LineProtocol
import Scene
import Testing

@testable import Service

extension ServiceTests {
    @Suite struct Events {
        @Test func changesOfAFrameAreOneEvent() throws {
            let rig = try Rig("create a layer bounds=0,0,9,9")
            let (one, other) = (try rig.client(), try rig.client())
            _ = try rig.say("subscribe changed layer=a", as: one)
            _ = try rig.say("set a opacity=0.5\nset a opacity=0.25\nset a cornerRadius=2\ntick 0", as: other)
            let event = one.receive()
            #expect(event.hasPrefix("event changed {\"id\":\"a\""))
            #expect(event.contains("\"opacity\":0.25") && event.contains("\"cornerRadius\":2"))
            #expect(event.split(separator: "\n").count == 1)
        }

        /// An end within rounding errors before a frame: what moves is shown at the time of the frame, as a restarted
        /// daemon shows it.
        @Test func whatMovesHasTheTimeOfTheFrame() throws {
            // 0.3 seconds end before the sum of three ticks.
            #expect(0.1 + 0.1 + 0.1 > 0.3)
            let rig = try Rig("create a layer\ncreate b layer\non b tap \"set b opacity=1\"")
            let client = try rig.client()
            let lines = [
                "animate a zPosition=1000000 duration=1 timing=linear", "animate b opacity=0 duration=0.3", "tick 0.1",
                "tick 0.1", "tick 0.1", "get a zPosition from=presentation",
            ]
            let said = try rig.say(lines.joined(separator: "\n"), as: client)
            #expect(said.hasSuffix("{\"zPosition\":300000.00000000006}\n"))
        }

        @Test func onlyTheNamedLayerIsTold() throws {
            let rig = try Rig("create a layer\ncreate b layer")
            let (one, other) = (try rig.client(), try rig.client())
            _ = try rig.say("subscribe changed layer=a", as: one)
            _ = try rig.say("set b opacity=0.5\ntick 0", as: other)
            #expect(one.receive() == "")
            _ = try rig.say("unsubscribe", as: one)
            _ = try rig.say("set a opacity=0.5\ntick 0", as: other)
            #expect(one.receive() == "")
        }

        @Test func anEventGoesToItsListenersOnly() throws {
            let rig = try Rig("create a layer bounds=0,0,50,50 position=50,40 isInteractive=true")
            let (tapping, moving, tester) = (try rig.client(), try rig.client(), try rig.client())
            _ = try rig.say("subscribe tap", as: tapping)
            _ = try rig.say("subscribe pointer layer=a", as: moving)
            _ = try rig.say(
                "tick 0\ninput pointer x=50 y=40 state=down\ninput pointer x=50 y=40 state=up\ntick 1", as: tester)
            #expect(tapping.receive().hasPrefix("event tap {\"layer\":\"a\""))
            let told = moving.receive()
            #expect(told.contains("\"phase\":\"down\"") && told.contains("\"phase\":\"up\"") && !told.contains("tap"))
        }

        @Test func outputsAreToldOnSubscribing() throws {
            let rig = try Rig()
            let client = try rig.client()
            let text = try rig.say("subscribe output", as: client)
            #expect(text.hasPrefix("ok\nevent output {\"output\":\"main\",\"size\":[100,80]"))
            let other = try rig.client()
            _ = try rig.say("set main size=60x60", as: other)
            #expect(client.receive().hasPrefix("event output {\"output\":\"main\",\"size\":[60,60]"))
        }

        @Test func everyEventHasAListOfItsOwn() {
            #expect(Set(EventName.allCases.map(\.index)).count == EventName.allCases.count)
        }
    }
}
