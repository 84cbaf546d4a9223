import LineProtocol
import Scene
import SceneTables
import Schema

/// Fast path for most layers when a style or theme changes: those with a single style without states and animation that
/// sets the same properties as before. Only values change; origins and active styles remain.
struct StyleShortcut {
    private let scene: Scene
    /// Style and kind of the last layer, with the values that the style sets for the kind; nil: no fast path.
    private var last: (style: ObjectID, kind: KindID, values: [(id: PropertyID, value: Value)]?)?

    init(_ scene: Scene) { self.scene = scene }

    /// Styles a layer. False: nothing was changed, and the slow path is needed. Throws like `Scene.set`.
    mutating func restyle(
        _ slot: Slot, values: (ObjectID, KindID) -> [(id: PropertyID, value: Value)]?
    ) throws(SceneError) -> Bool {
        guard !scene.rows[Int(slot)].marks.contains(.takesInputByStyle), let style = scene.styles.onlyStyle(of: slot),
            case let inForce = scene.styles.styling(of: slot).inForce, inForce.count == 1, inForce[0] == style
        else { return false }
        let kind = scene.rows[Int(slot)].kind
        if last?.style != style || last?.kind != kind { last = (style, kind, values(style, kind)) }
        guard let wanted = last?.values else { return false }
        let own = scene.styles.origins(of: slot)
        var styled = 0
        for (path, origin) in own {
            if origin.refersToVariables { return false }
            guard origin.isStyled else { continue }
            guard origin.source == .style(style), path.part == nil, wanted.contains(where: { $0.id == path.id }),
                // Not so where what a client set was taken off, and that is taken back.
                !scene.styles.isGiven(slot, path.id)
            else { return false }
            styled += 1
        }
        // Newly set by the style, unless a client has set it.
        if styled < wanted.count {
            for one in wanted where !own.contains(where: { $0.path.id == one.id && $0.origin.isStyled }) {
                if !scene.styles.isGiven(slot, one.id) { return false }
            }
        }
        for (path, origin) in own where origin.isStyled {
            guard let at = wanted.firstIndex(where: { $0.id == path.id }) else { continue }
            if scene.layout.computed(slot, path.id) != wanted[at].value {
                try scene.styles.compute(slot, path.id, wanted[at].value)
            }
        }
        return true
    }
}
