extension Path {
    /// How the insides of two paths are combined: CGPath's names, and SVG's boolean operations.
    package enum Operation: Sendable {
        case union, intersection, difference, symmetricDifference

        func isInside(_ a: Bool, _ b: Bool) -> Bool {
            switch self {
            case .union: a || b
            case .intersection: a && b
            case .difference: a && !b
            case .symmetricDifference: a != b
            }
        }
    }

    /// The boundary of both paths' insides combined: closed subpaths that cross neither themselves nor another, so that both fill
    /// rules fill the same. Curves stay curves; where they cross is found within a 20,000th of the paths' extent. Open subpaths
    /// count as closed. Nil when the paths cross too often for the rest of `budget`, which becomes less by the work done.
    package func combined(
        _ operation: Operation, _ other: Path, _ rule: FillRule = .nonZero, budget: inout Int
    ) -> Path? {
        guard var map = PathArrangement(self, other) else { return Path() }
        guard map.split(&budget) else { return nil }
        return map.boundary(operation, rule)
    }

    /// Pairs of pieces that the combinations in one path may compare.
    package static let combinationBudget = 20_000_000
}
