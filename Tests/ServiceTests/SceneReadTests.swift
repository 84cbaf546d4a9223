import Scene
import Schema
import TestSupport
import Testing

@testable import Service
@testable import World

extension ServiceTests {
    /// Lines that read much of a scene are answered beside the loop, from one moment, and in their order.
    @Suite struct SceneReads {
        static let count = HeavyReads.mostAtOnce + 50

        private func rig() throws -> Rig {
            try Rig((0..<Self.count).map { "create l\($0) layer opacity=0.5" }.joined(separator: "\n"))
        }

        /// Turns until so many lines are there.
        private func lines(_ count: Int, of client: Client, _ rig: Rig) throws -> [Substring] {
            var text = ""
            try rig.turn {
                text += client.receive()
                return text.split(separator: "\n").count >= count
            }
            return text.split(separator: "\n")
        }

        @Test func aDumpIsOfOneMomentAndInOrder() throws {
            let rig = try rig()
            let (reader, writer) = (try rig.client(), try rig.client())
            try reader.send("@1 dump\n@2 set l3 opacity=0.25\n@3 get l3 opacity")
            try rig.turn()
            // The thread has its copy: others' changes come too late for it.
            #expect(try rig.say("set l1 opacity=0.125\nremove l2\ncreate z layer", as: writer) == "ok\nok\nok\n")
            let replies = try lines(3, of: reader, rig)
            #expect(replies[0].hasPrefix("@1 ok [\"set main"))
            #expect(replies[0].contains("create l2 layer") && !replies[0].contains("create z"))
            #expect(!replies[0].contains("opacity=0.125") && !replies[0].contains("opacity=0.25"))
            #expect(replies[1...] == ["@2 ok", "@3 ok {\"opacity\":0.25}"])
            try writer.send("dump")
            let later = try lines(1, of: writer, rig)
            #expect(later[0].contains("opacity=0.125") && later[0].contains("opacity=0.25"))
            #expect(later[0].contains("create z") && !later[0].contains("create l2 "))
        }

        @Test func smallPartsAreReadAtOnce() throws {
            let rig = try rig()
            let client = try rig.client()
            #expect(try rig.say("dump l1", as: client).hasPrefix("ok [\"create l1"))
            #expect(try rig.say("tree l1", as: client).hasPrefix("ok {\"id\":\"l1\""))
            #expect(try rig.say("dump nobody", as: client).hasPrefix("error unknown-object"))
        }

        @Test func moreReadersThanThreads() throws {
            let rig = try rig()
            let clients = try (0..<7).map { _ in try rig.client() }
            for client in clients { try client.send("list kind=layer\nhello") }
            clients[3].close()
            for (number, client) in clients.enumerated() where number != 3 {
                let replies = try lines(2, of: client, rig)
                #expect(replies[0].hasPrefix("ok [\"root\",\"l0\"") && replies[1].contains("scrimd"))
            }
        }

        @Test func operationsThatAreAppendedMeanwhile() throws {
            let rig = try rig()
            let client = try rig.client()
            #expect(try rig.say("create c canvas\ndraw c translate 1,1", as: client) == "ok\nok\n")
            let copy = rig.scene.copy()
            #expect(try rig.say("draw c translate 1,1\ndraw c translate 1,1", as: client) == "ok\nok\n")
            let canvas = try #require(copy.find("c"))
            let id = try #require(copy.kind(of: canvas).operations)
            guard case .operations(let list) = copy.value(canvas, id) else {
                Issue.record("no operations")
                return
            }
            #expect(list.count == 1)
        }

        @Test func checkpointsAndDifferences() throws {
            let rig = try rig()
            let client = try rig.client()
            try client.send("checkpoint a\nset l7 opacity=1\ndiff a\ndiff b")
            let replies = try lines(4, of: client, rig)
            #expect(replies[0] == "ok" && replies[1] == "ok")
            #expect(replies[2].contains("l7") && !replies[2].contains("l8"))
            #expect(replies[3].hasPrefix("error unknown-object"))
        }

        @Test func aSavedFileIsThereWithItsReply() throws {
            let rig = try rig()
            let client = try rig.client()
            let path = "\(rig.folder.path)/saved"
            try client.send("save path=\(path)\nset l0 opacity=1")
            let replies = try lines(2, of: client, rig)
            #expect(replies == ["ok", "ok"])
            let text = String(decoding: try Files().read(path), as: UTF8.self)
            #expect(text.contains("create l0 layer parent=root opacity=0.5"))
            try client.send("save path=\(rig.folder.path)/none/saved")
            #expect(try lines(1, of: client, rig)[0].hasPrefix("error io"))
        }

        @Test func theStateComesBeforeLaterEvents() throws {
            let rig = try rig()
            let (reader, writer) = (try rig.client(), try rig.client())
            try reader.send("@1 subscribe created changed\n@2 hello")
            try rig.turn()
            _ = try rig.say("set l1 opacity=0.125\ncreate z layer\ntick 0", as: writer)
            var text = ""
            try rig.turn {
                text += reader.receive()
                return text.contains("@2 ok")
            }
            let told = text.split(separator: "\n")
            #expect(told[0] == "@1 ok")
            let state = told[1...].prefix { $0.hasPrefix("event created") && !$0.contains("\"z\"") }
            #expect(state.count >= Self.count && !state.contains { $0.contains("0.125") })
            let rest = told[(1 + state.count)...]
            #expect(rest.contains { $0.hasPrefix("event changed {\"id\":\"l1\"") })
            #expect(rest.contains { $0.hasPrefix("event created {\"id\":\"z\"") })
            #expect(rest.contains { $0.hasPrefix("@2 ok") })
        }

        /// Names of objects that are gone count too: they are kept so that the end is told.
        @Test func namesOfSubscriptionsAreBounded() throws {
            let rig = try Rig()
            let client = try rig.client()
            var (all, reply) = (0, "")
            while reply.isEmpty, all <= Subscriptions.mostNames {
                let names = (all..<all + 4096).map { "n\($0)" }
                _ = try rig.say(names.map { "create \($0) layer" }.joined(separator: "\n"), as: client)
                reply = try rig.say("subscribe tap " + names.map { "layer=\($0)" }.joined(separator: " "), as: client)
                if reply == "ok\n" { reply = "" }
                _ = try rig.say("clear", as: client)
                all += 4096
            }
            #expect(all == Subscriptions.mostNames + 4096)
            #expect(reply.hasPrefix("error limit"))
        }
    }
}
