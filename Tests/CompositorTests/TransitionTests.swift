import Animation
import Compositor
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// While one layer gives way to another, whatever they are, each frame is painted piece by piece as in full.
@Suite struct TransitionTests {
    @Test(arguments: TransitionProperty.Style.allCases.filter(\.hasTwoLayers)) func partialEqualsWhole(
        _ style: TransitionProperty.Style
    ) throws {
        for (number, side) in TransitionProperty.Side.allCases.enumerated() {
            let stage = try Stage(96, 80, buffers: 2)
            let animator = Animator(stage.scene)
            var dice = Dice(UInt64(7_919 + number))
            var mutator = Mutator(stage: stage, style: number == 0 ? .turned : .plain)
            for _ in 0..<6 { try mutator.create(&dice) }
            let parent = try stage.add("p", Rect(10, 8, 60, 50), .green)
            try stage.set(parent, .masksToBounds, .boolean(number % 2 == 0))
            let a = try stage.add("a", Rect(5, 5, 40, 30), .red, in: parent)
            let b = try stage.add("b", Rect(8, 3, 36, 36), .blue, in: parent)
            try stage.add("inside", Rect(4.5, 4, 10, 10), .green, in: a)
            try stage.set(b, .cornerRadius, .number(9))
            try stage.set(a, .shadowOpacity, .number(0.5))
            let slot = try stage.scene.objects.create("t", .transition)
            let values: [(TransitionProperty, Value)] = [
                (.from, .object(stage.scene.id(of: a))), (.to, .object(stage.scene.id(of: b))),
                (.type, .choice(style.rawValue)), (.subtype, .choice(side.rawValue)),
            ]
            for (property, value) in values { try stage.scene.set(slot, property.id, value) }
            try stage.scene.set(slot, TimingProperty.duration.id, .number(1))
            var changes = 0
            for time in [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.8, 0.95, 1] {
                animator.advance(to: time)
                if time == 0.4 { try mutator.change(&dice) }
                if stage.frame().painted { changes += 1 }
                let same = try stage.oracle().hasSamePixels(as: #require(stage.output.picture))
                #expect(same, "\(side) at \(time)")
                #expect(stage.scene.objects.brokenInvariant() == nil)
            }
            #expect(changes >= 8, "it is seen to go on")
            #expect(animator.nextWake == .infinity && stage.scene.find("t") == nil)
        }
    }
}
