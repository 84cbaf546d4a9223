import Geometry
import TestSupport
import Testing

@testable import Pixels

@Suite struct CanvasTests {
    let tools = CanvasTools()
    let size = PixelRect(0, 0, 48, 40)

    func color(_ dice: inout Dice) -> PremultipliedColor { PremultipliedColor(pixel: dice.pixel()) }

    /// Paints one thing, of every kind in turn.
    func paint(_ kind: Int, _ canvas: borrowing Canvas, _ dice: inout Dice, _ source: Bitmap, _ mask: Bitmap) {
        let c = color(&dice)
        let mode = BlendMode(rawValue: UInt8(dice.int(0, 27))) ?? .normal
        let (x, y, w, h) = (dice.real(-9, 30), dice.real(-9, 30), dice.real(1, 40), dice.real(1, 40))
        let r = dice.real(0, min(w, h) / 2)
        let shape = CornerShape(
            topLeft: r, topRight: r / 2, bottomRight: 0, bottomLeft: r, isContinuous: dice.int(0, 1) == 1)
        let placed = PlacedMask(mask, at: PixelPoint(dice.int(-6, 12), dice.int(-6, 12)))
        let at = PixelPoint(dice.int(-9, 20), dice.int(-9, 20))
        let opacity = UInt8(dice.int(0, 255))
        switch kind % 8 {
        case 0: canvas.fill(PixelRect(covering: Rect(x, y, w, h)), c, dice.int(0, 1) == 0 ? .normal : mode)
        case 1: canvas.fill(Rect(x, y, w, h), c)
        case 2: canvas.fill(dice.path(-9, 50), .identity, rule: .evenOdd, c, dice.int(0, 1) == 0 ? .normal : mode)
        case 3: canvas.fillRoundedRect(Rect(x, y, w, h), shape, c, dice.int(0, 1) == 0 ? .normal : mode)
        case 4: canvas.composite(source, at: at, opacity: opacity, mode)
        case 5: canvas.composite(source, at: at, opacity: opacity, mask: placed, mode)
        case 6: canvas.composite(source, at: at, opacity: 255, shape: placed, mode)
        default:
            if dice.int(0, 3) == 0 {
                canvas.multiplyAlpha(placed)
            } else {
                canvas.composite(source, at: at, mask: placed)
            }
        }
    }

    @Test func aPartRepaintedIsTheWholeRepainted() throws {
        var dice = Dice(5)
        let backdrop = try noise(48, 40, &dice)
        for kind in 0..<400 {
            let source = try noise(30, 24, &dice)
            let mask = try alphaNoise(30, 28, &dice)
            let seed = dice.next()
            let whole = try copy(backdrop)
            var same = Dice(seed)
            paint(kind, Canvas(whole, tools: tools), &same, source, mask)
            let rects = (0..<Int(dice.int(1, 5))).map { _ in dice.rect(-3, 44) }
            let part = try copy(backdrop)
            same = Dice(seed)
            // A target elsewhere in device space, a clip of several parts, and tools that remember nothing.
            paint(kind, Canvas(part, clip: Region(rects), tools: CanvasTools(cornerBudget: 0)), &same, source, mask)
            let inside = Region(rects)
            var differ = 0
            for y in 0..<40 {
                for x in 0..<48 {
                    let pixel = PixelRect(Int32(x), Int32(y), Int32(x) + 1, Int32(y) + 1)
                    if part[x, y] != (inside.contains(pixel) ? whole : backdrop)[x, y] { differ += 1 }
                }
            }
            #expect(differ == 0, "kind \(kind % 8), \(kind)")
        }
    }

    @Test func roundedRectsAreTheirPaths() throws {
        var dice = Dice(6)
        for round in 0..<600 {
            let snapped = round % 3 == 0
            func place(_ v: Double) -> Double { snapped ? v.rounded() : (v * 1024).rounded() / 1024 }
            let (x, y) = (place(dice.real(-5, 10)), place(dice.real(-5, 10)))
            // Every fifth is thin: corners then share pixels with sides across.
            let h = place(dice.real(1, round % 5 == 0 ? 3 : 40))
            let w = place(dice.real(1, 45))
            let most = min(w, h) / 2
            func r(_ d: inout Dice) -> Double { [0, most, d.real(0, most)][Int(d.int(0, 2))] }
            let shape = CornerShape(
                topLeft: r(&dice), topRight: r(&dice), bottomRight: r(&dice), bottomLeft: r(&dice),
                isContinuous: round % 4 == 1)
            let (a, b) = (try Bitmap(width: 48, height: 40), try Bitmap(width: 48, height: 40))
            let c = color(&dice)
            Canvas(a, tools: tools).fillRoundedRect(Rect(x, y, w, h), shape, c)
            Canvas(b, tools: tools).fill(Path.roundedRect(Rect(x, y, w, h), shape), .identity, c)
            var differ = ""
            for v in 0..<40 { for u in 0..<48 where a[u, v] != b[u, v] { differ += " \(u),\(v)" } }
            #expect(differ.isEmpty, "\(x) \(y) \(w) \(h) \(shape):\(differ)")
        }
        #expect(tools.statistics.cornerHits > 0)
    }

    @Test func ringsAreTheirPaths() throws {
        var dice = Dice(16)
        for round in 0..<400 {
            func place(_ v: Double) -> Double { (v * 1024).rounded() / 1024 }
            let box = Rect(
                place(dice.real(-5, 10)), place(dice.real(-5, 10)), place(dice.real(6, 45)), place(dice.real(6, 40)))
            let width = place(dice.real(0.01, [2, 6, 20][round % 3]))
            let most = min(box.width, box.height) / 2.5
            func r(_ d: inout Dice) -> Double { [0, most, d.real(0, most)][Int(d.int(0, 2))] }
            let shape = CornerShape(
                topLeft: r(&dice), topRight: r(&dice), bottomRight: r(&dice), bottomLeft: r(&dice),
                isContinuous: round % 4 == 1)
            let (a, b) = (try Bitmap(width: 48, height: 40), try Bitmap(width: 48, height: 40))
            let c = color(&dice)
            let within = box.outset(-width, -width)
            Canvas(a, tools: tools).fillRing(box, shape, width: width, c)
            let hole = within.width > 0 && within.height > 0 ? Path.roundedRect(within, shape.inset(by: width)) : Path()
            Canvas(b, tools: tools).fillRing(outer: Path.roundedRect(box, shape), inner: hole, .identity, c)
            #expect(a.hasSamePixels(as: b), "\(box) \(width) \(shape)")
            let part = try Bitmap(width: 48, height: 40)
            let clip = dice.rect(0, 39)
            Canvas(part, clip: Region(clip), tools: CanvasTools(cornerBudget: 0)).fillRing(box, shape, width: width, c)
            var differ = 0
            for y in 0..<40 {
                for x in 0..<48 {
                    let isIn = clip.contains(PixelRect(Int32(x), Int32(y), Int32(x) + 1, Int32(y) + 1))
                    if part[x, y] != (isIn ? a[x, y] : 0) { differ += 1 }
                }
            }
            #expect(differ == 0, "\(box) \(width) \(shape) in \(clip)")
        }
    }

    @Test func fractionalRectsAreTheirPaths() throws {
        var dice = Dice(7)
        for _ in 0..<300 {
            let r = Rect(dice.real(-5, 40), dice.real(-5, 40), dice.real(0, 30), dice.real(0, 3))
            var path = Path()
            path.addRect(r)
            let (a, b) = (try Bitmap(width: 48, height: 40), try Bitmap(width: 48, height: 40))
            Canvas(a, tools: tools).fill(r, PremultipliedColor(.white))
            Canvas(b, tools: tools).fill(path, .identity, PremultipliedColor(.white))
            #expect(a.hasSamePixels(as: b), "\(r)")
        }
    }

    /// Our loops are pixman's to the bit: the same shape as a mask through pixman.
    @Test func solidShapesAreLikePixmans() throws {
        var dice = Dice(8)
        for _ in 0..<200 {
            let path = dice.path(-5, 50)
            let c = color(&dice)
            let a = try noise(48, 40, &dice)
            let b = try copy(a)
            Canvas(a, tools: tools).fill(path, .identity, c)
            let mask = try tools.mask(of: path, .identity, rule: .nonZero, in: size)
            let plain = try Bitmap(width: 48, height: 40)
            for y in 0..<40 { for x in 0..<48 { plain[x, y] = c.pixel } }
            Canvas(b, tools: tools).composite(plain, at: .zero, mask: PlacedMask(mask, at: .zero))
            #expect(a.hasSamePixels(as: b))
        }
    }

    @Test func abuttingShapesHaveNoSeam() throws {
        let a = try Bitmap(width: 48, height: 40)
        let canvas = Canvas(a, tools: tools)
        canvas.fill(polygon([(0, 0), (20, 0), (20, 40), (0, 40)]), .identity, PremultipliedColor(.white))
        canvas.fillRoundedRect(
            Rect(20, 0, 28, 40), CornerShape(topLeft: 0, topRight: 9, bottomRight: 0, bottomLeft: 0),
            PremultipliedColor(.white))
        for x in 0..<38 { #expect(a[x, 20] == 0xFFFF_FFFF) }
    }

    /// Threads that paint disjoint tiles of one bitmap, each with its own tools, give what one thread gives.
    @Test func threadsPaintTiles() async throws {
        let (one, many) = (try Bitmap(width: 256, height: 256), try Bitmap(width: 256, height: 256))
        @Sendable func scene(_ canvas: borrowing Canvas) {
            var dice = Dice(31)
            for k in 0..<80 {
                let c = PremultipliedColor(pixel: dice.pixel())
                let (x, y, w, h) = (dice.real(-9, 220), dice.real(-9, 220), dice.real(1, 90), dice.real(1, 90))
                let r = dice.real(0, min(w, h) / 2)
                let corners = CornerShape(
                    topLeft: r, topRight: r, bottomRight: r, bottomLeft: r, isContinuous: k % 2 == 0)
                canvas.fillRoundedRect(Rect(x, y, w, h), corners, c)
                canvas.fill(dice.path(-20, 270), .identity, rule: .evenOdd, c, k % 9 == 0 ? .multiply : .normal)
            }
        }
        scene(Canvas(one, tools: tools))
        struct Shared: @unchecked Sendable { let bitmap: Bitmap }
        let shared = Shared(bitmap: many)
        await withTaskGroup(of: Void.self) { group in
            for tile in 0..<4 {
                group.addTask {
                    let y = Int32(tile) * 64
                    scene(Canvas(shared.bitmap, clip: Region(PixelRect(0, y, 256, y + 64)), tools: CanvasTools()))
                }
            }
        }
        #expect(one.hasSamePixels(as: many))
    }

    @Test func cornersStayWithinTheirBudget() throws {
        let small = CanvasTools(cornerBudget: 4000)
        let a = try Bitmap(width: 48, height: 40)
        for i in 1..<60 {
            Canvas(a, tools: small).fillRoundedRect(
                Rect(1, 1, 46, 38),
                CornerShape(topLeft: Double(i) / 4, topRight: 3, bottomRight: 3, bottomLeft: 3),
                PremultipliedColor(.white))
            #expect(small.statistics.cornerBytes <= 4000)
        }
        #expect(small.statistics.cornerHits > 100)
    }
}
