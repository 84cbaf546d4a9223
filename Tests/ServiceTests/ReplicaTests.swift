import Expressions
import Geometry
import LineProtocol
import Reactor
import Scene
import Testing

@testable import Service

extension ServiceTests {
    /// A primary and a replica, each a service of its own, and what a link does between them.
    @Suite struct Replicas {
        /// Carries records of one rig to the other, as `scrim link` does by a broker.
        final class Wire {
            let primary: Rig
            let replica: Rig
            private let reader: Client
            private let feed: Client
            private var scene: [String] = []
            private(set) var records: [JSONValue] = []

            init(_ primary: Rig, _ replica: Rig) throws {
                (self.primary, self.replica) = (primary, replica)
                (reader, feed) = (try primary.client(), try replica.client())
                #expect(try replica.say("session role=replica of=studio", as: feed) == "ok\n")
                try reader.send("subscribe journal")
            }

            /// Carries what there is. The replies of the replica.
            @discardableResult
            func carry() throws -> String {
                var replies = ""
                var text = ""
                for _ in 0..<20 {
                    try primary.service.reactor.turn(timeout: 10)
                    text += reader.receive()
                }
                for line in text.split(separator: "\n") where line.hasPrefix("event journal ") {
                    guard let event = JSONValue(String(line.dropFirst(14))) else { continue }
                    replies += try replica.say(replay(event), as: feed)
                }
                return replies
            }

            private func replay(_ event: JSONValue) -> String {
                func word(_ key: String) -> String {
                    if case .number(_, let text)? = event[key] { text } else { "0" }
                }
                let isScene = event["state"]?.string == "scene"
                var lines = event["lines"]?.elements.compactMap(\.string) ?? []
                records.append(event)
                if isScene {
                    scene += lines
                    if event["more"]?.boolean == true { return "# more" }
                    (lines, scene) = (scene, [])
                }
                var out = ByteWriter()
                WordQuoting.append(positional: lines.joined(separator: "\n"), to: &out)
                let clock = event["clock"]?.string.map { " clock=\($0)" } ?? ""
                let state = isScene ? " state=scene" : ""
                return
                    "replay epoch=\(word("epoch")) seq=\(word("seq")) time=\(word("time")) wall=\(word("wall")) client=\(word("client"))\(clock)\(state) \(out.string)"
            }

            func replay(_ line: String) throws -> String { try replica.say(line, as: feed) }
        }

        private func digest(_ rig: Rig) throws -> String {
            let client = try rig.client()
            try client.send("digest")
            var reply = ""
            try rig.turn {
                reply += client.receive()
                return reply.hasSuffix("\n")
            }
            client.close()
            return JSONValue(String(reply.dropFirst(3)))?["sha256"]?.string ?? reply
        }

        private let lines = """
            create card layer frame=10,10,40,40 backgroundColor=teal
            create d data n=1 items='[{"id":1}]'
            create kit style cornerRadius=6
            set card style=kit
            bind card zPosition:=d.n%7
            set d n=12
            begin
            create inner layer parent=card frame=0,0,9,9
            set inner opacity=0.25
            commit
            every 1s name=beat "set d n:=n+1; set d r:=random()"
            define badge tone=red
            create .dot layer bounds=0,0,5,5 backgroundColor=$tone
            end
            create one badge tone=gold
            animate card position.x=90 duration=2
            """

        @Test func aReplicaHasTheSceneOfItsPrimary() throws {
            let wire = try Wire(Rig("create early layer frame=0,0,5,5"), Rig())
            try wire.carry()
            let client = try wire.primary.client()
            #expect(try !wire.primary.say(lines, as: client).contains("error"))
            #expect(try !wire.carry().contains("error"))
            #expect(try digest(wire.primary) == digest(wire.replica))
            _ = try wire.primary.say("tick 1.5", as: client)
            #expect(try !wire.primary.say("set d n=100\nundo\ntick 1.75", as: client).contains("error"))
            #expect(try !wire.carry().contains("error"))
            #expect(try digest(wire.primary) == digest(wire.replica))
            let other = try wire.replica.client()
            #expect(try wire.replica.say("get d n", as: other) == wire.primary.say("get d n", as: client))
            #expect(try wire.replica.say("sync", as: other).contains("\"time\":3.25"))
        }

        @Test func oneThatComesLateIsEqual() throws {
            let primary = try Rig(lines)
            let client = try primary.client()
            _ = try primary.say("tick 1.25", as: client)
            let first = try Wire(primary, Rig())
            try first.carry()
            _ = try primary.say("tick 1.5\nset d n=5\ntick 0.5", as: client)
            try first.carry()
            let second = try Wire(primary, Rig())
            try second.carry()
            try first.carry()
            _ = try primary.say("tick 2\nset card opacity=0.5", as: client)
            try first.carry()
            try second.carry()
            #expect(try digest(primary) == digest(first.replica))
            #expect(try digest(primary) == digest(second.replica))
        }

        @Test func whatIsSharedIsThePrimarysAlone() throws {
            let wire = try Wire(Rig("create card layer frame=0,0,9,9\ncreate d data n=1"), Rig())
            try wire.carry()
            let before = try digest(wire.replica)
            let client = try wire.replica.client()
            for line in [
                "set card opacity=0.5", "remove card", "create mine layer", "animate card opacity=0", "clear",
                "set d n=2",
                "bind card opacity:=d.n", "every 1s \"set d n=7\"", "on card tap \"set d n=0\"", "define x a=1",
                "put card layer opacity=1", "load path=/dev/null replace=true",
            ] {
                let reply = try wire.replica.say(line, as: client)
                #expect(reply.hasPrefix("error replica"), "\(line): \(reply)")
                #expect(reply.contains("studio"))
            }
            for line in [
                "create local.x layer parent=card frame=0,0,5,5", "set local.x opacity=0.5", "create local.top layer",
                "animate local.x position.x=3 duration=0.1", "set main backgroundColor=red",
                "every 1s name=local.t \"set local.x opacity=0.25\"", "undo",
            ] {
                let reply = try wire.replica.say(line, as: client)
                #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
            }
            #expect(try digest(wire.replica) == before)
            let other = try wire.primary.client()
            _ = try wire.primary.say("remove card\ncreate local.own layer", as: other)
            try wire.carry()
            #expect(try wire.replica.say("get local.x opacity", as: client).hasPrefix("error unknown-object"))
            #expect(try wire.replica.say("get local.own", as: client).hasPrefix("error unknown-object"))
            #expect(try wire.replica.say("get local.top opacity", as: client).hasPrefix("ok"))
            #expect(try digest(wire.primary) == digest(wire.replica))
        }

        /// Input of a replica changes nothing that is shared; that of the primary does in both.
        @Test func inputIsThePrimarys() throws {
            let wire = try Wire(
                Rig("create b layer frame=0,0,50,50 isInteractive=true\ncreate d data n=1\non b tap \"set d n:=n+1\""),
                Rig())
            try wire.carry()
            let tap = "input pointer x=20 y=20 state=down\ninput pointer state=up\ntick 0.1"
            let client = try wire.replica.client()
            _ = try wire.replica.say("input pointer x=20 y=20 state=down\ninput pointer state=up", as: client)
            #expect(try wire.replica.say("get d n", as: client) == "ok {\"n\":1}\n")
            let other = try wire.primary.client()
            _ = try wire.primary.say(tap, as: other)
            try wire.carry()
            #expect(try wire.replica.say("get d n", as: client) == "ok {\"n\":2}\n")
            #expect(try digest(wire.primary) == digest(wire.replica))
        }

        @Test func recordsComeInTheirOrderOrNotAtAll() throws {
            let wire = try Wire(Rig(), Rig())
            #expect(
                try wire.replay("replay epoch=5 seq=1 time=0 wall=0 \"set root opacity=0\"").hasPrefix("error sequence")
            )
            #expect(
                try wire.replay("replay epoch=5 seq=7 time=1 wall=0 clock=manual state=scene \"create a layer\"")
                    == "ok\n")
            #expect(
                try wire.replay("replay epoch=5 seq=9 time=1 wall=0 clock=manual \"remove a\"").hasPrefix(
                    "error sequence"))
            #expect(
                try wire.replay("replay epoch=5 seq=7 time=1 wall=0 clock=manual \"remove a\"").hasPrefix(
                    "error sequence"))
            #expect(
                try wire.replay("replay epoch=4 seq=8 time=1 wall=0 clock=manual \"remove a\"").hasPrefix(
                    "error sequence"))
            #expect(
                try wire.replay("replay epoch=4 seq=8 time=1 wall=0 clock=manual state=scene \"create b layer\"")
                    .hasPrefix("error sequence"))
            #expect(try wire.replay("replay epoch=5 seq=8 time=2 wall=0 clock=manual \"set a opacity=0.5\"") == "ok\n")
            let client = try wire.replica.client()
            #expect(try wire.replica.say("get a opacity", as: client) == "ok {\"opacity\":0.5}\n")
            #expect(try wire.replica.say("session role=primary", as: client) == "ok\n")
            #expect(try wire.replica.say("set a opacity=1\nget a opacity", as: client) == "ok\nok {\"opacity\":1}\n")
            #expect(try wire.replay("replay epoch=5 seq=9 time=2 wall=0 \"remove a\"").hasPrefix("error unsupported"))
        }

        @Test func journalNeedsFullAccess() throws {
            let rig = try Rig("create a layer")
            let client = try rig.client()
            #expect(try rig.say("session access=a\nsubscribe journal", as: client).contains("error denied"))
            let other = try rig.client()
            #expect(try rig.say("subscribe journal from=x", as: other).hasPrefix("error value"))
        }
    }
}
