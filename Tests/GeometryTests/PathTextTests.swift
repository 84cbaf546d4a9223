import TestSupport
import Testing

@testable import Geometry

@Suite struct PathTextTests {
    private func canonical(_ text: String) -> String {
        let result = parsed(text, Path.init(parsing:))
        guard let path = result.value else { return "error: " + result.message }
        return printed { path.print(to: &$0) }
    }

    @Test(arguments: [
        ("M 10 10 L 20 10 H 30 V 20", "M 10 10 L 20 10 L 30 10 L 30 20"),
        ("m 10 10 l 10 0 h 10 v 10 z", "M 10 10 L 20 10 L 30 10 L 30 20 Z"),
        ("M10,10L20-5.5.5.5-1e1,2zm1 1h2", "M 10 10 L 20 -5.5 L 0.5 0.5 L -10 2 Z M 11 11 L 13 11"),
        ("M 0 0 10 10 20 0", "M 0 0 L 10 10 L 20 0"), ("m 1 1 1 1 1 1", "M 1 1 L 2 2 L 3 3"),
        ("M0 0H1 2 3V4 5", "M 0 0 L 1 0 L 2 0 L 3 0 L 3 4 L 3 5"),
        ("M 0 0 C 1 2 3 4 5 6 S 7 8 9 10", "M 0 0 C 1 2 3 4 5 6 C 7 8 7 8 9 10"),
        ("M 0 0 S 7 8 9 10", "M 0 0 C 0 0 7 8 9 10"),
        ("M 1 1 c 1 2 3 4 5 6 s 1 1 2 2", "M 1 1 C 2 3 4 5 6 7 C 8 9 7 8 8 9"),
        ("M 0 0 Q 1 2 3 4 T 5 6 T 9 9", "M 0 0 Q 1 2 3 4 Q 5 6 5 6 Q 5 6 9 9"),
        ("M 0 0 L 4 4 t 2 2", "M 0 0 L 4 4 Q 4 4 6 6"), ("M 0 0 q 1 1 2 0 2 2 4 0", "M 0 0 Q 1 1 2 0 Q 4 2 6 0"),
        ("M 1 2 z l 3 3", "M 1 2 Z M 1 2 L 4 5"), ("M 1 2 Z Z", "M 1 2 Z"), ("M 5. .5L+1-2", "M 5 0.5 L 1 -2"),
        ("M 0 0 A 0 5 0 0 1 9 9", "M 0 0 L 9 9"), ("M 1 1 A 5 5 0 0 1 1 1 L 2 2", "M 1 1 L 2 2"),
        ("rect(1,2,10,20)", "M 1 2 L 11 2 L 11 22 L 1 22 Z"),
        ("rect(1 2 10 20) M 3 3h4", "M 1 2 L 11 2 L 11 22 L 1 22 Z M 3 3 L 7 3"),
        ("polygon(0 0, 10 0, 10 10)", "M 0 0 L 10 0 L 10 10 Z"), ("polygon( 0,0 10,0 )", "M 0 0 L 10 0 Z"),
        ("rrect(0,0,10,10,0)", "M 0 0 L 10 0 L 10 10 L 0 10 Z"),
        ("M 0 0zrect(0,0,1,1)", "M 0 0 Z M 0 0 L 1 0 L 1 1 L 0 1 Z"), ("", "none"), ("none", "none"), (" \n ", "none"),
        ("M\n0\t0", "M 0 0"), ("stroke(4){}", "none"), ("stroke(4,butt,miter,0){}", "none"),
    ])
    func reads(_ text: String, _ expected: String) {
        #expect(canonical(text) == expected)
    }

    /// Plain numbers take a short way, which a sign before them or an exponent behind them rules out.
    @Test(arguments: 1...4) func plainNumbersReadAsOthers(_ seed: UInt64) {
        var dice = Dice(seed)
        for _ in 0..<500 {
            var (plain, other) = ("M 0 0", "M 0 0")
            for _ in 0..<4 {
                let (letter, count) = [("L", 2), ("l", 2), ("C", 6), ("c", 6), ("M", 4)][dice.upTo(5)]
                (plain, other) = (plain + letter + " ", other + letter)
                for at in 0..<count {
                    var digits = String(dice.next() >> UInt64(dice.upTo(60)))
                    let point = dice.upTo(digits.count + 1)
                    if dice.upTo(10) < 7 { digits.insert(".", at: digits.index(digits.startIndex, offsetBy: point)) }
                    if digits == "." { digits = "0." }
                    let sign = dice.upTo(10) < 3 ? "-" : ""
                    plain += (at == 0 ? "" : [" ", ",", " , ", "  "][dice.upTo(4)]) + sign + digits
                    other += " " + (sign.isEmpty ? "+" : sign) + digits + "e0"
                }
            }
            #expect(canonical(plain) == canonical(other), "\(plain)")
        }
    }

    /// A point of a cubic, for measuring arcs.
    private func points(_ path: Path) -> [Point] {
        var all: [Point] = []
        var i = 0
        var last = Point.zero
        for command in path.commands {
            if command == .cubic {
                let (p1, p2, p3) = (path.points[i], path.points[i + 1], path.points[i + 2])
                for step in 1...8 {
                    let t = Double(step) / 8
                    let (a, b) = (1 - t, t)
                    all.append(last * (a * a * a) + p1 * (3 * a * a * b) + p2 * (3 * a * b * b) + p3 * (b * b * b))
                }
            }
            i += command.pointCount
            if command != .close { last = path.points[i - 1] }
        }
        return all
    }

    @Test func roundShapesAreRound() throws {
        for text in [
            "circle(5,5,3)", "M 8 5 arc(5,5,3,0,7,cw)", "M2 5A3 3 0 1 1 5 8", "M2 5a3 3 0 113 3", "ellipse(5,5,3,3)",
        ] {
            let path = try #require(parsed(text, Path.init(parsing:)).value)
            let all = points(path)
            #expect(all.count >= 24)
            for p in all { #expect(abs((p - Point(5, 5)).length - 3) < 0.001, "\(text)") }
        }
    }

    @Test func arcsTurnAsTheyAreTold() throws {
        func end(_ text: String) throws -> [Point] { points(try #require(parsed(text, Path.init(parsing:)).value)) }
        func near(_ a: Point?, _ b: Point) -> Bool { a.map { ($0 - b).length < 1e-9 } ?? false }
        // Clockwise as seen: from 3 o'clock to 6 o'clock, where y is larger.
        #expect(near(try end("arc(0,0,2,0,90deg,cw)").last, Point(0, 2)))
        #expect(try end("arc(0,0,2,0,90deg,cw)").count == 8)
        #expect(try end("arc(0,0,2,0,90deg,ccw)").count == 24)
        #expect(
            near(
                try end("arc(0,0,2,0,90deg,ccw)").first.map { Point($0.x, $0.y.sign == .minus ? 0 : 1) }, Point(1.9, 0))
                == false)
        #expect(try end("arc(0,0,2,0,90deg,ccw)").first.map { $0.y < 0 } == true)
        // It joins the current point with a line.
        #expect(canonical("M 9 9 arc(0,0,2,0,90deg,cw)").hasPrefix("M 9 9 L 2 0 C "))
        #expect(canonical("arc(0,0,2,0,90deg,cw) L 5 5").hasSuffix(" L 5 5"))
        // Flags of the arc command: the large one bulges up with sweep 1.
        #expect(try end("M 50 100 A 50 50 0 0 1 150 100").contains { $0.y < 51 })
        #expect(try end("M 50 100 A 50 50 0 0 0 150 100").contains { $0.y > 149 })
        // Too small a radius is scaled up.
        #expect(try end("M 50 100 A 1 1 0 0 1 150 100").contains { $0.y < 51 })
        #expect(near(try end("M 0 0 A 30 10 45 1 0 20 20").last, Point(20, 20)))
    }

    @Test func roundedRectanglesShrinkTheirRadii() throws {
        let path = try #require(parsed("rrect(0,0,10,10,99)", Path.init(parsing:)).value)
        for p in points(path) { #expect(abs((p - Point(5, 5)).length - 5) < 0.002) }
        #expect(canonical("rrect(0,0,10,10,2,3)").hasPrefix("M 2 0 L 8 0 C "))
        #expect(canonical("rrect(0,0,10,10,1,2,3,4)").hasPrefix("M 1 0 L 8 0 C "))
    }

    @Test(arguments: [
        ("hello", "hello"), ("L 10 10", "\"L\""), ("M 10", "number"), ("M 0 0 L 10 x", "\"x\""),
        ("circle(1,2)", "circle"),
        ("rect(0,0,10,10", "ends"), ("arc(5,5,3,0,1,sideways)", "sideways"), ("stroke(4){ M 0 0 L 5 5", "ends"),
        ("M 0 0 , L 1 1", "\"L\""), ("M 0 0,", "ends"), ("M 0 0 Z 5", "\"5\""), ("M 0 0 A 1 1 0 2 0 5 5", "\"2\""),
        ("M 1e999 0", "1e999"), ("M 1e39 0", "range"), ("M 3e38 0 l 3e38 0", "range"), ("rect(0,0,-1,5)", "below"),
        ("rrect(0,0,1,1)", "rrect"), ("rrect(0,0,1,1,1,1,1)", "rrect"), ("star(1,2)", "star"), ("M 0 0 X", "\"X\""),
        ("M 0 0 }", "}"), ("stroke(){}", "stroke"), ("stroke(-1){}", "below"), ("stroke(1,flat){}", "flat"),
        ("stroke(1,round,sharp){}", "sharp"), ("stroke(1,round,miter,-1){}", "below"), ("stroke(1) M 0 0", "{"),
        ("stroke(1,){}", "butt"), ("polygon(0 0)", "polygon"), ("polygon(0 0 1)", "number"), ("polygon()", "number"),
        ("circle(0,0,3e38) circle(3e38,0,3e38)", "range"), ("none none", "none"), ("M 0 0 L 5", "number"),
        ("arc(0,0,1,0,1)", "cw"), ("arc(0,0,-1,0,1,cw)", "below"), ("M0 0Lrect(0,0,1,1)", "Lrect"),
    ])
    func refuses(_ text: String, _ named: String) {
        let result = parsed(text, Path.init(parsing:))
        #expect(result.value == nil)
        #expect(result.message.contains(named), "\(result.message)")
    }

    @Test func saysWhere() {
        ByteView.with("M 0 0 L 10 x") { view in
            #expect(throws: ValueSyntax("\"x\" is not a number (at byte 11 of the path)", at: 11)) {
                try Path(parsing: view)
            }
        }
    }

    @Test func strokesNestToTheirDepthOnly() {
        func nested(_ depth: Int) -> String {
            String(repeating: "stroke(1){", count: depth) + "M 0 0 L 1 1" + String(repeating: "}", count: depth)
        }
        #expect(parsed(nested(Path.maxStrokeDepth), Path.init(parsing:)).value != nil)
        #expect(parsed(nested(Path.maxStrokeDepth + 1), Path.init(parsing:)).value == nil)
        #expect(parsed(nested(100_000), Path.init(parsing:)).value == nil)
        #expect(parsed("stroke(2,square,bevel,5){circle(5,5,3)}stroke(1 round){}", Path.init(parsing:)).value != nil)
    }

    @Test func pointsAreLimited() {
        let most = "M0 0H" + String(repeating: "1 ", count: Path.maxPoints - 1)
        #expect(parsed(most, Path.init(parsing:)).value?.points.count == Path.maxPoints)
        #expect(parsed(most + "1", Path.init(parsing:)).message.contains("at most"))
    }

    @Test func readsWhatItPrints() {
        var dice = Dice(5)
        func n() -> Double {
            let value = dice.number()
            return abs(value) < 1e30 ? value : 1
        }
        func p() -> Point { Point(n(), n()) }
        for _ in 0..<300 {
            var path = Path()
            for _ in 0..<dice.upTo(20) {
                switch dice.upTo(5) {
                case 0: path.move(to: p())
                case 1: path.line(to: p())
                case 2: path.quad(p(), to: p())
                case 3: path.cubic(p(), p(), to: p())
                default: path.close()
                }
            }
            #expect(parsed(printed { path.print(to: &$0) }, Path.init(parsing:)).value == path)
        }
    }
}
