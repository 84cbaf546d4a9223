import Geometry
import Testing

@testable import Expressions

struct ExpressionListTests {
    @Test func appendingLeavesTheListAsItWas() {
        let one: ExpressionList = [.number(1)]
        let two = one.appending([.number(2)])
        let other = one.appending([.text("2")])
        #expect(Array(one) == [.number(1)])
        #expect(Array(two) == [.number(1), .number(2)])
        #expect(Array(other) == [.number(1), .text("2")])
        #expect(one.isStart(of: two) && !two.isStart(of: one) && !one.isStart(of: other))
        #expect(two == [.number(1), .number(2)] && two != other)
    }

    @Test func valuesAreStoredAsTheirJSONIsRead() throws {
        let list: ExpressionValue = .list([.color(.black), .point(Point(1, 2)), .none])
        let plain = try #require(list.plain)
        let read = try ByteView.with(list.shortestText) { try ExpressionValue(json: $0) }
        #expect(plain.value == read)
        #expect(plain.bytes == list.shortestText.utf8.count)
    }

    @Test func bytesAreThoseOfTheText() throws {
        var list = ExpressionList()
        for index in 0..<50 {
            let item = ExpressionValue.record(ExpressionRecord([.init("a\"\(index)", .number(Double(index) / 3))]))
            list = list.appending([item])
            #expect(ExpressionValue.list(list).plain?.bytes == ExpressionValue.list(list).shortestText.utf8.count)
        }
        #expect(ExpressionValue.items(Array(list.prefix(7))).plain?.value == .items(Array(list.prefix(7))))
    }

    @Test func storingPaysForWhatIsNew() throws {
        let long = ExpressionList((0..<1000).map { .number(Double($0)) })
        let first = ComputeBudget()
        try ExpressionValue.list(long).payForStoring(first)
        #expect(first.operations >= 1000)
        let second = ComputeBudget()
        try ExpressionValue.list(long.appending([.number(1)])).payForStoring(second)
        #expect(second.operations < 10)
    }

    @Test func nestingDeeperThanJSONIsReadIsNoDocument() {
        var value: ExpressionValue = .list([])
        for _ in 1..<64 { value = .list([value]) }
        #expect(value.plain != nil)
        #expect(ExpressionValue.list([value]).plain == nil)
    }
}
