import Geometry
import Scene
import SceneTables
import Schema
import Testing

/// Where values come from: what was set, what refers to variables, what styles gave.
@Suite struct StylingTests {
    private let scene = makeScene()

    private func make(_ name: String, _ kind: KindID = .layer, below parent: Slot = Scene.root) throws -> Slot {
        try scene.objects.create(name, kind, parent: parent)
    }

    /// Names of the properties that a dump would write.
    private func given(_ slot: Slot) -> [String] {
        var names: [String] = []
        scene.tree.forEachSet(slot, .given) { _, property, _ in names.append(property.name) }
        return names
    }

    @Test(arguments: [LayerProperty.opacity, .zPosition, .isHidden, .shouldRasterize, .shadowRadius, .isSelected])
    func aDefaultThatWasSetCounts(property: LayerProperty) throws {
        let a = try make("a")
        #expect(!scene.styles.isGiven(a, property.id))
        try scene.styles.give(a, property.id, LayerProperty.schema[Int(property.rawValue)].initial)
        #expect(scene.styles.isGiven(a, property.id) && given(a) == [LayerProperty.schema[Int(property.rawValue)].name])
        try scene.styles.takeOff(a, PropertyPath(property.id))
        #expect(!scene.styles.isGiven(a, property.id) && given(a) == [])
        #expect(scene.rows[Int(a)].marks == [])
    }

    @Test func aRowIsNoLargerForIt() {
        #expect(MemoryLayout<LayerRow>.size == 128 && MemoryLayout<LayerRow>.stride == 128)
    }

    @Test func theShortWayOfNumbersSaysSoToo() throws {
        let a = try make("a")
        let values = [PlainValue(.opacity, SIMD4(1, 0, 0, 0)), PlainValue(.frame, SIMD4(0, 0, 0, 0))]
        unsafe values.withUnsafeBufferPointer { unsafe scene.plain.setPlain(a, $0) }
        #expect(given(a) == ["position", "bounds", "opacity"])
        #expect(scene.plain.takesPlain(a), "what was set goes the short way again")
    }

    @Test func whatDependsGoesTheLongWay() throws {
        let (a, style) = (try make("a"), try make("card", .style))
        try scene.styles.give(a, LayerProperty.zPosition.id, .number(0))
        #expect(scene.plain.takesPlain(a))
        scene.styles.refer(a, PropertyPath(LayerProperty.opacity.id), "$fade", ["fade"])
        #expect(!scene.plain.takesPlain(a) && scene.styles.users(ofVariable: "fade") == [a])
        try scene.styles.give(a, LayerProperty.opacity.id, .number(0.5))
        #expect(scene.plain.takesPlain(a) && scene.styles.users(ofVariable: "fade") == [])
        try scene.styles.give(a, LayerProperty.style.id, .objects([scene.id(of: style)]))
        #expect(
            !scene.plain.takesPlain(a) && scene.styles.users(ofStyle: style) == [a] && scene.styles.has(a, style: style)
        )
        try scene.objects.remove(style)
        #expect(scene.plain.takesPlain(a) && scene.objects.brokenInvariant() == nil)
    }

    @Test func aPartThatRefersStays() throws {
        let a = try make("a")
        let (position, x, y) = (LayerProperty.position.id, ValuePart.x, ValuePart.y)
        scene.styles.refer(a, PropertyPath(position, x), "$x", ["x"])
        try scene.styles.give(a, position, .point(Point(0, 5)), part: y)
        #expect(scene.styles.reference(a, PropertyPath(position, x))?.text == "$x")
        try scene.styles.give(a, position, .point(Point(1, 5)), part: x)
        #expect(scene.styles.reference(a, PropertyPath(position, x)) == nil)
        scene.styles.refer(a, PropertyPath(position, x), "$x", ["x"])
        scene.styles.refer(a, PropertyPath(position), "$p", ["p"])
        #expect(scene.styles.origins(of: a).count == 1 && scene.styles.users(ofVariable: "x") == [])
    }

    @Test func whatAClientSetsIsStrongerThanStyles() throws {
        let (a, style) = (try make("a"), try make("card", .style))
        let radius = LayerProperty.cornerRadius.id
        let origin = PropertyOrigin(.style(scene.id(of: style)))
        try scene.styles.setStyled(a, radius, .number(4), [(PropertyPath(radius), origin)])
        #expect(scene.styles.isStyled(a, radius) && !scene.styles.isGiven(a, radius) && given(a) == [])
        try scene.styles.give(a, radius, .number(4))
        #expect(!scene.styles.isStyled(a, radius) && scene.styles.isGiven(a, radius) && given(a) == ["cornerRadius"])
        #expect(scene.styles.origins(of: a).isEmpty)
    }

    @Test func theNearestThemeThatHasTheNameCounts() throws {
        let (outer, inner) = (try make("outer", .theme), try make("inner", .theme))
        let p = try make("p")
        let q = try make("q", below: p)
        scene.variables.setKey(outer, "fill", .number(1))
        scene.variables.setKey(outer, "line", .number(2))
        scene.variables.setKey(inner, "fill", .number(3))
        try scene.styles.give(p, LayerProperty.theme.id, .object(scene.id(of: outer)))
        try scene.styles.give(q, LayerProperty.theme.id, .object(scene.id(of: inner)))
        #expect(
            scene.variables.variable("fill", for: q) == .number(3)
                && scene.variables.variable("line", for: q) == .number(2))
        #expect(
            scene.variables.variable("fill", for: p) == .number(1) && scene.variables.variable("none", for: q) == nil)
        #expect(scene.variables.variable("line", for: nil) == nil)
        scene.variables.setKey(try make("default", .theme), "none", .number(4))
        #expect(
            scene.variables.variable("none", for: q) == .number(4)
                && scene.variables.variable("none", for: nil) == .number(4))
    }

    @Test func keysAreSortedAndComeBack() throws {
        let d = try make("d", .data)
        for key in ["m", "a", "z"] { scene.variables.setKey(d, key, .string(key)) }
        #expect(scene.variables.keys(of: d).map(\.key) == ["a", "m", "z"])
        scene.transaction.begin()
        scene.variables.setKey(d, "m", nil)
        scene.variables.setKey(d, "b", .number(1))
        scene.variables.setKey(d, "a", .number(2))
        scene.transaction.rollback()
        #expect(scene.variables.keys(of: d).map(\.value) == [.string("a"), .string("m"), .string("z")])
        #expect(scene.variables.key(d, "b") == nil)
    }

    @Test func statesOfAStyleAreInTheOrderOfTheirMakingAndGoWithIt() throws {
        let base = try make("base", .style)
        let gap = try make("gap", .data)
        let later = try make("b", .style)
        try scene.objects.remove(gap)
        // It gets a slot before that of the earlier one.
        let last = try make("a", .style)
        for state in [later, last] { try scene.styles.give(state, StyleProperty.of.id, .object(scene.id(of: base))) }
        #expect(last < later && scene.styles.stateStyles(of: base) == [later, last])
        #expect(throws: SceneError.self) {
            try scene.styles.give(base, StyleProperty.of.id, .object(scene.id(of: last)))
        }
        try scene.objects.remove(base)
        #expect(scene.find("a") == nil && scene.find("b") == nil && scene.objects.brokenInvariant() == nil)
    }

    @Test func aLayerHasAsManyStylesAsItMay() throws {
        let a = try make("a")
        var styles: [ObjectID] = []
        for number in 0...StyleProperty.most { styles.append(scene.id(of: try make("s\(number)", .style))) }
        #expect(throws: SceneError.self) { try scene.styles.give(a, LayerProperty.style.id, .objects(styles)) }
        try scene.styles.give(a, LayerProperty.style.id, .objects(styles.dropLast()))
        #expect(scene.styles.styles(of: a).count == StyleProperty.most)
    }
}
