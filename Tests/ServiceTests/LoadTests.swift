import Glibc
import LineProtocol
import Reactor
import Scene
import TestSupport
import Testing

@testable import Service
@testable import World

extension ServiceTests {
    /// `load` of a long file: it is read beside the loop, and carried out as a whole, in its turn.
    @Suite struct Loads {
        private let folder = TemporaryFolder()
        private var path: String { "\(folder.path)/long" }

        /// A file of more bytes than are read at once.
        private func write(_ more: String = "", bytes: Int = FileVerbs.longFile) throws {
            var text = "create first layer\n" + more
            while text.utf8.count < bytes { text += "create l\(text.utf8.count) layer frame=1,2,30,40 parent=first\n" }
            try Files().write(path, Array(text.utf8))
        }

        private func lines(_ count: Int, of client: Client, _ rig: Rig) throws -> [Substring] {
            var text = ""
            try rig.turn {
                text += client.receive()
                return text.split(separator: "\n").count >= count
            }
            return text.split(separator: "\n")
        }

        @Test func othersAreAnsweredMeanwhile() throws {
            try write()
            let rig = try Rig()
            let (loader, other) = (try rig.client(), try rig.client())
            try loader.send("@1 load path=\(path)\n@2 set first opacity=0.5\n@3 get first opacity")
            try rig.service.reactor.turn(timeout: 1000)
            #expect(try rig.say("create mine layer", as: other) == "ok\n")
            #expect(try lines(3, of: loader, rig) == ["@1 ok", "@2 ok", "@3 ok {\"opacity\":0.5}"])
            #expect(rig.scene.find("mine") != nil && rig.scene.count > 4000)
        }

        @Test func shortFilesAreLoadedAtOnce() throws {
            try write(bytes: FileVerbs.longFile - 100)
            let rig = try Rig()
            #expect(try rig.say("load path=\(path)\nget first opacity", as: rig.client()) == "ok\nok {\"opacity\":1}\n")
        }

        @Test func anErrorChangesNothing() throws {
            try write("create a layr\n")
            let rig = try Rig()
            let (client, count) = (try rig.client(), rig.scene.count)
            try client.send("load path=\(path)\nhello")
            let replies = try lines(2, of: client, rig)
            #expect(replies[0].hasPrefix("error unknown-kind \(path):2:10: ") && replies[1].hasPrefix("ok"))
            #expect(rig.scene.count == count)
        }

        @Test func aClientThatGoesLoadsNothing() throws {
            try write()
            let rig = try Rig()
            let clients = try (0..<5).map { _ in try rig.client() }
            for client in clients { try client.send("load path=\(path) replace=true") }
            for _ in 0..<3 { try rig.service.reactor.turn(timeout: 0) }
            for client in clients { client.close() }
            let last = try rig.client()
            try last.send("load path=\(path) replace=true\nhello")
            #expect(try lines(2, of: last, rig)[0] == "ok")
        }

        @Test func rightsAreCheckedBeforeTheFileIsRead() throws {
            try write()
            let rig = try Rig()
            #expect(
                try rig.say("session access=read\nload path=\(path)", as: rig.client()).hasPrefix("ok\nerror denied"))
        }

        @Test func aTransactionLoadsWithItsCommit() throws {
            try write()
            let rig = try Rig()
            let reply = try rig.say("begin\nload path=\(path)\nset first opacity=0.5\ncommit", as: rig.client())
            #expect(reply.hasPrefix("ok\nok\nok\nok {\"commands\":2"))
        }

        /// Kept as any other line, with the file.
        @Test func aLoadedFileComesBack() throws {
            try write()
            var options = ServiceOptions()
            options.state = "\(folder.path)/state"
            let rig = try Rig(in: folder, options: options)
            let client = try rig.client()
            try client.send("load path=\(path)\nset first opacity=0.5\nundo 2\nredo")
            #expect(try lines(4, of: client, rig)[0] == "ok")
            _ = unsafe unlink(path)
            let again = try Rig(in: folder, options: options)
            let isSame = Session.dump(again.scene, at: 0) == Session.dump(rig.scene, at: 0)
            #expect(isSame && again.scene.count > 4000)
        }

        /// A long version is read by two threads.
        @Test func aLongVersionComesBack() throws {
            let text = (0..<30_000).map { "create l\($0) layer frame=\($0 % 300),2,30,40 opacity=0.5\n" }.joined()
            #expect(text.utf8.count > ReadAhead.least)
            let path = "\(folder.path)/state"
            let bytes = Array("# scrim state, scene time 1\n# journal 0\n\(text)set l3 opacity=0.25".utf8)
            try Files().write(path, bytes)
            var options = ServiceOptions()
            options.state = path
            let rig = try Rig(in: folder, options: options)
            #expect(rig.scene.count > 30_000 - 1)
            #expect(
                try rig.say("get l3 opacity\nget l29999 opacity", as: rig.client())
                    == "ok {\"opacity\":0.25}\nok {\"opacity\":0.5}\n")
            // A line that cannot be run is kept as it is.
            try Files().write(path, bytes + Array("\ncreate\n".utf8))
            let again = try Rig(in: folder, options: options)
            #expect(again.scene.count == rig.scene.count + 1)
            #expect(again.scene.dormancy.all.map { again.scene.name(of: $0) } == ["dormant-1"])
        }
    }
}
