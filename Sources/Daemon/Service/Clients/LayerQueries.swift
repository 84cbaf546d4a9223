import Compositor
import Frame
import Geometry
import LineProtocol
import Scene
import Schema
import World

/// `hit` and `convert`: finds layers at a point, and converts points of layers, as the scene is presented now.
struct LayerQueries {
    private let frames: FrameLoop
    private var scene: Scene { frames.timeline.scene }

    /// Maximum number of layers in the reply to `hit`.
    private static let mostHits = 10_000

    init(_ frames: FrameLoop) { self.frames = frames }

    /// The payload of `hit`: ids from front to back.
    func hit(_ words: HitCommand, to json: inout JSONWriter) throws(SceneError) {
        let coordinates = try numbers(words.point, of: .hit, 2...2)
        let output = try words.output.map(frames.outputs.output) ?? frames.outputs.main
        update(output)
        let point = Point(coordinates[0], coordinates[1])
        json.beginArray()
        if words.isInteractive {
            if let hit = output.compositor.hit(point, scene) { json.string(text: scene.name(of: hit.layer)) }
        } else {
            for layer in output.compositor.layers(at: point, limit: Self.mostHits, scene) {
                json.string(text: scene.name(of: layer))
            }
        }
        json.endArray()
    }

    /// The payload of `convert`: a point, or the bounding box of a rectangle's corners.
    func convert(_ words: ConvertCommand, to json: inout JSONWriter) throws(SceneError) {
        let values = try numbers(words.shape, of: .convert, 2...4)
        guard values.count != 3 else {
            throw SceneError(.value, "convert: \(ValueSyntax.quote(words.shape)) is neither x,y nor x,y,w,h")
        }
        let (from, to) = (try layer(words.from), try layer(words.to))
        let outward = try standing(of: from)
        guard let inward = try standing(of: to).inverse else { throw edgeOn(to) }
        let corners =
            values.count == 2
            ? [Point(values[0], values[1])]
            : [
                Point(values[0], values[1]), Point(values[0] + values[2], values[1]),
                Point(values[0], values[1] + values[3]), Point(values[0] + values[2], values[1] + values[3]),
            ]
        var points: [Point] = []
        for corner in corners {
            guard let seen = outward.seen(corner), let point = inward.seen(seen) else {
                throw SceneError(.value, "convert: that lies behind the eye")
            }
            points.append(point)
        }
        json.beginObject()
        if points.count == 1 {
            json.key("point")
            json.point(points[0])
        } else {
            let (xs, ys) = (points.map(\.x), points.map(\.y))
            let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
            json.key("rect")
            json.rect(Rect(left, top, (xs.max() ?? 0) - left, (ys.max() ?? 0) - top))
        }
        json.endObject()
    }

    private func update(_ output: OutputDriver) {
        if frames.outputs.isStale { frames.outputs.changed() }
        output.compositor.update(scene)
    }

    /// Map from the layer's coordinates to points of the output that shows it. Throws `value` when none does.
    private func standing(of slot: Slot) throws(SceneError) -> Projective {
        let top = scene.outputs.top(above: slot)
        guard let output = frames.outputs.all.first(where: { scene.outputs.root(of: $0.slot) == top }) else {
            throw SceneError(.value, "convert: \"\(scene.name(of: slot))\" is on no output")
        }
        update(output)
        guard let standing = output.compositor.standing(of: Hit(layer: slot), scene) else {
            throw SceneError(
                .value, "convert: \"\(scene.name(of: slot))\" is not seen; explain \(scene.name(of: slot)) says why")
        }
        return standing.layer
    }

    private func edgeOn(_ slot: Slot) -> SceneError {
        SceneError(.value, "convert: \"\(scene.name(of: slot))\" is edge-on")
    }

    /// The layer with a name; `root` without one.
    private func layer(_ name: ByteView?) throws(SceneError) -> Slot {
        guard let name else { return Scene.root }
        guard let slot = scene.find(name) else { throw UnknownName.object(name, in: scene) }
        guard scene.isLayer(slot) else { throw SceneError(.value, "\"\(scene.name(of: slot))\" is no layer") }
        return slot
    }

    private func numbers(_ word: ByteView, of verb: Verb, _ counts: ClosedRange<Int>) throws(SceneError) -> [Double] {
        do throws(ValueSyntax) {
            let values = try Quantity.list(word)
            guard counts.contains(values.count) else {
                throw ValueSyntax("\(ValueSyntax.quote(word)) is no point x,y", at: 0)
            }
            return values
        } catch {
            throw SceneError(.value, "\(verb.name): \(error.message)")
        }
    }
}
