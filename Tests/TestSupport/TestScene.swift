package import Geometry
package import Scene
package import Schema

extension Scene {
    /// A scene with an output's kind and `kinds`, and no plugins.
    package static func forTests(_ kinds: [Kind] = []) -> Scene { forTests(KindRegistry(), kinds) }

    /// The same with a registry that others fill too.
    package static func forTests(_ registry: KindRegistry, _ kinds: [Kind] = []) -> Scene {
        let output = registry.add(
            Kind(name: "memory", family: .output, help: "", properties: OutputProperty.schema))
        for kind in kinds { registry.add(kind) }
        return Scene(kinds: registry, output: output)
    }
}

extension Kind {
    /// A layer kind with properties behind the common ones.
    package static func layer(_ name: String, _ traits: KindTraits = [], _ properties: [Property] = []) -> Kind {
        Kind(name: name, family: .layer, help: "", traits: traits, properties: LayerProperty.schema + properties)
    }
}

extension Color {
    package static let red = Color(255, 0, 0)
    package static let green = Color(0, 255, 0)
    package static let blue = Color(0, 0, 255)
}
