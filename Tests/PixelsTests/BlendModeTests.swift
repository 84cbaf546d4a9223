import Foundation
import Geometry
import TestSupport
import Testing

@testable import Pixels

/// The modes against their formulas in real numbers: W3C Compositing and Blending Level 1, CGBlendMode.
@Suite struct BlendModeTests {
    /// What planning takes for simple is what has a loop of its own.
    @Test func simpleModesHaveALoop() {
        for mode in BlendMode.allCases { #expect(mode.isSimple == (mode.rowLoop != nil), "\(mode)") }
    }

    /// The loops of ours give the bytes of pixman's operators, which a shape has do the work.
    /// The header has the modes' numbers, the kit their names, in the same order.
    @Test func pluginsKnowEachMode() {
        func text(_ name: String) -> String { String(decoding: Places.bytes(name), as: UTF8.self) }
        let header = text("Sources/ScrimPluginABI/include/scrim/canvas.h")
        let kit = text("Sources/ScrimPluginKit/Values.swift").components(separatedBy: "enum BlendMode").last ?? ""
        let names = kit.prefix { $0 != "}" }.split { $0 == "," || $0 == "\n" || $0 == " " }
        #expect(
            names.filter { name in BlendMode.allCases.contains { "\($0)" == name } }.map(String.init)
                == BlendMode.allCases.map { "\($0)" })
        for mode in BlendMode.allCases {
            let words = "\(mode)".map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
            #expect(header.contains("SCRIM_BLEND_\(words) = \(mode.rawValue)"), "\(mode)")
        }
    }

    @Test(arguments: BlendMode.allCases.filter { $0.rowLoop != nil }, [255, 77] as [UInt8]) func loopsAreAsPixman(
        _ mode: BlendMode, _ opacity: UInt8
    ) throws {
        var dice = Dice(3)
        let side = 300
        let (from, ours) = (try noise(side, side, &dice), try noise(side, side, &dice))
        let theirs = try Bitmap(width: side, height: side)
        ours.copy(at: .zero, into: theirs, at: .zero)
        let shape = try Bitmap(width: side, height: side, format: .alpha)
        for y in 0..<side { unsafe shape.withRow(y) { row in for x in row.indices { unsafe row[x] = 255 } } }
        let tools = CanvasTools()
        Canvas(ours, tools: tools).composite(from, at: .zero, opacity: opacity, mode)
        Canvas(theirs, tools: tools).composite(
            from, at: .zero, opacity: opacity, shape: PlacedMask(shape, at: .zero), mode)
        #expect(ours.hasSamePixels(as: theirs))
    }

    typealias RGB = SIMD3<Double>

    func luminosity(_ c: RGB) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
    func saturation(_ c: RGB) -> Double { c.max() - c.min() }

    func setLuminosity(_ c: RGB, _ l: Double) -> RGB {
        let d = c + (l - luminosity(c))
        let (y, n, x) = (luminosity(d), d.min(), d.max())
        var r = d
        if n < 0 { r = y + (r - y) * (y / (y - n)) }
        if x > 1 { r = y + (r - y) * ((1 - y) / (x - y)) }
        return r
    }

    func setSaturation(_ c: RGB, _ s: Double) -> RGB {
        let (low, high) = (c.min(), c.max())
        return high > low ? (c - low) * (s / (high - low)) : .zero
    }

    func separable(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double? {
        func hard(_ b: Double, _ s: Double) -> Double { s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1) }
        switch mode {
        case .multiply: return b * s
        case .screen: return b + s - b * s
        case .overlay: return hard(s, b)
        case .darken: return min(b, s)
        case .lighten: return max(b, s)
        case .colorDodge: return b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
        case .colorBurn: return b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
        case .hardLight: return hard(b, s)
        case .softLight:
            let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
            return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
        case .difference: return abs(b - s)
        case .exclusion: return b + s - 2 * b * s
        default: return nil
        }
    }

    func blended(_ mode: BlendMode, _ b: RGB, _ s: RGB) -> RGB? {
        switch mode {
        case .hue: return setLuminosity(setSaturation(s, saturation(b)), luminosity(b))
        case .saturation: return setLuminosity(setSaturation(b, saturation(s)), luminosity(b))
        case .color: return setLuminosity(s, luminosity(b))
        case .luminosity: return setLuminosity(b, luminosity(s))
        default:
            guard let x = separable(mode, b.x, s.x), let y = separable(mode, b.y, s.y),
                let z = separable(mode, b.z, s.z)
            else { return nil }
            return RGB(x, y, z)
        }
    }

    /// Premultiplied red, green, blue and alpha.
    func expected(_ mode: BlendMode, _ s: SIMD4<Double>, _ d: SIMD4<Double>) -> SIMD4<Double> {
        let (sa, da) = (s.w, d.w)
        func porterDuff(_ f: Double, _ g: Double) -> SIMD4<Double> { s * f + d * g }
        switch mode {
        case .normal: return porterDuff(1, 1 - sa)
        case .clear: return .zero
        case .copy: return s
        case .sourceIn: return porterDuff(da, 0)
        case .sourceOut: return porterDuff(1 - da, 0)
        case .sourceAtop: return porterDuff(da, 1 - sa)
        case .destinationOver: return porterDuff(1 - da, 1)
        case .destinationIn: return porterDuff(0, sa)
        case .destinationOut: return porterDuff(0, 1 - sa)
        case .destinationAtop: return porterDuff(1 - da, sa)
        case .xor: return porterDuff(1 - da, 1 - sa)
        case .plusLighter: return pointwiseMin(s + d, SIMD4(repeating: 1))
        case .plusDarker:
            let a = min(1, sa + da)
            let c = pointwiseMax(a - ((da - d) + (sa - s)), .zero)
            return SIMD4(c.x, c.y, c.z, a)
        default:
            let cs = sa == 0 ? RGB.zero : RGB(s.x, s.y, s.z) / sa
            let cb = da == 0 ? RGB.zero : RGB(d.x, d.y, d.z) / da
            let b = blended(mode, cb, cs) ?? .zero
            let base = porterDuff(1 - da, 1 - sa)
            let mixed = RGB(base.x, base.y, base.z) + b * (sa * da)
            return SIMD4(mixed.x, mixed.y, mixed.z, sa + da - sa * da)
        }
    }

    func real(_ p: UInt32) -> SIMD4<Double> {
        SIMD4(Double(p >> 16 & 255), Double(p >> 8 & 255), Double(p & 255), Double(p >> 24)) / 255
    }

    @Test(arguments: BlendMode.allCases) func modesFollowTheirFormulas(_ mode: BlendMode) throws {
        var dice = Dice(10 + UInt64(mode.rawValue))
        let source = try noise(64, 64, &dice)
        let target = try noise(64, 64, &dice)
        let before = try copy(target)
        Canvas(target, tools: CanvasTools()).composite(source, at: .zero, mode)
        var worst = 0.0
        var place = ""
        for y in 0..<64 {
            for x in 0..<64 {
                let want = expected(mode, real(source[x, y]), real(before[x, y])) * 255
                let e = want - real(target[x, y]) * 255
                let error = max(e.max(), -e.min())
                if error > worst {
                    worst = error
                    place =
                        "\(String(source[x, y], radix: 16)) on \(String(before[x, y], radix: 16)): "
                        + "\(String(target[x, y], radix: 16)), not \(want)"
                }
            }
        }
        #expect(worst <= 2, "\(mode) \(place)")
    }

    /// Every fourth alpha of source and backdrop, opacities, and masks: the source is what it is times opacity and mask,
    /// however few bits would be left of its colour.
    @Test(arguments: [BlendMode.hue, .saturation, .color, .luminosity], [UInt8(255), 254, 127, 3])
    func nonseparableModesFollowTheirFormulas(_ mode: BlendMode, _ opacity: UInt8) throws {
        let steps = 64
        var dice = Dice(900 + UInt64(mode.rawValue) + UInt64(opacity))
        let source = try Bitmap(width: steps, height: steps)
        let target = try Bitmap(width: steps, height: steps)
        for y in 0..<steps {
            for x in 0..<steps {
                source[x, y] = dice.pixel(alpha: UInt32(x * 4 + Int(dice.int(0, 3))))
                target[x, y] = dice.pixel(alpha: UInt32(y * 4 + Int(dice.int(0, 3))))
            }
        }
        let mask = try alphaNoise(steps, steps, &dice)
        let before = try copy(target)
        for mask in [nil, mask] {
            let result = try copy(before)
            Canvas(result, tools: CanvasTools()).composite(
                source, at: .zero, opacity: opacity, mask: mask.map { PlacedMask($0, at: .zero) }, mode)
            var worst = 0.0
            for y in 0..<steps {
                for x in 0..<steps {
                    let share = Double(opacity) / 255 * Double(mask?[x, y] ?? 255) / 255
                    let want = expected(mode, real(source[x, y]) * share, real(before[x, y])) * 255
                    let e = want - real(result[x, y]) * 255
                    worst = max(worst, e.max(), -e.min())
                }
            }
            #expect(worst <= 1, "\(mode), opacity \(opacity), mask: \(mask != nil)")
        }
    }

    /// Pixels whose colours exceed their alpha, as clients' buffers may have them: any result, and no trap.
    @Test(arguments: [BlendMode.hue, .saturation, .color, .luminosity])
    func nonseparableModesTakeAnyPixels(_ mode: BlendMode) throws {
        var dice = Dice(77)
        let (source, target) = (try Bitmap(width: 64, height: 64), try Bitmap(width: 64, height: 64))
        for y in 0..<64 {
            for x in 0..<64 {
                source[x, y] = UInt32(truncatingIfNeeded: dice.next())
                target[x, y] = UInt32(truncatingIfNeeded: dice.next())
            }
        }
        Canvas(target, tools: CanvasTools()).composite(source, at: .zero, mode)
        var beyond = 0
        for y in 0..<64 {
            for x in 0..<64 where source[x, y] >> 24 != 0 {
                let p = target[x, y]
                if max(p >> 16 & 255, p >> 8 & 255, p & 255) > p >> 24 { beyond += 1 }
            }
        }
        #expect(beyond == 0, "premultiplied again")
    }

    @Test func aShapeChoosesBetweenBackdropAndResult() throws {
        var dice = Dice(50)
        for mode in BlendMode.allCases {
            let source = try noise(20, 20, &dice)
            let backdrop = try noise(20, 20, &dice)
            let shape = try alphaNoise(20, 20, &dice)
            let (full, part) = (try copy(backdrop), try copy(backdrop))
            Canvas(full, tools: CanvasTools()).composite(source, at: .zero, mode)
            Canvas(part, tools: CanvasTools()).composite(
                source, at: .zero, shape: PlacedMask(shape, at: .zero), mode)
            for y in 0..<20 {
                for x in 0..<20 {
                    let m = Double(shape[x, y]) / 255
                    let e = (real(backdrop[x, y]) * (1 - m) + real(full[x, y]) * m - real(part[x, y])) * 255
                    #expect(max(e.max(), -e.min()) <= 0.51)
                }
            }
        }
    }
}
