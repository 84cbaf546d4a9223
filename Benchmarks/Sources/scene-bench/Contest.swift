import Allocations
import Compositor
import Geometry
import Glibc
import Pixels
import Rivals
import Scene

/// One scene, drawn by all in turn.
struct Contest {
    /// Frames that nobody measures: caches and memory find their size.
    private static let warming: Int32 = 12
    /// Milliseconds that each may take in all, and frames at least.
    private static let budget = 1200.0
    private static let least: Int32 = 40

    let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run(_ folder: String?) throws -> Table {
        var table = Table(name: bench.name)
        let before = allocations_bytes()
        let ours = try bench.make(1, bench)
        try ours.frame(0)
        if bench.layers > 0 {
            // Without the output's own pixels.
            let picture = Stage.width * Stage.height * 4
            let bytes = Int64(allocations_bytes()) - Int64(before) - Int64(picture)
            table.bytesPerLayer = Int(bytes) / bench.layers
        }
        let rivals = [RIVAL_PIXMAN, RIVAL_PIXMAN_OCCLUDED, RIVAL_CAIRO].map { Rival($0, bench) }

        // As many frames as the slowest has time for.
        var longest = 0.0
        for i in 0..<Self.warming {
            longest = max(longest, try Self.time(.thread) { try ours.frame(i) })
            for rival in rivals { longest = max(longest, Self.time(.thread) { rival?.frame(i) }) }
        }
        let count = max(Self.least, Int32(min(Self.budget / longest, 2000)))
        var oursTimes = Times()
        var times = [Times(), Times(), Times()]
        for i in Self.warming..<Self.warming + count {
            oursTimes.note(try Self.time(.thread) { try ours.frame(i) })
            for (at, rival) in rivals.enumerated() { times[at].note(Self.time(.thread) { rival?.frame(i) }) }
        }
        table.ours = oursTimes
        table.pixman = times[0]
        table.occluded = rivals[1] == nil ? nil : times[1]
        table.cairo = times[2]

        // A steady frame, once more: what does it take from the heap?
        var fewest = UInt64.max
        for i in 0..<Int32(8) {
            let start = allocations_made()
            try ours.frame(Self.warming + count + i)
            fewest = min(fewest, allocations_made() - start)
        }
        table.allocations = Int(fewest)
        if let folder { try write(folder, ours, rivals) }
        if bench.picture == nil { try runThreads(&table, count) }
        return table
    }

    private func runThreads(_ table: inout Table, _ count: Int32) throws {
        let ours = try bench.make(0, bench)
        for i in 0..<Self.warming { try ours.frame(i) }
        for i in Self.warming..<Self.warming + count {
            let start = Clock.program.now
            table.threadsWall.note(try Self.time(.wall) { try ours.frame(i) })
            table.threads.note(Clock.program.now - start)
        }
    }

    private static func time(_ clock: Clock, _ body: () throws -> Void) rethrows -> Double {
        let start = clock.now
        try body()
        return clock.now - start
    }

    // MARK: Pictures

    private func write(_ folder: String, _ ours: Ours, _ rivals: [Rival?]) throws {
        let name = folder + "/" + bench.name.replacing(" ", with: "-").replacing(",", with: "")
        if let bitmap = ours.stage.output.acquire()?.bitmap { try Self.write(bitmap, name + "-scrim.png") }
        for (rival, library) in zip(rivals, ["pixman", "occluded", "cairo"]) {
            if let rival { try Self.write(try rival.bitmap(), "\(name)-\(library).png") }
        }
    }

    private static func write(_ bitmap: Bitmap, _ path: String) throws {
        let bytes = try PictureEncoder.encode(bitmap, as: .png)
        guard let file = unsafe fopen(path, "w") else { return }
        unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
    }
}
