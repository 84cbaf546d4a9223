import Geometry
import Scene
import SceneTables
import Schema

/// `get … from=text`: each value as on a line, with its variables.
extension SceneReader {
    /// Every property that was set, or differs from its default, and the object's keys.
    func writeTexts(_ slot: Slot, to out: inout JSONWriter) {
        scene.tree.forEachSet(slot) { id, property, _ in
            out.key(text: property.name)
            out.string(text: text(slot, PropertyPath(id)))
        }
        for (path, origin) in scene.styles.origins(of: slot) where origin.refersToVariables && !origin.isStyled {
            guard let part = path.part else { continue }
            out.key(text: scene.kind(of: slot)[path.id].name + "." + part.name)
            out.string(text: origin.text)
        }
        for (key, value) in scene.variables.keys(of: slot) {
            out.key(text: key)
            writeText(key: value, to: &out)
        }
        for (key, value) in scene.objects.users(slot) {
            out.key(text: "user." + key)
            out.string(text: value)
        }
    }

    /// One value. `path` is nil for a name that is not a property.
    func writeText(
        _ path: KeyPath?, _ name: ByteView, of slot: Slot, _ kind: Kind, to out: inout JSONWriter
    ) {
        switch path {
        case .property(let id): out.string(text: text(slot, PropertyPath(id)))
        case .part(let id, let part): out.string(text: text(slot, PropertyPath(id, part)))
        case .key(let key): writeText(key: scene.variables.key(slot, key) ?? Value.none, to: &out)
        case .user(let key): out.string(text: scene.objects.user(slot, key) ?? "")
        case .index: out.string(text: "\(scene.tree.index(of: slot))")
        case .parent: out.string(text: parentText(slot))
        case .above, .below: out.string("")
        case nil:
            if name == "kind" {
                out.string(text: kind.name)
            } else if name == "parent" {
                out.string(text: parentText(slot))
            } else if name == "index" {
                out.string(text: "\(scene.tree.index(of: slot))")
            } else if let motion = MotionName(name) {
                var text = ByteWriter()
                ValueText.write(motion.value(of: slot, in: scene), motion.property, in: scene, to: &text)
                out.string(text: text.string)
            } else if name == "visibleRect" {
                let rect = Property("visibleRect", .rect, .rect(.zero), effect: .none, help: "")
                var text = ByteWriter()
                ValueText.write(.rect(scene.geometry.visibleRect(of: slot)), rect, in: scene, to: &text)
                out.string(text: text.string)
            } else {
                var names: [String] = []
                scene.tree.forEachChild(slot) { names.append(scene.name(of: $0)) }
                out.string(text: names.joined(separator: ","))
            }
        }
    }

    private func parentText(_ slot: Slot) -> String {
        let parent = scene.rows[Int(slot)].parent
        return parent > Scene.objectRoot ? scene.name(of: parent) : "none"
    }

    private func writeText(key value: Value, to out: inout JSONWriter) {
        var text = ByteWriter()
        ValueText.write(key: value, to: &text)
        out.string(text: text.string)
    }

    /// The literal of a property or part.
    private func text(_ slot: Slot, _ path: PropertyPath) -> String {
        if let reference = scene.styles.reference(slot, path) { return reference.text }
        var out = ByteWriter()
        let kind = scene.kind(of: slot)
        var value = scene.value(slot, path.id)
        if path.id == LayerProperty.bounds.id, scene.isLayer(slot),
            scene.layout.computed(slot, path.id).rect.size.hasAuto
        {
            value = scene.layout.computed(slot, path.id)
        }
        ValueText.write(path.read(value), path.property(of: kind), in: scene, to: &out)
        return out.string
    }

    /// True for a style's property that refers to variables, which is written with the values of the theme `default`,
    /// or as it is.
    func writeReference(_ slot: Slot, _ id: PropertyID, to out: inout JSONWriter) -> Bool {
        guard scene.rows[Int(slot)].kind == .style, let reference = scene.styles.reference(slot, PropertyPath(id))
        else {
            return false
        }
        let property = scene.kind(of: slot)[id]
        if let value = try? VariableLiteral.value(of: reference.text, as: property, for: nil, in: scene) {
            ValueText.writeJSON(value, property, in: scene, to: &out)
        } else {
            out.string(text: reference.text)
        }
        return true
    }
}
