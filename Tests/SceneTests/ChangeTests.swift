import Geometry
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Changes, their readers, and what stays in memory for them.
@Suite struct ChangeTests {
    private func taken(_ cursor: LayerCursor) -> [Slot: Dirty] {
        var all: [Slot: Dirty] = [:]
        cursor.take { slot, flags in
            #expect(all[slot] == nil, "a layer comes once")
            all[slot] = flags
        }
        return all
    }

    @Test func `each display list gets each layer's marks once, whenever it asks`() throws {
        let scene = makeScene()
        let (fast, slow) = (LayerCursor(scene), LayerCursor(scene))
        let a = try scene.objects.create("a")
        let b = try scene.objects.create("b")
        _ = (taken(fast), taken(slow))
        try scene.set(a, LayerProperty.opacity.id, .number(0.5))
        #expect(taken(fast) == [a: .group])
        try scene.set(a, LayerProperty.position.id, .point(Point(1, 2)))
        try scene.set(b, LayerProperty.opacity.id, .number(0.5))
        #expect(taken(fast) == [a: .geometry, b: .group])
        #expect(!fast.hasNews && slow.hasNews)
        #expect(taken(slow) == [a: [.group, .geometry], b: .group])
        #expect(taken(slow).isEmpty && !slow.hasNews)
    }

    @Test func `a layer that changes again and again is one mark`() throws {
        let scene = makeScene()
        let marks = LayerCursor(scene)
        let a = try scene.objects.create("a")
        marks.take { _, _ in }
        for number in 0..<1000 { try scene.set(a, LayerProperty.position.id, .point(Point(Double(number), 1))) }
        #expect(scene.changes.layers.unread == [a])
    }

    @Test func `events are noted while somebody reads them, and the same one once`() throws {
        let scene = makeScene()
        let a = try scene.objects.create("a")
        var events: EventCursor? = EventCursor(scene)
        for number in 0..<100 { try scene.set(a, LayerProperty.opacity.id, .number(Double(number) / 100)) }
        try scene.set(a, LayerProperty.zPosition.id, .number(1))
        #expect(scene.changes.events.count == 2)
        #expect(events?.take() == [.changed(a, LayerProperty.opacity.id), .changed(a, LayerProperty.zPosition.id)])
        let revision = scene.changes.events.revision
        events = nil
        try scene.set(a, LayerProperty.opacity.id, .number(0.5))
        #expect(scene.changes.events.count == 0)
        #expect(scene.changes.events.revision == revision + 1)
    }

    @Test func `the kinds of changes since a reading are told once`() throws {
        let scene = makeScene()
        let a = try scene.objects.create("a")
        var reading = ChangeSet.Reading()
        #expect(scene.news.kinds(since: &reading).isSuperset(of: [.objects, .structure, .outputs, .settings]))
        #expect(scene.news.kinds(since: &reading).isEmpty)
        try scene.set(a, LayerProperty.opacity.id, .number(0.5))
        #expect(scene.news.kinds(since: &reading) == .objects)
        _ = try scene.objects.create("b")
        #expect(scene.news.kinds(since: &reading) == [.objects, .structure])
        try scene.set(a, LayerProperty.speed.id, .number(2))
        #expect(scene.news.kinds(since: &reading) == [.objects, .motion])
        try scene.set(Scene.daemon, SettingsProperty.threads.id, .number(3))
        #expect(scene.news.kinds(since: &reading) == [.objects, .settings])
        try scene.objects.remove(a)
        #expect(scene.news.kinds(since: &reading).isSuperset(of: [.objects, .structure]))
        #expect(scene.news.kinds(since: &reading).isEmpty)
    }

    @Test func `a reader that opens beside others is told a change that they have not read yet`() throws {
        let scene = makeScene()
        let a = try scene.objects.create("a")
        let early = EventCursor(scene)
        try scene.set(a, LayerProperty.opacity.id, .number(0.5))
        let late = EventCursor(scene)
        try scene.set(a, LayerProperty.opacity.id, .number(0.6))
        #expect(late.take() == [.changed(a, LayerProperty.opacity.id)])
        #expect(early.take().contains(.changed(a, LayerProperty.opacity.id)))
        #expect(late.take().isEmpty && early.take().isEmpty)
    }

    /// Readers that come, go and read at random, in the middle of transactions too, against a list for each.
    @Test(arguments: 1...50) func `every reader gets each change after its beginning`(seed: UInt64) throws {
        var dice = Dice(seed)
        let scene = makeScene()
        let a = try scene.objects.create("a")
        let ids = [LayerProperty.opacity.id, LayerProperty.zPosition.id]
        var readers: [(cursor: EventCursor, news: Set<PropertyID>)] = []
        var value = 0.0
        func change() throws {
            value += 0.001
            let id = ids[dice.upTo(2)]
            try scene.set(a, id, .number(value))
            for at in readers.indices { readers[at].news.insert(id) }
        }
        for _ in 0..<400 {
            switch dice.upTo(7) {
            case 0: if readers.count < 4 { readers.append((EventCursor(scene), [])) }
            case 1: if !readers.isEmpty { readers.remove(at: dice.upTo(readers.count)) }
            case 2, 3:
                guard !readers.isEmpty, case let at = dice.upTo(readers.count) else { continue }
                let told = readers[at].cursor.take().compactMap { change -> PropertyID? in
                    if case .changed(a, let id) = change { id } else { nil }
                }
                #expect(Set(told) == readers[at].news)
                readers[at].news = []
            case 4:
                scene.transaction.begin()
                value += 0.001
                try scene.set(a, ids[dice.upTo(2)], .number(value))
                scene.transaction.rollback()
            default: try change()
            }
        }
    }

    @Test func `a transaction that fails tells nothing`() throws {
        let scene = makeScene()
        let a = try scene.objects.create("a")
        let events = EventCursor(scene)
        try scene.set(a, LayerProperty.opacity.id, .number(0.5))
        scene.transaction.begin()
        try scene.set(a, LayerProperty.opacity.id, .number(0.25))
        try scene.objects.create("b")
        try scene.objects.remove(a)
        scene.transaction.rollback()
        #expect(events.take() == [.changed(a, LayerProperty.opacity.id)])
    }

    @Test func `damage of one buffer beyond sixteen rectangles is united`() throws {
        let scene = makeScene()
        let cursor = scene.changes.sources.open()
        _ = scene.changes.sources.take(cursor)
        for number in 0..<20 { scene.contents.touch(7, Rect(Double(number), 0, 1, 1)) }
        let (slots, pixels) = scene.changes.sources.take(cursor)
        #expect(slots.isEmpty && pixels.count == 1 && pixels[0].buffer == 7 && pixels[0].rects.count == 16)
        #expect(pixels[0].rects[15] == Rect(15, 0, 5, 1))
        #expect(!scene.changes.sources.hasNews(for: cursor))
    }

    @Test func `every change of a state has another number`() throws {
        let scene = makeScene()
        var numbers = [scene.changes.outputs, scene.changes.settings, scene.changes.timing, scene.changes.visible]
        try scene.set(Scene.main, OutputProperty.size.id, .size(Size(10, 10)))
        #expect(scene.changes.outputs > numbers[0])
        try scene.set(Scene.daemon, SettingsProperty.limitLayers.id, .number(7))
        #expect(scene.changes.settings > numbers[1])
        let a = try scene.objects.create("a")
        #expect(scene.changes.visible > numbers[3])
        numbers[2] = scene.changes.timing
        try scene.set(a, LayerProperty.speed.id, .number(2))
        #expect(scene.changes.timing > numbers[2])
    }
}
