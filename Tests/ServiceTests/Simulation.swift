import Contents
import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
import Schema
import Server
import Storage
import TestSupport
import Testing
import World

@testable import Service

/// Lives of a daemon on a disk, a clock and clients whose faults come from a seed, beside what the scene was behind each line.
///
/// All of it runs on one thread, in simulated time: the same seed gives the same lives. Calls of the disk fail, take a part, or are the
/// last before the power goes; jobs wait for the disk; the process is killed between two turns, and so are those that decode pictures;
/// bits flip and files are cut; clocks jump; clients do not read, and go. Decoding takes its time: what a picture's state is in between is
/// no part of a life.
final class Simulation {
    private var dice: Dice
    private let folder = TemporaryFolder()
    private var disk = SimulatedDisk()
    private var rig: Rig
    private var clients: [Client] = []
    /// One that says much and reads seldom.
    private var sleeper: Client?
    private let faults: SimulatedFaults
    private let jobs: SimulatedJobs
    private var lines = SimulatedLines()
    private let past = Past()
    private var isAlways = true
    private(set) var report = Report()

    struct Report {
        var (lines, acknowledged, refused, restarts) = (0, 0, 0, 0)
        var faults: [SimulatedFaults.Kind: Int] = [:]
        var findings: [String] = []

        static func + (a: Report, b: Report) -> Report {
            var sum = a
            sum.lines += b.lines
            sum.acknowledged += b.acknowledged
            sum.refused += b.refused
            sum.restarts += b.restarts
            sum.faults.merge(b.faults) { $0 + $1 }
            sum.findings += b.findings
            return sum
        }

        var text: String {
            "\(lines) lines, \(acknowledged) acknowledged, \(refused) refused, \(restarts) restarts; "
                + SimulatedFaults.text(faults)
        }
    }

    /// The scenes of a life, one behind each line; and those that a promise covers.
    private final class Past {
        private(set) var scenes: [[UInt8]] = []
        /// Index of the last scene that has to be there behind a kill, and behind a loss of power.
        private(set) var (kept, lasting) = (0, 0)
        /// A fault has come since the life began: without `always` nothing is promised.
        var isSure = true

        func begin(_ scene: [UInt8]) {
            (scenes, kept, lasting, isSure) = ([scene], 0, 0, true)
        }

        func add(_ scene: [UInt8]) {
            if scene != scenes[scenes.count - 1] { scenes.append(scene) }
        }

        var count: Int { scenes.count }

        func keep(_ index: Int, lasts: Bool) {
            kept = max(kept, index)
            if lasts { lasting = max(lasting, index) }
        }

        func has(_ scene: [UInt8], from index: Int) -> Bool { scenes[index...].contains(scene) }
    }

    /// Notes the scene behind each line.
    private final class Observer: ServerDelegate {
        let service: Service
        private let around: (() -> Void) -> Void

        init(_ service: Service, _ around: @escaping (() -> Void) -> Void) {
            (self.service, self.around) = (service, around)
        }

        func connectionOpened(_ connection: Connection) { service.connectionOpened(connection) }
        func connection(_ connection: Connection, line: UnsafeBufferPointer<UInt8>) {
            around { unsafe service.connection(connection, line: line) }
        }
        func linesEnded(_ connection: Connection) { service.linesEnded(connection) }
        func connection(_ connection: Connection, tooLongLineTagged tag: [UInt8]?) {
            service.connection(connection, tooLongLineTagged: tag)
        }
        func connectionHungUp(_ connection: Connection) { service.connectionHungUp(connection) }
        func connectionDrained(_ connection: Connection) { service.connectionDrained(connection) }
        func connectionClosed(_ connection: Connection) { service.connectionClosed(connection) }
    }

    private var observer: Observer?
    /// Lines of the last batch: for each the index of the scene behind it; nil when it changed nothing.
    private var effects: [Int?] = []

    /// A line is handled: behind those before it, frames may have changed the scene.
    private func note(_ line: () -> Void) {
        past.add(scene)
        let before = past.count
        line()
        past.add(scene)
        effects.append(past.count > before ? past.count - 1 : nil)
    }

    private static let path = "/d/state"

    init(_ seed: UInt64) throws {
        dice = Dice(seed)
        faults = SimulatedFaults(seed &+ 1)
        jobs = SimulatedJobs(faults)
        unsafe (Clock.simulated, Clock.wallOffset) = (4_000_000_000_000_000, 1_700_000_000_000_000_000)
        unsafe JobSimulations.current = jobs
        rig = try Self.start(disk, folder)
        for name in SimulatedLines.files { folder.write(name, lines.file(&dice).utf8) }
        for (name, path) in SimulatedLines.pictureFiles { folder.write(name, try Files().read(path)) }
        try begin()
    }

    deinit { unsafe (Clock.simulated, Clock.wallOffset, JobSimulations.current) = (nil, 0, nil) }

    private static func start(_ disk: SimulatedDisk, _ folder: TemporaryFolder) throws -> Rig {
        var options = ServiceOptions()
        options.state = path
        return try Rig(in: folder, options: options, disk: disk)
    }

    /// The scene as lines.
    private var scene: [UInt8] {
        var (text, bindings): ([UInt8], [[UInt8]]) = ([], [])
        let world = rig.service.timeline.world
        var dump = SceneDump(world.copyScene(), at: world.time)
        dump.write(nil) { line in
            let bytes = unsafe Array(line.buffer) + [UInt8(ascii: "\n")]
            // Bindings have no order. An animation that is over goes with the next frame.
            if bytes.starts(with: "bind ".utf8) {
                bindings.append(bytes)
            } else if !Self.isOver(bytes, at: world.time) {
                text += bytes
            }
        }
        text += bindings.sorted { $0.lexicographicallyPrecedes($1) }.joined()
        return text
    }

    /// True for the line of an animation that has ended by `time`.
    private static func isOver(_ line: [UInt8], at time: Double) -> Bool {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count > 3, words[0] == "create", words[2] == "animation" else { return false }
        func number(_ key: String) -> Double {
            words.lazy.filter { $0.hasPrefix("\(key)=") }.compactMap { Double($0.dropFirst(key.count + 1)) }.first ?? 0
        }
        return number("beginTime") + number("duration") <= time
    }

    private func find(_ what: String) {
        report.findings.append(what)
        trace("finding: \(what)")
    }

    /// `SCRIM_SIMULATION_TRACE=1` prints a life step by step.
    private static let isTraced = unsafe getenv("SCRIM_SIMULATION_TRACE") != nil

    private func trace(_ what: @autoclosure () -> String) {
        if Self.isTraced { print("trace: \(what())") }
    }

    private func traceFiles() {
        guard Self.isTraced else { return }
        for name in disk.names(in: "/d") {
            trace(name)
            for line in String(decoding: disk.bytes("/d/\(name)") ?? [], as: UTF8.self).split(separator: "\n") {
                trace("    \(line.prefix(120))")
            }
        }
    }

    // MARK: Lives

    func run(_ steps: Int) throws {
        for _ in 0..<steps where report.findings.isEmpty {
            try step()
            trace("\(disk.calls) calls, \(disk.used) bytes")
            if disk.isDown { try restart(.power) }
        }
        report.faults = faults.counts
    }

    private func step() throws {
        switch dice.upTo(100) {
        case 0..<62: try talk()
        case 62..<66: try killDecoders()
        case 66..<77: try wait()
        case 77..<82: weaken()
        case 82..<87: heal()
        case 87..<90: try restart(.kill)
        case 90..<92: try restart(.power)
        case 92..<93: try restart(.end)
        case 93..<95: try restart(.damage)
        case 95..<96: try leave()
        case 96..<97: jump()
        case 97..<98: changeFile()
        default: try recover()
        }
    }

    private func begin() throws {
        past.begin(scene)
        observer = Observer(rig.service) { [unowned self] in note($0) }
        rig.service.server.delegate = observer
        clients = [try rig.client(), try rig.client()]
        sleeper = try rig.client()
        isAlways = dice.upTo(4) > 0
        // Nobody else takes it back.
        _ = try rig.say("set daemon stateSync=\(isAlways ? "always" : "everysec")", as: try rig.client())
        try settle()
        past.keep(past.count - 1, lasts: isAlways)
    }

    // MARK: Lines

    private func talk() throws {
        let batch = (0...dice.upTo(4)).map { _ in lines.next(&dice, in: folder.path) }
        let client = dice.pick(clients)
        try oversleep()
        effects = []
        var text = try rig.say(batch.joined(separator: "\n"), as: client)
        try settle()
        // Frames wait for pictures.
        text += client.receive()
        let replies = text.split(separator: "\n").filter { !$0.hasPrefix("event ") }
        trace("\(batch.map { $0.prefix(80) }): \(replies.map { $0.prefix(80) })")
        report.lines += batch.count
        guard !disk.isDown else { return }
        for (reply, effect) in zip(replies, effects) {
            if reply.hasPrefix("ok") {
                report.acknowledged += 1
                if let effect, isAlways || past.isSure { past.keep(effect, lasts: isAlways) }
            } else {
                report.refused += 1
                if let effect, !reply.contains("carried out") {
                    let change = difference(past.scenes[effect], from: past.scenes[effect - 1])
                    find("refused, and changed: \(reply): \(change)")
                }
                if reply.hasPrefix("error internal ") { find("\(batch): \(reply)") }
            }
        }
    }

    /// A client asks for much, and reads little of it.
    private func oversleep() throws {
        guard dice.upTo(10) == 0 else { return }
        faults.note(.slowReader)
        try sleeper?.send(Array(repeating: "dump\nlist", count: 20).joined(separator: "\n"))
        if dice.upTo(4) == 0 { _ = sleeper?.receive() }
        try settle()
    }

    /// Turns until nothing is to be done, with the work that is due, and until pictures are decoded, which takes real time.
    private func settle() throws {
        jobs.run()
        try rig.turn()
        for _ in 0..<2000 where !rig.service.contents.controller.isIdle {
            usleep(2000)
            try rig.turn()
        }
        past.add(scene)
    }

    /// A client goes, in the middle of a transaction perhaps; another one comes.
    private func leave() throws {
        faults.note(.leaver)
        let at = dice.upTo(clients.count)
        try clients[at].send(dice.pick(["", "begin\nset o0 opacity=0.5", "create own layer", "dump\ndump"]))
        clients[at].close()
        try settle()
        clients[at] = try rig.client()
        try sleeper = dice.upTo(3) == 0 ? rig.client() : sleeper
        try settle()
    }

    // MARK: Time and faults

    private func wait() throws {
        pass(1 + dice.upTo(dice.pick([1_000_000, 600_000_000, 6_000_000_000])))
        try settle()
        try settle()
    }

    private func pass(_ time: Int) { unsafe Clock.simulated = Clock.now + Nanoseconds(time) }

    private func jump() {
        if dice.upTo(2) == 0 {
            faults.note(.clockJump)
            pass(3_600_000_000_000)
        } else {
            faults.note(.wallJump)
            unsafe Clock.wallOffset += dice.pick([-1, 1]) * 31_536_000_000_000_000
        }
    }

    private func changeFile() {
        faults.note(.changedFile)
        folder.write(dice.pick(SimulatedLines.files), lines.file(&dice).utf8)
    }

    /// The processes that decode pictures are killed at their work.
    private func killDecoders() throws {
        let number = report.lines + (faults.counts[.killedDecoder] ?? 0)
        let fresh = folder.write("r\(number)", try Files().read(SimulatedLines.pictureFiles[0].path))
        let client = try rig.client()
        defer { client.close() }
        try client.send("put \(dice.pick(SimulatedLines.pictures)) image path=\(fresh)")
        for _ in 0...dice.upTo(6) {
            usleep(1000)
            _ = try rig.service.reactor.turn(timeout: 0)
        }
        for process in rig.service.contents.controller.library.processIdentifiers {
            faults.note(.killedDecoder)
            kill(process, SIGKILL)
        }
        try settle()
    }

    /// Whatever became of decoders, each picture is there in the end, or says why not.
    private func checkPictures() throws {
        let client = try rig.client()
        defer { client.close() }
        let bad = SimulatedLines.pictureFiles[2].name
        // Pictures are shared by path: a file that nothing has failed on.
        let fresh = folder.write("q\(report.lines)", try Files().read(SimulatedLines.pictureFiles[0].path))
        try client.send("put last image path=\(fresh)")
        try settle()
        _ = client.receive()
        let names = SimulatedLines.pictures + ["last"]
        let states = try names.map { try rig.say("get \($0) path state message", as: client) }
        guard !disk.isDown else { return }
        for state in states where state.hasPrefix("ok") {
            let isReady = state.contains("\"ready\"")
            let isExpected =
                state.contains("/\(bad)\"")
                ? !isReady && !state.contains("\"loading\"") : isReady || state.contains("\"message\":\"")
            if !isExpected { find("a picture: \(state)") }
        }
        if !states[names.count - 1].contains("\"ready\"") { find("no picture is decoded: \(states)") }
        try client.send("remove last")
        try settle()
    }

    private func weaken() {
        past.isSure = false
        faults.begin()
        if dice.upTo(4) == 0 { disk.capacity = disk.used + dice.upTo(4000) }
        disk.isImmediate = dice.upTo(2) == 0
        disk.fault = { [unowned self] call, path in
            let fault = faults.next(call)
            if let fault { trace("\(fault) at \(call) \(path)") }
            return fault
        }
    }

    private func heal() {
        faults.end()
        disk.capacity = nil
    }

    /// Without faults trouble is over within seconds, and lines are taken.
    private func recover() throws {
        heal()
        for _ in 0..<40 {
            pass(1_100_000_000)
            try settle()
        }
        guard !disk.isDown else { return }
        let problems = try rig.say("get daemon problems", as: clients[1])
        if problems.contains("not kept") || problems.contains("written") { find("it does not end: \(problems)") }
        // Within a second the disk has all of it.
        if isAlways || past.isSure { past.keep(past.count - 1, lasts: true) }
        try checkPictures()
        try talk()
    }

    // MARK: Ends

    private enum End { case kill, power, end, damage }

    private func restart(_ how: End) throws {
        heal()
        let end = disk.isDown ? .power : how
        if end == .end {
            rig.service.close()
            past.keep(past.count - 1, lasts: true)
        }
        observer = nil
        jobs.forget()
        disk = end == .power ? disk.afterPowerLoss(&dice) : disk.afterKill()
        let isDamaged = end == .damage && damage()
        faults.note(end == .power ? .powerLoss : .kill)
        trace("restart after \(end), promised \(past.kept) and \(past.lasting) of \(past.count)")
        traceFiles()
        (clients, sleeper) = ([], nil)
        report.restarts += 1
        rig = try Self.start(disk, folder)
        try check(end, isDamaged)
        try begin()
    }

    /// What was promised is there; what is not as it was at some time is told.
    private func check(_ end: End, _ isDamaged: Bool) throws {
        let found = scene
        let promised = end == .power ? past.lasting : past.kept
        if past.has(found, from: promised) { return }
        let problems = try rig.say("get daemon problems", as: rig.client())
        let isSilent = problems.contains("\"problems\":\"\"")
        let isPromised = isAlways || (past.isSure && end != .power)
        if isDamaged ? isSilent : isPromised || (isSilent && !past.has(found, from: 0)) {
            let what = isDamaged ? "damage" : "lost after \(end), \(isAlways ? "always" : "everysec")"
            find("\(what): \(difference(found, from: past.scenes[past.count - 1])) \(problems)")
        }
    }

    /// Lines that are there for others.
    private func difference(_ found: [UInt8], from scene: [UInt8]) -> String {
        func lines(_ text: [UInt8]) -> [String] {
            String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0.prefix(200)) }
        }
        let (new, old) = (lines(found), lines(scene))
        if new.sorted() == old.sorted(), let (a, b) = zip(new, old).first(where: { $0 != $1 }) {
            return "another order: \(a) for \(b)"
        }
        return "\(new.filter { !old.contains($0) }) for \(old.filter { !new.contains($0) })"
    }

    /// Flips a bit of a file, or cuts it: at a line's end now and then. False when there is none.
    private func damage() -> Bool {
        let files = disk.names(in: "/d").filter { $0.hasPrefix("state") && !$0.contains("bad") && !$0.contains("~") }
        guard !files.isEmpty else { return false }
        let path = "/d/\(dice.pick(files))"
        guard var bytes = disk.bytes(path), !bytes.isEmpty else { return false }
        if dice.upTo(2) == 0 {
            faults.note(.bitFlip)
            bytes[dice.upTo(bytes.count)] ^= 1 << dice.upTo(8)
        } else {
            faults.note(.cut)
            var end = dice.upTo(bytes.count)
            if dice.upTo(2) == 0 { end = (bytes[..<end].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1 }
            bytes.removeSubrange(end...)
        }
        disk.put(bytes, at: path)
        return true
    }
}

extension ServiceTests {
    /// `make simulate SEED=N` goes on for hours; here some seeds of it.
    @Suite struct Simulations {
        @Test func nothingThatWasAcknowledgedIsLost() throws {
            let first = environment("SCRIM_SIMULATION_SEED") ?? 1
            let seconds = environment("SCRIM_SIMULATION_SECONDS") ?? 0
            // The same seeds in every run; for so many seconds when that is asked for.
            let usual = 8
            let end = time(nil) + Int(seconds)
            var (seed, total) = (UInt64(first), Simulation.Report())
            repeat {
                let simulation = try Simulation(seed)
                try simulation.run(200)
                for finding in simulation.report.findings {
                    Issue.record("seed \(seed): \(finding)")
                }
                total = total + simulation.report
                seed += 1
            } while seconds > 0 ? time(nil) < end : seed < UInt64(first) + UInt64(usual)
            print("\(seed - UInt64(first)) seeds: \(total.text)")
            #expect(total.acknowledged > 0 && total.faults.count > 10)
        }
    }
}
