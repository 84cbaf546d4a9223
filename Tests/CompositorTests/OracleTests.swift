import Compositor
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// A layer for the dumb painter: a rectangle by numbers, in its parent's coordinates; whole pixels unless a test says so.
struct Slab {
    var frame: Rect
    var color: Color?
    var border = 0.0
    var borderColor = Color.black
    var opacity = 1.0
    var isGroup = true
    var mode = BlendMode.normal
    var clips = false
    var radius = 0.0
    var z = 0.0
    var isFlipped = false
    var isHidden = false
    var mask: Int?
    var children: [Slab] = []
}

/// Paints slabs pixel by pixel in `Double`, as pixels.md reads: no lists, no damage, no bytes, no clever order.
struct DumbPainter {
    struct Pixel {
        var r = 0.0
        var g = 0.0
        var b = 0.0
        var a = 0.0

        static func * (p: Pixel, k: Double) -> Pixel { Pixel(r: p.r * k, g: p.g * k, b: p.b * k, a: p.a * k) }
        static func + (p: Pixel, q: Pixel) -> Pixel { Pixel(r: p.r + q.r, g: p.g + q.g, b: p.b + q.b, a: p.a + q.a) }

        init(r: Double = 0, g: Double = 0, b: Double = 0, a: Double = 0) {
            (self.r, self.g, self.b, self.a) = (r, g, b, a)
        }
        init(_ c: Color) {
            let pixel = PremultipliedColor(c).pixel
            func channel(_ shift: UInt32) -> Double { Double(pixel >> shift & 255) / 255 }
            self.init(r: channel(16), g: channel(8), b: channel(0), a: channel(24))
        }
    }

    /// A layer's coordinates: where its origin is in pixels, and which way y goes.
    struct Place {
        var x = 0.0
        var y = 0.0
        var scale = 1.0
        var up = 1.0
    }

    let masks: [Slab]

    /// What of pixel (x, y) a rectangle covers.
    static func cover(_ r: Rect, _ at: Place, _ x: Int, _ y: Int) -> Double {
        if r.width <= 0 || r.height <= 0 { return 0 }
        let (x0, x1) = (at.x + r.minX * at.scale, at.x + r.maxX * at.scale)
        let (ya, yb) = (at.y + at.up * r.minY * at.scale, at.y + at.up * r.maxY * at.scale)
        let w = min(x1, Double(x + 1)) - max(x0, Double(x))
        let h = min(max(ya, yb), Double(y + 1)) - max(min(ya, yb), Double(y))
        return max(0, w) * max(0, h)
    }

    /// The rounded rectangle's coverage by 16 × 16 samples.
    static func cover(_ r: Rect, _ radius: Double, _ at: Place, _ x: Int, _ y: Int) -> Double {
        let radius = min(radius, r.width / 2, r.height / 2)
        if radius <= 0 { return cover(r, at, x, y) }
        var count = 0
        for i in 0..<16 {
            for j in 0..<16 {
                let px = (Double(x) + (Double(i) + 0.5) / 16 - at.x) / at.scale - r.minX
                let py = at.up * (Double(y) + (Double(j) + 0.5) / 16 - at.y) / at.scale - r.minY
                guard px >= 0, py >= 0, px <= r.width, py <= r.height else { continue }
                let dx = max(0, radius - min(px, r.width - px))
                let dy = max(0, radius - min(py, r.height - py))
                if dx * dx + dy * dy <= radius * radius { count += 1 }
            }
        }
        return Double(count) / 256
    }

    static func mix(_ s: Pixel, _ d: Pixel, _ mode: BlendMode) -> Pixel {
        func duff(_ fs: Double, _ fd: Double) -> Pixel { s * fs + d * fd }
        func separable(_ f: (_ s: Double, _ d: Double) -> Double) -> Pixel {
            func channel(_ sc: Double, _ dc: Double) -> Double {
                let (cs, cd) = (s.a > 0 ? sc / s.a : 0, d.a > 0 ? dc / d.a : 0)
                return sc * (1 - d.a) + dc * (1 - s.a) + s.a * d.a * f(cs, cd)
            }
            return Pixel(r: channel(s.r, d.r), g: channel(s.g, d.g), b: channel(s.b, d.b), a: s.a + d.a * (1 - s.a))
        }
        switch mode {
        case .normal: return duff(1, 1 - s.a)
        case .multiply: return separable { $0 * $1 }
        case .screen: return separable { $0 + $1 - $0 * $1 }
        case .darken: return separable { min($0, $1) }
        case .difference: return separable { abs($0 - $1) }
        case .clear: return Pixel()
        case .copy: return s
        case .sourceIn: return duff(d.a, 0)
        case .sourceOut: return duff(1 - d.a, 0)
        case .sourceAtop: return duff(d.a, 1 - s.a)
        case .destinationOver: return duff(1 - d.a, 1)
        case .destinationIn: return duff(0, s.a)
        case .destinationOut: return duff(0, 1 - s.a)
        case .destinationAtop: return duff(1 - d.a, s.a)
        case .xor: return duff(1 - d.a, 1 - s.a)
        default: preconditionFailure("the dumb painter does not know \(mode)")
        }
    }

    static let modes: [BlendMode] = [
        .multiply, .screen, .darken, .difference, .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver,
        .destinationIn, .destinationOut, .destinationAtop, .xor,
    ]

    /// What pixel (x, y) shows when `slab` is painted on `under`; `cut` is what ancestors' clips leave of it.
    func paint(
        _ slab: Slab, on under: Pixel, _ parent: Place, _ spread: Double, _ x: Int, _ y: Int
    ) -> Pixel {
        let opacity = spread * slab.opacity
        if slab.isHidden || opacity == 0 { return under }
        var at = parent
        at.x += slab.frame.minX * at.scale
        at.y += at.up * slab.frame.minY * at.scale
        let bounds = Rect(0, 0, slab.frame.width, slab.frame.height)
        let coverage = Self.cover(bounds, slab.radius, at, x, y)
        let buffered = slab.mode != .normal || slab.mask != nil || (slab.isGroup && opacity < 1)
        let own = slab.isGroup ? (buffered ? 1 : opacity) : opacity
        var here = buffered ? Pixel() : under
        let inner = Self.cover(
            bounds.outset(-slab.border, -slab.border), max(0, slab.radius - slab.border), at, x, y)
        if let color = slab.color {
            // Beneath an opaque border, what that leaves to be seen is within it.
            let ring = max(0, coverage - inner)
            let hides = slab.border > 0 && slab.borderColor.alpha == 255 && own == 1
            let share = !hides ? coverage : ring < 1 ? min(1, inner / (1 - ring)) : 0
            here = Self.mix(Pixel(color) * (own * share), here, .normal)
        }
        let before = here
        var below = at
        if slab.isFlipped {
            below.y += at.up * bounds.height * at.scale
            below.up = -at.up
        }
        for child in slab.children.enumerated().sorted(by: { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }) {
            here = paint(child.element, on: here, below, slab.isGroup ? 1 : opacity, x, y)
        }
        if slab.clips { here = before * (1 - coverage) + here * coverage }
        if slab.border > 0 {
            here = Self.mix(Pixel(slab.borderColor) * (own * max(0, coverage - inner)), here, .normal)
        }
        guard buffered else { return here }
        var mask = 1.0
        if let number = slab.mask { mask = paint(masks[number], on: Pixel(), at, 1, x, y).a }
        let whole = slab.isGroup ? opacity : 1
        guard slab.mode.rawValue >= BlendMode.clear.rawValue else {
            return Self.mix(here * (mask * whole), under, slab.mode)
        }
        // Porter-Duff: within the layer's shape and mask, the result; elsewhere the backdrop.
        var shape = mask
        if !slab.mode.isBounded { shape *= max(coverage, here.a) }
        return under * (1 - shape) + Self.mix(here * whole, under, slab.mode) * shape
    }
}

/// The painter against the dumb one.
@Suite struct OracleTests {
    private func build(_ slab: Slab, _ name: String, in parent: Slot, _ masks: [Slot], _ stage: Stage) throws -> Slot {
        let slot = try stage.add(name, slab.frame, slab.color, in: parent)
        try stage.set(slot, .borderWidth, .number(slab.border))
        try stage.set(slot, .borderColor, .color(slab.borderColor))
        try stage.set(slot, .opacity, .number(slab.opacity))
        try stage.set(slot, .allowsGroupOpacity, .boolean(slab.isGroup))
        try stage.set(slot, .compositingFilter, .choice(slab.mode.rawValue))
        try stage.set(slot, .masksToBounds, .boolean(slab.clips))
        try stage.set(slot, .cornerRadius, .number(slab.radius))
        try stage.set(slot, .zPosition, .number(slab.z))
        try stage.set(slot, .isGeometryFlipped, .boolean(slab.isFlipped))
        try stage.set(slot, .isHidden, .boolean(slab.isHidden))
        if let mask = slab.mask { try stage.set(slot, .mask, .object(stage.scene.id(of: masks[mask]))) }
        for (i, child) in slab.children.enumerated() {
            _ = try build(child, "\(name).\(i)", in: slot, masks, stage)
        }
        return slot
    }

    /// Paints both ways; the greatest difference of a channel, in 255ths.
    private func difference(
        _ slabs: [Slab], masks: [Slab], _ size: Int, scale: Double = 1
    ) throws -> (worst: Double, at: String) {
        let stage = try Stage(size, size, scale: scale)
        var slots: [Slot] = []
        // A mask may have a mask that stands before it.
        for (i, mask) in masks.enumerated() {
            slots.append(try build(mask, "mask\(i)", in: Scene.detachedRoot, slots, stage))
        }
        for (i, slab) in slabs.enumerated() { _ = try build(slab, "s\(i)", in: Scene.root, slots, stage) }
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect(try stage.oracle().hasSamePixels(as: picture))
        let dumb = DumbPainter(masks: masks)
        let root = Slab(frame: Rect(0, 0, Double(size) / scale, Double(size) / scale), children: slabs)
        var worst = 0.0
        var slot = ""
        for y in 0..<size {
            for x in 0..<size {
                let pixel = dumb.paint(root, on: .init(), DumbPainter.Place(scale: scale), 1, x, y)
                let ours = picture[x, y]
                for (wanted, shift) in [(pixel.a, 24), (pixel.r, 16), (pixel.g, 8), (pixel.b, 0)] as [(Double, UInt32)]
                {
                    let off = abs(wanted * 255 - Double(ours >> shift & 255))
                    if off > worst { (worst, slot) = (off, "\(x),\(y): \(String(ours, radix: 16)), wanted \(pixel)") }
                }
            }
        }
        return (worst, slot)
    }

    private func random(_ dice: inout Dice, _ depth: Int, masks: Int, _ size: Double, isWhole: Bool) -> Slab {
        func length(_ range: ClosedRange<Double>) -> Double {
            let v = Double.random(in: range, using: &dice)
            return isWhole ? v.rounded() : (v * 4).rounded() / 4
        }
        var slab = Slab(
            frame: Rect(
                length(-4...size * 0.6), length(-4...size * 0.6), length(4...size * 0.8), length(4...size * 0.8)))
        func color() -> Color {
            func c() -> UInt8 { UInt8.random(in: 0...255, using: &dice) }
            return Color(c(), c(), c(), dice.chance(0.6) ? 255 : c())
        }
        if dice.chance(0.8) { slab.color = color() }
        if dice.chance(0.3) {
            slab.border = length(1...4)
            slab.borderColor = color()
        }
        if dice.chance(0.4) { slab.opacity = Double(Int.random(in: 1...9, using: &dice)) / 10 }
        slab.isGroup = dice.chance(0.75)
        slab.clips = dice.chance(0.4)
        slab.z = Double(Int.random(in: -1...1, using: &dice))
        slab.isFlipped = dice.chance(0.2)
        slab.isHidden = dice.chance(0.05)
        if dice.chance(0.25) { slab.mode = DumbPainter.modes.randomElement(using: &dice) ?? .normal }
        if masks > 0, dice.chance(0.3) { slab.mask = Int.random(in: 0..<masks, using: &dice) }
        if depth > 0 {
            for _ in 0..<Int.random(in: 0...3, using: &dice) {
                slab.children.append(random(&dice, depth - 1, masks: masks, size, isWhole: isWhole))
            }
        }
        return slab
    }

    /// Everything at once, at whole pixels, where nothing but rounding may differ; scale 2 too.
    @Test(arguments: 1...16 as ClosedRange<UInt64>) func wholePixels(_ seed: UInt64) throws {
        var dice = Dice(seed &* 104_729)
        var masks: [Slab] = []
        for i in 0..<3 { masks.append(random(&dice, 1, masks: i, 32, isWhole: true)) }
        let slabs = (0..<3).map { _ in random(&dice, 3, masks: 3, 32, isWhole: true) }
        let (worst, at) = try difference(slabs, masks: masks, 48, scale: seed % 2 == 0 ? 1 : 2)
        // A step of eight bits for each buffer that is nested.
        #expect(worst <= 6, "\(at)")
    }

    /// Rounded clips in rounded clips between pixels, with blend modes and overhanging sublayers: the dumb painter's
    /// coverage comes from samples, so it may be some steps off at edges.
    @Test(arguments: 1...12 as ClosedRange<UInt64>) func roundedAndBetweenPixels(_ seed: UInt64) throws {
        var dice = Dice(seed &* 15_485_863)
        func card(_ depth: Int) -> Slab {
            var slab = random(&dice, 0, masks: 0, 32, isWhole: seed % 3 != 0)
            slab.radius = Double(Int.random(in: 0...14, using: &dice))
            slab.clips = true
            slab.isHidden = false
            if slab.mode != .normal { slab.mode = .multiply }
            if depth > 0 { slab.children = [card(depth - 1), random(&dice, 1, masks: 0, 32, isWhole: seed % 3 != 0)] }
            for at in slab.children.indices where !slab.children[at].mode.isBounded {
                slab.children[at].mode = .screen
            }
            return slab
        }
        let slabs = [random(&dice, 0, masks: 0, 40, isWhole: true), card(2)]
        let scale = [1, 1.5, 2][Int(seed % 3)]
        let (worst, at) = try difference(slabs, masks: [], 48, scale: scale)
        #expect(worst <= 12, "\(at)")
    }
}
