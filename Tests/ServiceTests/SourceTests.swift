import Glibc
import Scene
import Schema
import TestSupport
import Testing

@testable import Service

extension ServiceTests {
    /// Files that objects of the kind `data` read.
    @Suite struct Sources {
        private let folder = TemporaryFolder()

        private func rig() throws -> Rig {
            let rig = try Rig(in: folder)
            try rig.scene.set(
                Scene.daemon, SettingsProperty.sourcePaths.id, .string("\(folder.path)/in/*:/proc/sys/kernel/*"))
            try #require(unsafe mkdir("\(folder.path)/in", 0o700) == 0)
            return rig
        }

        private func write(_ name: String, _ text: String) throws {
            try Files().write("\(folder.path)/\(name)", Array(text.utf8))
        }

        @Test func aFileIsReadAtSceneTimes() throws {
            let rig = try rig()
            let client = try rig.client()
            try write("in/a", "1\n")
            let made = try rig.say("create d data source=file:\(folder.path)/in/a every=1s\ntick 0", as: client)
            #expect(made.hasPrefix("ok\nok"))
            #expect(try rig.say("get d text state", as: client) == "ok {\"text\":\"1\",\"state\":\"ready\"}\n")
            try write("in/a", "2\n")
            #expect(try rig.say("tick 0.9\nget d text", as: client).hasSuffix("ok {\"text\":\"1\"}\n"))
            #expect(try rig.say("tick 0.1\nget d text", as: client).hasSuffix("ok {\"text\":\"2\"}\n"))
            try write("in/a", "3\n")
            #expect(try rig.say("tick 5.5\nget d text", as: client).hasSuffix("ok {\"text\":\"3\"}\n"))
            // It stays on its grid: 7, not 7.5.
            try write("in/a", "4\n")
            #expect(try rig.say("tick 0.5\nget d text", as: client).hasSuffix("ok {\"text\":\"4\"}\n"))
        }

        @Test func whatFailsKeepsItsKeysAndOneThatGoesTakesItsOwn() throws {
            let rig = try rig()
            let client = try rig.client()
            try write("in/a", "{\"x\":1,\"y\":[1,2]}")
            _ = try rig.say(
                "create d data mine=1 source=file:\(folder.path)/in/a format=json every=1s\ntick 0", as: client)
            #expect(try rig.say("get d x y", as: client) == "ok {\"x\":1,\"y\":[1,2]}\n")
            try write("in/a", "{")
            #expect(try rig.say("tick 1\nget d x state", as: client).hasSuffix("ok {\"x\":1,\"state\":\"failed\"}\n"))
            try write("in/a", "{\"x\":2}")
            let reply = try rig.say("tick 1\nget d", as: client)
            #expect(reply.contains("\"x\":2") && reply.contains("\"mine\":1") && !reply.contains("\"y\""))
        }

        @Test func linksThatLeadOutAreDenied() throws {
            let rig = try rig()
            let client = try rig.client()
            try write("secret", "secret")
            try write("in/real", "real")
            for (name, target) in [
                ("out", "\(folder.path)/secret"), ("up", "../secret"), ("inside", "real"), ("folder", ".."),
            ] {
                try #require(unsafe symlink(target, "\(folder.path)/in/\(name)") == 0)
            }
            for path in ["in/out", "in/up", "in/folder/secret", "in/../secret", "secret", "in/./real", "in//real"] {
                let reply = try rig.say("create d data source=file:\(folder.path)/\(path)", as: client)
                #expect(reply.hasPrefix("error denied"), "\(path): \(reply)")
            }
            let reply = try rig.say(
                "create d data source=file:\(folder.path)/in/inside every=1s\ntick 0\nget d text", as: client)
            #expect(reply.hasSuffix("ok {\"text\":\"real\"}\n"))
            // One that is put there later is not followed either.
            _ = unsafe unlink("\(folder.path)/in/inside")
            try #require(unsafe symlink("../secret", "\(folder.path)/in/inside") == 0)
            let later = try rig.say("tick 1\nget d text state", as: client)
            #expect(later.hasSuffix("ok {\"text\":\"real\",\"state\":\"failed\"}\n"))
        }

        @Test func onlyRegularFilesAreRead() throws {
            let rig = try rig()
            let client = try rig.client()
            try #require(unsafe mkfifo("\(folder.path)/in/pipe", 0o600) == 0)
            let reply = try rig.say(
                "create d data source=file:\(folder.path)/in/pipe\ncreate e data source=file:\(folder.path)/in/.x\ntick 0",
                as: client)
            #expect(reply.hasPrefix("ok\nok\nok"))
            #expect(try rig.say("get d state", as: client) == "ok {\"state\":\"failed\"}\n")
        }

        @Test func aPipeGivesLinesAsTheyCome() throws {
            let rig = try rig()
            let client = try rig.client()
            try #require(unsafe mkfifo("\(folder.path)/in/pipe", 0o600) == 0)
            _ = try rig.say(
                "create d data source=fifo:\(folder.path)/in/pipe format=keyvalue\ntick 0", as: client)
            for number in 1...2 {
                let end = unsafe open("\(folder.path)/in/pipe", O_WRONLY | O_NONBLOCK)
                try #require(end >= 0)
                let line = Array("n=\(number)\nn=\(number)0\nn=".utf8)
                #expect(unsafe Glibc.write(end, line, line.count) == line.count)
                try rig.turn()
                #expect(try rig.say("get d n state", as: client) == "ok {\"n\":\(number)0,\"state\":\"ready\"}\n")
                #expect(unsafe Glibc.write(end, "\n", 1) == 1)
                close(end)
                try rig.turn()
            }
        }

        @Test func aWatchedFileIsReadWhenItChanges() throws {
            let rig = try rig()
            let client = try rig.client()
            try write("in/a", "1")
            _ = try rig.say("create d data source=file:\(folder.path)/in/a watch=true\ntick 0", as: client)
            try write("in/a", "2")
            try rig.turn()
            #expect(try rig.say("tick 0\nget d text", as: client).hasSuffix("ok {\"text\":\"2\"}\n"))
        }

        @Test func theConfigurationAloneSaysWhichPaths() throws {
            let rig = try rig()
            let client = try rig.client()
            #expect(try rig.say("set daemon sourcePaths=/*", as: client).hasPrefix("error denied"))
            try write("scene", "set daemon sourcePaths=/*\n")
            #expect(try rig.say("load path=\(folder.path)/scene", as: client).hasPrefix("error denied"))
        }

        @Test func thereAreAsManyAsThereMayBe() throws {
            let rig = try rig()
            let client = try rig.client()
            var lines = ""
            for number in 0...DataSources.most {
                lines += "create d\(number) data source=file:/proc/sys/kernel/ostype\n"
            }
            _ = try rig.say(lines + "tick 0", as: client)
            #expect(try rig.say("get d255 state", as: client) == "ok {\"state\":\"ready\"}\n")
            #expect(try rig.say("get d256 state", as: client) == "ok {\"state\":\"failed\"}\n")
        }
    }
}
