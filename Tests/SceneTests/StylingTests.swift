import Geometry
import Scene
import Testing

/// Where values come from: what was set, what refers to variables, what styles gave.
@Suite struct StylingTests {
    private let scene = makeScene()

    private func make(_ name: String, _ kind: KindID = .layer, below parent: Slot = Scene.root) throws -> Slot {
        try scene.create(name, kind, parent: parent)
    }

    /// Names of the properties that a dump would write.
    private func given(_ slot: Slot) -> [String] {
        var names: [String] = []
        scene.forEachSet(slot, .given) { _, property, _ in names.append(property.name) }
        return names
    }

    @Test(arguments: [LayerProperty.opacity, .zPosition, .isHidden, .shouldRasterize, .shadowRadius, .isSelected])
    func aDefaultThatWasSetCounts(property: LayerProperty) throws {
        let a = try make("a")
        #expect(!scene.isGiven(a, property.id))
        try scene.give(a, property.id, LayerProperty.schema[Int(property.rawValue)].initial)
        #expect(scene.isGiven(a, property.id) && given(a) == [LayerProperty.schema[Int(property.rawValue)].name])
        try scene.takeOff(a, PropertyPath(property.id))
        #expect(!scene.isGiven(a, property.id) && given(a) == [])
        #expect(scene.rows[Int(a)].marks == [])
    }

    @Test func aRowIsNoLargerForIt() {
        #expect(MemoryLayout<LayerRow>.size == 128 && MemoryLayout<LayerRow>.stride == 128)
    }

    @Test func theShortWayOfNumbersSaysSoToo() throws {
        let a = try make("a")
        let values = [PlainValue(.opacity, SIMD4(1, 0, 0, 0)), PlainValue(.frame, SIMD4(0, 0, 0, 0))]
        unsafe values.withUnsafeBufferPointer { unsafe scene.setPlain(a, $0) }
        #expect(given(a) == ["position", "bounds", "opacity"])
        #expect(scene.takesPlain(a), "what was set goes the short way again")
    }

    @Test func whatDependsGoesTheLongWay() throws {
        let (a, style) = (try make("a"), try make("card", .style))
        try scene.give(a, LayerProperty.zPosition.id, .number(0))
        #expect(scene.takesPlain(a))
        scene.refer(a, PropertyPath(LayerProperty.opacity.id), "$fade", ["fade"])
        #expect(!scene.takesPlain(a) && scene.users(ofVariable: "fade") == [a])
        try scene.give(a, LayerProperty.opacity.id, .number(0.5))
        #expect(scene.takesPlain(a) && scene.users(ofVariable: "fade") == [])
        try scene.give(a, LayerProperty.style.id, .objects([scene.id(of: style)]))
        #expect(!scene.takesPlain(a) && scene.users(ofStyle: style) == [a] && scene.has(a, style: style))
        try scene.remove(style)
        #expect(scene.takesPlain(a) && scene.brokenInvariant() == nil)
    }

    @Test func aPartThatRefersStays() throws {
        let a = try make("a")
        let (position, x, y) = (LayerProperty.position.id, ValuePart.x, ValuePart.y)
        scene.refer(a, PropertyPath(position, x), "$x", ["x"])
        try scene.give(a, position, .point(Point(0, 5)), part: y)
        #expect(scene.reference(a, PropertyPath(position, x))?.text == "$x")
        try scene.give(a, position, .point(Point(1, 5)), part: x)
        #expect(scene.reference(a, PropertyPath(position, x)) == nil)
        scene.refer(a, PropertyPath(position, x), "$x", ["x"])
        scene.refer(a, PropertyPath(position), "$p", ["p"])
        #expect(scene.origins(of: a).count == 1 && scene.users(ofVariable: "x") == [])
    }

    @Test func whatAClientSetsIsStrongerThanStylesAndBindings() throws {
        let (a, style) = (try make("a"), try make("card", .style))
        let radius = LayerProperty.cornerRadius.id
        let origin = PropertyOrigin(.style(scene.id(of: style)))
        try scene.setStyled(a, radius, .number(4), [(PropertyPath(radius), origin)])
        #expect(scene.isStyled(a, radius) && !scene.isGiven(a, radius) && given(a) == [])
        try scene.give(a, radius, .number(4))
        #expect(!scene.isStyled(a, radius) && scene.isGiven(a, radius) && given(a) == ["cornerRadius"])
        scene.setBound(a, radius, true)
        #expect(scene.isGiven(a, radius))
        scene.setBound(a, radius, false)
        #expect(scene.isGiven(a, radius) && scene.origins(of: a).isEmpty)
    }

    @Test func theNearestThemeThatHasTheNameCounts() throws {
        let (outer, inner) = (try make("outer", .theme), try make("inner", .theme))
        let p = try make("p")
        let q = try make("q", below: p)
        scene.setKey(outer, "fill", .number(1))
        scene.setKey(outer, "line", .number(2))
        scene.setKey(inner, "fill", .number(3))
        try scene.give(p, LayerProperty.theme.id, .object(scene.id(of: outer)))
        try scene.give(q, LayerProperty.theme.id, .object(scene.id(of: inner)))
        #expect(scene.variable("fill", for: q) == .number(3) && scene.variable("line", for: q) == .number(2))
        #expect(scene.variable("fill", for: p) == .number(1) && scene.variable("none", for: q) == nil)
        #expect(scene.variable("line", for: nil) == nil)
        scene.setKey(try make("default", .theme), "none", .number(4))
        #expect(scene.variable("none", for: q) == .number(4) && scene.variable("none", for: nil) == .number(4))
    }

    @Test func keysAreSortedAndComeBack() throws {
        let d = try make("d", .data)
        for key in ["m", "a", "z"] { scene.setKey(d, key, .string(key)) }
        #expect(scene.keys(of: d).map(\.key) == ["a", "m", "z"])
        scene.begin()
        scene.setKey(d, "m", nil)
        scene.setKey(d, "b", .number(1))
        scene.setKey(d, "a", .number(2))
        scene.rollback()
        #expect(scene.keys(of: d).map(\.value) == [.string("a"), .string("m"), .string("z")])
        #expect(scene.key(d, "b") == nil)
    }

    @Test func statesOfAStyleAreInTheOrderOfTheirMakingAndGoWithIt() throws {
        let base = try make("base", .style)
        let gap = try make("gap", .data)
        let later = try make("b", .style)
        try scene.remove(gap)
        // It gets a slot before that of the earlier one.
        let last = try make("a", .style)
        for state in [later, last] { try scene.give(state, StyleProperty.of.id, .object(scene.id(of: base))) }
        #expect(last < later && scene.stateStyles(of: base) == [later, last])
        #expect(throws: SceneError.self) { try scene.give(base, StyleProperty.of.id, .object(scene.id(of: last))) }
        try scene.remove(base)
        #expect(scene.find("a") == nil && scene.find("b") == nil && scene.brokenInvariant() == nil)
    }

    @Test func aLayerHasAsManyStylesAsItMay() throws {
        let a = try make("a")
        var styles: [ObjectID] = []
        for number in 0...StyleProperty.most { styles.append(scene.id(of: try make("s\(number)", .style))) }
        #expect(throws: SceneError.self) { try scene.give(a, LayerProperty.style.id, .objects(styles)) }
        try scene.give(a, LayerProperty.style.id, .objects(styles.dropLast()))
        #expect(scene.styles(of: a).count == StyleProperty.most)
    }
}
