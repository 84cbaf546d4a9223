import Compositor
import Geometry
import Pixels
import Rivals
import Scene

/// A scene of the benchmark: ours, and what rivals need to draw the same.
struct Bench {
    var name: String
    var scene: RivalScene
    var rects: [RivalRect] = []
    var picture: Bitmap?
    /// Layers that bytes are counted for; 0: not counted.
    var layers = 0
    /// Makes ours for so many threads; what it gives draws frame `n`.
    var make: (_ threads: Int, Bench) throws -> Ours
}

struct Ours {
    var stage: Stage
    var frame: (Int32) throws -> Void
}

extension Bench {
    static func all() throws -> [Bench] {
        var list = [cards(), mover(100), mover(10_000), mover(100_000), mover(1_000_000), allMove(), shadowGrows()]
        let picture = try Bitmap.noise(width: 2 * Int(Stage.width), height: 2 * Int(Stage.height))
        list.append(image("image, linear", RIVAL_LINEAR, .linear, turn: 0, picture))
        list.append(image("image, nearest", RIVAL_NEAREST, .nearest, turn: 0, picture))
        list.append(image("image, trilinear", RIVAL_TRILINEAR, .trilinear, turn: 0, picture))
        list.append(image("image, turned 7°", RIVAL_TURNED, .linear, turn: 7, picture))
        list.append(groups())
        return list
    }

    private static func cards() -> Bench {
        var dice = Dice(1)
        let rects = (0..<200).map { _ in
            RivalRect(
                x: dice.whole(Stage.width - 200) - 50, y: dice.whole(Stage.height - 100) - 50, width: 300, height: 200,
                color: dice.opaqueColor())
        }
        return Bench(name: "cards", scene: RIVAL_CARDS, rects: rects, layers: rects.count) { threads, bench in
            let stage = try Stage(threads: threads)
            for (i, rect) in bench.rects.enumerated() {
                let card = try stage.add("card.\(i)", rect.points, Color(rect.color))
                try stage.set(card, .cornerRadius, .number(20))
                try stage.set(card, .borderWidth, .number(5))
                try stage.set(card, .borderColor, .color(Color(0x30, 0x30, 0x40)))
                try stage.set(card, .shadowRadius, .number(5))
                try stage.set(card, .shadowOffset, .size(Size(0, 5)))
                try stage.set(card, .shadowOpacity, .number(0.5))
            }
            return Ours(stage: stage) { n in
                try stage.damageAll(n)
                stage.frame()
            }
        }
    }

    private static func mover(_ count: Int) -> Bench {
        var dice = Dice(2)
        let rects = (0..<count).map { _ in
            RivalRect(
                x: dice.whole(Stage.width - 24), y: dice.whole(Stage.height - 24), width: 24, height: 24,
                color: dice.opaqueColor())
        }
        return Bench(name: "one mover over \(count)", scene: RIVAL_MOVER, rects: rects, layers: count) {
            threads, bench in
            let stage = try Stage(threads: threads)
            for (i, rect) in bench.rects.enumerated() {
                let slot = try stage.add("n\(i)", rect.points, Color(rect.color))
                try stage.set(slot, .cornerRadius, .number(6))
            }
            let mover = try stage.add("mover", Rect(0, 40, 100, 100), Color(0x8000_0080))
            return Ours(stage: stage) { n in
                let at = Point(Double(rival_mover_x(n)) + 50, Double(rival_mover_y(n)) + 50)
                try stage.set(mover, .position, .point(at))
                stage.frame()
            }
        }
    }

    private static func allMove() -> Bench {
        var dice = Dice(3)
        let rects = (0..<2000).map { _ in
            RivalRect(
                x: dice.whole(Stage.width - 64), y: dice.whole(Stage.height - 64), width: 64, height: 64,
                color: [0x8000_0080, 0x8080_0000, 0x8000_8000, 0x8080_8000][Int(dice.whole(4))])
        }
        return Bench(name: "all move", scene: RIVAL_ALL_MOVE, rects: rects, layers: rects.count) { threads, bench in
            let stage = try Stage(threads: threads)
            let slots = try bench.rects.enumerated().map { i, rect in
                try stage.add("n\(i)", rect.points, Color(rect.color))
            }
            return Ours(stage: stage) { n in
                for (slot, rect) in zip(slots, bench.rects) {
                    let x = (rect.x + n) % (Stage.width - rect.width)
                    try stage.set(slot, .position, .point(Point(Double(x) + 32, Double(rect.y) + 32)))
                }
                stage.frame()
            }
        }
    }

    private static func shadowGrows() -> Bench {
        Bench(name: "shadow grows", scene: RIVAL_SHADOW) { threads, _ in
            let stage = try Stage(threads: threads)
            let layer = try stage.add("one", Rect(660, 340, 600, 400), Color(0x30, 0x60, 0xC0))
            try stage.set(layer, .cornerRadius, .number(20))
            try stage.set(layer, .shadowRadius, .number(20))
            try stage.set(layer, .shadowOffset, .size(Size(0, 0)))
            try stage.set(layer, .shadowOpacity, .number(0.5))
            return Ours(stage: stage) { n in
                let width = Double(rival_shadow_width(n))
                try stage.set(layer, .bounds, .rect(Rect(0, 0, width, width - 200)))
                stage.frame()
            }
        }
    }

    private static func image(
        _ name: String, _ scene: RivalScene, _ filter: ImageFilter, turn: Double, _ bitmap: Bitmap
    ) -> Bench {
        Bench(name: name, scene: scene, picture: bitmap) { threads, _ in
            let stage = try Stage(threads: threads)
            let picture = Picture(bitmap)
            guard let target = stage.output.acquire()?.bitmap else { throw BitmapError.tooLarge(bytes: 0) }
            let tools = CanvasTools()
            let (w, h) = (Double(Stage.width), Double(Stage.height))
            let map = Affine.translation(w / 2, h / 2).concat(.rotation(turn * .pi / 180))
                .concat(.translation(-w / 2, -h / 2))
            return Ours(stage: stage) { n in
                if n == 0 { stage.frame() }
                let canvas = Canvas(target, tools: tools)
                if turn != 0 { canvas.fill(target.bounds, PremultipliedColor(Stage.paper)) }
                canvas.draw(
                    picture, source: Rect(0, 0, 2 * w, 2 * h), to: Rect(0, 0, w, h), map,
                    ImageFilters(magnification: filter, minification: filter))
            }
        }
    }

    private static func groups() -> Bench {
        var dice = Dice(4)
        var rects: [RivalRect] = []
        for _ in 0..<20 {
            let (x, y) = (dice.whole(Stage.width - 490), dice.whole(Stage.height - 390))
            for _ in 0..<10 {
                rects.append(
                    RivalRect(
                        x: x + dice.whole(90), y: y + dice.whole(90), width: 400, height: 300,
                        color: dice.opaqueColor()))
            }
        }
        return Bench(name: "groups", scene: RIVAL_GROUPS, rects: rects, layers: 220) { threads, bench in
            let stage = try Stage(threads: threads)
            for g in 0..<20 {
                let group = try stage.add("g\(g)", Rect(0, 0, 1, 1), nil)
                try stage.set(group, .opacity, .number(128.0 / 255))
                for i in g * 10..<g * 10 + 10 {
                    _ = try stage.add("n\(i)", bench.rects[i].points, Color(bench.rects[i].color), in: group)
                }
            }
            return Ours(stage: stage) { n in
                try stage.damageAll(n)
                stage.frame()
            }
        }
    }
}

extension RivalRect {
    var points: Rect { Rect(Double(x), Double(y), Double(width), Double(height)) }
}

extension Bitmap {
    /// Opaque pixels with edges and slopes in them.
    static func noise(width: Int, height: Int) throws -> Bitmap {
        let bitmap = try Bitmap(width: width, height: height)
        var dice = Dice(5)
        for y in 0..<height {
            unsafe bitmap.withRow(y) { row in
                let pixels = unsafe row.bindMemory(to: UInt32.self)
                for x in 0..<width {
                    let color: UInt32 = (x / 96 + y / 96) % 2 == 0 ? 0xFF20_6080 : 0xFFE0_A040
                    unsafe pixels[x] = color ^ (UInt32(truncatingIfNeeded: dice.next()) & 0x001F_1F1F)
                }
            }
        }
        return bitmap
    }
}
