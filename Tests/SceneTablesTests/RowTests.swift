import Geometry
import SceneTables
import Schema
import TestSupport
import Testing

/// What rows store, and the rare properties beside them.
@Suite struct RowTests {
    @Test func rareValuesAreSortedByTheirProperties() {
        var (extras, all) = (Extras(), [PropertyID: Double]())
        var dice = Dice(5)
        for _ in 0..<500 {
            let id = PropertyID(UInt16(dice.upTo(12)))
            let number = dice.upTo(3) == 0 ? nil : dice.real(0, 1)
            extras.set(id, number.map { .number($0) })
            all[id] = number
            #expect(extras.values.map(\.id) == all.keys.sorted())
            #expect(extras.value(id)?.number == number)
        }
        for id in all.keys { extras.set(id, nil) }
        extras.setUser("b", "2")
        extras.setUser("a", "1")
        extras.setUser("b", "3")
        #expect(extras.user.map(\.key) == ["a", "b"] && extras.user.map(\.value) == ["1", "3"] && !extras.isEmpty)
        extras.setUser("a", nil)
        extras.setUser("b", nil)
        #expect(extras.isEmpty)
    }

    @Test func freedEntriesAreUsedAgain() {
        func extras(_ number: Double) -> Extras {
            var extras = Extras()
            extras.set(PropertyID(1), .number(number))
            return extras
        }
        var table = ExtrasTable()
        #expect((0..<3).map { table.insert(extras(Double($0))) } == [0, 1, 2])
        table.remove(1)
        #expect(table[1].isEmpty && table.insert(extras(7)) == 1 && table.count == 3)
        #expect(table[0].value(PropertyID(1))?.number == 0 && table[1].value(PropertyID(1))?.number == 7)
        for index in 0..<3 as Range<Int32> { table.remove(index) }
        #expect(table.count == 0, "an empty table holds no memory")
    }

    @Test func aFrameIsPositionAndBounds() {
        var row = LayerRow()
        row.anchorPoint = Point(0.25, 1)
        #expect(row.setAll(PlainValue(.frame, SIMD4(10, 20, 40, 30))) == .geometry)
        #expect(row.position == Point(20, 50) && row.bounds == Rect(0, 0, 40, 30))
        #expect(row.setAll(PlainValue(.frame, SIMD4(10, 20, 40, 30))) == [], "an equal value is no change")
        #expect(
            row.marks
                == [RowMarks.given(.position), RowMarks.given(.bounds)].compactMap(\.self).reduce([]) { $0.union($1) })
    }

    @Test func cornersAndHintsShareAByte() {
        var row = LayerRow()
        row.hints = [.isMirrored, .resizesSublayers]
        row.maskedCorners = 0b0101
        #expect(row.hints == [.isMirrored, .resizesSublayers] && row.maskedCorners == 0b0101)
        row.hints = []
        #expect(row.maskedCorners == 0b0101)
    }

    @Test func keysOfAnObjectAreSorted() {
        var table = KeyTable()
        for key in ["m", "a", "z", "m"] { table.set(4, key, .string(key + "!")) }
        #expect(table.all(of: 4).map(\.key) == ["a", "m", "z"] && table.value(4, "m") == .string("m!"))
        #expect(table.value(4, "b") == nil && table.value(5, "a") == nil)
        for key in ["a", "m", "z"] { table.set(4, key, nil) }
        #expect(table.all(of: 4).isEmpty)
    }

    @Test func modelValuesOfAnimatedProperties() {
        var models = ModelValues()
        let (x, y) = (PropertyID(1), PropertyID(2))
        let isAnimated = models.set(9, x, .number(1))
        #expect(!isAnimated)
        models.cover(9, x, .number(1))
        models.cover(9, y, .number(2))
        #expect(models.set(9, x, .number(3)) && models.value(9, x) == .number(3) && models.value(8, x) == nil)
        let first = models.uncover(9, x)
        #expect(first?.value == .number(3) && first?.isLast == false)
        #expect(models.uncover(9, y)?.isLast == true && models.uncover(9, y) == nil && models.all(of: 9) == nil)
    }
}
