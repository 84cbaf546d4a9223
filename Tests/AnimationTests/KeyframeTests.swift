import Animation
import Geometry
import Schema
import Testing

@Suite struct KeyframeTests {
    private func numbers(_ values: Double...) -> [Value] { values.map { .number($0) } }

    @Test func countsThatDifferMeanTheCommonPart() {
        let more = Keyframes(numbers(0, 10, 20, 30), times: [0, 0.5])
        #expect(more.value(at: 0.25) == .number(5))
        #expect(more.value(at: 1) == .number(10))
        let fewer = Keyframes(numbers(0, 10), times: [0, 0.5, 0.7, 1], timings: [.linear, .easeIn, .easeIn])
        #expect(fewer.value(at: 0.25) == .number(5))
        #expect(fewer.value(at: 0.9) == .number(10))
        #expect(Keyframes([]).value(at: 0.5) == nil)
        #expect(Keyframes(numbers(7)).value(at: 0.5) == .number(7))
    }

    @Test func timesMayBeginLateAndStandStill() {
        let late = Keyframes(numbers(1, 2, 3), times: [0.4, 0.5, 0.5])
        #expect(late.value(at: 0) == .number(1))
        #expect(late.value(at: 0.5) == .number(3))
    }

    /// Equal times, equal ways.
    @Test(arguments: [Keyframes.Mode.paced, .cubicPaced]) func pacedGoesEvenly(_ mode: Keyframes.Mode) throws {
        let values: [Value] = [Point(0, 0), Point(100, 0), Point(110, 40), Point(0, 90)].map { .point($0) }
        let frames = Keyframes(values, mode: mode)
        var steps: [Double] = []
        var last = try #require(frames.value(at: 0)).point
        for k in 1...400 {
            let next = try #require(frames.value(at: Double(k) / 400)).point
            steps.append((next - last).length)
            last = next
        }
        let mean = steps.reduce(0, +) / 400
        // A corner is cut, and the length of a curve is a sum of chords.
        #expect(steps.allSatisfy { abs($0 - mean) < mean * 0.05 } || mode == .paced)
        #expect(steps.filter { abs($0 - mean) > mean * 0.05 }.count <= 2)
        #expect(last == Point(0, 90))
    }

    @Test func aPathTurnsItsLayer() {
        var path = Path()
        path.move(to: Point(0, 0))
        path.line(to: Point(10, 0))
        path.line(to: Point(10, 10))
        path.close()
        let way = PathKeyframes(path, rotation: .auto)
        #expect(way.value(at: 1.0 / 6).turn == 0)
        #expect(way.value(at: 0.5).turn == .pi / 2)
        #expect(way.value(at: 1).point == Point(0, 0))
        #expect(abs((way.value(at: 5.0 / 6).turn ?? 0) + 0.75 * .pi) < 1e-12)
        #expect(PathKeyframes(path, rotation: .autoReverse).value(at: 0.5).turn == -.pi / 2)
        #expect(PathKeyframes(path, mode: .discrete).value(at: 0.5).point == Point(10, 10))
    }

    /// A curve at its pace: half the time, half the length.
    @Test func aPacedPathGoesEvenly() {
        var path = Path()
        path.move(to: Point(0, 0))
        path.cubic(Point(0, 0), Point(300, 0), to: Point(300, 300))
        path.line(to: Point(300, 400))
        let way = PathKeyframes(path, mode: .paced)
        var (last, steps) = (Point.zero, [Double]())
        for k in 1...200 {
            let next = way.value(at: Double(k) / 200).point
            steps.append((next - last).length)
            last = next
        }
        let mean = steps.reduce(0, +) / 200
        #expect(steps.allSatisfy { abs($0 - mean) < mean * 0.02 })
        #expect(PathKeyframes(Path()).value(at: 0.5).point == .zero)
    }
}
