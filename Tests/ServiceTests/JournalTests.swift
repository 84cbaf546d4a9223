import CSystem
import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
import Schema
import Storage
import TestSupport
import Testing
import World

@testable import Service

extension ServiceTests {
    @Suite struct Journals {
        @Test func checksumIsCastagnolis() {
            func checksums(_ bytes: [UInt8]) -> [UInt32] {
                unsafe (bytes + [0]).withUnsafeBytes { buffer in
                    guard let start = buffer.baseAddress else { return [] }
                    return unsafe [sys_crc32c(start, bytes.count), sys_crc32c_by_table(start, bytes.count)]
                }
            }
            // The check value of CRC-32C in the catalogue of parametrised CRC algorithms.
            #expect(checksums(Array("123456789".utf8)) == [0xE306_9283, 0xE306_9283])
            #expect(checksums([]) == [0, 0])
            #expect(checksums([UInt8](repeating: 0, count: 32)) == [0x8A91_36AA, 0x8A91_36AA])
            for length in 1...40 {
                let both = checksums((0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) })
                #expect(both[0] == both[1], "\(length) bytes")
            }
        }

        /// Numbers without the zeros before them, as they were once.
        @Test func shortNumbersAreRead() {
            let lines = Array("set a opacity=0.5\n".utf8)
            let checked = Array("18 1.5 3\n".utf8) + lines
            let checksum = unsafe checked.withUnsafeBytes { unsafe sys_crc32c($0.baseAddress!, $0.count) }
            let record = Array("= \(String(checksum, radix: 16)) ".utf8) + checked
            #expect(read(record) == [Journal.Record(time: 1.5, client: 3, lines: lines)])
        }

        private static let records = [
            Journal.Record(time: 1.5, client: 1, lines: Array("create a layer\nset a opacity=0.5\n".utf8)),
            Journal.Record(time: 1 / 3.0, client: 0),
            Journal.Record(time: 2, client: 7, lines: Array("# left\n".utf8)),
        ]

        private func read(_ bytes: [UInt8]) -> [Journal.Record] {
            var reader = JournalReader(Array("# scrim journal, scene time 0, wall 12.5\n".utf8) + bytes)
            var found: [Journal.Record] = []
            while let record = reader.next() { found.append(record) }
            return found
        }

        @Test func everyCutLeavesTheWholeRecords() {
            let parts = Self.records.map(\.bytes)
            let bytes = parts.flatMap { $0 }
            for cut in 0...bytes.count {
                var whole = 0
                var end = 0
                while whole < parts.count, end + parts[whole].count <= cut {
                    end += parts[whole].count
                    whole += 1
                }
                #expect(read(Array(bytes[..<cut])) == Array(Self.records[..<whole]))
            }
        }

        /// A damaged record is lost, and no other one.
        @Test func aDamagedByteCostsItsRecord() {
            let parts = Self.records.map(\.bytes)
            var at = 0
            for (index, part) in parts.enumerated() {
                for offset in part.indices {
                    var damaged = parts.flatMap { $0 }
                    damaged[at + offset] ^= 0x10
                    var rest = Self.records
                    rest.remove(at: index)
                    #expect(read(damaged) == rest, "byte \(offset) of record \(index)")
                }
                at += part.count
            }
        }

        private func state(_ folder: TemporaryFolder) -> ServiceOptions {
            var options = ServiceOptions()
            options.state = "\(folder.path)/state"
            return options
        }

        /// Lines, then a service that begins with the files as they are, as after a kill.
        private func restart(
            _ lines: [String], in folder: TemporaryFolder = TemporaryFolder(), _ change: (String) -> Void = { _ in }
        ) throws -> (before: String, after: Rig) {
            let rig = try Rig(in: folder, options: state(folder))
            for part in lines {
                let client = try rig.client()
                var replies = ""
                try client.send(part)
                // Long files are read on another thread.
                try rig.turn {
                    replies += client.receive()
                    return replies.split(separator: "\n").count >= part.split(separator: "\n").count
                }
                #expect(!replies.contains("error"), "\(replies)")
            }
            let before = try rig.say("dump", as: rig.client())
            change("\(folder.path)/state")
            return (before, try Rig(in: folder, options: state(folder)))
        }

        private func dump(_ rig: Rig) throws -> String { try rig.say("dump", as: rig.client()) }

        @Test func acceptedLinesComeBackWithoutAVersion() throws {
            let (before, rig) = try restart([
                "create a layer bounds=0,0,9,9\nset a opacity=0.5",
                "@t create b layer parent=a user.note=\"it's \\\"b\\\"\"\nbegin\nset b opacity=0.25\nset a opacity=0.75\ncommit",
                "begin\nset a opacity=0\nabort",
            ])
            #expect(try dump(rig) == before)
            #expect(before.contains("opacity=0.25") && before.contains("opacity=0.75"))
        }

        /// A value that was there already is a client's from then on: no style changes it any more.
        @Test func whatIsGivenAgainComesBack() throws {
            let (before, rig) = try restart([
                "create a layer\ncreate b shape\nset a opacity=1", "set a,b cornerRadius=0 zPosition=0",
                "create s style opacity=0.5 cornerRadius=4 zPosition=3\nset a,b style=s",
            ])
            #expect(try dump(rig) == before)
            #expect(before.contains("opacity=1"))
        }

        /// Undo is of the client's own lines, as it was.
        @Test func undoComesBack() throws {
            let (before, rig) = try restart([
                "create a layer opacity=0.5\nset a opacity=0.25\nundo\ncreate b layer\nundo\nredo\nset b zPosition=2\nundo 2",
                "create b shape\nremove a\nundo\nset a position=3,4\nundo\nredo\nundo",
            ])
            #expect(try dump(rig) == before)
            #expect(before.contains("create b shape") && before.contains("opacity=0.5"))
        }

        /// Steps from before the version are none of the journal's: a version follows.
        @Test func undoOfWhatAVersionHasComesBack() throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            let client = try rig.client()
            _ = try rig.say("create a layer opacity=0.5\nset a opacity=0.25", as: client)
            let journals = { StatePaths.journals("\(folder.path)/state", SystemDisk()) }
            let first = journals()
            try rig.turn { journals() != first && journals().count == 1 }
            #expect(try rig.say("create b layer\nundo\nundo", as: client).hasSuffix("ok {\"count\":1}\n"))
            let second = journals()
            try rig.turn { journals() != second && journals().count == 1 }
            let before = try dump(rig)
            #expect(before.contains("opacity=0.5") && !before.contains("create b"))
            #expect(try dump(Rig(in: folder, options: state(folder))) == before)
        }

        /// Steps that a version has, each taken back and done again: what is kept then is there at once.
        @Test func theEffectOfUndoIsKept() throws {
            let steps = [
                ["set a opacity=0.25 position=3,4"], ["set a position.x=7", "set a opacity="],
                ["create c layer parent=b"],
                ["remove b"], ["remove a"], ["remove s"], ["remove dark"], ["remove t"], ["remove k"],
                ["set a style=s", "set a theme=dark"],
                ["set a opacity=$o", "set dark o=0.75"], ["set b user.note='x y'", "set b user.note="],
                ["set a1 parent=b"],
                ["set a below=b", "set a2 index=0", "set a3 parent=a1"],
                ["create m layer parent=a", "set a1 parent=m", "set a parent=a2 "],
                ["animate a opacity=0.5 duration=9"], ["animate b position=9,9 duration=9", "remove b"],
                ["bind b zPosition:=a.opacity"],
                ["remove a.position~ "], ["bind b opacity:="], ["set a speed=0.5", "set a speed=2"],
                ["every 3s 'set a opacity=1' name=t2"],
                ["on a tap name=r 'set b opacity=1'"], ["define k2 n=1\ncreate .x layer\nend"], ["undefine k"],
                ["create i2 k"],
                ["draw c0 fill path='rect(0,0,9,9)' color=red"], ["remove a,b,t"], ["set daemon limit.bindings=77"],
                ["set main scale=2"],
                ["remove g"], ["remove l"], ["remove l,l2"], ["set b parent=none index=0"], ["create a1 layer"],
                ["remove a1", "create a1 shape", "set a1 position=4,4"],
                ["animate * opacity=0.5 duration=3"],
            ]
            let scene = """
                create dark theme o=0.5 accent=red
                create light theme o=0.25
                create s style opacity=0.5 cornerRadius=3
                create s2 style zPosition=4
                define k n=1
                create .x layer zPosition=2
                end
                create a layer opacity=0.5 position=1,2 mask=none
                create a1 layer parent=a
                create a2 layer parent=a style=s,s2
                create a3 layer parent=a theme=light
                create b layer zPosition=1 user.note=old
                create b1 shape parent=b path="M 0 0 L 9 9" strokeColor=red
                create b2 layer parent=b1
                create c0 canvas
                create i k parent=b
                create l layer parent=none
                create l2 layer parent=none
                set a3 mask=l
                bind b opacity:=a.opacity/2
                bind a2 position.x:=b.position.x
                create g gravity items=b1
                animate a1 opacity=0.25 duration=20
                after 9s name=t 'set a opacity=0'
                """
            // All of them at once: each waits for its version.
            let stages = try steps.map { lines in
                let folder = TemporaryFolder()
                let rig = try Rig(in: folder, options: state(folder))
                let client = try rig.client()
                _ = try rig.say("clock manual\n" + scene, as: client)
                _ = try rig.say(lines.joined(separator: "\n"), as: client)
                return (lines, folder, rig, client, StatePaths.journals("\(folder.path)/state", SystemDisk()))
            }
            for (lines, folder, rig, client, first) in stages {
                let journals = { StatePaths.journals("\(folder.path)/state", SystemDisk()) }
                try rig.turn { journals() != first && journals().count == 1 }
                var texts: Set<String> = []
                for more in ["undo", "redo", "undo 2", "redo", "set a1 zPosition=5\nundo\nundo\nset a2 zPosition=3"] {
                    _ = try rig.say(more, as: client)
                    let now = try dump(rig)
                    texts.insert(now)
                    let copy = TemporaryFolder()
                    for file in Files.names(in: folder.path) where file.hasPrefix("state") && !file.hasSuffix(".tmp") {
                        let bytes = try? Files().read("\(folder.path)/\(file)")
                        try? Files().write("\(copy.path)/\(file)", bytes ?? [], lasting: false)
                    }
                    #expect(try dump(Rig(in: copy, options: state(copy))) == now, "\(lines), \(more)")
                }
                #expect(texts.count > 1, "\(lines)")
            }
        }

        /// What no line says is kept with all of a scene, of a larger one by a version.
        @Test(arguments: [10_000, 10_001])
        func aSceneOfTenThousandObjectsIsKeptAsAWhole(_ count: Int) throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            let client = try rig.client()
            let file = "\(folder.path)/loaded"
            try Files().write(file, Array("create loaded layer\n".utf8), lasting: false)
            let lines = (rig.scene.count..<(count - 1)).map { "create l\($0) layer" }
            for begin in stride(from: 0, to: lines.count, by: 500) {
                _ = try rig.say(lines[begin..<min(begin + 500, lines.count)].joined(separator: "\n"), as: client)
            }
            try client.send("begin\nload path=\(file)\ncommit")
            for _ in 0..<1000 where rig.scene.find("loaded") == nil { try rig.service.reactor.turn(timeout: 10) }
            #expect(rig.scene.count == count)
            let texts = StatePaths.journals("\(folder.path)/state", SystemDisk()).map { number in
                let bytes = try? Files().read(StatePaths.journal("\(folder.path)/state", number))
                return String(decoding: bytes ?? [], as: UTF8.self)
            }
            #expect(texts.joined().contains("create loaded layer") == (count == 10_000))
        }

        /// A start begins with the newest scene in the journals; what stands before it is not run again.
        @Test func aStartBeginsWithTheNewestScene() throws {
            let folder = TemporaryFolder()
            let path = "\(folder.path)/state"
            let scene = JournalReplay.lines(ofScene: Array("create a layer zPosition=4\n".utf8))
            let records: [[UInt8]] = [
                Array("create old layer\n".utf8), JournalReplay.lines(ofScene: Array("create older layer\n".utf8)),
                scene, Array("set a opacity=0.5\n".utf8),
            ]
            let bytes = records.enumerated().flatMap {
                Journal.Record(time: Double($0), client: $0 % 2, lines: $1).bytes
            }
            let head = Array("# scrim journal, scene time 0, wall 12.5\n".utf8)
            try Files().write("\(path).journal.0", head + bytes)
            let found = try #require(try KeptState(path, SystemDisk()))
            #expect(found.isJournaled && found.time == 2 && found.start.journal == 0)
            let rig = try Rig(in: folder, options: state(folder))
            let text = try dump(rig)
            #expect(
                text.contains("create a layer") && text.contains("zPosition=4 opacity=0.5") && !text.contains("old"))
            #expect(try rig.say("clock manual", as: rig.client()) == "ok {\"time\":3}\n")
            // Its journal is another one, and the older stays until there is a version.
            #expect(StatePaths.journals(path, SystemDisk()) == [0, 1])
            _ = try rig.say("set a cornerRadius=3", as: rig.client())
            let before = try dump(rig)
            #expect(try dump(Rig(in: folder, options: state(folder))) == before)
        }

        /// One that cannot be read is not the end: the version and the lines behind it are there.
        @Test func aSceneThatCannotBeReadIsLeftOut() throws {
            let folder = TemporaryFolder()
            let path = "\(folder.path)/state"
            try Files().write(path, Array("# scrim state, scene time 1\n# journal 3\ncreate kept layer\n".utf8))
            let records: [[UInt8]] = [
                Array("create a layer\n".utf8), JournalReplay.lines(ofScene: Array("nonsense\n".utf8)),
                Array("set kept opacity=0.5\n".utf8),
            ]
            let bytes = records.flatMap { Journal.Record(time: 2, client: 1, lines: $0).bytes }
            try Files().write("\(path).journal.3", Array("# scrim journal, scene time 0, wall 12.5\n".utf8) + bytes)
            let text = try dump(Rig(in: folder, options: state(folder)))
            #expect(
                text.contains("create a layer") && text.contains("create kept layer") && text.contains("opacity=0.5"))
        }

        /// What the daemon has written it reads again, be it longer than files that clients name may be.
        @Test func longStatesAreRead() throws {
            let folder = TemporaryFolder()
            let path = "\(folder.path)/state"
            let text = Array("# scrim state, scene time 1\n# journal 0\ncreate a layer\n".utf8)
            try Files().write(path, text)
            #expect(throws: SceneError.self) { try Files(limit: text.count - 1).read(path) }
            #expect(try Files(limit: text.count).read(path) == text)
            #expect(try KeptState(path, SystemDisk())?.text == text)
        }

        /// A missing journal does not take those behind it along, nor is that silent.
        @Test func aSceneBehindAMissingJournalIsUsed() throws {
            let folder = TemporaryFolder()
            let path = "\(folder.path)/state"
            let head = Array("# scrim journal, scene time 0, wall 12.5\n".utf8)
            let record = Journal.Record(
                time: 2, client: 0, lines: JournalReplay.lines(ofScene: Array("create b layer\n".utf8)))
            try Files().write("\(path).journal.1", head + record.bytes)
            let more = Journal.Record(time: 3, client: 1, lines: Array("set b opacity=0.5\n".utf8))
            try Files().write("\(path).journal.3", head + more.bytes)
            let rig = try Rig(in: folder, options: state(folder))
            #expect(try rig.say("get b opacity", as: rig.client()) == "ok {\"opacity\":0.5}\n")
            let problems = try rig.say("get daemon problems", as: rig.client())
            #expect(
                problems.contains("the version is gone") && problems.contains("journal.3: journals before it are gone"))
        }

        /// Numbers of clients begin again with each start; their rights, steps and objects do not go on.
        @Test func aStartEndsTheClientsOfTheOneBefore() throws {
            let folder = TemporaryFolder()
            let first = try Rig(in: folder, options: state(folder))
            _ = try first.say("create card layer\ncreate other layer", as: first.client())
            let lines = "session access=card lifetime=client\nset card opacity=0.5\ncreate lent layer parent=card"
            _ = try first.say(lines, as: first.client())
            // The same numbers: the files as they are, without a scene between.
            let second = try Rig(in: folder, options: state(folder))
            for more in ["set card cornerRadius=2", "set other opacity=0.25\ncreate lent layer zPosition=2"] {
                #expect(!(try second.say(more, as: second.client())).contains("error"))
            }
            let before = try dump(second)
            let path = "\(folder.path)/state"
            for number in StatePaths.journals(path, SystemDisk()) {
                let bytes = try Files().read(StatePaths.journal(path, number))
                var reader = JournalReader(bytes)
                var kept = Array(bytes[..<reader.offset])
                while let record = reader.next() {
                    if !record.lines.starts(with: JournalReplay.scene) { kept += record.bytes }
                }
                try Files().write(StatePaths.journal(path, number), kept)
            }
            #expect(try KeptState(path, SystemDisk())?.isJournaled != true)
            #expect(try dump(Rig(in: folder, options: state(folder))) == before)
            #expect(before.contains("opacity=0.25") && before.contains("create lent layer parent=root zPosition=2"))
        }

        /// A long journal holds the scene, unless that is large, or clients have objects that go with them.
        @Test(arguments: [("small", true), ("large", false), ("lent", false)])
        func aLongJournalHoldsTheScene(_ name: String, _ isExpected: Bool) throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            let (client, lender) = (try rig.client(), try rig.client())
            if name == "lent" { _ = try rig.say("session lifetime=client\ncreate lent layer", as: lender) }
            let most = ReplayBound.mostObjects + (name == "large" ? 1 : 0)
            // At once: while there are fewer, the scene may go in.
            let objects = (0..<(most - rig.scene.count)).map { "create l\($0) layer" }
            _ = try rig.say("begin\n\(objects.joined(separator: "\n"))\ncommit", as: client)
            #expect(rig.scene.count == most)
            func scenes() throws -> Int {
                let path = "\(folder.path)/state"
                return try StatePaths.journals(path, SystemDisk()).map {
                    let bytes = try Files().read(StatePaths.journal(path, $0))
                    return String(decoding: bytes, as: UTF8.self).ranges(of: "\n# scene\n").count
                }.reduce(0, +)
            }
            // A slow machine may have written one before the objects were there, which goes with its journal.
            var fewest = try scenes()
            let word = String(repeating: "x", count: 4000)
            var isThere = false
            for round in 0..<(isExpected ? 500 : 80) where !isThere {
                let lines = (0..<15).map { "set l\($0 + 1) user.a=\(round)\(word)" }
                #expect(!(try rig.say(lines.joined(separator: "\n"), as: client)).contains("error"))
                let count = try scenes()
                isThere = count > fewest
                fewest = min(fewest, count)
            }
            #expect(isThere == isExpected)
            if name == "lent" { _ = try rig.say("remove lent", as: lender) }
            let again = try Rig(in: folder, options: state(folder))
            let isSame = Session.dump(again.scene, at: 0) == Session.dump(rig.scene, at: 0)
            #expect(isSame)
        }

        @Test func aSceneIsDueBehindSoMuch() {
            var bound = ReplayBound()
            bound.note((256 << 10) - 1, turn: 9_999_999)
            #expect(!bound.isDue)
            var (long, slow) = (bound, bound)
            long.note(256 << 10, turn: 0)
            #expect(long.isDue)
            slow.note((256 << 10) - 1, turn: 1)
            #expect(!slow.isDue, "nothing was added")
            slow = ReplayBound()
            slow.note(1, turn: 10_000_000)
            #expect(slow.isDue)
            slow.begin(at: 10_001, time: 1_000_000)
            #expect(!slow.isDue)
            slow.note(10_002, turn: 63_999_999)
            #expect(!slow.isDue)
            slow.note(10_003, turn: 1)
            #expect(slow.isDue)
            slow.begin(at: 20_003, time: 0)
            slow.note(20_003 + 639_999, turn: 0)
            #expect(!slow.isDue)
            slow.note(20_003 + 640_000, turn: 0)
            #expect(slow.isDue)
            slow.begin(at: 660_003, time: 0)
            slow.noteReplay(499_999)
            #expect(!slow.isDue)
            slow.noteReplay(500_000)
            #expect(slow.isDue)
        }

        /// Behind a cut that no version followed nothing is used, and what is said then is kept.
        @Test func aCutEndsTheReading() throws {
            let folder = TemporaryFolder()
            let (before, rig) = try restart(["create a layer"], in: folder) { path in
                let name = "\(path).journal.\(StatePaths.journals(path, SystemDisk()).last ?? 0)"
                let more = [JournalReplay.cut, Array("create lost layer\n".utf8)].map {
                    Journal.Record(time: 0, client: 1, lines: $0).bytes
                }
                guard let old = try? Files().read(name) else { return }
                try? Files().write(name, old + more.flatMap { $0 }, lasting: false)
            }
            #expect(try dump(rig) == before)
            _ = try rig.say("create b layer", as: rig.client())
            let after = try dump(rig)
            #expect(try dump(Rig(in: folder, options: state(folder))) == after)
            #expect(after.contains("create b") && !after.contains("lost"))
        }

        /// Files are as they were when they were loaded.
        @Test func loadedFilesComeBack() throws {
            let folder = TemporaryFolder()
            let (scene, parts) = ("\(folder.path)/scene", "\(folder.path)/parts")
            try Files().write(
                scene, Array("use \(parts)\n\ncreate a layer opacity=0.5\ncreate k1 k\n".utf8), lasting: false)
            try Files().write(parts, Array("define k n=1\ncreate .x layer zPosition=2\nend\n".utf8), lasting: false)
            let (before, rig) = try restart(
                [
                    "load path=\(scene)\nset a zPosition=3",
                    "load path=\(scene) replace=true\ncreate z k\nset a zPosition=4",
                ], in: folder
            ) { _ in
                try? Files().write(scene, Array("create other layer\n".utf8), lasting: false)
            }
            #expect(try dump(rig) == before)
            #expect(before.contains("zPosition=4") && !before.contains("other"))
        }

        /// A file goes into the journal up to a length; behind a longer one all of the scene does.
        @Test(arguments: [LoadRecord.mostBytes, LoadRecord.mostBytes + 1])
        func longFilesComeBack(_ length: Int) throws {
            let folder = TemporaryFolder()
            let scene = "\(folder.path)/scene"
            let line = Array("create a layer opacity=0.5\n#".utf8)
            try Files().write(
                scene, line + [UInt8](repeating: UInt8(ascii: "x"), count: length - line.count), lasting: false)
            let (before, rig) = try restart(
                ["create b layer", "load path=\(scene)\nset a zPosition=3", "set b opacity=0.25"], in: folder)
            #expect(try dump(rig) == before)
            #expect(before.contains("zPosition=3") && before.contains("opacity=0.25"))
        }

        @Test func filesAreReadFromRecords() {
            for text in ["", "a", "create a layer\n", "\n\n# left\n"] {
                let read = LoadRecord.Read(path: "/tmp/ä b", text: Array(text.utf8))
                #expect(JournalReplay.file(of: JournalReplay.lines(of: read)) == read)
            }
            for text in [
                "# left\n", "# read \n", "# read 9\na\n", "# read -1\n\n\n", "set a opacity=1\n",
                "# read 99999999999999999999\n",
            ] {
                #expect(JournalReplay.file(of: Array(text.utf8)) == nil)
            }
        }

        /// A line that fails half-way changes nothing, so the journal does not have it.
        @Test func refusedLinesAreNotInTheJournal() throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            let client = try rig.client()
            #expect(try rig.say("create a layer\ncreate b layer parent=a", as: client) == "ok\nok\n")
            let refused = [
                "set b opacity=0.5 mask=a", "create c layer parent=b mask=a",
                "begin\nset a opacity=0.25\nset b mask=a\ncommit",
                "set nobody opacity=1", "animate a position=1,2 duration=-1",
            ]
            #expect(
                try rig.say(refused.joined(separator: "\n"), as: client).split(separator: "\n").count {
                    $0.hasPrefix("error")
                } == refused.count)
            let journals = StatePaths.journals("\(folder.path)/state", SystemDisk())
            let text = try journals.map {
                String(decoding: try Files().read(StatePaths.journal("\(folder.path)/state", $0)), as: UTF8.self)
            }.joined()
            #expect(text.contains("create b layer"))
            #expect(!text.contains("mask=") && !text.contains("opacity") && !text.contains("nobody"))
        }

        @Test func timeGoesOn() throws {
            let (before, rig) = try restart([
                "create a layer\nanimate a opacity=0 duration=10\ntick 4",
                "begin at=8 name=late\nset a cornerRadius=5\ncommit",
                "tick 1",
            ])
            #expect(try dump(rig) == before)
            let client = try rig.client()
            #expect(try rig.say("clock manual", as: client) == "ok {\"time\":5}\n")
            #expect(try rig.say("tick 3\nget a cornerRadius", as: client).hasSuffix("ok {\"cornerRadius\":5}\n"))
        }

        @Test func rightsAreThoseOfTheClient() throws {
            let (_, rig) = try restart([
                "create card layer\ncreate other layer",
                "session access=card\nset card opacity=0.5\nbegin at=4 name=t\nset other opacity=0\ncommit",
            ])
            let reply = try rig.say("tick 5\nget other opacity\nget card opacity", as: rig.client())
            #expect(reply.hasSuffix("ok {\"opacity\":1}\nok {\"opacity\":0.5}\n"))
        }

        @Test func objectsOfClientsDoNotComeBack() throws {
            let (_, rig) = try restart(["create kept layer\nsession lifetime=client\ncreate lent layer"])
            #expect(rig.scene.find("kept") != nil && rig.scene.find("lent") == nil)
        }

        @Test func aTornTailIsCut() throws {
            let folder = TemporaryFolder()
            let (before, rig) = try restart(["create a layer"], in: folder) { path in
                let file = unsafe open("\(path).journal.0", O_WRONLY | O_APPEND)
                _ = Files.write(Array("= 12345678 20 0 1\nset a opaci".utf8), to: file)
                close(file)
            }
            #expect(try dump(rig) == before)
        }

        @Test func aFileThatWasLoadedIsInAVersion() throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            try Files().write("\(folder.path)/more.scrim", Array("create loaded layer\n".utf8))
            let client = try rig.client()
            #expect(try rig.say("load path=\(folder.path)/more.scrim", as: client) == "ok\n")
            try rig.turn(until: {
                let bytes = (try? Files().read("\(folder.path)/state")) ?? []
                return String(decoding: bytes, as: UTF8.self).contains("create loaded layer")
            })
            _ = unsafe unlink("\(folder.path)/more.scrim")
            #expect(try Rig(in: folder, options: state(folder)).scene.find("loaded") != nil)
        }

        /// The journal behind a version has no history to take back.
        @Test func whatWasTakenBackStaysSo() throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            let client = try rig.client()
            let kept = { String(decoding: (try? Files().read("\(folder.path)/state")) ?? [], as: UTF8.self) }
            let lines = "set daemon stateSync=always\ncreate a layer\nset a opacity=0.5"
            #expect(try rig.say(lines, as: client) == "ok\nok\nok\n")
            try rig.turn(until: { kept().contains("opacity=0.5") })
            #expect(try rig.say("undo", as: client).contains("1"))
            let again = try Rig(in: folder, options: state(folder))
            #expect(try again.say("get a opacity", as: again.client()) == "ok {\"opacity\":1}\n")
        }

        /// When a binding was computed shows where it has no value any more: a reader in between is noted.
        @Test func aBindingKeepsTheValueThatAReaderHasSeen() throws {
            let lines = "create d data a=2\ncreate x layer\nbind x zPosition:=12/d.a\nset d a=3"
            for (reads, kept) in [(true, "4"), (false, "6")] {
                let folder = TemporaryFolder()
                let rig = try Rig(in: folder, options: state(folder))
                let client = try rig.client()
                // At once: no frame is between them.
                let said = try rig.say("\(lines)\n\(reads ? "get x zPosition\n" : "")set d a=0", as: client)
                #expect(said.contains("{\"zPosition\":4}") == reads)
                let again = try Rig(in: folder, options: state(folder))
                #expect(try again.say("get x zPosition", as: again.client()) == "ok {\"zPosition\":\(kept)}\n")
                #expect(try rig.say("get x zPosition", as: client) == "ok {\"zPosition\":\(kept)}\n")
            }
        }

        /// Where pointers are, nobody knows behind a kill; what they left behind on styles goes on.
        @Test(arguments: [("hover", ""), ("pressed", " state=down")])
        func whatAPointerLeftBehindComesBack(_ state: String, _ words: String) throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: self.state(folder))
            let client = try rig.client()
            _ = try rig.say(
                "create s style opacity=0.5 duration=1\ncreate s.it style of=s state=\(state) opacity=1 duration=1\n"
                    + "create a layer frame=0,0,50,50 style=s isInteractive=true\ntick 0.1", as: client)
            let leaves = "tick 0.4\ninput pointer state=leave\ntick 0.1"
            _ = try rig.say("input pointer x=20 y=20\(words)\n\(leaves)", as: client)
            let seen = try rig.say("get a opacity from=presentation", as: client)
            #expect(seen.hasPrefix("ok {\"opacity\":0.8"))
            let again = try Rig(in: folder, options: self.state(folder))
            #expect(try again.say("get a opacity from=presentation", as: again.client()) == seen)
        }

        /// A scene that is written as a whole tells what a pointer is over, so that leaving it later is a change.
        @Test(arguments: [("hover", ""), ("pressed", " state=down")])
        func whatAPointerIsOverIsKeptWithTheScene(_ state: String, _ words: String) throws {
            let folder = TemporaryFolder()
            // The version before the journal was written at an orderly end.
            let before = try Rig(in: folder, options: self.state(folder))
            _ = try before.say("create before layer", as: before.client())
            before.service.close()
            let rig = try Rig(in: folder, options: self.state(folder))
            let client = try rig.client()
            let file = "\(folder.path)/loaded"
            try Files().write(file, Array("create loaded layer\n".utf8), lasting: false)
            let lines = [
                "create s style opacity=0.5 duration=1", "create s.it style of=s state=\(state) opacity=1 duration=1",
                "create a layer frame=0,0,50,50 style=s isInteractive=true", "create on style opacity=1 duration=1",
                "create off style opacity=0.5 duration=1", "create bound layer",
                "bind bound style:=has(a,'s.it') ? 'on' : 'off'", "tick 0.1",
                "input pointer x=20 y=20\(words)", "tick 2", "begin", "load path=\(file)", "commit",
                "input pointer state=leave", "tick 0.3",
            ]
            _ = try rig.say(lines.joined(separator: "\n"), as: client)
            let reads = "get a opacity from=presentation\nget bound opacity from=presentation"
            let seen = try rig.say(reads, as: client)
            #expect(seen.split(separator: "\n").filter { $0.hasPrefix("ok {\"opacity\":0.7") }.count == 2)
            let number = try #require(StatePaths.journals("\(folder.path)/state", SystemDisk()).last)
            let journal = try Files().read("\(folder.path)/state.journal.\(number)")
            #expect(String(decoding: journal, as: UTF8.self).split(separator: "\n").contains("# scene"))
            let kept = try #require(try KeptState("\(folder.path)/state", SystemDisk()))
            #expect(kept.isJournaled && !kept.isEnded)
            let again = try Rig(in: folder, options: self.state(folder))
            #expect(try again.say(reads, as: again.client()) == seen)
        }

        /// A layer that gets the focus behind a press has no ring: also when the daemon was restarted between them.
        @Test(arguments: [false, true]) func aPressIsRememberedWithoutAFocus(_ endsInOrder: Bool) throws {
            let folder = TemporaryFolder()
            let options = state(folder)
            let lines = [
                "create s style opacity=1", "create s.ring style of=s state=focusVisible opacity=0.5",
                "create a layer frame=0,0,50,50 style=s isInteractive=true", "tick 0.1",
                "input pointer x=90 y=70 state=down", "input pointer state=up", "tick 0.1",
            ]
            let rig = try Rig(in: folder, options: options)
            _ = try rig.say(lines.joined(separator: "\n"), as: rig.client())
            if endsInOrder { rig.service.close() }
            let again = try Rig(in: folder, options: options)
            let said = try again.say("focus a\ntick 0.1\nget a opacity", as: again.client())
            #expect(said.hasSuffix("{\"opacity\":1}\n"))
        }

        /// A scene is written before the frame that reacts to the last change: the reaction happens first.
        @Test func aReactionThatIsStillToComeIsNotLost() throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            let client = try rig.client()
            let file = "\(folder.path)/loaded"
            try Files().write(file, Array("create loaded layer\n".utf8), lasting: false)
            let lines = [
                "create b layer", "on b changed when key=='zPosition' \"set b opacity=0.5\"", "tick 0.1",
                "set b zPosition=2",
                "begin", "load path=\(file)", "commit",
            ]
            #expect(!(try rig.say(lines.joined(separator: "\n"), as: client)).contains("error"))
            let journal = try Files().read("\(folder.path)/state.journal.0")
            #expect(String(decoding: journal, as: UTF8.self).split(separator: "\n").contains("# scene"))
            let again = try Rig(in: folder, options: state(folder))
            for one in [rig, again] {
                let reader = try one.client()
                #expect(try one.say("tick 0.1\nget b opacity", as: reader).hasSuffix("{\"opacity\":0.5}\n"))
            }
        }

        @Test func withAlwaysTheDiskHasALineBeforeItsReply() throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            let client = try rig.client()
            _ = try rig.say("set daemon stateSync=always", as: client)
            try client.send("create a layer")
            // Until the reply is there, and not a turn longer.
            while client.receive().isEmpty { try rig.service.reactor.turn(timeout: 0) }
            let journal = try Files().read("\(folder.path)/state.journal.0")
            #expect(String(decoding: journal, as: UTF8.self).contains("create a layer"))
        }

        /// Ended each time before it comes to a version: journals do not pile up.
        @Test func aDaemonThatIsKilledAgainAndAgain() throws {
            let folder = TemporaryFolder()
            let path = "\(folder.path)/state"
            var most = 0
            for start in 0..<150 {
                let rig = try Rig(in: folder, options: state(folder))
                _ = try rig.say("create l\(start) layer", as: rig.client())
                most = max(most, StatePaths.journals(path, SystemDisk()).count)
            }
            #expect(most <= 66)
            #expect(try Rig(in: folder, options: state(folder)).scene.find("l0") != nil)
        }

        @Test func theEndLeavesAVersionOnly() throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder, options: state(folder))
            _ = try rig.say("create a layer", as: rig.client())
            rig.service.close()
            #expect(Files.names(in: folder.path).filter { $0.hasPrefix("state") } == ["state"])
            let again = try Rig(in: folder, options: state(folder))
            #expect(again.scene.find("a") != nil)
        }

        @Test func noDamagedFileIsOverwritten() throws {
            let folder = TemporaryFolder()
            let path = "\(folder.path)/state"
            let disk = SystemDisk()
            var names: [String] = []
            // All in one second.
            for round in 1...7 {
                try Files().write(path, Array("\(round)".utf8))
                names.append(StatePaths.putAside(path, disk, seconds: 1_800_000_000))
                #expect(try disk.read(names[round - 1]) == Array("\(round)".utf8))
            }
            #expect(names[0] == "\(path).bad-20270115T080000Z" && names[1] == "\(path).bad-20270115T080001Z")
            #expect(disk.names(in: folder.path).count { $0.hasPrefix("state.bad-") } == StatePaths.mostKept)
        }

        @Test func leftoversOfAKilledWriteGoAtTheStart() throws {
            let folder = TemporaryFolder()
            for name in ["state.123.140000~", "state.notes~", "other.123.140000~"] {
                try Files().write("\(folder.path)/\(name)", [])
            }
            _ = try Rig(in: folder, options: state(folder))
            let names = Set(Files.names(in: folder.path))
            #expect(!names.contains("state.123.140000~"))
            #expect(names.isSuperset(of: ["state.notes~", "other.123.140000~"]))
        }

        @Test func aWriteThatFailsLeavesNothingBeside() throws {
            let folder = TemporaryFolder()
            // A folder that is not empty has the name: renaming fails.
            let path = "\(folder.path)/busy"
            #expect(unsafe mkdir(path, 0o700) == 0)
            try Files().write("\(path)/x", [1])
            #expect(throws: SceneError.self) { try Files().write("\(folder.path)/none/file", [1], lasting: true) }
            #expect(Files.names(in: folder.path).sorted() == [".", "..", "busy"])
        }

        @Test func aConfigurationThatIsFoundSkipsItsBadLines() throws {
            let folder = TemporaryFolder()
            let path = "\(folder.path)/c.scrim"
            try Files().write(path, Array("create a layer\ncreate b layr\n\nset a opacity=7\ncreate c layer\n".utf8))
            let rig = try Rig()
            let world = World(scene: rig.scene, files: Files())
            let problems = try Configuration.runSkipping(path, world)
            #expect(problems.count == 2)
            #expect(problems[0].hasPrefix("\(path):2:10: ") && problems[1].hasPrefix("\(path):4:"))
            #expect(rig.scene.find("a") != nil && rig.scene.find("b") == nil && rig.scene.find("c") != nil)
        }
    }
}
