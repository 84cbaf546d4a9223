import Compositor
import Geometry
import Pixels
import Schema
import TestSupport
import Testing

/// The same bytes on one thread or many, whatever is kept.
@Suite struct PainterPoolTests {
    @Test(arguments: RandomSceneTests.Style.allCases, [2, 4]) func sameBytesOnMany(
        _ style: RandomSceneTests.Style, _ threads: Int
    ) throws {
        // Large enough to be divided: the scene's coordinates are scaled up.
        let stage = try Stage(480, 400, scale: 2)
        stage.compositor.threads = threads
        if threads == 4 { stage.compositor.cacheBytes = 0 }
        var dice = Dice(UInt64(threads))
        var mutator = Mutator(stage: stage, style: style)
        for _ in 0..<20 { try mutator.create(&dice) }
        for round in 0..<6 {
            for _ in 0..<3 { try mutator.change(&dice) }
            stage.compositor.repaint()
            stage.frame()
            let picture = try #require(stage.output.picture)
            let same = try stage.oracle().hasSamePixels(as: picture)
            #expect(same, "round \(round)")
            if !same { return }
        }
    }

    /// A crew may change between frames, and what it keeps stays within its budget.
    @Test func settings() throws {
        let stage = try Stage(400, 300)
        let group = try stage.add("g", Rect(0, 0, 300, 300), .red)
        try stage.set(group, .opacity, .number(0.5))
        let corner = try stage.add("a", Rect(10, 10, 100, 100), .blue, in: group)
        // Opaque whole pixels alone would need no buffer.
        try stage.set(corner, .cornerRadius, .number(10))
        for threads in [3, 1, 2, 0] {
            stage.compositor.threads = threads
            stage.compositor.repaint()
            stage.frame()
            #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
            #expect(stage.compositor.stats.cacheBytes > 0)
            stage.compositor.cacheBytes = 0
            #expect(stage.compositor.stats.cacheBytes == 0)
            stage.compositor.cacheBytes = 64 << 20
        }
    }
}
