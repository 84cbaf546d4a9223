import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// What an opaque picture hides is not painted.
@Suite struct PictureOcclusionTests {
    /// The commands that paint a picture of 100 by 100 in front of a red layer.
    private func commands(_ picture: Int, _ change: (Stage, Slot) throws -> Void = { _, _ in }) throws -> [String] {
        let stage = try Stage(100, 100)
        try stage.add("far", Rect(0, 0, 100, 100), .red)
        let near = try stage.add("near", Rect(0, 0, 100, 100))
        stage.contents.shown[near] = picture
        try stage.set(near, .contents, .string("a"))
        try change(stage, near)
        stage.frame()
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        var list = DisplayList(drawings: stage.compositor.drawings)
        list.configure(width: 100, height: 100, scale: 1)
        list.update(stage.scene)
        var paint = PaintList()
        list.plan(PixelRect(0, 0, 100, 100), LayerReader(stage.scene, stage.compositor.drawings), into: &paint)
        return paint.commands.filter { !$0.visible.isEmpty }.map { "\($0.kind)" }
    }

    @Test func nothingBehindIt() throws {
        #expect(try commands(2) == ["drawing"])
        // Below sublayers it is the same.
        #expect(
            try commands(2) { stage, near in try stage.add("inner", Rect(10, 10, 5, 5), .blue, in: near) }
                == ["drawing", "background"])
    }

    @Test func allBehindOneThatIsNot() throws {
        #expect(try commands(1) == ["background", "drawing"])
        // The clip's end shows what is behind the corners again.
        let clipped = try commands(2) { stage, near in
            try stage.set(near, .cornerRadius, .number(20))
            try stage.set(near, .masksToBounds, .boolean(true))
            try stage.add("inner", Rect(10, 10, 5, 5), .blue, in: near)
        }
        #expect(clipped.first == "background")
        #expect(
            try commands(2) { stage, near in try stage.set(near, .opacity, .number(0.5)) } == ["background", "drawing"])
    }
}
