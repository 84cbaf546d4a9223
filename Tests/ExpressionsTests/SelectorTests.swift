import Geometry
import TestSupport
import Testing

@testable import Expressions

@Suite struct SelectorTests {
    typealias Alternative = Selector.Alternative
    private static func condition(_ key: String, _ value: String) -> Selector.Condition {
        .init(key: key, value: value)
    }

    @Test(arguments: [
        ("a", [Alternative(scope: .id("a"))]), ("*", [Alternative(scope: .layers)]),
        ("card.*", [Alternative(scope: .pattern("card.*"))]), ("*.row", [Alternative(scope: .pattern("*.row"))]),
        ("p/*", [Alternative(scope: .sublayers(of: "p"))]), ("p.q/**", [Alternative(scope: .descendants(of: "p.q"))]),
        (".card.bold", [Alternative(styles: ["card", "bold"])]),
        ("[user.role=to do]", [Alternative(conditions: [condition("user.role", "to do")])]),
        ("[a=b=c][d=]", [Alternative(conditions: [condition("a", "b=c"), condition("d", "")])]),
        (
            "list/**.row[user.done=true]",
            [
                Alternative(
                    scope: .descendants(of: "list"), styles: ["row"], conditions: [condition("user.done", "true")])
            ]
        ),
        ("[kind=layer].row", [Alternative(styles: ["row"], conditions: [condition("kind", "layer")])]),
        (
            "a,[k=1],b/*",
            [
                Alternative(scope: .id("a")), Alternative(conditions: [condition("k", "1")]),
                Alternative(scope: .sublayers(of: "b")),
            ]
        ),
        ("[k=a,b],c", [Alternative(conditions: [condition("k", "a,b")]), Alternative(scope: .id("c"))]),
        ("self/**", [Alternative(scope: .descendants(of: "self"))]),
        ("b~opacity,c", [Alternative(scope: .id("b~opacity")), Alternative(scope: .id("c"))]),
    ])
    func reads(_ text: String, _ wanted: [Alternative]) throws {
        #expect(try Selector(text).alternatives == wanted)
    }

    @Test func aPartIsNoStyleInAComponent() throws {
        #expect(try Selector(".x/*", partsAllowed: true).alternatives == [.init(scope: .sublayers(of: ".x"))])
        #expect(try Selector(".x[a=b]", partsAllowed: true).alternatives.first?.scope == .id(".x"))
        #expect(try Selector("self/**.row", partsAllowed: true).alternatives.first?.styles == ["row"])
    }

    @Test(arguments: [
        "", "a/", "[user.k", "a,,b", "a/*/", "a,", ",a", "a b", "a/b", "*/*", "a*/**", ".", ".a.", "[=a]", "[1=a]",
        "[a]",
        "a/***", "[a=b]c", "a$", "p/*x",
    ])
    func refuses(_ text: String) {
        #expect(throws: SelectorSyntax.self) { try Selector(text) }
    }

    @Test(arguments: [
        ("a", false), ("a.b-c:d", false), ("a*", true), (".a", true), ("a/*", true), ("a,b", true), ("[a=b]", true),
    ])
    func isToldFromAnID(_ word: String, _ wanted: Bool) {
        #expect(ByteView.with(word) { Selector.isSelector($0) } == wanted)
    }

    @Test func termsAtTheBoundAndBeyond() throws {
        func list(_ count: Int) -> String { (0..<count).map { "[user.a=\($0)]" }.joined() }
        let most = Selector.mostTerms - 1
        #expect(try Selector("*" + list(most)).alternatives.first?.conditions.count == most)
        #expect(throws: SelectorSyntax.self) { try Selector("*" + list(most + 1)) }
        let patterns = Array(repeating: "a*", count: Selector.mostTerms).joined(separator: ",")
        #expect(try Selector(patterns).alternatives.count == Selector.mostTerms)
        do throws(SelectorSyntax) { _ = try Selector(patterns + ",a*") } catch { #expect(error.isBeyondLimit) }
        // Ids cost one look each.
        #expect(try Selector(Array(repeating: "a", count: 1000).joined(separator: ",")).alternatives.count == 1000)
    }

    @Test(arguments: [
        ("card.a", "card.*", true), ("card", "card.*", false), ("other", "*r", true), ("card", "c*d", true),
        ("", "*", true),
        ("abcab", "*ab", true), ("aab", "a*ab", true), ("ab", "a*b*c", false), ("abc", "**c", true),
        ("abc", "abc*", true),
    ])
    func stars(_ name: String, _ pattern: String, _ wanted: Bool) {
        #expect(ByteView.with(name) { n in ByteView.with(pattern) { Selector.matches(n, $0) } } == wanted)
    }
}
