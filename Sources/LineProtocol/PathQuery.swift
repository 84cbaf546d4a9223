import Geometry
import Scene

extension SceneReader {
    /// `measure`: questions about a path, given as data, as that of a layer, or as the outline of what a layer's kind draws.
    func measure(_ line: borrowing Line, to out: inout JSONWriter) throws(SceneError) {
        let path = try path(line.positional(0, "a path or an id"))
        var rule = FillRule.nonZero
        var (within, distance): (Point?, Double?)
        var tolerance = 0.05
        for at in 1..<max(1, line.count) {
            let word = line[at]
            if word.key == "rule" {
                rule = try line.choice(word, of: .measure) == "evenOdd" ? .evenOdd : .nonZero
            } else if word.key == "contains" {
                do throws(ValueSyntax) { within = try Quantity.point(word.value) } catch {
                    throw SceneError(.value, "contains: \(error.message)")
                }
            } else if word.key == "tolerance" {
                tolerance = try line.number(word)
                guard tolerance >= 0.001 else {
                    throw SceneError(.value, "tolerance: \(ValueSyntax.quote(word.value)) is below 0.001")
                }
            } else if word.value.count > 0, word.value[word.value.count - 1] == UInt8(ascii: "%") {
                do throws(ValueSyntax) {
                    let share = try Quantity.number(word.value[0..<word.value.count - 1]) / 100
                    distance = share * path.length
                } catch {
                    throw SceneError(.value, "at: \(error.message)")
                }
            } else {
                distance = try line.number(word)
            }
        }
        out.beginObject()
        out.key("bounds")
        out.rect(path.bounds)
        out.key("length")
        out.number(path.length)
        out.key("isClosed")
        out.bool(path.commands.last == .close)
        if let within {
            out.key("contains")
            out.bool(path.contains(within, rule, tolerance: tolerance))
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

    /// The path that a word is, or that of the layer that it names.
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
        // A name alone is meant as one.
        if NameTable.isValid(word), !(word == "none"), word.count > 1 { throw UnknownName.object(word, in: scene) }
        do throws(ValueSyntax) { return try Path(parsing: word) } catch {
            throw SceneError(.value, "measure: \(error.message)")
        }
    }
}
