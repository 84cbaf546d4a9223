import Compositor
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// What background filters mean, pixel by pixel.
@Suite struct BackdropTests {
    private let blur = FilterFunction(.blur, name: "blur", arguments: [3])

    private func filters(_ list: FilterFunction...) -> Value { .filters(list) }

    /// Stripes, and a layer in front of them that filters what is behind.
    private func stage(_ frame: Rect, _ filters: Value) throws -> (Stage, Slot) {
        let stage = try Stage(120, 90)
        try stage.set(Scene.root, .backgroundColor, .color(.white))
        for i in 0..<6 { try stage.add("s\(i)", Rect(Double(i) * 20, 0, 10, 90), i % 2 == 0 ? .red : .blue) }
        let panel = try stage.add("panel", frame)
        try stage.set(panel, .backgroundFilters, filters)
        return (stage, panel)
    }

    private func picture(_ stage: Stage) throws -> Bitmap {
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect(try stage.oracle().hasSamePixels(as: picture))
        return picture
    }

    /// Everything behind, blurred by itself; at the output's edge its last pixels go on.
    @Test func isTheFilteredPictureBehind() throws {
        let (stage, panel) = try stage(Rect(0, 10, 70, 50), filters(blur))
        try stage.set(panel, .isHidden, .boolean(true))
        let behind = try Bitmap(width: 120, height: 90)
        behind.copy(of: try picture(stage))
        let blurred = try Bitmap(width: 120, height: 90)
        try FilterChain([blur]).apply(behind, at: .zero, into: blurred, at: .zero, edges: .extended)
        try stage.set(panel, .isHidden, .boolean(false))
        let shown = try picture(stage)
        for y in 0..<90 {
            for x in 0..<120 {
                let isInside = x < 70 && (10..<60).contains(y)
                #expect(shown[x, y] == (isInside ? blurred[x, y] : behind[x, y]))
            }
        }
    }

    /// Only inside the rounded bounds, as far as mask and opacity say, beneath the layer's own picture.
    @Test func isLimitedToTheShape() throws {
        let gray = FilterFunction(.grayscale, name: "grayscale", arguments: [1])
        let (stage, panel) = try stage(Rect(0, 0, 80, 80), filters(gray))
        try stage.set(panel, .cornerRadius, .number(30))
        var shown = try picture(stage)
        #expect(shown[1, 1] == 0xFFFF_0000 && shown[4, 40] == 0xFF36_3636 && shown[84, 40] == 0xFFFF_0000)
        try stage.set(panel, .opacity, .number(0.5))
        shown = try picture(stage)
        #expect(shown[4, 40] == 0xFF9A_1B1B)
        try stage.set(panel, .opacity, .number(1))
        let mask = try stage.add("mask", Rect(0, 0, 80, 30), .black, in: Scene.detachedRoot)
        try stage.set(panel, .mask, .object(stage.scene.id(of: mask)))
        try stage.set(panel, .backgroundColor, .color(Color(0, 255, 0, 128)))
        shown = try picture(stage)
        #expect(shown[40, 40] == 0xFFFF_0000 && shown[44, 20] == 0xFF1B_9B1B)
    }

    /// The shadow of the group is behind the panel, too, beyond what changes.
    @Test func readsTheShadowOfItsGroup() throws {
        let stage = try Stage(400, 300)
        let group = try stage.add("group", Rect(0, 0, 0, 0))
        let tan = Color(210, 158, 162, 255)
        try stage.set(group, .shadowOpacity, .number(0.5))
        let panel = try stage.add("panel", Rect(227, 36.46, 140.32, 30), tan, in: group)
        try stage.set(panel, .backgroundFilters, filters(FilterFunction(.blur, name: "blur", arguments: [4])))
        _ = try picture(stage)
        try stage.set(panel, .bounds, .rect(Rect(0, 0, 83.88, 87)))
        _ = try picture(stage)
    }

    /// A change behind is a change of the layer within its reach; one in front is none.
    @Test func changesWithWhatIsBehind() throws {
        let (stage, _) = try stage(Rect(40, 0, 40, 90), filters(blur))
        let behind = try stage.add("behind", Rect(30, 40, 4, 4), .black)
        try stage.scene.tree.move(behind, to: Scene.root, .index(0))
        let front = try stage.add("front", Rect(60, 70, 4, 4), .black)
        stage.frame()
        try stage.set(front, .backgroundColor, .color(.green))
        #expect(stage.frame().damage == [PixelRect(60, 70, 64, 74)])
        try stage.set(behind, .backgroundColor, .color(.green))
        let damage = stage.frame().damage
        #expect(damage.contains { $0.contains(PixelRect(40, 40, 42, 44)) })
        #expect(damage.allSatisfy { PixelRect(20, 30, 50, 54).contains($0) })
        _ = try picture(stage)
    }
}

extension Bitmap {
    fileprivate func copy(of other: Bitmap) { other.copy(at: .zero, into: self, at: .zero) }
}
