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
    private var out = ByteWriter()

    /// The line by which a client leaves: no verb.
    static let leave = Array("# left\n".utf8)

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
                while let record = reader.next() {
                    isEmpty = false
                    time = max(time, record.time)
                    run(record, at: time)
                }
            }
            guard !reader.isAtEnd else { continue }
            // A write that was cut off, at the end of the last journal only.
            Log.write(.warning, "\(journal): the last \(reader.left) bytes are no whole record and not used")
        }
        timeline.world.wall.clock = wallClock
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
        let session = sessions[record.client] ?? Session()
        sessions[record.client] = session
        for line in record.lines.split(separator: UInt8(ascii: "\n")) {
            timeline.world.reach(time)
            out.removeAll()
            unsafe line.withUnsafeBufferPointer {
                _ = unsafe session.handle(ByteView($0), timeline.world, &out)
            }
            lines += 1
            let reply = unsafe out.bytes.buffer
            if unsafe reply.starts(with: "error ".utf8) { refused += 1 }
        }
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
