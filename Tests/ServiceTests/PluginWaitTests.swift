import Glibc
import Scene
import TestSupport
import Testing

@testable import PluginHost
@testable import Service

extension ServiceTests {
    /// Lines that need a plugin of others wait for its process, and nobody else does.
    @Suite struct PluginWaiting {
        private final class Enemy {
            let rig: Rig
            private let files = TemporaryFolder()
            var folder: String { files.path }

            init(_ define: String = "NONE") throws {
                rig = try Rig()
                rig.host.worker = "\(Places.products)/scrim-decoder"
                let command =
                    "cc -std=gnu11 -w -shared -fPIC -D\(define) -I'\(Places.checkout)/Sources/ScrimPluginABI/include' "
                    + "'\(Places.checkout)/Tests/Fixtures/Plugins/hostile.c' -o '\(files.path)/libhostile.so' -lpthread"
                try #require(unsafe system(command) == 0)
                files.write(
                    "hostile.scrimplugin",
                    "id Hostile\nversion 1\nabi 1\nlibrary libhostile.so\nkind hostile layer\nkind spoil filter\nkind drift behavior\n"
                        .utf8)
            }

            func discover() { rig.host.discover(in: [files.path], trust: .user) }

            /// The reply to lines that have to wait.
            func late(_ client: Client) throws -> String {
                var text = ""
                try rig.turn(until: {
                    text += client.receive()
                    return text.hasSuffix("\n")
                })
                return text
            }
        }

        @Test(arguments: ["plugin load MANIFEST", "@7 plugin load LIBRARY", "create a hostile", "describe hostile"])
        func aHangHoldsUpOneClient(_ line: String) throws {
            let enemy = try Enemy("LOAD_HANGS")
            if !line.contains("plugin") { enemy.discover() }
            let (one, other) = (try enemy.rig.client(), try enemy.rig.client())
            let line = line.replacing("MANIFEST", with: "\(enemy.folder)/hostile.scrimplugin")
                .replacing("LIBRARY", with: "\(enemy.folder)/libhostile.so")
            #expect(try enemy.rig.say(line + "\nget main", as: one) == "")
            #expect(try enemy.rig.say("create b layer\nset b opacity=0.5", as: other) == "ok\nok\n")
            let reply = try enemy.late(one).split(separator: "\n")
            let tag = line.hasPrefix("@7") ? "@7 " : ""
            #expect(reply.count == 2 && reply[0].hasPrefix("\(tag)error plugin "), "\(reply)")
            #expect(reply.last?.hasPrefix("ok {") ?? false)
        }

        @Test func aFilterIsThereWhenItsLineIsAnswered() throws {
            let enemy = try Enemy()
            enemy.discover()
            let one = try enemy.rig.client()
            let reply = try enemy.rig.say("set root backgroundColor=red filters=spoil(0)", as: one)
            let late = try enemy.late(one)
            #expect(reply.isEmpty && late == "ok\n")
            #expect(enemy.rig.host.list.contains { $0.id == "Hostile" && $0.state == .loaded })
        }

        @Test func aLineIsHandledWhenThePluginIsThere() throws {
            let enemy = try Enemy()
            enemy.discover()
            let (one, other) = (try enemy.rig.client(), try enemy.rig.client())
            // All of a transaction, which stays open until then; a definition; and what follows.
            let begin = try enemy.rig.say(
                "begin\ncreate l layer\ncreate a hostile parent=l level=3\ncommit\nget a level", as: one)
            #expect(begin == "ok\nok\nok\n")
            #expect(try enemy.rig.say("get l", as: other).hasPrefix("error unknown-object"))
            let rest = try enemy.late(one)
            #expect(rest.hasPrefix("ok {\"commands\":2") && rest.hasSuffix("ok {\"level\":3}\n"), "\(rest)")
            #expect(try enemy.rig.say("undo", as: one) == "ok {\"count\":1}\n")
            #expect(try enemy.rig.say("get l", as: one).hasPrefix("error unknown-object"))
        }

        @Test func whoHasGoneLeavesThePlugin() throws {
            let enemy = try Enemy()
            let one = try enemy.rig.client()
            #expect(try enemy.rig.say("plugin load \(enemy.folder)/hostile.scrimplugin", as: one) == "")
            one.close()
            try enemy.rig.turn(until: { enemy.rig.host.openings.isEmpty })
            let other = try enemy.rig.client()
            #expect(try enemy.rig.say("create a hostile", as: other) == "ok\n")
        }
    }
}
