import Geometry
import TestSupport
import Testing

@testable import Expressions

@Suite struct ExpressionErrorTests {
    @Test(arguments: [
        ("", 1), ("1+", 3), ("(1", 3), ("1 2", 3), ("'open", 1), ("true ? 1", 9), ("1 ** 2", 4), ("1 = 2", 3),
        ("a.", 2), ("a..b", 2), ("!true", 1), ("1 + ü", 5), ("'ü' ü", 5), ("#12", 1), ("#ffg", 1), ("12px", 1),
        ("1e400", 1), ("$", 1), ("$1", 1), (#"'\x'"#, 2), ("+1", 1), ("a == not b", 6), ("min(1,)", 7),
        ("min(1 2)", 7), (")", 1), ("1)", 2), ("a b", 3), ("and", 1), ("true and", 9), ("has(a b)", 7), ("? 1 : 2", 1),
        ("7%3", 3), ("\"a\"", 1), ("count('p/')", 7), ("a ? b c", 7), ("(1).", 4), ("exists(", 8),
    ])
    func refusesTheForm(_ text: String, _ column: Int) {
        let error = failure(text)
        #expect(error?.code == .syntax && error?.column == column, "\(text): \(error?.description ?? "none")")
    }

    @Test(arguments: [
        ("frobnicate(1)", 1, "frobnicate"), ("clamp(1,2)", 1, "clamp"), ("1+abs()", 3, "abs"),
        ("atan2(1,2,3)", 1, "atan2"), ("round()", 1, "round"), ("format()", 1, "format"), ("format('{} {}',1)", 1, "2"),
        ("format('{}',1,2)", 1, "1"), ("format('{:.x}',1)", 1, "{:.x}"), ("format('{',1)", 1, "{"),
        ("format('{:.16}',1)", 1, "{:.16}"), ("has(a)", 1, "has"), ("has(a,'b','c')", 1, "has"),
        ("exists()", 1, "exists"),
        ("exists(a,b)", 1, "exists"), ("index(1)", 7, "index"), ("presentation(1)", 14, "presentation"),
        ("presentation(a.b+1)", 14, "presentation"), ("count(1)", 7, "count"), ("'a'+1", 4, "a text"),
        ("true+1", 5, "+"),
        ("'a'*2", 4, "*"), ("point(1,2)+1", 11, "+"), ("point(1,2)+size(1,2)", 11, "a size"), ("1<'2'", 2, "<"),
        ("not 1", 5, "not"), ("1 and true", 1, "and"), ("true or 1", 9, "or"), ("1 ? 2 : 3", 1, "? :"),
        ("abs('x')", 5, "abs"), ("-'a'", 1, "-"), ("-#f00", 1, "-"), ("1/point(1,2)", 2, "/"), ("'a'-'b'", 4, "-"),
        ("point(1,2).z", 11, "z"), ("1+(2).x", 6, "x"), ("true<false", 5, "<"), ("rect(1,2,3,4)*2", 14, "*"),
        ("#f00*#fff", 5, "*"), ("none+1", 5, "none"), ("upper(1)", 7, "upper"), ("length(1)", 8, "length"),
        ("at(1,2)", 4, "at"), ("number(#f00)", 8, "number"), ("hslOfAngle(1,1,1)", 1, "hslOfAngle"),
    ])
    func refusesTheValue(_ text: String, _ column: Int, _ word: String) throws {
        let error = try #require(throws: ExpressionError.self) { try compiled(text) }
        #expect(error.code == .value && error.column == column, "\(text): \(error.description)")
        #expect(error.message.contains(word), "\(text): \(error.message)")
    }

    static let values: [String: ExpressionValue] = [
        "zero": .number(0), "t": .text("twelve"), "n": .number(3), "p": .point(Point(1, 2)), "l": .list([.number(1)]),
        "c": .color(.white), "r": .record(.init()), "big": .number(1e308),
    ]

    @Test(arguments: [
        ("1/zero", 2), ("0/zero", 2), ("5 % zero", 3), ("sqrt(zero-1)", 1), ("log(zero)", 1), ("exp(1000+zero)", 1),
        ("number(t)", 1), ("bool(t)", 1), ("t*2", 2), ("n+t", 2), ("not n", 5), ("n and true", 1), ("true and n", 10),
        ("n ? 1 : 2", 1), ("p/zero", 2), ("p<p", 2), ("rgb(256,0,0)", 1), ("rgb(n,n,n,2)", 1), ("rgb(0-n,0,0)", 1),
        ("hsl(0,2,1)", 1), ("alpha(c,2)", 1), ("text(1,1.5)", 1), ("text(1,99)", 1), ("round(1,99)", 1),
        ("split(t,'e',.5)", 1), ("at(l,1)", 1), ("at(l,-1)", 1), ("abs(t)", 1), ("mix(n,p,.5)", 1), ("upper(n)", 1),
        ("count(t+'/')", 1), ("exists(n+1)", 8), ("big*10", 4), ("p*big*10", 2), ("format(t,1)", 1),
        ("timeText('%9999999d',1)", 1), ("date('2023-02-29')", 1), ("date('2026-11-26T')", 1),
        ("date('26.11.2026')", 1), ("timeText('%Y',1e300)", 1), ("-t", 1), ("c/zero", 2),
    ])
    func failsWhenItRuns(_ text: String, _ column: Int) {
        let error = failure(text, Self.values)
        #expect(error?.code == .value && error?.column == column, "\(text): \(error?.description ?? "none")")
    }

    @Test func theWorldsErrorsGetTheirColumn() {
        #expect(failure("1+ghost")?.description == "column 3: unknown object \"ghost\"")
        #expect(
            failure("'ä'==$Nothing") == ExpressionError(.unknownVariable, "unknown variable \"Nothing\"", column: 6))
        #expect(failure("(r).q", Self.values)?.code == .unknownProperty)
        #expect(failure("(l).1", Self.values)?.code == .unknownProperty)
    }

    @Test func boundsHoldAtThemselvesAndNotBeyond() throws {
        let zeros = String(repeating: "0", count: 4094)
        #expect(try computed("0." + zeros) == .number(0))
        #expect(failure("0." + zeros + "0")?.code == .limit)
        let sum = String(repeating: "+1", count: 256)
        #expect(try computed("0" + sum) == .number(256))
        #expect(failure("0" + sum + "+1")?.code == .limit)
        for (open, close) in [("(", ")"), ("abs(", ")"), ("true ? ", " : 0"), ("false ? 0 : ", "")] {
            let nested = String(repeating: open, count: 64) + "7" + String(repeating: close, count: 64)
            #expect(try computed(nested) == .number(7), "\(open)")
            #expect(failure(open + nested + close)?.code == .limit, "\(open)")
        }
        #expect(try computed(String(repeating: "-", count: 256) + "7") == .number(7))
        #expect(failure(String(repeating: "-", count: 257) + "7")?.code == .limit)
        #expect(failure(String(repeating: "not ", count: 257) + "true")?.code == .limit)
        let many = "max(" + String(repeating: "1,", count: 2040) + "2)"
        #expect(try computed(many) == .number(2))
    }
}
