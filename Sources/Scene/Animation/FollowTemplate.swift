package import Geometry
package import Scene
package import Schema

/// The text of a `follow`: `{ID}` and `{ID+dx,dy}` are replaced by positions of layers.
package struct FollowTemplate: Sendable {
    package enum Piece: Sendable {
        case text([UInt8])
        /// The shown `position` of a layer, plus an offset in its parent's coordinates.
        case layer(ObjectID, Point)
    }

    package let pieces: [Piece]

    /// The layers that it names, in order.
    package var layers: [ObjectID] {
        pieces.compactMap { if case .layer(let id, _) = $0 { id } else { nil } }
    }

    /// Throws `unknown-object`, or `value` for unbalanced braces, an object that is not a layer, or an invalid offset.
    package init(_ text: String, _ scene: Scene) throws(SceneError) {
        var pieces: [Piece] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.text(Array(rest[..<open].utf8))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw SceneError(.value, "\"\(text)\": a { without its }")
            }
            pieces.append(try Self.layer(rest[rest.index(after: open)..<close], scene))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(Array(rest.utf8))) }
        self.pieces = pieces
    }

    private static func layer(_ text: Substring, _ scene: Scene) throws(SceneError) -> Piece {
        let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let slot = scene.find(name) else {
            throw SceneError(.unknownObject, "unknown object \"\(name)\"")
        }
        guard scene.isLayer(slot) else { throw SceneError(.value, "\"\(name)\" is no layer") }
        guard parts.count > 1 else { return .layer(scene.id(of: slot), .zero) }
        let offset: Point
        do throws(ValueSyntax) {
            offset = try ByteView.with(String(parts[1])) { (bytes) throws(ValueSyntax) in try Quantity.point(bytes) }
        } catch {
            throw SceneError(.value, "{\(text)}: \(error.message)")
        }
        return .layer(scene.id(of: slot), offset)
    }

    /// Writes the text with the positions given by `map`. False when one is unknown.
    package func write(to text: inout ByteWriter, _ map: (ObjectID, Point) -> Point?) -> Bool {
        for piece in pieces {
            switch piece {
            case .text(let bytes): for byte in bytes { text.append(byte: byte) }
            case .layer(let id, let offset):
                guard let point = map(id, offset) else { return false }
                text.append(point.x)
                text.append(",")
                text.append(point.y)
            }
        }
        return true
    }
}
