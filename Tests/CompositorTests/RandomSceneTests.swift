import Compositor
import Frame
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

extension Dice {
    mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &self) < part }
    /// Often whole, else with a fraction.
    mutating func length(_ range: ClosedRange<Double>) -> Double {
        let v = Double.random(in: range, using: &self)
        return chance(0.7) ? v.rounded() : v
    }
}

/// Random scenes changed at random: what is painted bit by bit equals what a whole walk paints, byte for byte.
@Suite struct RandomSceneTests {
    /// What the layers of one run are like.
    enum Style: CaseIterable {
        case plain, rounded, turned, groups, blends, masks, wide, wideSorted, shadows, filters, backdrops, space
        case rasterized, copies, mirrors, isolation
    }

    @Test(arguments: Style.allCases, [UInt64(1), 2, 3]) func partialEqualsWhole(_ style: Style, _ seed: UInt64) throws {
        let stage = try Stage(96, 80, scale: seed == 3 ? 1.5 : 1, buffers: Int(seed))
        if style == .copies { stage.motion.opacity = { 0.3 + 0.5 * $0 } }
        // Without bitmaps that are kept, planes are painted window by window.
        if seed == 2 { stage.compositor.cacheBytes = 0 }
        var dice = Dice(seed &* 7919)
        var mutator = Mutator(stage: stage, style: style)
        let count = style == .wide || style == .wideSorted ? 150 : 14
        for _ in 0..<count { try mutator.create(&dice) }
        for round in 0..<40 {
            for _ in 0..<Int.random(in: 1...4, using: &dice) { try mutator.change(&dice) }
            stage.frame()
            let picture = try #require(stage.output.picture)
            let same = try stage.oracle().hasSamePixels(as: picture)
            #expect(same, "round \(round)")
            if !same { return }
            // What the output is told to be opaque is.
            for rect in stage.compositor.shape(stage.scene).opaque {
                let isOpaque = (rect.y0..<rect.y1).allSatisfy { y in
                    (rect.x0..<rect.x1).allSatisfy { picture[Int($0), Int(y)] >> 24 == 255 }
                }
                #expect(isOpaque, "round \(round): \(rect)")
            }
        }
    }

    /// The root layer has looks, groups, masks and transforms as any other.
    @Test(arguments: Style.allCases.filter { $0 != .wide && $0 != .wideSorted }, [UInt64(4), 5])
    func rootIsALayer(_ style: Style, _ seed: UInt64) throws {
        let stage = try Stage(96, 80, scale: seed == 4 ? 1 : 2)
        var dice = Dice(seed &* 6151)
        var mutator = Mutator(stage: stage, style: style)
        for _ in 0..<8 { try mutator.create(&dice) }
        for round in 0..<40 {
            // What the output decides about the root is refused.
            try? mutator.setAny(Scene.root, &dice)
            if dice.chance(0.5) { try mutator.change(&dice) }
            stage.frame()
            let same = try stage.oracle().hasSamePixels(as: #require(stage.output.picture))
            #expect(same, "round \(round)")
            if !same { return }
        }
    }
}

extension RandomSceneTests.Style {
    var makesCopies: Bool { self == .copies || self == .mirrors || self == .isolation }
}

/// Makes and changes layers.
struct Mutator {
    let stage: Stage
    let style: RandomSceneTests.Style
    var layers: [Slot] = []
    var made = 0

    init(stage: Stage, style: RandomSceneTests.Style) {
        self.stage = stage
        self.style = style
    }

    mutating func create(_ dice: inout Dice) throws {
        made += 1
        let isWide = style == .wide || style == .wideSorted
        let deep = dice.chance(isWide ? 0.1 : 0.6)
        let parent = deep ? layers.randomElement(using: &dice) ?? Scene.root : Scene.root
        let isCopier = style.makesCopies && dice.chance(style == .copies ? 0.3 : 0.1)
        let isShape = !isCopier && dice.chance(0.2)
        let isSolid = style == .space && dice.chance(0.2)
        let isMirror = style == .mirrors && !isShape && dice.chance(0.4)
        let kind =
            isShape
            ? Stage.shapeKind
            : isSolid ? "transformLayer" : isMirror ? "mirror" : isCopier ? Stage.copierKind : "layer"
        let id = try #require(stage.scene.kinds.loaded(kind))
        let slot = try stage.scene.objects.create(
            "n\(made)", id, parent: parent, dice.chance(0.7) ? .last : .index(Int.random(in: 0...8, using: &dice)))
        if isShape { stage.drawings.drawings[slot] = Self.drawing(&dice) }
        if isCopier { try setCopies(slot, &dice) }
        layers.append(slot)
        for _ in 0..<5 { try setAny(slot, &dice) }
        let side = isWide ? 4.0...20.0 : 4.0...60.0
        try stage.set(
            slot, .bounds, .rect(Rect(0, 0, dice.length(side), dice.length(side))))
        try stage.set(
            slot, .position, .point(Point(dice.length(-10...100), dice.length(-10...90))))
        if dice.chance(0.9) { try stage.set(slot, .backgroundColor, .color(Self.color(&dice))) }
    }

    mutating func change(_ dice: inout Dice) throws {
        guard let slot = layers.randomElement(using: &dice) else { return try create(&dice) }
        let masks = style.makesCopies || [.masks, .shadows, .filters, .backdrops, .space, .rasterized].contains(style)
        if style == .mirrors, dice.chance(0.3) { return try setOriginal(&dice) }
        switch Int.random(in: 0..<20, using: &dice) {
        case 0:
            var gone: Set<Slot> = []
            stage.scene.tree.forEachBelow(slot) { gone.insert($0) }
            try stage.scene.objects.remove(slot)
            layers.removeAll { gone.contains($0) }
        case 1, 2: try create(&dice)
        case 3, 4:
            let parent = dice.chance(0.5) ? Scene.root : layers.randomElement(using: &dice) ?? Scene.root
            try? stage.scene.tree.move(
                slot, to: parent, dice.chance(0.5) ? .last : .index(Int.random(in: 0...5, using: &dice)))
        case 5:
            if dice.chance(0.3) { try? stage.scene.tree.move(slot, to: Scene.detachedRoot, .last) }
        case 6 where masks, 7 where masks, 8 where masks && style == .masks:
            var open: [Slot] = []
            stage.scene.tree.forEachChild(Scene.detachedRoot) { open.append($0) }
            if let mask = open.randomElement(using: &dice), mask != slot {
                try? stage.set(slot, .mask, dice.chance(0.8) ? .object(stage.scene.id(of: mask)) : Value.none)
            } else {
                try? stage.scene.tree.move(slot, to: Scene.detachedRoot, .last)
            }
        default: try setAny(slot, &dice)
        }
    }

    /// Has some mirror show another layer; one that holds it is refused.
    private func setOriginal(_ dice: inout Dice) throws {
        let mirrors = layers.filter { stage.scene.rows[Int($0)].kind == .mirror }
        guard let mirror = mirrors.randomElement(using: &dice), let layer = layers.randomElement(using: &dice) else {
            return
        }
        try? stage.scene.set(mirror, MirrorProperty.of.id, .object(stage.scene.id(of: layer)))
    }

    func setAny(_ slot: Slot, _ dice: inout Dice) throws {
        let (x, y) = (dice.length(-10...100), dice.length(-10...90))
        switch Int.random(in: 0..<24, using: &dice) {
        case 20...23: try setContents(slot, &dice)
        case 0...4: try stage.set(slot, .position, .point(Point(x, y)))
        case 5: try stage.set(slot, .bounds, .rect(Rect(x / 20, 0, dice.length(0...60), dice.length(0...60))))
        case 6: try stage.set(slot, .backgroundColor, dice.chance(0.1) ? Value.none : .color(Self.color(&dice)))
        case 7: try stage.set(slot, .isHidden, .boolean(dice.chance(0.3)))
        case 8: try stage.set(slot, .masksToBounds, .boolean(dice.chance(0.6)))
        case 9:
            try stage.set(slot, .borderWidth, .number(dice.length(0...6)))
            try stage.set(slot, .borderColor, .color(Self.color(&dice)))
        default: try setStyled(slot, &dice)
        }
    }

    private func setStyled(_ slot: Slot, _ dice: inout Dice) throws {
        switch style {
        case .plain, .wide: return
        case .wideSorted:
            try stage.set(slot, .zPosition, .number(Double(Int.random(in: -2...2, using: &dice))))
        case .rounded:
            try stage.set(slot, .cornerRadius, .number(dice.length(0...30)))
            try stage.set(slot, .maskedCorners, .choices(UInt32.random(in: 0...15, using: &dice)))
            try stage.set(slot, .cornerCurve, .choice(dice.chance(0.3) ? 1 : 0))
        case .turned:
            let turn = Affine.rotation(dice.chance(0.4) ? .pi / 2 : Double.random(in: -3...3, using: &dice))
            let scale = Affine.scale(Double.random(in: 0.3...2, using: &dice), Double.random(in: 0.3...2, using: &dice))
            let t = dice.chance(0.2) ? Affine.identity : turn.concat(scale)
            try stage.set(slot, dice.chance(0.7) ? .transform : .sublayerTransform, .transform(Transform3D(t)))
            try stage.set(slot, .isGeometryFlipped, .boolean(dice.chance(0.2)))
            try stage.set(slot, .edgeAntialiasingMask, .choices(dice.chance(0.5) ? 15 : UInt32(dice.upTo(16))))
        case .groups:
            try stage.set(slot, .opacity, .number(Double.random(in: 0...1, using: &dice)))
            try stage.set(slot, .allowsGroupOpacity, .boolean(dice.chance(0.7)))
            try stage.set(slot, .cornerRadius, .number(dice.length(0...30)))
            try stage.set(slot, .zPosition, .number(Double(Int.random(in: -1...1, using: &dice))))
        case .blends:
            let mode = dice.chance(0.4) ? 0 : UInt8.random(in: 0..<28, using: &dice)
            try stage.set(slot, .compositingFilter, .choice(mode))
        case .shadows: try setShadow(slot, &dice)
        case .filters: try setFilters(slot, &dice)
        case .backdrops: try setBackdrop(slot, &dice)
        case .space: try setDepth(slot, &dice)
        case .rasterized: try setRasterized(slot, &dice)
        case .copies, .mirrors:
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: try setShadow(slot, &dice)
            case 1: try setFilters(slot, &dice)
            case 2: try setDepth(slot, &dice)
            case 3: try stage.set(slot, .compositingFilter, .choice(UInt8.random(in: 0..<28, using: &dice)))
            case 4: try stage.set(slot, .opacity, .number(Double.random(in: 0.2...1, using: &dice)))
            case 5: try stage.set(slot, .zPosition, .number(dice.length(-2...2)))
            default: try setCopies(slot, &dice)
            }
        case .isolation:
            switch Int.random(in: 0..<10, using: &dice) {
            case 0, 1, 2: try setShadow(slot, &dice)
            case 3, 4, 5: try stage.set(slot, .compositingFilter, .choice(UInt8.random(in: 0..<28, using: &dice)))
            case 6: try stage.set(slot, .isolated, .boolean(dice.chance(0.4)))
            case 7: try setBackdrop(slot, &dice)
            case 8: try setCopies(slot, &dice)
            default: try stage.set(slot, .masksToBounds, .boolean(dice.chance(0.5)))
            }
        case .masks:
            try stage.set(slot, .opacity, .number(Double.random(in: 0.2...1, using: &dice)))
            try stage.set(
                slot, .compositingFilter, .choice(dice.chance(0.8) ? 0 : UInt8.random(in: 0..<28, using: &dice)))
        }
    }

    /// Copies that are moved, turned, in perspective, coloured, late; none, when it is no layer that makes some.
    private func setCopies(_ slot: Slot, _ dice: inout Dice) throws {
        guard stage.scene.kind(of: slot).name == Stage.copierKind else { return }
        var copies: [LayerCopy] = []
        for _ in 0..<Int.random(in: 0...3, using: &dice) {
            var t = Transform3D.translation(dice.length(-20...40), dice.length(-20...40))
            if dice.chance(0.3) { t = t.concat(.rotationZ(dice.length(-3...3))) }
            if dice.chance(0.2) { t = Transform3D.perspective(90).concat(t).concat(.rotationY(dice.length(-1...1))) }
            var copy = LayerCopy(t, delay: dice.chance(0.5) ? 0 : dice.length(0...1))
            if dice.chance(0.4) { copy.color = [dice.chance(0.5) ? 1 : 0.4, 0.7, 0.2, dice.chance(0.2) ? 0 : 0.9] }
            if style == .isolation, copy.color.w > 0, dice.chance(0.6) { copy.color.w = 1 }
            copies.append(copy)
        }
        try stage.copy(slot, copies)
    }

    /// Shadows of all makings, on layers that are turned, masked, cut or translucent.
    private func setShadow(_ slot: Slot, _ dice: inout Dice) throws {
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: try stage.set(slot, .shadowOpacity, .number(0))
        case 1, 2, 3:
            try stage.set(slot, .shadowOpacity, .number(Double.random(in: 0.2...1, using: &dice)))
            try stage.set(slot, .shadowRadius, .number(dice.length(0...6)))
            try stage.set(slot, .shadowOffset, .size(Size(dice.length(-9...9), dice.length(-9...9))))
            try stage.set(slot, .shadowColor, dice.chance(0.1) ? Value.none : .color(Self.color(&dice)))
        case 4:
            let path = Path.roundedRect(
                Rect(-2, 3, dice.length(3...30), 20),
                CornerShape(topLeft: 4, topRight: 8, bottomRight: 0, bottomLeft: 3))
            try stage.set(slot, .shadowPath, dice.chance(0.4) ? Value.none : .path(path))
        case 5: try stage.set(slot, .opacity, .number(Double.random(in: 0.4...1, using: &dice)))
        case 6:
            let turn = Affine.rotation(dice.chance(0.4) ? .pi / 2 : Double.random(in: -3...3, using: &dice))
            let scale = Affine.scale(Double.random(in: 0.5...2, using: &dice), dice.chance(0.5) ? 1 : 1.7)
            let t = dice.chance(0.4) ? Affine.identity : turn.concat(scale)
            try stage.set(slot, .transform, .transform(Transform3D(t)))
        default: try stage.set(slot, .cornerRadius, .number(dice.length(0...30)))
        }
    }

    private func setFilters(_ slot: Slot, _ dice: inout Dice) throws {
        if dice.chance(0.5) { return try setShadow(slot, &dice) }
        try stage.set(slot, .filters, Self.filters(&dice))
    }

    /// Filters of what lies behind, beside filters, groups, modes, order and clips.
    private func setBackdrop(_ slot: Slot, _ dice: inout Dice) throws {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0: try setFilters(slot, &dice)
        case 1, 2, 3: try stage.set(slot, .backgroundFilters, Self.filters(&dice))
        case 4: try stage.set(slot, .backgroundFilters, Value.none)
        case 5: try stage.set(slot, .compositingFilter, .choice(UInt8.random(in: 0..<28, using: &dice)))
        case 6: try stage.set(slot, .opacity, .number(Double.random(in: 0.4...1, using: &dice)))
        case 7: try stage.set(slot, .zPosition, .number(Double(Int.random(in: -1...1, using: &dice))))
        case 8: try stage.set(slot, .allowsGroupOpacity, .boolean(dice.chance(0.6)))
        default: try stage.set(slot, .cornerRadius, .number(dice.length(0...30)))
        }
    }

    private static func filters(_ dice: inout Dice) -> Value {
        var list: [FilterFunction] = []
        for _ in 0..<Int.random(in: 0...2, using: &dice) {
            switch Int.random(in: 0..<5, using: &dice) {
            case 4:
                let sides = [dice.length(0...6), dice.length(0...6)]
                list.append(FilterFunction(.plugin, name: "spread", arguments: sides))
            case 0: list.append(FilterFunction(.blur, name: "blur", arguments: [dice.length(0...4)]))
            case 1: list.append(FilterFunction(.sepia, name: "sepia", arguments: [0.7]))
            case 2: list.append(FilterFunction(.opacity, name: "opacity", arguments: [0.6]))
            default:
                list.append(
                    FilterFunction(
                        .dropShadow, name: "drop-shadow",
                        arguments: [dice.length(-9...9), dice.length(-9...9), dice.length(0...3)],
                        color: Self.color(&dice)))
            }
        }
        return list.isEmpty ? Value.none : .filters(list)
    }

    /// Turns in space and perspective, with everything else below them and around.
    private func setDepth(_ slot: Slot, _ dice: inout Dice) throws {
        func angle() -> Double { dice.chance(0.3) ? .pi / 2 : Double.random(in: -3...3, using: &dice) }
        switch Int.random(in: 0..<12, using: &dice) {
        case 0, 1, 2:
            var t = Transform3D.identity
            if dice.chance(0.3) { t = .perspective(Double.random(in: 20...200, using: &dice)) }
            if dice.chance(0.6) { t = t.concat(.rotationX(angle())) }
            if dice.chance(0.6) { t = t.concat(.rotationY(angle())) }
            if dice.chance(0.3) { t = t.concat(.translation(0, 0, dice.length(-40...60))) }
            try stage.set(slot, .transform, t == .identity ? .none : .transform(t))
        case 3, 4:
            let t = Transform3D.perspective(Double.random(in: 20...200, using: &dice))
            let turn = dice.chance(0.3) ? t.concat(.rotationY(angle())) : t
            try stage.set(slot, .sublayerTransform, dice.chance(0.2) ? .none : .transform(turn))
        case 5: try stage.set(slot, .zPosition, .number(dice.length(-30...30)))
        case 6: try stage.set(slot, .isDoubleSided, .boolean(dice.chance(0.5)))
        case 7: try stage.set(slot, .anchorPointZ, .number(dice.length(-10...10)))
        case 8: try setRasterized(slot, &dice)
        case 9: dice.chance(0.5) ? try setFilters(slot, &dice) : try setBackdrop(slot, &dice)
        case 10: try stage.set(slot, .opacity, .number(Double.random(in: 0.4...1, using: &dice)))
        default:
            try stage.set(
                slot, .compositingFilter, .choice(dice.chance(0.6) ? 0 : UInt8.random(in: 0..<28, using: &dice)))
            try stage.set(slot, .cornerRadius, .number(dice.length(0...30)))
        }
    }

    private func setRasterized(_ slot: Slot, _ dice: inout Dice) throws {
        switch Int.random(in: 0..<8, using: &dice) {
        case 0, 1, 2: try stage.set(slot, .shouldRasterize, .boolean(dice.chance(0.7)))
        case 3:
            try stage.set(slot, .rasterizationScale, .number([0.5, 1, 1.5, 2, 3].randomElement(using: &dice) ?? 1))
        case 4:
            try stage.set(slot, .minificationFilter, .choice(UInt8.random(in: 0...2, using: &dice)))
            try stage.set(slot, .magnificationFilter, .choice(UInt8.random(in: 0...2, using: &dice)))
            try stage.set(slot, .minificationFilterBias, .number(dice.length(-1...2)))
        case 5: try stage.set(slot, .opacity, .number(Double.random(in: 0.4...1, using: &dice)))
        case 6: try setShadow(slot, &dice)
        default:
            let turn = Affine.rotation(dice.chance(0.4) ? .pi / 2 : Double.random(in: -3...3, using: &dice))
            let scale = Double.random(in: 0.2...2, using: &dice)
            let t = dice.chance(0.4) ? Affine.identity : turn.concat(.scale(scale, scale))
            try stage.set(slot, .transform, .transform(Transform3D(t)))
        }
    }

    static func color(_ dice: inout Dice) -> Color {
        func c() -> UInt8 { UInt8.random(in: 0...255, using: &dice) }
        return Color(c(), c(), c(), c() > 90 ? 255 : c())
    }

    static func drawing(_ dice: inout Dice) -> Drawing {
        var drawing = Drawing()
        var path = Path()
        path.move(to: Point(dice.length(-10...30), dice.length(-10...30)))
        path.cubic(
            Point(dice.length(-10...40), dice.length(-10...40)), Point(dice.length(-10...40), dice.length(-10...40)),
            to: Point(dice.length(-10...40), dice.length(-10...40)))
        path.line(to: Point(dice.length(-10...30), dice.length(-10...30)))
        drawing.paths = [path, .rect(Rect(2, 3, 17.5, 12))]
        var style = StrokeStyle()
        style.width = dice.length(1...8)
        style.join = .round
        drawing.styles = [style]
        if dice.chance(0.3) {
            drawing.operations += [.save, .clip(path: 1, rule: .nonZero)]
        }
        drawing.operations.append(.fill(path: 0, rule: .evenOdd, color: color(&dice)))
        drawing.operations.append(.concat(.rotation(dice.length(0...2))))
        drawing.operations.append(.stroke(path: 0, style: 0, color: color(&dice)))
        if dice.chance(0.3) { drawing.operations.append(.fill(path: 1, rule: .nonZero, color: color(&dice))) }
        if dice.chance(0.3) {
            let looks: [SpriteBatch.Look] = [.square, .disc, .picture(of: FakeContents.still.index)]
            var batch = SpriteBatch(looks[Int.random(in: 0...2, using: &dice)], isAdditive: dice.chance(0.5))
            for _ in 0..<Int.random(in: 1...9, using: &dice) {
                let turn = dice.chance(0.5) ? Affine.identity : .rotation(dice.length(0...6))
                let slot = Affine.translation(dice.length(-10...40), dice.length(-10...40))
                let size = Affine.scale(dice.length(1...12), dice.length(1...12))
                batch.sprites.append(Sprite(slot.concat(turn).concat(size), color(&dice)))
            }
            drawing.operations.append(.sprites(drawing.sprites.count))
            drawing.sprites.append(batch)
        }
        return drawing
    }
}
