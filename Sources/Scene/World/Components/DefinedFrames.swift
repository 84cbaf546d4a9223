import Geometry
import LineProtocol
import Scene
import Schema

/// Finds the frames that a definition's lines specify for its parts.
enum DefinedFrames {
    /// Frames by the names of the parts, such as `.knob`, of those whose place is a literal `frame=` and nothing else.
    /// Parts made by `repeat`, and frames that refer to parameters, are not found.
    static func find(in lines: [[UInt8]], _ scene: Scene) -> [String: Rect] {
        var frames: [String: Rect] = [:]
        var splitter = WordSplitter()
        for bytes in lines.dropFirst() {
            bytes.withView(0..<bytes.count) { bytes in
                if let line = try? Line(bytes, &splitter) { read(line, scene, into: &frames) }
            }
        }
        return frames
    }

    private static func read(_ line: Line, _ scene: Scene, into frames: inout [String: Rect]) {
        let verb = Verb(line.verb)
        guard verb == .create || verb == .put || verb == .set else { return }
        guard line.count > 0, line[0].isPositional else { return }
        let name = line[0].value.string
        for at in 1..<line.count where !line[at].isPositional && !line[at].isExpression {
            let key = line[at].key.string
            if key == "frame" {
                frames[name] = try? ValueText.read(line[at].value, as: property, in: scene).rect
            } else if key.hasPrefix("position") || key.hasPrefix("anchorPoint") {
                frames[name] = nil
            }
        }
    }

    private static let property = LayerProperty.schema[Int(LayerProperty.frame.id.raw)]
}
