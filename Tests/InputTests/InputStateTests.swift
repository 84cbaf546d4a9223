import Geometry
import Input
import Schema
import TestSupport
import Testing

/// What devices do, and which layers are told what. Layer 1 is at 0…100, layer 2 at 100…200.
@Suite struct InputStateTests {
    private func fingers() -> Fingers {
        let fingers = Fingers()
        fingers.surface.layers = [(1, Rect(0, 0, 100, 100)), (2, Rect(100, 0, 100, 100))]
        return fingers
    }

    private func at(_ x: Double) -> InputEvent { .move(Point(x, 50)) }

    @Test func entersMovesAndLeaves() {
        var f = fingers()
        #expect(f.send(at(300)) == [])
        #expect(f.send(at(50)) == ["enter:1"])
        #expect(f.send(at(50)) == [])
        #expect(f.send(at(60)) == ["move:1"])
        #expect(f.send(at(150)) == ["leave:1", "enter:2"])
        #expect(f.send(.scroll(Point(0, 3))) == ["scroll(0.0,3.0):2"])
        #expect(f.send(.leave) == ["leave:2"])
        #expect(f.send(.scroll(Point(0, 3))) == [])
        // While nobody cares, nobody looks.
        f.surface.followsPointer = false
        #expect(f.send(at(50)) == [])
        #expect(f.send(.button(.left, isDown: true)) == ["down/left:1"])
    }

    @Test func whatIsPressedGetsAllUntilAllIsUp() {
        var f = fingers()
        _ = f.send(at(50))
        #expect(f.send(.button(.left, isDown: true)) == ["down/left:1"])
        #expect(f.send(.button(.left, isDown: true)) == [])
        #expect(f.send(at(150)) == ["leave:1", "move:1", "pan-began:1"])
        #expect(f.send(.button(.right, isDown: true)) == ["down/right:1"])
        #expect(f.send(at(90)) == ["enter:1", "move:1", "pan-changed:1"])
        #expect(f.send(at(150)) == ["leave:1", "move:1", "pan-changed:1"])
        #expect(f.send(.button(.left, isDown: false)) == ["pan-ended:1", "up/left:1"])
        #expect(f.send(at(160)) == ["move:1"])
        #expect(f.send(.button(.right, isDown: false)) == ["up/right:1", "enter:2"])
        #expect(f.send(.button(.right, isDown: false)) == [])
    }

    @Test func aPressWhoseLayerIsGoneIsNobodys() {
        var f = fingers()
        _ = f.send(at(50))
        #expect(f.send(.button(.left, isDown: true)) == ["down/left:1"])
        f.surface.layers = [(3, Rect(0, 0, 100, 100))]
        #expect(f.send(.button(.left, isDown: true)) == ["cancel:1", "enter:3", "down/left:3"])
        #expect(f.send(.button(.left, isDown: false)) == ["up/left:3", "tap1:3"])
    }

    @Test func tapsAndKeysGoWhereItWasPressed() {
        var f = fingers()
        #expect(f.send(.key(KeyStroke(key: "a", isDown: true))) == ["a-down:-"])
        _ = f.send(at(50))
        for count in 1...3 {
            #expect(f.send(.button(.left, isDown: true)) == ["down/left:1"])
            #expect(f.send(.button(.left, isDown: false)) == ["up/left:1", "tap\(count):1"])
        }
        #expect(f.send(.button(.right, isDown: true)) == ["down/right:1"])
        #expect(f.send(.button(.right, isDown: false)) == ["up/right:1"], "only the left one taps")
        #expect(f.send(.key(KeyStroke(key: "a", isDown: true))) == ["a-down:1"])
        f.surface.layers.removeFirst()
        #expect(f.send(.key(KeyStroke(key: "a", isDown: false))) == ["a-up:-"])
        _ = f.send(at(300))
        _ = f.send(.button(.left, isDown: true))
        #expect(f.send(.button(.left, isDown: false)) == [])
        #expect(f.state.focus == nil)
    }

    @Test func layersMoveUnderAPointerThatStandsStill() {
        var f = fingers()
        _ = f.send(at(50))
        f.surface.layers = [(2, Rect(0, 0, 100, 100))]
        #expect(f.state.refresh(at: 1, f.surface).map(Fingers.word) == ["leave:1", "enter:2"])
        #expect(f.state.refresh(at: 1, f.surface).isEmpty)
        f.surface.layers = []
        #expect(f.state.refresh(at: 1, f.surface).map(Fingers.word) == ["leave:2"])
    }

    @Test func whatGoesWhileItIsHeldIsCancelled() {
        var f = fingers()
        _ = f.send(at(50))
        _ = f.send(.button(.left, isDown: true))
        _ = f.send(at(70))
        f.surface.layers.removeFirst()
        #expect(f.state.refresh(at: 1, f.surface).map(Fingers.word) == ["pan-cancelled:1", "cancel:1"])
        // Until the button is up it belongs to nobody else.
        #expect(f.send(at(150)) == [])
        #expect(f.send(.button(.left, isDown: false)) == ["enter:2"])
        // And as soon as it is looked at.
        _ = f.send(.button(.left, isDown: true))
        f.surface.layers = []
        #expect(f.send(at(10)) == ["cancel:2"])
        #expect(f.send(.leave) == [])
    }

    @Test func aLongPressComesByItself() {
        var f = fingers()
        _ = f.send(at(50))
        _ = f.send(.button(.left, isDown: true))
        #expect(f.state.deadline == nil, "nobody wants it")
        f.time = 5
        #expect(f.send(.button(.left, isDown: false)) == ["up/left:1", "tap1:1"], "and a tap may take its time")
        f.surface.longPressed = [1]
        _ = f.send(.button(.left, isDown: true))
        #expect(f.state.deadline == 5.5)
        #expect(f.state.wake(at: 5.499).isEmpty)
        #expect(f.state.wake(at: 5.5).map(Fingers.word) == ["longPress:1"])
        #expect(f.state.deadline == nil)
        f.time = 6
        #expect(f.send(.button(.left, isDown: false)) == ["up/left:1"], "no tap any more")
        _ = f.send(.button(.left, isDown: true))
        _ = f.send(at(61))
        #expect(f.state.deadline == nil, "a drag is no press")
    }

    @Test func fingersTapAndPanByThemselves() {
        var f = fingers()
        func touch(_ id: Int, _ phase: ContactPhase, _ x: Double) -> InputEvent { .touch(id, phase, Point(x, 50)) }
        #expect(f.send(touch(7, .down, 50)) == ["down/7:1"])
        #expect(f.send(touch(8, .down, 150)) == ["down/8:2"])
        #expect(f.send(touch(7, .move, 80)) == ["move/7:1", "pan-began:1"])
        #expect(f.send(touch(8, .up, 150)) == ["up/8:2", "tap1:2"])
        #expect(f.send(touch(7, .cancel, 80)) == ["pan-cancelled:1", "cancel/7:1"])
        #expect(f.send(touch(7, .move, 90)) == [])
        #expect(f.state.isActive == false)
    }

    @Test func twoFingersOnOneLayer() {
        var f = fingers()
        func touch(_ id: Int, _ phase: ContactPhase, _ x: Double) -> InputEvent { .touch(id, phase, Point(x, 50)) }
        _ = f.send(touch(1, .down, 10))
        _ = f.send(touch(2, .down, 60))
        #expect(f.send(touch(2, .move, 90)) == ["move/2:1", "pinch-began:1"])
        #expect(f.send(touch(1, .move, 40)) == ["move/1:1", "pinch-changed:1"], "no pan")
        #expect(f.send(touch(3, .down, 20)) == ["down/3:1"])
        #expect(f.send(touch(3, .up, 20)) == ["up/3:1"])
        #expect(f.send(touch(1, .up, 40)) == ["pinch-ended:1", "up/1:1"])
        #expect(f.send(touch(2, .up, 90)) == ["up/2:1"], "no tap")
        // A pan that has begun goes on.
        _ = f.send(touch(1, .down, 10))
        _ = f.send(touch(1, .move, 30))
        _ = f.send(touch(2, .down, 60))
        #expect(f.send(touch(1, .move, 20)) == ["move/1:1", "pan-changed:1"])
        f.surface.layers = []
        #expect(f.send(touch(1, .move, 5)) == ["pan-cancelled:1", "cancel/1:1"])
    }

    /// Whatever comes, nothing is told of a layer that nothing began with, and all that begins ends once.
    @Test func randomInputIsWellFormed() {
        var dice = Dice(5)
        var f = fingers()
        f.surface.longPressed = [1, 2]
        var open: [String: Int] = [:]
        var entered: String?
        func check(_ words: [String]) {
            for word in words {
                let parts = word.split(separator: ":").map(String.init)
                let (what, layer) = (parts[0], parts[1])
                if what == "enter" {
                    #expect(entered == nil)
                    entered = layer
                } else if what == "leave" {
                    #expect(entered == layer)
                    entered = nil
                } else if what == "cancel", entered == layer {
                    entered = nil
                }
                for kind in ["pan", "pinch", "rotate"] where what.hasPrefix(kind + "-") {
                    let key = kind + layer
                    if what.hasSuffix("began") { open[key, default: 0] += 1 }
                    if what.hasSuffix("changed") { #expect(open[key, default: 0] > 0, "\(word)") }
                    if what.hasSuffix("ended") || what.hasSuffix("cancelled") { open[key, default: 0] -= 1 }
                    #expect(open[key, default: 0] >= 0, "\(word)")
                }
            }
        }
        for _ in 0..<20_000 {
            f.time += dice.real(0, 0.2)
            let point = Point(dice.real(-20, 220), dice.real(0, 120))
            switch dice.upTo(9) {
            case 0: check(f.send(.button(dice.pick(PointerButton.allCases), isDown: dice.upTo(2) == 0)))
            case 1: check(f.send(.touch(dice.upTo(20), dice.pick([.down, .up, .cancel]), point)))
            case 2: check(f.send(.touch(dice.upTo(20), .move, point)))
            case 3: if dice.upTo(5) == 0 { check(f.send(.leave)) }
            case 4:
                f.surface.layers = [(1, Rect(0, 0, 100, 100)), (2, Rect(100, 0, 100, 100))]
                if dice.upTo(4) == 0 { f.surface.layers.remove(at: dice.upTo(2)) }
                check(f.state.refresh(at: f.time, f.surface).map(Fingers.word))
            case 5: check(f.state.wake(at: f.time).map(Fingers.word))
            default: check(f.send(.move(point)))
            }
        }
        check(f.send(.leave))
        for id in 0..<20 { check(f.send(.touch(id, .cancel, .zero))) }
        #expect(open.values.allSatisfy { $0 == 0 } && entered == nil && !f.state.isActive)
    }

    @Test func aLayerIsCarriedToOthers() {
        var f = fingers()
        f.surface.carried = [1: false]
        f.surface.takers = [2]
        _ = f.send(at(50))
        #expect(f.send(.button(.left, isDown: true)) == ["down/left:1"])
        #expect(f.send(at(55)) == ["move:1"])
        #expect(f.send(at(75)) == ["move:1", "drag-began:1"])
        #expect(f.send(at(150)) == ["leave:1", "move:1", "drag-changed:1/2", "drop-enter:2/1"])
        #expect(f.send(at(160)) == ["move:1", "drag-changed:1/2", "drop-move:2/1"])
        #expect(f.send(at(250)) == ["move:1", "drag-changed:1", "drop-leave:2/1"])
        _ = f.send(at(160))
        #expect(f.send(.button(.left, isDown: false)) == ["drop-drop:2/1", "drag-ended:1/2", "up/left:1", "enter:2"])
        // The pointer leaves the output: nothing is dropped.
        _ = f.send(at(50))
        _ = f.send(.button(.left, isDown: true))
        _ = f.send(at(150))
        #expect(f.send(.leave) == ["drop-leave:2/1", "drag-cancelled:1", "cancel:1"])
        // What would take it has gone.
        _ = f.send(at(50))
        _ = f.send(.button(.left, isDown: true))
        _ = f.send(at(150))
        f.surface.layers.removeLast()
        #expect(f.send(.button(.left, isDown: false)).starts(with: ["drop-leave:2/1", "drag-ended:1", "up/left:1"]))
    }

    @Test func aFingerHoldsFirstWhereItScrolls() {
        var f = fingers()
        f.surface.carried = [1: true]
        func touch(_ phase: ContactPhase, _ x: Double) -> InputEvent { .touch(1, phase, Point(x, 50)) }
        #expect(f.send(touch(.down, 50)) == ["down/1:1"])
        #expect(f.send(touch(.move, 70)) == ["move/1:1", "pan-began:1"] && f.state.deadline == nil)
        #expect(f.send(touch(.up, 70)) == ["pan-ended:1", "up/1:1"])
        _ = f.send(touch(.down, 50))
        #expect(f.state.deadline == 0.5)
        #expect(f.state.wake(at: 0.5, f.surface).map(Fingers.word) == ["drag-began:1"])
        f.time = 0.6
        #expect(f.send(touch(.move, 52)) == ["move/1:1", "drag-changed:1"])
        #expect(f.send(touch(.up, 52)) == ["drag-ended:1", "up/1:1"])
    }

    @Test func severalFingersTapAndPan() {
        var f = fingers()
        f.surface.wantsTouches = true
        func touch(_ id: Int, _ phase: ContactPhase, _ x: Double) -> InputEvent { .touch(id, phase, Point(x, 50)) }
        _ = f.send(touch(1, .down, 20))
        _ = f.send(touch(2, .down, 40))
        #expect(f.send(touch(1, .up, 20)) == ["up/1:1"])
        #expect(f.send(touch(2, .up, 40)) == ["up/2:1", "tap1:1*2"])
        _ = f.send(touch(1, .down, 20))
        _ = f.send(touch(2, .down, 40))
        #expect(f.send(touch(1, .move, 28)) == ["move/1:1"])
        #expect(f.send(touch(2, .move, 59)).contains("pan-began:1*2"))
        #expect(f.send(touch(2, .up, 59)).contains("pan-ended:1*2"))
        #expect(f.send(touch(1, .move, 90)) == ["move/1:1"])
        #expect(f.send(touch(1, .up, 90)) == ["up/1:1"])
        // One that drags already goes on alone.
        _ = f.send(touch(1, .down, 20))
        _ = f.send(touch(1, .move, 40))
        _ = f.send(touch(2, .down, 60))
        #expect(f.send(touch(1, .move, 50)) == ["move/1:1", "pan-changed:1"])
    }
}
