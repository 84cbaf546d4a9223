package import Geometry

/// Rewrites an expression with other names of objects. Uses the compiler's tokens; spaces are kept.
package struct ExpressionRewriting {
    /// A quoted text that is, or begins, the name of an object or a selector.
    package enum Quoted {
        /// The whole argument of `exists`, `index`, `has` or `count`.
        case whole
        /// The beginning of a concatenation.
        case beginning
    }

    /// The new text of a name with its dots; nil keeps it. `isObject`: the whole name is an object's.
    private let name: (_ name: String, _ isObject: Bool) -> String?
    /// The new text of a quoted one; nil keeps it.
    private let quoted: (_ text: String, Quoted) -> String?

    package init(
        name: @escaping (_ name: String, _ isObject: Bool) -> String?,
        quoted: @escaping (_ text: String, Quoted) -> String?
    ) {
        (self.name, self.quoted) = (name, quoted)
    }

    private struct Part {
        var token: ExpressionToken
        var range: Range<Int>
    }

    /// A call or parentheses around a token.
    private struct Enclosing {
        /// Nil for parentheses.
        var function: ExpressionFunction?
        var argument = 0
    }

    /// The expression with other names. After a syntax error, the rest is unchanged.
    package func rewritten(_ text: ByteView) -> String {
        let parts = Self.parts(of: text)
        var out = ByteWriter()
        var end = 0
        var enclosing: [Enclosing] = []
        var function: ExpressionFunction?
        for (index, part) in parts.enumerated() {
            out.append(text[end..<part.range.lowerBound])
            end = part.range.upperBound
            let next = index + 1 < parts.count ? parts[index + 1].token : .end
            let before = index > 0 ? parts[index - 1].token : .end
            let namesObject = Self.namesObject(enclosing)
            var new: String?
            switch part.token {
            case .open:
                enclosing.append(Enclosing(function: function))
            case .close: _ = enclosing.popLast()
            case .comma: if !enclosing.isEmpty { enclosing[enclosing.count - 1].argument += 1 }
            case .name where next == .open && !Self.isKeyword(text[part.range]):
                break
            case .name:
                let isArgument = before == .open && (next == .close || next == .comma)
                new = name(text[part.range].string, namesObject && isArgument)
            case .text(let text) where namesObject:
                if !Self.isOperator(before), !Self.isComparison(next) {
                    let isWhole = !Self.isOperator(next)
                    new = quoted(text, isWhole ? .whole : .beginning)
                    if let text = new {
                        var literal = ByteWriter()
                        ByteView.with(text) { ExpressionLiteral.quote($0, to: &literal) }
                        new = literal.string
                    }
                }
            default: break
            }
            function = nil
            if part.token == .name, next == .open { function = ExpressionFunction(text[part.range]) }
            if let new { out.append(text: new) } else { out.append(text[part.range]) }
        }
        out.append(text[end..<text.count])
        return out.string
    }

    /// True when `name` occurs in the expression as a separate name: not in quotes, and not after a dot.
    package static func names(_ name: StaticString, in text: ByteView) -> Bool {
        parts(of: text).contains { $0.token == .name && text[$0.range] == name }
    }

    /// Names that the expression calls, also inside of other calls.
    package static func calls(in text: ByteView) -> [String] {
        let parts = parts(of: text)
        return parts.indices.dropLast().compactMap { at in
            guard parts[at].token == .name, parts[at + 1].token == .open, !isKeyword(text[parts[at].range]) else {
                return nil
            }
            return text[parts[at].range].string
        }
    }

    private static func parts(of text: ByteView) -> [Part] {
        var lexer = ExpressionLexer(text)
        var parts: [Part] = []
        do throws(ExpressionError) {
            try lexer.advance()
            while lexer.token != .end {
                parts.append(Part(token: lexer.token, range: lexer.start..<lexer.end))
                try lexer.advance()
            }
        } catch {
            // After a syntax error, nothing can be a name.
            return parts
        }
        return parts
    }

    /// True in the first argument of a function about an object or a selector, including in parentheses there.
    private static func namesObject(_ enclosing: [Enclosing]) -> Bool {
        for one in enclosing.reversed() {
            guard let function = one.function else { continue }
            return one.argument == 0 && [.exists, .index, .has, .count].contains(function)
        }
        return false
    }

    private static func isKeyword(_ word: ByteView) -> Bool { word == "and" || word == "or" || word == "not" }

    /// True for an operator that combines a text with its other operand.
    private static func isOperator(_ token: ExpressionToken) -> Bool { token == .plus || isComparison(token) }

    private static func isComparison(_ token: ExpressionToken) -> Bool {
        [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].contains(token)
    }
}
