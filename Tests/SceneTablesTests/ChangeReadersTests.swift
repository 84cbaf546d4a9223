import Testing

@testable import SceneTables

/// Readers that open at any moment, compared with a plain list of all that was appended.
@Suite struct ChangeReadersTests {
    /// A reader of the model: where it began, and all that it was told.
    private struct Reader {
        var cursor: ChangeCursor
        /// Index in the list of the first entry that it is to get.
        var next: Int
    }

    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    /// Without repetitions: an entry that is there unread is as good as twice.
    private static func shortened(_ entries: ArraySlice<Int>) -> [Int] {
        var list: [Int] = []
        for entry in entries where list.last != entry { list.append(entry) }
        return list
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func everyReaderGetsEverythingBehindItsBeginning(_ seed: UInt64) throws {
        var dice = Dice(state: seed &* 0x9E37_79B9 &+ 1)
        var queue = ChangeQueue<Int>()
        var all: [Int] = []
        var readers: [Reader] = []
        // The first reader gets what was kept so far, of which nobody has read.
        var kept = 0
        var buffer: [Int] = []
        for step in 0..<400 {
            switch Int.random(in: 0..<10, using: &dice) {
            case 0 where readers.count < 5:
                let isFirst = readers.isEmpty
                readers.append(Reader(cursor: queue.open(), next: isFirst ? kept : all.count))
            case 1 where !readers.isEmpty:
                let reader = readers.remove(at: Int.random(in: readers.indices, using: &dice))
                queue.close(reader.cursor)
                if readers.isEmpty { kept = all.count }
            case 2, 3:
                guard let at = readers.indices.randomElement(using: &dice) else { continue }
                let expected = Self.shortened(all[readers[at].next...])
                #expect(queue.hasNews(for: readers[at].cursor) == !expected.isEmpty, "seed \(seed), step \(step)")
                queue.take(readers[at].cursor, into: &buffer)
                // One of several may get the same again that another had read.
                #expect(Self.shortened(buffer[...]) == expected, "seed \(seed), step \(step)")
                readers[at].next = all.count
            case 4:
                guard let at = readers.indices.randomElement(using: &dice) else { continue }
                queue.skip(readers[at].cursor)
                readers[at].next = all.count
            case 5:
                // A transaction that is taken back, in which readers open too.
                let (start, count) = (queue.end, all.count)
                for _ in 0..<Int.random(in: 0...3, using: &dice) { queue.append(Int.random(in: 0..<4, using: &dice)) }
                if Bool.random(using: &dice), readers.count < 5, !readers.isEmpty {
                    readers.append(Reader(cursor: queue.open(), next: count))
                }
                queue.truncate(to: start)
            default:
                let entry = Int.random(in: 0..<4, using: &dice)
                queue.append(entry)
                all.append(entry)
            }
        }
        for reader in readers {
            queue.take(reader.cursor, into: &buffer)
            #expect(Self.shortened(buffer[...]) == Self.shortened(all[reader.next...]), "seed \(seed), at the end")
        }
    }
}
