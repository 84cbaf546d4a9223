import Geometry
import Schema
import Testing

@Suite struct KindTraitsTests {
    /// A client that names an open property makes another kind of the same traits.
    @Test func openPropertiesKeepTraits() throws {
        let registry = KindRegistry()
        let all: KindTraits = [
            .placesSublayers, .usesTime, .drawsAbove, .isHitByDrawing, .measures, .arrangesSublayers, .takesDescriptor,
        ]
        let open = Property("way.", .path, .none, isReadOnly: true, traits: .isOpen, help: "")
        let id = registry.add(
            Kind(name: "open", family: .layer, help: "", traits: all, properties: LayerProperty.schema + [open]))
        try ByteView.with("way.one") { key throws(SceneError) in try registry.extend(id, by: key) }
        #expect(registry[id].named.count == 1)
        #expect(registry[id].traits == all)
    }
}
