import Geometry
import Glibc
import TestSupport
import Testing

@testable import Pixels

@Suite struct FilterTests {
    private func filter(_ kind: FilterFunction.Kind, _ arguments: Double..., color: Color? = nil) -> FilterFunction {
        FilterFunction(kind, name: kind.cssName, arguments: arguments, color: color)
    }

    private func filtered(_ chain: FilterChain, _ source: Bitmap, in window: PixelRect) throws -> Bitmap {
        let result = try window.bitmap()
        try chain.apply(source, at: .zero, into: result, at: window.corner)
        return result
    }

    /// The specification's formulas on straight colours, one after another, each held to 0…1.
    private func oracle(_ filters: [FilterFunction], _ pixel: UInt32) -> [Double] {
        var c = [16, 8, 0, 24].map { Double(pixel >> UInt32($0) & 255) / 255 }
        let alpha = c[3]
        if alpha == 0 { return [0, 0, 0, 0] }
        for i in 0..<3 { c[i] /= alpha }
        for f in filters {
            let v = f.arguments[0]
            let k = min(v, 1)
            let (r, g, b) = (c[0], c[1], c[2])
            switch f.kind {
            case .brightness: for i in 0..<3 { c[i] *= v }
            case .contrast: for i in 0..<3 { c[i] = c[i] * v + 0.5 * (1 - v) }
            case .invert: for i in 0..<3 { c[i] = c[i] * (1 - k) + (1 - c[i]) * k }
            case .opacity: c[3] *= k
            case .grayscale:
                let gray = 0.2126 * r + 0.7152 * g + 0.0722 * b
                for i in 0..<3 { c[i] = gray * k + c[i] * (1 - k) }
            case .saturate:
                let gray = 0.213 * r + 0.715 * g + 0.072 * b
                for i in 0..<3 { c[i] = gray * (1 - v) + c[i] * v }
            case .sepia:
                let s = [
                    0.393 * r + 0.769 * g + 0.189 * b, 0.349 * r + 0.686 * g + 0.168 * b,
                    0.272 * r + 0.534 * g + 0.131 * b,
                ]
                for i in 0..<3 { c[i] = s[i] * k + c[i] * (1 - k) }
            case .hueRotate:
                let (co, si) = (cos(v), sin(v))
                let gray = 0.213 * r + 0.715 * g + 0.072 * b
                let turn = [
                    -0.213 * r - 0.715 * g + 0.928 * b, 0.143 * r + 0.140 * g - 0.283 * b,
                    -0.787 * r + 0.715 * g + 0.072 * b,
                ]
                for i in 0..<3 { c[i] = gray + co * (c[i] - gray) + si * turn[i] }
            default: break
            }
            for i in 0..<4 { c[i] = min(max(c[i], 0), 1) }
        }
        return [c[0] * c[3] * 255, c[1] * c[3] * 255, c[2] * c[3] * 255, c[3] * 255]
    }

    @Test func coloursAreTheSpecifications() throws {
        var dice = Dice(1)
        let kinds: [FilterFunction.Kind] = [
            .brightness, .contrast, .saturate, .hueRotate, .invert, .grayscale, .sepia, .opacity,
        ]
        let source = try noise(32, 32, &dice)
        for round in 0..<200 {
            let count = round < 40 ? 1 : Int(dice.int(2, 5))
            let filters = (0..<count).map { i in
                let kind = round < 40 ? kinds[round % 8] : kinds[Int(dice.int(0, 7))]
                return filter(kind, [0, 1, dice.real(0, 1), dice.real(0, 5)][Int(dice.int(0, 3))])
            }
            let result = try filtered(FilterChain(filters), source, in: source.bounds)
            var most = 0.0
            for y in 0..<32 {
                for x in 0..<32 {
                    let wanted = oracle(filters, source[x, y])
                    for (i, shift) in [16, 8, 0, 24].enumerated() {
                        most = max(most, abs(wanted[i] - Double(result[x, y] >> UInt32(shift) & 255)))
                    }
                    #expect(result[x, y] >> 24 >= result[x, y] & 255)
                }
            }
            #expect(most <= 0.51, "\(filters.map { "\($0.name)(\($0.arguments[0]))" })")
        }
    }

    @Test func nonsenseIsHeld() throws {
        var dice = Dice(2)
        let source = try noise(16, 16, &dice)
        for kind in FilterFunction.Kind.allCases {
            for value in [Double.nan, .infinity, -.infinity, 1e300, -1] as [Double] {
                _ = try filtered(FilterChain([filter(kind, value, value, value)]), source, in: PixelRect(-9, -9, 9, 9))
                _ = try filtered(FilterChain([filter(kind)]), source, in: source.bounds)
            }
        }
        #expect(FilterChain([]).isEmpty && FilterChain([filter(.blur, 0)]).isEmpty)
        #expect(try filtered(FilterChain([]), source, in: source.bounds).hasSamePixels(as: source))
    }

    @Test func aDropShadowIsTheMovedGaussianBeneath() throws {
        let source = try Bitmap(width: 30, height: 20)
        for y in 0..<20 { for x in 0..<30 { source[x, y] = 0xFFFF_FFFF } }
        for (dx, dy, sigma) in [(0.0, 0.0, 4.0), (7.5, -3.25, 2), (-40, 9.75, 11), (0.5, 0.5, 0)] {
            let chain = FilterChain([filter(.dropShadow, dx, dy, sigma, color: .black)])
            let window = chain.output(of: source.bounds)
            let result = try filtered(chain, source, in: window)
            // The block, moved between pixels by area.
            let box = Rect(dx, dy, 30, 20)
            let moved = Plane(PixelRect(covering: box)) { x, y in
                let part = box.intersection(Rect(Double(x), Double(y), 1, 1))
                return 255 * part.width * part.height
            }.blurred(sigma, sigma, in: window)
            let wanted = Plane(window) { x, y in
                source.bounds.contains(PixelRect(x, y, x + 1, y + 1)) ? 255 : moved[x, y]
            }
            #expect(wanted.distance(result, at: window.corner, channel: 3) <= 2)
        }
    }

    private func pixels(_ bitmap: Bitmap) -> [UInt32] {
        (0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { bitmap[$0, y] } }
    }

    /// Sums over the pixels around, in two dimensions, with the Gaussian that the map makes of a round one.
    private func turned(_ source: Plane, _ map: Affine, _ sigma: Double, in window: PixelRect) throws -> Plane {
        let inverse = try #require(map.inverse)
        let reach = Int32(3.8 * sigma * map.maxScale) + 1
        var weights: [(Int32, Int32, Double)] = []
        for v in -reach...reach {
            for u in -reach...reach {
                let (x, y) = (
                    inverse.a * Double(u) + inverse.c * Double(v), inverse.b * Double(u) + inverse.d * Double(v)
                )
                let r = (x * x + y * y) / (2 * sigma * sigma)
                if r < 7 { weights.append((u, v, exp(-r))) }
            }
        }
        let sum = weights.reduce(0) { $0 + $1.2 }
        // Every third pixel is enough.
        var plane = Plane(window) { _, _ in -1 }
        for y in stride(from: window.y0, to: window.y1, by: 3) {
            for x in stride(from: window.x0, to: window.x1, by: 3) {
                let value = weights.reduce(0) { $0 + $1.2 * source[x + $1.0, y + $1.1] } / sum
                plane.values[Int(y - window.y0) * Int(window.width) + Int(x - window.x0)] = value
            }
        }
        return plane
    }

    private func most(_ wanted: Plane, _ result: Bitmap, _ channel: UInt32) -> Double {
        var most = 0.0
        for y in wanted.rect.y0..<wanted.rect.y1 {
            for x in wanted.rect.x0..<wanted.rect.x1 where wanted[x, y] >= 0 {
                let value = result[Int(x - wanted.rect.x0), Int(y - wanted.rect.y0)] >> (8 * channel) & 255
                most = max(most, abs(Double(value) - wanted[x, y]))
            }
        }
        return most
    }

    static let maps: [(Affine, Double)] = [
        (Affine(1, 0, 1, 1, 0, 0), 4), (Affine(1, 0.3, 0.8, 1, 0, 0), 3),
        (Affine.rotation(0.5).concat(.scale(2, 1)), 3), (Affine.rotation(0.7).concat(.scale(3, 0.6)), 4),
        (Affine.rotation(0.4).concat(.scale(1.5, 0.7)), 1), (Affine(1, 0, 1, 1, 0, 0), 0.8),
    ]

    /// Blurs and drop shadows follow the whole linear part of the map.
    @Test(arguments: maps.indices) func blursAreTurnedAndSkewed(_ number: Int) throws {
        let (map, sigma) = Self.maps[number]
        let source = try Bitmap(width: 30, height: 20)
        var dice = Dice(UInt64(number))
        for y in 0..<20 {
            for x in 0..<30 {
                source[x, y] = x < 14 ? 0xFFFF_FFFF : y < 9 ? 0xFF00_FF00 : dice.upTo(4) == 0 ? 0x8000_0080 : 0
            }
        }
        let blur = FilterChain([filter(.blur, sigma)], map: map)
        var window = blur.output(of: source.bounds)
        var result = try filtered(blur, source, in: window)
        for channel in 0..<4 {
            let wanted = try turned(Plane(source, channel: channel), map, sigma, in: window)
            #expect(most(wanted, result, UInt32(channel)) <= 4, "channel \(channel)")
        }
        for pixel in pixels(result) {
            #expect((0..<3).allSatisfy { pixel >> (8 * UInt32($0)) & 255 <= pixel >> 24 })
        }
        let offset = Point(3.25, -2)
        let shadow = FilterChain([filter(.dropShadow, offset.x, offset.y, sigma, color: .black)], map: map)
        // A shape that the map has brought there, and the same where the shadow is.
        let (tools, path) = (CanvasTools(), Path.rect(Rect(-14, -9, 28, 18)))
        let there = Affine.translation(60.3, 50.6).concat(map)
        let room = PixelRect(0, 0, 120, 100)
        let block = try room.bitmap()
        Canvas(block, tools: tools).fill(path, there, PremultipliedColor(.white))
        window = shadow.output(of: room)
        result = try filtered(shadow, block, in: window)
        let moved = try tools.mask(
            of: path, there.concat(.translation(offset.x, offset.y)), rule: .nonZero, in: window)
        var wanted = try turned(Plane(moved, at: window.corner), map, sigma, in: window)
        for y in window.y0..<window.y1 {
            for x in window.x0..<window.x1 where wanted[x, y] >= 0 {
                guard room.contains(PixelRect(x, y, x + 1, y + 1)) else { continue }
                // Beneath the shape.
                let shape = Double(block[Int(x), Int(y)] >> 24)
                let at = Int(y - window.y0) * Int(window.width) + Int(x - window.x0)
                wanted.values[at] = shape + wanted.values[at] * (1 - shape / 255)
            }
        }
        #expect(most(wanted, result, 3) <= 4)
    }

    /// A part of it is painted as the whole; beyond a backdrop its edge goes on.
    @Test(arguments: maps.indices) func aTurnedWindowIsAPartOfTheWhole(_ number: Int) throws {
        let (map, sigma) = Self.maps[number]
        var dice = Dice(UInt64(number) + 40)
        let source = try noise(40, 30, &dice)
        let chain = FilterChain(
            [filter(.blur, sigma), filter(.dropShadow, 3, -2.5, sigma, color: .black)], map: map)
        let all = chain.output(of: source.bounds)
        let whole = try filtered(chain, source, in: all)
        let extended = try Bitmap(width: 40, height: 30)
        try chain.apply(source, at: .zero, into: extended, at: .zero, edges: .extended)
        #expect(pixels(extended).contains { $0 != 0 })
        for _ in 0..<6 {
            let part = dice.rect(0, 29)
            if part.isEmpty { continue }
            let result = try filtered(chain, source, in: part)
            let some = try Bitmap(width: Int(part.width), height: Int(part.height))
            try chain.apply(source, at: .zero, into: some, at: part.corner, edges: .extended)
            for y in 0..<Int(part.height) {
                for x in 0..<Int(part.width) {
                    let (dx, dy) = (Int(part.x0 - all.x0), Int(part.y0 - all.y0))
                    #expect(result[x, y] == whole[x + dx, y + dy])
                    #expect(some[x, y] == extended[x + Int(part.x0), y + Int(part.y0)])
                }
            }
        }
        // One pixel has no effect beyond the reach.
        let dot = try Bitmap(width: 1, height: 1)
        dot[0, 0] = 0xFFFF_FFFF
        let reach = chain.reach
        for corner in [PixelPoint(0, 0), PixelPoint(-17, 5), PixelPoint(1013, -640)] {
            let pixel = PixelRect(corner, width: 1, height: 1)
            let room = pixel.outset(60)
            let target = try Bitmap(width: Int(room.width), height: Int(room.height))
            try chain.apply(dot, at: corner, into: target, at: room.corner)
            let inside = reach.output(of: pixel)
            for y in room.y0..<room.y1 {
                for x in room.x0..<room.x1 where !inside.contains(PixelRect(x, y, x + 1, y + 1)) {
                    #expect(target[Int(x - room.x0), Int(y - room.y0)] == 0)
                }
            }
        }
    }

    /// Takes the brightest of the pixel and of the second one to its left.
    private final class Smear: PixelFilter {
        let reach = FilterReach(right: 2)
        let weight = 7
        func apply(_ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint) {
            func pixel(_ x: Int, _ y: Int) -> UInt32 {
                guard x >= 0, y >= 0, x < source.width, y < source.height else { return 0 }
                return source[x, y]
            }
            let (dx, dy) = (Int(to.x - at.x), Int(to.y - at.y))
            for y in 0..<target.height {
                for x in 0..<target.width { target[x, y] = max(pixel(x + dx, y + dy), pixel(x + dx - 2, y + dy)) }
            }
        }
    }

    @Test func aWindowIsAPartOfTheWhole() throws {
        var dice = Dice(3)
        for _ in 0..<150 {
            let filters = (0..<Int(dice.int(1, 4))).map { _ in
                switch dice.int(0, 4) {
                case 0: filter(.blur, dice.real(0, 10))
                case 1:
                    filter(
                        .dropShadow, dice.real(-9, 9), dice.real(-9, 9), dice.real(0, 5), color: Color(9, 200, 3, 128))
                case 2: filter(.plugin)
                case 3: filter(.sepia, dice.real(0, 1))
                default: filter(.contrast, dice.real(0, 3))
                }
            }
            let chain = FilterChain(filters, map: .rotation(0.3), plugin: { _ in Smear() })
            let source = try noise(40, 40, &dice)
            let full = chain.output(of: source.bounds).outset(3)
            // With what is transparent around it or without is the same.
            let padded = source.bounds.outset(dice.int(0, 40))
            let wide = try padded.bitmap()
            source.copy(at: .zero, into: wide, at: padded.corner)
            let whole = try full.bitmap()
            try chain.apply(wide, at: padded.corner, into: whole, at: full.corner)
            let part = dice.rect(-10, 50)
            let needed = chain.input(for: part).intersection(source.bounds)
            guard !needed.isEmpty else { continue }
            let piece = try needed.bitmap()
            source.copy(at: .zero, into: piece, at: needed.corner)
            let some = try part.bitmap()
            try chain.apply(piece, at: needed.corner, into: some, at: part.corner)
            let wanted = try part.bitmap()
            whole.copy(at: full.corner, into: wanted, at: part.corner)
            #expect(some.hasSamePixels(as: wanted), "\(filters)")
            // Beyond its output there is nothing: damage needs no more.
            let edge = PixelRect(full.x0, full.y0, full.x1, full.y0 + 3)
            #expect((0..<Int(edge.width)).allSatisfy { whole[$0, 0] == 0 && whole[$0, 2] == 0 })
        }
    }

    @Test func reachFollowsTheOffset() {
        let chain = FilterChain([filter(.dropShadow, 10, -4, 1, color: .black), filter(.blur, 2)], map: .scale(2, 2))
        let reach = chain.reach
        // σ of 2 and 4 pixels: 6 and 12 around; 20 to the right and 8 up.
        #expect(reach == FilterReach(left: 12, top: 26, right: 38, bottom: 12))
    }
}
