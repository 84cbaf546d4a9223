/// A path that follows the bounds of its layer: a text with percentages or `inset(…)`, or a weighted mix of several
/// while one animates into another.
public struct BoundsPath: Equatable, Sendable {
    private enum Source: Equatable, Sendable {
        case text(String)
        case path(Path)

        func path(in bounds: Rect) -> Path {
            switch self {
            case .path(let path): path
            case .text(let text): ByteView.with(text) { (try? Path.read($0, in: bounds))?.path ?? Path() }
            }
        }
    }

    /// One path of the mix and its weight; the weights of a mix add up to 1.
    private struct Term: Equatable, Sendable {
        var source: Source
        var weight: Double
    }

    /// Maximum number of paths in a mix. Animations interrupted many times would make more; the smallest weights are
    /// dropped.
    private static let mostTerms = 8
    /// Bounds for parsing a text before the layer's bounds are known.
    private static let sample = Rect(0, 0, 100, 100)

    /// Never empty. If the paths' commands differ, only the last path counts.
    private var terms: [Term]

    private init(_ terms: [Term]) { self.terms = terms }

    /// Wraps a path that does not depend on the bounds, so that it can be mixed with one that does.
    public init(_ path: Path) { terms = [Term(source: .path(path), weight: 1)] }

    /// Parses a path as `Path(parsing:)` does, and allows percentages.
    ///
    /// - Returns: the path, resolved for bounds of 100 × 100 points, and the bounds-dependent path; the latter is nil
    /// when the text has no percentages.
    public static func read(_ text: ByteView) throws(ValueSyntax) -> (path: Path, following: BoundsPath?) {
        let (path, follows) = try Path.read(text, in: sample)
        return (path, follows ? BoundsPath([Term(source: .text(text.string), weight: 1)]) : nil)
    }

    /// The path resolved for `bounds`; empty if it would leave the range of coordinates.
    public func path(in bounds: Rect) -> Path {
        let paths = terms.map { $0.source.path(in: bounds) }
        guard var result = paths.last, terms.count > 1, paths.allSatisfy({ $0.commands == result.commands }) else {
            return paths.last ?? Path()
        }
        for at in result.points.indices {
            result.points[at] = zip(terms, paths).reduce(.zero) { $0 + $1.1.points[at] * $1.0.weight }
        }
        return result
    }

    /// Interpolates: this path at 0, `other` at 1. Values outside 0…1 extrapolate.
    public func mixed(with other: BoundsPath, _ t: Double) -> BoundsPath {
        if t == 1 || self == other { return other }
        if t == 0 { return self }
        var list: [Term] = []
        for term in terms.map({ Term(source: $0.source, weight: $0.weight * (1 - t)) })
            + other.terms.map({ Term(source: $0.source, weight: $0.weight * t) })
        {
            var term = term
            if let at = list.firstIndex(where: { $0.source == term.source }) {
                term.weight += list.remove(at: at).weight
            }
            list.append(term)
        }
        while list.count > Self.mostTerms,
            let least = list.indices.dropLast().min(by: { abs(list[$0].weight) < abs(list[$1].weight) })
        {
            let weight = list.remove(at: least).weight
            list[list.count - 1].weight += weight
        }
        return BoundsPath(list)
    }

    /// Approximate heap memory of the value, in bytes.
    public var weight: Int {
        terms.reduce(0) { sum, term in
            switch term.source {
            case .text(let text): sum + text.utf8.count
            case .path(let path): sum + 16 * path.points.count
            }
        }
    }

    /// Appends the original text, or `mix(…){…}{…}`.
    public func print(to out: inout ByteWriter) {
        if terms.count > 1 {
            out.append("mix(")
            for (at, term) in terms.enumerated() {
                if at > 0 { out.append(byte: UInt8(ascii: ",")) }
                out.append(term.weight)
            }
            out.append(byte: UInt8(ascii: ")"))
        }
        for term in terms {
            if terms.count > 1 { out.append(byte: UInt8(ascii: "{")) }
            switch term.source {
            case .text(let text): out.append(text: text)
            case .path(let path): if !path.isEmpty || terms.count == 1 { path.print(to: &out) }
            }
            if terms.count > 1 { out.append(byte: UInt8(ascii: "}")) }
        }
    }
}
