import Geometry
import Glibc
import Pixels
import PluginHost
import TestSupport
import Testing

/// The filters of the plugin `Filters`, held to sums by hand and to SVG's reference code.
extension PluginTests {
    @Suite struct PrimitiveTests {
        private let shop = Workshop()

        init() { shop.host.discover(in: ["\(Workshop.root)/Plugins/Filters"], libraries: [Workshop.products]) }

        private func chain(_ text: String, _ map: Affine = .identity) throws -> FilterChain {
            let list = try unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
                try unsafe FilterFunction.list(parsing: ByteView(bytes), pluginNames: shop.host.filterNames)
            }
            return FilterChain(list, map: map, plugin: { shop.host.filter($0, map: map) })
        }

        /// All that the filters make of a picture at the origin.
        private func filtered(_ text: String, _ source: Bitmap, _ map: Affine = .identity) throws -> (Bitmap, PixelRect)
        {
            let chain = try chain(text, map)
            let box = chain.output(of: PixelRect(0, 0, Int32(source.width), Int32(source.height)))
            let result = try Bitmap(width: Int(box.width), height: Int(box.height))
            try chain.apply(source, at: .zero, into: result, at: PixelPoint(box.x0, box.y0))
            #expect(shop.events(.strike).isEmpty)
            return (result, box)
        }

        private func pixel(_ text: String, _ color: UInt32) throws -> UInt32 {
            let source = try Bitmap(width: 1, height: 1)
            source[0, 0] = color
            return try filtered(text, source).0[0, 0]
        }

        private func plane(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32) throws -> Bitmap {
            let result = try Bitmap(width: width, height: height)
            for y in 0..<height { for x in 0..<width { result[x, y] = color(x, y) } }
            return result
        }

        @Test func theHeavyOnesSaySo() throws {
            #expect(try chain("noise(1)").weight == 14 && chain("gamma(7,1,1,0) blur(2) erode(1)").weight == 19)
        }

        @Test func morphologyIsTheExtremeOfAWindow() throws {
            var dice = Dice(11)
            let source = try plane(23, 17) { _, _ in
                let alpha = UInt32(dice.int(0, 255))
                return alpha << 24 | UInt32(dice.int(0, Int32(alpha))) << 16 | UInt32(dice.int(0, Int32(alpha)))
            }
            for (name, rx, ry) in [
                ("erode", 1, 1), ("dilate", 2, 0), ("erode", 0, 3), ("dilate", 5, 9), ("dilate", 300, 1),
                ("erode", 0, 0),
            ] {
                let (result, box) = try filtered("\(name)(\(rx),\(ry))", source)
                #expect(
                    box
                        == source.bounds.outset(0).union(
                            PixelRect(Int32(-rx), Int32(-ry), Int32(23 + rx), Int32(17 + ry))))
                for _ in 0..<60 {
                    let (x, y) = (Int(dice.int(box.x0, box.x1 - 1)), Int(dice.int(box.y0, box.y1 - 1)))
                    var wanted: UInt32 = 0
                    for shift in [UInt32(0), 8, 16, 24] {
                        var all: [UInt32] = []
                        for row in y - ry...y + ry {
                            for column in x - rx...x + rx {
                                let isInside = 0..<23 ~= column && 0..<17 ~= row
                                all.append(isInside ? source[column, row] >> shift & 255 : 0)
                            }
                        }
                        wanted |= (name == "erode" ? all.min()! : all.max()!) << shift
                    }
                    #expect(result[x - Int(box.x0), y - Int(box.y0)] == wanted, "\(name)(\(rx),\(ry)) at \(x), \(y)")
                }
            }
            // Lengths go by the map, a turned one too; a radius left out is the other one.
            #expect(try chain("dilate(2,1)", .scale(3, 3)).reach == FilterReach(left: 6, top: 3, right: 6, bottom: 3))
            #expect(
                try chain("dilate(2,1)", Affine(0, 3, -3, 0, 7, 9)).reach
                    == FilterReach(left: 3, top: 6, right: 3, bottom: 6))
            #expect(try chain("erode(4)").reach == FilterReach(left: 4, top: 4, right: 4, bottom: 4))
            #expect(try chain("dilate(1e300)", .scale(9e9, 1)).reach.left == 8192)
        }

        @Test func aPointUnderAKernelIsTheKernel() throws {
            let source = try Bitmap(width: 1, height: 1)
            source[0, 0] = 0xFF80_00FF
            // Divided by 45, their sum.
            let (result, box) = try filtered("convolve(3,3,0,-1,-1,0,0,1,2,3,4,5,6,7,8,9)", source)
            #expect(box == PixelRect(-1, -1, 2, 2))
            let wanted = (1...9).map { k -> UInt32 in
                func part(_ of: Double) -> UInt32 { UInt32(of * Double(k) / 45 + 0.5) }
                return part(255) << 24 | part(128) << 16 | part(255)
            }
            #expect((0..<9).map { result[$0 % 3, $0 / 3] } == wanted)
            // Its column and row over the pixel itself.
            #expect(try chain("convolve(4,2,1,0,1)").reach == FilterReach(left: 3, top: 0, right: 0, bottom: 1))
            // A sum that is 0 but for rounding is 0.
            #expect(try filtered("convolve(3,3,0,-1,-1,0,0,.1,.1,.1,.1,.1,.1,.1,.1,-.8)", source).0[2, 2] == 0)
            #expect(
                try filtered("convolve(3,3,0,-1,-1,0,0,.1,.1,.1,.1,.1,.1,.1,.1,-.8)", source).0[0, 0] == 0x1A0D_001A)
            // Edges of a step, alpha preserved: 0.5 + 0 within, 0.5 + 1 at the step.
            let step = try plane(4, 1) { x, _ in x < 2 ? 0xFF00_0000 : 0xFFFF_FFFF }
            let edges = try filtered("convolve(2,1,1,0,0,0.5,1,1,-1)", step).0
            #expect(
                edges.width == 5
                    && (0..<4).map { edges[$0 + 1, 0] } == [0xFF80_8080, 0xFFFF_FFFF, 0xFF80_8080, 0xFF00_0000])
            // Nothing comes of nothing, whatever the bias.
            #expect(try filtered("convolve(1,1,1,0,0,1)", Bitmap(width: 2, height: 2)).0[0, 0] == 0)
        }

        @Test func coloursByFunctions() throws {
            // Luminance as opacity.
            let luminance = Array(repeating: "0", count: 15).joined(separator: ",") + ",0.2125,0.7154,0.0721,0,0"
            #expect(try pixel("color-matrix(\(luminance))", 0xFF00_FF00) == 0xB600_0000)
            #expect(try pixel("color-matrix()", 0x8040_2010) == 0x8040_2010)
            // Red and blue exchanged, of what is half transparent.
            #expect(try pixel("color-matrix(0,0,1,0,0,0,1,0,0,0,1,0,0,0,0)", 0x8040_2010) == 0x8010_2040)
            #expect(try pixel("curve(5,3,0,1,0)", 0xFF80_4020) == 0xFFFE_4040)
            #expect(try pixel("steps(7,2,0.2,1)", 0xFF7F_80FF) == 0xFF33_FFFF)
            #expect(try pixel("curve(8,1,0.5)", 0xFF00_0000) == 0x8000_0000)
            #expect(try pixel("gamma(1,0.5,2,0.1)", 0xFF80_8080) == 0xFF3A_8080)
            #expect(try pixel("gamma(2,1,-1,0)", 0xFF00_0000) == 0xFF00_FF00)
            // IEC 61966-2-1: 188 is half of the light.
            #expect(try pixel("to-linear()", 0xFFBC_0AFF) == 0xFF80_01FF)
            #expect(try pixel("to-srgb()", 0xFF80_01FF) == 0xFFBC_0DFF)
            for text in [
                "curve(15,2,1,1)", "steps(15,1,1)", "gamma(15,1,1,1)",
                "color-matrix(1,0,0,0,1,0,1,0,0,1,0,0,1,0,1,0,0,0,1,1)",
            ] {
                #expect(try pixel(text, 0) == 0, "\(text)")
                #expect(try pixel(text, 0x0101_0101) == 0xFFFF_FFFF, "\(text)")
            }
        }

        /// By the reference code of Filter Effects.
        @Test func noiseIsThatOfTheReference() throws {
            let white = try plane(40, 50) { _, _ in 0xFFFF_FFFF }
            for (text, x, y, wanted) in [
                ("noise(0.05)", 3, 7, UInt32(0x8D55_4243)), ("noise(0.03,0.11,4,20)", 13, 21, 0x994B_4E4A),
                ("turbulence(0.05,0.05,1,0)", 3, 7, 0x1B06_0202),
                // At the points of the lattice there is none.
                ("noise(1)", 9, 30, 0x8040_4040), ("turbulence(0.5)", 4, 8, 0),
                ("noise(0.05,0.05,0)", 1, 1, 0x8040_4040),
            ] {
                #expect(try filtered(text, white).0[x, y] == wanted, "\(text)")
            }
            // It lies among the layer's points: moved, and at twice the scale, left of its origin too.
            #expect(
                try filtered("turbulence(0.2,0.05,3,-20)", white, Affine(2, 0, 0, 2, 20, -75)).0[2, 5] == 0x4018_190F)
            // As transparent as the picture.
            let half = try plane(8, 8) { _, _ in 0x8000_0000 }
            #expect(try filtered("noise(1)", half).0[3, 3] == 0x4020_2020)
            // A tile fits beside itself: one wave in its 20 points, whatever is asked for.
            let long = try plane(61, 1) { _, _ in 0xFFFF_FFFF }
            let tiled = try filtered("noise(0.06,0.06,3,5,0,0,20,20)", long).0
            #expect((0..<20).allSatisfy { tiled[$0, 0] == tiled[$0 + 20, 0] } && tiled[3, 0] != tiled[10, 0])
        }

        @Test func lightOnSlopes() throws {
            let flat = try plane(5, 5) { _, _ in 0xFF00_0000 }
            // The sine of 30°.
            #expect(try filtered("diffuse-distant(1,1,0deg,30deg,#ff8000)", flat).0[3, 3] == 0xFF80_4000)
            #expect(try filtered("specular-distant(1,0.5,7,0deg,90deg,#ff8000)", flat).0[3, 3] == 0x8080_4000)
            // Sobel's operator counts the rise twice, so this is a slope of 45°, up to the right. Light from the left along the
            // ground: the cosine of 45°. At edges and corners too.
            let slope = try plane(5, 5) { x, _ in 0xFF00_0000 | 0x01_0101 * UInt32(x) }
            let lit = try filtered("diffuse-distant(127.5,1,180deg,0deg)", slope)
            for (x, y) in [(2, 2), (0, 2), (4, 2), (2, 0), (0, 0), (4, 4)] {
                #expect(lit.0[x - Int(lit.1.x0), y - Int(lit.1.y0)] == 0xFFB4_B4B4, "\(x), \(y)")
            }
            // Points of light: from straight above, and from as far above as beside.
            let point = try filtered("diffuse-point(0,1,12.5,2.5,10)", try plane(25, 5) { _, _ in 0xFF00_0000 })
            func at(_ x: Int) -> UInt32 { point.0[x - Int(point.1.x0), 2 - Int(point.1.y0)] }
            #expect(at(12) == 0xFFFF_FFFF && at(22) == 0xFFB4_B4B4 && at(2) == at(22))
            // Bundled light: half as much at 45° of the axis, nothing beyond the cone.
            let row = try plane(25, 5) { _, _ in 0xFF00_0000 }
            let spot = try filtered("diffuse-spot(0,1,12.5,2.5,10,12.5,2.5,0,2,50deg)", row)
            func bundled(_ x: Int) -> UInt32 { spot.0[x - Int(spot.1.x0), 2 - Int(spot.1.y0)] }
            #expect(
                bundled(12) == 0xFFFF_FFFF && bundled(22) == 0xFF5A_5A5A && bundled(23) == 0xFF4E_4E4E
                    && bundled(24) == 0xFF00_0000)
            #expect(try filtered("diffuse-spot(0,1,12.5,2.5,10,12.5,2.5,0,2,40deg)", row).0[23, 3] == 0xFF00_0000)
            // Nothing where nothing is.
            #expect(try filtered("diffuse-distant(1,1,0deg,90deg)", Bitmap(width: 3, height: 3)).0[1, 1] == 0)
        }

        @Test func pairsOfPictures() throws {
            let pair = try plane(8, 1) { x, _ in x == 1 ? 0xFF80_FF40 : x == 5 ? 0x8040_4000 : 0 }
            func result(_ text: String, _ x: Int, _ map: Affine = .identity, _ source: Bitmap? = nil) throws -> UInt32 {
                let (picture, box) = try filtered(text, source ?? pair, map)
                return picture[x - Int(box.x0), -Int(box.y0)]
            }
            #expect(try result("arithmetic(4,0,1)", 1) == 0x8020_4000)
            #expect(try result("arithmetic(4,0,0,0.5,0.5)", 1) == 0xC060_A020)
            #expect(try result("arithmetic(2,0,0,1,1,-0.25)", 1, .scale(2, 2)) == 0xFF80_FF00)
            #expect(try result("arithmetic(4,0,0,0,0,1)", 0) == 0)
            // Its red says 1: half of the scale to the right; no colour: half of it to the left.
            let map = try plane(9, 1) { x, _ in x == 1 ? 0xFFFF_0000 : x == 3 ? 0xFF00_FF00 : x == 7 ? 0xFFFF_8000 : 0 }
            #expect(try result("displace(6,0,4,0,1)", 1, .identity, map) == 0xFF00_FF00)
            #expect(try result("displace(6,0,4,0,3)", 5, .identity, map) == 0)
        }

        /// Maps beyond all pictures, and arguments at the ends of their ranges.
        @Test func nonsenseIsHeld() throws {
            let source = try plane(3, 3) { x, _ in 0xFF00_0000 | UInt32(x) * 0x40_4040 }
            for name in shop.host.filterNames {
                for map in [
                    Affine.scale(1e300, -1e300), .scale(1e-300, 1e-300), .scale(0, 0),
                    Affine(1e308, 1e308, -1e308, 1e308, 1e308, -1e308),
                ] {
                    for value in [0, 1, -1e300, 1e300, 1e-300] as [Double] {
                        for count in [0, 3, 20] {
                            let list = (0..<count).map { "\($0 % 3 == 0 ? value : 1)" }.joined(separator: ",")
                            let result = try Bitmap(width: 3, height: 3)
                            try chain("\(name)(\(list))", map).apply(source, at: .zero, into: result, at: .zero)
                        }
                    }
                }
            }
            #expect(shop.events(.strike).isEmpty)
        }

        /// Windows fit together, nothing beyond the reach matters, nothing is written beside the target: of all of them.
        @Test func theyKeepTheContract() throws {
            let status = unsafe system(
                "'\(Workshop.products)/scrim-plugin-check' '\(Workshop.products)/libFilters.so' > '\(shop.folder)/said' 2>&1"
            )
            #expect(status == 0, "\(shop.read("said"))")
        }
    }
}
