import Compositor
import Frame
import Geometry
import Pixels
import PluginHost
import Scene
import Schema

/// Requests the plugins' drawings and filters for a frame.
final class PluginPainter: DrawingSource, FilterSource {
    private let plugins: PluginHost

    init(_ plugins: PluginHost) { self.plugins = plugins }

    func drawing(of slot: Slot, at time: Double, in view: SceneView) -> Drawing? {
        plugins.drawings.drawing(of: slot, at: time, in: view)
    }

    func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)? { plugins.filter(function, map: map) }
}
