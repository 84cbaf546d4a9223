import Animation
import Geometry
import Scene
import Schema
import TestSupport
import Testing

/// How much an animation costs while others run.
@Suite struct AnimatorWorkTests {
    let scene: Scene

    init() {
        scene = .forTests()
    }

    private func animate(_ layer: String, from: Double = 0, duration: Double = 10) throws -> Slot {
        let target = try #require(scene.find(layer))
        let slot = try scene.objects.create("\(layer).a\(scene.count)", .animation)
        try scene.set(slot, AnimationProperty.layer.id, .object(scene.id(of: target)))
        try scene.set(slot, AnimationProperty.property.id, .string("opacity"))
        try scene.set(slot, AnimationProperty.from.id, .number(from))
        try scene.set(slot, TimingProperty.duration.id, .number(duration))
        return slot
    }

    @Test func `one layer is brought up to date alone`() throws {
        let animator = Animator(scene)
        for number in 0..<200 {
            try scene.objects.create("l\(number)")
            _ = try animate("l\(number)")
        }
        animator.advance(to: 0)
        let before = animator.evaluations
        #expect(before == 200)
        let layer = try #require(scene.find("l7"))
        animator.advance(layer, to: 5)
        #expect(animator.evaluations == before + 1)
        #expect(scene.shown(layer, LayerProperty.opacity.id) == .number(0.5))
    }

    @Test func `held values are evaluated once`() throws {
        let animator = Animator(scene)
        for number in 0..<100 {
            try scene.objects.create("l\(number)")
            let slot = try animate("l\(number)", duration: 1)
            try scene.set(slot, TimingProperty.fillMode.id, .choice(TimingProperty.FillMode.forwards.rawValue))
            try scene.set(slot, TimingProperty.isRemovedOnCompletion.id, .boolean(false))
        }
        animator.advance(to: 0)
        animator.advance(to: 2)
        let held = animator.evaluations
        for time in 3..<50 { animator.advance(to: Double(time)) }
        #expect(animator.evaluations == held)
        #expect(animator.nextWake == .infinity)
        try scene.objects.create("more")
        _ = try animate("more")
        animator.advance(to: 50)
        #expect(animator.evaluations == held + 1)
    }

    @Test func `an animation with a rate is evaluated at its samples, and two of one rate together`() throws {
        let animator = Animator(scene)
        for (name, begin) in [("a", 0.0), ("b", 0.13)] {
            try scene.objects.create(name)
            let slot = try animate(name)
            try scene.set(slot, TimingProperty.beginTime.id, .number(begin))
            try scene.set(slot, TimingProperty.frameRate.id, .number(10))
        }
        animator.advance(to: 0.15)
        let before = animator.evaluations
        var frames = 0
        for frame in 10..<70 where animator.isDue(at: Double(frame) / 60) {
            animator.advance(to: Double(frame) / 60)
            frames += 1
        }
        #expect(frames == 10 && animator.evaluations == before + 20)
        #expect(abs(animator.nextWake - 1.2) < 1e-6)
    }

    @Test func `a layer's properties stop one by one, whichever comes first`() throws {
        let ids = [LayerProperty.opacity.id, LayerProperty.cornerRadius.id, LayerProperty.borderWidth.id]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let scene = Scene.forTests()
            let animator = Animator(scene)
            var slots: [String: [Slot]] = [:]
            for name in ["a", "b"] { try scene.objects.create(name) }
            for (at, property) in ["opacity", "cornerRadius", "borderWidth"].enumerated() {
                for name in ["a", "b"] {
                    let layer = try #require(scene.find(name))
                    let slot = try scene.objects.create("\(name)\(at)", .animation)
                    try scene.set(slot, AnimationProperty.layer.id, .object(scene.id(of: layer)))
                    try scene.set(slot, AnimationProperty.property.id, .string(property))
                    try scene.set(slot, AnimationProperty.to.id, .number(0.5))
                    slots[name, default: []].append(slot)
                }
            }
            animator.advance(to: 0)
            let (a, b) = (try #require(scene.find("a")), try #require(scene.find("b")))
            var moving = Set(ids)
            for at in order {
                try scene.objects.remove(try #require(slots["a"])[at])
                moving.remove(ids[at])
                animator.advance(to: 0)
                for id in ids {
                    #expect((animator.value(id, of: a, at: 0.1, over: .number(1)) != nil) == moving.contains(id))
                    #expect(animator.value(id, of: b, at: 0.1, over: .number(1)) != nil)
                }
            }
        }
    }

    @Test func `times that are not set have the defaults of the schema`() throws {
        let slot = try scene.objects.create("a", .animation)
        #expect(AnimationPlan(slot, scene).timing == MediaTiming())
        let timing = MediaTiming()
        let expected: [(TimingProperty, Value)] = [
            (.delay, .number(0)), (.speed, .number(timing.speed)), (.timeOffset, .number(timing.timeOffset)),
            (.repeatCount, .number(timing.repeatCount)), (.repeatDuration, .number(timing.repeatDuration)),
            (.autoreverses, .boolean(timing.autoreverses)), (.fillMode, .choice(0)), (.timing, .timing(timing.curve)),
            (.frameRate, .number(timing.frameRate)),
        ]
        for kind in [AnimationProperty.kind, SpringProperty.kind, GroupProperty.kind, TransitionProperty.kind] {
            for (property, value) in expected { #expect(kind[property.id].initial == value) }
        }
        #expect(AnimationProperty.kind[TimingProperty.duration.id].unset == .number(timing.duration))
    }

    @Test func `an end is told though only another layer is brought up to date`() throws {
        let animator = Animator(scene)
        for name in ["a", "b"] { try scene.objects.create(name) }
        _ = try animate("a", duration: 1)
        animator.advance(to: 0)
        animator.advance(try #require(scene.find("b")), to: 2)
        #expect(animator.takeEndings().map(\.finished) == [true])
    }
}
