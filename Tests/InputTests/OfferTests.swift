import Geometry
import Input
import Schema
import Testing

/// What other programs drag over layers.
@Suite struct OfferTests {
    private func fingers() -> Fingers {
        let f = Fingers()
        f.surface.layers = [(1, Rect(0, 0, 100, 100)), (2, Rect(100, 0, 100, 100)), (3, Rect(200, 0, 100, 100))]
        f.surface.types = [1: "text/uri-list text/plain", 2: "image/*"]
        return f
    }

    private func over(_ x: Double, _ types: String = "", drag: Int = 0) -> InputEvent {
        .offer(drag, .over(Point(x, 50), types: types.split(separator: " ").map(String.init)))
    }

    @Test func layersTakeTheTypesThatTheyName() {
        var f = fingers()
        #expect(f.send(over(250, "text/plain image/png")).isEmpty && f.state.dropType(of: 0) == nil)
        #expect(f.send(over(150)) == ["offer-enter:2/image/png"] && f.state.dropType(of: 0) == "image/png")
        #expect(f.send(over(150)) == ["offer-move:2/image/png"])
        #expect(f.send(over(50)) == ["offer-leave:2/image/png", "offer-enter:1/text/plain"])
        #expect(f.send(.offer(0, .drop(type: "text/plain", text: "Hi"))) == ["offer-drop:1/text/plain/Hi"])
        #expect(f.state.dropType(of: 0) == nil && f.send(.offer(0, .leave)).isEmpty)
    }

    @Test func whatLeavesOrCannotBeReadIsNotDropped() {
        var f = fingers()
        _ = f.send(over(50, "text/plain"))
        #expect(f.send(.offer(0, .leave)) == ["offer-leave:1/text/plain"])
        #expect(f.send(over(50)).isEmpty, "its types are forgotten")
        // Read as something else than the layer takes.
        _ = f.send(over(50, "text/plain image/png"))
        #expect(f.send(.offer(0, .drop(type: "image/png", text: "x"))) == ["offer-leave:1/text/plain"])
        // The layer has gone meanwhile.
        _ = f.send(over(50, "text/plain"))
        f.surface.layers.removeFirst()
        #expect(f.send(.offer(0, .drop(type: nil, text: "x"))) == ["offer-leave:1/text/plain"])
    }

    @Test func severalGoOnAtOnceUpToABound() {
        var f = fingers()
        _ = f.send(over(50, "text/plain", drag: 7))
        _ = f.send(over(150, "image/gif", drag: 8))
        #expect(f.send(.offer(7, .drop(type: nil, text: "a"))) == ["offer-drop:1/text/plain/a"])
        #expect(f.send(.offer(8, .drop(type: nil, text: "b"))) == ["offer-drop:2/image/gif/b"])
        for drag in 0..<InputState.mostOffers {
            #expect(f.send(over(50, "text/plain", drag: drag)).count == 1 && f.state.hasOffer(drag))
        }
        #expect(f.state.hasRoomForOffers == false)
        #expect(f.send(over(50, "text/plain", drag: 99)).isEmpty && !f.state.hasOffer(99))
        #expect(f.send(over(60, drag: 0)) == ["offer-move:1/text/plain"])
    }

    @Test(arguments: [
        ("text/plain", "text/html text/plain", "text/plain"),
        ("text/plain", "text/plain text/plain;charset=utf-8", "text/plain;charset=utf-8"),
        ("text/plain;charset=utf-8", "text/plain text/plain;charset=utf-8", "text/plain;charset=utf-8"),
        ("image/* text/plain", "text/plain image/png", "image/png"), ("TEXT/Plain", "text/plain", "text/plain"),
        ("*/*", "a/b c/d", "a/b"), ("text/plain,text/html", "text/html", "text/html"),
        ("text/*", "textual/plain", nil), ("text", "text/plain", nil), ("", "text/plain", nil), ("text/plain", "", nil),
        ("/*", "text/plain", nil), ("text/plain", "text/plainer", nil),
    ])
    func types(_ wanted: String, _ offered: String, _ best: String?) {
        #expect(DropTypes(wanted).best(of: offered.split(separator: " ").map(String.init)) == best)
    }

    @Test func whatThePointerCarries() {
        var f = fingers()
        f.surface.carried = [1: false]
        _ = f.send(.move(Point(50, 50)))
        _ = f.send(.button(.left, isDown: true))
        #expect(f.state.carried == nil)
        _ = f.send(.move(Point(80, 50)))
        #expect(f.state.carried?.layer.index == 1)
        _ = f.send(.move(Point(-500, 50)))
        #expect(f.state.carried?.layer.index == 1)
        _ = f.send(.leave)
        #expect(f.state.carried == nil)
    }

    @Test func aLockedPointerAndAPenAreTold() {
        var f = fingers()
        _ = f.send(.move(Point(50, 50)))
        #expect(f.state.handle(.motion(Point(3, -4)), at: 0, f.surface).map(\.way) == [Point(3, -4)])
        #expect(f.send(.move(Point(50, 50))).isEmpty)
        #expect(f.send(.pen(Point(50, 50))) == ["move:1"], "it presses harder")
        _ = f.send(.leave)
        #expect(f.send(.motion(Point(1, 1))).isEmpty)
    }
}
