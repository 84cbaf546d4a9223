import Glibc
import TestSupport
import Testing

@testable import Geometry

@Suite struct TransformTextTests {
    private func six(_ text: String) -> [Double]? {
        guard let t = parsed(text, Transform3D.init(parsing:)).value?.affine else { return nil }
        return [t.a, t.b, t.c, t.d, t.tx, t.ty]
    }

    @Test(arguments: [
        ("none", [1, 0, 0, 1, 0, 0]), ("translate(10,-20.5)", [1, 0, 0, 1, 10, -20.5]),
        ("scale(2)", [2, 0, 0, 2, 0, 0]),
        ("translate(10)", [1, 0, 0, 1, 10, 0]), ("scale(2 3)", [2, 0, 0, 3, 0, 0]),
        ("scale(-1,1)", [-1, 0, 0, 1, 0, 0]),
        ("rotate(0.25turn)", [0, 1, -1, 0, 0, 0]), ("rotate(-90deg)", [0, -1, 1, 0, 0, 0]),
        ("rotate(540deg)", [-1, 0, 0, -1, 0, 0]), ("rotate(1.5707963267948966)", [0, 1, -1, 0, 0, 0]),
        ("skew(45deg)", [1, 0, 1, 1, 0, 0]), ("skew(0,45deg)", [1, 1, 0, 1, 0, 0]),
        ("skewY(-45deg)", [1, -1, 0, 1, 0, 0]),
        ("matrix(1,2,3,4,5,6)", [1, 2, 3, 4, 5, 6]), ("translate(10,0) scale(2)", [2, 0, 0, 2, 10, 0]),
        ("scale(2) translate(10,0)", [2, 0, 0, 2, 20, 0]), ("rotate(90deg)translate(10,0)", [0, 1, -1, 0, 0, 10]),
        (" translate( 100 , 50 )  rotate(90deg) scale(2,3) ", [0, 2, -3, 0, 100, 50]),
        ("translate(10px, -2PX)", [1, 0, 0, 1, 10, -2]), ("translateX(.5px)", [1, 0, 0, 1, 0.5, 0]),
        ("rotateZ(180deg)", [-1, 0, 0, -1, 0, 0]), ("rotate3d(0,0,0,1)", [1, 0, 0, 1, 0, 0]),
    ])
    func reads(_ text: String, _ expected: [Double]) {
        #expect(six(text) == expected)
    }

    @Test func readsSpace() {
        func sixteen(_ text: String) -> Transform3D? { parsed(text, Transform3D.init(parsing:)).value }
        let (s, c) = (sin(Double.pi / 3), cos(Double.pi / 3))
        #expect(sixteen("rotateX(60deg)") == Transform3D(1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1))
        #expect(sixteen("rotateY(60deg)") == Transform3D(c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1))
        #expect(sixteen("rotate3d(3e200,0,0,60deg)") == sixteen("rotateX(60deg)"))
        #expect(sixteen("rotate3d(0,-1e-200,0,60deg)") == sixteen("rotateY(-60deg)"))
        #expect(
            sixteen("perspective(500)") == Transform3D(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.002, 0, 0, 0, 1))
        #expect(sixteen("translate3d(1,2,3)") == Transform3D(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1))
        #expect(
            sixteen("matrix3d(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)")
                == Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        // A third of a turn about the diagonal takes x to y to z.
        guard let turn = sixteen("rotate3d(1,1,1,120deg)") else {
            Issue.record("no rotation")
            return
        }
        #expect(abs(turn.m12 - 1) < 1e-15 && abs(turn.m23 - 1) < 1e-15 && abs(turn.m31 - 1) < 1e-15)
    }

    @Test(arguments: [
        ("spin(3)", "spin"), ("rotate(", "ends"), ("scale()", "scale"), ("matrix(1,2,3)", "matrix"),
        ("rotate(10apples)", "10apples"), ("translate(1,2,3,4)", "translate"), ("scale(2) nonsense", "nonsense"),
        ("translate(10em,2)", "10em"), ("scale(2px)", "2px"), ("perspective(5p)", "5p"), ("scale(1,,2)", ","),
        ("scale(1,)", ")"), ("scale(,1)", ","),
        ("scale 2", "scale"),
        ("perspective(0)", "perspective"), ("none none", "none"), ("scale(1e200) scale(1e200)", "too large"),
        ("", "ends"),
        ("scale(2) none", "none"), ("rotate(1e308turn)", "1e308turn"), ("scale(1.5.5)", "1.5.5"), ("scale(2", "ends"),
        ("((((", "("),
    ])
    func refuses(_ text: String, _ named: String) {
        let result = parsed(text, Transform3D.init(parsing:))
        #expect(result.value == nil)
        #expect(result.message.contains(named))
    }

    @Test func readsWhatItPrints() {
        var dice = Dice(4)
        for round in 0..<1000 {
            func n() -> Double { Double.random(in: -1e6...1e6, using: &dice).rounded() / 64 }
            let t =
                round % 2 == 0
                ? Transform3D(Affine(n(), n(), n(), n(), n(), n()))
                : Transform3D(n(), n(), n(), n(), n(), n(), n(), n(), n(), n(), n(), n(), n(), n(), n(), n())
            #expect(parsed(printed { t.print(to: &$0) }, Transform3D.init(parsing:)).value == t)
        }
        #expect(printed { Transform3D.identity.print(to: &$0) } == "none")
        #expect(printed { Transform3D(.translation(1.5, -2)).print(to: &$0) } == "matrix(1,0,0,1,1.5,-2)")
    }
}
