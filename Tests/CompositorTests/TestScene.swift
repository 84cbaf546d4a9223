import Compositor
import Frame
import Geometry
import Pixels
import Scene
import TestSupport
import Testing

/// A scene, an output in memory and a compositor on it.
final class Stage {
    let scene: Scene
    let output: MemoryOutput
    let compositor: Compositor
    /// Of other outputs of the scene.
    var others: [Compositor] = []
    let drawings = FakeDrawings()
    let contents: FakeContents
    let motion = FakeMotion()
    static let shapeKind = "shape"
    /// Of layers that place their sublayers.
    static let copierKind = "copier"
    var time = 0.0

    init(_ width: Int = 400, _ height: Int = 300, scale: Double = 1, buffers: Int = 1) throws {
        let tag = Property("tag", .number, .number(0), effect: .content, help: "")
        scene = .forTests([
            .layer(Self.shapeKind, .isHitByDrawing, [tag]), .layer(Self.copierKind, .placesSublayers, [tag]),
        ])
        self.output = try MemoryOutput(width: width, height: height, scale: scale, buffers: buffers)
        compositor = Compositor(output: self.output, marks: LayerCursor(scene))
        compositor.source = drawings
        compositor.drawings.motion = motion
        motion.scene = scene
        contents = try FakeContents()
        compositor.contents = contents
        try scene.set(
            Scene.main, OutputProperty.size.id, .size(Size(Double(width) / scale, Double(height) / scale)))
    }

    /// Pixels of the picture that a layer shows have changed.
    func touch(_ slot: Slot, _ rect: Rect) {
        for one in [compositor] + others { one.touch(slot, rect) }
    }

    @discardableResult
    func frame() -> FrameResult {
        compositor.update(scene)
        time += 1
        return compositor.renderFrame(scene, time: time)
    }

    @discardableResult
    func add(
        _ name: String, _ frame: Rect = .zero, _ color: Color? = nil, in parent: Slot = Scene.root,
        kind: String = "layer"
    ) throws -> Slot {
        let id = try #require(scene.kinds.loaded(kind))
        let slot = try scene.objects.create(name, id, parent: parent)
        try scene.set(slot, LayerProperty.frame.id, .rect(frame))
        if let color { try scene.set(slot, LayerProperty.backgroundColor.id, .color(color)) }
        return slot
    }

    func set(_ slot: Slot, _ property: LayerProperty, _ value: Value) throws {
        try scene.set(slot, property.id, value)
    }

    /// The sublayers of `slot`, of the kind that places them, are drawn in these copies from now on.
    func copy(_ slot: Slot, _ copies: [LayerCopy]) throws {
        drawings.drawings[slot, default: Drawing()].copies = copies
        let id = try #require(scene.kind(of: slot).property(named: "tag"))
        try scene.set(slot, id, .number(scene.value(slot, id).number + 1))
    }

    /// What a whole walk without list, damage or culling paints.
    func oracle() throws -> Bitmap {
        let box = PixelRect(0, 0, Int32(output.width), Int32(output.height))
        let picture = try Bitmap(width: output.width, height: output.height)
        var list = PaintList()
        list.walk(
            Scene.root, InheritedState(map: .scale(output.scale, output.scale), clip: box),
            LayerReader(scene, compositor.drawings))
        Painter().paint(list, compositor.drawings, on: RenderTarget(picture), tile: box)
        return picture
    }
}

/// Drawings by place, as a plugin host would give them.
final class FakeDrawings: DrawingSource {
    var drawings: [Slot: Drawing] = [:]
    var calls = 0

    func drawing(of slot: Slot, at time: Double, in view: SceneView) -> Drawing? {
        calls += 1
        return drawings[slot]
    }
}

/// Animations that show, so much later than now, what a function says.
final class FakeMotion: MotionSource {
    weak var scene: Scene?
    /// Of a layer's opacity, by the seconds that it is late.
    var opacity: ((Double) -> Double)?
    var followed: [Slot: ClosedRange<Double>] = [:]

    func follow(_ slot: Slot, _ delays: ClosedRange<Double>) { followed[slot] = delays }

    func shown(_ delays: [Delay]) -> [(key: ObjectProperty, value: Value)] {
        guard let opacity, let scene, let last = delays.last else { return [] }
        let late = delays.reduce(0) { $0 + $1.seconds }
        var found: [(key: ObjectProperty, value: Value)] = []
        scene.tree.forEachBelow(last.slot) { slot in
            if slot == last.slot { return }
            found.append((ObjectProperty(slot: slot, id: LayerProperty.opacity.id), .number(opacity(late))))
        }
        return found
    }
}
