import Geometry
import Scene
import SceneTables
import Schema

extension SceneReader {
    /// `measure`: questions about a path, which is given as data, belongs to a layer, or is the outline of a layer's
    /// drawing.
    func measure(_ command: MeasureCommand, to out: inout JSONWriter) throws(SceneError) {
        let path = try path(command.path)
        out.beginObject()
        out.key("bounds")
        out.rect(path.bounds)
        out.key("length")
        out.number(path.length)
        out.key("isClosed")
        out.bool(path.commands.last == .close)
        if let within = command.contains {
            out.key("contains")
            let rule: FillRule = command.rule == .evenOdd ? .evenOdd : .nonZero
            out.bool(path.contains(within, rule, tolerance: command.tolerance.distance))
        }
        let distance: Double? =
            switch command.at {
            case .length(let length)?: length
            case .share(let share)?: share * path.length
            case nil: nil
            }
        if let distance, let sample = path.point(at: distance) {
            out.key("point")
            out.point(sample.point)
            out.key("angle")
            out.number(sample.angle)
        }
        out.key("path")
        var text = ByteWriter()
        path.print(to: &text)
        out.string(text: text.string)
        out.endObject()
    }

    /// The path given by a word, or that of the layer it names.
    private func path(_ word: ByteView) throws(SceneError) -> Path {
        if let slot = scene.find(word) {
            let kind = scene.kind(of: slot)
            guard let id = kind.property(named: ByteView("path")), kind[id].type == .path else {
                guard let drawing = scene.services.measurer?.drawing(of: slot, in: scene) else {
                    throw SceneError(.value, "\"\(scene.name(of: slot))\" is a \(kind.name), which has no path")
                }
                guard let path = drawing.outline else {
                    throw SceneError(
                        .limit,
                        "measure: what \"\(scene.name(of: slot))\" draws has an outline of more than "
                            + "\(Drawing.mostOutlinePoints) points")
                }
                return path
            }
            return scene.value(slot, id).resolved(in: scene.value(slot, LayerProperty.bounds.id).rect).path ?? Path()
        }
        // A plain name is meant as a layer.
        if NameTable.isValid(word), !(word == "none"), word.count > 1 { throw UnknownName.object(word, in: scene) }
        do throws(ValueSyntax) { return try Path(parsing: word) } catch {
            throw SceneError(.value, "measure: \(error.message)")
        }
    }
}
