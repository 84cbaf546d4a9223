import Compositor
import Frame
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Hits against a picture in which each layer that takes input has a colour of its own: away from edges, what is seen at a pixel
/// is what is hit there.
@Suite struct HitTests {
    enum Style: CaseIterable { case boxes, corners, turned, masks, shapes, space, copies }

    @Test(arguments: Style.allCases) func whatIsSeenIsHit(_ style: Style) throws {
        var dice = Dice(UInt64(Style.allCases.firstIndex(of: style) ?? 0) + 1)
        var (hits, misses) = (0, 0)
        for _ in 0..<40 {
            let stage = try Stage(96, 80, scale: dice.chance(0.3) ? 1.5 : 1)
            let scene = try HitScene(stage, style, &dice)
            stage.compositor.update(stage.scene)
            let picture = try stage.oracle()
            let taken = stage.compositor.shape(stage.scene).input
            for _ in 0..<60 {
                let (x, y) = (dice.upTo(picture.width - 4) + 2, dice.upTo(picture.height - 4) + 2)
                guard let seen = picture.plain(x, y) else { continue }
                let scale = stage.output.scale
                let point = Point((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
                let hit = stage.compositor.hit(point, stage.scene)
                let wanted = scene.colors[seen]
                #expect(
                    hit?.layer == wanted,
                    "\(style) \(point): \(String(describing: hit)), not \(String(describing: wanted))")
                if wanted == nil { misses += 1 } else { hits += 1 }
                // The output takes the pointer there; and, where nothing is taken as its box, nowhere else.
                let isTaken = taken.contains { $0.contains(PixelRect(Int32(x), Int32(y), Int32(x) + 1, Int32(y) + 1)) }
                let isExact = [.boxes, .corners, .turned].contains(style)
                #expect(isTaken == (hit != nil) || isTaken && !isExact, "\(style) \(point)")
                guard let hit, let standing = stage.compositor.standing(of: hit, stage.scene) else { continue }
                // And the way there and back.
                let local = try #require(standing.layer.inverse?.seen(point))
                let back = try #require(standing.layer.seen(local))
                #expect((back - point).length < 1e-6)
            }
        }
        #expect(hits > 200 && misses > 50, "\(style): \(hits) hits, \(misses) misses")
    }

    @Test func theNearestInFrontThatTakesInput() throws {
        let stage = try Stage(100, 100)
        let low = try stage.add("low", Rect(0, 0, 100, 100))
        let high = try stage.add("high", Rect(0, 0, 50, 50))
        #expect(stage.compositor.hit(Point(20, 20), stage.scene) == nil)
        try stage.set(low, .isInteractive, .boolean(true))
        #expect(stage.compositor.hit(Point(20, 20), stage.scene)?.layer == low)
        try stage.set(high, .isInteractive, .boolean(true))
        #expect(stage.compositor.hit(Point(49.9, 20), stage.scene)?.layer == high)
        #expect(stage.compositor.hit(Point(50, 20), stage.scene)?.layer == low)
        try stage.scene.tree.move(high, to: Scene.detachedRoot, .last)
        #expect(stage.compositor.hit(Point(20, 20), stage.scene)?.layer == low)
        #expect(stage.compositor.standing(of: Hit(layer: high), stage.scene) == nil)
        // Where nothing takes input any more, nobody looks again; until something does.
        try stage.set(low, .isInteractive, .boolean(false))
        #expect(stage.compositor.hit(Point(20, 20), stage.scene) == nil)
        #expect(!stage.scene.rows[Int(low)].flags.contains(.leadsToInput))
        try stage.scene.tree.move(high, to: low, .last)
        #expect(stage.compositor.hit(Point(20, 20), stage.scene)?.layer == high)
        try stage.set(low, .opacity, .number(0))
        #expect(stage.compositor.hit(Point(20, 20), stage.scene) == nil)
    }

    /// Rollback brings back what takes input, too.
    @Test func aLayerThatComesBackIsHit() throws {
        let stage = try Stage(100, 100)
        let holder = try stage.add("holder", Rect(0, 0, 100, 100))
        let button = try stage.add("button", Rect(0, 0, 100, 100), in: holder)
        try stage.set(button, .isInteractive, .boolean(true))
        stage.scene.transaction.begin()
        try stage.scene.objects.remove(holder)
        stage.scene.transaction.rollback()
        #expect(stage.compositor.hit(Point(20, 20), stage.scene)?.layer == button)
    }

    /// A copy that is late is hit where it is seen.
    @Test func lateCopies() throws {
        let stage = try Stage(200, 50)
        let copier = try stage.add("r", Rect(0, 0, 200, 50), kind: Stage.copierKind)
        let dot = try stage.add("dot", Rect(0, 0, 20, 20), .red, in: copier)
        try stage.set(dot, .isInteractive, .boolean(true))
        // Late ones are not to be seen.
        stage.motion.opacity = { $0 >= 1 ? 0 : 1 }
        try stage.copy(
            copier,
            [
                LayerCopy(), LayerCopy(.translation(50, 0)), LayerCopy(.translation(100, 0), delay: 1),
                LayerCopy(.translation(50, 5)),
            ])
        stage.compositor.update(stage.scene)
        func copies(_ x: Double, _ y: Double) -> [Int]? { stage.compositor.hit(Point(x, y), stage.scene)?.copies }
        #expect(copies(10, 3) == [0] && copies(60, 3) == [1] && copies(60, 10) == [3])
        #expect(copies(110, 10) == nil)
        #expect(stage.scene.rows[Int(dot)].opacity == 1)
        let standing = try #require(stage.compositor.standing(of: Hit(layer: dot, copies: [1]), stage.scene))
        #expect(standing.layer.apply(Point(0, 0)) == Point(50, 0) && standing.parent.apply(.zero) == Point(50, 0))
        #expect(stage.compositor.standing(of: Hit(layer: dot, copies: [4]), stage.scene) == nil)
    }

    /// Positions are the parent's, whatever it does to its sublayers, and outside of the output as well.
    @Test func placesInTheParent() throws {
        let stage = try Stage(100, 100)
        let parent = try stage.add("p", Rect(10, 20, 50, 50))
        try stage.set(parent, .sublayerTransform, .transform(Transform3D(Affine.scale(2, 2))))
        let child = try stage.add("c", Rect(5, 5, 10, 10), in: parent)
        try stage.set(child, .transform, .transform(Transform3D(Affine.rotation(.pi / 2))))
        try stage.set(child, .position, .point(Point(300, 10)))
        let standing = try #require(stage.compositor.standing(of: Hit(layer: child), stage.scene))
        let center = standing.layer.apply(Point(5, 5))
        #expect((standing.parent.apply(Point(300, 10)) - center).length < 1e-9)
        #expect((center - Point(10 + 25 + 2 * 275, 20 + 25 - 2 * 15)).length < 1e-9)
    }
}

/// A random scene with a colour for each layer that takes input.
private struct HitScene {
    var colors: [UInt32: Slot] = [:]
    private let stage: Stage
    private var layers: [Slot] = [Scene.root]

    init(_ stage: Stage, _ style: HitTests.Style, _ dice: inout Dice) throws {
        self.stage = stage
        for number in 1...16 { try add(number, style, &dice) }
    }

    private mutating func add(_ number: Int, _ style: HitTests.Style, _ dice: inout Dice) throws {
        let isShape = style == .shapes && dice.chance(0.6)
        let isSolid = style == .space && dice.chance(0.25)
        let isCopier = style == .copies && dice.chance(0.3)
        let kind =
            isShape ? Stage.shapeKind : isSolid ? "transformLayer" : isCopier ? Stage.copierKind : "layer"
        let frame = Rect(dice.length(-10...70), dice.length(-10...60), dice.length(8...50), dice.length(8...50))
        let slot = try stage.add("n\(number)", frame, in: dice.pick(layers), kind: kind)
        layers.append(slot)
        if isCopier {
            var copies: [LayerCopy] = []
            for _ in 0..<dice.upTo(4) {
                let turn = dice.chance(0.4) ? Affine.rotation(dice.real(-2, 2)) : .identity
                let map = Affine.translation(dice.real(-30, 40), dice.real(-30, 40)).concat(turn)
                copies.append(LayerCopy(Transform3D(map), delay: dice.chance(0.3) ? 1 : 0))
            }
            try stage.copy(slot, copies)
        }
        // One out of four neither takes input nor is seen.
        if !isSolid, dice.chance(0.75) { try paint(slot, number, isShape, &dice) }
        try setAny(slot, style, &dice)
    }

    /// A colour that no other layer has.
    private mutating func paint(_ slot: Slot, _ number: Int, _ isShape: Bool, _ dice: inout Dice) throws {
        let (red, green, blue) = (UInt32(number * 15), UInt32(255 - number * 15), UInt32(number % 3 * 100))
        let color = Color(UInt8(red), UInt8(green), UInt8(blue))
        colors[0xFF00_0000 | red << 16 | green << 8 | blue] = slot
        try stage.set(slot, .isInteractive, .boolean(true))
        guard isShape else { return try stage.set(slot, .backgroundColor, .color(color)) }
        var drawing = Drawing()
        let bounds = stage.scene.rows[Int(slot)].bounds
        var path = Path.ellipse(Point(bounds.width / 2, bounds.height / 2), rx: bounds.width / 2, ry: 14)
        path.append(Path.rect(Rect(4, 4, bounds.width / 2, bounds.height / 2)))
        drawing.paths = [path, Path.polygon([Point(-8, 0), Point(20, 30), Point(50, -5)])]
        var style = StrokeStyle()
        style.width = 8
        drawing.styles = [style]
        if dice.chance(0.3) { drawing.operations.append(.concat(.rotation(dice.real(-1, 1)))) }
        if dice.chance(0.3) { drawing.operations.append(.clip(path: 1, rule: .nonZero)) }
        drawing.operations.append(.fill(path: 0, rule: dice.chance(0.5) ? .evenOdd : .nonZero, color: color))
        if dice.chance(0.6) { drawing.operations.append(.stroke(path: 1, style: 0, color: color)) }
        stage.drawings.drawings[slot] = drawing
    }

    private mutating func setAny(_ slot: Slot, _ style: HitTests.Style, _ dice: inout Dice) throws {
        try stage.set(slot, .zPosition, .number(Double(dice.upTo(3))))
        if dice.chance(0.08) { try stage.set(slot, .isHidden, .boolean(true)) }
        if style != .space, dice.chance(0.3) { try stage.set(slot, .masksToBounds, .boolean(true)) }
        if style != .boxes, dice.chance(0.4) {
            try stage.set(slot, .cornerRadius, .number(dice.real(4, 25)))
            try stage.set(slot, .maskedCorners, .choices(UInt32(dice.upTo(16))))
            try stage.set(slot, .cornerCurve, .choice(dice.chance(0.5) ? 1 : 0))
        }
        switch style {
        case .boxes, .corners, .shapes: break
        case .copies, .turned:
            let map = Affine.rotation(dice.real(-3, 3)).concat(.scale(dice.real(0.5, 1.6), dice.real(-1.6, 1.6)))
            if dice.chance(0.4) { try stage.set(slot, .transform, .transform(Transform3D(map))) }
            if dice.chance(0.2) { try stage.set(slot, .sublayerTransform, .transform(Transform3D(map))) }
            if dice.chance(0.1) { try stage.set(slot, .isGeometryFlipped, .boolean(true)) }
        case .space:
            let map = Transform3D.rotationY(dice.real(-1, 1)).concat(.rotationZ(dice.real(-1, 1)))
            if dice.chance(0.5) { try stage.set(slot, .transform, .transform(map)) }
            if dice.chance(0.4) { try stage.set(slot, .sublayerTransform, .transform(.perspective(120))) }
            if dice.chance(0.3) { try stage.set(slot, .isDoubleSided, .boolean(false)) }
        case .masks:
            guard dice.chance(0.4) else { break }
            let mask = try stage.scene.objects.create("m\(slot)", .layer, parent: Scene.detachedRoot)
            try stage.set(mask, .frame, .rect(Rect(5, 5, dice.real(10, 30), dice.real(10, 30))))
            try stage.set(mask, .cornerRadius, .number(dice.real(0, 10)))
            if dice.chance(0.8) { try stage.set(mask, .backgroundColor, .color(.black)) }
            try stage.set(slot, .mask, .object(stage.scene.id(of: mask)))
        }
    }
}

extension Bitmap {
    /// The pixel, in the machine's order, when all around it are the same.
    fileprivate func plain(_ x: Int, _ y: Int) -> UInt32? {
        var found: UInt32?
        for row in y - 2...y + 2 {
            for column in x - 2...x + 2 {
                let pixel = unsafe withRow(row) { row -> UInt32 in
                    var value: UInt32 = 0
                    for k in 0..<4 { unsafe value |= UInt32(row[column * 4 + k]) << UInt32(8 * k) }
                    return value
                }
                if found == nil { found = pixel } else if found != pixel { return nil }
            }
        }
        return found
    }
}
