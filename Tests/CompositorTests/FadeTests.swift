import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// Translucent groups that are painted without a buffer, held to those with one.
@Suite struct FadeTests {
    private func stack(_ stage: Stage, _ opacity: Double) throws -> Slot {
        let group = try stage.add("g", Rect(10, 10, 120, 90), Color(20, 200, 90))
        try stage.set(group, .opacity, .number(opacity))
        let inner = try stage.add("i", Rect(5, 5, 60, 60), in: group)
        for k in 0..<8 {
            let at = Double(7 * k)
            try stage.add(
                "l\(k)", Rect(at, at / 7 * 5, 70, 50), Color(UInt8(30 * k), 9, 200), in: k < 4 ? inner : group)
        }
        return group
    }

    @Test(arguments: [0.5, 0.37, 0.999, 0.003], [1, 2]) func opaqueWholePixelsNeedNoBuffer(
        _ opacity: Double, _ threads: Int
    ) throws {
        let stage = try Stage(400, 300)
        stage.compositor.threads = threads
        try stage.add("b", Rect(0, 0, 70, 300), Color(200, 60, 1, 130))
        let group = try stack(stage, opacity)
        stage.frame()
        #expect(stage.compositor.stats.groupBuffers == 0)
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        // A part alone, and another part.
        try stage.set(group, .position, .point(Point(200, 100)))
        stage.frame()
        #expect(stage.compositor.stats.groupBuffers == 0)
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    @Test func othersNeedOne() throws {
        func check(_ change: (Stage, Slot) throws -> Void) throws {
            let stage = try Stage(200, 150)
            let group = try stack(stage, 0.5)
            try change(stage, group)
            stage.frame()
            #expect(stage.compositor.stats.groupBuffers > 0)
            #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        }
        try check { stage, _ in try stage.set(stage.slot("l7"), .cornerRadius, .number(9)) }
        try check { stage, _ in try stage.set(stage.slot("l7"), .position, .point(Point(70.5, 40))) }
        try check { stage, _ in try stage.set(stage.slot("l3"), .backgroundColor, .color(Color(1, 2, 3, 254))) }
        try check { stage, _ in try stage.set(stage.slot("l2"), .borderWidth, .number(3)) }
        try check { stage, group in try stage.set(group, .compositingFilter, .choice(1)) }
        try check { stage, group in try stage.set(group, .cornerRadius, .number(20)) }
    }
}

extension Stage {
    fileprivate func slot(_ name: String) throws -> Slot { try #require(scene.find(name)) }
}
