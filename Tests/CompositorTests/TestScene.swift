import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
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
final class FakeDrawings: DrawingSource, FilterSource {
    var drawings: [Slot: Drawing] = [:]
    var calls = 0

    func drawing(of slot: Slot, at time: Double, in view: SceneView) -> Drawing? {
        calls += 1
        return drawings[slot]
    }

    func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)? { Spread(map, function.arguments) }
}

/// As a plugin's dilation and noise: the brightest pixel of a window to the right and below, in shades that depend on where a pixel
/// is among the layer's points.
private final class Spread: PixelFilter {
    let reach: FilterReach
    let weight = 5
    private let map: Affine
    private let size: (x: Int, y: Int)

    init(_ map: Affine, _ sides: [Double]) {
        self.map = map
        func pixels(_ side: Double, _ a: Double, _ b: Double) -> Int {
            Int(min(side * (a * a + b * b).squareRoot(), 40))
        }
        size = (pixels(sides[0], map.a, map.c), pixels(sides[1], map.b, map.d))
        reach = FilterReach(left: Int32(size.x), top: Int32(size.y))
    }

    func apply(_ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint) {
        let (dx, dy) = (Int(to.x - at.x), Int(to.y - at.y))
        for y in 0..<target.height {
            for x in 0..<target.width {
                var most: UInt32 = 0
                for row in max(0, y + dy)...max(0, y + dy + size.y) where row < source.height {
                    for column in max(0, x + dx)...max(0, x + dx + size.x) where column < source.width {
                        if y + dy + size.y >= 0, x + dx + size.x >= 0 { most = max(most, source[column, row] >> 24) }
                    }
                }
                let place = Point(Double(to.x) + Double(x) - map.tx, Double(to.y) + Double(y) - map.ty)
                let shade = UInt32(abs(map.a * place.x + map.b * place.y).truncatingRemainder(dividingBy: 200))
                target[x, y] = most << 24 | most * shade / 255 << 8
            }
        }
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
