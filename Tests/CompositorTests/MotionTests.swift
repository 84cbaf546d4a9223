import Animation
import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// What moves is painted piece by piece as in full, byte for byte, and nothing is painted for what does not.
@Suite struct MotionTests {
    private func animate(
        _ stage: Stage, _ name: String, _ layer: Slot, _ property: LayerProperty, _ from: Value, _ to: Value,
        _ duration: Double
    ) throws -> Slot {
        let kind = try #require(stage.scene.kinds.loaded("animation"))
        let slot = try stage.scene.objects.create(name, kind)
        let values: [(AnimationProperty, Value)] = [
            (.layer, .object(stage.scene.id(of: layer))), (.property, .string("\(property)")), (.from, from), (.to, to),
        ]
        for (property, value) in values { try stage.scene.set(slot, property.id, value) }
        try stage.scene.set(slot, TimingProperty.duration.id, .number(duration))
        try stage.scene.set(slot, TimingProperty.repeatCount.id, .number(1.5))
        try stage.scene.set(slot, TimingProperty.autoreverses.id, .boolean(true))
        return slot
    }

    @Test(arguments: RandomSceneTests.Style.allCases) func partialEqualsWhole(
        _ style: RandomSceneTests.Style
    ) throws {
        let stage = try Stage(96, 80, scale: style == .turned ? 1.5 : 1, buffers: 2)
        let animator = Animator(stage.scene)
        var dice = Dice(104_729)
        var mutator = Mutator(stage: stage, style: style)
        for _ in 0..<14 { try mutator.create(&dice) }
        var time = 0.0
        for round in 0..<40 {
            if dice.chance(0.4) { try mutator.change(&dice) }
            if dice.chance(0.5), let layer = mutator.layers.randomElement(using: &dice) {
                let (property, from, to) = goal(&dice)
                _ = try animate(
                    stage, "m\(round)", layer, property, from, to, Double.random(in: 0...2, using: &dice))
            }
            if dice.chance(0.1), let some = stage.scene.find("m\(Int.random(in: 0..<round + 1, using: &dice))") {
                try stage.scene.objects.remove(some)
            }
            time += Double.random(in: 0...0.4, using: &dice)
            animator.sync(at: time)
            animator.advance(to: time)
            stage.frame()
            let same = try stage.oracle().hasSamePixels(as: #require(stage.output.picture))
            #expect(same, "round \(round)")
            if !same { return }
            #expect(stage.scene.objects.brokenInvariant() == nil)
        }
        // Over and revealed: nothing of it is left.
        animator.advance(to: 1000)
        stage.frame()
        #expect(animator.nextWake == .infinity)
        let same = try stage.oracle().hasSamePixels(as: #require(stage.output.picture))
        #expect(same)
    }

    private func goal(_ dice: inout Dice) -> (LayerProperty, Value, Value) {
        func point(_ dice: inout Dice) -> Value { .point(Point(dice.length(-10...100), dice.length(-10...90))) }
        func turn(_ dice: inout Dice) -> Value { .transform(Transform3D(.rotation(dice.length(-3...3)))) }
        switch Int.random(in: 0..<8, using: &dice) {
        case 0, 1: return (.position, point(&dice), point(&dice))
        case 2: return (.opacity, .number(0), .number(1))
        case 3: return (.transform, turn(&dice), turn(&dice))
        case 4: return (.zPosition, .number(-3), .number(3))
        case 5: return (.isHidden, .boolean(false), .boolean(true))
        case 6: return (.backgroundColor, .color(Mutator.color(&dice)), .color(Mutator.color(&dice)))
        default: return (.bounds, .rect(Rect(0, 0, 4, 30)), .rect(Rect(5, 0, 40, 8)))
        }
    }

    /// A frame costs what moves: the rest of the scene is not looked at, and a hold is no work.
    @Test func stillLayersCostNothing() throws {
        let stage = try Stage(96, 80)
        let animator = Animator(stage.scene)
        for n in 0..<50 { try stage.add("s\(n)", Rect(0, 0, 90, 70), .green) }
        let layer = try stage.add("mover", Rect(0, 0, 10, 10), .red)
        let slot = try animate(stage, "m", layer, .opacity, .number(0.5), .number(0), 1)
        try stage.scene.set(slot, TimingProperty.repeatCount.id, .number(1))
        try stage.scene.set(slot, TimingProperty.autoreverses.id, .boolean(false))
        try stage.scene.set(slot, TimingProperty.isRemovedOnCompletion.id, .boolean(false))
        try stage.scene.set(slot, TimingProperty.fillMode.id, .choice(TimingProperty.FillMode.both.rawValue))
        animator.advance(to: 0)
        stage.frame()
        animator.advance(to: 0.5)
        #expect(stage.frame().damage == [PixelRect(0, 0, 10, 10)])
        animator.advance(to: 2)
        stage.frame()
        #expect(animator.nextWake == .infinity)
        animator.advance(to: 3)
        #expect(!stage.scene.news.hasUnreadLayers)
        #expect(stage.frame().pixels == 0)
    }
}
