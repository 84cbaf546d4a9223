import Geometry
import TestSupport
import Testing

@testable import Expressions

@Suite struct ExpressionValueTests {
    private func typed(_ text: String) -> ExpressionValue { ByteView.with(text) { ExpressionValue(typing: $0) } }

    @Test(arguments: [
        ("12.50", ExpressionValue.number(12.5)), ("-4", .number(-4)), ("1e3", .number(1000)), ("true", .boolean(true)),
        ("false", .boolean(false)), ("#0a84ff", .color(Color(10, 132, 255))), ("rgb(1,2,3)", .color(Color(1, 2, 3))),
        ("hsl(120 100% 50%)", .color(Color(0, 255, 0))), ("a b", .text("a b")), ("yes", .text("yes")),
        ("red", .text("red")),
        ("none", .text("none")), ("", .text("")), ("#12", .text("#12")), ("12px", .text("12px")),
        ("1e999", .text("1e999")),
        ("[1,2]", .list([.number(1), .number(2)])), ("[1,", .text("[1,")), ("rgb(", .text("rgb(")),
        ("12 ", .text("12 ")),
        ("{\"a\":null}", .record(.init([.init("a", .none)]))), ("rgb(x)", .text("rgb(x)")), ("+5", .number(5)),
    ])
    func textsAreTyped(_ text: String, _ wanted: ExpressionValue) {
        #expect(typed(text) == wanted)
    }

    @Test func whatWouldReadOtherwiseIsKnown() {
        #expect(!ExpressionValue.text("007").isTypedByItsText)
        #expect(!ExpressionValue.text("true").isTypedByItsText)
        #expect(!ExpressionValue.point(Point(1, 2)).isTypedByItsText)
        #expect(ExpressionValue.text("a b").isTypedByItsText)
        #expect(ExpressionValue.number(0.1).isTypedByItsText)
        #expect(ExpressionValue.color(.white).isTypedByItsText)
    }

    @Test(arguments: [
        "[]", "{}", "[1,-0.5,1e+30,\"a\\\"\\\\\\n\\u0001\",true,false,null,[{}]]", "{\"a.b\":{\"c\":[1]},\"\":\"ü\"}",
        "\"x\"",
    ])
    func jsonComesBack(_ text: String) throws {
        let value = try ByteView.with(text) { (view) throws(ValueSyntax) in try ExpressionValue(json: view) }
        var out = ByteWriter()
        value.json(to: &out)
        #expect(out.string == text)
    }

    @Test(arguments: [
        "", "[", "[1,]", "{a:1}", "{\"a\"}", "{\"a\":1,}", "[1 2]", "01", "1.", ".5", "+1", "1e", "nul", "\"a",
        "\"\\x\"",
        "\"\\u12\"", "[1]x", "\"\u{1}\"", "NaN", "1e999", "{\"a\":1", "-",
    ])
    func badJsonIsRefused(_ text: String) {
        #expect(throws: ValueSyntax.self) {
            try ByteView.with(text) { (view) throws(ValueSyntax) in try ExpressionValue(json: view) }
        }
    }

    @Test func jsonNestsSixtyFourDeep() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        func read(_ text: String) throws {
            _ = try ByteView.with(text) { (view) throws(ValueSyntax) in try ExpressionValue(json: view) }
        }
        try read(nested(64))
        #expect(throws: ValueSyntax.self) { try read(nested(65)) }
    }

    @Test func escapesOfJsonAreCharacters() {
        #expect(typed(#"["\u00e4\ud83d\ude00\/\b\ud800x\u0000"]"#) == .list([.text("ä😀/\u{8}\u{FFFD}x\u{FFFD}")]))
    }

    @Test func recordsAreReadByPaths() {
        let record = typed(#"{"items":[{"name":"Ann","a.b":{"c":1}}],"a":{"b":2},"a.b":3,"two":1,"two":2}"#)
        func part(_ path: String) -> ExpressionValue? {
            ByteView.with(path) { try? record.member($0, ComputeBudget()) }
        }
        #expect(part("items.0.name") == .text("Ann"))
        #expect(part("items.0.a.b.c") == .number(1))
        #expect(part("a.b") == .number(3))
        #expect(part("two") == .number(2))
        #expect(
            part("items.1") == nil && part("items.x") == nil && part("nobody") == nil && part("items.0.name.x") == nil)
    }

    @Test func quotedTextsAreLiterals() throws {
        var dice = Dice(3)
        for _ in 0..<500 {
            let text = String(
                (0..<dice.upTo(12)).map { _ in dice.pick(["'", "\\", "\n", "a", " ", "ü", "$", "{"]) }.joined())
            var out = ByteWriter()
            ByteView.with(text) { ExpressionLiteral.quote($0, to: &out) }
            #expect(try computed(out.string) == .text(text))
        }
    }

    /// Digits against the decimal expansion of a whole number of thousandths.
    @Test func fixedDigitsAreExact() throws {
        var dice = Dice(4)
        for _ in 0..<2000 {
            let thousandths = Int(dice.int(-2_000_000, 2_000_000))
            let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
            let digits = String(repeating: "0", count: 3 - String(rest).count) + String(rest)
            let wanted = (thousandths < 0 ? "-" : "") + "\(whole).\(digits)"
            #expect(try computed("text(n,3)", ["n": .number(Double(thousandths) / 1000)]) == .text(wanted))
        }
        #expect(try computed("text(n,0)", ["n": .number(0x1p100)]) == .text("1267650600228229401496703205376"))
        #expect(try computed("length(text(n,15))", ["n": .number(.greatestFiniteMagnitude)]) == .number(309 + 16))
    }
}
