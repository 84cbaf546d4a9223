import Glibc
import Reactor
import Scene
import Storage
import TestSupport
import Testing

@testable import Service

extension ServiceTests {
    /// Records have numbers: one that is missing is told, wherever it stood.
    @Suite final class RecordNumbers {
        private static let path = "/d/state"

        /// The clock stands: no scene comes into a journal because running that again took long.
        init() { unsafe Clock.simulated = 4_000_000_000_000_000 }

        deinit { unsafe Clock.simulated = nil }

        private func rig(_ disk: any Disk) throws -> Rig {
            var options = ServiceOptions()
            options.state = Self.path
            return try Rig(options: options, disk: disk)
        }

        private func problems(_ rig: Rig) throws -> String {
            let reply = try rig.say("get daemon problems", as: rig.client())
            return String(reply.dropFirst("ok {\"problems\":\"".count).dropLast("\"}\n".count))
        }

        /// A disk with the journals of two daemons that were killed, each with a few records.
        private func disk() throws -> SimulatedDisk {
            var disk = SimulatedDisk()
            for life in 0..<2 {
                let first = try rig(disk)
                let client = try first.client()
                for name in ["a", "b", "c"] { _ = try first.say("create \(name)\(life) layer", as: client) }
                disk = disk.afterKill()
            }
            return disk
        }

        private func journal(_ number: Int) -> String { StatePaths.journal(Self.path, number) }

        @Test func wholeOnesTellNothing() throws {
            let rig = try rig(try disk())
            #expect(try problems(rig) == "")
            #expect(rig.scene.find("c0") != nil && rig.scene.find("c1") != nil)
        }

        @Test func everyCutIsTold() throws {
            for number in 0...1 {
                let bytes = try #require(try disk().bytes(journal(number)))
                let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
                for end in [0, 1] + ends where end < bytes.count {
                    let disk = try disk()
                    disk.put(Array(bytes[..<end]), at: journal(number))
                    let rig = try rig(disk)
                    #expect(try problems(rig).contains("journal.\(number)"), "journal \(number) cut at \(end)")
                    #expect(number == 0 || rig.scene.find("c0") != nil)
                }
            }
        }

        @Test func everyFlippedBitIsTold() throws {
            let bytes = try #require(try disk().bytes(journal(0)))
            for at in bytes.indices where at % 4 == 1 {
                let disk = try disk()
                var damaged = bytes
                damaged[at] ^= 1 << (at / 4 % 8)
                disk.put(damaged, at: journal(0))
                #expect(try problems(rig(disk)).contains("journal.0"), "byte \(at)")
            }
        }

        @Test func aRecordThatWasTakenOutIsTold() throws {
            let disk = try disk()
            var reader = JournalReader(try #require(disk.bytes(journal(0))))
            var kept = Array(reader.bytes[..<reader.offset])
            while let record = reader.next() {
                if !record.lines.starts(with: "create b0".utf8) { kept += record.bytes }
            }
            disk.put(kept, at: journal(0))
            let rig = try rig(disk)
            #expect(try problems(rig) == "/d/state.journal.0: 1 record of it are gone")
            #expect(rig.scene.find("b0") == nil && rig.scene.find("c0") != nil)
        }

        @Test func aJournalThatIsGoneIsTold() throws {
            let disk = try disk()
            try disk.remove(journal(0))
            let rig = try rig(disk)
            #expect(try problems(rig).contains("the version is gone"))
            #expect(rig.scene.find("c1") != nil)
        }

        /// Behind a version a journal is there, unless the version is that of an orderly end.
        @Test func theLastJournalThatIsGoneIsTold() throws {
            let disk = SimulatedDisk()
            let first = try rig(disk)
            _ = try first.say("create a layer\nset daemon stateSync=always", as: first.client())
            first.service.close()
            #expect(disk.names(in: "/d") == ["state"])
            let second = try rig(disk)
            #expect(try problems(second) == "")
            #expect(try second.say("create b layer\nsave\nset b opacity=0.5", as: second.client()) == "ok\nok\nok\n")
            let killed = disk.afterKill()
            for name in killed.names(in: "/d") where name.contains("journal") { try killed.remove("/d/\(name)") }
            let third = try rig(killed)
            #expect(try problems(third).contains("is gone, and with it what was said behind the version"))
            #expect(third.scene.find("b") != nil)
        }

        /// Lines behind those that came into no journal are run as they were said.
        @Test func whatIsSaidBehindAGapGoes() throws {
            let disk = SimulatedDisk()
            let first = try rig(disk)
            let client = try first.client()
            _ = try first.say("create a layer opacity=0.5\ncreate b layer", as: client)
            var isBroken = true
            disk.fault = { call, path in
                isBroken && call == .append && path.contains("journal") || call == .rename ? .error(EIO) : nil
            }
            _ = try first.say("remove a", as: client)
            isBroken = false
            unsafe Clock.simulated = Clock.now + 1_200_000_000
            try first.turn()
            #expect(try first.say("create a layer zPosition=3", as: client) == "ok\n")
            let second = try rig(disk.afterKill())
            #expect(try problems(second).contains("before it are gone"))
            #expect(
                try second.say("get a opacity zPosition", as: second.client()) == "ok {\"opacity\":1,\"zPosition\":3}\n"
            )
            #expect(second.scene.dormancy.all.isEmpty)
        }

        @Test func aSaveAloneIsAVersion() throws {
            let disk = SimulatedDisk()
            let first = try rig(disk)
            #expect(try first.say("create a layer\nsave", as: first.client()) == "ok\nok\n")
            let bytes = try #require(disk.bytes(Self.path))
            let version = try #require(try KeptVersion(bytes, Self.path))
            #expect(String(decoding: version.text, as: UTF8.self).contains("create a layer") && version.damage == nil)
            disk.fault = { call, _ in call == .rename ? .error(ENOSPC) : nil }
            #expect(try first.say("set a opacity=0.5\nsave", as: first.client()).contains("error io "))
        }

        /// `state=` and links: files of others stay as they are.
        @Test func theSettingReplacesNoFile() throws {
            let folder = TemporaryFolder()
            let rig = try Rig(in: folder)
            let client = try rig.client()
            let (precious, link) = (folder.write("precious", "mine".utf8), "\(folder.path)/link")
            #expect(unsafe symlink(precious, link) == 0)
            for line in ["set daemon state=\(precious)", "begin\nset daemon state=\(precious)\ncommit"] {
                #expect(
                    try rig.say(line, as: client).hasSuffix(
                        "error exists \(precious) is there; overwrite=true replaces it\n"))
                #expect(try rig.say("get daemon state", as: client) == "ok {\"state\":\"\"}\n")
            }
            for verb in ["set daemon state", "save path", "snapshot path", "record path"] {
                #expect(try rig.say("\(verb)=\(link) overwrite=true", as: client).contains("error exists "), "\(verb)")
            }
            #expect(folder.read("precious") == "mine")
            #expect(try rig.say("set daemon state=\(precious) overwrite=true", as: client) == "ok\n")
            #expect(try rig.say("get daemon overwrite", as: client) == "ok {\"overwrite\":false}\n")
            #expect(Files.names(in: folder.path).contains { $0.hasPrefix("precious.journal.") })
        }
    }
}
