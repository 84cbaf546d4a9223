import Geometry
import Scene
import SceneTables
import Schema
import Testing

/// `scrollPoint` is the origin of `bounds` under another name, as far as the mode lets it be set.
@Suite struct ScrollTests {
    @Test func modes() throws {
        let scene = makeScene()
        let slot = try scene.objects.create("s", .scroll)
        #expect(
            scene.rows[Int(slot)].flags.contains(.masksToBounds)
                && !scene.styles.isSet(slot, LayerProperty.masksToBounds.id))
        try scene.set(slot, LayerProperty.bounds.id, .rect(Rect(1, 2, 30, 40)))
        for (mode, origin) in zip(ScrollProperty.Mode.allCases, [Point(1, 2), Point(1, 9), Point(8, 2), Point(8, 9)]) {
            try scene.set(slot, LayerProperty.bounds.id, .rect(Rect(1, 2, 30, 40)))
            try scene.set(slot, ScrollProperty.scrollMode.id, .choice(mode.rawValue))
            try scene.set(slot, ScrollProperty.scrollPoint.id, .point(Point(8, 9)))
            #expect(scene.value(slot, ScrollProperty.scrollPoint.id) == .point(origin))
            #expect(scene.value(slot, LayerProperty.bounds.id) == .rect(Rect(origin.x, origin.y, 30, 40)))
        }
        // Shown and set are two things while it moves.
        scene.presentation.present(slot, LayerProperty.bounds.id, .rect(Rect(5, 5, 30, 40)))
        #expect(scene.shown(slot, ScrollProperty.scrollPoint.id) == .point(Point(5, 5)))
        #expect(scene.value(slot, ScrollProperty.scrollPoint.id) == .point(Point(8, 9)))
        #expect(scene.kind(of: slot).path(animated: "scrollPoint.y") == PropertyPath(LayerProperty.bounds.id, .originY))
    }
}
