import Compositor
import Frame
import Geometry
import Pixels
import Scene
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
        let kinds = KindRegistry()
        let output = kinds.add(
            Kind(name: "offscreen", family: .output, help: "", properties: OutputProperty.schema))
        kinds.add(
            Kind(
                name: Self.shapeKind, family: .layer, help: "", isHitByDrawing: true,
                properties: LayerProperty.schema + [Property("tag", .number, .number(0), effect: .content, help: "")]))
        kinds.add(
            Kind(
                name: Self.copierKind, family: .layer, help: "", placesSublayers: true,
                properties: LayerProperty.schema + [Property("tag", .number, .number(0), effect: .content, help: "")]))
        scene = Scene(kinds: kinds, output: output)
        self.output = try MemoryOutput(width: width, height: height, scale: scale, buffers: buffers)
        compositor = Compositor(output: self.output, marks: scene.makeMarks())
        compositor.source = drawings
        compositor.drawings.motion = motion
        motion.scene = scene
        contents = try FakeContents()
        compositor.contents = contents
        try scene.set(
            Scene.main, OutputProperty.size.id, .size(Size(Double(width) / scale, Double(height) / scale)))
    }

    /// Pixels of the picture that a layer shows have changed.
    func touch(_ place: Int32, _ rect: Rect) {
        for one in [compositor] + others { one.touch(place, rect) }
    }

    @discardableResult
    func frame() -> FrameResult {
        compositor.update(scene)
        time += 1
        return compositor.renderFrame(scene, time: time)
    }

    @discardableResult
    func add(
        _ name: String, _ frame: Rect = .zero, _ color: Color? = nil, in parent: Int32 = Scene.root,
        kind: String = "layer"
    ) throws -> Int32 {
        let id = try #require(scene.kinds.loaded(kind))
        let place = try scene.create(name, id, parent: parent)
        try scene.set(place, LayerProperty.frame.id, .rect(frame))
        if let color { try scene.set(place, LayerProperty.backgroundColor.id, .color(color)) }
        return place
    }

    func set(_ place: Int32, _ property: LayerProperty, _ value: Value) throws {
        try scene.set(place, property.id, value)
    }

    /// The sublayers of `place`, of the kind that places them, are drawn in these copies from now on.
    func copy(_ place: Int32, _ copies: [LayerCopy]) throws {
        drawings.drawings[place, default: Drawing()].copies = copies
        let id = try #require(scene.kind(of: place).property(named: "tag"))
        try scene.set(place, id, .number(scene.value(place, id).number + 1))
    }

    /// What a whole walk without list, damage or culling paints.
    func oracle() throws -> Bitmap {
        let box = PixelRect(0, 0, Int32(output.width), Int32(output.height))
        let picture = try Bitmap(width: output.width, height: output.height)
        var list = PaintList()
        list.walk(
            Scene.root, Surroundings(map: .scale(output.scale, output.scale), clip: box),
            LayerReader(scene, compositor.drawings))
        Painter().paint(list, compositor.drawings, on: Ground(picture), tile: box)
        return picture
    }
}

/// Drawings by place, as a plugin host would give them.
final class FakeDrawings: DrawingSource {
    var drawings: [Int32: Drawing] = [:]
    var calls = 0

    func drawing(of place: Int32, at time: Double, in scene: Scene) -> Drawing? {
        calls += 1
        return drawings[place]
    }
}

extension Color {
    static let red = Color(255, 0, 0)
    static let green = Color(0, 255, 0)
    static let blue = Color(0, 0, 255)
}

/// Animations that show, so much later than now, what a function says.
final class FakeMotion: MotionSource {
    weak var scene: Scene?
    /// Of a layer's opacity, by the seconds that it is late.
    var opacity: ((Double) -> Double)?
    var followed: [Int32: ClosedRange<Double>] = [:]

    func follow(_ place: Int32, _ delays: ClosedRange<Double>) { followed[place] = delays }

    func shown(_ delays: [Delay]) -> [(key: ObjectProperty, value: Value)] {
        guard let opacity, let scene, let last = delays.last else { return [] }
        let late = delays.reduce(0) { $0 + $1.seconds }
        var found: [(key: ObjectProperty, value: Value)] = []
        scene.forEachBelow(last.place) { place in
            if place == last.place { return }
            found.append((ObjectProperty(place: place, id: LayerProperty.opacity.id), .number(opacity(late))))
        }
        return found
    }
}
