import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// Whatever numbers clients say to behaviors and their items: the physics library ends the process when it meets what it
    /// cannot reckon with, so nothing of the kind may reach it.
    @Suite struct DynamicsFuzzTests {
        private static let edges = [
            "0", "-0", "1", "-1", "1e9", "-1e9", "1e300", "-1e308", "1e-300", "5e-324", "1e18", "0.5", "1e6",
        ]
        private static let fields = [
            "linear", "radial", "velocity", "vortex", "drag", "spring", "noise", "turbulence", "electric", "magnetic",
        ]

        private func number(_ dice: inout Dice) -> String {
            dice.upTo(2) == 0 ? Self.edges[dice.upTo(Self.edges.count)] : "\(dice.upTo(600) - 200)"
        }

        private func point(_ dice: inout Dice) -> String { number(&dice) + "," + number(&dice) }

        private func pick(_ dice: inout Dice, _ words: [String]) -> String { words[dice.upTo(words.count)] }

        private func line(_ dice: inout Dice) -> String {
            func n() -> String { number(&dice) }
            func p() -> String { point(&dice) }
            func item() -> String { pick(&dice, ["a", "b", "c", "d"]) }
            switch dice.upTo(16) {
            case 0: return "set \(item()) position=\(p())"
            case 1: return "set \(item()) bounds=0,0,\(p())"
            case 2: return "set \(item()) transform=rotate(\(n())deg)"
            case 3: return "set \(item()) transform=scale(\(p()))"
            case 4: return "put g gravity items=\(item()),\(item()) direction=\(p()) magnitude=\(n())"
            case 5: return "put c collision items=a,b,c bounds=\(p()),\(p()) boundary.x=\"M \(p()) L \(p()) L \(p())\""
            case 6:
                let end = dice.upTo(2) == 0 ? "to=\(item())" : "anchor=\(p())"
                let type = pick(&dice, ["spring", "fixed", "pin", "sliding", "limit"])
                return "put t\(dice.upTo(3)) attachment item=\(item()) \(end) offset=\(p()) length=\(n()) "
                    + "damping=\(n()) frequency=\(n()) type=\(type)"
            case 7: return "put s snap item=\(item()) point=\(p()) damping=\(n())"
            case 8:
                let mode = pick(&dice, ["continuous", "instantaneous"])
                return "put p push items=\(item()) angle=\(n()) magnitude=\(n()) mode=\(mode) active=true"
            case 9:
                let shape = pick(&dice, ["rectangle", "ellipse", "path"])
                return "put y body items=\(item()),\(item()) density=\(n()) elasticity=\(n()) friction=\(n()) "
                    + "resistance=\(n()) angularResistance=\(n()) charge=\(n()) allowsRotation=\(dice.upTo(2)) "
                    + "isAnchored=\(dice.upTo(2)) collisionBoundsType=\(shape) path=\"M \(p()) L \(p()) L \(p()) Z\""
            case 10:
                return "put f field items=\(item()),\(item()) type=\(pick(&dice, Self.fields)) position=\(p()) "
                    + "direction=\(p()) strength=\(n()) falloff=\(n()) region=\(p())"
            case 11: return "remove \(pick(&dice, ["g", "c", "t0", "t1", "s", "p", "y", "f"]))"
            case 12, 13:
                let items = (0...dice.upTo(4)).map { _ in item() }.joined(separator: ",")
                return dice.upTo(4) == 0 ? "remove h" : "put h itemGroup items=\(items)"
            case 14:
                let formula = pick(&dice, ["point(y, -x)", "point(vx*vx*x, 1/y)", "point(1e308*mass, -1e308*x)"])
                return "put f field items=a,\(item()) type=custom strength=\(n()) acceleration=\"\(formula)\""
            default: return "tick \(pick(&dice, ["0.016", "0.1", "frames=5"]))"
            }
        }

        @Test(arguments: 1...12) func noNumberEndsIt(seed: Int) throws {
            var dice = Dice(UInt64(seed))
            let daemon = try Daemon()
            let link = try daemon.link()
            for name in ["a", "b", "c", "d"] {
                let at = "\(dice.upTo(100)),\(dice.upTo(100))"
                #expect(try link.ask("create \(name) layer frame=\(at),40,30") == "ok")
            }
            for _ in 0..<120 {
                let line = line(&dice)
                let reply = try link.ask(line)
                #expect(ReplyForm.isKept(reply) && daemon.isRunning, "\(line) → \(reply)")
            }
            for name in ["a", "b", "c", "d"] {
                // Nothing that is no number has come into the scene.
                #expect(try !link.ask("get \(name) position transform").contains("null"))
            }
        }

        /// A long tick moves items all the way, and does not keep the daemon from its other clients.
        @Test func aLongTickLeavesNothingOut() throws {
            let daemon = try Daemon()
            let (link, other) = (try daemon.link(), try daemon.link())
            for line in ["create a layer frame=0,0,10,10", "create g gravity items=a magnitude=0.001"] {
                #expect(try link.ask(line) == "ok")
            }
            try link.send(Array("tick 300\n".utf8))
            #expect(try other.ask("get g magnitude") == #"ok {"magnitude":0.001}"#)
            #expect(try link.line().hasPrefix("ok"))
            let y = try #require(try daemon.value("a", "position.y") as? Double)
            // One point per square second for five minutes.
            #expect(abs(y - 5 - 45_000) < 100, "\(y)")
        }
    }
}
