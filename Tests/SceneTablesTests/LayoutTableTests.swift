import Geometry
import SceneTables
import Schema
import TestSupport
import Testing

/// What layouts remember, and the order in which they are updated.
@Suite struct LayoutTableTests {
    @Test func aLayerAtItsSpecifiedGeometryHasNoEntry() {
        var said = SpecifiedGeometry()
        said[position: 4] = nil
        #expect(said.isEmpty)
        said[position: 4] = Point(1, 2)
        #expect(said.isLaidOut(4) && said[position: 4] == Point(1, 2) && said[size: 4] == nil && !said.isLaidOut(5))
        said[frame: 4] = SaidFrame()
        #expect(said[frame: 4] == nil, "a frame that follows nothing is none")
        var frame = SaidFrame()
        frame.across = SaidFrame.Stretch(position: 1, length: 2, base: 3)
        said[frame: 4] = frame
        said[position: 4] = nil
        #expect(!said.isLaidOut(4) && said[frame: 4] == frame)
        said[frame: 4] = nil
        #expect(said.isEmpty)
    }

    @Test func nestedLayoutsHaveHigherLevels() {
        // 1 is arranged in 0, 2 in 1; 3 is by itself.
        var rows = (0..<4).map { _ in LayerRow() }
        for at in [1, 2] {
            rows[at].parent = Slot(at - 1)
            rows[at].flags.insert(.isArranged)
        }
        var levels = LayoutLevels()
        for slot in [2, 3, 0] as [Slot] { levels.add(slot, rows) }
        #expect(levels.count == 3 && levels[0] == [3, 0] && levels[1] == [] && levels[2] == [2])
        #expect(Array(levels.all) == [3, 0, 2])
    }

    @Test func constraintsBelongToTheirSuperlayers() {
        var table = ConstraintTable()
        #expect(!table.isUsed)
        table.touch(8)
        table.doubt(3)
        #expect(table.isStale && table.takeStale().constraints == [8] && !table.isStale)
        #expect(table.move(8, to: 2) == [2] && table.home(of: 8) == 2 && table.groups[2]?.constraints == [8])
        #expect(table.move(8, to: 5) == [2, 5] && table.groups[2]?.constraints == [])
        table.set(2, ConstraintTable.Group())
        #expect(table.groups[2] == nil)
        // Its slot is freed: another object may have it.
        table.forget(8)
        #expect(table.home(of: 8) == nil && table.isStale && table.move(8, to: nil) == [5])
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func theSolvedFrameIsTheBoxOfTheBounds(_ seed: UInt64) {
        var dice = Dice(seed)
        for _ in 0..<200 {
            let (anchor, wanted) = (
                Point(dice.real(0, 1), dice.real(0, 1)),
                Rect(dice.real(-50, 50), dice.real(-50, 50), dice.real(1, 90), dice.real(1, 90))
            )
            // Up to 0.3 from the axes: every size has its bounds.
            let turn = dice.upTo(4) == 0 ? nil : Transform3D.rotationZ(dice.real(-0.1, 0.1))
            let solver = FrameSolver(bounds: Rect(3, 4, 0, 0), anchor: anchor, anchorZ: 0, transform: turn)
            let (position, bounds) = solver.solve(wanted)
            #expect(bounds.origin == Point(3, 4))
            guard bounds.width != bounds.height || turn == nil else { continue }
            let map = (turn?.affine ?? .identity).concat(
                .translation(-anchor.x * bounds.width, -anchor.y * bounds.height))
            let box = map.boundingBox(Rect(0, 0, bounds.width, bounds.height))
            for (found, meant) in [
                (box.x + position.x, wanted.x), (box.y + position.y, wanted.y), (box.width, wanted.width),
                (box.height, wanted.height),
            ] { #expect(abs(found - meant) < 1e-6) }
        }
    }

    @Test func whatIsPlacedIsSeenAFrameLater() {
        var moves = LayoutMoves()
        let layer = ObjectID(index: 7, generation: 1)
        moves.insert(3, seen: [])
        func isSeen() -> Bool { moves.place(layer, in: 3) }
        #expect(!isSeen() && moves.hasFresh)
        moves.stamp(at: 1)
        moves.see(at: 1.01) { _, _ in true }
        #expect(!isSeen(), "less than a frame")
        moves.see(at: 1.02) { _, _ in true }
        #expect(isSeen() && !moves.hasFresh)
        moves.hide(layer, in: 3)
        #expect(!isSeen())
    }

    @Test func rowsOfAListAreOnAGrid() {
        let grid = RowGrid(isVertical: true, extent: 20, pitch: 25, margins: (1, 2, 3, 4))
        #expect(grid.total(0) == 4 && grid.total(1) == 24 && grid.total(3) == 74)
        #expect(grid.frame(2, in: Size(100, 50)) == Rect(2, 51, 94, 20))
    }
}
