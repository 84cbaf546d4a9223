import CountedAllocations
import Geometry
import Testing

@testable import Expressions

@Suite struct AllocationTests {
    /// A world that answers without allocating.
    private struct Plain: ExpressionEnvironment {
        var wallTime: Double { 0 }
        let work = ComputeBudget()
        mutating func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue {
            switch reference.index {
            case 0: .number(3)
            case 1: .point(Point(1, 2))
            case 2: .color(.white)
            default: .boolean(true)
            }
        }
        func exists(_ object: ExpressionObject) -> Bool { true }
        func index(of object: ExpressionObject) -> Int { 1 }
        func has(_ object: ExpressionObject, style: String) -> Bool { false }
        func count(_ selector: Selector) -> Int { 2 }
    }

    private func allocations(_ text: String, rounds: Int) throws -> Int {
        let expression = try compiled(text)
        var world = Plain()
        _ = try expression.value(in: &world)
        let before = counted_allocations()
        for _ in 0..<rounds { _ = try expression.value(in: &world) }
        return counted_allocations() - before
    }

    @Test(arguments: [
        "a.b.c*2+clamp(a.b.c, 0, 100) > 3 and not (a.b.c == 7) ? sin(90deg)*a.b.c : -1",
        "a + (p*2).x + mix(p, point(3,4), 50%).y - rect(1,2,3,4).size.width",
        "a > 0 ? mix(#f00, alpha(hsl(a, 1, .5), 50%), .25) + #010203 : none",
        "exists(a) and has(a, 'card') or index(a) + count('p/*') < round(2.5, 1)",
        "hsl(a, 1, .5)", "mix(#f00, #fff, .25)", "#f00 + #010203", "alpha(#f00, .5)", "lighten(#f00, .5)",
        "a == 3 ? size(1,2)*a : size(3,4)",
    ])
    func numbersPointsAndColoursAllocateNothing(_ text: String) throws {
        // The hook counts: a text is allocated in each round.
        guard try allocations("'a text that is too long for a word' + text(a)", rounds: 10) >= 10 else {
            #expect(counted_allocations() == -1)
            return
        }
        #expect(try allocations(text, rounds: 1000) == 0)
    }
}
