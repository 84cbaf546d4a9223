import Geometry
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Layers with a size of their own.
@Suite struct FitTests {
    private final class Measurer: LayerMeasurer {
        var calls = 0

        /// As wide as `tag`; half as high.
        func naturalSize(of slot: Slot, width: Double, in scene: Scene) -> Size? {
            calls += 1
            let tag = scene.shown(slot, PropertyID(UInt16(LayerProperty.schema.count))).number
            return Size(min(tag, width), tag / 2)
        }

        func computed(_ id: PropertyID, of slot: Slot, in scene: Scene) -> Value? {
            naturalSize(of: slot, width: .infinity, in: scene).map { .size($0) }
        }

        func refusal(of text: String, for id: PropertyID, of kind: Kind) -> String? { text == "no" ? "it is no" : nil }
    }

    private let measurer = Measurer()
    private let scene: Scene
    private let kind: KindID
    private let tag = PropertyID(UInt16(LayerProperty.schema.count))
    private let own = PropertyID(UInt16(LayerProperty.schema.count + 1))
    private let text = PropertyID(UInt16(LayerProperty.schema.count + 2))

    init() {
        let kinds = KindRegistry()
        scene = .forTests(kinds)
        kind = kinds.add(
            .layer(
                "word", .measures,
                [
                    Property("tag", .number, .number(10), effect: .content, help: ""),
                    Property("own", .size, .size(.zero), isDerived: true, isReadOnly: true, help: ""),
                    Property("text", .string, .string(""), traits: .isChecked, help: ""),
                ]))
        scene.services.measurer = measurer
    }

    private func bounds(_ slot: Slot) -> Rect { scene.value(slot, LayerProperty.bounds.id).rect }

    @Test func boundsWithoutASize() throws {
        let slot = try scene.objects.create("a", kind)
        #expect(bounds(slot) == Rect(0, 0, 10, 5) && scene.geometry.frame(of: slot) == Rect(-5, -2.5, 10, 5))
        try scene.set(slot, tag, .number(20))
        #expect(scene.geometry.frame(of: slot) == Rect(-10, -5, 20, 10), "without a frame between")
        #expect(scene.value(slot, own) == .size(Size(20, 10)) && !scene.styles.isSet(slot, LayerProperty.bounds.id))
        // Their origin is theirs, and an equal size that is given is one that was given.
        try scene.set(slot, LayerProperty.bounds.id, .rect(Rect(3, 4, 0, 0)))
        #expect(bounds(slot) == Rect(3, 4, 20, 10))
        try scene.set(slot, LayerProperty.bounds.id, .rect(Rect(3, 4, 20, 10)))
        try scene.set(slot, tag, .number(30))
        #expect(bounds(slot) == Rect(3, 4, 20, 10) && scene.styles.isSet(slot, LayerProperty.bounds.id))
        try scene.set(slot, LayerProperty.bounds.id, .rect(.zero))
        #expect(bounds(slot) == Rect(0, 0, 30, 15))
        #expect(
            scene.layout.naturalSize(of: slot, width: 7) == Size(7, 15)
                && scene.layout.naturalSize(of: Scene.root) == nil)
    }

    @Test func theFrameFindsThemFitted() throws {
        let slot = try scene.objects.create("a", kind)
        var seen: [Slot] = []
        let marks = LayerCursor(scene)
        marks.take { slot, _ in seen.append(slot) }
        #expect(seen.contains(slot) && scene.rows[Int(slot)].bounds == Rect(0, 0, 10, 5))
        measurer.calls = 0
        marks.take { _, _ in }
        #expect(measurer.calls == 0, "nothing changed")
        try scene.set(slot, tag, .number(8))
        marks.take { _, flags in #expect(flags.contains(.geometry)) }
        #expect(measurer.calls == 1 && scene.rows[Int(slot)].bounds.size == Size(8, 4))
        try scene.set(slot, LayerProperty.position.id, .point(Point(7, 5)))
        marks.take { _, flags in #expect(flags.contains(.geometry)) }
        #expect(measurer.calls == 1, "where it is says nothing about its size")
    }

    @Test func whatIsTakenBackAndMadeAgain() throws {
        let slot = try scene.objects.create("a", kind)
        scene.transaction.begin()
        try scene.set(slot, LayerProperty.bounds.id, .rect(Rect(0, 0, 50, 50)))
        scene.transaction.rollback()
        #expect(bounds(slot) == Rect(0, 0, 10, 5) && !scene.styles.isSet(slot, LayerProperty.bounds.id))
        // A scratch scene measures nothing, and gives nothing on that was not given.
        let wanted = Scene(kinds: scene.kinds, output: scene.rows[Int(Scene.main)].kind)
        let other = try wanted.objects.create("a", kind)
        try wanted.set(other, tag, .number(40))
        try scene.objects.become(wanted)
        #expect(bounds(slot) == Rect(0, 0, 40, 20) && !scene.styles.isSet(slot, LayerProperty.bounds.id))
    }

    /// Bounds that move from the layer's own size and back.
    @Test func animated() throws {
        let slot = try scene.objects.create("a", kind)
        _ = bounds(slot)
        scene.presentation.present(slot, LayerProperty.bounds.id, .rect(Rect(0, 0, 60, 60)))
        #expect(scene.rows[Int(slot)].bounds.width == 60)
        scene.presentation.reveal(slot, LayerProperty.bounds.id)
        try scene.set(slot, tag, .number(12))
        #expect(bounds(slot) == Rect(0, 0, 12, 6))
    }

    @Test func checks() throws {
        let word = scene.kinds[kind]
        try scene.layout.check(.string("yes"), for: text, of: word)
        #expect(throws: SceneError(.value, "text: it is no")) {
            try scene.layout.check(.string("no"), for: text, of: word)
        }
        scene.services.measurer = nil
        try scene.layout.check(.string("no"), for: text, of: word)
    }
}
