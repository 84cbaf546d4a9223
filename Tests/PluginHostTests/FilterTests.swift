import Geometry
import Glibc
import Pixels
import PluginHost
import Scene
import Schema
import Testing

extension PluginTests {
    /// Builds examples/plugins/posterize as it is, or with a line of it changed.
    private func posterize(_ replaced: String = "", by new: String = "") throws -> Workshop {
        let shop = Workshop()
        let folder = "\(Workshop.root)/examples/plugins/posterize"
        let change = replaced.isEmpty ? "cat" : "sed 's/\(replaced)/\(new)/'"
        let warnings = replaced.isEmpty ? "-Wall -Wextra -Werror" : "-w"
        let status = unsafe system(
            "cp '\(folder)/posterize.scrimplugin' '\(shop.folder)' && cd '\(shop.folder)' && "
                + "\(change) < '\(folder)/posterize.c' > posterize.c && cc -std=c11 \(warnings) -O2 -shared -fPIC "
                + "-I'\(Workshop.root)/Sources/ScrimPluginABI/include' posterize.c -o libposterize.so")
        try #require(status == 0)
        shop.host.discover(in: [shop.folder])
        return shop
    }

    private func chain(_ shop: Workshop, _ text: String) throws -> FilterChain {
        let list = try unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
            try unsafe FilterFunction.list(parsing: ByteView(bytes), pluginNames: shop.host.filterNames)
        }
        return FilterChain(list, plugin: { shop.host.filter($0, map: .identity) })
    }

    private func picture() throws -> Bitmap {
        let bitmap = try Bitmap(width: 256, height: 3)
        for x in 0..<256 {
            bitmap[x, 0] = 0xFF00_0000 | UInt32(x) << 8
            bitmap[x, 1] = UInt32(x) << 24 | UInt32(x / 2)
        }
        return bitmap
    }

    @Test func aFilterOfAPlugin() throws {
        let shop = try posterize()
        #expect(shop.host.filterNames == ["posterize"] && shop.registry.promised.isEmpty)
        let source = try picture()
        let result = try Bitmap(width: 256, height: 3)
        try chain(shop, "posterize(2)").apply(source, at: .zero, into: result, at: .zero)
        #expect((0..<256).allSatisfy { result[$0, 0] == ($0 < 128 ? 0xFF00_0000 : 0xFF00_FF00) })
        #expect((1..<256).allSatisfy { result[$0, 1] >> 24 == UInt32($0) } && result[9, 2] == 0)
        // The default, an argument out of range, and one too many.
        let (plain, four) = (try Bitmap(width: 256, height: 3), try Bitmap(width: 256, height: 3))
        try chain(shop, "posterize()").apply(source, at: .zero, into: plain, at: .zero)
        try chain(shop, "posterize(4, 7)").apply(source, at: .zero, into: four, at: .zero)
        #expect(plain.hasSamePixels(as: four))
        try chain(shop, "posterize(-3)").apply(source, at: .zero, into: four, at: .zero)
        #expect(four.hasSamePixels(as: result))
        // A window of it.
        let part = try Bitmap(width: 20, height: 2)
        try chain(shop, "posterize(2)").apply(source, at: PixelPoint(5, 5), into: part, at: PixelPoint(120, 4))
        #expect(part[12, 1] == result[127, 0] && part[13, 1] == result[128, 0] && part[0, 0] == 0)
        #expect(shop.host.list[0].state == .active && shop.events(.strike).isEmpty)
    }

    @Test func aFilterThatFailsLeavesThePicture() throws {
        let shop = try posterize("return SCRIM_OK", by: "return SCRIM_FAILED")
        let source = try picture()
        for _ in 0..<4 {
            let result = try Bitmap(width: 256, height: 3)
            try chain(shop, "posterize(2)").apply(source, at: .zero, into: result, at: .zero)
            #expect(result.hasSamePixels(as: source))
        }
        #expect(shop.events(.strike).count == 3 && shop.host.list[0].state == .suspended)
        #expect(shop.host.filter(FilterFunction(.plugin, name: "posterize", arguments: []), map: .identity) == nil)
    }

    @Test func filtersThatBreakTheContract() throws {
        let type = try posterize("SCRIM_INTEGER", by: "SCRIM_TEXT")
        #expect(try chain(type, "posterize(2)").isEmpty && type.events(.refused).count == 1)
        let table = try posterize(", .apply = apply", by: "")
        #expect(try chain(table, "posterize(2)").isEmpty && table.host.list[0].state == .refused)
        let shop = Workshop()
        shop.write("x.scrimplugin", "id X\nversion 1\nabi 1\nlibrary libx.so\nkind sepia filter\n")
        shop.host.discover(in: [shop.folder])
        #expect(shop.host.list.isEmpty && shop.events(.duplicate).count == 1)
    }

    @Test func aFilterInSwift() throws {
        let shop = Workshop()
        shop.host.discover(in: ["\(Workshop.root)/examples/plugins/Pixelate"], libraries: [Workshop.products])
        #expect(shop.host.filterNames == ["pixelate"])
        let source = try Bitmap(width: 3, height: 2)
        for (x, y, pixel) in [(0, 0, 0xFF00_0000), (1, 0, 0xFF00_0004), (2, 0, 0x8080_0000), (0, 1, 0xFF00_0003)] {
            source[x, y] = UInt32(pixel)
        }
        let filter = try chain(shop, "pixelate(2)")
        #expect(filter.reach == FilterReach(left: 1, top: 1, right: 1, bottom: 1))
        // Squares lie where they lie: of these four pixels each is in another one.
        let result = try Bitmap(width: 2, height: 2)
        try filter.apply(source, at: PixelPoint(-1, -1), into: result, at: PixelPoint(-1, -1))
        let words: [UInt32] = [0x4000_0000, 0x6020_0001, 0x4000_0001, 0]
        #expect((0..<4).map { result[$0 % 2, $0 / 2] } == words)
        #expect(shop.events(.strike).isEmpty)
    }

    @Test func theValidatorOfFilters() throws {
        func check(_ file: String, _ shop: Workshop) throws -> (status: Int32, said: String) {
            let status =
                unsafe system("'\(Workshop.products)/scrim-plugin-check' '\(file)' > '\(shop.folder)/said' 2>&1") >> 8
            return (status, shop.read("said"))
        }
        let good = try posterize()
        #expect(try check("\(good.folder)/posterize.scrimplugin", good).status == 0)
        #expect(try check("\(Workshop.products)/libPixelate.so", good).status == 0)
        for (replaced, new, fault) in [
            ("in\\[x - from.x0\\]", "in[x - from.x0 + (x + 1 < from.x1)]", "within reach"),
            ("out\\[x - to.x0\\]", "out[x - to.x0 + 1]", "beside the target"),
            ("use->numbers\\[0\\] - 1", "use->numbers[0] + (target->rect.x0 \\& 1)", "differs from the whole"),
            ("= alpha << 24", "= alpha >> 1 << 24", "not premultiplied"),
            (
                "if (alpha == 0) continue;", "if (alpha == 0) { ((uint32_t *)in)[x - from.x0] = 7; continue; }",
                "the source was written to"
            ),
            ("return SCRIM_OK", "return SCRIM_FAILED", "apply gave failed"),
        ] {
            let shop = try posterize(replaced, by: new)
            let (status, said) = try check("\(shop.folder)/posterize.scrimplugin", shop)
            #expect(status == 1 && said.contains(fault), "\(new): \(said)")
        }
    }

    @Test func aFilterIsReloaded() throws {
        let shop = try posterize()
        _ = try chain(shop, "posterize(2)")
        let before = shop.host.filterRevision
        #expect(try shop.host.reload("Posterize", in: shop.scene).isEmpty)
        #expect(shop.host.filterRevision == before + 1)
        #expect(try !chain(shop, "posterize(2)").isEmpty)
        try shop.host.unload("Posterize", in: shop.scene)
        #expect(try !chain(shop, "posterize(2)").isEmpty)
    }
}
