import Geometry
import Glibc
import PluginHost
import Scene
import Testing

extension PluginTests {
    private func shop() -> Workshop {
        let shop = Workshop()
        shop.host.discover(in: ["\(Workshop.root)/Plugins"], libraries: [Workshop.products])
        return shop
    }

    @Test func builtInsAreFoundAndNothingIsLoaded() throws {
        let shop = shop()
        #expect(shop.events.isEmpty)
        for (id, kind) in [
            ("Gradient", "gradient"), ("Offscreen", "offscreen"), ("Replicator", "replicator"), ("Shape", "shape"),
            ("Stack", "stack"),
        ] {
            let info = try #require(shop.host.list.first { $0.id == id })
            #expect(info.state == .found && info.kinds.map(\.name) == [kind] && shop.registry.promised.contains(kind))
        }
    }

    @Test func gradient() throws {
        let shop = shop()
        let place = try shop.layer("gradient")
        let drawings = shop.host.drawings
        let kind = shop.scene.kind(of: place)
        #expect(kind.plugin == "Gradient" && drawings.usesBounds(place, in: shop.scene))
        #expect(
            kind.properties.dropFirst(LayerProperty.schema.count).map(\.name) == [
                "type", "colors", "locations", "startPoint", "endPoint",
            ])
        #expect(kind.properties.filter(\.isRising).map(\.name) == ["locations"])
        #expect(drawings.drawing(of: place, in: shop.scene)?.isEmpty == true, "no colours")

        try shop.set(place, "bounds", .rect(Rect(10, 0, 200, 100)))
        try shop.set(place, "colors", .colors([.white, .clear, .black]))
        var drawing = try #require(drawings.drawing(of: place, in: shop.scene))
        #expect(drawing.operations == [.gradient(path: nil, rule: .nonZero, gradient: 0)])
        let even: [Gradient.Stop] = [.init(0, .white), .init(0.5, .clear), .init(1, .black)]
        #expect(drawing.gradients == [Gradient(.axial, from: Point(110, 0), to: Point(110, 100), stops: even)])

        try shop.set(place, "type", .choice(1))
        try shop.set(place, "locations", .numbers([0.1, 0.1, 1]))
        drawing = try #require(drawings.drawing(of: place, in: shop.scene))
        #expect(drawing.isEmpty, "an ellipse without width")
        try shop.set(place, "startPoint", .point(Point(0, 0)))
        drawing = try #require(drawings.drawing(of: place, in: shop.scene))
        #expect(drawing.gradients[0].map == Affine(100, 0, 0, 100, 10, 0) && drawing.gradients[0].toRadius == 1)
        #expect(drawing.gradients[0].stops.map(\.location) == [0.1, 0.1, 1])
    }

    @Test func replicator() throws {
        let shop = shop()
        let place = try shop.layer("replicator")
        let drawings = shop.host.drawings
        #expect(shop.scene.kind(of: place).placesSublayers && drawings.usesBounds(place, in: shop.scene))
        func copies() throws -> [LayerCopy] { try #require(drawings.drawing(of: place, in: shop.scene)).copies }
        #expect(try copies() == [LayerCopy()])

        try shop.set(place, "bounds", .rect(Rect(10, 20, 100, 60)))
        try shop.set(place, "instanceCount", .number(3))
        try shop.set(place, "instanceTransform", .transform(.rotationZ(.pi / 2)))
        try shop.set(place, "instanceDelay", .number(0.25))
        try shop.set(place, "instanceColor", .color(Color(255, 51, 0)))
        try shop.set(place, "instanceRedOffset", .number(-0.4))
        try shop.set(place, "instanceGreenOffset", .number(0.5))
        try shop.set(place, "instanceAlphaOffset", .number(-0.5))
        // About the middle, 60,50: a quarter turn, then a half.
        let turns = [Affine.identity, Affine(0, 1, -1, 0, 110, -10), Affine(-1, 0, 0, -1, 120, 100)]
        let colors: [SIMD4<Float>] = [[1, 0.2, 0, 1], [0.6, 0.7, 0, 0.5], [0.2, 1, 0, 0]]
        for (k, copy) in try copies().enumerated() {
            #expect(copy.transform == Transform3D(turns[k]) && copy.delay == 0.25 * Double(k))
            let off = copy.color - colors[k]
            #expect((off * off).sum() < 1e-12)
        }
        try shop.set(place, "instanceCount", .number(0))
        #expect(try copies().isEmpty)
        // Beyond all numbers there is nothing.
        try shop.set(place, "instanceCount", .number(10_000))
        try shop.set(place, "instanceTransform", .transform(.scale(1e40, 1)))
        #expect(try (1..<10_000) ~= copies().count)
        try shop.set(place, "instanceTransform", .none)
        #expect(try copies().count == 10_000 && shop.events.allSatisfy { $0.what == .loaded })
    }

    @Test func shape() throws {
        let shop = shop()
        let place = try shop.layer("shape")
        let drawings = shop.host.drawings
        let kind = shop.scene.kind(of: place)
        #expect(kind.plugin == "Shape" && !drawings.usesBounds(place, in: shop.scene))
        #expect(
            kind.properties.dropFirst(LayerProperty.schema.count).map(\.name) == [
                "path", "fillColor", "fillRule", "strokeColor", "lineWidth", "lineCap", "lineJoin", "miterLimit",
                "lineDashPattern", "lineDashPhase", "strokeStart", "strokeEnd",
            ])
        #expect(try shop.get(place, "fillColor") == .color(.black) && shop.get(place, "strokeColor") == .none)
        #expect(try shop.get(place, "miterLimit") == .number(10) && shop.get(place, "strokeEnd") == .number(1))
        #expect(drawings.drawing(of: place, in: shop.scene)?.isEmpty == true, "no path")

        var path = Path()
        path.move(to: Point(1, 2))
        path.cubic(Point(3, 4), Point(5, 6), to: Point(7, 8))
        path.close()
        try shop.set(place, "path", .path(path))
        try shop.set(place, "fillRule", .choice(1))
        var drawing = try #require(drawings.drawing(of: place, in: shop.scene))
        #expect(drawing.operations == [.fill(path: 0, rule: .evenOdd, color: .black)])
        #expect(drawing.paths[0].commands == path.commands && drawing.paths[0].points == path.points)

        try shop.set(place, "fillColor", .none)
        try shop.set(place, "strokeColor", .color(Color(1, 2, 3, 4)))
        try shop.set(place, "lineWidth", .number(2.5))
        try shop.set(place, "lineCap", .choice(1))
        try shop.set(place, "lineJoin", .choice(2))
        try shop.set(place, "miterLimit", .number(3))
        try shop.set(place, "lineDashPattern", .numbers([4, 0, 1]))
        try shop.set(place, "lineDashPhase", .number(-1))
        try shop.set(place, "strokeStart", .number(0.25))
        try shop.set(place, "strokeEnd", .number(0.5))
        drawing = try #require(drawings.drawing(of: place, in: shop.scene))
        #expect(drawing.operations == [.stroke(path: 0, style: 0, color: Color(1, 2, 3, 4))])
        var style = StrokeStyle()
        (style.width, style.cap, style.join, style.miterLimit) = (2.5, .round, .bevel, 3)
        (style.dash, style.dashPhase, style.start, style.end) = ([4, 0, 1], -1, 0.25, 0.5)
        #expect(drawing.styles == [style])
        try shop.set(place, "lineWidth", .number(0))
        #expect(drawings.drawing(of: place, in: shop.scene)?.isEmpty == true, "a line of no width")
        #expect(shop.events(.strike).isEmpty)
    }

    @Test func offscreen() throws {
        let shop = shop()
        let scene = Scene(kinds: shop.registry, output: try #require(try shop.registry.find("offscreen")))
        let output = try PluginOutput(shop.host, in: scene)
        var seen: [UInt64] = []
        output.onPresented = { frame, time in seen.append(frame + time) }
        #expect(throws: SceneError.self) {
            try output.configure(.init(width: 0, height: 2, scale: 1, refresh: 60), in: scene)
        }
        try output.configure(.init(width: 5, height: 3, scale: 1, refresh: 60), in: scene)
        for (frame, age) in [(UInt64(1), 0), (2, 1), (3, 1)] {
            let buffer = try output.acquire()
            #expect(buffer.age == age && buffer.width == 5 && buffer.height == 3 && buffer.descriptor == nil)
            unsafe memset(buffer.pixels, 7, buffer.stride * buffer.height)
            try output.present(buffer, damage: [PixelRect(0, 0, 5, 3)], frame: frame, time: 100)
        }
        #expect(seen == [101, 102, 103])
        // The same size with another scale keeps the picture; another size does not.
        try output.configure(.init(width: 5, height: 3, scale: 2, refresh: 30), in: scene)
        try output.present(output.acquire(), damage: [], frame: 4, time: 0)
        try output.configure(.init(width: 6, height: 3, scale: 2, refresh: 30), in: scene)
        #expect(try output.acquire().age == 0)
        #expect(throws: SceneError.self) { try shop.host.reload("Offscreen", in: scene) }
        #expect(shop.events(.strike).isEmpty)
    }

    @Test func offscreenShared() throws {
        let shop = shop()
        let scene = Scene(kinds: shop.registry, output: try #require(try shop.registry.find("offscreen")))
        let export = try #require(scene.kind(of: Scene.main).property(named: "export"))
        try scene.set(Scene.main, export, .choice(1))
        let output = try PluginOutput(shop.host, in: scene)
        try output.configure(.init(width: 2, height: 2, scale: 1, refresh: 60), in: scene)
        let buffer = try output.acquire()
        let file = try #require(buffer.descriptor)
        unsafe memset(buffer.pixels, 0x5A, 8)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(unsafe pread(file, &bytes, 8, 0) == 8 && bytes == [UInt8](repeating: 0x5A, count: 8))
        #expect(ftruncate(file, 1) != 0, "a client that maps it is not cut off")
    }
}
