import Animation
import Geometry
import Scene
import Schema
import TestSupport
import Testing

/// Animators that go on by themselves, in frames of any length.
@Suite struct AnimatorDriveTests {
    let scene: Scene
    let animator: Animator

    init() throws {
        scene = .forTests()
        animator = Animator(scene)
    }

    /// An animator that takes a layer's `zPosition` from 0 to 1, and the layer.
    private func make(
        _ name: String, spring: [Double]? = nil, velocity: Double = 0, progress: Double = 0.5, duration: Double = 2
    ) throws -> (animator: Slot, layer: Slot) {
        let layer = try scene.objects.create("\(name).layer")
        try scene.set(layer, LayerProperty.zPosition.id, .number(1))
        let child = try scene.objects.create("\(name).child", .animation)
        try scene.set(child, AnimationProperty.layer.id, .object(scene.id(of: layer)))
        try scene.set(child, AnimationProperty.property.id, .string("zPosition"))
        try scene.set(child, AnimationProperty.from.id, .number(0))
        try scene.set(child, AnimationProperty.to.id, .number(1))
        let slot = try scene.objects.create(name, .animator)
        try scene.set(slot, GroupProperty.animations.id, .objects([scene.id(of: child)]))
        try scene.set(slot, TimingProperty.duration.id, .number(duration))
        try scene.set(slot, AnimatorProperty.progress.id, .number(progress))
        try scene.set(slot, AnimatorProperty.velocity.id, .number(velocity))
        if let spring { try scene.set(slot, AnimatorProperty.spring.id, .numbers(spring)) }
        try scene.set(slot, AnimatorProperty.isPaused.id, .boolean(false))
        return (slot, layer)
    }

    private func shown(_ layer: Slot) -> Double { scene.shown(layer, LayerProperty.zPosition.id).number }

    @Test(arguments: [[1, 100, 4], [1, 100, 20], [2, 50, 0.5], [1, 300, 34.0]])
    func `a spring moves as the equation of motion says, however long the frames are`(_ spring: [Double]) throws {
        let (_, even) = try make("even", spring: spring, velocity: 3)
        animator.advance(to: 0)
        var (x, v, time) = (0.5, 3.0, 0.0)
        let step = 1e-4
        func force(_ x: Double, _ v: Double) -> Double { (spring[1] * (1 - x) - spring[2] * v) / spring[0] }
        for frame in 0..<30 {
            let steps = [7, 160, 33, 400][frame % 4]
            for _ in 0..<steps {
                let (x1, v1) = (v, force(x, v))
                let (x2, v2) = (v + v1 * step / 2, force(x + x1 * step / 2, v + v1 * step / 2))
                let (x3, v3) = (v + v2 * step / 2, force(x + x2 * step / 2, v + v2 * step / 2))
                let (x4, v4) = (v + v3 * step, force(x + x3 * step, v + v3 * step))
                x += (x1 + 2 * x2 + 2 * x3 + x4) * step / 6
                v += (v1 + 2 * v2 + 2 * v3 + v4) * step / 6
            }
            time += Double(steps) * step
            animator.advance(to: time)
            #expect(abs(shown(even) - x) < 1.1e-3, "at \(time)")
        }
    }

    @Test func `one that stands costs nothing, and one that runs is asked in each frame`() throws {
        let (slot, layer) = try make("a", progress: 0.25)
        animator.advance(to: 0)
        #expect(animator.isDue(at: 0.01))
        try scene.set(slot, AnimatorProperty.isPaused.id, .boolean(true))
        animator.advance(to: 0)
        let evaluations = animator.evaluations
        for frame in 1..<50 { animator.advance(to: Double(frame)) }
        #expect(animator.evaluations == evaluations && animator.nextWake == .infinity)
        #expect(shown(layer) == 0.25)
    }

    @Test func `interrupted at any frame it does not jump`() throws {
        let (slot, layer) = try make("a", progress: 0, duration: 1)
        try scene.set(slot, TimingProperty.isRemovedOnCompletion.id, .boolean(false))
        var (time, last) = (0.0, 0.0)
        animator.advance(to: 0)
        for frame in 0..<400 {
            switch frame % 17 {
            case 3: try scene.set(slot, AnimatorProperty.isReversed.id, .boolean(frame % 2 == 0))
            case 5: try scene.set(slot, AnimatorProperty.spring.id, frame % 3 == 0 ? .none : .numbers([1, 60, 9]))
            case 9: try scene.set(slot, AnimatorProperty.isPaused.id, .boolean(frame % 5 == 0))
            case 11: try scene.set(slot, TimingProperty.speed.id, .number(frame % 4 == 0 ? 0.5 : 1))
            default: break
            }
            time += 1.0 / 120
            animator.advance(to: time)
            // Evenly 1/120 a frame; a spring of 60 per unit of distance is never faster than 8 a second.
            #expect(abs(shown(layer) - last) < 0.07, "frame \(frame)")
            last = shown(layer)
        }
    }

    @Test func `two that end in one frame are told in the order in which they were made`() throws {
        for name in ["b", "a", "c"] { _ = try make(name, progress: 0.9) }
        animator.advance(to: 0)
        animator.advance(to: 5)
        #expect(animator.takeEndings().map(\.id) == ["b", "a", "c"])
        #expect(["a", "b", "c"].allSatisfy { scene.find($0) == nil && scene.find($0 + ".child") == nil })
        #expect(animator.nextWake == .infinity)
    }
}
