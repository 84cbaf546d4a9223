import Geometry
import LineProtocol
import Reactor
import Scene
import World

/// Runs the lines of journals again, at their scene times and with the rights of their clients.
final class JournalReplay {
    private let timeline: Timeline
    private var sessions: [Int: Session] = [:]
    private var lines = 0
    private var refused = 0
    /// True while no record was found.
    private(set) var isEmpty = true
    /// True when lines behind a cut were left out.
    private(set) var isCut = false
    private var out = ByteWriter()

    /// The line by which a client leaves: no verb.
    static let leave = Array("# left\n".utf8)
    /// The line behind which the scene was changed by something that is not in the journal: no verb.
    static let cut = Array("# cut\n".utf8)
    /// Begins a record with a file that the next line has read: the length of its path behind it, then path and text, each with an LF.
    private static let read = Array("# read ".utf8)
    /// Begins a record that puts objects in front of others: on each line the names of both.
    private static let order = Array("# order\n".utf8)
    /// Begins a record with the lines of the whole scene.
    private static let scene = Array("# scene\n".utf8)

    /// The lines of a record with a file.
    static func lines(of read: LoadRecord.Read) -> [UInt8] {
        Self.read + Array("\(read.path.utf8.count)\n\(read.path)\n".utf8) + read.text + [UInt8(ascii: "\n")]
    }

    /// The file of such lines; nil for others.
    static func file(of lines: [UInt8]) -> LoadRecord.Read? {
        guard lines.starts(with: read), let end = lines.firstIndex(of: UInt8(ascii: "\n")),
            let length = Int(String(decoding: lines[read.count..<end], as: UTF8.self)), length >= 0,
            length <= lines.count - end - 3
        else { return nil }
        let path = String(decoding: lines[(end + 1)..<(end + 1 + length)], as: UTF8.self)
        return LoadRecord.Read(path: path, text: Array(lines[(end + 2 + length)..<(lines.count - 1)]))
    }

    /// The lines with the effect of `undo` or `redo`, and those that tell the order of what stands in no tree; nil when lines cannot
    /// say it.
    static func lines(of extent: UndoExtent, in world: World) -> (lines: [UInt8], order: [UInt8]?)? {
        world.bindingVerbs.updateBindings()
        var lines: [UInt8] = []
        var dump = SceneDump(world.scene, at: world.time)
        let isWhole = dump.write(effectOf: extent) { line in
            unsafe lines.append(contentsOf: line.buffer)
            lines.append(UInt8(ascii: "\n"))
        }
        guard isWhole else { return nil }
        let pairs = dump.order(of: extent).map { "\($0.name) \($0.next)\n" }.joined()
        return (lines, pairs.isEmpty ? nil : order + Array(pairs.utf8))
    }

    /// The lines of a record with a whole scene.
    static func lines(ofScene text: [UInt8]) -> [UInt8] { Self.scene + text }

    init(_ timeline: Timeline) { self.timeline = timeline }

    /// Runs the journals of a state file from number `first` on. The number of the next one.
    func run(_ path: String, from first: Int) -> Int {
        var number = first
        var time = timeline.now
        let wallClock = timeline.world.wall.clock
        while let bytes = try? Files().read(StateFile.journalPath(path, number)) {
            let journal = StateFile.journalPath(path, number)
            number += 1
            guard var reader = JournalReader(bytes) else {
                Log.write(.warning, "no journal, kept as \(StateFile.aside(journal))")
                break
            }
            let offset = reader.wall - reader.time
            timeline.world.wall.clock = { [unowned timeline] in timeline.world.time + offset }
            timeline.scene.objects.withoutLimits {
                while !isCut, let record = reader.next() {
                    isEmpty = false
                    isCut = record.lines == Self.cut
                    if isCut { break }
                    time = max(time, record.time)
                    run(record, at: time)
                }
            }
            if isCut {
                Log.write(.warning, "\(journal): lines behind a change that is in no file are not used")
                break
            }
            guard !reader.isAtEnd else { continue }
            // A write that was cut off, at the end of the last journal only.
            Log.write(.warning, "\(journal): the last \(reader.left) bytes are no whole record and not used")
        }
        timeline.world.wall.clock = wallClock
        // Of a line that the last write has cut off.
        timeline.world.fileVerbs.record.forgetGiven()
        sessions.values.forEach(leave)
        timeline.world.settle()
        guard number > first else { return number }
        timeline.clock.restart(at: time, timeline.reactor.turnTime)
        let message = "restored \(lines) lines of the journal" + (refused > 0 ? ", \(refused) of them refused" : "")
        Log.write(.notice, message)
        return number
    }

    private func run(_ record: Journal.Record, at time: Double) {
        if time > timeline.world.time { timeline.advance(to: time) }
        guard record.lines != Self.leave else {
            if let session = sessions.removeValue(forKey: record.client) { leave(session) }
            return
        }
        guard !record.lines.isEmpty else { return }
        let files = timeline.world.fileVerbs.record
        if let file = Self.file(of: record.lines) { return files.give(file) }
        if record.lines.starts(with: Self.order) { return putInOrder(record.lines) }
        if record.lines.starts(with: Self.scene) { return become(Array(record.lines.dropFirst(Self.scene.count))) }
        let session = sessions[record.client] ?? Session()
        sessions[record.client] = session
        for line in record.lines.split(separator: UInt8(ascii: "\n")) {
            timeline.world.reach(time)
            out.removeAll()
            unsafe line.withUnsafeBufferPointer {
                _ = unsafe session.handle(ByteView($0), timeline.world, &out)
            }
            files.forgetGiven()
            lines += 1
            let reply = unsafe out.bytes.buffer
            if unsafe reply.starts(with: "error ".utf8) { refused += 1 }
        }
    }

    private func putInOrder(_ lines: [UInt8]) {
        for line in lines.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let slots = line.split(separator: UInt8(ascii: " ")).compactMap {
                timeline.scene.find(String(decoding: $0, as: UTF8.self))
            }
            if slots.count == 2 { timeline.scene.tree.putOnShelf(slots[0], before: slots[1]) }
        }
    }

    /// Makes the scene what a record says.
    private func become(_ text: [UInt8]) {
        lines += 1
        do throws(SceneError) { try timeline.world.fileVerbs.restore(text, from: "the journal") } catch {
            refused += 1
            Log.write(.warning, error.message)
        }
        timeline.world.settle()
    }

    /// Objects that go with their client are removed.
    private func leave(_ session: Session) {
        session.close()
        for id in session.principal.owned {
            if let slot = timeline.scene.slot(of: id) { try? timeline.scene.objects.remove(slot) }
        }
        timeline.world.restyle()
    }
}
