import Geometry
import RowLoops
import TestSupport
import Testing

@testable import Pixels

/// Lines and paths on cells: every version of the loops, held to the plain one cell by cell and bit by bit.
@Suite struct RowLoopsLineTests {
    private static let others = Array(1..<max(1, scrim_row_loops_count()))

    @unsafe private static func version(_ index: Int) -> scrim_row_loops {
        guard let loops = unsafe scrim_row_loops_at(index) else { fatalError("no version \(index)") }
        return unsafe loops.pointee
    }

    /// Cells and bits of a window after `add`.
    private func window(
        _ index: Int, _ width: Int, _ height: Int, _ add: (scrim_row_loops, inout scrim_cells) -> Void
    ) -> ([Int32], [UInt64]) {
        let stride = (width + 4) & ~3
        let words = (stride / 4 + 63) / 64
        var cells = [Int32](repeating: 0, count: stride * height)
        var touched = [UInt64](repeating: 0, count: words * height)
        unsafe cells.withUnsafeMutableBufferPointer { cells in
            unsafe touched.withUnsafeMutableBufferPointer { touched in
                guard let first = cells.baseAddress, let bits = touched.baseAddress else { return }
                var window = unsafe scrim_cells(
                    cells: first, touched: bits, stride: stride, words: words, width: width, height: height, first: 0)
                unsafe add(Self.version(index), &window)
            }
        }
        return (cells, touched)
    }

    /// A coordinate: mostly within the window, sometimes on an edge of a pixel or far beyond.
    private func coordinate(_ dice: inout Dice, _ size: Int, near: Int32?) -> Int32 {
        if let near { return near + dice.int(-5000, 5000) }
        switch dice.int(0, 9) {
        case 0: return dice.int(-2, Int32(size) + 2) << 10
        case 1: return dice.int(-1 << 27, 1 << 27)
        case 2: return dice.int(-3000, Int32(size) << 10 + 3000)
        default: return dice.int(0, Int32(size) << 10)
        }
    }

    @Test(arguments: others) func lines(_ index: Int) {
        var dice = Dice(UInt64(110 + index))
        for round in 0..<1500 {
            let (width, height) = (Int(dice.int(1, round % 5 == 0 ? 700 : 60)), Int(dice.int(1, 40)))
            var places: [scrim_place] = []
            for i in 0...Int(dice.int(0, 40)) {
                // Long lines, and many short ones, as curves have.
                let near = round % 2 == 0 && i > 0 && places[i - 1].y != Int32.min ? places[i - 1] : nil
                var place = scrim_place(
                    x: coordinate(&dice, width, near: near?.x), y: coordinate(&dice, height, near: near?.y))
                if dice.int(0, 12) == 0 { place.y = Int32.min }
                if i > 0, dice.int(0, 12) == 0 { place.x = places[i - 1].x }
                places.append(place)
            }
            let direction = dice.pick([1, -1])
            // From each place to the next, or in pairs.
            let step = round % 3 == 0 ? 2 : 1
            let results = [0, index].map { index in
                unsafe window(index, width, height) { loops, window in
                    unsafe loops.lines(&window, places, (places.count - 1) / step, step, Int32(direction))
                }
            }
            #expect(results[0] == results[1], "round \(round)")
        }
    }

    /// A path of any commands; by hand, so that it need not be normal.
    private func path(_ dice: inout Dice, _ reach: Double) -> Path {
        var path = Path()
        for _ in 0..<dice.int(0, 30) {
            let command = dice.pick([.move, .line, .line, .quad, .cubic, .cubic, .close] as [Path.Command])
            path.commands.append(command)
            for _ in 0..<command.pointCount {
                path.points.append(Point(dice.real(-0.2 * reach, reach), dice.real(-0.2 * reach, reach)))
            }
        }
        return path
    }

    @Test(arguments: others) func paths(_ index: Int) {
        var dice = Dice(UInt64(120 + index))
        for round in 0..<1000 {
            let (width, height) = (Int(dice.int(1, 300)), Int(dice.int(1, 60)))
            let path = path(&dice, dice.pick([20, 100, 3000]))
            let map = scrim_map(
                a: dice.real(-2, 2), b: dice.real(-1, 1), c: dice.real(-1, 1), d: dice.real(-2, 2), tx: 3, ty: 5)
            // Every tenth path has a point that is too far away, or none.
            var points = path.points
            if round % 10 == 0, !points.isEmpty {
                points[dice.upTo(points.count)].y = dice.pick([1e6, -.infinity, .nan])
            }
            let origin = scrim_place(x: dice.int(-9, 9) << 10, y: dice.int(-9, 9) << 10)
            let results = [0, index].map { index in
                var places = [scrim_place](repeating: scrim_place(), count: points.count)
                var box = [scrim_place](repeating: scrim_place(), count: 2)
                let numbers = points.flatMap { [$0.x, $0.y] }
                var isNear = false
                let sums = unsafe window(index, width, height) { loops, window in
                    var map = map
                    isNear = unsafe loops.place(&places, numbers, points.count, &map, &box) != 0
                    if !isNear { return }
                    let commands = path.commands.map(\.rawValue)
                    unsafe loops.outline(&window, origin, commands, commands.count, places, places.count, 1)
                }
                let found = isNear ? (places + box).map { [$0.x, $0.y] } : []
                return (isNear, found, sums.0, sums.1)
            }
            #expect(results[0] == results[1], "round \(round)")
        }
    }

    /// A command is one byte, its number: paths give theirs to the loops as they are.
    @Test func commandsAreBytes() {
        let commands: [Path.Command] = [.move, .line, .quad, .cubic, .close]
        let bytes = unsafe commands.withUnsafeBytes { unsafe Array($0) }
        #expect(bytes == commands.map(\.rawValue))
        #expect(
            bytes.map(UInt32.init) == [SCRIM_MOVE, SCRIM_LINE, SCRIM_QUAD, SCRIM_CUBIC, SCRIM_CLOSE].map(\.rawValue))
    }

    /// A subpath far away, of no area, takes a path the long way round; its coverage stays what it was.
    @Test func nearAndFarPathsAreAlike() throws {
        let tools = CanvasTools()
        var dice = Dice(130)
        for round in 0..<400 {
            let near = path(&dice, dice.pick([20, 60, 300]))
            // Commands of a path by hand before its first move begin it.
            guard near.commands.first == .move else { continue }
            var far = near
            far.move(to: Point(1e6, dice.pick([10, 1e7, .infinity])))
            let rect = PixelRect(dice.int(-9, 9), dice.int(-9, 9), 60, 50)
            let (rule, map) = (dice.pick([FillRule.nonZero, .evenOdd]), Affine(1, 0.2, -0.3, 1, dice.real(0, 9), 0.5))
            let masks = try [near, far].map { path in
                let mask = try tools.mask(of: path, map, rule: rule, in: rect)
                return (0..<mask.height).map { y in (0..<mask.width).map { mask[$0, y] } }
            }
            #expect(masks[0] == masks[1], "round \(round)")
        }
    }
}
