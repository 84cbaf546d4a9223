import Geometry
import Glibc
import Storage
import TestSupport
import Testing

/// A version that takes another one's place on a disk that fails at each of its calls.
@Suite struct VersionFileTests {
    private static let path = "/d/state"

    private func version(_ name: String, journal: Int) -> [UInt8] {
        var writer = VersionWriter(time: 1, journal: journal, records: 0)
        ByteView.with("create \(name) layer") { writer.append($0) }
        return writer.finish(ended: false)
    }

    private func record(_ line: String) -> [UInt8] { Array("\(line)\n".utf8) }

    /// A disk with a version, and its journal.
    private func disk() throws -> SimulatedDisk {
        let disk = SimulatedDisk()
        try VersionFile.put(version("old", journal: 4), at: Self.path, on: disk)
        disk.put(Array(JournalHead(time: 1, wall: 2, records: 0).line.utf8), at: StatePaths.journal(Self.path, 4))
        disk.put(Array(JournalHead(time: 1, wall: 2, records: 0).line.utf8), at: StatePaths.journal(Self.path, 5))
        return disk
    }

    private func text(_ disk: SimulatedDisk) throws -> (text: String, kept: KeptState) {
        let kept = try #require(try KeptState(Self.path, disk))
        return (String(decoding: kept.text ?? [], as: UTF8.self), kept)
    }

    @Test func oneOfBothIsThereWheneverThePowerGoes() throws {
        var olds = 0
        for at in 0..<20 {
            for seed in 0..<40 {
                let disk = try disk()
                let calls = disk.calls
                disk.fault = { [unowned disk] _, _ in disk.calls - calls == at + 1 ? .power : nil }
                let isDone = (try? VersionFile.put(version("new", journal: 5), at: Self.path, on: disk)) != nil
                var dice = Dice(UInt64(seed))
                for after in [disk.afterPowerLoss(&dice), disk.afterKill()] {
                    let (text, kept) = try text(after)
                    #expect(text == "create new layer\n" || text == "create old layer\n", "call \(at), seed \(seed)")
                    #expect(kept.start.journal == (text.contains("new") ? 5 : 4))
                    if isDone { #expect(text.contains("new")) }
                    if text.contains("old") { olds += 1 }
                }
            }
        }
        #expect(olds > 100)
    }

    @Test func aCallThatFailsLeavesTheOldOne() throws {
        for code in [EIO, ENOSPC, EROFS] {
            for at in 0..<20 {
                let disk = try disk()
                let calls = disk.calls
                disk.fault = { [unowned disk] _, _ in disk.calls - calls == at + 1 ? .error(code) : nil }
                let isDone = (try? VersionFile.put(version("new", journal: 5), at: Self.path, on: disk)) != nil
                disk.fault = nil
                var dice = Dice(UInt64(at))
                for after in [disk.afterPowerLoss(&dice), disk.afterKill()] {
                    let found = try text(after).text
                    #expect(found == "create new layer\n" || (!isDone && found == "create old layer\n"), "call \(at)")
                }
                // And the next one takes its place.
                try VersionFile.put(version("next", journal: 6), at: Self.path, on: disk)
                #expect(try text(disk.afterPowerLoss(&dice)).text == "create next layer\n")
            }
        }
    }

    /// The medium that has other bytes than those that were written: the last good version stays.
    @Test func whatIsReadBackOtherwiseDoesNotCount() throws {
        let disk = try disk()
        disk.fault = { call, path in call == .read && path == Self.path ? .error(EIO) : nil }
        #expect(throws: DiskError.self) { try VersionFile.put(version("new", journal: 5), at: Self.path, on: disk) }
        #expect(disk.has(StatePaths.spare(Self.path)))
        disk.fault = nil
        var bytes = try #require(disk.bytes(Self.path))
        bytes[60] ^= 1
        disk.put(bytes, at: Self.path)
        let (found, kept) = try text(disk)
        #expect(found == "create old layer\n" && kept.start.journal == 4 && kept.journals == [4, 5])
        #expect(kept.problems.count == 1 && kept.damaged == [Self.path])
    }

    @Test func fiveDamagedFilesAreKept() throws {
        let disk = try disk()
        for round in 0..<8 {
            disk.put([UInt8(round)], at: Self.path)
            let name = try StatePaths.keepDamaged(Self.path, of: Self.path, disk, seconds: 1_800_000_000 + round)
            #expect(name.map(disk.has) == true)
            // One that has its name already gets no second one.
            #expect(try StatePaths.keepDamaged(Self.path, of: Self.path, disk, seconds: 1_900_000_000) == nil)
        }
        let names = disk.names(in: "/d").filter { $0.hasPrefix("state.bad-") }
        #expect(names.count == StatePaths.mostKept)
        #expect(disk.bytes("/d/\(names[4])") == [7])
    }
}
