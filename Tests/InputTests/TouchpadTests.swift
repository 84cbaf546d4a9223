import Frame
import Geometry
import Input
import Schema
import Testing

/// Fingers on a touchpad, where the pointer is.
@Suite struct TouchpadTests {
    private let surface = FakeSurface()

    private func begin() -> InputState {
        surface.layers = [(3, Rect(0, 0, 100, 100))]
        surface.wantsTouches = true
        var state = InputState()
        _ = state.handle(.move(Point(50, 50)), at: 0, surface)
        return state
    }

    @Test func aPinchTurnsBeyondTrembling() {
        var state = begin()
        let began = state.handle(.pinch(.began, scale: 1, angle: 0), at: 1, surface)
        #expect(began.map(\.what) == [.pinch(.began, scale: 1)])
        let still = state.handle(.pinch(.changed, scale: 2, angle: 0.05), at: 1.1, surface)
        #expect(still.map(\.what) == [.pinch(.changed, scale: 2)])
        let turned = state.handle(.pinch(.changed, scale: 2, angle: 0.2), at: 1.2, surface)
        #expect(turned.map(\.what) == [.pinch(.changed, scale: 2), .rotate(.began, angle: 0.2)])
        let ended = state.handle(.pinch(.ended, scale: 1, angle: 0), at: 1.3, surface)
        #expect(ended.map(\.what) == [.pinch(.ended, scale: 2), .rotate(.ended, angle: 0.2)])
        #expect(state.handle(.pinch(.changed, scale: 3, angle: 0), at: 1.4, surface).isEmpty)
    }

    @Test func aGestureEndsWithItsLayer() {
        var state = begin()
        _ = state.handle(.swipe(.began, .zero, fingers: 3), at: 1, surface)
        surface.layers = []
        let told = state.handle(.swipe(.changed, Point(10, 0), fingers: 3), at: 1.1, surface)
        guard case .pan(.cancelled, let from, _)? = told.first?.what else {
            Issue.record("\(told)")
            return
        }
        #expect(from == Point(50, 50) && told.count == 1 && told[0].touches == 3)
        #expect(state.handle(.swipe(.ended, .zero, fingers: 3), at: 1.2, surface).isEmpty)
    }

    @Test func nobodyIsToldBesideLayers() {
        var state = begin()
        _ = state.handle(.move(Point(500, 50)), at: 0.5, surface)
        #expect(state.handle(.pinch(.began, scale: 1, angle: 0), at: 1, surface).isEmpty)
        #expect(state.handle(.pinch(.changed, scale: 2, angle: 0), at: 1.1, surface).isEmpty)
    }
}
