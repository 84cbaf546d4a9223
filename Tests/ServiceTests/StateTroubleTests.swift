import Geometry
import Glibc
import Reactor
import Scene
import Storage
import TestSupport
import Testing

@testable import Service

extension ServiceTests {
    /// The state on a disk that fails: clients are answered, what was acknowledged with `stateSync=always` is there.
    @Suite struct StateTroubles {
        private static let path = "/d/state"

        private func rig(_ disk: any Disk) throws -> Rig {
            var options = ServiceOptions()
            options.state = Self.path
            return try Rig(options: options, disk: disk)
        }

        /// The reply of a thread of its own, where the scene is large.
        private func list(_ rig: Rig) throws -> String {
            let client = try rig.client()
            var reply = try rig.say("list kind=layer", as: client)
            try rig.turn {
                if reply.isEmpty { reply = client.receive() }
                return !reply.isEmpty
            }
            return reply
        }

        /// Objects that a list names.
        private func names(_ rig: Rig) throws -> Set<String> {
            Set(try list(rig).split { !$0.isLetter && !$0.isNumber }.map(String.init))
        }

        /// Lines, each in a turn of its own; those that were acknowledged.
        private func create(_ names: [String], _ client: Client, _ rig: Rig) throws -> (
            done: [String], errors: [String]
        ) {
            var (done, errors): ([String], [String]) = ([], [])
            for name in names {
                let reply = try rig.say(
                    "create \(name) layer user.note=\(String(repeating: "x", count: 200))", as: client)
                if reply == "ok\n" { done.append(name) } else { errors.append(reply) }
            }
            return (done, errors)
        }

        @Test func aFullDiskAcknowledgesNothingThatItDoesNotHave() throws {
            let disk = SimulatedDisk()
            let first = try rig(disk)
            let client = try first.client()
            _ = try first.say("set daemon stateSync=always\nsubscribe problem", as: client)
            disk.capacity = 150_000
            // No version comes between.
            unsafe Clock.simulated = Clock.now
            let (done, errors) = try create((0..<900).map { "l\($0)" }, client, first)
            unsafe Clock.simulated = nil
            #expect(done.count > 100 && errors.count > 100)
            #expect(errors.allSatisfy { $0.contains("error io ") && $0.contains("No space left") })
            #expect(try first.say("get daemon problems", as: client).contains("No space left"))
            #expect(errors.filter { $0.contains("event problem {\"state\":\"began\"") }.count == 1)
            // Others read, and nothing that was refused beforehand is there.
            let there = try names(first)
            #expect(there.isSuperset(of: done))
            let carriedOut = errors.filter { $0.contains("carried out") }.count
            #expect(there.count == done.count + 2 + carriedOut)
            for seed in 0..<20 {
                var dice = Dice(UInt64(seed))
                #expect(try names(rig(disk.afterPowerLoss(&dice))).isSuperset(of: done))
            }
            // It ends by itself when there is room.
            disk.capacity = nil
            try first.turn { (try? first.say("get daemon problems", as: first.client()))?.contains("\"\"") == true }
            #expect(try first.say("create late layer", as: client).contains("ok\n"))
            var dice = Dice(77)
            #expect(try names(rig(disk.afterPowerLoss(&dice))).isSuperset(of: done + ["late"]))
        }

        /// Each call of the disk fails once, and from then on for a while: whenever the power goes, what was acknowledged is there.
        @Test(arguments: [EIO, ENOSPC, EROFS])
        func everyCallMayFail(_ code: Int32) throws {
            var failures = 0
            for at in 0..<28 {
                let disk = SimulatedDisk()
                let first = try rig(disk)
                let client = try first.client()
                _ = try first.say("set daemon stateSync=always", as: client)
                let calls = disk.calls
                disk.fault = { [unowned disk] _, _ in
                    disk.calls - calls > at && disk.calls - calls <= at + 3 ? .error(code) : nil
                }
                let (done, errors) = try create((0..<12).map { "l\($0)" }, client, first)
                failures += errors.isEmpty ? 0 : 1
                #expect(errors.allSatisfy { $0.hasPrefix("error io ") }, "\(errors)")
                for seed in 0..<3 {
                    var dice = Dice(UInt64(seed))
                    #expect(try names(rig(disk.afterPowerLoss(&dice))).isSuperset(of: done), "call \(at), seed \(seed)")
                }
            }
            #expect(failures > 10)
        }

        /// A commit that the disk has no room for changes nothing, and its transaction is over; so does a definition.
        @Test func transactionsAreRefusedWhole() throws {
            let disk = SimulatedDisk()
            let rig = try rig(disk)
            let client = try rig.client()
            _ = try rig.say("create a layer", as: client)
            disk.capacity = disk.used + 100
            _ = try rig.say("set daemon stateSync=always", as: client)
            let lines =
                "begin\ncreate b layer\nset a opacity=0.5\n@t commit\ndefine k n=1\ncreate .x layer\nend\nget a opacity"
            let replies = try rig.say(lines, as: client).split(separator: "\n")
            #expect(replies.count == 8 && replies[0..<3].allSatisfy { $0 == "ok" })
            #expect(replies[3].hasPrefix("@t error io ") && replies[6].hasPrefix("error io "))
            #expect(replies[7] == "ok {\"opacity\":1}")
            for line in ["set a opacity=0.5", "undo", "animate a opacity=0", "load path=/none", "clear"] {
                #expect(try rig.say(line, as: client).hasPrefix("error io "), "\(line)")
            }
            #expect(try names(rig) == ["ok", "root", "a"])
            // The way out.
            #expect(try rig.say("set daemon stateSync=everysec\nset a opacity=0.5", as: client) == "ok\nok\n")
        }

        @Test func withEverysecAFullDiskIsToldAndEndsByItself() throws {
            let disk = SimulatedDisk()
            let first = try rig(disk)
            let client = try first.client()
            _ = try first.say("subscribe problem", as: client)
            disk.capacity = 400
            var heard = try first.say((0..<50).map { "create l\($0) layer" }.joined(separator: "\n"), as: client)
            // All are answered, the event comes between them or behind.
            try first.turn {
                heard += client.receive()
                return heard.contains("event problem {\"state\":\"began\"")
                    && heard.split(separator: "\n").count { $0 == "ok" } == 50
            }
            #expect(try first.say("hello", as: first.client()).contains("\"problems\":[\"the state is not kept: "))
            disk.capacity = nil
            try first.turn {
                heard += client.receive()
                return heard.contains("event problem {\"state\":\"ended\"")
            }
            #expect(try first.say("get daemon problems", as: first.client()) == "ok {\"problems\":\"\"}\n")
            #expect(try names(rig(disk.afterKill())).contains("l49"))
        }

        /// A disk that does not answer for a while: clients are, and nothing is acknowledged meanwhile.
        @Test func aDiskThatStandsStillHoldsNobodyUp() throws {
            let folder = TemporaryFolder()
            let disk = GatedDisk()
            var options = ServiceOptions()
            options.state = "\(folder.path)/state"
            let first = try Rig(in: folder, options: options, disk: disk)
            let (client, other) = (try first.client(), try first.client())
            _ = try first.say("set daemon stateSync=always\ncreate a layer", as: client)
            disk.isShut = true
            let reply = try first.say("create b layer", as: client)
            #expect(reply.hasPrefix("error io ") && reply.contains("does not answer"))
            #expect(try first.say("list kind=layer", as: other).contains("\"b\""))
            #expect(try first.say("create c layer", as: other).hasPrefix("error io "))
            #expect(try first.say("get daemon problems", as: other).contains("does not answer"))
            disk.isShut = false
            try first.turn { (try? first.say("get daemon problems", as: other)) == "ok {\"problems\":\"\"}\n" }
            #expect(try first.say("create c layer", as: other) == "ok\n")
            #expect(try names(Rig(in: folder, options: options)) == ["ok", "root", "a", "b", "c"])
            // Without `always` lines wait in memory.
            _ = try first.say("set daemon stateSync=everysec", as: client)
            usleep(10_000)
            disk.isShut = true
            for name in ["d", "e"] { #expect(try first.say("create \(name) layer", as: client) == "ok\n") }
            disk.isShut = false
            try first.turn { (try? Files().read("\(folder.path)/state"))?.isEmpty == false && disk.isIdle }
            try first.turn()
            #expect(try names(Rig(in: folder, options: options)).isSuperset(of: ["d", "e"]))
        }
    }
}

/// The system's disk behind a gate: while that is shut, what writes waits.
@safe private final class GatedDisk: Disk {
    private let disk = SystemDisk()
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var shut = false
    private var waiting = 0

    init() { unsafe pthread_mutex_init(mutex, nil) }

    deinit { unsafe mutex.deallocate() }

    private func locked<R>(_ body: () -> R) -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    var isShut: Bool {
        get { locked { shut } }
        set { locked { shut = newValue } }
    }

    /// Nobody waits at the gate.
    var isIdle: Bool { locked { waiting == 0 } }

    fileprivate func pass() {
        guard isShut else { return }
        locked { waiting += 1 }
        while isShut { usleep(1000) }
        locked { waiting -= 1 }
    }

    let isImmediate = false
    func read(_ path: String) throws(DiskError) -> [UInt8] { try disk.read(path) }
    func readBack(_ path: String) throws(DiskError) -> [UInt8] { try disk.readBack(path) }
    func sync(_ path: String) throws(DiskError) { try disk.sync(path) }
    func has(_ path: String) -> Bool { disk.has(path) }
    func identity(_ path: String) -> UInt64? { disk.identity(path) }
    func names(in folder: String) -> [String] { disk.names(in: folder) }
    func link(_ path: String, to other: String) throws(DiskError) { try disk.link(path, to: other) }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }

    func create(_ path: String) throws(DiskError) -> any DiskFile {
        pass()
        return GatedFile(self, try disk.create(path))
    }

    func rename(_ path: String, to other: String) throws(DiskError) {
        pass()
        try disk.rename(path, to: other)
    }

    func syncFolder(of path: String) throws(DiskError) {
        pass()
        try disk.syncFolder(of: path)
    }

    private final class GatedFile: DiskFile {
        private let gate: GatedDisk
        private let file: any DiskFile

        init(_ gate: GatedDisk, _ file: any DiskFile) { (self.gate, self.file) = (gate, file) }

        func append(_ bytes: ByteView) throws(DiskError) -> Int {
            gate.pass()
            return try file.append(bytes)
        }

        func write(_ bytes: [UInt8], at offset: Int) throws(DiskError) { try file.write(bytes, at: offset) }

        func truncate(to count: Int) throws(DiskError) { try file.truncate(to: count) }

        func reserve(_ count: Int, at offset: Int) throws(DiskError) -> Bool { try file.reserve(count, at: offset) }

        func sync() throws(DiskError) {
            gate.pass()
            try file.sync()
        }
    }
}
