import Compositor
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing
import Vectors

/// What of a scene becomes vectors, and what an image.
@Suite struct VectorTests {
    private func page(_ stage: Stage, _ format: VectorFormat = .pdf, layer: Slot? = nil) throws -> VectorPage {
        stage.compositor.update(stage.scene)
        return try stage.compositor.vectors(stage.scene, as: format, layer: layer)
    }

    private func opaque() throws -> Stage {
        let stage = try Stage(120, 90)
        try stage.scene.set(Scene.main, OutputProperty.backgroundColor.id, .color(.white))
        return stage
    }

    private func fills(_ page: VectorPage) -> Int {
        page.operations.count { if case .fill = $0 { true } else { false } }
    }

    private func groups(_ page: VectorPage) -> [BlendMode] {
        page.operations.compactMap { if case .endGroup(_, let mode, _) = $0 { mode } else { nil } }
    }

    /// Boxes of the images, in points.
    private func images(_ page: VectorPage) -> [Rect] {
        page.operations.compactMap {
            guard case .image(let image, let map, _, _) = $0 else { return nil }
            let box = map.boundingBox(image.bitmap.bounds.rect)
            return Rect(box.x / page.scale, box.y / page.scale, box.width / page.scale, box.height / page.scale)
        }
    }

    private func isBalanced(_ page: VectorPage) -> Bool {
        var depth = 0
        for operation in page.operations {
            switch operation {
            case .save, .beginGroup: depth += 1
            case .restore, .endGroup: depth -= 1
            default: continue
            }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    @Test func layersAreVectors() throws {
        let stage = try opaque()
        let card = try stage.add("card", Rect(10, 10, 60, 40), .red)
        try stage.set(card, .cornerRadius, .number(8))
        try stage.set(card, .borderWidth, .number(2))
        try stage.set(card, .masksToBounds, .boolean(true))
        try stage.add("inside", Rect(-5, -5, 20, 20), .blue, in: card)
        let turned = try stage.add("turned", Rect(60, 40, 30, 30), .blue)
        try stage.set(turned, .opacity, .number(0.5))
        let page = try page(stage)
        #expect(page.imageCount == 0)
        // The page, the card, what is in it, its border and the turned one.
        #expect(fills(page) == 5)
        #expect(isBalanced(page))
        #expect(page.size == Size(120, 90))
    }

    @Test func anEmptySceneIsAPage() throws {
        let stage = try Stage(120, 90)
        #expect(try page(stage).operations.isEmpty)
        #expect(try fills(page(opaque())) == 1)
    }

    /// The blur is an image; what casts it stays as it is.
    @Test func onlyTheShadowIsAnImage() throws {
        let stage = try opaque()
        let card = try stage.add("card", Rect(20, 20, 60, 40), .red)
        try stage.set(card, .shadowOpacity, .number(1))
        try stage.add("label", Rect(5, 5, 70, 10), .blue, in: card)
        let page = try page(stage)
        #expect(page.imageCount == 1)
        #expect(fills(page) == 3)
        // The offset is 0,-3, the radius 3.
        let box = try #require(images(page).first)
        #expect(box.minX < 20 && box.maxX > 95 && box.minY < 17 && box.maxY > 57)
        try stage.set(card, .shadowPath, .path(.rect(Rect(0, 0, 60, 40))))
        #expect(try self.page(stage).imageCount == 1)
        try stage.set(card, .shadowRadius, .number(0))
        #expect(try self.page(stage).imageCount == 0)
        #expect(try fills(self.page(stage)) == 4)
    }

    @Test func filtersMakeAnImageOfTheirLayer() throws {
        let stage = try opaque()
        let card = try stage.add("card", Rect(20, 20, 60, 40), .red)
        try stage.add("label", Rect(5, 5, 20, 10), .blue, in: card)
        try stage.add("beside", Rect(90, 5, 20, 10), .blue)
        try stage.set(card, .filters, .filters([FilterFunction(.grayscale, name: "grayscale", arguments: [1])]))
        let page = try page(stage)
        #expect(images(page) == [Rect(20, 20, 60, 40)])
        #expect(fills(page) == 2)
    }

    /// Modes of PDF are written; in SVG, the picture behind goes along.
    @Test func blendModesAreKeptWhereTheyCanBe() throws {
        let stage = try opaque()
        let card = try stage.add("card", Rect(20, 20, 60, 40), .red)
        try stage.set(card, .compositingFilter, .choice(BlendMode.multiply.rawValue))
        #expect(try groups(page(stage)) == [.multiply])
        #expect(try images(page(stage)).isEmpty)
        let svg = try page(stage, .svg)
        #expect(groups(svg).isEmpty)
        #expect(images(svg) == [Rect(20, 20, 60, 40)])
        try stage.set(card, .compositingFilter, .choice(BlendMode.plusLighter.rawValue))
        #expect(try images(page(stage)) == [Rect(20, 20, 60, 40)])
    }

    @Test func withoutABackgroundAllBeneathGoesAlong() throws {
        let stage = try Stage(120, 90)
        try stage.add("beneath", Rect(0, 0, 30, 30), .blue)
        let clip = try stage.add("clip", Rect(10, 10, 80, 70))
        try stage.set(clip, .cornerRadius, .number(9))
        try stage.set(clip, .masksToBounds, .boolean(true))
        let card = try stage.add("card", Rect(20, 20, 60, 40), .red, in: clip)
        try stage.set(card, .backgroundFilters, .filters([FilterFunction(.blur, name: "blur", arguments: [3])]))
        try stage.add("above", Rect(30, 30, 10, 10), .blue, in: clip)
        let page = try page(stage)
        #expect(images(page) == [Rect(0, 0, 120, 90)])
        #expect(fills(page) == 1)
        #expect(isBalanced(page))
    }

    /// A group is the backdrop of what is in it.
    @Test func inAGroupTheGroupIsAnImage() throws {
        let stage = try opaque()
        let group = try stage.add("group", Rect(10, 10, 100, 70), .blue)
        try stage.set(group, .opacity, .number(0.5))
        let card = try stage.add("card", Rect(20, 20, 60, 40), .red, in: group)
        try stage.set(card, .backgroundFilters, .filters([FilterFunction(.blur, name: "blur", arguments: [3])]))
        let page = try page(stage)
        #expect(images(page) == [Rect(10, 10, 100, 70)])
        #expect(groups(page) == [.normal])
    }

    @Test func manyThatReadTheirBackdropMakeOneImage() throws {
        let stage = try opaque()
        for i in 0..<33 {
            let card = try stage.add("card\(i)", Rect(Double(i), 20, 60, 40), .red)
            try stage.set(card, .compositingFilter, .choice(BlendMode.xor.rawValue))
            if i == 31 { #expect(try images(page(stage)).count == 32) }
        }
        #expect(try images(page(stage)) == [Rect(0, 0, 120, 90)])
    }

    private func canvas(_ stage: Stage, _ operations: [Drawing.Operation]) throws -> Slot {
        let canvas = try stage.add("canvas", Rect(10, 10, 80, 60), kind: Stage.shapeKind)
        var drawing = Drawing()
        drawing.paths = [.rect(Rect(10, 10, 20, 20)), .circle(Point(50, 30), radius: 10)]
        var conic = Gradient(.conic, from: Point(50, 30), to: Point(60, 30), stops: [])
        conic.stops = [Gradient.Stop(0, .red), Gradient.Stop(1, .blue)]
        drawing.gradients = [conic]
        drawing.operations = operations
        stage.drawings.drawings[canvas] = drawing
        return canvas
    }

    /// Only what an operation needs is an image; others stay vectors, and so does an opaque shape with a shadow.
    @Test func operationsBecomeImagesOneByOne() throws {
        let stage = try opaque()
        let shadow = Drawing.Operation.shadow(offset: Point(0, 2), radius: 2, color: .black)
        let plain = Drawing.Operation.fill(path: 0, rule: .nonZero, color: .red)
        _ = try canvas(
            stage,
            [
                plain, .save, shadow, plain, .restore, .fill(path: 1, rule: .nonZero, color: .blue),
                .gradient(path: 1, rule: .nonZero, gradient: 0),
            ])
        let page = try page(stage)
        #expect(page.imageCount == 2)
        // The page's own is the first.
        #expect(fills(page) == 4)
        #expect(isBalanced(page))
        let boxes = images(page)
        #expect(boxes.last == Rect(50, 30, 20, 20))
        #expect(try #require(boxes.first).minY < 20 && #require(boxes.first).maxY > 42)
    }

    /// With a shadow, a translucent shape is an image with it.
    @Test func translucentShapesGoWithTheirShadows() throws {
        let stage = try opaque()
        let shadow = Drawing.Operation.shadow(offset: Point(0, 2), radius: 2, color: .black)
        _ = try canvas(stage, [shadow, .fill(path: 0, rule: .nonZero, color: Color(255, 0, 0, 128))])
        let page = try page(stage)
        #expect(page.imageCount == 1)
        #expect(fills(page) == 1)
    }

    @Test func manySuchOperationsAreOneImage() throws {
        let stage = try opaque()
        let shadow = Drawing.Operation.shadow(offset: Point(0, 2), radius: 2, color: .black)
        let plain = Drawing.Operation.fill(path: 0, rule: .nonZero, color: .red)
        _ = try canvas(stage, [shadow] + Array(repeating: plain, count: 64))
        #expect(try page(stage).imageCount == 64)
        let other = try opaque()
        _ = try canvas(other, [shadow] + Array(repeating: plain, count: 65))
        #expect(try page(other).imageCount == 1)
    }

    @Test func masksAreKept() throws {
        let stage = try opaque()
        let card = try stage.add("card", Rect(20, 20, 60, 40), .red)
        let mask = try stage.add("mask", Rect(0, 0, 30, 30), .black, in: Scene.detachedRoot)
        try stage.set(mask, .cornerRadius, .number(9))
        try stage.set(card, .mask, .object(stage.scene.id(of: mask)))
        let page = try page(stage)
        #expect(page.imageCount == 0)
        #expect(page.operations.contains { if case .beginMask = $0 { true } else { false } })
    }

    @Test func imagesAreBounded() throws {
        let stage = try opaque()
        let card = try stage.add("card", Rect(20, 20, 60, 40), .red)
        try stage.set(card, .filters, .filters([FilterFunction(.grayscale, name: "grayscale", arguments: [1])]))
        #expect(try page(stage).imageBytes == 120 * 80 * 4)
        // On the output it needs far less.
        func bytes() throws -> Int { try stage.compositor.vectors(stage.scene, as: .pdf, scale: 20).imageBytes }
        stage.compositor.frameBytes = 1200 * 800 * 4
        stage.compositor.update(stage.scene)
        #expect(try bytes() == 1200 * 800 * 4)
        stage.compositor.frameBytes -= 1
        stage.compositor.update(stage.scene)
        #expect(throws: BitmapError.tooLarge(bytes: 1200 * 800 * 4)) { try bytes() }
    }

    @Test func aPageHasASize() throws {
        let stage = try opaque()
        let none = try stage.add("none", Rect(0, 0, 0, 10), .red)
        #expect(throws: BitmapError.self) { try page(stage, layer: none) }
        let wide = try stage.add("wide", Rect(0, 0, 16_000, 1), .red)
        #expect(try page(stage, layer: wide).size == Size(16_000, 1))
        try stage.set(wide, .bounds, .rect(Rect(0, 0, 16_001, 1)))
        #expect(throws: BitmapError.self) { try page(stage, layer: wide) }
    }
}
