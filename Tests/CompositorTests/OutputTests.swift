import Compositor
import Frame
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Several outputs of one scene, each with frames of its own.
@Suite struct OutputTests {
    /// Another output, and its picture.
    private final class Side {
        let slot: Slot
        let output: MemoryOutput
        let compositor: Compositor
        private let stage: Stage

        init(_ stage: Stage, _ name: String, _ width: Int, _ height: Int, scale: Double) throws {
            self.stage = stage
            slot = try stage.scene.objects.create(name, #require(stage.scene.kinds.loaded("memory")))
            try stage.scene.set(
                slot, OutputProperty.size.id, .size(Size(Double(width) / scale, Double(height) / scale)))
            output = try MemoryOutput(width: width, height: height, scale: scale, buffers: 2)
            compositor = Compositor(output: output, of: slot, marks: LayerCursor(stage.scene))
            compositor.source = stage.drawings
            compositor.contents = stage.contents
            compositor.drawings.motion = stage.motion
            stage.others.append(compositor)
        }

        deinit { stage.others.removeAll { $0 === compositor } }

        func frame() {
            compositor.update(stage.scene)
            _ = compositor.renderFrame(stage.scene, time: stage.time)
        }

        func show(_ root: Slot?) throws {
            try stage.scene.set(
                slot, OutputProperty.root.id, root.map { .object(stage.scene.id(of: $0)) } ?? .none)
        }

        /// Painted from nothing, by a walk of its own.
        func oracle() throws -> Bitmap {
            let box = PixelRect(0, 0, Int32(output.width), Int32(output.height))
            let picture = try Bitmap(width: output.width, height: output.height)
            let root = stage.scene.outputs.root(of: slot)
            guard root >= 0 else { return picture }
            var list = PaintList()
            list.walk(
                root, InheritedState(map: .scale(output.scale, output.scale), clip: box),
                LayerReader(stage.scene, compositor.drawings))
            Painter().paint(list, compositor.drawings, on: RenderTarget(picture), tile: box)
            return picture
        }
    }

    @Test(arguments: RandomSceneTests.Style.allCases, [UInt64(1), 2])
    func eachPartialEqualsWhole(_ style: RandomSceneTests.Style, _ seed: UInt64) throws {
        let stage = try Stage(96, 80)
        if style == .copies { stage.motion.opacity = { 0.3 + 0.5 * $0 } }
        var dice = Dice(seed &* 4409)
        var mutator = Mutator(stage: stage, style: style)
        let mirror = try Side(stage, "mirror", 60, 90, scale: 0.75)
        var side = try Side(stage, "side", 70, 50, scale: 1)
        for _ in 0..<(style == .wide || style == .wideSorted ? 150 : 14) { try mutator.create(&dice) }
        for round in 0..<24 {
            for _ in 0..<Int.random(in: 1...4, using: &dice) { try? mutator.change(&dice) }
            if stage.scene.outputs.root(of: side.slot) <= Scene.root || dice.chance(0.1) {
                // What is detached, and has something below it.
                guard let top = mutator.layers.first(where: { stage.scene.rows[Int($0)].firstChild >= 0 }) else {
                    continue
                }
                try side.show(nil)
                try stage.scene.tree.move(top, to: Scene.detachedRoot, .last)
                try side.show(top)
            }
            if round == 12 {
                try stage.scene.objects.remove(side.slot)
                side = try Side(stage, "again", 64, 40, scale: 1.5)
            }
            #expect(stage.scene.objects.brokenInvariant() == nil)
            // Each has its frames when it likes.
            if dice.chance(0.6) {
                stage.frame()
                #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)), "main, round \(round)")
            }
            for other in [mirror, side] where dice.chance(0.6) {
                other.frame()
                let name = stage.scene.name(of: other.slot)
                try #require(
                    try other.oracle().hasSamePixels(as: #require(other.output.picture)), "\(name), round \(round)")
            }
        }
    }

    /// Which sizes and tiles are wanted is said by one output alone: two that differ would ask against each other for ever.
    @Test func theFirstThatShowsItSaysWhatIsSeen() throws {
        let stage = try Stage(40, 40)
        let mirror = try Side(stage, "mirror", 10, 10, scale: 0.25)
        stage.frame()
        mirror.frame()
        #expect(stage.compositor.drawings.saysWhatIsSeen)
        #expect(!mirror.compositor.drawings.saysWhatIsSeen)
        let panel = try stage.add("panel", in: Scene.detachedRoot)
        try mirror.show(panel)
        mirror.frame()
        #expect(mirror.compositor.drawings.saysWhatIsSeen)
    }

    @Test func hitsAreInTheTreeOfTheOutput() throws {
        let stage = try Stage(40, 40)
        let button = try stage.add("button", Rect(0, 0, 40, 40), .red)
        let panel = try stage.add("panel", in: Scene.detachedRoot)
        let other = try stage.add("other", Rect(10, 10, 5, 5), .blue, in: panel)
        for layer in [button, other] { try stage.set(layer, .isInteractive, .boolean(true)) }
        let side = try Side(stage, "side", 30, 20, scale: 1)
        try side.show(panel)
        stage.frame()
        side.frame()
        #expect(stage.compositor.hit(Point(12, 12), stage.scene)?.layer == button)
        #expect(side.compositor.hit(Point(12, 12), stage.scene)?.layer == other)
        #expect(side.compositor.hit(Point(2, 2), stage.scene) == nil)
        #expect(side.compositor.shape(stage.scene).input == [PixelRect(10, 10, 15, 15)])
    }
}
