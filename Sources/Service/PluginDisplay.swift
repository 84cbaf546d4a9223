import Compositor
import Frame
import Geometry
import Pixels
import PluginHost
import Reactor
import Scene

/// A plugin's output as the compositor sees it.
final class PluginDisplay: Output {
    let output: PluginOutput
    private let slot: Int32
    private let scene: Scene
    /// The bitmaps over the plugin's buffers, by buffer.
    private var bitmaps: [UInt64: (address: UInt, bitmap: Bitmap)] = [:]
    private var lent: PluginOutput.Buffer?
    private(set) var mode: PluginOutput.Mode
    /// In points.
    private(set) var size: Size
    /// The values of the kind's own properties that the plugin knows.
    private var values: [Value] = []
    /// A failure of the output, for the log.
    var onFailure: ((SceneError) -> Void)?

    /// What the screen said last, and whether somebody took it up.
    private(set) var screen: PluginOutput.Screen?
    private var isNews = false
    /// Called when the screen has said something.
    var onScreen: ((PluginOutput.Screen) -> Void)?
    /// Another frame may come: since when (monotonic nanoseconds; 0: not known) the last one is seen.
    var onPresented: ((UInt64) -> Void)?
    /// The frame that the plugin has not shown yet.
    private var awaited: UInt64?
    /// False: nobody sees the output, and no frame is painted, unless a film is made of them.
    var isSeen = true
    var isFilmed = false {
        didSet { if !isFilmed { backstage = nil } }
    }
    /// Where frames go that only a film shows.
    private var backstage: MemoryOutput?

    init(_ output: PluginOutput, _ slot: Int32, _ scene: Scene) throws(SceneError) {
        self.output = output
        self.slot = slot
        self.scene = scene
        mode = Self.mode(of: slot, in: scene)
        size = scene.value(slot, OutputProperty.size.id).size
        values = Self.values(of: slot, in: scene)
        output.onScreen = { [weak self] screen in
            self?.screen = screen
            self?.isNews = true
            self?.onScreen?(screen)
        }
        output.onPresented = { [weak self] frame, time in
            guard let self else { return }
            if let awaited, frame >= awaited { self.awaited = nil }
            onPresented?(time)
        }
        try output.configure(mode, in: scene)
    }

    var width: Int { mode.width }
    var height: Int { mode.height }
    var scale: Double { mode.scale }
    var refresh: Double { mode.refresh }

    /// True while the plugin has a frame that it does not show yet.
    var isAwaiting: Bool { awaited != nil }

    /// True when frames are painted.
    var isPainted: Bool { isSeen || isFilmed }

    /// There is something to show frames on.
    var isPresent: Bool { screen?.isActive ?? true }

    /// What the screen said, once.
    func takeNews() -> PluginOutput.Screen? {
        guard isNews else { return nil }
        isNews = false
        return screen
    }

    /// Takes over the properties of the output; true when there were others. On an error the mode before holds.
    func configure() throws(SceneError) -> Bool {
        let wanted = Self.mode(of: slot, in: scene)
        size = scene.value(slot, OutputProperty.size.id).size
        let values = Self.values(of: slot, in: scene)
        guard wanted != mode || values != self.values else { return false }
        self.values = values
        try output.configure(wanted, in: scene)
        mode = wanted
        bitmaps.removeAll()
        return true
    }

    private static func values(of slot: Int32, in scene: Scene) -> [Value] {
        let all = scene.kind(of: slot).properties.count
        return (OutputProperty.allCases.count..<all).map { scene.value(slot, PropertyID(UInt16($0))) }
    }

    private static func mode(of slot: Int32, in scene: Scene) -> PluginOutput.Mode {
        let size = scene.value(slot, OutputProperty.size.id).size
        let scale = scene.value(slot, OutputProperty.scale.id).number
        func pixels(_ points: Double) -> Int { max(1, min(32_000, Int((points * scale).rounded()))) }
        return PluginOutput.Mode(
            width: pixels(size.width), height: pixels(size.height), scale: scale,
            refresh: scene.value(slot, OutputProperty.refresh.id).number)
    }

    func acquire() -> OutputBuffer? {
        guard isSeen else { return isFilmed ? acquireBackstage() : nil }
        backstage = nil
        do throws(SceneError) {
            guard let buffer = try output.acquire() else { return nil }
            lent = buffer
            return OutputBuffer(bitmap: try bitmap(over: buffer), age: buffer.age)
        } catch {
            onFailure?(error)
            return nil
        }
    }

    private func acquireBackstage() -> OutputBuffer? {
        if backstage?.width != width || backstage?.height != height {
            backstage = try? MemoryOutput(width: width, height: height, scale: scale)
        }
        return backstage?.acquire()
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
        if let backstage { return backstage.present(buffer, damage: damage, frame: frame, time: time) }
        guard let lent else { return }
        self.lent = nil
        awaited = frame
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

    func drawing(of slot: Int32, at time: Double, in scene: Scene) -> Drawing? {
        plugins.drawings.drawing(of: slot, at: time, in: scene)
    }

    func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)? { plugins.filter(function, map: map) }
}
