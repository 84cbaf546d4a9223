import Geometry
import Testing

@testable import Expressions

/// Operations and bytes of an evaluation are taken before the work is done and the memory is made.
@Suite struct ComputeBudgetTests {
    private static let numbers = ExpressionValue.items((0..<5000).map { .number(Double($0)) })

    @Test(arguments: [
        "join(l, join(l, join(l, 'xx')))", "replace(replace(replace(t, 'a', t), 'a', t), 'a', t)",
        "format('{}{}{}{}{}', t, t, t, t, t) + t", "t + t + t + t + t", "upper(t + t + 'é')",
        "append(append(l, l, l), l).0 == 1 or length(text(append(l, text(l), t, t, t, t, t))) > 0",
        "length(join(append(slice(l, 0, 4), t, t, t, t), t)) > 0", "slice(t + t + t + t, 1)",
    ])
    func bytesAreTakenBeforeTheyAreMade(_ text: String) {
        let million = ExpressionValue.text(String(repeating: "a", count: 1 << 20))
        let error = failure(text, ["l": Self.numbers, "t": million])
        #expect(error?.code == .limit, "\(text)")
        #expect(error?.message == "computing makes more than 4194304 bytes of texts and lists", "\(text)")
    }

    /// At the bound, and one beyond.
    @Test func theBoundsAreExact() throws {
        let half = ExpressionValue.text(String(repeating: "a", count: ComputeBudget.mostBytes / 2))
        #expect(failure("t + t", ["t": half]) == nil)
        #expect(failure("t + t + 'b'", ["t": half])?.code == .limit)
        let budget = ComputeBudget()
        try budget.spend(ComputeBudget.mostOperations)
        #expect(throws: ExpressionError.self) { try budget.spend(1) }
        budget.begin()
        try budget.make(ComputeBudget.mostBytes)
        #expect(throws: ExpressionError.self) { try budget.make(1) }
        #expect(throws: ExpressionError.self) { try budget.make(Int.max) }
    }

    @Test func operationsAreNamed() {
        let text = ExpressionValue.text(String(repeating: "é", count: 1 << 19))
        let error = failure("length(t) + length(t) + length(t) + length(t) + length(t)", ["t": text])
        #expect(error?.code == .limit && error?.message == "computing takes more than 1000000 operations")
        #expect(failure("length(t)", ["t": text]) == nil)
    }

    /// What a line computes for each of many objects is bounded in all; small evaluations are free.
    @Test func aLineHasFourEvaluations() throws {
        let work = ComputeBudget()
        var world = World(values: ["t": .text(String(repeating: "a", count: 1 << 20))])
        world.work = work
        let (large, small) = (try compiled("t + t"), try compiled("'a' + 'b'"))
        for _ in 0..<8 { _ = try large.value(in: &world) }
        #expect(throws: ExpressionError.self) { _ = try large.value(in: &world) }
        work.begin()
        for _ in 0..<100_000 { _ = try small.value(in: &world) }
        _ = try large.value(in: &world)
    }

    @Test func equalListsAreComparedWithinTheBounds() {
        var values: [String: ExpressionValue] = [:]
        for name in ["a", "b"] { values[name] = .items((0..<200_000).map { .text("item \($0)") }) }
        #expect(failure("a == b", values) == nil)
        #expect(failure("a == b and a == b and a == b and a == b and a == b", values)?.code == .limit)
        // The same memory is equal at once.
        #expect(failure("a == a and a == a and a == a and a == a and a == a", values) == nil)
    }
}
