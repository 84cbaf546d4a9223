import Compositor
import Frame
import Geometry
import Pixels
import Scene

/// A scene, an output in memory and a compositor between them, as the daemon has them.
final class Stage {
    static let width: Int32 = 1920
    static let height: Int32 = 1080
    /// What lies beneath all scenes.
    static let paper = Color(0xF2, 0xF2, 0xF7)

    let scene: Scene
    let output: MemoryOutput
    let compositor: Compositor
    private var time = 0.0

    /// `threads`: 0 for one on each core.
    init(threads: Int) throws {
        let kinds = KindRegistry()
        let output = kinds.add(
            Kind(name: "offscreen", family: .output, help: "", properties: OutputProperty.schema))
        scene = Scene(kinds: kinds, output: output)
        self.output = try MemoryOutput(width: Int(Self.width), height: Int(Self.height))
        compositor = Compositor(output: self.output)
        compositor.threads = threads
        try scene.set(Scene.daemon, SettingsProperty.limitLayers.id, .number(2_000_000))
        let size = Size(Double(Self.width), Double(Self.height))
        try scene.set(Scene.main, OutputProperty.size.id, .size(size))
        try set(Scene.root, .backgroundColor, .color(Self.paper))
    }

    func add(_ name: String, _ frame: Rect, _ color: Color?, in parent: Int32 = Scene.root) throws -> Int32 {
        let slot = try scene.create(name, parent: parent)
        try set(slot, .frame, .rect(frame))
        if let color { try set(slot, .backgroundColor, .color(color)) }
        return slot
    }

    func set(_ slot: Int32, _ property: LayerProperty, _ value: Value) throws {
        try scene.set(slot, property.id, value)
    }

    func frame() {
        time += 1 / 60
        compositor.update(scene)
        _ = compositor.renderFrame(scene, time: time)
    }

    /// The next frame composites the whole output, with what caches hold.
    func damageAll(_ number: Int32) throws {
        let color = Color(UInt8(number & 1), 0, 0)
        try scene.set(Scene.main, OutputProperty.backgroundColor.id, .color(color))
    }
}

extension Color {
    /// From a premultiplied pixel of a colour whose channels are 0 or its alpha, or that is opaque.
    init(_ pixel: UInt32) {
        let alpha = UInt8(pixel >> 24)
        func channel(_ shift: UInt32) -> UInt8 {
            let value = UInt8(pixel >> shift & 255)
            return alpha == 255 ? value : value > 0 ? 255 : 0
        }
        self.init(channel(16), channel(8), channel(0), alpha)
    }
}
