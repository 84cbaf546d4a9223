import Geometry
import Scene
import SceneTables
import Schema
import TestSupport

/// A scene with the kinds that tests need, and a deterministic source of chance.
func makeScene() -> Scene {
    let scene = Scene.forTests([
        .layer(
            "blob", [],
            [
                Property("amount", .number, .number(1), effect: .content, help: ""),
                Property("friend", .object, .none, effect: .none, help: ""),
            ]),
        .layer("row", .arrangesSublayers, [Property("gap", .number, .number(1), effect: .none, help: "")]),
    ])
    scene.services.arranger = Row.shared
    return scene
}

/// Everything that can be read of a scene, as text: two scenes with the same text are the same to every client.
func fingerprint(_ scene: Scene) -> String {
    var text = ""
    scene.tree.forEachObject { slot in
        let row = scene.rows[Int(slot)]
        text += "\(scene.name(of: slot)) \(scene.kind(of: slot).name) below \(scene.name(of: max(row.parent, 0)))"
        scene.tree.forEachSet(slot) { _, property, value in
            if case .object(let id) = value {
                text += " \(property.name)=\(scene.slot(of: id).map { scene.name(of: $0) } ?? "nobody")"
            } else {
                text += " \(property.name)=\(value)"
            }
        }
        if case .rect(let given) = scene.layout.given(slot, LayerProperty.bounds.id), scene.isLayer(slot) {
            text += " given=\(given.size)"
        }
        for (key, value) in scene.objects.users(slot) { text += " \(key)=\(value)" }
        text += "\n"
    }
    return text
}

/// A layout: one beside the other, each as high as the row, what is left to those that grow.
final class Row: LayerArranger, Sendable {
    static let shared = Row()

    private func gap(_ slot: Slot, _ scene: Scene) -> Double {
        scene.value(slot, PropertyID(UInt16(LayerProperty.schema.count))).number
    }

    func frames(of sublayers: [ArrangedLayer], in size: Size, of slot: Slot, _ scene: Scene) -> [Rect]? {
        let own = self.size(for: sublayers, in: .infinity, of: slot, scene) ?? .zero
        let grow = sublayers.reduce(0) { $0 + $1.grow }
        var x = 0.0
        return sublayers.map {
            let width = ($0.basis ?? $0.size.width) + (grow > 0 ? $0.grow / grow * max(0, size.width - own.width) : 0)
            defer { x += width + gap(slot, scene) }
            return Rect(x, 0, width, size.height)
        }
    }

    func size(for sublayers: [ArrangedLayer], in width: Double, of slot: Slot, _ scene: Scene) -> Size? {
        let width = sublayers.reduce(0) { $0 + ($1.basis ?? $1.size.width) }
        return Size(
            width + gap(slot, scene) * Double(max(0, sublayers.count - 1)),
            sublayers.map(\.size.height).max() ?? 0)
    }
}
