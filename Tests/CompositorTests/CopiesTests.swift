import Compositor
import Frame
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Sublayers in copies, against layers that are where the copies should be.
@Suite struct CopiesTests {
    /// What is drawn below `parent`: two layers, one with a sublayer of its own.
    private func fill(_ stage: Stage, _ parent: Slot, _ name: String, opacity: Double = 1) throws {
        let card = try stage.add("\(name)a", Rect(2, 3, 20, 14), .red, in: parent)
        try stage.set(card, .cornerRadius, .number(5))
        try stage.set(card, .opacity, .number(opacity))
        let dot = try stage.add("\(name)b", Rect(8, 8, 18, 6), Color(0, 0, 255, 128), in: card)
        try stage.set(dot, .opacity, .number(opacity))
    }

    private let slots = [Affine.identity, .translation(30, 4), Affine(0, 1, -1, 0, 60, 40)]

    @Test func copiesAreLayersInTheirPlaces() throws {
        let (copied, plain) = (try Stage(120, 90), try Stage(120, 90))
        copied.motion.opacity = { 1 - $0 }
        let opacities = [1, 0.75, 0.25]
        let copier = try copied.add("r", Rect(10, 10, 70, 60), Color(0, 255, 0, 60), kind: Stage.copierKind)
        try copied.set(copier, .masksToBounds, .boolean(true))
        try copied.set(copier, .cornerRadius, .number(8))
        try fill(copied, copier, "c")
        try copied.copy(copier, zip(slots, opacities).map { LayerCopy(Transform3D($0), delay: 1 - $1) })
        let holder = try plain.add("r", Rect(10, 10, 70, 60), Color(0, 255, 0, 60))
        try plain.set(holder, .masksToBounds, .boolean(true))
        try plain.set(holder, .cornerRadius, .number(8))
        for (k, slot) in slots.enumerated() {
            let layer = try plain.add("l\(k)", in: holder)
            try plain.set(layer, .transform, .transform(Transform3D(slot)))
            try fill(plain, layer, "l\(k)", opacity: opacities[k])
        }
        copied.frame()
        plain.frame()
        let (a, b) = (try #require(copied.output.picture), try #require(plain.output.picture))
        #expect(a.hasSamePixels(as: b))
        #expect(copied.motion.followed == [copier: 0...0.75])
        // The scene is as it was.
        #expect(copied.scene.rows.allSatisfy { $0.opacity == 1 })
    }

    /// The walk through a parent's index goes on behind a layer that places its sublayers.
    @Test func whatLiesBehindInAWideParentIsSeen() throws {
        let stage = try Stage(60, 40)
        try stage.add("behind", Rect(2, 2, 50, 30), .red)
        let copier = try stage.add("r", kind: Stage.copierKind)
        try stage.add("c", Rect(8, 8, 10, 10), .blue, in: copier)
        try stage.copy(copier, [LayerCopy()])
        for at in 0..<70 { try stage.add("l\(at)", Rect(Double(at) * 3, 36, 2, 2), .blue) }
        for _ in 0..<2 {
            stage.frame()
            #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
            stage.compositor.repaint()
        }
    }

    @Test func coloursMultiply() throws {
        let stage = try Stage(40, 10)
        let copier = try stage.add("r", kind: Stage.copierKind)
        _ = try stage.add("c", Rect(0, 0, 10, 10), Color(200, 100, 255, 255), in: copier)
        try stage.copy(
            copier,
            [
                LayerCopy(), LayerCopy(.translation(10, 0), color: [0.5, 1, 0, 1]),
                LayerCopy(.translation(20, 0), color: [1, 1, 1, 0.5]),
                LayerCopy(.translation(30, 0), color: [1, 1, 1, 0]),
            ])
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect([0, 10, 20, 30].map { picture[$0, 5] } == [0xFFC8_64FF, 0xFF64_6400, 0x8064_3280, 0])
    }

    /// Few and small on a large output: what is not damaged where it was stays to be seen.
    @Test(arguments: 1...12 as ClosedRange<UInt64>) func whatMovesLeavesNothingBehind(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let stage = try Stage(400, 300)
        let copier = try stage.add("r", Rect(20, 20, 30, 30), kind: Stage.copierKind)
        let card = try stage.add("c", Rect(0, 0, 12, 12), .red, in: copier)
        let dot = try stage.add("d", Rect(3, 3, 5, 5), .blue, in: card)
        func point(_ most: Double) -> Point { Point(dice.real(0, most).rounded(), dice.real(0, most).rounded()) }
        for round in 0..<30 {
            switch dice.upTo(4) {
            case 0: try stage.set(card, .position, .point(point(60)))
            case 1: try stage.set(dot, .position, .point(point(30)))
            case 2: try stage.set(copier, .position, .point(point(250)))
            default:
                let copies = (0...dice.upTo(3)).map { _ in
                    let at = point(200)
                    return LayerCopy(Transform3D(Affine.translation(at.x, at.y).concat(.rotation(dice.real(0, 3)))))
                }
                try stage.copy(copier, copies)
            }
            stage.frame()
            let picture = try #require(stage.output.picture)
            let same = try stage.oracle().hasSamePixels(as: picture)
            #expect(same, "round \(round)")
            if !same { return }
        }
    }

    /// What is not drawn costs nothing; what changes below is damage in each copy, and nowhere else.
    @Test func damageIsWhereCopiesAre() throws {
        let stage = try Stage(200, 100)
        let copier = try stage.add("r", kind: Stage.copierKind)
        let outer = try stage.add("c", Rect(0, 0, 10, 10), .red, in: copier)
        let inner = try stage.add("d", Rect(2, 2, 4, 4), .blue, in: outer)
        let other = try stage.add("x", Rect(0, 80, 10, 10), .red)
        stage.frame()
        #expect(stage.output.picture?[3, 3] == 0, "no copies")
        try stage.copy(copier, [LayerCopy(.translation(20, 20)), LayerCopy(.translation(60, 20))])
        #expect(stage.frame().damage.reduce(0) { $0 + $1.area } == 50 * 10)
        #expect(!stage.frame().painted)
        try stage.set(other, .backgroundColor, .color(.green))
        #expect(stage.frame().damage == [PixelRect(0, 80, 10, 90)])
        try stage.set(inner, .backgroundColor, .color(.green))
        #expect(stage.frame().damage == [PixelRect(20, 20, 70, 30)])
        #expect(stage.output.picture?[63, 23] == 0xFF00_FF00)
        try stage.scene.objects.remove(outer)
        #expect(stage.frame().damage == [PixelRect(20, 20, 70, 30)])
        #expect(stage.output.picture?[63, 23] == 0)
    }

    /// Bounded, in copies and in layers, and no matter what is seen of them.
    @Test(arguments: [
        (outer: 100, inner: 100, layers: 1, drawn: 10_000), (101, 100, 1, 9_999), (10_000, 2, 1, 10_000),
        (1, 10_000, 10, 100_000), (1, 10_000, 11, 9_090 * 11), (10_000, 0, 1, 0),
    ]) func copiesAreBounded(_ outer: Int, _ inner: Int, _ layers: Int, _ drawn: Int) throws {
        let stage = try Stage(8, 8)
        let top = try stage.add("r", kind: Stage.copierKind)
        let below = try stage.add("q", in: top, kind: Stage.copierKind)
        for at in 0..<layers {
            // Counted with the layers that hold them, wherever those are.
            try stage.add("l\(at)", Rect(0, 0, 1, 1), .red, in: below)
        }
        try stage.copy(top, Array(repeating: LayerCopy(), count: outer))
        try stage.copy(below, Array(repeating: LayerCopy(), count: inner))
        var list = PaintList()
        list.walk(
            Scene.root, InheritedState(map: .identity, clip: PixelRect(0, 0, 8, 8)),
            LayerReader(stage.scene, stage.compositor.drawings))
        #expect(list.commands.count { $0.kind == .background } == drawn)
    }
}
