import Testing

@testable import Geometry

/// How the lines of two paths are split where they meet.
@Suite struct PathArrangementTests {
    private func square(_ x: Double, _ y: Double) -> Path {
        var path = Path()
        path.addRect(Rect(x, y, 10, 10))
        return path
    }

    /// Edges that still cross after the last round are told: what is made of them would be wrong.
    @Test func edgesThatStillCrossAreTold() throws {
        for (rounds, isDone) in [(0, false), (1, true), (PathArrangement.mostRounds, true)] {
            var map = try #require(PathArrangement(square(0, 0), square(5, 5)))
            var budget = Path.combinationBudget
            #expect(map.split(&budget, rounds: rounds) == isDone, "\(rounds) rounds")
        }
        var apart = try #require(PathArrangement(square(0, 0), square(20, 20)))
        var budget = Path.combinationBudget
        let splits = apart.split(&budget, rounds: 0)
        #expect(splits)
    }
}
