import Compositor
import Frame
import Geometry
import Pixels
import PluginHost
import Reactor
import Scene

/// A plugin's output as the compositor sees it.
final class PluginDisplay: Output {
    private let output: PluginOutput
    private let scene: Scene
    /// The bitmaps over the plugin's buffers, by buffer.
    private var bitmaps: [UInt64: (address: UInt, bitmap: Bitmap)] = [:]
    private var lent: PluginOutput.Buffer?
    private var mode: PluginOutput.Mode
    /// A failure of the output, for the log.
    var onFailure: ((SceneError) -> Void)?

    init(_ output: PluginOutput, _ scene: Scene) throws(SceneError) {
        self.output = output
        self.scene = scene
        mode = Self.mode(of: scene)
        try output.configure(mode, in: scene)
    }

    var width: Int { mode.width }
    var height: Int { mode.height }
    var scale: Double { mode.scale }
    var refresh: Double { mode.refresh }

    /// Takes over size, scale and refresh of `main`. On an error the mode before holds.
    func configure() throws(SceneError) {
        let wanted = Self.mode(of: scene)
        guard wanted != mode else { return }
        try output.configure(wanted, in: scene)
        mode = wanted
        bitmaps.removeAll()
    }

    private static func mode(of scene: Scene) -> PluginOutput.Mode {
        let size = scene.value(Scene.main, OutputProperty.size.id).size
        let scale = scene.value(Scene.main, OutputProperty.scale.id).number
        func pixels(_ points: Double) -> Int { max(1, min(32_000, Int((points * scale).rounded()))) }
        return PluginOutput.Mode(
            width: pixels(size.width), height: pixels(size.height), scale: scale,
            refresh: scene.value(Scene.main, OutputProperty.refresh.id).number)
    }

    func acquire() -> OutputBuffer? {
        do throws(SceneError) {
            let buffer = try output.acquire()
            lent = buffer
            return OutputBuffer(bitmap: try bitmap(over: buffer), age: buffer.age)
        } catch {
            onFailure?(error)
            return nil
        }
    }

    private func bitmap(over buffer: PluginOutput.Buffer) throws(SceneError) -> Bitmap {
        let address = unsafe UInt(bitPattern: buffer.pixels)
        if let known = bitmaps[buffer.id], known.address == address { return known.bitmap }
        do throws(BitmapError) {
            let bitmap = try unsafe Bitmap(
                borrowing: buffer.pixels, width: buffer.width, height: buffer.height, stride: buffer.stride,
                format: .argb)
            bitmaps[buffer.id] = (address, bitmap)
            return bitmap
        } catch {
            throw SceneError(.internal, "the output's buffer: \(error)")
        }
    }

    func present(_ buffer: OutputBuffer, damage: [PixelRect], frame: UInt64, time: Double) {
        guard let lent else { return }
        self.lent = nil
        do throws(SceneError) {
            try output.present(lent, damage: damage, frame: frame, time: UInt64(max(0, Clock.now)))
        } catch {
            onFailure?(error)
        }
    }
}

/// The plugins' drawings and filters as the frame asks for them.
final class PluginPainter: DrawingSource {
    private let plugins: PluginHost

    init(_ plugins: PluginHost) { self.plugins = plugins }

    func drawing(of place: Int32, at time: Double, in scene: Scene) -> Drawing? {
        plugins.drawings.drawing(of: place, at: time, in: scene)
    }

    func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)? { plugins.filter(function, map: map) }
}
