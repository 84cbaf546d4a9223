package import Geometry
package import Schema

/// `get ID [prop…] [from=model|presentation|text]`
package struct GetCommand: TypedCommand {
    /// An id, or a selector.
    package private(set) var target = ByteView()
    /// Names of properties, and which values to read.
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&target, "an id")
        try wire.rest(&words)
    }
}

/// `list [SELECTOR] [kind=KIND] [parent=ID] [style=ID]`
package struct ListCommand: TypedCommand {
    package private(set) var selector: ByteView?
    package private(set) var kind: ByteView?
    package private(set) var parent: ByteView?
    package private(set) var style: ByteView?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&selector)
        try wire.key("kind", &kind)
        try wire.key("parent", &parent)
        try wire.key("style", &style)
    }
}

/// `tree [ID] [depth=N]`
package struct TreeCommand: TypedCommand {
    package private(set) var top: ByteView?
    package private(set) var depth: Depth?

    /// A number of levels.
    package struct Depth: WireValue {
        package let levels: Int

        package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
            let number = try word.number()
            guard number >= 0, number == number.rounded() else {
                throw SceneError(.value, "depth: \(ValueSyntax.quote(word.value)) is no number of levels")
            }
            return Self(levels: number > 1e9 ? Int.max : Int(number))
        }

        package var text: String { String(levels) }
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&top)
        try wire.key("depth", &depth)
    }
}

/// `dump [ID] [secrets=B]`
package struct DumpCommand: TypedCommand {
    package private(set) var top: ByteView?
    package private(set) var secrets = false

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&top)
        try wire.key("secrets", &secrets)
    }
}

/// `describe [KIND|TOPIC] [format=schema]`
package struct DescribeCommand: TypedCommand {
    package private(set) var topic: ByteView?
    /// Nil for the protocol's own format.
    package private(set) var format: Format?

    package enum Format: String, WireChoice {
        /// A JSON Schema of a component's parameters.
        case schema
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&topic)
        try wire.key("format", &format)
    }
}

/// `measure PATH|ID [contains=x,y] [rule=nonZero|evenOdd] [at=N] [tolerance=N]`
package struct MeasureCommand: TypedCommand {
    package private(set) var path = ByteView()
    package private(set) var contains: Point?
    package private(set) var rule = Rule.nonZero
    package private(set) var at: Distance?
    package private(set) var tolerance = Tolerance()

    package enum Rule: String, WireChoice {
        case nonZero, evenOdd
    }

    /// A length along the path, or a fraction of it.
    package enum Distance: WireValue {
        case length(Double)
        case share(Double)

        package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
            guard word.value.count > 0, word.value[word.value.count - 1] == UInt8(ascii: "%") else {
                return .length(try word.number())
            }
            do throws(ValueSyntax) {
                return .share(try Quantity.number(word.value[0..<word.value.count - 1]) / 100)
            } catch {
                throw SceneError(.value, "at: \(error.message)")
            }
        }

        package var text: String {
            switch self {
            case .length(let length): length.text
            case .share(let share): (share * 100).text + "%"
            }
        }
    }

    /// Maximum distance between the path and the lines that approximate it.
    package struct Tolerance: WireValue {
        package private(set) var distance = 0.05

        package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
            let distance = try word.number()
            guard distance >= 0.001 else {
                throw SceneError(.value, "tolerance: \(ValueSyntax.quote(word.value)) is below 0.001")
            }
            return Self(distance: distance)
        }

        package var text: String { distance.text }
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&path, "a path or an id")
        try wire.key("contains", &contains)
        try wire.key("rule", &rule)
        try wire.key("at", &at)
        try wire.key("tolerance", &tolerance)
    }
}

/// `why ID.key`
package struct WhyCommand: TypedCommand {
    /// An object, a dot, and one of its properties or a part of one.
    package private(set) var name = ByteView()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&name, "an object's property")
    }
}
