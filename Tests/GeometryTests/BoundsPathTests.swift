import TestSupport
import Testing

@testable import Geometry

/// Paths that follow bounds.
@Suite struct BoundsPathTests {
    private func read(_ text: String) throws -> BoundsPath {
        try #require(try ByteView.with(text) { (text) throws(ValueSyntax) in try BoundsPath.read(text) }.following)
    }

    @Test func `what is plain follows nothing`() throws {
        let plain = try ByteView.with("circle(50,50,20)") { (text) throws(ValueSyntax) in try BoundsPath.read(text) }
        #expect(plain.following == nil && plain.path == .circle(Point(50, 50), radius: 20))
    }

    @Test func `what is printed is the same path in all bounds`() throws {
        let (a, b) = (try read("rect(10%,0,50%,100%)"), try read("inset(4,8)"))
        let third = a.mixed(with: b, 0.25).mixed(with: BoundsPath(.rect(Rect(1, 2, 3, 4))), 0.5)
        let again = try read(printed { third.print(to: &$0) })
        for bounds in [Rect(0, 0, 100, 100), Rect(-7, 3, 40, 90), Rect(0, 0, 0, 0)] {
            let (one, other) = (third.path(in: bounds), again.path(in: bounds))
            #expect(one.commands == other.commands)
            for (p, q) in zip(one.points, other.points) { #expect(abs(p.x - q.x) < 1e-9 && abs(p.y - q.y) < 1e-9) }
        }
    }

    @Test func `a mix of the same is one, and of many at most eight`() throws {
        var path = try read("rect(0%,0,1,1)")
        for k in 0..<100 { path = path.mixed(with: try read("rect(\(k % 2)%,0,1,1)"), 0.5) }
        #expect(printed { path.print(to: &$0) }.split(separator: "{").count == 3)
        for k in 0..<100 { path = path.mixed(with: try read("rect(\(k)%,0,1,1)"), 0.5) }
        #expect(printed { path.print(to: &$0) }.split(separator: "{").count == 9)
        let place = path.path(in: Rect(0, 0, 100, 1)).points[0].x
        #expect(abs(place - 98) < 0.5)
    }

    @Test func `beyond the range of coordinates there is no path`() throws {
        let path = try read("rect(0,0,1e30%,1)")
        #expect(path.path(in: Rect(0, 0, 1e20, 1)).isEmpty)
        #expect(!path.path(in: Rect(0, 0, 1, 1)).isEmpty)
    }
}
