extension Path {
    /// Boolean operations on the insides of two paths: CGPath's names, and SVG's boolean operations.
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

    /// The boundary of the combined insides: closed subpaths that do not cross, so both fill rules give the same
    /// result. Curves stay curves; their crossings are located within 1/20,000 of the paths' extent. Open subpaths
    /// count as closed. Subtracts the work done from `budget`; nil when the paths cross too often for it.
    package func combined(
        _ operation: Operation, _ other: Path, _ rule: FillRule = .nonZero, budget: inout Int
    ) -> Path? {
        guard var map = PathArrangement(self, other) else { return Path() }
        guard map.split(&budget) else { return nil }
        return map.boundary(operation, rule)
    }

    /// Maximum number of comparisons between pieces, for all combinations in one path.
    package static let combinationBudget = 20_000_000
}
