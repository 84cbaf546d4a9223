import Compositor
import Geometry
import Glibc
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// Frames that are painted beside the loop.
@Suite struct LatePaintingTests {
    /// Work that is done when its end is waited for.
    private final class Held: LateWork {
        let work: () -> Void
        var then: (() -> Void)?

        init(_ work: @escaping () -> Void, _ then: @escaping () -> Void) { (self.work, self.then) = (work, then) }

        func finish() {
            guard let then else { return }
            self.then = nil
            work()
            then()
        }
    }

    /// Work on a thread.
    private final class Threaded: LateWork {
        private final class Body {
            let work: () -> Void
            init(_ work: @escaping () -> Void) { self.work = work }
        }

        private var thread = pthread_t()
        private var then: (() -> Void)?

        init(_ work: @escaping () -> Void, _ then: @escaping () -> Void) {
            self.then = then
            let body = unsafe Unmanaged.passRetained(Body(work))
            unsafe pthread_create(
                &thread, nil,
                { raw in
                    if let raw = unsafe raw { unsafe Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().work() }
                    return nil
                }, body.toOpaque())
        }

        func finish() {
            guard let then else { return }
            self.then = nil
            pthread_join(thread, nil)
            then()
        }
    }

    /// Thirty translucent layers of four million pixels.
    private func long() throws -> Stage {
        let stage = try Stage(2000, 2000)
        for at in 0..<30 { try stage.add("l\(at)", Rect(0, 0, 2000, 2000), Color(UInt8(at * 8), 200, 90, 20)) }
        stage.compositor.late.run = { Held($0, $1) }
        return stage
    }

    private func late(_ stage: Stage) -> FrameResult {
        stage.compositor.update(stage.scene)
        return stage.compositor.renderFrame(stage.scene, time: 1, mayBeLate: true)
    }

    @Test func aLongFrameIsPresentedAtItsEnd() throws {
        let stage = try long()
        var ends = 0
        stage.compositor.late.onEnd = { ends += 1 }
        let before = try stage.oracle()
        let result = late(stage)
        #expect(result.painted && result.number == 1 && result.pixels == 4_000_000)
        #expect(stage.compositor.late.isPainting && stage.output.picture == nil && !stage.compositor.needsFrame)
        #expect(stage.compositor.frameNumber == 0 && stage.compositor.stats.frames == 0)
        // What changes meanwhile is in the next one.
        try stage.set(try #require(stage.scene.find("l29")), .backgroundColor, .color(.red))
        #expect(stage.compositor.isBehind(stage.scene))
        stage.compositor.late.finish()
        #expect(ends == 1 && !stage.compositor.late.isPainting && stage.compositor.frameNumber == 1)
        #expect(before.hasSamePixels(as: try #require(stage.output.picture)))
        #expect(late(stage).number == 2)
        stage.compositor.late.finish()
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    @Test func whateverReadsTheFrameWaitsForIt() throws {
        let stage = try long()
        let waits: [(Compositor) throws -> Void] = [
            { $0.update(stage.scene) }, { $0.repaint() }, { $0.expose() }, { _ = $0.picture },
            { _ = try $0.snapshot(stage.scene, rect: Rect(0, 0, 9, 9)) }, { $0.threads = $0.threads + 1 },
            { _ = $0.renderFrame(stage.scene, time: 2) }, { $0.keepSnapshot(of: Scene.root, stage.scene) },
        ]
        for (at, wait) in waits.enumerated() {
            stage.compositor.repaint()
            _ = late(stage)
            #expect(stage.compositor.late.isPainting, "\(at)")
            try wait(stage.compositor)
            #expect(!stage.compositor.late.isPainting, "\(at)")
        }
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    @Test func othersArePaintedAtOnce() throws {
        let stage = try long()
        #expect(stage.frame().number == 1 && !stage.compositor.late.isPainting)
        // Little damage.
        let dot = try stage.add("dot", Rect(5, 5, 20, 20), .red)
        #expect(late(stage).number == 2 && !stage.compositor.late.isPainting)
        // No thread.
        stage.compositor.late.run = { _, _ in nil }
        stage.compositor.repaint()
        #expect(late(stage).number == 3 && stage.compositor.frameNumber == 3)
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        // Overlays.
        stage.compositor.late.run = { Held($0, $1) }
        stage.compositor.overlays.borders = true
        try stage.set(dot, .backgroundColor, .color(.blue))
        #expect(late(stage).number == 4 && stage.compositor.frameNumber == 4)
    }

    /// Any scene, changed while a thread paints it.
    @Test(arguments: RandomSceneTests.Style.allCases) func sameBytes(_ style: RandomSceneTests.Style) throws {
        let stage = try Stage(480, 400, scale: 2)
        stage.compositor.threads = 2
        stage.compositor.late.leastCost = 0
        stage.compositor.late.run = { Threaded($0, $1) }
        var dice = Dice(7)
        var mutator = Mutator(stage: stage, style: style)
        for _ in 0..<20 { try mutator.create(&dice) }
        func frame() {
            stage.compositor.update(stage.scene)
            stage.time += 1
            _ = stage.compositor.renderFrame(stage.scene, time: stage.time, mayBeLate: true)
        }
        for round in 0..<12 {
            frame()
            for _ in 0..<3 { try mutator.change(&dice) }
            frame()
            let expected = try stage.oracle()
            stage.compositor.late.finish()
            let same = expected.hasSamePixels(as: try #require(stage.output.picture))
            #expect(same, "round \(round)")
            if !same { return }
        }
    }
}
