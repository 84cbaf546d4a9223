import TestSupport

@testable import Geometry

extension Dice {
    /// A finite number of any size and sign, round ones often.
    mutating func number() -> Double {
        switch upTo(5) {
        case 0: return Double(upTo(2001) - 1000)
        case 1: return Double(upTo(2_000_001) - 1_000_000) / 1000
        case 2: return Double.random(in: -1...1, using: &self)
        case 3: return Double.random(in: -1e6...1e6, using: &self)
        default:
            let value = Double(bitPattern: next())
            return value.isFinite ? value : 0
        }
    }

    /// Pieces of `words` and single bytes in any order.
    mutating func text(_ words: [String], length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<upTo(length) {
            switch upTo(8) {
            case 0: bytes.append(UInt8(truncatingIfNeeded: next()))
            case 1: bytes.append(UInt8(ascii: " "))
            default: bytes += Array(words[upTo(words.count)].utf8)
            }
        }
        return bytes
    }
}

/// What `parse` makes of `text`, or nil and the message.
func parsed<T>(_ text: String, _ parse: (ByteView) throws(ValueSyntax) -> T) -> (value: T?, message: String) {
    ByteView.with(text) { view in
        do throws(ValueSyntax) { return (try parse(view), "") } catch { return (nil, error.message) }
    }
}

func printed(_ print: (inout ByteWriter) -> Void) -> String {
    var out = ByteWriter()
    print(&out)
    return out.string
}
