import Geometry
import Glibc
import TestSupport
import Testing

@testable import Expressions

@Suite struct ExpressionFuzzTests {
    /// Random bytes and random words of the language: an error or a value, never a crash, and the column lies within.
    @Test func anyBytesAreReadOrRefused() throws {
        var dice = Dice(11)
        let words = [
            "1", "2.5", "'a'", "x", "a.b", "$v", ".p", "#f00", "true", "none", "(", ")", ",", "+", "-", "*", "/", "%",
            "==", "<",
            "?", ":", "and", "or", "not", "min(", "format(", "point(", "exists(", "count(", "has(", "presentation(",
            ".x", " ",
            "text(", "mix(", "rgb(", "at(", "90deg", "'{}'", "ü", "\\", "timeText(",
        ]
        var (accepted, refused) = (0, 0)
        for round in 0..<20_000 {
            let count = dice.upTo(14)
            var bytes: [UInt8] = []
            for _ in 0..<count {
                if round % 2 == 0 {
                    bytes += Array(dice.pick(words).utf8)
                } else {
                    bytes.append(UInt8(dice.upTo(256)))
                }
            }
            var world = World(values: [
                "x": .number(2), "a.b": .text("t"), "$v": .point(Point(1, 2)), ".p": .color(.black),
            ])
            let outcome = unsafe bytes.withUnsafeBufferPointer { buffer in
                Result { () throws(ExpressionError) in
                    let expression = try Expression(unsafe ByteView(buffer))
                    accepted += 1
                    return try expression.value(in: &world)
                }
            }
            if case .failure(let error) = outcome {
                refused += 1
                #expect(error.column >= 1 && error.column <= bytes.count + 1, "\(bytes)")
            }
        }
        #expect(accepted > 300 && refused > 10_000)
    }

    /// A random tree of numbers against what Swift makes of it.
    private indirect enum Tree {
        case number(Double)
        case name(String, Double)
        case negated(Tree)
        case binary(String, Tree, Tree)
        case chosen(Bool, Tree, Tree)
        case call(String, [Tree])

        init(_ dice: inout Dice, depth: Int) {
            switch depth == 0 ? dice.upTo(2) : dice.upTo(8) {
            case 0: self = .number(Double(dice.upTo(2000)) / 8)
            case 1: self = dice.upTo(2) == 0 ? .name("x", 2.5) : .name("a.b", -3)
            case 2: self = .negated(Tree(&dice, depth: depth - 1))
            case 3: self = .chosen(dice.upTo(2) == 0, Tree(&dice, depth: depth - 1), Tree(&dice, depth: depth - 1))
            case 4:
                self = .call(dice.pick(["min", "max"]), (0...dice.upTo(3)).map { _ in Tree(&dice, depth: depth - 1) })
            default:
                self = .binary(
                    dice.pick(["+", "-", "*"]), Tree(&dice, depth: depth - 1), Tree(&dice, depth: depth - 1))
            }
        }

        var value: Double {
            switch self {
            case .number(let n): n
            case .name(_, let n): n
            case .negated(let a): -a.value
            case .binary("+", let a, let b): a.value + b.value
            case .binary("-", let a, let b): a.value - b.value
            case .binary(_, let a, let b): a.value * b.value
            case .chosen(let condition, let a, let b): condition ? a.value : b.value
            case .call("min", let list): list.map(\.value).min() ?? 0
            case .call(_, let list): list.map(\.value).max() ?? 0
            }
        }

        private static func looseness(_ sign: String) -> Int { sign == "*" ? 2 : 1 }

        /// Written with as few parentheses as the grammar needs; `least` is the looseness that may stand here.
        func text(_ least: Int = 0) -> String {
            let (own, text): (Int, String) =
                switch self {
                case .number(let n): (9, "\(n)")
                case .name(let name, _): (9, name)
                case .negated(let a): (3, "-" + a.text(3))
                case .binary(let sign, let a, let b):
                    (
                        Self.looseness(sign),
                        a.text(Self.looseness(sign)) + " \(sign) " + b.text(Self.looseness(sign) + 1)
                    )
                case .chosen(let condition, let a, let b): (0, "\(condition) ? " + a.text() + " : " + b.text())
                case .call(let name, let list): (9, name + "(" + list.map { $0.text() }.joined(separator: ", ") + ")")
                }
            return own < least ? "(" + text + ")" : text
        }
    }

    @Test func treesComeToTheSameNumber() throws {
        var dice = Dice(12)
        for _ in 0..<3000 {
            let tree = Tree(&dice, depth: 5)
            let text = tree.text()
            let value = tree.value
            guard value.isFinite else { continue }
            #expect(try computed(text, ["x": .number(2.5), "a.b": .number(-3)]) == .number(value), "\(text)")
        }
    }
}
