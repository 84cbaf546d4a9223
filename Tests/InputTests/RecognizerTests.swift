import Geometry
import Input
import Schema
import Testing

/// Transition tables: what happens, where and when, and what is told.
@Suite struct RecognizerTests {
    typealias Step = (phase: ContactPhase, x: Double, time: Double)

    private func sample(_ step: Step) -> Sample { Sample(Point(step.x, 0), step.time) }

    @Test(
        arguments: [
            ([(.down, 0, 0), (.up, 0, 9)], [false, true]),
            ([(.down, 0, 0), (.move, 10, 0), (.up, 10, 0)], [false, false, true]),
            ([(.down, 0, 0), (.move, 10.01, 0), (.up, 0, 0)], [false, false, false]),
            ([(.down, 0, 0), (.up, 10.01, 0)], [false, false]),
            ([(.down, 0, 0), (.cancel, 0, 0), (.up, 0, 0)], [false, false, false]),
            ([(.up, 0, 0), (.move, 0, 0)], [false, false]),
            (
                [(.down, 0, 0), (.move, 50, 0), (.up, 50, 0), (.down, 50, 0), (.up, 50, 0)],
                [false, false, false, false, true]
            ),
        ] as [([Step], [Bool])]) func taps(_ steps: [Step], _ told: [Bool])
    {
        var tap = TapRecognizer()
        let results = steps.map { tap.handle($0.phase, sample($0)) }
        #expect(results == told)
    }

    @Test func aTapFailsForAnother() {
        var tap = TapRecognizer()
        _ = tap.handle(.down, Sample(.zero, 0))
        tap.fail()
        let tapped = tap.handle(.up, Sample(.zero, 0))
        #expect(!tapped && tap.state == .idle)
    }

    /// At the pause and the slop, and one beyond; on another layer.
    @Test func tapsAreCounted() {
        let (a, b) = (ObjectID(index: 1, generation: 1), ObjectID(index: 2, generation: 1))
        var taps = TapCounter()
        let steps: [(ObjectID, x: Double, down: Double, up: Double, count: Int)] = [
            (a, 0, 0, 0, 1), (a, 0, 0.1 + 0.2, 0.4, 2), (a, 10, 0.7, 0.7, 3), (a, 10, 1.001, 1.1, 1),
            (a, 20.01, 1.2, 1.2, 1), (b, 20, 1.3, 1.3, 1), (b, 20, 1.4, 1.4, 2), (a, 20, 1.4, 1.4, 1),
        ]
        for step in steps {
            let point = Point(step.x, 0)
            let count = taps.count(step.0, down: Sample(point, step.down), up: Sample(point, step.up))
            #expect(count == step.count)
        }
    }

    @Test(
        arguments: [
            ([(.down, 0, 0), (.move, 10, 0), (.up, 10, 0)], [nil, nil, nil]),
            ([(.down, 0, 0), (.move, 10.01, 0), (.move, 0, 0), (.up, 0, 0)], [nil, .began, .changed, .ended]),
            ([(.down, 0, 0), (.move, 11, 0), (.cancel, 11, 0), (.move, 40, 0)], [nil, .began, .cancelled, nil]),
            ([(.move, 50, 0), (.up, 50, 0)], [nil, nil]),
        ] as [([Step], [GestureState?])]) func pans(_ steps: [Step], _ told: [GestureState?])
    {
        var pan = PanRecognizer()
        let results = steps.map { pan.handle($0.phase, sample($0)) }
        #expect(results == told)
    }

    /// The speed is that of the last tenth of a second; of a finger that rests it is none.
    @Test(
        arguments: [
            ([(.down, 0, 0), (.move, 100, 1), (.move, 150, 1.05), (.move, 250, 1.1)], 1500),
            ([(.down, 0, 0), (.move, 100, 1)], 100),
            ([(.down, 0, 0), (.move, 100, 0.05), (.up, 100, 0.5)], 0),
            ([(.down, 0, 0), (.move, 50, 0), (.move, 90, 0)], 0),
            ([(.down, 0, 0), (.move, 50, 0.1), (.move, 80, 0.1), (.up, 80, 0.1)], 800),
        ] as [([Step], Double)]) func speeds(_ steps: [Step], _ speed: Double) throws
    {
        var pan = PanRecognizer()
        for step in steps { _ = pan.handle(step.phase, sample(step)) }
        let last = try #require(steps.last)
        let (way, seconds) = (last.x - pan.before.point.x, last.time - pan.before.time)
        #expect(abs((seconds > 0 ? way / seconds : 0) - speed) < 1e-6)
    }

    @Test func aTrailIsShort() {
        var pan = PanRecognizer()
        _ = pan.handle(.down, Sample(.zero, 0))
        for k in 1...100_000 { _ = pan.handle(.move, Sample(Point(Double(k), 0), Double(k) * 1e-5)) }
        #expect(pan.before.time > 0.85 && MemoryLayout.size(ofValue: pan) < 200)
    }

    @Test func longPresses() {
        func pressed(_ steps: [Step], at time: Double) -> Bool {
            var press = LongPressRecognizer()
            for step in steps { press.handle(step.phase, sample(step)) }
            let isPressed = press.wake(at: time)
            let again = press.wake(at: time + 9)
            #expect(!(isPressed && again), "once")
            return isPressed
        }
        #expect(pressed([(.down, 0, 1)], at: 1.5))
        #expect(pressed([(.down, 0, 1), (.move, 10, 1)], at: 1.5))
        #expect(!pressed([(.down, 0, 1), (.move, 10.01, 1)], at: 2))
        #expect(!pressed([(.down, 0, 1), (.up, 0, 1.2)], at: 2))
        #expect(!pressed([], at: 2))
        var press = LongPressRecognizer()
        press.handle(.down, Sample(.zero, 1))
        #expect(press.deadline == 1.5)
        let isEarly = press.wake(at: 1.499)
        #expect(!isEarly && press.deadline == 1.5)
    }

    /// Farther apart by more than the slop; turned by more than the slop along the way of each finger.
    @Test func twoFingers() {
        var pair = PairRecognizer(Point(0, 0), Point(100, 0))
        #expect(pair.move(Point(0, 0), Point(110, 0)).isEmpty)
        #expect(pair.move(Point(0, 0), Point(110.01, 0)) == [.pinch(.began, scale: 1.1001)])
        #expect(pair.move(Point(0, 0), Point(50, 0)) == [.pinch(.changed, scale: 0.5)])
        #expect(pair.end(.ended) == [.pinch(.ended, scale: 0.5)])
        #expect(pair.end(.ended).isEmpty)

        var turn = PairRecognizer(Point(-50, 0), Point(50, 0))
        func move(_ angle: Double) -> [InputAction.What] {
            let (s, c) = sineCosine(angle)
            return turn.move(Point(-50 * c, -50 * s), Point(50 * c, 50 * s))
        }
        #expect(move(0.199).isEmpty)
        guard case .rotate(.began, let first)? = move(0.201).first else { return #expect(Bool(false)) }
        #expect(abs(first - 0.201) < 1e-9)
        // More than a turn.
        var angle = 0.201
        for _ in 0..<10 {
            angle += 1
            guard case .rotate(.changed, let now)? = move(angle).last else { return #expect(Bool(false)) }
            #expect(abs(now - angle) < 1e-9)
        }
        guard case .rotate(.cancelled, _)? = turn.end(.cancelled).last else { return #expect(Bool(false)) }
        // Fingers at one place.
        var none = PairRecognizer(.zero, .zero)
        #expect(none.move(.zero, .zero).isEmpty)
        #expect(none.move(.zero, Point(30, 0)).first == .pinch(.began, scale: 30))
    }
}
