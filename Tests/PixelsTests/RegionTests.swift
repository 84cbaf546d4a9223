import Geometry
import TestSupport
import Testing

@testable import Pixels

@Suite struct RegionTests {
    /// A set of pixels the dumb way.
    func pixels(_ region: borrowing Region) -> Set<Int> {
        var set = Set<Int>()
        region.forEach { r in for y in r.y0..<r.y1 { for x in r.x0..<r.x1 { set.insert(Int(y) * 100 + Int(x)) } } }
        return set
    }

    @Test func operationsAreThoseOfSets() {
        var dice = Dice(9)
        for _ in 0..<100 {
            let rects = (0..<4).map { _ in dice.rect(0, 20) } + [.empty]
            let a = Region(rects)
            let b = Region([dice.rect(0, 20), dice.rect(0, 20)])
            let (p, q) = (pixels(a), pixels(b))
            #expect(p == rects.reduce(into: Set()) { $0.formUnion(pixels(Region($1))) })
            let area = a.area
            #expect(area == p.count)
            var c = a.copy()
            c.formUnion(b)
            #expect(pixels(c) == p.union(q))
            c = a.copy()
            c.formIntersection(b)
            #expect(pixels(c) == p.intersection(q))
            c = a.copy()
            c.subtract(b)
            #expect(pixels(c) == p.subtracting(q))
            let isSame = c == a
            #expect(isSame == (pixels(c) == p))
            let r = dice.rect(0, 20)
            let s = pixels(Region(r))
            let (contains, meets) = (a.contains(r), a.intersects(r))
            #expect(contains == s.isSubset(of: p))
            #expect(meets == !s.isDisjoint(with: p))
            c.formUnion(a)
            c.translate(3, -4)
            let (moved, still) = (c.extents, a.extents)
            #expect(moved == still.offset(3, -4))
        }
    }

    @Test func nothingIsEmpty() {
        var r = Region()
        let facts = (r.isEmpty, r.extents, r.area, r.contains(.empty))
        #expect(facts == (true, .empty, 0, true))
        let flat = Region(PixelRect(3, 3, 3, 9))
        let none = Region([])
        #expect(pixels(flat).isEmpty && pixels(none).isEmpty)
        r.formUnion(PixelRect(1, 1, 2, 2))
        r.subtract(PixelRect(0, 0, 9, 9))
        let isGone = r.isEmpty
        #expect(isGone)
        r.formUnion(PixelRect(1, 1, 2, 2))
        r.clear()
        let empty = Region()
        let isEmpty = r == empty
        #expect(isEmpty)
    }
}
