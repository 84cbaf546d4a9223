import Compositor
import Frame
import Geometry
import Pixels
import PluginHost
import Reactor
import Scene
import SceneTables
import Schema

/// A plugin's output as an `Output` of the compositor.
final class PluginScreen: Output {
    let output: PluginOutput
    private let slot: Slot
    private let scene: Scene
    private var shape: Shape
    /// Bitmaps of the plugin's buffers, by buffer.
    private var bitmaps: [UInt64: (address: UInt, bitmap: Bitmap)] = [:]
    /// The buffer that is being painted.
    private var lent: PluginOutput.Buffer?

    /// The screen's last message.
    private(set) var screen: PluginOutput.Screen?
    /// True until `takeNews`.
    private var isNews = false
    /// Called when the screen has sent a message.
    var onScreen: ((PluginOutput.Screen) -> Void)?
    /// Called when another frame is accepted, with the time (monotonic nanoseconds; 0: unknown) since which the last
    /// one is visible.
    var onPresented: ((UInt64) -> Void)?
    /// The last frame of which the output told since when it is visible: its number and the machine time.
    private(set) var presented: (frame: UInt64, time: UInt64)?
    /// The frame that the plugin has not shown yet.
    private var awaited: UInt64?
    /// False: the output is invisible, and no frame is painted unless it is filmed.
    var isSeen = true
    var isFilmed = false {
        didSet { if !isFilmed { backstage = nil } }
    }
    /// Target of frames that are only filmed.
    private var backstage: MemoryOutput?

    /// Properties of the scene's output as sent to the plugin.
    private struct Shape: Equatable {
        var mode: PluginOutput.Mode
        /// Points.
        var size: Size
        /// The values of the kind's own properties.
        var values: [Value]

        init(_ slot: Slot, _ scene: Scene) {
            size = scene.value(slot, OutputProperty.size.id).size
            let scale = scene.value(slot, OutputProperty.scale.id).number
            let extent = OutputExtent(size, scale: scale)
            mode = PluginOutput.Mode(
                width: extent.width, height: extent.height, scale: scale,
                refresh: scene.value(slot, OutputProperty.refresh.id).number)
            let all = scene.kind(of: slot).properties.count
            values = (OutputProperty.allCases.count..<all).map { scene.value(slot, PropertyID(UInt16($0))) }
        }
    }

    init(_ output: PluginOutput, _ slot: Slot, _ scene: Scene) throws(SceneError) {
        self.output = output
        self.slot = slot
        self.scene = scene
        shape = Shape(slot, scene)
        output.onScreen = { [weak self] screen in
            self?.screen = screen
            self?.isNews = true
            self?.onScreen?(screen)
        }
        output.onPresented = { [weak self] frame, time in
            guard let self else { return }
            if let awaited, frame >= awaited { self.awaited = nil }
            if time > 0 { presented = (frame, time) }
            onPresented?(time)
        }
        try output.configure(mode, in: scene)
    }

    var mode: PluginOutput.Mode { shape.mode }
    /// Points.
    var size: Size { shape.size }
    var width: Int { mode.width }
    var height: Int { mode.height }
    var scale: Double { mode.scale }
    var refresh: Double { mode.refresh }

    /// True while the plugin has a frame that it does not show yet.
    var isAwaiting: Bool { awaited != nil }

    /// True when frames are painted.
    var isPainted: Bool { isSeen || isFilmed }

    /// True when the screen is connected.
    var isPresent: Bool { screen?.isActive ?? true }

    /// The screen's last message, if new.
    func takeNews() -> PluginOutput.Screen? {
        guard isNews else { return nil }
        isNews = false
        return screen
    }

    /// Counts as absent, with the reason in `message`, until the screen responds again.
    func refuse(_ message: String) {
        screen?.isActive = false
        screen?.message = message
    }

    /// True when the plugin's own properties have changed; with `orMode`, also for size, scale or refresh rate.
    func hasOtherValues(orMode: Bool) -> Bool {
        let wanted = Shape(slot, scene)
        return wanted.values != shape.values || orMode && wanted.mode != shape.mode
    }

    /// Applies the properties of the output. Returns true when they have changed and a frame is due. After an error,
    /// the previous mode remains.
    func configure() throws(SceneError) -> Bool {
        let wanted = Shape(slot, scene)
        guard wanted.mode != shape.mode || wanted.values != shape.values else {
            shape.size = wanted.size
            return false
        }
        shape.values = wanted.values
        try output.configure(wanted.mode, in: scene)
        let isSame = wanted.mode == shape.mode
        shape = wanted
        if isSame, output.keepsPicture { return false }
        bitmaps.removeAll()
        return true
    }

    func acquire() -> OutputBuffer? {
        guard isSeen else { return isFilmed ? acquireBackstage() : nil }
        backstage = nil
        do throws(SceneError) {
            guard let buffer = try output.acquire() else { return nil }
            lent = buffer
            return OutputBuffer(bitmap: try bitmap(over: buffer), age: buffer.age)
        } catch {
            // The host counts and reports the failure.
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
            // The host counts and reports the failure.
        }
    }
}
