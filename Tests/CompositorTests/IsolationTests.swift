import Compositor
import Frame
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Which layers are groups, in which blend modes and background filters meet nothing of what lies behind.
@Suite struct IsolationTests {
    /// A layer of which a sublayer sees what lies behind, or does not.
    enum Parent: String, CaseIterable {
        case plain, clipped, rounded, turned, skewed, shadowed, shadowedByPath, ofAKind, transformLayer, ungrouped
        case flatInSpace, faded, masked, filtered, filteredByNothing, filteringBehind, rasterized, multiplied
        case inPerspective, isolated, isolatedTransformLayer, copied, colored, translucentCopies

        var isolates: Bool {
            switch self {
            case .plain, .clipped, .rounded, .turned, .skewed, .shadowed, .shadowedByPath, .ofAKind, .transformLayer,
                .ungrouped, .flatInSpace, .copied, .colored:
                false
            default: true
            }
        }

        var kind: String {
            switch self {
            case .ofAKind: Stage.shapeKind
            case .transformLayer, .isolatedTransformLayer: "transformLayer"
            case .copied, .colored, .translucentCopies: Stage.copierKind
            default: "layer"
            }
        }

        func set(_ slot: Slot, _ stage: Stage) throws {
            func set(_ property: LayerProperty, _ value: Value) throws { try stage.set(slot, property, value) }
            func transform(_ t: Transform3D) throws { try set(.transform, .transform(t)) }
            switch self {
            case .plain, .transformLayer: return
            case .clipped: try set(.masksToBounds, .boolean(true))
            case .rounded:
                try set(.masksToBounds, .boolean(true))
                try set(.cornerRadius, .number(12))
            case .turned: try transform(.rotationZ(0.7))
            case .skewed: try transform(Transform3D(Affine(1, 0.2, 0.4, 1.2, 0, 0)))
            case .shadowed, .shadowedByPath:
                try set(.shadowOpacity, .number(1))
                try set(.shadowOffset, .size(Size(200, 0)))
                if self == .shadowedByPath { try set(.shadowPath, .path(.rect(Rect(0, 0, 60, 40)))) }
            case .ofAKind:
                var drawing = Drawing()
                drawing.paths = [.rect(Rect(0, 0, 4, 4))]
                drawing.operations = [.fill(path: 0, rule: .nonZero, color: .black)]
                stage.drawings.drawings[slot] = drawing
            case .ungrouped:
                try set(.opacity, .number(0.9))
                try set(.allowsGroupOpacity, .boolean(false))
            case .flatInSpace: try transform(.rotationX(0.6))
            case .faded: try set(.opacity, .number(0.9))
            case .masked:
                let mask = try stage.add("mask", Rect(-50, -50, 200, 200), .black, in: Scene.detachedRoot)
                try set(.mask, .object(stage.scene.id(of: mask)))
            case .filtered: try set(.filters, .filters([FilterFunction(.sepia, name: "sepia", arguments: [0.1])]))
            case .filteredByNothing: try set(.filters, .filters([FilterFunction(.blur, name: "blur", arguments: [0])]))
            case .filteringBehind:
                try set(.backgroundFilters, .filters([FilterFunction(.blur, name: "blur", arguments: [0])]))
            case .rasterized: try set(.shouldRasterize, .boolean(true))
            case .multiplied: try set(.compositingFilter, .choice(5))
            case .inPerspective: try transform(Transform3D.perspective(400).concat(.rotationX(0.4)))
            case .isolated, .isolatedTransformLayer: try set(.isolated, .boolean(true))
            case .copied: try stage.copy(slot, [LayerCopy()])
            case .colored: try stage.copy(slot, [LayerCopy(color: [1, 0.5, 0.5, 1])])
            case .translucentCopies: try stage.copy(slot, [LayerCopy(color: [1, 1, 1, 0.9])])
            }
        }
    }

    private func shown(_ stage: Stage) throws -> UInt32 {
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect(try stage.oracle().hasSamePixels(as: picture))
        // What was painted bit by bit.
        stage.compositor.repaint()
        stage.frame()
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        return picture[80, 60]
    }

    /// A plain parent first, which then becomes what it is to be.
    private func stage(_ parent: Parent) throws -> (stage: Stage, parent: Slot, child: Slot) {
        let stage = try Stage(160, 120)
        try stage.set(Scene.root, .backgroundColor, .color(Color(200, 100, 40)))
        let outer = try stage.add("parent", Rect(50, 40, 60, 40), kind: parent.kind)
        let child = try stage.add("child", Rect(0, 0, 60, 40), in: outer)
        if parent.kind == Stage.copierKind { try stage.copy(outer, [LayerCopy()]) }
        return (stage, outer, child)
    }

    /// White, multiplied with what is there, leaves it; over nothing it is white.
    @Test(arguments: Parent.allCases) func blendModes(_ parent: Parent) throws {
        let (stage, outer, child) = try stage(parent)
        try stage.set(child, .backgroundColor, .color(.white))
        try stage.set(child, .compositingFilter, .choice(1))
        #expect(try shown(stage) == 0xFFC8_6428)
        try parent.set(outer, stage)
        let expected: UInt32 = parent == .colored ? 0xFFC8_3214 : 0xFFC8_6428
        #expect(try (shown(stage) == expected) == !parent.isolates)
        // And back.
        try stage.set(child, .compositingFilter, .choice(0))
        _ = try shown(stage)
        try stage.set(child, .compositingFilter, .choice(1))
        #expect(try (shown(stage) == expected) == !parent.isolates)
    }

    /// Copies have no background filters.
    @Test(arguments: Parent.allCases.filter { $0.kind != Stage.copierKind }) func backgroundFilters(
        _ parent: Parent
    ) throws {
        let (stage, outer, child) = try stage(parent)
        try stage.set(child, .backgroundFilters, .filters([FilterFunction(.invert, name: "invert", arguments: [1])]))
        #expect(try shown(stage) == 0xFF37_9BD7)
        try parent.set(outer, stage)
        let picture = try shown(stage)
        // By itself the opacity is that of the filter, too.
        let sees = parent == .ungrouped ? picture != 0xFFC8_6428 : picture == 0xFF37_9BD7
        #expect(sees == !parent.isolates)
    }

    /// What lies between the layer and the nearest group above counts, and no more.
    @Test func theNearestGroupCounts() throws {
        let (stage, outer, child) = try stage(.plain)
        try stage.set(outer, .isolated, .boolean(true))
        let below = try stage.add("below", Rect(0, 0, 60, 40), Color(0, 255, 0), in: outer)
        try stage.scene.tree.move(below, to: outer, .index(0))
        let holder = try stage.add("holder", Rect(0, 0, 60, 40), in: outer)
        try stage.set(holder, .shadowOpacity, .number(1))
        try stage.set(holder, .shadowOffset, .size(Size(200, 0)))
        try stage.scene.tree.move(child, to: holder, .last)
        try stage.set(child, .backgroundColor, .color(Color(128, 128, 128)))
        try stage.set(child, .compositingFilter, .choice(1))
        #expect(try shown(stage) == 0xFF00_8000)
        try stage.set(holder, .isolated, .boolean(true))
        #expect(try shown(stage) == 0xFF80_8080)
    }

    /// The shadow of a picture in which something is blended is that of the picture by itself, beneath all of it.
    @Test func shadowsLieBeneathWhatIsBlended() throws {
        let (stage, outer, child) = try stage(.plain)
        try stage.set(outer, .shadowOpacity, .number(1))
        try stage.set(outer, .shadowRadius, .number(0))
        try stage.set(outer, .shadowOffset, .size(Size(20, 0)))
        try stage.set(child, .backgroundColor, .color(.white))
        try stage.set(child, .compositingFilter, .choice(1))
        _ = try shown(stage)
        let picture = try #require(stage.output.picture)
        #expect(picture[60, 60] == 0xFFC8_6428)
        // White times black, and the shadow beyond.
        #expect(picture[90, 60] == 0xFF00_0000 && picture[120, 60] == 0xFF00_0000 && picture[132, 60] == 0xFFC8_6428)
    }

    /// Shadows in shadows are painted once more for each around, not twice as often; beyond eight the inner ones isolate.
    @Test func manyShadowsWithinEachOther() throws {
        let stage = try Stage(160, 120)
        try stage.set(Scene.root, .backgroundColor, .color(Color(200, 100, 40)))
        var parent = Scene.root
        for at in 0..<40 {
            parent = try stage.add("s\(at)", Rect(at == 0 ? 50 : 0, at == 0 ? 40 : 0, 60, 40), in: parent)
            try stage.set(parent, .shadowOpacity, .number(1))
            try stage.set(parent, .shadowRadius, .number(0))
            try stage.set(parent, .shadowOffset, .size(Size(200, 0)))
            let child = try stage.add("c\(at)", Rect(0, 0, 60, 40), .white, in: parent)
            try stage.set(child, .compositingFilter, .choice(1))
            let isOpen = at < 8
            #expect(try (shown(stage) == 0xFFC8_6428) == isOpen)
            try stage.scene.objects.remove(child)
        }
    }
}
