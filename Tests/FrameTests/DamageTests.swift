import Geometry
import Schema
import TestSupport
import Testing

@testable import Frame

@Suite struct DamageTests {
    /// Every pixel fed is in it, no two rectangles overlap, and there are few of them; it ends.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func holdsWhatItIsFed(_ seed: UInt64) {
        var chance = Dice(seed)
        var damage = Damage()
        var truth = PixelSet()
        for _ in 0..<60 {
            var rect = chance.rect(120)
            // Bars that cross: what cutting and joining could play ball with.
            if seed % 2 == 0 {
                rect.y1 = min(rect.y0 + 3, 120)
            } else if seed % 3 == 0 {
                rect.x1 = min(rect.x0 + 3, 120)
            }
            damage.add(rect)
            truth.insert(rect)
        }
        var held = PixelSet()
        for rect in damage.rects { held.insert(rect) }
        #expect(damage.rects.count <= Damage.limit)
        #expect(truth.pixels.isSubset(of: held.pixels))
        #expect(held.pixels.count == damage.area)
        for _ in 0..<200 {
            let rect = chance.rect(140)
            var asked = PixelSet()
            asked.insert(rect)
            #expect(damage.covers(rect) == asked.pixels.isSubset(of: held.pixels), "\(rect)")
        }
    }

    @Test func farRectanglesStayApart() {
        var damage = Damage()
        damage.add(PixelRect(0, 0, 10, 10))
        damage.add(PixelRect(500, 500, 510, 510))
        damage.add(.empty)
        damage.add(PixelRect(2, 2, 5, 5))
        #expect(damage.area == 200 && damage.rects.count == 2)
    }
}

@Suite struct OcclusionTests {
    /// Against pixels one by one, at a pixel a cell: exact, in nested scopes.
    @Test(arguments: 1...6 as ClosedRange<UInt64>) func equalsPixels(_ seed: UInt64) {
        var chance = Dice(seed)
        let tile = PixelRect(3, 5, 103, 95)
        var occlusion = Occlusion()
        let shown = PixelRect(10, 5, 100, 90)
        occlusion.reset(to: tile, showing: shown)
        var scopes = [PixelSet()]
        scopes[0].insert(shown)
        for _ in 0..<40 {
            let rect = chance.rect(110)
            switch Int.random(in: 0..<7, using: &chance) {
            case 0:
                occlusion.push(rect)
                var inner = PixelSet()
                inner.insert(rect)
                inner.pixels.formIntersection(scopes[scopes.count - 1].pixels)
                scopes.append(inner)
            case 1 where scopes.count > 1:
                occlusion.pop()
                scopes.removeLast()
            case 2, 3:
                let small = rect.intersection(PixelRect(rect.x0, rect.y0, rect.x0 + 30, rect.y0 + 20))
                occlusion.subtract(small)
                scopes[scopes.count - 1].remove(small)
            case 4:
                occlusion.reveal(rect)
                scopes[scopes.count - 1].insert(rect.intersection(tile))
            default: break
            }
            let top = scopes[scopes.count - 1]
            #expect(occlusion.visible(rect) == top.box(in: rect))
            #expect(occlusion.isEmpty == top.pixels.isEmpty)
        }
    }

    /// With cells of several pixels, what is seen is never lost, and a rectangle that hides all hides all.
    @Test func largeTilesAreCautious() {
        let tile = PixelRect(0, 0, 1919, 1079)
        var occlusion = Occlusion()
        occlusion.reset(to: tile, showing: tile)
        occlusion.subtract(PixelRect(1, 1, 1918, 1078))
        #expect(occlusion.visible(PixelRect(0, 500, 1, 501)) == PixelRect(0, 500, 1, 501))
        #expect(occlusion.visible(PixelRect(1918, 500, 1919, 501)) == PixelRect(1918, 500, 1919, 501))
        #expect(occlusion.visible(PixelRect(100, 100, 200, 200)).isEmpty)
        occlusion.subtract(PixelRect(-5, -5, 2000, 2000))
        #expect(occlusion.isEmpty && occlusion.visible(tile).isEmpty)
    }
}

@Suite struct SpatialIndexTests {
    /// Merging from the front to the back gives each entry that touches once, in order.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func mergesInOrder(_ seed: UInt64) {
        var chance = Dice(seed)
        let index = SpatialIndex(output: PixelRect(0, 0, 600, 600))
        var rects: [UInt64: PixelRect] = [:]
        for number in 0..<200 {
            let slot = Slot(number)
            let entry = SpatialIndex.entry(UInt32.random(in: 1...5000, using: &chance), slot)
            let rect = chance.rect(number % 7 == 0 ? 600 : 150)
            rects[entry] = rect
            index.insert(entry, rect)
            if number % 3 == 0, let gone = rects.keys.min(), let old = rects.removeValue(forKey: gone) {
                index.remove(gone, old)
            }
        }
        let asked = PixelRect(60, 60, 200, 190)
        var cursors: [SpatialIndex.Cursor] = []
        #expect(index.begin(asked, &cursors))
        var given: [UInt64] = []
        while let entry = index.next(&cursors, from: 0) { given.append(entry) }
        #expect(given == given.sorted(by: >) && Set(given).count == given.count)
        let wanted = rects.filter { $0.value.intersects(asked) }.map(\.key)
        #expect(Set(wanted).isSubset(of: Set(given)))
        #expect(Set(index.census.keys) == Set(rects.keys))
    }

    /// What nearly fills a box is painted as one; what does not, and the little, stays as it is.
    @Test func manyThatFillABoxAreOne() {
        // No two of them can be joined for themselves.
        let mill = [
            PixelRect(0, 0, 600, 200), PixelRect(600, 0, 800, 600), PixelRect(200, 600, 800, 800),
            PixelRect(0, 200, 200, 800), PixelRect(200, 200, 600, 600),
        ]
        var (dense, sparse) = (Damage(), Damage())
        for rect in mill { dense.add(rect) }
        for rect in mill { sparse.add(rect) }
        sparse.add(PixelRect(3000, 0, 3200, 200))
        let before = sparse.rects
        #expect(dense.rects.count == 5 && before.count == 6)
        dense.joinIfDense()
        sparse.joinIfDense()
        #expect(dense.rects == [PixelRect(0, 0, 800, 800)])
        #expect(sparse.rects == before)
    }
}
