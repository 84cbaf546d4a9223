import Geometry

/// Positions of letters, from the measures of lines.
extension SceneSample.Layer {
    /// True for letters of right-to-left scripts.
    private static func runsToTheLeft(_ scalar: Unicode.Scalar) -> Bool { (0x590...0x8FF).contains(scalar.value) }

    /// The rectangle around a text's letters in its own points: from capital height to below the last baseline.
    var letters: Rect? {
        guard let text, text.fontSize > 0, !text.string.allSatisfy(\.isWhitespace) else { return nil }
        let width = text.isTruncated ? min(text.size.width, bounds.width) : text.size.width
        let isLeft = text.string.unicodeScalars.contains(where: Self.runsToTheLeft)
        let free = bounds.width - width
        let left =
            switch text.alignment {
            case "center": free / 2
            case "right": free
            case "natural" where isLeft: free
            default: 0.0
            }
        let top = bounds.y + text.firstBaseline - 0.74 * text.fontSize
        let hasTails = text.string.contains { "gjpqy,;()[]{}|@QJç".contains($0) } || isLeft
        let bottom = bounds.y + text.lastBaseline + (hasTails ? 0.2 : 0.02) * text.fontSize
        return Rect(bounds.x + left, top, width, max(0, bottom - top))
    }

    /// The same on the output.
    var ink: Rect? { letters.flatMap { letters in map.map { $0.boundingBox(letters) } } }

    /// True when shown unchanged.
    func stands(_ other: SceneSample.Layer?) -> Bool {
        guard let other else { return false }
        func near(_ a: Rect?, _ b: Rect?) -> Bool {
            guard let a, let b else { return a == nil && b == nil }
            return abs(a.x - b.x) + abs(a.y - b.y) + abs(a.width - b.width) + abs(a.height - b.height) < 0.05
        }
        return near(box, other.box) && near(clip, other.clip) && abs(opacity - other.opacity) < 0.005
            && isSeen == other.isSeen
            && text == other.text
    }
}
