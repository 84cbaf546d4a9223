import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// Recorded drawings: states, clips, blend modes, shadows; and that only what changed is painted again.
@Suite struct DrawingTests {
    /// A layer that draws `drawing` on a grey ground.
    private func stage(_ drawing: Drawing, scale: Double = 1, _ more: (Stage, Slot) throws -> Void = { _, _ in })
        throws -> (stage: Stage, layer: Slot)
    {
        let stage = try Stage(120, 90, scale: scale)
        try stage.set(Scene.root, .backgroundColor, .color(Color(90, 120, 60)))
        let layer = try stage.add("d", Rect(10, 8, 100 / scale, 70 / scale), kind: Stage.shapeKind)
        try more(stage, layer)
        try draw(drawing, stage, layer)
        return (stage, layer)
    }

    private func draw(_ drawing: Drawing, _ stage: Stage, _ layer: Slot) throws {
        stage.drawings.drawings[layer] = drawing
        let tag = try #require(stage.scene.kind(of: layer).property(named: "tag"))
        try stage.scene.set(layer, tag, .number(stage.scene.value(layer, tag).number + 1))
    }

    private func picture(_ drawing: Drawing, _ more: (Stage, Slot) throws -> Void = { _, _ in }) throws -> Bitmap {
        let (stage, _) = try stage(drawing, more)
        stage.frame()
        return try #require(stage.output.picture)
    }

    /// The picture of layers in the place of the one that draws.
    private func layers(_ body: (Stage, Slot) throws -> Void) throws -> Bitmap { try picture(Drawing(), body) }

    private let box = Path.rect(Rect(5, 5, 40, 30))
    private let disc = Path.circle(Point(40, 30), radius: 20)

    /// A plane that is drawn anew while it turns: both show.
    @Test(arguments: [LayerProperty.transform, .opacity])
    func aPlaneThatIsPlacedOtherwiseAtOnce(_ property: LayerProperty) throws {
        func turned(_ angle: Double) -> Value { .transform(Transform3D.perspective(300).concat(.rotationY(angle))) }
        func triangle(_ x: Double) -> Drawing {
            var drawing = Drawing()
            var path = Path()
            path.move(to: Point(x, 5))
            path.line(to: Point(60, 5))
            path.line(to: Point(60, 60))
            drawing.paths = [path]
            drawing.operations = [.fill(path: 0, rule: .nonZero, color: .red)]
            return drawing
        }
        let (stage, layer) = try stage(triangle(50)) {
            try $0.set($1, .masksToBounds, .boolean(true))
            try $0.set($1, .transform, turned(0.2))
        }
        stage.frame()
        try stage.set(layer, property, property == .opacity ? .number(0.5) : turned(0.9))
        try draw(triangle(5), stage, layer)
        stage.frame()
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    // MARK: Against layers

    @Test func alphaIsOpacity() throws {
        var one = Drawing()
        one.paths = [disc]
        one.operations = [.alpha(0.4), .fill(path: 0, rule: .nonZero, color: .red)]
        var plain = Drawing()
        plain.paths = [disc]
        plain.operations = [.fill(path: 0, rule: .nonZero, color: .red)]
        let other = try picture(plain) { try $0.set($1, .opacity, .number(0.4)) }
        #expect(try picture(one).hasSamePixels(as: other))
        // It takes the place of the one before, and goes with the state.
        one.operations = [
            .alpha(0.1), .save, .alpha(0.9), .restore, .alpha(0.4), .fill(path: 0, rule: .nonZero, color: .red),
        ]
        #expect(try picture(one).hasSamePixels(as: other))
    }

    @Test(arguments: BlendMode.allCases.dropFirst()) func blendIsCompositingFilter(mode: BlendMode) throws {
        var drawing = Drawing()
        drawing.paths = [.rect(Rect(0, 0, 60, 40)), .rect(Rect(20, 10, 70, 50))]
        drawing.operations = [
            .fill(path: 0, rule: .nonZero, color: Color(200, 80, 20, 200)), .blend(mode.rawValue),
            .fill(path: 1, rule: .nonZero, color: Color(30, 160, 240, 150)),
        ]
        // The layer's own picture is a group, and so is what holds these two.
        let other = try layers { stage, slot in
            try stage.set(slot, .opacity, .number(0.999_999))
            try stage.add("a", Rect(0, 0, 60, 40), Color(200, 80, 20, 200), in: slot)
            let b = try stage.add("b", Rect(20, 10, 70, 50), Color(30, 160, 240, 150), in: slot)
            try stage.set(b, .compositingFilter, .choice(mode.rawValue))
        }
        #expect(try picture(drawing).hasSamePixels(as: other), "\(mode)")
    }

    @Test func shadowIsALayersShadow() throws {
        var drawing = Drawing()
        drawing.paths = [disc]
        drawing.operations = [
            .concat(Affine(0, 1, -1, 0, 70, -10)),
            .shadow(offset: Point(3, 5), radius: 2.5, color: Color(0, 0, 40, 180)),
            .fill(path: 0, rule: .nonZero, color: Color(250, 200, 0)),
        ]
        var plain = Drawing()
        plain.paths = [disc]
        plain.operations = [drawing.operations[0], drawing.operations[2]]
        let other = try picture(plain) { stage, slot in
            let filter = FilterFunction(
                .dropShadow, name: "drop-shadow", arguments: [3, 5, 2.5], color: Color(0, 0, 40, 180))
            try stage.set(slot, .filters, .filters([filter]))
        }
        #expect(try picture(drawing).hasSamePixels(as: other))
        // Transparent it ends.
        drawing.operations.insert(.shadow(offset: .zero, radius: 9, color: .clear), at: 2)
        #expect(try picture(drawing).hasSamePixels(as: try picture(plain)))
    }

    @Test func clips() throws {
        var drawing = Drawing()
        drawing.paths = [.rect(Rect(10, 5, 30, 40)), disc, .rect(Rect(0, 0, 100, 70))]
        let all = Drawing.Operation.fill(path: 2, rule: .nonZero, color: .blue)
        // On whole pixels it is a rectangle of that size.
        drawing.operations = [.clip(path: 0, rule: .nonZero), all]
        let block = try layers { stage, slot in try stage.add("a", Rect(10, 5, 30, 40), .blue, in: slot) }
        #expect(try picture(drawing).hasSamePixels(as: block))
        // A disc of one colour is a disc with that clip, and comes back from it.
        drawing.operations = [.save, .clip(path: 1, rule: .nonZero), all, .restore]
        var plain = Drawing()
        plain.paths = [disc]
        plain.operations = [.fill(path: 0, rule: .nonZero, color: .blue)]
        #expect(try picture(drawing).difference(from: try picture(plain)) <= 1)
        // Two multiply; one that is empty leaves nothing.
        drawing.operations = [.clip(path: 1, rule: .nonZero), .clip(path: 0, rule: .nonZero), all]
        let cut = try layers { stage, slot in
            try stage.set(slot, .masksToBounds, .boolean(true))
            let half = try stage.add("h", Rect(10, 5, 30, 40), in: slot)
            try stage.set(half, .masksToBounds, .boolean(true))
            let round = try stage.add("r", Rect(10, 5, 40, 40), .blue, in: half)
            try stage.set(round, .position, .point(Point(30, 25)))
            try stage.set(round, .cornerRadius, .number(20))
        }
        #expect(try picture(drawing).difference(from: cut) <= 2)
        drawing.paths.append(Path())
        drawing.operations = [.clip(path: 3, rule: .nonZero), all]
        #expect(try picture(drawing).hasSamePixels(as: try layers { _, _ in }))
    }

    @Test func floodFillsTheClipElseTheBounds() throws {
        let stops: [Gradient.Stop] = [.init(0, .red), .init(1, .blue)]
        var drawing = Drawing()
        drawing.gradients = [Gradient(.axial, from: Point(0, 0), to: Point(100, 0), stops: stops)]
        drawing.operations = [.concat(.scale(0.5, 1)), .flood(gradient: 0)]
        var other = Drawing()
        other.gradients = [Gradient(.axial, from: Point(0, 0), to: Point(50, 0), stops: stops)]
        other.operations = [.gradient(path: nil, rule: .nonZero, gradient: 0)]
        #expect(try picture(drawing).hasSamePixels(as: try picture(other)))
        // Beyond the bounds too, as far as the clip goes.
        drawing.paths = [.rect(Rect(-5, -4, 90, 20))]
        drawing.operations = [.clip(path: 0, rule: .nonZero), .flood(gradient: 0)]
        other.paths = drawing.paths
        other.gradients = drawing.gradients
        other.operations = [.gradient(path: 0, rule: .nonZero, gradient: 0)]
        #expect(try picture(drawing).hasSamePixels(as: try picture(other)))
    }

    // MARK: Damage

    @Test func whatIsAppendedIsAllThatIsPainted() throws {
        var drawing = Drawing()
        drawing.paths = [box]
        drawing.operations = [.fill(path: 0, rule: .nonZero, color: .red)]
        let (stage, layer) = try stage(drawing)
        stage.frame()
        drawing.paths.append(.rect(Rect(60, 40, 10, 10)))
        drawing.operations.append(.fill(path: 1, rule: .nonZero, color: .blue))
        try draw(drawing, stage, layer)
        // One pixel around it, for edges, as far as the layer paints.
        #expect(stage.frame().damage == [PixelRect(69, 47, 80, 58)])
        // With the state in force: moved, clipped, with its shadow.
        drawing.paths.append(.rect(Rect(0, 0, 100, 6)))
        drawing.operations += [
            .concat(.translation(10, 20)), .clip(path: 2, rule: .nonZero),
            .shadow(offset: Point(2, 0), radius: 1, color: .black), .fill(path: 0, rule: .nonZero, color: .green),
        ]
        try draw(drawing, stage, layer)
        #expect(stage.frame().damage == [PixelRect(23, 29, 71, 35)])
        // Taken back it leaves nothing; the same again is no change.
        drawing.operations.removeLast()
        try draw(drawing, stage, layer)
        #expect(stage.frame().damage == [PixelRect(23, 29, 71, 35)])
        try draw(drawing, stage, layer)
        #expect(stage.frame().damage.isEmpty)
        #expect(try #require(stage.output.picture).hasSamePixels(as: try stage.oracle()))
    }

    @Test func outlinesOfStrokesAreKeptWhenSomethingIsAppended() throws {
        var drawing = Drawing()
        drawing.styles = [StrokeStyle()]
        for k in 0..<50 {
            drawing.paths.append(.circle(Point(50, 30), radius: Double(k + 1) / 2))
            drawing.operations.append(.stroke(path: k, style: 0, color: .red))
        }
        let (stage, layer) = try stage(drawing)
        let painter = Painter()
        func paint() throws {
            stage.frame()
            let box = PixelRect(0, 0, 120, 90)
            var list = PaintList()
            let drawings = stage.compositor.drawings
            list.walk(Scene.root, InheritedState(map: .identity, clip: box), LayerReader(stage.scene, drawings))
            painter.paint(list, drawings, on: RenderTarget(try Bitmap(width: 120, height: 90)), tile: box)
        }
        try paint()
        #expect(painter.outlinesMade == 50)
        drawing.operations.append(.stroke(path: 49, style: 0, color: .blue))
        try draw(drawing, stage, layer)
        try paint()
        #expect(painter.outlinesMade == 51)
        drawing.operations[0] = drawing.operations[1]
        try draw(drawing, stage, layer)
        try paint()
        #expect(painter.outlinesMade == 102)
    }

    /// Random drawings that change at their ends, on turned, scaled, translucent and filtered layers.
    @Test(arguments: 0..<40) func partialIsFull(seed: UInt64) throws {
        var dice = Dice(seed &* 77 &+ 5)
        let (stage, layer) = try stage(Drawing(), scale: dice.pick([1, 2, 1.5])) { stage, layer in
            if dice.upTo(3) == 0 { try stage.set(layer, .opacity, .number(0.6)) }
            if dice.upTo(2) == 0 {
                let turn = Transform3D(Affine.rotation(dice.real(-1, 1)))
                try stage.set(layer, .transform, .transform(turn))
            }
            if dice.upTo(4) == 0 { try stage.set(layer, .masksToBounds, .boolean(true)) }
            if dice.upTo(4) == 0 { try stage.set(layer, .shouldRasterize, .boolean(true)) }
            if dice.upTo(4) == 0 {
                let blur = FilterFunction(.blur, name: "blur", arguments: [dice.real(0, 3)])
                try stage.set(layer, .filters, .filters([blur]))
            }
        }
        var program = RandomProgram(dice)
        stage.frame()
        for step in 0..<8 {
            program.change()
            try draw(program.drawing, stage, layer)
            stage.frame()
            let picture = try #require(stage.output.picture)
            guard picture.hasSamePixels(as: try stage.oracle()) else {
                Issue.record("step \(step): \(program.drawing.operations)")
                return
            }
        }
    }
}

/// A drawing that grows, and sometimes shrinks, by random operations.
private struct RandomProgram {
    private var dice: Dice
    private(set) var drawing = Drawing()

    init(_ dice: Dice) {
        self.dice = dice
        for _ in 0..<6 {
            drawing.paths.append(
                self.dice.upTo(2) == 0
                    ? .rect(Rect(slot(), slot(), self.dice.real(1, 50), self.dice.real(1, 40)))
                    : .circle(Point(slot(), slot()), radius: self.dice.real(1, 30)))
        }
        var thick = StrokeStyle()
        (thick.width, thick.cap, thick.dash) = (5, .round, [8, 7])
        drawing.styles = [StrokeStyle(), thick]
        var faint = Gradient(
            .radial, from: Point(30, 20), to: Point(40, 30), stops: [.init(0, .red), .init(1, Color(0, 0, 255, 60))])
        (faint.toRadius, faint.extendsBefore, faint.extendsAfter) = (25, false, false)
        drawing.gradients = [
            Gradient(.axial, from: .zero, to: Point(60, 30), stops: [.init(0, .green), .init(1, .blue)]), faint,
        ]
    }

    private mutating func slot() -> Double { dice.upTo(3) == 0 ? dice.real(-10, 90) : Double(dice.upTo(60)) }

    mutating func change() {
        if dice.upTo(5) == 0 { drawing.operations.removeLast(dice.upTo(drawing.operations.count + 1)) }
        // What was removed may have closed what is open now.
        for _ in 0..<dice.upTo(6) { drawing.operations.append(operation()) }
    }

    private mutating func operation() -> Drawing.Operation {
        let color = Color(UInt8(dice.upTo(256)), UInt8(dice.upTo(256)), 128, dice.pick([0, 90, 255]))
        let rule = dice.pick([FillRule.nonZero, .evenOdd])
        switch dice.upTo(15) {
        case 0: return .save
        case 1: return .restore
        case 2: return .concat(.translation(slot() / 4, slot() / 4))
        case 3: return .concat(dice.pick([.rotation(dice.real(-1, 1)), .scale(0.8, 1.25), .scale(1, -1)]))
        case 4: return .clip(path: dice.upTo(6), rule: rule)
        case 5: return .alpha(dice.pick([0, 0.5, 1]))
        case 6: return .blend(dice.pick(BlendMode.allCases).rawValue)
        case 7:
            return .shadow(
                offset: Point(dice.real(-6, 6), dice.real(-6, 6)), radius: dice.real(0, 4),
                color: dice.pick([.clear, Color(0, 0, 0, 160)]))
        case 8: return .stroke(path: dice.upTo(6), style: dice.upTo(2), color: color)
        case 9: return .flood(gradient: dice.upTo(2))
        case 11: return .saveLayer
        case 10: return .gradient(path: dice.upTo(6), rule: rule, gradient: dice.upTo(2))
        default: return .fill(path: dice.upTo(6), rule: rule, color: color)
        }
    }
}

extension Bitmap {
    /// The largest difference of a channel.
    fileprivate func difference(from other: Bitmap) -> Int {
        var most = 0
        for y in 0..<height {
            for x in 0..<width {
                let (a, b) = (self[x, y], other[x, y])
                for shift in [0, 8, 16, 24] as [UInt32] {
                    most = max(most, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
                }
            }
        }
        return most
    }
}
