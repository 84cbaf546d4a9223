package import Geometry

/// States of a layer for which a style can apply.
package struct StyleStates: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let hover = StyleStates(rawValue: 1)
    package static let pressed = StyleStates(rawValue: 2)
    package static let focused = StyleStates(rawValue: 4)
    package static let disabled = StyleStates(rawValue: 8)
    package static let selected = StyleStates(rawValue: 16)
    /// A row of a list that was just inserted, or is being removed.
    package static let entering = StyleStates(rawValue: 32)
    package static let leaving = StyleStates(rawValue: 64)

    /// Focused, and the last input came from keys.
    package static let focusVisible = StyleStates(rawValue: 128)

    /// States for which a layer has to accept input.
    package static let ofInput: StyleStates = [.hover, .pressed, .focused, .focusVisible]

    package static let names = [
        "hover", "pressed", "focused", "disabled", "selected", "entering", "leaving", "focusVisible",
    ]

    /// Parses names separated by commas.
    package init(_ text: ByteView) throws(ValueSyntax) {
        self = []
        var items = ListSplitter(text)
        while let item = items.next() {
            guard let bit = Self.names.firstIndex(where: { ByteView.with($0) { $0 == item } }) else {
                throw ValueSyntax(
                    "\(ValueSyntax.quote(item)) is no state: \(Self.names.joined(separator: " ")) are", at: 0)
            }
            insert(StyleStates(rawValue: 1 << UInt8(bit)))
        }
        if isEmpty { throw ValueSyntax("a state is expected: \(Self.names.joined(separator: " "))", at: 0) }
    }

    /// The names separated by commas.
    package var text: String {
        Self.names.enumerated().filter { rawValue >> UInt8($0.offset) & 1 != 0 }.map(\.element).joined(separator: ",")
    }
}

/// The order in which the styles of a layer apply.
package enum StyleCascade {
    /// A style that applies only in some states, on top of another style.
    package struct StateStyle: Sendable {
        package var style: Int32
        package var states: StyleStates

        package init(_ style: Int32, _ states: StyleStates) {
            self.style = style
            self.states = states
        }
    }

    /// Appends the applicable styles to `result`, the strongest first: styles for states precede others; among them,
    /// styles later in the list come first, and of the state styles of one style, those created later. `states` returns
    /// a style's state styles, in the order of creation. `result` keeps its storage.
    package static func order(
        _ list: [Int32], in current: StyleStates, states: (Int32) -> [StateStyle], into result: inout [Int32]
    ) {
        result.removeAll(keepingCapacity: true)
        for style in list.reversed() {
            for state in states(style).reversed() where state.states.isSubset(of: current) && !state.states.isEmpty {
                result.append(state.style)
            }
        }
        for style in list.reversed() { result.append(style) }
    }
}
