import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// Bytes of buffers that a frame may cost.
@Suite struct FrameBudgetTests {
    /// A translucent layer with a sublayer: a group of 40×20 pixels, 3,200 bytes.
    private func group(_ stage: Stage, _ name: String, _ x: Double, _ y: Double) throws -> Slot {
        let layer = try stage.add(name, Rect(x, y, 40, 20), .red)
        try stage.set(layer, .opacity, .number(0.5))
        try stage.add("\(name)a", Rect(5, 5, 20, 10), .blue, in: layer)
        return layer
    }

    private func isReduced(_ stage: Stage, _ slot: Slot) -> Bool {
        stage.compositor.explain(slot, stage.scene).isReduced
    }

    @Test func theLastLayerThatFitsHasItsBuffer() throws {
        let stage = try Stage(200, 100)
        let layers = try (0..<3).map { try group(stage, "g\($0)", Double(50 * $0), 10) }
        stage.compositor.frameBytes = 9600
        stage.frame()
        #expect(stage.compositor.stats.reducedLayers == 0)
        #expect(layers.map { isReduced(stage, $0) } == [false, false, false])

        stage.compositor.frameBytes = 9599
        stage.frame()
        #expect(stage.compositor.stats.reducedLayers == 1)
        #expect(layers.map { isReduced(stage, $0) } == [false, false, true])
        let picture = try #require(stage.output.picture)
        // Beneath the sublayer of a group, the group's own background is not to be seen; without a buffer it is.
        #expect(picture.hasSamePixels(as: try stage.oracle()))
        #expect(try pixel(picture, 10, 20) == pixel(picture, 60, 20))
        #expect(try pixel(picture, 10, 20) != pixel(picture, 110, 20))
    }

    /// 20×10 pixels, which no filter makes larger: two buffers, three times one for a function of CSS, five times for one that says so.
    @Test func filtersCountAsTheyWeigh() throws {
        let stage = try Stage(100, 50)
        let layer = try stage.add("a", Rect(10, 10, 20, 10), .red)
        let inverted = FilterFunction(.invert, name: "invert", arguments: [1])
        let spread = FilterFunction(.plugin, name: "spread", arguments: [0, 0])
        for (filters, weight) in [([inverted], 3), ([spread], 5), ([spread, inverted, spread], 13)] {
            for property in [LayerProperty.filters, .backgroundFilters] {
                try stage.set(layer, property, .filters(filters))
                for (bytes, reduced) in [(800 * (2 + weight), false), (800 * (2 + weight) - 1, true)] {
                    stage.compositor.frameBytes = bytes
                    stage.frame()
                    #expect(isReduced(stage, layer) == reduced, "\(property) \(weight) \(bytes)")
                    let picture = try #require(stage.output.picture)
                    #expect(picture.hasSamePixels(as: try stage.oracle()))
                }
                try stage.set(layer, property, .filters([]))
            }
        }
    }

    /// However a scene came to be what it is: the picture is that of one that was made so.
    @Test(arguments: [1, 2]) func theChoiceFollowsFromTheSceneAlone(threads: Int) throws {
        let stage = try Stage(400, 300)
        stage.compositor.threads = threads
        stage.compositor.frameBytes = 20_000
        var random = Dice(7)
        func check() throws {
            stage.frame()
            let fresh = Compositor(output: try MemoryOutput(width: 400, height: 300))
            fresh.source = stage.drawings
            fresh.drawings.motion = stage.motion
            fresh.frameBytes = 20_000
            fresh.threads = 3 - threads
            fresh.update(stage.scene)
            _ = fresh.renderFrame(stage.scene, time: 0)
            let (a, b) = (try #require(stage.compositor.picture), try #require(fresh.picture))
            #expect(a.hasSamePixels(as: b))
            #expect(stage.compositor.stats.reducedLayers == fresh.stats.reducedLayers)
        }
        var layers: [Slot] = []
        var most = 0
        for step in 0..<60 {
            let x = Double(random.next() % 360)
            let y = Double(random.next() % 270)
            switch random.next() % 6 {
            case 0, 1: layers.append(try group(stage, "g\(step)", x, y))
            case 2 where !layers.isEmpty:
                try stage.set(layers[Int(random.next() % UInt64(layers.count))], .position, .point(Point(x, y)))
            case 3 where !layers.isEmpty:
                let filters: [FilterFunction] = [FilterFunction(.blur, name: "blur", arguments: [3])]
                try stage.set(layers[Int(random.next() % UInt64(layers.count))], .filters, .filters(filters))
            case 4 where !layers.isEmpty:
                let turned = Transform3D.perspective(300).concat(.rotation(Double(random.next() % 2), 1, 0, 0.5))
                try stage.set(layers[Int(random.next() % UInt64(layers.count))], .transform, .transform(turned))
            case 5 where layers.count > 2:
                try stage.scene.objects.remove(layers.remove(at: Int(random.next() % UInt64(layers.count))))
            default: continue
            }
            try check()
            most = max(most, stage.compositor.stats.reducedLayers)
        }
        #expect(most > 0)
    }

    /// Scenes of everything, of which the budget holds a part.
    @Test(arguments: RandomSceneTests.Style.allCases) func anySceneIsWhatItSays(_ style: RandomSceneTests.Style) throws
    {
        let stage = try Stage(240, 200)
        stage.compositor.frameBytes = 120_000
        var dice = Dice(11)
        var mutator = Mutator(stage: stage, style: style)
        for _ in 0..<20 { try mutator.create(&dice) }
        for round in 0..<16 {
            for _ in 0..<2 { try mutator.change(&dice) }
            stage.frame()
            let picture = try #require(stage.output.picture)
            let fresh = Compositor(output: try MemoryOutput(width: 240, height: 200))
            fresh.source = stage.drawings
            fresh.contents = stage.contents
            fresh.drawings.motion = stage.motion
            fresh.frameBytes = 120_000
            fresh.update(stage.scene)
            _ = fresh.renderFrame(stage.scene, time: 0)
            let same =
                try stage.oracle().hasSamePixels(as: picture)
                && picture.hasSamePixels(as: try #require(fresh.picture))
            #expect(same, "round \(round)")
            if !same { return }
        }
    }

    /// What did not fit on another output, or at another scale, may fit now.
    @Test func anotherSizeIsAnotherChoice() throws {
        let stage = try Stage(200, 100, scale: 2)
        let layer = try group(stage, "g", 10, 10)
        stage.compositor.frameBytes = 3200
        stage.frame()
        #expect(isReduced(stage, layer))
        stage.output.scale = 1
        stage.frame()
        #expect(!isReduced(stage, layer))
        #expect(try #require(stage.output.picture).hasSamePixels(as: try stage.oracle()))
        // Nothing changed: nothing is read, nor painted.
        #expect(!stage.frame().painted)
        stage.output.scale = 2
        stage.frame()
        #expect(isReduced(stage, layer))
        #expect(!stage.frame().painted)
    }

    @Test func copiesHaveBuffersTogetherOrNotAtAll() throws {
        let stage = try Stage(200, 100)
        let copier = try stage.add("r", Rect(0, 0, 200, 100), kind: Stage.copierKind)
        let card = try stage.add("c", Rect(0, 0, 40, 20), .red, in: copier)
        try stage.set(card, .opacity, .number(0.5))
        try stage.add("d", Rect(5, 5, 20, 10), .blue, in: card)
        try stage.copy(copier, (0..<10).map { LayerCopy(Transform3D(.translation(Double(15 * $0), 0))) })
        // Ten groups of 3,200 bytes, and an eighth of what they paint.
        stage.compositor.frameBytes = 40_000
        stage.frame()
        #expect(stage.compositor.stats.reducedLayers == 0)
        #expect(stage.compositor.stats.groupBuffers > 0)
        stage.compositor.frameBytes = 30_000
        let made = stage.compositor.stats.groupBuffers
        stage.frame()
        #expect(stage.compositor.stats.reducedLayers == 1)
        #expect(stage.compositor.stats.groupBuffers == made)
        #expect(try #require(stage.output.picture).hasSamePixels(as: try stage.oracle()))
    }

    @Test func drawingsWithoutBuffersHaveNoBlendModes() throws {
        let stage = try Stage(60, 60)
        try stage.add("b", Rect(0, 0, 60, 60), .green)
        var drawing = Drawing()
        drawing.paths = [.rect(Rect(0, 0, 40, 40))]
        drawing.operations = [.blend(BlendMode.multiply.rawValue), .fill(path: 0, rule: .nonZero, color: .red)]
        let layer = try stage.add("s", Rect(0, 0, 40, 40), kind: Stage.shapeKind)
        stage.drawings.drawings[layer] = drawing
        stage.frame()
        #expect(stage.compositor.stats.reducedLayers == 0)
        stage.compositor.frameBytes = 4 * BufferCost.blend * 1600 - 1
        stage.frame()
        #expect(isReduced(stage, layer))
        #expect(try pixel(try #require(stage.output.picture), 10, 10) == 0xffff_0000)
    }

    @Test func aSnapshotIsBoundedToo() throws {
        let stage = try Stage(100, 100)
        _ = try group(stage, "g", 10, 10)
        stage.frame()
        // The picture, the group's buffer, and an eighth of the two backgrounds.
        stage.compositor.frameBytes = 4 * 52 * 50 + 3200 + 500
        #expect(try stage.compositor.snapshot(stage.scene, rect: Rect(0, 0, 52, 50)).width == 52)
        stage.compositor.frameBytes -= 1
        #expect(throws: BitmapError.self) { try stage.compositor.snapshot(stage.scene, rect: Rect(0, 0, 52, 50)) }
        #expect(throws: BitmapError.self) { try stage.compositor.snapshot(stage.scene, rect: Rect(0, 0, 9000, 9000)) }
        // The output as it is shown takes no buffers.
        #expect(try stage.compositor.snapshot(stage.scene).width == 100)
    }

    private enum BufferCost {
        static let blend = 2
    }

    private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) throws -> UInt32 {
        unsafe bitmap.withRow(y) { unsafe $0.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self) }
    }
}
