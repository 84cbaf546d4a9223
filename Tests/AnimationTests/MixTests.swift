import Animation
import Geometry
import Schema
import Testing

/// What is between two values.
@Suite struct MixTests {
    private func transform(_ text: String) throws -> Value {
        .transform(try ByteView.with(text) { try Transform3D(parsing: $0) })
    }

    private func path(_ text: String) throws -> Value { .path(try ByteView.with(text) { try Path(parsing: $0) }) }

    private func filters(_ text: String) throws -> Value {
        .filters(try ByteView.with(text) { try FilterFunction.list(parsing: $0) })
    }

    private func isNear(_ a: Value, _ b: Value, _ tolerance: Double = 1e-9) -> Bool {
        let (p, q) = (a.transform, b.transform)
        let all = [
            p.m11 - q.m11, p.m12 - q.m12, p.m13 - q.m13, p.m14 - q.m14, p.m21 - q.m21, p.m22 - q.m22, p.m23 - q.m23,
            p.m24 - q.m24, p.m31 - q.m31, p.m32 - q.m32, p.m33 - q.m33, p.m34 - q.m34, p.m41 - q.m41, p.m42 - q.m42,
            p.m43 - q.m43, p.m44 - q.m44,
        ]
        return all.allSatisfy { abs($0) < tolerance }
    }

    /// Texts of the same words: their numbers.
    @Test func numbersInTexts() {
        func mixed(_ a: String, _ b: String, _ t: Double) -> String {
            Value.string(a).mixed(with: .string(b), t).string
        }
        #expect(mixed("wght=100", "wght=900", 0.25) == "wght=300")
        #expect(mixed("wght=100,wdth=80.5", "wght=200,wdth=-79.5", 0.5) == "wght=150,wdth=0.5")
        #expect(mixed("wght=100", "wght=200", 1 / 3) == "wght=133.333")
        #expect(mixed("wght=100", "wdth=900", 0.25) == "wdth=900" && mixed("", "wght=900", 0.25) == "wght=900")
        #expect(mixed("ss01=1", "ss02=1", 0.5) == "ss02=1" && mixed("AB12=1", "AB12=2", 0.5) == "AB12=1.5")
        #expect(mixed("1.2.3", "2", 0.5) == "2" && mixed("a", "a", 0.5) == "a" && mixed("é 1", "é 3", 0.5) == "é 2")
    }

    /// Any transform is the ends' own at the ends.
    @Test func transformsBeginAndEndWhereTheyShould() throws {
        let all = try [
            "none", "rotate(100deg)", "translate(3,4) scale(-1,2)", "matrix(1,2,3,4,5,6)", "scale(0,1)", "scale(0)",
            "perspective(300) rotateY(40deg) translate3d(1,2,3)", "rotate3d(1,2,3,170deg) scale(2,3)",
            "perspective(100) rotateX(179deg)", "matrix3d(1,2,0,0, 3,4,0,0, 0,0,0,0, 5,6,7,1)",
        ].map(transform)
        for a in all {
            for b in all {
                #expect(isNear(a.mixed(with: b, 0), a), "\(a) to \(b)")
                #expect(isNear(a.mixed(with: b, 1), b), "\(a) to \(b)")
            }
        }
    }

    /// Part by part: a turn keeps its size on the way, in the plane and in space, with the eye where it is.
    @Test func transformsGoPartByPart() throws {
        let half = try transform("none").mixed(with: transform("translate(10,0) rotate(90deg) scale(3)"), 0.5)
        #expect(isNear(half, try transform("translate(5,0) rotate(45deg) scale(2)")))
        let turn = try transform("perspective(200)").mixed(with: transform("perspective(200) rotateY(120deg)"), 0.25)
        #expect(isNear(turn, try transform("perspective(200) rotateY(30deg)")))
        let axis = try transform("rotate3d(1,1,0,20deg)").mixed(with: transform("rotate3d(1,1,0,100deg)"), 0.5)
        #expect(isNear(axis, try transform("rotate3d(1,1,0,60deg)")))
        // The shorter way round, beyond the ends too.
        let back = try transform("rotate(170deg)").mixed(with: transform("rotate(-170deg)"), 2)
        #expect(isNear(back, try transform("rotate(210deg)")))
    }

    @Test func pathsGoPointByPointOrSwitch() throws {
        let (a, b) = (try path("M0 0L10 0Z"), try path("M0 10L30 20Z"))
        #expect(a.mixed(with: b, 0.5) == (try path("M0 5L20 10Z")))
        let other = try path("M0 0Q1 1 2 2")
        #expect(a.mixed(with: other, 0) == other)
        #expect(Value.none.mixed(with: other, 0) == other && other.mixed(with: .none, 0) == .none)
    }

    @Test func filtersGoByTheirArguments() throws {
        let a = try filters("blur(4) drop-shadow(0,0,2,#ff0000)")
        #expect(
            a.mixed(with: try filters("blur(8) drop-shadow(4,8,6,#0000ff)"), 0.5)
                == (try filters("blur(6) drop-shadow(2,4,4,#800080)")))
        // What is missing changes nothing: 0 for one filter, 1 for another.
        #expect(
            Value.none.mixed(with: try filters("blur(8) brightness(3)"), 0.5) == (try filters("blur(4) brightness(2)")))
        #expect(a.mixed(with: .none, 1) == (try filters("blur(0) drop-shadow(0,0,0,#ff000000)")))
        // Never below what a filter takes, though a spring leads there.
        #expect(try filters("blur(1)").mixed(with: filters("blur(0)"), 2) == (try filters("blur(0)")))
        #expect(try filters("blur(1)").mixed(with: filters("sepia(1)"), 0) == (try filters("sepia(1)")))
    }

    @Test func coloursAndLists() {
        let (red, clear) = (Value.color(Color(255, 0, 0)), Value.none)
        #expect(clear.mixed(with: red, 0.5) == .color(Color(255, 0, 0, 128)))
        #expect(red.mixed(with: .color(Color(0, 0, 255, 255)), -1) == .color(Color(255, 0, 0)))
        #expect(Value.numbers([0, 1, 2]).mixed(with: .numbers([10, 11]), 0.5) == .numbers([5, 6]))
        #expect(Value.boolean(false).mixed(with: .boolean(true), 0) == .boolean(true))
    }

    /// What is added can be taken away.
    @Test func sumsAndDifferences() throws {
        let a = try transform("rotate(30deg) scale(2)")
        let b = try transform("translate(5,6) rotate(10deg)")
        #expect(isNear(a.plus(b).minus(b).plus(.none), a.minus(.none)) == false)
        #expect(isNear(a.minus(b).plus(b), a) || isNear(b.plus(a.minus(b)), a))
        #expect(Value.rect(Rect(1, 2, 3, 4)).plus(.rect(Rect(1, 1, 1, 1))) == .rect(Rect(2, 3, 4, 5)))
        #expect(Value.color(Color(200, 0, 0)).plus(.color(Color(100, 0, 0))) == .color(Color(255, 0, 0)))
        #expect(Value.boolean(true).plus(.boolean(false)) == .boolean(false))
    }
}
