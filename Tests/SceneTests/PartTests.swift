import Geometry
import SceneTables
import Schema
import Testing

@testable import Scene

/// Parts of the scene as values of their own.
@Suite struct PartTests {
    private let opacity = LayerProperty.opacity.id

    @Test func `references are known from both ends until the last one goes`() {
        var references = References()
        references.insert(7, 1, opacity)
        references.insert(7, 2, opacity)
        references.insert(7, 2, opacity)
        #expect(references.users(of: 7).count == 2 && references.contains(7, 1, opacity))
        references.remove(7, 1, opacity)
        references.remove(7, 1, opacity)
        #expect(references.isNamed(7) && !references.contains(7, 1, opacity))
        references.remove(7, 2, opacity)
        #expect(!references.isNamed(7) && references.users(of: 7).isEmpty)
    }

    @Test func `a covered property has a model value until it is uncovered`() {
        var models = ModelValues()
        #expect(!models.set(1, opacity, .number(0)) && models.uncover(1, opacity) == nil)
        models.cover(1, opacity, .number(0.25))
        models.cover(1, LayerProperty.zPosition.id, .number(3))
        #expect(models.set(1, opacity, .number(0.5)) && models.value(1, opacity) == .number(0.5))
        let first = models.uncover(1, opacity)
        #expect(first?.value == .number(0.5) && first?.isLast == false)
        #expect(models.uncover(1, LayerProperty.zPosition.id)?.isLast == true)
        #expect(models.all(of: 1) == nil)
    }

    @Test func `each reader of a queue takes each entry once, at its own pace`() {
        var queue = ChangeQueue<Int>()
        queue.append(1)
        let first = queue.open()
        let second = queue.open()
        queue.append(2)
        queue.append(2)
        var taken: [Int] = []
        queue.take(first, into: &taken)
        #expect(taken == [1, 2])
        // The same change again is news for the reader that has taken the first.
        queue.append(2)
        queue.append(2)
        queue.take(first, into: &taken)
        #expect(taken == [2] && !queue.hasNews(for: first))
        queue.take(second, into: &taken)
        #expect(taken == [2, 2] && queue.count == 0)
    }

    @Test func `a reader that asks for what is kept gets it beside the first`() {
        var queue = ChangeQueue<Int>()
        queue.append(1)
        let readers = [queue.open(), queue.open(withKept: true), queue.open()]
        var taken: [Int] = []
        for (reader, news) in zip(readers, [[1], [1], []]) {
            queue.take(reader, into: &taken)
            #expect(taken == news)
        }
        #expect(queue.count == 0)
    }

    @Test func `a queue keeps nothing that all have taken, nor what a closed reader has not`() {
        var queue = ChangeQueue<Int>()
        let reader = queue.open()
        let slow = queue.open()
        var taken: [Int] = []
        for number in 0..<1000 {
            queue.append(number)
            queue.take(reader, into: &taken)
            #expect(taken == [number])
        }
        #expect(queue.count == 1000)
        queue.close(slow)
        #expect(queue.count == 0)
        queue.append(7)
        queue.skip(reader)
        #expect(!queue.hasNews(for: reader) && queue.count == 0)
    }

    @Test func `entries of a failed transaction go, those before it stay`() {
        var queue = ChangeQueue<Int>()
        let reader = queue.open()
        queue.append(1)
        let end = queue.end
        queue.append(2)
        queue.append(3)
        queue.truncate(to: end)
        var taken: [Int] = []
        queue.take(reader, into: &taken)
        #expect(taken == [1])
    }

    @Test func `extras give their memory back when all are removed`() {
        var table = ExtrasTable()
        var extras = Extras()
        extras.set(opacity, .number(0.5))
        let indices = (0..<100).map { _ in table.insert(extras) }
        table.remove(indices[3])
        #expect(table.insert(extras) == indices[3] && table.count == 100)
        for index in indices { table.remove(index) }
        #expect(table.count == 0)
    }

    @Test func `a frame is solved under a quarter turn about the anchor`() {
        let solver = FrameSolver(
            bounds: Rect(5, 6, 1, 1), anchor: Point(0, 0), anchorZ: 0, transform: .rotationZ(.pi / 2))
        let (position, bounds) = solver.solve(Rect(10, 20, 30, 40))
        #expect(abs(bounds.width - 40) < 1e-9 && abs(bounds.height - 30) < 1e-9)
        #expect(bounds.origin == Point(5, 6))
        #expect(abs(position.x - 40) < 1e-9 && abs(position.y - 20) < 1e-9)
    }

    @Test func `a scene that becomes its equal marks nothing, whatever its size`() throws {
        let (here, there) = (makeScene(), makeScene())
        for scene in [here, there] {
            for number in 0..<200 {
                let layer = try scene.objects.create("n\(number)")
                try scene.set(layer, LayerProperty.position.id, .point(Point(Double(number), 2)))
                if number % 10 == 0 { try scene.set(layer, LayerProperty.zPosition.id, .number(1)) }
            }
        }
        let (marks, events) = (LayerCursor(here), EventCursor(here))
        marks.take { _, _ in }
        here.transaction.begin()
        try here.objects.become(there)
        #expect(here.transaction.journalMark == 0)
        here.transaction.commit()
        #expect(!marks.hasNews && !events.hasNews)
        try there.set(try #require(there.find("n7")), LayerProperty.opacity.id, .number(0.5))
        here.transaction.begin()
        try here.objects.become(there)
        here.transaction.commit()
        #expect(events.take() == [.changed(try #require(here.find("n7")), opacity)])
    }
}
