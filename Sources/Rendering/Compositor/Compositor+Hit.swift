package import Frame
package import Geometry
import Pixels
package import Scene
package import Schema

/// Hit tests.
extension Compositor {
    /// The foremost layer that accepts input at `point`, in points of the output, in the current state of the scene;
    /// nil when there is none.
    package func hit(_ point: Point, _ scene: Scene) -> Hit? {
        reading(scene) {
            var test = hitTest(scene)
            return test.hit(point)
        }
    }

    /// The layer that a finger hits at `point`: see `HitTest.touched(_:)`.
    package func touched(_ point: Point, _ scene: Scene) -> Hit? {
        reading(scene) {
            var test = hitTest(scene)
            return test.touched(point)
        }
    }

    /// As `hit(_:_:)`, ignoring a layer and everything below it.
    package func hit(_ point: Point, without layer: Slot, _ scene: Scene) -> Hit? {
        reading(scene) {
            var test = hitTest(scene)
            return test.hit(point, without: layer)
        }
    }

    /// The layers at `point`, in points of the output, from front to back, in the current state of the scene; at most
    /// `limit`.
    package func layers(at point: Point, limit: Int, _ scene: Scene) -> [Slot] {
        reading(scene) {
            var test = hitTest(scene)
            return test.all(at: point, limit: limit)
        }
    }

    /// The current visible position of the layer of `hit`; nil when it is not visible.
    package func standing(of hit: Hit, _ scene: Scene) -> Standing? {
        var test = hitTest(scene)
        return test.standing(of: hit)
    }

    private func hitTest(_ scene: Scene) -> HitTest {
        HitTest(scene, root: scene.outputs.root(of: slot), drawings) { mask, point in
            self.hasAlpha(mask, at: point, scene)
        }
    }

    /// Paints the pixel of the mask at the point, and returns whether its alpha is above 0.
    private func hasAlpha(_ mask: Slot, at point: Point, _ scene: Scene) -> Bool {
        guard abs(point.x) < 1e6, abs(point.y) < 1e6, let pixel = try? Bitmap(width: 1, height: 1) else { return false }
        var list = PaintList()
        let map = Affine.translation(0.5, 0.5).concat(.scale(output.scale, output.scale))
            .concat(.translation(-point.x, -point.y))
        list.walk(mask, InheritedState(map: map, clip: pixel.bounds), LayerReader(scene, drawings))
        guard !list.commands.isEmpty else { return false }
        painters.paint(list, drawings, on: RenderTarget(pixel), tile: pixel.bounds)
        return unsafe pixel.withRow(0) { unsafe $0[3] } > 0
    }
}
