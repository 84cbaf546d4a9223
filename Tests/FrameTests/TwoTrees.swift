import Geometry
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

@testable import Frame

/// A layer as a test writes it down: frame in its parent's points, properties that differ from their defaults, sublayers.
struct Layer {
    var name: String
    var values: [LayerProperty: Value]
    var sublayers: [Layer]
    var mask: [Layer]

    init(
        _ name: String, _ frame: Rect = .zero, _ color: Color? = nil, _ values: [LayerProperty: Value] = [:],
        mask: Layer? = nil, _ sublayers: [Layer] = []
    ) {
        self.name = name
        self.values = values
        self.values[.position] = .point(Point(frame.x + frame.width / 2, frame.y + frame.height / 2))
        self.values[.bounds] = values[.bounds] ?? .rect(Rect(0, 0, frame.width, frame.height))
        if let color { self.values[.backgroundColor] = .color(color) }
        self.sublayers = sublayers
        self.mask = mask.map { [$0] } ?? []
    }
}

/// A display list that is shown one tree of layers after the other.
///
/// Layers are the same in both trees when they have the same name. Each of them gets the properties and the neighbours that
/// the tree says, and nothing else is touched, so that what is damaged is the difference of the trees.
final class TwoTrees {
    let scene: Scene
    var list: DisplayList

    init(_ width: Int32 = 400, _ height: Int32 = 300, scale: Double = 1) {
        scene = .forTests()
        list = DisplayList(drawings: DrawingStore(PlainRenderer()))
        list.configure(width: width, height: height, scale: scale)
    }

    /// Changes the scene to `layers` and takes that over; the rectangles that have to be painted again.
    @discardableResult
    func show(_ layers: [Layer]) throws -> [PixelRect] {
        try removeAll(but: layers)
        try place(layers, below: Scene.root)
        list.update(scene)
        return list.damage.rects.sorted { ($0.y0, $0.x0) < ($1.y0, $1.x0) }
    }

    private func removeAll(but layers: [Layer]) throws {
        var kept: Set<String> = []
        var open = layers
        while let one = open.popLast() {
            kept.insert(one.name)
            open += one.sublayers + one.mask
        }
        var doomed: [String] = []
        for top in [Scene.root, Scene.detachedRoot] {
            scene.tree.forEachBelow(top) {
                if $0 > Scene.objectRoot, $0 != Scene.main { doomed.append(scene.name(of: $0)) }
            }
        }
        for name in doomed where !kept.contains(name) && !name.isEmpty {
            if let slot = scene.find(name), slot != Scene.root { try scene.objects.remove(slot) }
        }
    }

    private func place(_ layers: [Layer], below parent: Slot) throws {
        for layer in layers where scene.find(layer.name) == nil {
            try scene.objects.create(layer.name, .layer, parent: parent)
        }
        for layer in layers {
            let slot = try #require(scene.find(layer.name))
            if scene.rows[Int(slot)].parent != parent { try scene.tree.move(slot, to: parent, .last) }
        }
        try order(layers.map(\.name), below: parent)
        for layer in layers {
            let slot = try #require(scene.find(layer.name))
            try place(layer.mask, below: Scene.detachedRoot)
            var values = layer.values
            if let mask = layer.mask.first {
                values[.mask] = .object(scene.id(of: try #require(scene.find(mask.name))))
            }
            for property in LayerProperty.allCases where property != .frame && property != .name {
                let schema = scene.kind(of: slot)[property.id]
                guard !schema.isReadOnly, !schema.isDerived else { continue }
                let value = values[property] ?? schema.initial
                if scene.value(slot, property.id) != value { try scene.set(slot, property.id, value) }
            }
            try place(layer.sublayers, below: slot)
        }
    }

    /// Moves as few layers as two orders that differ in one of them need.
    private func order(_ names: [String], below parent: Slot) throws {
        if parent == Scene.detachedRoot { return }
        func now() -> [String] {
            var found: [String] = []
            scene.tree.forEachChild(parent) { found.append(scene.name(of: $0)) }
            // Others leave when their turn comes.
            return found.filter(names.contains)
        }
        let old = now()
        if old == names { return }
        let moved = names.first { one in old.filter { $0 != one } == names.filter { $0 != one } }
        for name in moved.map({ [$0] }) ?? names {
            guard let index = names.firstIndex(of: name), let slot = scene.find(name) else { continue }
            try scene.tree.move(slot, to: parent, .index(index))
        }
        #expect(now() == names)
    }
}

/// The damage of a change from one tree to another, on an output of 400 × 300 points.
func damage(from before: [Layer], to after: [Layer], scale: Double = 1) throws -> [PixelRect] {
    let trees = TwoTrees(Int32(400 * scale), Int32(300 * scale), scale: scale)
    try trees.show(before)
    return try trees.show(after)
}

extension Color {
    static let veil = Color(0, 0, 255, 128)
}
