import Geometry
import PluginHost
import Scene
import Schema
import Testing

extension PluginTests {
    /// An emitter with cells, and what it draws at any time.
    private struct Fountain {
        let shop = Workshop()
        let emitter: Slot

        init() throws {
            shop.host.discover(in: ["\(Workshop.root)/Plugins"], libraries: [Workshop.products])
            emitter = try shop.layer("emitter", "fountain")
        }

        func cell(_ name: String, _ values: [(String, Value)]) throws -> Slot {
            let kind = try #require(try shop.registry.find("emitterCell"))
            let slot = try shop.scene.objects.create(name, kind)
            for (name, value) in values { try shop.set(slot, name, value) }
            return slot
        }

        /// Shown, and its particles are there for two seconds, ten a second.
        func plain(_ name: String, _ more: [(String, Value)] = []) throws -> Slot {
            let basics: [(String, Value)] = [
                ("size", .size(Size(4, 2))), ("birthRate", .number(10)), ("lifetime", .number(2)),
            ]
            return try cell(name, basics + more)
        }

        func name(_ cells: [Slot], of slot: Slot? = nil) throws {
            try shop.set(slot ?? emitter, "emitterCells", .objects(cells.map { shop.scene.id(of: $0) }))
        }

        func drawing(_ time: Double) throws -> Drawing {
            try #require(shop.host.drawings.drawing(of: emitter, at: time, in: shop.scene))
        }

        func sprites(_ time: Double) throws -> [Sprite] { try drawing(time).sprites.flatMap(\.sprites) }

        func middles(_ time: Double) throws -> [Point] { try sprites(time).map { $0.map.apply(Point(0.5, 0.5)) } }
    }

    private func near(_ a: Point, _ x: Double, _ y: Double) -> Bool { abs(a.x - x) < 1e-9 && abs(a.y - y) < 1e-9 }

    @Test func particlesFlyByTheFormula() throws {
        let fountain = try Fountain()
        let cell = try fountain.plain(
            "c",
            [
                ("velocity", .number(100)), ("emissionLongitude", .number(-.pi / 2)),
                ("acceleration", .point(Point(8, 50))), ("scaleSpeed", .number(0.5)), ("alphaSpeed", .number(-0.25)),
                ("duration", .number(0.05)), ("lifetime", .number(3)), ("spin", .number(.pi)),
            ])
        try fountain.name([cell])
        try fountain.shop.set(fountain.emitter, "emitterPosition", .point(Point(30, 40)))
        for time in [0, 0.5, 1.25, 2.9] {
            let middle = try #require(try fountain.middles(time).first)
            #expect(near(middle, 30 + 4 * time * time, 40 - 100 * time + 25 * time * time), "\(time)")
        }
        let sprite = try #require(try fountain.sprites(0.5).first)
        // A quarter of a turn, 1.25 times as large, and an eighth less opaque.
        #expect(sprite.color == Color(255, 255, 255, 223))
        #expect(near(Point(sprite.map.a, sprite.map.b), 0, 5) && near(Point(sprite.map.c, sprite.map.d), -2.5, 0))
        try fountain.shop.set(fountain.emitter, "velocity", .number(2))
        #expect(near(try #require(try fountain.middles(1).first), 34, 40 - 200 + 25))
    }

    /// Birth k is at k / birthRate; a particle is there from its birth until before its end.
    @Test func birthsAndDeaths() throws {
        let fountain = try Fountain()
        try fountain.name([try fountain.plain("c", [("beginTime", .number(1)), ("duration", .number(0.3))])])
        let counts: [(Double, Int, Double)] = [
            (-1, 0, 1), (0.999, 0, 1), (1, 1, 1), (1.1, 2, 1.1), (1.199, 2, 1.199), (1.2, 3, 1.2), (2.999, 3, 2.999),
            (3, 2, 3), (3.199, 1, 3.199), (3.2, 0, .infinity), (1e300, 0, .infinity),
        ]
        for (time, count, until) in counts {
            let drawing = try fountain.drawing(time)
            #expect(drawing.sprites.flatMap(\.sprites).count == count && drawing.holdsUntil == until, "\(time)")
        }
        // Between two that are there alone, it waits for the next.
        let rare = try fountain.plain("d", [("birthRate", .number(0.1)), ("lifetime", .number(1))])
        try fountain.name([rare])
        #expect(try fountain.drawing(5).holdsUntil == 10 && fountain.drawing(10.5).holdsUntil == 10.5)
        try fountain.shop.set(rare, "isEnabled", .boolean(false))
        #expect(try fountain.drawing(10.5) == Drawing())
        // What cannot be seen asks for no frames.
        try fountain.name([try fountain.plain("e", [("size", .size(.zero))])])
        #expect(try fountain.drawing(1) == Drawing())
        // Ranges lie around the mean.
        try fountain.name([try fountain.plain("f", [("lifetimeRange", .number(2)), ("birthRate", .number(1000))])])
        let there = try fountain.sprites(10).count
        #expect((1900...2100).contains(there))
        #expect(try fountain.sprites(0.999).count == 1000 && fountain.sprites(1.1).count < 1100)
    }

    /// A drawing is a function of properties and time: the order of asking, reloads and what was asked before do not matter.
    @Test func theSameSeedAndTimeGiveTheSame() throws {
        let fountain = try Fountain()
        let vary: [(String, Value)] = [
            ("velocity", .number(50)), ("velocityRange", .number(40)), ("emissionRange", .number(6)),
            ("redRange", .number(1)), ("spinRange", .number(3)), ("scaleRange", .number(1)),
        ]
        let (a, b) = (try fountain.plain("a", vary), try fountain.plain("b", vary))
        try fountain.name([a], of: b)
        try fountain.name([a, b])
        for shape in UInt8(0)...5 {
            try fountain.shop.set(fountain.emitter, "emitterShape", .choice(shape))
            try fountain.shop.set(fountain.emitter, "emitterSize", .size(Size(60, 20)))
            for mode in UInt8(0)...3 {
                try fountain.shop.set(fountain.emitter, "emitterMode", .choice(mode))
                #expect(try fountain.drawing(3) == fountain.drawing(3) && !fountain.sprites(3).isEmpty)
            }
        }
        let first = try fountain.drawing(3)
        _ = try fountain.drawing(1)
        #expect(try fountain.drawing(3) == first)
        // Sums that differ in their last bits.
        #expect(try fountain.drawing(3 - 4e-16 * 3) == first)
        try fountain.shop.host.reload("Emitter", in: fountain.shop.scene)
        #expect(try fountain.drawing(3) == first)
        // Not when one is just born where the one that emits it is.
        #expect(try Set(fountain.middles(3.05).map { "\($0)" }).count == fountain.sprites(3.05).count)
        try fountain.shop.set(fountain.emitter, "seed", .number(1))
        #expect(try fountain.drawing(3) != first)
    }

    @Test func placesAreOfTheShape() throws {
        let fountain = try Fountain()
        try fountain.name([try fountain.plain("c", [("birthRate", .number(500)), ("velocity", .number(1e-6))])])
        try fountain.shop.set(fountain.emitter, "emitterPosition", .point(Point(100, 50)))
        try fountain.shop.set(fountain.emitter, "emitterSize", .size(Size(40, 20)))
        func offsets(_ shape: UInt8, _ mode: UInt8) throws -> [Point] {
            try fountain.shop.set(fountain.emitter, "emitterShape", .choice(shape))
            try fountain.shop.set(fountain.emitter, "emitterMode", .choice(mode))
            return try fountain.middles(2).map { Point($0.x - 100, $0.y - 50) }
        }
        func is0(_ v: Double) -> Bool { abs(v) < 1e-4 }
        #expect(try offsets(0, 3).allSatisfy { is0($0.x) && is0($0.y) })
        #expect(try offsets(1, 3).allSatisfy { abs($0.x) <= 20.001 && is0($0.y) })
        #expect(try offsets(1, 0).allSatisfy { is0(abs($0.x) - 20) && is0($0.y) })
        #expect(try offsets(2, 0).allSatisfy { is0(abs($0.x) - 20) && is0(abs($0.y) - 10) })
        #expect(
            try offsets(2, 1).allSatisfy {
                abs($0.x) < 20.001 && abs($0.y) < 10.001 && (is0(abs($0.x) - 20) || is0(abs($0.y) - 10))
            })
        #expect(try offsets(2, 2).contains { abs($0.x) < 10 && abs($0.y) < 5 })
        #expect(try offsets(4, 1).allSatisfy { is0(($0.x * $0.x + $0.y * $0.y).squareRoot() - 40) })
        let disc = try offsets(4, 3).map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
        // Half of a disc's area is within 0.71 of its radius.
        #expect(
            disc.allSatisfy { $0 < 40.001 } && (400...600).contains(disc.filter { $0 < 40 * 0.5.squareRoot() }.count))
        // From a circle they fly outward.
        try fountain.name([try fountain.plain("d", [("velocity", .number(10)), ("duration", .number(0.05))])])
        #expect(try offsets(4, 1).count == 0)
        let out = try fountain.middles(1).map { Point($0.x - 100, $0.y - 50) }
        #expect(out.count == 1 && is0((out[0].x * out[0].x + out[0].y * out[0].y).squareRoot() - 50))
    }

    @Test func whatIsOnTop() throws {
        let fountain = try Fountain()
        let red = try fountain.plain("r", [("color", .color(Color(255, 0, 0)))])
        let blue = try fountain.plain("b", [("color", .color(Color(0, 0, 255))), ("beginTime", .number(0.05))])
        try fountain.name([red, blue])
        func colors(_ mode: UInt8) throws -> [UInt8] {
            try fountain.shop.set(fountain.emitter, "renderMode", .choice(mode))
            #expect(try fountain.drawing(0.3).sprites.allSatisfy { $0.isAdditive == (mode == 4) })
            return try fountain.sprites(0.21).map(\.color.red)
        }
        #expect(try colors(0) == [255, 255, 255, 0, 0] && colors(4) == colors(0))
        #expect(try colors(1) == [255, 0, 255, 0, 255] && colors(3) == colors(1))
        #expect(try colors(2) == [255, 0, 255, 0, 255].reversed())
    }

    /// Particles that emit: from where they are, as long as they are there, in their colour.
    @Test func particlesEmit() throws {
        let fountain = try Fountain()
        let rocket = try fountain.cell(
            "rocket",
            [
                ("birthRate", .number(1)), ("duration", .number(0.5)), ("lifetime", .number(1)),
                ("velocity", .number(100)), ("color", .color(Color(255, 0, 0))),
            ])
        let trail = try fountain.plain("trail", [("beginTime", .number(0.5)), ("color", .color(Color(255, 255, 0)))])
        try fountain.name([trail], of: rocket)
        try fountain.name([rocket])
        #expect(try fountain.drawing(0.4).sprites.isEmpty && fountain.drawing(0.4).holdsUntil == 0.4)
        let sparks = try fountain.middles(0.75)
        #expect(sparks.count == 3 && near(sparks[0], 50, 0) && near(sparks[2], 70, 0))
        #expect(try fountain.sprites(0.75).allSatisfy { $0.color == Color(255, 0, 0) })
        // They outlive it, and then all is over.
        #expect(try fountain.sprites(1.2).count == 5 && fountain.sprites(2.85).count == 1)
        #expect(try fountain.drawing(3.5) == Drawing())
    }

    @Test func boundsOnParticles() throws {
        let fountain = try Fountain()
        let cell = try fountain.plain("c", [("birthRate", .number(49_999.5))])
        try fountain.name([cell])
        // One more birth than that would be looked at is one too many.
        #expect(try fountain.sprites(10).count == 99_999)
        try fountain.shop.set(cell, "birthRate", .number(1e6))
        let many = try fountain.sprites(10).count
        #expect((99_990...100_000).contains(many))
        // And in one another, whatever they ask for.
        let inner = try fountain.plain("d", [("birthRate", .number(1e6)), ("lifetime", .number(1e9))])
        try fountain.name([inner], of: cell)
        for (lifetime, rate) in [(2.0, 1e6), (1e9, 1e6), (1e-9, 1e-9)] {
            try fountain.shop.set(cell, "lifetime", .number(lifetime))
            try fountain.shop.set(cell, "birthRate", .number(rate))
            for time in [1e-9, 1e6, 1e9, 1e9 + 1] { #expect(try fountain.sprites(time).count <= 100_000) }
        }
        #expect(fountain.shop.events(.strike).isEmpty)
    }

    @Test func references() throws {
        let fountain = try Fountain()
        let scene = fountain.shop.scene
        let (a, b) = (try fountain.plain("a"), try fountain.plain("b"))
        #expect(throws: SceneError(.value, "\"e\" is a emitter; emitterCell is expected")) {
            _ = try fountain.shop.layer("emitter", "e")
            try fountain.name([scene.find("e")!], of: a)
        }
        try fountain.name([b], of: a)
        for ring in [a, b] {
            do {
                try fountain.name([a], of: ring == a ? a : b)
                Issue.record("a cell in itself")
            } catch let error as SceneError {
                #expect(error.code == .cycle)
            }
        }
        try fountain.name([a, b])
        _ = try fountain.drawing(1)
        // A change of a cell, however deep, is one of the emitter.
        let marks = LayerCursor(scene)
        marks.take { _, _ in }
        try fountain.shop.set(b, "velocity", .number(5))
        var marked: [Slot] = []
        marks.take { slot, _ in marked.append(slot) }
        #expect(marked.contains(fountain.emitter))
        try scene.objects.remove(b)
        #expect(try fountain.shop.get(fountain.emitter, "emitterCells") == .objects([scene.id(of: a)]))
        #expect(try fountain.shop.get(a, "emitterCells") == .objects([]))
        #expect(try fountain.sprites(1).count == 11)
        // A picture that nobody has read is not there yet.
        try fountain.shop.set(a, "contents", .string("none.png"))
        #expect(try fountain.drawing(1) == Drawing())
        fountain.shop.host.pictureSize = { $0 == a ? Size(8, 6) : nil }
        try fountain.shop.set(a, "size", .size(.zero))
        try fountain.shop.set(a, "contentsRect", .rect(Rect(0.5, 0, 0.5, 1)))
        try fountain.shop.set(a, "contentsScale", .number(2))
        let drawing = try fountain.drawing(1)
        #expect(drawing.sprites[0].look == .picture(of: a.index) && drawing.sprites[0].source == Rect(0.5, 0, 0.5, 1))
        #expect(drawing.sprites[0].sprites[0].map == Affine(2, 0, 0, 3, -1, -1.5))
    }
}
