import Compositor
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// Overlays are seen, fade, and leave no trace.
@Suite struct OverlayTests {
    @Test(arguments: [1, 2, 3]) func leaveNoTrace(_ buffers: Int) throws {
        let stage = try Stage(96, 80, buffers: buffers)
        var dice = Dice(5)
        var mutator = Mutator(stage: stage, style: .groups)
        for _ in 0..<10 { try mutator.create(&dice) }
        stage.frame()
        for which in 0..<8 {
            var settings = OverlaySettings()
            settings.damage = which & 1 != 0
            settings.borders = which & 2 != 0
            settings.meter = which & 4 != 0
            stage.compositor.overlays = settings
            var marked = 0
            for _ in 0..<4 {
                try mutator.change(&dice)
                stage.frame()
                let truth = try stage.oracle()
                if try !#require(stage.output.picture).hasSamePixels(as: truth) { marked += 1 }
                // Snapshots show the picture alone.
                #expect(try stage.compositor.snapshot(stage.scene).hasSamePixels(as: truth))
            }
            #expect((marked > 0) == settings.isOn)
            stage.compositor.overlays = OverlaySettings()
            for _ in 0..<buffers {
                stage.frame()
                #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
            }
        }
    }

    /// A flash keeps frames coming while it fades, then the picture is as it was and nothing runs.
    @Test func flashFades() throws {
        let stage = try Stage(96, 80)
        let a = try stage.add("a", Rect(10, 10, 20, 20), .red)
        var settings = OverlaySettings()
        settings.damage = true
        stage.compositor.overlays = settings
        stage.frame()
        while stage.compositor.needsFrame { stage.frame() }
        try stage.set(a, .backgroundColor, .color(.green))
        var seen: [UInt32] = []
        repeat {
            let result = stage.frame()
            // To clients, only what the scene changed is damage.
            #expect(result.damage == (seen.isEmpty ? [PixelRect(10, 10, 30, 30)] : []))
            #expect(result.pixels == 400)
            seen.append(try #require(stage.output.picture)[15, 15])
        } while stage.compositor.needsFrame && seen.count < 100
        #expect(Set(seen).count == seen.count && seen.count == 9 && seen.last == 0xFF00_FF00)
        #expect(stage.frame().painted == false)
    }

    @Test func outlinesTellWhatBecomesOfLayers() throws {
        let stage = try Stage(100, 100)
        try stage.add("back", Rect(10, 10, 20, 20), .red)
        let group = try stage.add("group", Rect(50, 50, 40, 40), .white)
        try stage.set(group, .opacity, .number(0.5))
        try stage.add("child", Rect(10, 10, 10, 10), .red, in: group)
        var settings = OverlaySettings()
        settings.borders = true
        stage.compositor.overlays = settings
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect(picture[10, 10] == 0xFF00_C850 && picture[11, 11] == 0xFFFF_0000 && picture[50, 60] == 0xFFFF_3C3C)
        try stage.add("cover", Rect(0, 0, 45, 45), .blue)
        stage.frame()
        #expect(picture[10, 10] == 0xFF3C_78FF && picture[0, 0] == 0xFF00_C850)
    }
}
