import Geometry
import Glibc
import PluginHost
import Scene
import Schema
import TestSupport
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
            ("Canvas", "canvas"), ("Gradient", "gradient"), ("Offscreen", "offscreen"), ("Replicator", "replicator"),
            ("Shape", "shape"), ("Stack", "stack"),
        ] {
            let info = try #require(shop.host.list.first { $0.id == id })
            #expect(info.state == .found && info.kinds.map(\.name) == [kind] && shop.registry.promised.contains(kind))
        }
    }

    @Test func canvas() throws {
        let shop = shop()
        let slot = try shop.layer("canvas")
        let kind = shop.scene.kind(of: slot)
        let id = try #require(kind.operations)
        func add(_ name: String, _ values: [Value]) throws {
            let form = try #require(kind[id].operations.firstIndex { $0.name == name })
            let parameters = kind[id].operations[form].parameters
            let all = parameters.indices.map { $0 < values.count ? values[$0] : parameters[$0].initial }
            try shop.scene.contents.append(Operation(form: UInt8(form), values: all), to: id, of: slot)
        }
        #expect(
            kind[id].operations.map(\.name) == [
                "save", "restore", "translate", "scale", "rotate", "concat", "clip", "fill", "stroke", "linearGradient",
                "radialGradient", "alpha", "blend", "shadow", "text", "image", "conicGradient", "clipText", "textBox",
                "textOnPath", "tile", "saveLayer",
            ])
        #expect(kind[id].operations.map(\.role).prefix(3) == [.opens, .closes, .plain])
        let modes = LayerProperty.schema[Int(LayerProperty.compositingFilter.rawValue)].choices
        #expect(kind[id].operations[12].parameters[0].choices == modes)

        let box = Path.rect(Rect(0, 0, 10, 10))
        try add("save", [])
        try add("translate", [.point(Point(1, 2))])
        try add("scale", [.numbers([3])])
        try add("rotate", [.number(.pi / 2)])
        try add("concat", [.numbers([1, 2, 3, 4, 5, 6])])
        try add("clip", [.path(box), .choice(1)])
        try add("fill", [.path(box), .color(.white)])
        try add(
            "stroke", [.path(box), .color(.black), .number(2), .choice(1), .choice(2), .number(4), .numbers([1, 2])])
        try add(
            "linearGradient", [.colors([.white, .black, .clear]), .numbers([]), .point(.zero), .point(Point(9, 0))])
        try add(
            "radialGradient",
            [.colors([.white, .black]), .numbers([0.1, 0.1]), .numbers([1, 2, 0]), .numbers([1, 2, 8]), .choice(3)])
        try add("alpha", [.number(0.5)])
        try add("blend", [.choice(19)])
        try add("shadow", [.point(Point(0, 1)), .number(3)])
        try add("shadow", [.point(.zero), .number(0), .none])
        // What is left open, and none for a path or a colour, is no fault.
        try add("fill", [.none])
        try add("fill", [.path(box), .none])
        let drawing = try #require(shop.host.drawings.drawing(of: slot, in: shop.scene))
        #expect(
            drawing.operations == [
                .save, .concat(.translation(1, 2)), .concat(.scale(3, 3)), .concat(Affine(0, 1, -1, 0, 0, 0)),
                .concat(Affine(1, 2, 3, 4, 5, 6)), .clip(path: 0, rule: .evenOdd),
                .fill(path: 0, rule: .nonZero, color: .white), .stroke(path: 0, style: 0, color: .black),
                .flood(gradient: 0), .flood(gradient: 1), .alpha(0.5), .blend(19),
                .shadow(offset: Point(0, 1), radius: 3, color: Color(0, 0, 0, 0x55)),
                .shadow(offset: .zero, radius: 0, color: .clear), .fill(path: 0, rule: .nonZero, color: .clear),
                .restore,
            ])
        let style = drawing.styles[0]
        #expect(style.width == 2 && style.cap == .round && style.join == .bevel && style.miterLimit == 4)
        #expect(style.dash == [1, 2])
        let even: [Gradient.Stop] = [.init(0, .white), .init(0.5, .black), .init(1, .clear)]
        var linear = Gradient(.axial, from: .zero, to: Point(9, 0), stops: even)
        (linear.extendsBefore, linear.extendsAfter) = (false, false)
        var radial = Gradient(
            .radial, from: Point(1, 2), to: Point(1, 2), stops: [.init(0.1, .white), .init(0.1, .black)])
        radial.toRadius = 8
        #expect(drawing.gradients == [linear, radial])
        #expect(shop.events.allSatisfy { $0.what == .loaded })
    }

    /// As much as a list may hold is as much as a drawing may.
    @Test func aFullCanvasIsDrawn() throws {
        let shop = shop()
        let slot = try shop.layer("canvas")
        let kind = shop.scene.kind(of: slot)
        let id = try #require(kind.operations)
        func add(_ form: UInt8, _ values: [Value]) throws {
            let parameters = kind[id].operations[Int(form)].parameters
            let all = parameters.indices.map { $0 < values.count ? values[$0] : parameters[$0].initial }
            try shop.scene.contents.append(Operation(form: form, values: all), to: id, of: slot)
        }
        for _ in 0..<OperationList.depthLimit { try add(0, []) }
        let colors = Value.colors(Array(repeating: .white, count: OperationList.weightLimit / 16))
        try add(9, [colors])
        for _ in 0..<(OperationList.limit - OperationList.depthLimit - 1) { try add(11, [.number(1)]) }
        // The restores that the author owes are added: they have room.
        let drawing = shop.host.drawings.drawing(of: slot, in: shop.scene)
        #expect(drawing?.operations.count == OperationList.limit + OperationList.depthLimit)
        #expect(shop.events.allSatisfy { $0.what == .loaded })
    }

    @Test func gradient() throws {
        let shop = shop()
        let slot = try shop.layer("gradient")
        let drawings = shop.host.drawings
        let kind = shop.scene.kind(of: slot)
        #expect(kind.plugin == "Gradient" && drawings.usesBounds(slot, in: shop.scene))
        #expect(
            kind.properties.dropFirst(LayerProperty.schema.count).map(\.name) == [
                "type", "colors", "locations", "startPoint", "endPoint",
            ])
        #expect(kind.properties.filter(\.isRising).map(\.name) == ["locations"])
        #expect(drawings.drawing(of: slot, in: shop.scene)?.isEmpty == true, "no colours")

        try shop.set(slot, "bounds", .rect(Rect(10, 0, 200, 100)))
        try shop.set(slot, "colors", .colors([.white, .clear, .black]))
        var drawing = try #require(drawings.drawing(of: slot, in: shop.scene))
        #expect(drawing.operations == [.gradient(path: nil, rule: .nonZero, gradient: 0)])
        let even: [Gradient.Stop] = [.init(0, .white), .init(0.5, .clear), .init(1, .black)]
        #expect(drawing.gradients == [Gradient(.axial, from: Point(110, 0), to: Point(110, 100), stops: even)])

        try shop.set(slot, "type", .choice(1))
        try shop.set(slot, "locations", .numbers([0.1, 0.1, 1]))
        drawing = try #require(drawings.drawing(of: slot, in: shop.scene))
        #expect(drawing.isEmpty, "an ellipse without width")
        try shop.set(slot, "startPoint", .point(Point(0, 0)))
        drawing = try #require(drawings.drawing(of: slot, in: shop.scene))
        #expect(drawing.gradients[0].map == Affine(100, 0, 0, 100, 10, 0) && drawing.gradients[0].toRadius == 1)
        #expect(drawing.gradients[0].stops.map(\.location) == [0.1, 0.1, 1])
    }

    @Test func replicator() throws {
        let shop = shop()
        let slot = try shop.layer("replicator")
        let drawings = shop.host.drawings
        #expect(shop.scene.kind(of: slot).placesSublayers && drawings.usesBounds(slot, in: shop.scene))
        func copies() throws -> [LayerCopy] { try #require(drawings.drawing(of: slot, in: shop.scene)).copies }
        #expect(try copies() == [LayerCopy()])

        try shop.set(slot, "bounds", .rect(Rect(10, 20, 100, 60)))
        try shop.set(slot, "instanceCount", .number(3))
        try shop.set(slot, "instanceTransform", .transform(.rotationZ(.pi / 2)))
        try shop.set(slot, "instanceDelay", .number(0.25))
        try shop.set(slot, "instanceColor", .color(Color(255, 51, 0)))
        try shop.set(slot, "instanceRedOffset", .number(-0.4))
        try shop.set(slot, "instanceGreenOffset", .number(0.5))
        try shop.set(slot, "instanceAlphaOffset", .number(-0.5))
        // About the middle, 60,50: a quarter turn, then a half.
        let turns = [Affine.identity, Affine(0, 1, -1, 0, 110, -10), Affine(-1, 0, 0, -1, 120, 100)]
        let colors: [SIMD4<Float>] = [[1, 0.2, 0, 1], [0.6, 0.7, 0, 0.5], [0.2, 1, 0, 0]]
        for (k, copy) in try copies().enumerated() {
            #expect(copy.transform == Transform3D(turns[k]) && copy.delay == 0.25 * Double(k))
            let off = copy.color - colors[k]
            #expect((off * off).sum() < 1e-12)
        }
        try shop.set(slot, "instanceCount", .number(0))
        #expect(try copies().isEmpty)
        // Beyond all numbers there is nothing.
        try shop.set(slot, "instanceCount", .number(10_000))
        try shop.set(slot, "instanceTransform", .transform(.scale(1e40, 1)))
        #expect(try (1..<10_000) ~= copies().count)
        try shop.set(slot, "instanceTransform", .none)
        #expect(try copies().count == 10_000 && shop.events.allSatisfy { $0.what == .loaded })
    }

    @Test func shape() throws {
        let shop = shop()
        let slot = try shop.layer("shape")
        let drawings = shop.host.drawings
        let kind = shop.scene.kind(of: slot)
        #expect(kind.plugin == "Shape" && !drawings.usesBounds(slot, in: shop.scene))
        #expect(
            kind.properties.dropFirst(LayerProperty.schema.count).map(\.name) == [
                "path", "fillColor", "fillRule", "strokeColor", "lineWidth", "lineCap", "lineJoin", "miterLimit",
                "lineDashPattern", "lineDashPhase", "strokeStart", "strokeEnd",
            ])
        #expect(try shop.get(slot, "fillColor") == .color(.black) && shop.get(slot, "strokeColor") == .none)
        #expect(try shop.get(slot, "miterLimit") == .number(10) && shop.get(slot, "strokeEnd") == .number(1))
        #expect(drawings.drawing(of: slot, in: shop.scene)?.isEmpty == true, "no path")

        var path = Path()
        path.move(to: Point(1, 2))
        path.cubic(Point(3, 4), Point(5, 6), to: Point(7, 8))
        path.close()
        try shop.set(slot, "path", .path(path))
        try shop.set(slot, "fillRule", .choice(1))
        var drawing = try #require(drawings.drawing(of: slot, in: shop.scene))
        #expect(drawing.operations == [.fill(path: 0, rule: .evenOdd, color: .black)])
        #expect(drawing.paths[0].commands == path.commands && drawing.paths[0].points == path.points)

        try shop.set(slot, "fillColor", .none)
        try shop.set(slot, "strokeColor", .color(Color(1, 2, 3, 4)))
        try shop.set(slot, "lineWidth", .number(2.5))
        try shop.set(slot, "lineCap", .choice(1))
        try shop.set(slot, "lineJoin", .choice(2))
        try shop.set(slot, "miterLimit", .number(3))
        try shop.set(slot, "lineDashPattern", .numbers([4, 0, 1]))
        try shop.set(slot, "lineDashPhase", .number(-1))
        try shop.set(slot, "strokeStart", .number(0.25))
        try shop.set(slot, "strokeEnd", .number(0.5))
        drawing = try #require(drawings.drawing(of: slot, in: shop.scene))
        #expect(drawing.operations == [.stroke(path: 0, style: 0, color: Color(1, 2, 3, 4))])
        var style = StrokeStyle()
        (style.width, style.cap, style.join, style.miterLimit) = (2.5, .round, .bevel, 3)
        (style.dash, style.dashPhase, style.start, style.end) = ([4, 0, 1], -1, 0.25, 0.5)
        #expect(drawing.styles == [style])
        try shop.set(slot, "lineWidth", .number(0))
        #expect(drawings.drawing(of: slot, in: shop.scene)?.isEmpty == true, "a line of no width")
        #expect(shop.events(.strike).isEmpty)
    }

    /// What the host draws without a call is what the kind draws.
    @Test func figuresAreDrawings() throws {
        let shop = shop()
        let slot = try shop.layer("shape")
        let schema = shop.scene.kind(of: slot).properties
        var dice = Dice(5)
        var path = Path()
        path.addCircle(Point(3, 4), radius: 5)
        for round in 0..<300 {
            for number in schema.indices.dropFirst(LayerProperty.schema.count) where dice.upTo(3) == 0 {
                let value: Value
                switch schema[number].type {
                case .path: value = dice.upTo(3) == 0 ? .none : .path(path)
                case .color: value = dice.upTo(3) == 0 ? .none : .color(Color(1, 2, 3, UInt8(dice.upTo(255))))
                case .choice: value = .choice(UInt8(dice.upTo(schema[number].choices.count)))
                case .numbers: value = .numbers((0..<dice.upTo(4)).map { _ in Double(dice.upTo(9)) })
                default: value = .number(Double(dice.upTo(4)) / 4)
                }
                try shop.scene.set(slot, PropertyID(UInt16(number)), value)
            }
            shop.host.drawings.drawsFigures = false
            let asked = shop.host.drawings.drawing(of: slot, in: shop.scene)
            let calls = shop.host.list.reduce(0) { $0 + $1.stats.calls }
            shop.host.drawings.drawsFigures = true
            #expect(shop.host.drawings.drawing(of: slot, in: shop.scene) == asked, "round \(round)")
            #expect(shop.host.list.reduce(0) { $0 + $1.stats.calls } == calls)
        }
        #expect(shop.events(.strike).isEmpty)
    }

    @Test func offscreen() throws {
        let shop = shop()
        let scene = Scene(kinds: shop.registry, output: try #require(try shop.registry.find("offscreen")))
        let output = try shop.host.makeOutput(in: scene)
        var seen: [UInt64] = []
        output.onPresented = { frame, time in seen.append(frame + time) }
        #expect(throws: SceneError.self) {
            try output.configure(.init(width: 0, height: 2, scale: 1, refresh: 60), in: scene)
        }
        try output.configure(.init(width: 5, height: 3, scale: 1, refresh: 60), in: scene)
        for (frame, age) in [(UInt64(1), 0), (2, 1), (3, 1)] {
            let buffer = try #require(try output.acquire())
            #expect(buffer.age == age && buffer.width == 5 && buffer.height == 3 && buffer.descriptor == nil)
            unsafe memset(buffer.pixels, 7, buffer.stride * buffer.height)
            try output.present(buffer, damage: [PixelRect(0, 0, 5, 3)], frame: frame, time: 100)
        }
        #expect(seen == [101, 102, 103])
        // The same size with another scale keeps the picture; another size does not.
        try output.configure(.init(width: 5, height: 3, scale: 2, refresh: 30), in: scene)
        let last = try #require(try output.acquire())
        try output.present(last, damage: [], frame: 4, time: 0)
        try output.configure(.init(width: 6, height: 3, scale: 2, refresh: 30), in: scene)
        #expect(try output.acquire()?.age == 0)
        #expect(throws: SceneError.self) { try shop.host.reload("Offscreen", in: scene) }
        #expect(shop.events(.strike).isEmpty)
    }

    @Test func offscreenShared() throws {
        let shop = shop()
        let scene = Scene(kinds: shop.registry, output: try #require(try shop.registry.find("offscreen")))
        let export = try #require(scene.kind(of: Scene.main).property(named: "export"))
        try scene.set(Scene.main, export, .choice(1))
        let output = try shop.host.makeOutput(in: scene)
        try output.configure(.init(width: 2, height: 2, scale: 1, refresh: 60), in: scene)
        let buffer = try #require(try output.acquire())
        let file = try #require(buffer.descriptor)
        unsafe memset(buffer.pixels, 0x5A, 8)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(unsafe pread(file, &bytes, 8, 0) == 8 && bytes == [UInt8](repeating: 0x5A, count: 8))
        #expect(ftruncate(file, 1) != 0, "a client that maps it is not cut off")
    }
}
