import Foundation
import Testing

extension RealDaemon {
    /// `--state FILE`: the scene outlives the daemon, however that ends.
    @Suite struct StateTests {
        private let sandbox: Sandbox
        private var file: String { sandbox.file("state") }

        init() throws { sandbox = try Sandbox() }

        private func start(_ arguments: [String] = [], clock: String = "manual") throws -> Daemon {
            try Daemon(["--state", file] + arguments, clock: clock)
        }

        /// Waits until the file holds, or no longer holds, the words.
        private func awaitFile(_ words: String, isThere: Bool = true) throws {
            for _ in 0..<1000 {
                let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
                if text.contains(words) == isThere { return }
                usleep(5000)
            }
            Issue.record("the file does not change: \(words)")
        }

        private static let lines = [
            "set root backgroundColor=#102030", "create m layer parent=none frame=0,0,50,50 backgroundColor=white",
            "create a layer frame=10,20,100,50 backgroundColor=#ff0000 mask=m user.note=\"it's \\\"me\\\"\"",
            "create b shape parent=a path=\"M 0 0 L 10 10\" strokeColor=#fff", "set main size=320x200",
        ]

        @Test func aDaemonThatIsKilledComesBackWithItsScene() throws {
            let first = try start()
            let link = try first.link()
            for line in Self.lines { #expect(try link.ask(line) == "ok") }
            let scene = try link.ask("dump").replacing("320,200", with: "400,300")
            try awaitFile("create b shape")
            #expect(first.end(by: SIGKILL) == -1)
            let second = try start()
            #expect(try second.link().ask("dump") == scene)
            // The size was the command line's at first, and is again.
            #expect(try second.link().ask("get main size") == #"ok {"size":[400,300]}"#)
            #expect(try second.lastWords().contains("restored"))
        }

        @Test func aSceneBeyondTheLimitsOfNowIsRestored() throws {
            let first = try start()
            let link = try first.link()
            #expect(try link.ask("set daemon limit.layers=8 limit.clientLayers=8") == "ok")
            for name in ["a", "b", "c", "d", "e"] { #expect(try link.ask("create \(name) layer") == "ok") }
            // The version is of these; of the journal are the others.
            try awaitFile("create e")
            #expect(first.end(by: SIGKILL) == -1)
            let few = sandbox.file("few.scrim")
            try Data("set daemon limit.layers=5 limit.clientLayers=2\n".utf8).write(to: URL(fileURLWithPath: few))
            let second = try start(["--config", few])
            let again = try second.link()
            #expect(try again.ask("list kind=layer") == #"ok ["root","a","b","c","d","e"]"#)
            #expect(try again.ask("get daemon limit.layers limit.clientLayers").contains("5"))
            #expect(try again.ask("create f layer").hasPrefix("error limit"))
            #expect(try again.ask("remove a b c d") == "ok" && again.ask("create f layer") == "ok")
        }

        @Test func aSceneThatNobodyChangedIsNotWrittenAgain() throws {
            let first = try start()
            #expect(try first.link().ask("create a layer") == "ok")
            #expect(first.end(by: SIGTERM) == 0)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            // The first of them leaves a journal without a record.
            for _ in 0..<2 {
                let next = try start([], clock: "realtime")
                usleep(1_200_000)
                #expect(next.end(by: SIGKILL) == -1)
                #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
            }
        }

        @Test func whatIsNotWrittenYetIsWrittenAtTheEnd() throws {
            let first = try start()
            #expect(try first.link().ask("create late layer") == "ok")
            #expect(first.end(by: SIGTERM) == 0)
            let second = try start()
            #expect(try second.link().ask("list kind=layer") == #"ok ["root","late"]"#)
        }

        @Test func animationsAndTransactionsGoOnWhereTheyWere() throws {
            let first = try start()
            let link = try first.link()
            for line in [
                "create a layer", "create x animation layer=a property=position.x from=0 to=100 duration=10",
                "begin at=8 name=late", "set a opacity=0.5", "commit", "tick 4", "set a user.mark=here",
            ] { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            try awaitFile("mark")
            #expect(first.end(by: SIGKILL) == -1)
            let second = try start()
            let again = try second.link()
            #expect(try again.ask("get a position.x from=presentation") == #"ok {"position.x":40}"#)
            #expect(try again.ask("tick 2").hasPrefix("ok"))
            #expect(try again.ask("get a position.x from=presentation") == #"ok {"position.x":60}"#)
            #expect(try again.ask("get a opacity") == #"ok {"opacity":1}"#)
            #expect(try again.ask("tick 2").hasPrefix("ok"))
            #expect(try again.ask("get a opacity") == #"ok {"opacity":0.5}"#)
        }

        /// Two lines double the work with each round; depth alone does not bound them.
        @Test func reactionsThatSetEachOtherOffStop() throws {
            let first = try start()
            let link = try first.link()
            for line in [
                "create A layer", "subscribe reaction",
                "on A animation \"animate A position.x=1 duration=0; animate A position.y=2 duration=0\"",
                "animate A position.x=3 duration=0.01",
            ] { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            try awaitFile("position.x")
            #expect(try link.ask("tick").hasPrefix("ok"))
            let events = try link.events()
            #expect(events.count == 1 && events[0].contains(#""id":"A.animation""#), "\(events)")
            #expect(events[0].contains(#""state":"stopped""#))
            #expect(try link.ask("tick").hasPrefix("ok") && link.events().isEmpty, "it has come to rest")
            #expect(try link.ask("get A position") == #"ok {"position":[1,2]}"#)
        }

        @Test func reactionsThatSetEachOtherOffStopAfterARestart() throws {
            let file = """
                # scrim state, scene time 1
                create A layer
                create A.animation reaction layer=A event=animation \
                lines="animate A position.x=1 duration=0; animate A position.y=2 duration=0"
                create A.x animation layer=A property=position.x to=3 duration=0.01

                """
            _ = try sandbox.write(file, to: "state")
            let daemon = try start(clock: "realtime")
            let link = try daemon.link()
            try waitUntil(tries: 400, pause: 5000) { try link.ask("get A position") == #"ok {"position":[1,2]}"# }
            #expect(try link.ask("get A position") == #"ok {"position":[1,2]}"#)
            #expect(daemon.end(by: SIGTERM) == 0)
        }

        @Test func transactionsThatWaitKeepTheirRights() throws {
            let first = try start()
            let link = try first.link()
            for line in [
                "create other layer", "create mine layer", "session access=mine", "begin at=4 name=t",
                "set other opacity=0", "commit", "begin at=4 name=u", "set mine opacity=0", "commit",
            ] { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            try awaitFile("scope=mine")
            #expect(first.end(by: SIGKILL) == -1)
            let second = try start()
            let again = try second.link()
            for line in ["subscribe transaction", "tick 5"] { #expect(try again.ask(line).hasPrefix("ok")) }
            let events = try again.events()
            #expect(events.contains { $0.contains(#""name":"t","state":"failed""#) && $0.contains("denied") })
            #expect(try again.ask("get other opacity") == #"ok {"opacity":1}"#)
            #expect(try again.ask("get mine opacity") == #"ok {"opacity":0}"#)
        }

        @Test func whatGoesWithItsClientDoesNotComeBack() throws {
            let first = try start()
            let link = try first.link()
            for line in [
                "create keep layer", "session lifetime=client", "create mine layer", "create child layer parent=mine",
                "create m layer parent=none", "set keep mask=m",
                "create x animation layer=child property=opacity to=0 duration=100", "set keep user.mark=here",
            ] { #expect(try link.ask(line) == "ok", "\(line)") }
            try awaitFile("mark")
            #expect(first.end(by: SIGKILL) == -1)
            let second = try start()
            #expect(try second.link().ask("list") == #"ok ["root","keep","main","daemon"]"#)
        }

        private func damagedFiles() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: sandbox.file("")).filter { $0.hasPrefix("state.bad-") }
                .sorted()
        }

        @Test func aFileThatIsNoStateIsKeptAndTheScenesBegin() throws {
            let scene = try sandbox.write("create fresh layer\n", to: "x.scrim")
            for (damaged, words) in [
                ("garbage", "no state that can be read"),
                ("# scrim state, scene time 1\na layer\ncreate a layer\n", "not restored"),
            ] {
                _ = try sandbox.write(damaged, to: "state")
                let before = try damagedFiles()
                let daemon = try start(["--scene", scene])
                #expect(try daemon.link().ask("list kind=layer") == #"ok ["root","fresh"]"#)
                let name = try #require(try damagedFiles().first { !before.contains($0) })
                #expect(try String(decoding: sandbox.bytes(name), as: UTF8.self) == damaged)
                #expect(try daemon.lastWords().contains(words))
                #expect(daemon.end(by: SIGKILL) == -1)
                for file in try FileManager.default.contentsOfDirectory(atPath: sandbox.file("")) {
                    let isOfState = file == "state" || file.hasPrefix("state.journal")
                    if isOfState { try FileManager.default.removeItem(atPath: sandbox.file(file)) }
                }
            }
            // The scenes are the beginning only: a state that is there goes before them.
            let daemon = try start(["--scene", scene])
            #expect(try daemon.link().ask("remove fresh") == "ok")
            #expect(daemon.end(by: SIGTERM) == 0)
            let again = try start(["--scene", scene])
            #expect(try again.link().ask("list kind=layer") == #"ok ["root"]"#)
        }

        @Test func aFileThatCannotBeWrittenIsTold() throws {
            let daemon = try Daemon(["--state", sandbox.file("no/such/folder")])
            #expect(try daemon.link().ask("create a layer") == "ok")
            try waitUntil(tries: 1000, pause: 5000) { try daemon.lastWords().contains("not kept") }
            #expect(try daemon.lastWords().contains("no/such/folder"))
            #expect(try daemon.link().ask("list kind=layer") == #"ok ["root","a"]"#)
        }

        /// A second daemon on the same file ends, and says whose it is; the file is free with the end of the first.
        @Test func aStateFileHasOneOwner() throws {
            let first = try start()
            #expect(try first.link().ask("create a layer") == "ok")
            for _ in 0..<2 {
                let second = try sandbox.start(
                    "scrimd", ["--socket", sandbox.file("t"), "--output", "offscreen", "--state", file], log: "second")
                second.waitUntilExit()
                #expect(second.terminationStatus == 75)
                let words = try String(decoding: sandbox.bytes("second.err"), as: UTF8.self)
                #expect(words.contains("\(file) is in use by process \(first.id)"), "\(words)")
            }
            // One that takes it up later keeps nothing, and says so, until the first has ended.
            let third = try Daemon(["--state", sandbox.file("other")])
            #expect(try third.link().ask("set daemon state=\(file)").hasPrefix("error exists "))
            #expect(try third.link().ask("set daemon state=\(file) overwrite=true") == "ok")
            #expect(try third.link().ask("get daemon problems").contains("in use by process \(first.id)"))
            #expect(first.end(by: SIGKILL) == -1)
            try waitUntil(tries: 1000, pause: 5000) {
                try third.link().ask("get daemon problems") == #"ok {"problems":""}"#
            }
            #expect(try third.link().ask("get daemon problems") == #"ok {"problems":""}"#)
            #expect(third.end(by: SIGTERM) == 0)
            let fourth = try start()
            #expect(try fourth.link().ask("list kind=layer") == #"ok ["root"]"#)
        }

        /// The next version would take the link's place.
        @Test func aLinkIsNotFollowedAtAStart() throws {
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: sandbox.file("elsewhere"))
            let daemon = try sandbox.start(
                "scrimd", ["--socket", sandbox.file("t"), "--output", "offscreen", "--state", file], log: "linked")
            daemon.waitUntilExit()
            #expect(daemon.terminationStatus == 78)
            #expect(try String(decoding: sandbox.bytes("linked.err"), as: UTF8.self).contains("is a symbolic link"))
            #expect(!FileManager.default.fileExists(atPath: sandbox.file("elsewhere")))
        }

        /// A file of a later version is left as it is, to the byte.
        @Test func aNewerFormatIsRefusedUntouched() throws {
            let first = try start()
            #expect(try first.link().ask("create a layer") == "ok")
            #expect(first.end(by: SIGTERM) == 0)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            for number in ["4", "99"] {
                _ = try sandbox.write(text.replacing("# scrim state 2,", with: "# scrim state \(number),"), to: "state")
                let before = try sandbox.bytes("state")
                let second = try sandbox.start(
                    "scrimd", ["--socket", sandbox.file("t"), "--output", "offscreen", "--state", file], log: "second")
                second.waitUntilExit()
                #expect(second.terminationStatus == 78)
                #expect(try String(decoding: sandbox.bytes("second.err"), as: UTF8.self).contains("format \(number)"))
                #expect(try sandbox.bytes("state") == before)
                let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.file(""))
                #expect(names.filter { $0.hasPrefix("state") && !$0.hasSuffix(".lock") } == ["state"])
            }
        }

        @Test func stateFilesAreTheirOwners() throws {
            _ = try sandbox.write("# scrim state, scene time 1\n# journal 0\ncreate a layer\n", to: "state")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            let daemon = try start(clock: "realtime")
            #expect(try daemon.link().ask("create b layer") == "ok")
            try awaitFile("create b")
            #expect(try daemon.link().ask("create c layer") == "ok")
            let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.file("")).filter {
                $0 == "state" || $0.hasPrefix("state.")
            }
            #expect(names.contains { $0.hasPrefix("state.journal.") })
            for name in names {
                // A journal goes when a version has taken its place.
                guard let found = try? FileManager.default.attributesOfItem(atPath: sandbox.file(name)) else {
                    continue
                }
                #expect(found[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            #expect(daemon.end(by: SIGTERM) == 0)
        }

        @Test func theSettingNamesAnotherFile() throws {
            let daemon = try start()
            let link = try daemon.link()
            #expect(try link.ask("create a layer") == "ok")
            try awaitFile("create a")
            #expect(try link.ask("set daemon state=\(sandbox.file("other"))") == "ok")
            #expect(try link.ask("create b layer") == "ok")
            #expect(daemon.end(by: SIGTERM) == 0)
            #expect(try String(decoding: sandbox.bytes("other"), as: UTF8.self).contains("create b"))
            #expect(try !String(decoding: sandbox.bytes("state"), as: UTF8.self).contains("create b"))
        }
    }
}
