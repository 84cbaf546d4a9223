package import Geometry

/// The functions of expressions.
package enum ExpressionFunction: UInt8, CaseIterable, Sendable {
    case min, max, clamp, abs, sign, floor, ceil, round, sqrt, pow, exp, log, sin, cos, tan, atan2, hypot
    case mix, point, size, rect, rgb, hsl, alpha, lighten, darken
    case number, bool, text, length, upper, lower, trim, contains, replace, split, format, timeText, date, at
    case slice, find, join, append, plot
    case concat, insert, removeAt, reverse, sort, unique, sum, indexOf, with, without, keys
    case startsWith, endsWith, padStart, padEnd, repeatText, chars, random
    case presentation, exists, count, index, has
    /// `hsl` with a hue that has a unit of angles. It has no name of its own.
    case hslOfAngle

    package static let named = allCases.filter { $0 != .hslOfAngle }

    /// The function with this name.
    package init?(_ name: ByteView) {
        let word = name.string
        guard let known = Self.byName[word] else { return nil }
        self = known
    }

    private static let byName = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0) })

    /// The name in expressions.
    package var name: String { self == .repeatText ? "repeat" : "\(self)" }

    static func unknown(_ name: ByteView) -> String { "unknown function \(ValueSyntax.quote(name))" }

    /// True when the first argument names an object, a property or a selector.
    var isAboutObjects: Bool { rawValue >= Self.presentation.rawValue && self != .hslOfAngle }

    /// The syntax of a call, for `describe` and messages: `clamp(v,lo,hi)`.
    package var usage: String {
        switch self {
        case .min, .max: "\(self)(a,b…)"
        case .clamp: "clamp(v,lo,hi)"
        case .round: "round(v[,digits])"
        case .pow: "pow(v,power)"
        case .atan2: "atan2(y,x)"
        case .hypot: "hypot(x,y)"
        case .mix: "mix(a,b,t)"
        case .point: "point(x,y)"
        case .size: "size(w,h)"
        case .rect: "rect(x,y,w,h)"
        case .rgb: "rgb(r,g,b[,a])"
        case .hsl, .hslOfAngle: "hsl(h,s,l[,a])"
        case .alpha: "alpha(colour,a)"
        case .lighten, .darken: "\(self)(colour,t)"
        case .number, .bool: "\(self)(v)"
        case .text: "text(v[,digits])"
        case .upper, .lower, .trim: "\(self)(t)"
        case .length: "length(t)"
        case .contains: "contains(t,u)"
        case .replace: "replace(t,u,v)"
        case .split: "split(t,separator,i)"
        case .format: "format(t,v…)"
        case .timeText: "timeText(pattern[,seconds])"
        case .date: "date(text)"
        case .at: "at(list,i)"
        case .slice: "slice(t,from[,to])"
        case .find: "find(t,u)"
        case .join: "join(list,separator)"
        case .append: "append(list,v…)"
        case .plot: "plot(list,w,h,from,to)"
        case .concat: "concat(list,m…)"
        case .insert: "insert(list,i,v)"
        case .removeAt: "removeAt(list,i)"
        case .reverse, .unique, .sum: "\(self)(list)"
        case .sort: "sort(list[,key][,'descending'])"
        case .indexOf: "indexOf(list,v)"
        case .with: "with(record,key,v)"
        case .without: "without(record,key)"
        case .keys: "keys(record)"
        case .startsWith, .endsWith: "\(self)(t,u)"
        case .padStart, .padEnd: "\(self)(t,n[,c])"
        case .repeatText: "repeat(t,n)"
        case .chars: "chars(t)"
        case .random: "random([seed])"
        case .presentation: "presentation(id.key)"
        case .exists, .index: "\(self)(id)"
        case .count: "count(selector)"
        case .has: "has(id,style)"
        case .abs, .sign, .floor, .ceil, .sqrt, .exp, .log, .sin, .cos, .tan: "\(self)(v)"
        }
    }

    /// The number and types of the arguments, and the type of the result.
    var signature: Signature {
        switch self {
        case .min, .max: Signature(1...Int.max, [[.number]], .number)
        case .clamp: Signature(3...3, [[.number]], .number)
        case .round: Signature(1...2, [[.number]], .number)
        case .pow, .atan2, .hypot: Signature(2...2, [[.number]], self == .atan2 ? .angle : .number)
        case .mix:
            Signature(
                3...3, [[.number, .point, .size, .rect, .color], [.number, .point, .size, .rect, .color], [.number]],
                .any)
        case .point: Signature(2...2, [[.number]], .point)
        case .size: Signature(2...2, [[.number]], .size)
        case .rect: Signature(4...4, [[.number]], .rect)
        case .rgb, .hsl, .hslOfAngle: Signature(3...4, [[.number]], .color)
        case .alpha, .lighten, .darken: Signature(2...2, [[.color], [.number]], .color)
        case .number: Signature(1...1, [[.number, .boolean, .text, .none]], .number)
        case .bool: Signature(1...1, [[.number, .boolean, .text, .none]], .boolean)
        case .text: Signature(1...2, [[.any], [.number]], .text)
        case .length: Signature(1...1, [[.text, .list]], .number)
        case .upper, .lower, .trim: Signature(1...1, [[.text]], .text)
        case .contains: Signature(2...2, [[.text]], .boolean)
        case .replace: Signature(3...3, [[.text]], .text)
        case .split: Signature(3...3, [[.text], [.text], [.number]], .text)
        case .format: Signature(1...Int.max, [[.text], [.any]], .text)
        case .timeText: Signature(1...2, [[.text], [.number]], .text)
        case .date: Signature(1...1, [[.text]], .number)
        case .at: Signature(2...2, [[.list], [.number]], .any)
        case .slice: Signature(2...3, [[.text, .list], [.number]], .any)
        case .find: Signature(2...2, [[.text, .list], [.any]], .number)
        case .join: Signature(2...2, [[.list], [.text]], .text)
        case .append: Signature(2...Int.max, [[.list], [.any]], .list)
        case .concat: Signature(1...Int.max, [[.list]], .list)
        case .insert: Signature(3...3, [[.list], [.number], [.any]], .list)
        case .removeAt: Signature(2...2, [[.list], [.number]], .list)
        case .reverse, .unique: Signature(1...1, [[.list]], .list)
        case .sum: Signature(1...1, [[.list]], .number)
        case .sort: Signature(1...3, [[.list], [.text]], .list)
        case .indexOf: Signature(2...2, [[.list], [.any]], .number)
        case .with: Signature(3...3, [[.record], [.text], [.any]], .record)
        case .without: Signature(2...2, [[.record], [.text]], .record)
        case .keys: Signature(1...1, [[.record]], .list)
        case .startsWith, .endsWith: Signature(2...2, [[.text]], .boolean)
        case .padStart, .padEnd: Signature(2...3, [[.text], [.number], [.text]], .text)
        case .repeatText: Signature(2...2, [[.text], [.number]], .text)
        case .chars: Signature(1...1, [[.text]], .list)
        case .random: Signature(0...1, [[.number]], .number)
        case .plot: Signature(5...5, [[.list], [.number]], .text)
        case .presentation: Signature(1...1, [[.any]], .any)
        case .exists: Signature(1...1, [[.text]], .boolean)
        case .count, .index: Signature(1...1, [[.text]], .number)
        case .has: Signature(2...2, [[.text]], .boolean)
        case .abs, .sign, .floor, .ceil, .sqrt, .exp, .log, .sin, .cos, .tan: Signature(1...1, [[.number]], .number)
        }
    }

    /// The parameters and the result of a function.
    struct Signature {
        var count: ClosedRange<Int>
        /// The allowed types of each argument; the last entry also applies to further arguments.
        private var parameters: [[ExpressionType]]
        var result: ExpressionType

        init(_ count: ClosedRange<Int>, _ parameters: [[ExpressionType]], _ result: ExpressionType) {
            self.count = count
            self.parameters = parameters
            self.result = result
        }

        /// The allowed types of argument `index`, from 0; nil when there is no such argument.
        func parameter(_ index: Int) -> [ExpressionType]? {
            index < count.upperBound ? parameters[Swift.min(index, parameters.count - 1)] : nil
        }

        func wrongCount(_ function: ExpressionFunction, _ given: Int) -> String {
            let wanted =
                count.upperBound == Int.max
                ? "at least \(count.lowerBound)"
                : count.lowerBound == count.upperBound
                    ? "\(count.lowerBound)" : "\(count.lowerBound) or \(count.upperBound)"
            return "\(function.usage) takes \(wanted) argument\(wanted.hasSuffix("1") ? "" : "s"), not \(given)"
        }

        func mismatch(_ function: ExpressionFunction, _ index: Int, _ given: String) -> String {
            let wanted = (parameter(index) ?? []).map(\.name).joined(separator: ", ")
            return "argument \(index + 1) of \(function.usage) is \(wanted), not \(given)"
        }
    }
}
