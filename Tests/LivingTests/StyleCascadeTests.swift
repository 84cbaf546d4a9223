import Geometry
import Testing

@testable import Living

@Suite struct StyleCascadeTests {
    @Test(arguments: StyleStates.names) func namesAreStates(_ name: String) throws {
        let states = try ByteView.with(name) { (view) throws(ValueSyntax) in try StyleStates(view) }
        #expect(states.text == name && states.rawValue.nonzeroBitCount == 1)
    }

    @Test func severalStatesAreAList() throws {
        let states = try ByteView.with("selected, hover") { (view) throws(ValueSyntax) in try StyleStates(view) }
        #expect(states == [.hover, .selected] && states.text == "hover,selected")
        for text in ["", "hovering", "hover,,pressed", "hover pressed"] {
            #expect(throws: ValueSyntax.self) {
                try ByteView.with(text) { (view) throws(ValueSyntax) in try StyleStates(view) }
            }
        }
    }

    /// 1 has states 11 (selected) and 12 (disabled), 2 has 21 (selected) and 22 (selected and disabled).
    static let cases: [([Int32], StyleStates, [Int32])] = [
        ([1, 2], [], [2, 1]), ([2, 1], [], [1, 2]), ([1, 2], .selected, [21, 11, 2, 1]),
        ([2, 1], .selected, [11, 21, 1, 2]), ([1], [.selected, .disabled], [12, 11, 1]),
        ([1, 2], [.selected, .disabled], [22, 21, 12, 11, 2, 1]), ([2], .disabled, [2]), ([], .hover, []),
    ]

    @Test(arguments: cases)
    func strongestFirst(_ list: [Int32], _ current: StyleStates, _ wanted: [Int32]) {
        var order: [Int32] = [99]
        StyleCascade.order(
            list, in: current,
            states: { style in
                style == 1
                    ? [.init(11, .selected), .init(12, .disabled)]
                    : [.init(21, .selected), .init(22, [.selected, .disabled])]
            }, into: &order)
        #expect(order == wanted)
    }
}
