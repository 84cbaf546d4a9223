import Geometry
import Synchronization
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

    /// Copies of a scene are read on other threads, while the loop goes on appending to the lists that they share.
    @Test func othersReadWhileItGrows() async {
        final class Shared: Sendable {
            let list = Mutex(ExpressionList([.number(0)]))
        }
        let shared = Shared()
        let length = 20_000
        await withTaskGroup(of: Int.self) { group in
            for reader in 0..<3 {
                group.addTask {
                    var wrong = 0
                    while true {
                        let list = shared.list.withLock { $0 }
                        for (index, item) in list.enumerated() where item != .number(Double(index)) { wrong += 1 }
                        if list[list.count - 1] != .number(Double(list.count - 1)) { wrong += 1 }
                        // Who appends to a list that has grown since gets one of its own.
                        let other = list.appending([.text("\(reader)")])
                        if other.count != list.count + 1 || other[list.count] != .text("\(reader)") { wrong += 1 }
                        if list.count == length { return wrong }
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                var list = shared.list.withLock { $0 }
                for index in 1..<length {
                    list = list.appending([.number(Double(index))])
                    shared.list.withLock { $0 = list }
                }
                return 0
            }
            for await wrong in group { #expect(wrong == 0) }
        }
    }
}
