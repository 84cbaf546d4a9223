import RowLoops
import TestSupport
import Testing

/// Every version of the loops that this processor can run, held to the plain one byte for byte: random rows of all
/// lengths, beginning anywhere.
@Suite struct RowLoopsTests {
    private static let room = 256
    static let others = Array(1..<max(1, scrim_row_loops_count()))

    @unsafe private static func version(_ index: Int) -> scrim_row_loops {
        guard let loops = unsafe scrim_row_loops_at(index) else { fatalError("no version \(index)") }
        return unsafe loops.pointee
    }

    /// Pixels of all kinds; in long runs of one kind when `isCalm`, so that loops take their shortcuts.
    private func pixels(_ dice: inout Dice, _ count: Int, isCalm: Bool) -> [UInt32] {
        var alpha: UInt32 = 255
        return (0..<count).map { i in
            if !isCalm || i % 40 == 0 { alpha = [0, 255, UInt32(dice.int(0, 255))][Int(dice.int(0, 2))] }
            return dice.pixel(alpha: alpha)
        }
    }

    private func coverage(_ dice: inout Dice, isCalm: Bool) -> [UInt8] {
        var value: UInt8 = 0
        return (0..<Self.room).map { i in
            if !isCalm || i % 40 == 0 { value = [0, 255, UInt8(dice.int(0, 255))][Int(dice.int(0, 2))] }
            return value
        }
    }

    /// Both versions on the same memory, which is equal after.
    private func compare(
        _ name: String, _ to: [UInt32], _ run: (scrim_row_loops, UnsafeMutablePointer<UInt32>) -> Void, _ index: Int
    ) {
        var (a, b) = (to, to)
        unsafe a.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { unsafe run(Self.version(0), base) } }
        unsafe b.withUnsafeMutableBufferPointer {
            if let base = $0.baseAddress { unsafe run(Self.version(index), base) }
        }
        #expect(a == b, "\(name)")
    }

    /// The same with pixels that begin on a cache line.
    private func compareOnLines(
        _ name: String, _ to: [UInt32], _ run: (scrim_row_loops, UnsafeMutablePointer<UInt32>) -> Void, _ index: Int
    ) {
        let results = [0, index].map { version in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * to.count, alignment: 64)
            defer { unsafe memory.deallocate() }
            let pixels = unsafe memory.initializeMemory(as: UInt32.self, from: to, count: to.count)
            unsafe run(Self.version(version), pixels)
            return unsafe Array(UnsafeBufferPointer(start: pixels, count: to.count))
        }
        #expect(results[0] == results[1], "\(name)")
    }

    @Test(arguments: others) func colorsAndLayers(_ index: Int) {
        var dice = Dice(UInt64(40 + index))
        for round in 0..<1200 {
            let isCalm = round % 2 == 0
            let (count, shift, start) = (round % 201, Int(dice.int(0, 5)), Int(dice.int(0, 17)))
            let to = pixels(&dice, Self.room, isCalm: isCalm)
            let from = pixels(&dice, Self.room, isCalm: isCalm)
            let mask = coverage(&dice, isCalm: round % 3 != 0)
            let pixel = dice.pixel()
            let factor = dice.pick([0, 1, 128, 254, 255, UInt32(dice.int(0, 255))])
            unsafe from.withUnsafeBufferPointer { from in
                unsafe mask.withUnsafeBufferPointer { mask in
                    guard let from = from.baseAddress, let mask = mask.baseAddress else { return }
                    let (f, m) = unsafe (from + start, mask + 17 - start)
                    unsafe compare("fill", to, { unsafe $0.fill($1 + shift, count, pixel) }, index)
                    unsafe compare("over", to, { unsafe $0.over($1 + shift, count, pixel) }, index)
                    let (width, height, stride) = (count % 21, count / 21, 24 * 4)
                    unsafe compare(
                        "fill_rows", to, { unsafe $0.fill_rows($1 + shift, stride, width, height, pixel) }, index)
                    unsafe compare(
                        "over_rows", to, { unsafe $0.over_rows($1 + shift, stride, width, height, pixel) }, index)
                    unsafe compare("cover", to, { unsafe $0.cover($1 + shift, m, count, pixel) }, index)
                    unsafe compare(
                        "cover_rows", to,
                        { unsafe $0.cover_rows($1 + shift, stride, m, 19, width, height, pixel) }, index)
                    unsafe compare("layer", to, { unsafe $0.layer($1 + shift, f, count, factor) }, index)
                    unsafe compare(
                        "layer_covered", to, { unsafe $0.layer_covered($1 + shift, f, m, count, factor) }, index)
                    for mode in Int32(SCRIM_MULTIPLY.rawValue)...Int32(SCRIM_EXCLUSION.rawValue) {
                        unsafe compare("blend \(mode)", to, { unsafe $0.blend($1 + shift, f, count, mode) }, index)
                    }
                    unsafe compare("choose", to, { unsafe $0.choose($1 + shift, f, m, count) }, index)
                }
            }
        }
    }

    /// Large rectangles may go another way than rows.
    @Test(arguments: others) func rectangles(_ index: Int) {
        var dice = Dice(UInt64(45 + index))
        for alpha in UInt32(0)...255 {
            let to = pixels(&dice, 84 * 72, isCalm: alpha % 2 == 0)
            let (shift, width) = (Int(dice.int(0, 17)), Int(dice.int(26, 60)))
            let pixel = dice.pixel(alpha: alpha)
            unsafe compare("over_rows", to, { unsafe $0.over_rows($1 + shift, 84 * 4, width, 40, pixel) }, index)
            // On cache lines; also in a single one.
            let (onLines, height) = alpha % 3 == 0 ? (15, 69) : (width, 40)
            let start = alpha % 3 == 0 ? Int(dice.int(0, 1)) : shift
            unsafe compareOnLines(
                "over_rows on lines", to, { unsafe $0.over_rows($1 + start, 80 * 4, onLines, height, pixel) }, index)
        }
    }

    @Test(arguments: others) func samples(_ index: Int) {
        var dice = Dice(UInt64(50 + index))
        let side = 512
        let texels = pixels(&dice, side * 8, isCalm: false)
        let to = [UInt32](repeating: 7, count: Self.room)
        for round in 0..<800 {
            let (count, shift) = (round % 201, Int(dice.int(0, 5)))
            // Within the rows from either end.
            let step = Int64.random(in: -(2 << 32)...(2 << 32), using: &dice)
            let first = step < 0 ? Int64(side - 2) << 32 : 0
            let at = first + Int64(dice.int(0, .max))
            let reach = step == 0 ? count : min(count, Int((Int64(side - 3) << 32) / abs(step)))
            let down = UInt32(dice.int(0, 255))
            let sample = scrim_sample(u: Int64(dice.int(0, .max)), v: Int64(dice.int(0, .max)))
            let turn = scrim_sample(
                u: Int64.random(in: 0..<(2 << 32), using: &dice), v: Int64.random(in: 0..<(6 << 32) / 201, using: &dice)
            )
            unsafe texels.withUnsafeBufferPointer { texels in
                guard let top = texels.baseAddress else { return }
                let bottom = unsafe top + side
                unsafe compare(
                    "scaled", to, { unsafe $0.scaled($1 + shift, top, bottom, reach, at, step, down) }, index)
                unsafe compare("seconds", to, { unsafe $0.seconds($1 + shift, top + shift, count) }, index)
                unsafe compare("halved", to, { unsafe $0.halved($1 + shift, top + shift, bottom, count) }, index)
                let base = unsafe UnsafeRawPointer(top).assumingMemoryBound(to: UInt8.self)
                unsafe compare("turned", to, { unsafe $0.turned($1, base, side * 4, count, sample, turn, 64) }, index)
            }
        }
    }

    @Test(arguments: others) func sums(_ index: Int) {
        var dice = Dice(UInt64(60 + index))
        for round in 0..<800 {
            let count = (round % 201) & ~3
            // Of shapes, and of anything.
            let most: Int32 = round % 3 == 0 ? .max : 3_000_000
            let cells = (0..<Self.room).map { _ in UInt32(bitPattern: dice.int(-most, most)) }
            let (sum, rule) = (dice.int(-most, most), dice.int(0, 1))
            var sums: [Int32] = []
            var bytes: [[UInt8]] = []
            unsafe compare(
                "sweep", cells,
                { loops, cells in
                    var out = [UInt8](repeating: 9, count: Self.room)
                    unsafe cells.withMemoryRebound(to: Int32.self, capacity: Self.room) { cells in
                        unsafe out.withUnsafeMutableBufferPointer { out in
                            guard let out = out.baseAddress else { return }
                            sums.append(unsafe loops.sweep(cells, out, count, sum, rule))
                        }
                    }
                    bytes.append(out)
                }, index)
            #expect(sums[0] == sums[1] && bytes[0] == bytes[1])
        }
    }

    /// Rows of runs, solid ones and those with a coverage for each pixel.
    @Test(arguments: others) func runs(_ index: Int) {
        var dice = Dice(UInt64(80 + index))
        let (stride, height) = (80, 3)
        for round in 0..<600 {
            let to = pixels(&dice, Self.room, isCalm: round % 2 == 0)
            let values = coverage(&dice, isCalm: round % 3 != 0)
            let pixel = dice.pixel(alpha: round % 2 == 0 ? 255 : UInt32(dice.int(0, 255)))
            var runs: [scrim_run] = []
            var rows: [UInt32] = [0]
            for _ in 0..<height {
                var x = dice.int(0, 9)
                while x < 70 {
                    let end = min(x + dice.int(1, 50), 78)
                    let value = dice.int(0, 2) == 0 ? UInt32(dice.int(0, 255)) : SCRIM_EACH + UInt32(dice.int(0, 150))
                    runs.append(scrim_run(from: Int16(x), to: Int16(end), value: value))
                    x = end + dice.int(0, 9)
                }
                rows.append(UInt32(runs.count))
            }
            unsafe compare(
                "runs", to,
                { loops, to in unsafe loops.runs(to, stride * 4, runs, rows, height, values, pixel) }, index)
        }
    }

    /// Windows of cells: what a sweep and a mask give, and nothing is left in them.
    @Test(arguments: others + [0]) func windows(_ index: Int) {
        var dice = Dice(UInt64(90 + index))
        for round in 0..<800 {
            // Narrow ones, and some with bits in two words.
            let isWide = round % 4 == 3
            let (stride, words, height, line) = isWide ? (340, 2, 2, 350) : (68, 1, 3, 72)
            let to = (0..<3).flatMap { _ in pixels(&dice, Self.room, isCalm: round % 2 == 0) }
            let pixel = dice.pixel(alpha: round % 2 == 0 ? 255 : UInt32(dice.int(0, 255)))
            let (rule, width) = (dice.int(0, 1), Int(dice.int(1, Int32(stride) - 1)))
            let most: Int32 = round % 3 == 0 ? .max : 3_000_000
            var cells = [Int32](repeating: 0, count: stride * height)
            var touched = [UInt64](repeating: 0, count: words * height)
            let rarity = dice.pick([1, 2, 20])
            for group in 0..<cells.count / 4 where dice.upTo(rarity + 1) == 0 {
                let (row, bit) = (group / (stride / 4), group % (stride / 4))
                touched[row * words + bit / 64] |= 1 << UInt64(bit % 64)
                for k in 0..<4 {
                    cells[group * 4 + k] = round % 4 == 1 ? dice.int(-1, 1) << 21 : dice.int(-most, most)
                }
            }
            let clean = (cells.map { _ in Int32(0) }, touched.map { _ in UInt64(0) })
            var expected = to
            unsafe expected.withUnsafeMutableBufferPointer { to in
                guard let base = to.baseAddress else { return }
                for y in 0..<height {
                    var row = Array(cells[y * stride..<(y + 1) * stride])
                    var values = [UInt8](repeating: 0, count: stride)
                    _ = unsafe Self.version(0).sweep(&row, &values, stride, 0, rule)
                    unsafe Self.version(0).cover(base + 5 + y * line, values, width, pixel)
                }
            }
            var painted = to
            unsafe painted.withUnsafeMutableBufferPointer { to in
                unsafe cells.withUnsafeMutableBufferPointer { cells in
                    unsafe touched.withUnsafeMutableBufferPointer { touched in
                        guard let base = to.baseAddress, let first = cells.baseAddress, let bits = touched.baseAddress
                        else { return }
                        var window = unsafe scrim_cells(
                            cells: first, touched: bits, stride: stride, words: words, width: width, height: height,
                            first: 0)
                        unsafe Self.version(index).cells(base + 5, line * 4, &window, pixel, rule)
                    }
                }
            }
            #expect(painted == expected)
            #expect(cells == clean.0 && touched == clean.1)
        }
    }

    /// Windows that begin on a cache line of pixels, some columns before what is painted.
    @Test(arguments: others + [0]) func windowsOnLines(_ index: Int) {
        var dice = Dice(UInt64(95 + index))
        for round in 0..<600 {
            let width = Int(dice.int(1, 240))
            let (stride, height, line) = ((width + 16) & ~15, 7, 256)
            let first = min(width - 1, Int(dice.int(0, 15)))
            let to = pixels(&dice, line * height, isCalm: round % 2 == 0)
            let pixel = dice.pixel(alpha: round % 2 == 0 ? 255 : UInt32(dice.int(0, 255)))
            let rule = dice.int(0, 1)
            var sums = [Int32](repeating: 0, count: stride * height)
            var groups = [UInt64](repeating: 0, count: height)
            let rarity = dice.pick([1, 2, 20])
            for group in 0..<sums.count / 4 where dice.upTo(rarity + 1) == 0 {
                let (row, bit) = (group / (stride / 4), group % (stride / 4))
                groups[row] |= 1 << UInt64(bit)
                for k in 0..<4 {
                    sums[group * 4 + k] = round % 4 == 1 ? dice.int(-1, 1) << 21 : dice.int(-3_000_000, 3_000_000)
                }
            }
            var expected = to
            for y in 0..<height {
                var row = Array(sums[y * stride..<(y + 1) * stride])
                var values = [UInt8](repeating: 0, count: stride)
                _ = unsafe Self.version(0).sweep(&row, &values, stride, 0, rule)
                for x in 0..<first { values[x] = 0 }
                unsafe expected.withUnsafeMutableBufferPointer { to in
                    guard let base = to.baseAddress else { return }
                    unsafe Self.version(0).cover(base + y * line, values, width, pixel)
                }
            }
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * (to.count + sums.count), alignment: 64)
            defer { unsafe memory.deallocate() }
            let painted = unsafe memory.initializeMemory(as: UInt32.self, from: to, count: to.count)
            let cells = unsafe (memory + 4 * to.count).initializeMemory(as: Int32.self, from: sums, count: sums.count)
            unsafe groups.withUnsafeMutableBufferPointer { groups in
                guard let touched = groups.baseAddress else { return }
                var window = unsafe scrim_cells(
                    cells: cells, touched: touched, stride: stride, words: 1, width: width, height: height, first: first
                )
                unsafe Self.version(index).cells(painted, line * 4, &window, pixel, rule)
            }
            #expect(unsafe Array(UnsafeBufferPointer(start: painted, count: to.count)) == expected, "round \(round)")
            #expect(unsafe UnsafeBufferPointer(start: cells, count: sums.count).allSatisfy { $0 == 0 })
            #expect(groups.allSatisfy { $0 == 0 })
        }
    }

    @Test(arguments: others) func films(_ index: Int) {
        var dice = Dice(UInt64(70 + index))
        for count in 0...200 {
            let from = pixels(&dice, Self.room, isCalm: false)
            let films = [0, index].map { index in
                let loops = unsafe Self.version(index)
                var out = [UInt8](repeating: 9, count: 3 * Self.room)
                unsafe out.withUnsafeMutableBufferPointer { out in
                    unsafe from.withUnsafeBufferPointer { from in
                        guard let y = out.baseAddress, let from = from.baseAddress else { return }
                        unsafe loops.y4m(y + 1, y + Self.room, y + 2 * Self.room + 3, from + 5, count)
                    }
                }
                return out
            }
            #expect(films[0] == films[1])
        }
    }
}
