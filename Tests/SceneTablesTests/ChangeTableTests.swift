import Geometry
import SceneTables
import Schema
import Testing

/// Marks and events for readers, without a scene.
@Suite struct ChangeTableTests {
    private func taken(_ marks: inout LayerMarks, _ cursor: ChangeCursor, _ rows: inout [LayerRow]) -> [Slot: Dirty] {
        var all: [Slot: Dirty] = [:]
        marks.take(cursor, &rows) { all[$0] = $1 }
        return all
    }

    /// Marks a row as a scene does.
    private func mark(_ slot: Slot, _ flags: Dirty, _ marks: inout LayerMarks, _ rows: inout [LayerRow]) {
        if rows[Int(slot)].dirty.isEmpty { marks.append(slot) }
        rows[Int(slot)].dirty.formUnion(flags)
    }

    @Test func eachReaderGetsTheMarksOfEachRowOnce() {
        var (marks, rows) = (LayerMarks(), (0..<4).map { _ in LayerRow() })
        let (a, b) = (marks.open(), marks.open())
        mark(2, .look, &marks, &rows)
        mark(2, .geometry, &marks, &rows)
        mark(3, .order, &marks, &rows)
        #expect(marks.unread == [2, 3] && marks.hasNews(for: a) && marks.hasNews(for: b))
        #expect(taken(&marks, a, &rows) == [2: [.look, .geometry], 3: .order])
        #expect(!marks.hasNews(for: a) && marks.hasNews(for: b))
        mark(2, .group, &marks, &rows)
        #expect(taken(&marks, b, &rows) == [2: [.look, .geometry, .group], 3: .order])
        #expect(taken(&marks, a, &rows) == [2: .group])
        // A reader that is closed costs nothing, and its place is taken.
        marks.close(a)
        mark(1, .tree, &marks, &rows)
        #expect(taken(&marks, b, &rows) == [1: .tree] && marks.open() == a && !marks.hasNews(for: a))
    }

    @Test func aRollbackTakesTheEventsBackAndCounts() {
        var log = EventLog()
        log.note(.created(5), isStructure: true)
        #expect(log.revision == 1 && log.count == 0, "nobody reads")
        let reader = log.open()
        log.note(.changed(5, PropertyID(1)))
        log.note(.changed(5, PropertyID(1)))
        #expect(log.count == 1 && log.revision == 3)
        let (steps, structure) = (log.steps, log.structure)
        log.begin()
        log.note(.removed(5, "a"), isStructure: true)
        log.note(.created(6), isStructure: true)
        log.rollback()
        // To what a selector finds, a rollback is a change.
        #expect(log.count == 1 && log.revision == 3 && log.steps > steps && log.structure > structure)
        var events: [ObjectChange] = []
        log.take(reader, into: &events)
        #expect(events == [.changed(5, PropertyID(1))] && !log.hasNews(for: reader))
        log.isFollowing = true
        log.note(.changed(5, PropertyID(2)))
        #expect(log.revision == 3 && log.hasNews(for: reader), "what follows is reported and is no change of a client")
        log.close(reader)
        #expect(!log.isRecording)
    }

    @Test func partsOfABufferAreUnitedBeyondALimit() {
        var queue = ChangeQueue<SourceChange>()
        let reader = queue.open()
        queue.append(.source(9))
        for at in 0..<40 { queue.append(.pixels(7, Rect(Double(at), 0, 1, 1))) }
        let (slots, pixels) = queue.take(reader)
        #expect(slots == [9] && pixels.count == 1 && pixels[0].buffer == 7 && pixels[0].rects.count == 16)
        #expect(pixels[0].rects.last == Rect(15, 0, 25, 1))
    }
}
