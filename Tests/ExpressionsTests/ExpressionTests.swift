import Geometry
import TestSupport
import Testing

@testable import Expressions

@Suite struct ExpressionTests {
    static let numbers: [(String, Double)] = [
        ("12", 12), (".5", 0.5), ("1e3", 1000), ("90deg", .pi / 2), (".25turn", .pi / 2), ("250ms", 0.25), ("2s", 2),
        ("50%", 0.5), ("1+2*3", 7), ("2+3*4-10/5", 12), ("(2+3)*4", 20), ("10-4-3", 3), ("-2*-3", 6), ("7 % 3 * 2", 2),
        ("-7 % 3", -1), ("7 % -3", 1), ("50%+1", 1.5), ("200%*3", 6), ("50 % 40", 10), ("--1", 1), ("2 -3", -1),
        ("1>2 ? 10 : 2>1 ? 20 : 30", 20), ("false ? 1 : 2+3", 5), ("true?1:2", 1), ("point(3,4).y", 4),
        ("(point(1,2)+point(0,7)).y", 9), ("rect(1,2,3,4).size.width", 3), ("rect(1,2,3,4).origin .y", 2),
        ("#0a84ff.g", 132), ("rgb(1,2,3,0.5).a*255", 128), ("16/4/2", 2), ("2*3 %4", 2), ("100e-2", 1),
        ("min(3,1,2)", 1), ("min(4)", 4), ("max(3,1,2)", 3), ("clamp(15,0,10)", 10), ("clamp(-5,0,10)", 0),
        ("clamp(5,8,2)", 8), ("abs(-3)+sign(-7)+sign(0)+sign(2)", 3), ("floor(-1.5)", -2), ("ceil(-1.5)", -1),
        ("round(2.5)", 3), ("round(-2.5)", -3), ("round(3.14159,2)", 3.14), ("round(1234,-2)", 1200),
        ("sqrt(16)+pow(2,10)", 1028), ("exp(0)+log(exp(2))", 3), ("sin(90deg)+cos(0)+tan(0)", 2), ("hypot(3,4)", 5),
        ("atan2(1,0)", .pi / 2), ("mix(10,20,0.25)", 12.5), ("mix(10,20,2)", 30), ("number('1e2')+number(true)", 101),
        ("number(none)", 0), ("number(' 7 ')", 7), ("length('naïve')", 5), ("length('')", 0), ("length('👍🏽')", 1),
        ("a.b+x", 7), ("a.b.c", 3), ("$gap*2", 16), ("presentation(a.b)", 0.25), ("presentation( .p.b )", 9),
        (".knob.x", 1), ("at(d.items,1)", 20), ("at(d.items,2).n", 5), ("at(at(d.items,3),0).0", 6),
        ("length(d.items)", 4), ("x == 3 ? 1 : 2", 1), ("_under.score_1", 2), ("textual", 8),
    ]
    static let values: [String: ExpressionValue] = [
        "a.b": .number(4), "x": .number(3), "a.b.c": .number(3), "$gap": .number(8), "@a.b": .number(0.25),
        "@.p.b": .number(9), ".knob.x": .number(1), "_under.score_1": .number(2), "textual": .number(8),
        "d.items": .list([
            .number(10), .number(20), .record(.init([.init("n", .number(5))])), .list([.list([.number(6)])]),
        ]),
    ]

    @Test(arguments: numbers) func computesNumbers(_ text: String, _ wanted: Double) throws {
        guard case .number(let value) = try computed(text, Self.values) else {
            Issue.record("\(text) is no number")
            return
        }
        #expect(abs(value - wanted) < 1e-9, "\(text)")
    }

    @Test(arguments: [
        ("not true", false), ("1<2 and not (3<=2) or false", true), ("true or true and false", true),
        ("not 1==2", true), ("1+1==2", true), ("1=='1'", false), ("1!='1'", true), ("none==none", true),
        ("none==0", false), ("'a'!='A'", true), ("point(1,2)==point(1,2) and #f00==#ff0000ff", true),
        ("point(1,2)==size(1,2)", false), ("'a'<'b'", true), ("'a'>='b'", false), ("'a'<='a' and 'b'>'a'", true),
        ("false and ghost", false), ("true or ghost", true), ("true and 1 < 2", true), ("not not true", true),
        ("bool('off') or bool(0)", false), ("bool('yes') and bool(2) and not bool(none)", true),
        ("contains('hello','ell')", true), ("contains('hello','L')", false), ("contains('','')", true),
        ("contains('naïve','ï')", true), ("1 <= 1 and 2 >= 2 and 3 > 2", true), ("none != false", true),
        ("true == (1 < 2)", true), ("false or false", false),
    ])
    func computesBooleans(_ text: String, _ wanted: Bool) throws {
        #expect(try computed(text) == .boolean(wanted), "\(text)")
    }

    @Test(arguments: [
        ("'two words'", "two words"), (#"'it\'s \\ here\nand there'"#, "it's \\ here\nand there"),
        ("'one'+' '+'two'", "one two"), ("''", ""), ("upper('abC')+lower('DeF')+trim('  g h ')", "ABCdefg h"),
        ("upper('straße')", "STRASSE"), ("replace('a-b-c','-','+')", "a+b+c"), ("replace('aaa','aa','b')", "ba"),
        ("replace('abc','','x')", "abc"), ("text(1.5)+text(3)+text(true)", "1.53true"),
        ("text(2,2)+' '+text(3.14159,3)", "2.00 3.142"), ("text(2.5,0)+text(-0.4,0)+text(0.125,2)", "300.13"),
        ("text(1e21,1)", "1000000000000000000000.0"), ("text(-1.005,1)", "-1.0"), ("text(9.996,2)", "10.00"),
        ("text(#f00)+' '+text(point(1,2.5))", "#ff0000ff 1,2.5"), ("text(rect(1,2,3,4))+text(size(5,6))", "1,2,3,45,6"),
        ("text(none)", ""), ("split('a,b,,d',',',0)+split('a,b,,d',',',1)+split('a,b,,d',',',3)", "abd"),
        ("split('a,b,,d',',',2)", ""), ("split('a,b',',',9)", ""), ("split('a,b',',',-1)", ""),
        ("split('naïve','',2)", "ï"), ("split('a--b-c','--',1)", "b-c"), ("format('{} of {}',3,'ten')", "3 of ten"),
        ("format('{:.0} %',0.42*100)", "42 %"), ("format('{:.2}|{:.1}',1,2.25+0.01)", "1.00|2.3"),
        ("format('none')", "none"), ("format('{}{}','{}','x')", "{}x"), ("format('{{}} {}',1)", "{} 1"),
        ("format('{}',none)", ""), ("format('{}',#0a84ff80)", "#0a84ff80"), ("timeText('%S|%%',5)", "05|%"),
        ("timeText('',5)", ""), ("text(date('2024-02-29T12:30Z'))", "1709209800"), ("text(5m+2h+1d)", "93900"),
        ("text(date('2026-11-26 18:00:00.25+01:30')-date('2026-11-26T16:30:00Z'))", "0.25"), ("timeText('x',5)", "x"),
        ("true ? 'a' : 'b'", "a"), ("'ä'+'€'", "ä€"),
    ])
    func computesTexts(_ text: String, _ wanted: String) throws {
        #expect(try computed(text) == .text(wanted), "\(text)")
    }

    @Test(arguments: [
        ("#f00", "#ff0000ff"), ("#f008", "#ff000088"), ("#0a84ff", "#0a84ffff"), ("#0a84ff80", "#0a84ff80"),
        ("#ff0000+#00ff00", "#ffff00ff"), ("#ffffff-#0a84ff", "#f57b00ff"), ("#10203040*2", "#20406040"),
        ("3*#10203040", "#30609040"), ("#102030/2", "#081018ff"), ("#808080+#808080", "#ffffffff"),
        ("rgb(255,128,0)", "#ff8000ff"), ("rgb(255,128,0,0)", "#ff800000"), ("rgb(0,0,255,1)", "#0000ffff"),
        ("hsl(0deg,100%,50%)", "#ff0000ff"), ("hsl(120deg,1,0.5,1)", "#00ff00ff"), ("hsl(120,1,0.5)", "#00ff00ff"),
        ("hsl(-.5turn+60deg,1,.5)", "#0000ffff"), ("hsl(mix(0deg,240deg,.5),1,.5)", "#00ff00ff"),
        ("hsl(1/3*1turn,1,.5)", "#00ff00ff"), ("hsl(x*120,1,.5)", "#ff0000ff"), ("alpha(#0a84ff,0)", "#0a84ff00"),
        ("lighten(#336699,0)", "#336699ff"), ("lighten(#33669980,1)", "#ffffff80"), ("darken(#336699,0)", "#336699ff"),
        ("darken(#33669980,1)", "#00000080"), ("mix(#000000,#ffffff,0.5)", "#808080ff"),
        ("mix(#000000,#ff0000,2)", "#ff0000ff"), ("mix(#00000000,#ffffffff,0.2)", "#33333333"),
    ])
    func computesColours(_ text: String, _ wanted: String) throws {
        #expect(try computed(text, Self.values).shortestText == wanted, "\(text)")
    }

    @Test(arguments: [
        ("point(10,20)+point(1,2)*2", ExpressionValue.point(Point(12, 24))),
        ("point(12,24)/2-point(1,1)", .point(Point(5, 11))), ("3*point(5,11)", .point(Point(15, 33))),
        ("-point(1,2)", .point(Point(-1, -2))), ("size(4,6)/2+size(1,1)", .size(Size(3, 4))),
        ("rect(1,2,30,40)", .rect(Rect(1, 2, 30, 40))), ("rect(1,2,30,40).size", .size(Size(30, 40))),
        ("mix(point(0,10),point(100,20),50%)", .point(Point(50, 15))), ("none", .none),
        ("mix(size(0,10),size(100,20),50%)", .size(Size(50, 15))), ("true ? none : 1", .none),
    ])
    func computesGeometry(_ text: String, _ wanted: ExpressionValue) throws {
        #expect(try computed(text) == wanted, "\(text)")
    }

    @Test func asksAboutObjects() throws {
        var world = World(styles: ["a": [], "b": ["bold"], ".knob": []], counts: ["p": 3])
        func value(_ text: String) throws -> ExpressionValue { try compiled(text).value(in: &world) }
        #expect(try value("exists(b) and not exists(ghost)") == .boolean(true))
        #expect(try value("exists('b') and not exists('gh'+'ost')") == .boolean(true))
        #expect(try value("exists(.knob)") == .boolean(true))
        #expect(try value("index(b)*10+index('a')") == .number(21))
        #expect(try value("has(b,'bold') and not has('a','bold')") == .boolean(true))
        #expect(try value("count('p/*')+count('gh'+'ost')") == .number(4))
    }

    @Test func wallTimeIsTheTimeOfNow() throws {
        var world = World(wallTime: 7)
        #expect(try compiled("timeText('%S')").value(in: &world) == .text("07"))
    }

    // MARK: - What an expression mentions

    @Test func namesAreInternedAndListed() throws {
        let expression = try compiled("a.x+a.x*$k+presentation(a.x)+.p.x+count('p/*')+(exists(a) ? time : 0)")
        #expect(
            expression.references.map { "\($0.kind) \($0.name)" } == [
                "name a.x", "variable k", "presentation a.x", "part .p.x", "object a", "name time",
            ])
        #expect(expression.references.map(\.index) == [0, 1, 2, 3, 4, 5])
        #expect(expression.selectors.map(\.alternatives.first?.scope) == [.sublayers(of: "p")])
        #expect(!expression.computesNames && !expression.usesWallTime)
        #expect(try compiled("timeText('%H')").usesWallTime)
        #expect(try !compiled("timeText('%H',5)").usesWallTime)
        #expect(try compiled("count('#'+x)").computesNames)
    }

    @Test(arguments: [
        ("1+1", ExpressionType.number), ("'a'", .text), ("1<2", .boolean), ("x", .any), ("x+1", .number), ("x*2", .any),
        ("90deg", .number), ("true ? 1 : 'a'", .any), ("true ? 1 : 90deg", .number), ("point(1,2)", .point),
        ("x ? #f00 : none", .any), ("none", .none), ("mix(#000,#fff,x)", .color), ("text(x)", .text),
    ])
    func typesAreKnownAsFarAsLiteralsTell(_ text: String, _ type: ExpressionType) throws {
        #expect(try compiled(text).type == type, "\(text)")
    }
}
