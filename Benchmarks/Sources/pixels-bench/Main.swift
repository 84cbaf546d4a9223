import Geometry
import Pixels
import RawPixman

/// What the painter costs, a line for each kind of work; beside it what pixman takes for the pixels alone.
@main enum Main {
    static let width = 1920
    static let height = 1080

    static func main() throws {
        let target = try Bitmap(width: width, height: height)
        let tools = CanvasTools()
        let scene = unsafe raw_scene(Int32(width), Int32(height))
        defer { unsafe raw_free(scene) }
        try unsafe paths(target, tools, scene)
        unsafe blocks(target, tools, scene)
        unsafe rounded(target, tools, scene)
        try pictures(target, tools)
    }

    static func paths(_ target: Bitmap, _ tools: CanvasTools, _ scene: OpaquePointer) throws {
        var dice = Dice(1)
        let slots = (0..<500).map { _ in Point(dice.real(60, 1860), dice.real(60, 1020)) }
        let raw = fastest(of: 9, slots.count) {
            for p in slots { unsafe raw_masked(scene, Int32(p.x) - 50, Int32(p.y) - 50, 100, 100) }
        }
        let blobs = slots.map { Path.blob(&dice, $0) }
        let stars = slots.map { Path.star(&dice, $0) }
        let strokes = blobs.map {
            var style = StrokeStyle()
            style.width = 8
            style.join = .round
            return $0.stroked(style)
        }
        let what = "its mask through pixman"
        for (name, list, rule) in [
            ("blob", blobs, FillRule.nonZero), ("star, even-odd", stars, .evenOdd),
            ("stroke of a blob, 8 wide", strokes, .nonZero),
        ] {
            for (kind, color) in [("opaque", Color(255, 100, 50)), ("translucent", Color(255, 100, 50, 128))] {
                guard isWanted("\(name), \(kind)") else { continue }
                let color = PremultipliedColor(color)
                let canvas = Canvas(target, tools: tools)
                let ns = fastest(list.count) { for path in list { canvas.fill(path, .identity, rule: rule, color) } }
                report("\(name), \(kind)", ns, what, raw: raw)
            }
            guard isWanted("\(name), coverage") else { continue }
            let ns = try fastest(list.count) {
                for (path, p) in zip(list, slots) {
                    let box = PixelRect(Int32(p.x) - 58, Int32(p.y) - 58, Int32(p.x) + 59, Int32(p.y) + 59)
                    _ = try tools.mask(of: path, .identity, rule: rule, in: box)
                }
            }
            report("\(name), coverage", ns, what, raw: raw)
        }
        guard isWanted("outline") else { return }
        let ns = try fastest(blobs.count) {
            var style = StrokeStyle()
            style.width = 8
            style.join = .round
            for path in blobs where path.stroked(style).isEmpty { throw BitmapError.tooLarge(bytes: 0) }
        }
        report("outline of a blob's stroke, 8 wide", ns)
    }

    static func blocks(_ target: Bitmap, _ tools: CanvasTools, _ scene: OpaquePointer) {
        let canvas = Canvas(target, tools: tools)
        for (w, h) in [(1800, 1000), (64, 64), (8, 8)] {
            guard isWanted("rectangle \(w)×\(h)") else { continue }
            let n = max(4, 4_000_000 / (w * h) / 8)
            let rect = PixelRect(7, 5, 7 + Int32(w), 5 + Int32(h))
            let opaque = PremultipliedColor(Color(255, 0, 0))
            let translucent = PremultipliedColor(Color(255, 0, 0, 128))
            let ours = fastest(n) { for _ in 0..<n { canvas.fill(rect, opaque) } }
            let fill = fastest(of: 9, n) { for _ in 0..<n { unsafe raw_fill(scene, 7, 5, Int32(w), Int32(h)) } }
            report("rectangle \(w)×\(h), opaque", ours, "pixman_fill", raw: fill)
            let mixed = fastest(n) { for _ in 0..<n { canvas.fill(rect, translucent) } }
            let over = fastest(of: 9, n) { for _ in 0..<n { unsafe raw_over(scene, 7, 5, Int32(w), Int32(h)) } }
            report("rectangle \(w)×\(h), translucent", mixed, "pixman's OVER", raw: over)
        }
    }

    static func rounded(_ target: Bitmap, _ tools: CanvasTools, _ scene: OpaquePointer) {
        let canvas = Canvas(target, tools: tools)
        let color = PremultipliedColor(Color(255, 230, 50))
        let n = 500
        func corners(_ r: Double, _ isContinuous: Bool) -> CornerShape {
            CornerShape(topLeft: r, topRight: r, bottomRight: r, bottomLeft: r, isContinuous: isContinuous)
        }
        let raw = fastest(of: 9, n) { for i in 0..<n { unsafe raw_masked(scene, Int32(i), 20, 300, 200) } }
        for (name, rect, shape) in [
            ("rounded 300×200, circular 20", Rect(10, 20, 300, 200), corners(20, false)),
            ("rounded 300×200, continuous 20", Rect(10, 20, 300, 200), corners(20, true)),
            ("pill 300×200, circular", Rect(10, 20, 300, 200), corners(100, false)),
            ("pill 300×200, continuous", Rect(10, 20, 300, 200), corners(100, true)),
            ("pill 120×41, continuous", Rect(10, 20, 120, 41), corners(20.5, true)),
        ] {
            guard isWanted(name) else { continue }
            let ns = fastest(n) {
                for i in 0..<n {
                    canvas.fillRoundedRect(Rect(rect.x + Double(i), rect.y, rect.width, rect.height), shape, color)
                }
            }
            report(name, ns, "a 300×200 mask through pixman", raw: raw)
        }
        guard isWanted("border") else { return }
        let ns = fastest(n) {
            for i in 0..<n {
                canvas.fillRing(Rect(10 + Double(i), 20, 300, 200), corners(20, false), width: 5, color)
            }
        }
        report("border 300×200, circular 20, 5 wide", ns, "a 300×200 mask through pixman", raw: raw)
    }

    /// A 1080p picture of what was drawn so far, and one of flat cards.
    static func pictures(_ target: Bitmap, _ tools: CanvasTools) throws {
        let cards = try Bitmap(width: width, height: height)
        var dice = Dice(3)
        let canvas = Canvas(cards, tools: tools)
        canvas.fill(PixelRect(0, 0, Int32(width), Int32(height)), PremultipliedColor(Color(242, 242, 247)))
        for _ in 0..<60 {
            canvas.fillRoundedRect(
                Rect(dice.real(0, 1700), dice.real(0, 900), 300, 200),
                CornerShape(topLeft: 20, topRight: 20, bottomRight: 20, bottomLeft: 20, isContinuous: true),
                PremultipliedColor(
                    Color(UInt8(dice.real(0, 255)), UInt8(dice.real(0, 255)), UInt8(dice.real(0, 255)), 204)))
        }
        for (name, bitmap) in [("shapes", target), ("cards", cards)] {
            guard isWanted("PNG") else { continue }
            var bytes = 0
            let ns = try fastest(of: 3, 1) { bytes = try PictureEncoder.encode(bitmap, as: .png).count }
            report("PNG 1920×1080, \(name), \(bytes / 1024) KiB", ns)
        }
    }
}
