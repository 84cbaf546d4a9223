import Geometry
import Scene

/// A scene with the kinds that tests need, and a deterministic source of chance.
func makeScene() -> Scene {
    let kinds = KindRegistry()
    let output = kinds.add(Kind(name: "memory", family: .output, help: "", properties: OutputProperty.schema))
    kinds.add(
        Kind(
            name: "blob", family: .layer, help: "",
            properties: LayerProperty.schema + [
                Property("amount", .number, .number(1), effect: .content, help: ""),
                Property("friend", .object, .none, effect: .none, help: ""),
            ]))
    return Scene(kinds: kinds, output: output)
}

/// Everything that can be read of a scene, as text: two scenes with the same text are the same to every client.
func fingerprint(_ scene: Scene) -> String {
    var text = ""
    scene.forEachObject { place in
        let slot = scene.slots[Int(place)]
        text += "\(scene.name(of: place)) \(scene.kind(of: place).name) below \(scene.name(of: max(slot.parent, 0)))"
        scene.forEachSet(place) { _, property, value in
            if case .object(let id) = value {
                text += " \(property.name)=\(scene.place(of: id).map { scene.name(of: $0) } ?? "nobody")"
            } else {
                text += " \(property.name)=\(value)"
            }
        }
        for (key, value) in scene.users(place) { text += " \(key)=\(value)" }
        text += "\n"
    }
    return text
}
