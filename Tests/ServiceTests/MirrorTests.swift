import LineProtocol
import Scene
import Schema
import Testing

@testable import Service

extension ServiceTests {
    /// Clients that subscribe at any moment know the scene from then on by what they are told alone.
    @Suite struct Mirrors {
        private struct Dice: RandomNumberGenerator {
            var state: UInt64

            mutating func next() -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state ^ state >> 33
            }
        }

        private struct Shown: Equatable {
            var opacity = 1.0
            var depth = 0.0
        }

        /// A subscriber, and what it has been told.
        private final class Mirror {
            let client: Client
            var objects: [String: Shown] = [:]

            init(_ client: Client) { self.client = client }

            /// Takes up the events that have come.
            func listen(_ hint: String) {
                var told: [String: Int] = [:]
                for line in client.receive().split(separator: "\n") where line.hasPrefix("event ") {
                    let words = line.split(separator: " ", maxSplits: 2)
                    guard words.count == 3, let id = text("id", in: words[2]) else { continue }
                    told["\(words[1]) \(id)", default: 0] += 1
                    switch words[1] {
                    case "removed": objects[id] = nil
                    case "created": objects[id] = Shown()
                    default: #expect(objects[id] != nil, "\(hint): \(line)")
                    }
                    guard words[1] != "removed" else { continue }
                    if let opacity = number("opacity", in: words[2]) { objects[id]?.opacity = opacity }
                    if let depth = number("zPosition", in: words[2]) { objects[id]?.depth = depth }
                }
                for (event, count) in told where event.hasPrefix("changed") {
                    // Older listeners get what there is when another one subscribes.
                    #expect(count <= 2, "\(hint): \(event) came \(count) times")
                }
            }

            private func after(_ key: String, in json: Substring) -> Substring? {
                json.firstRange(of: key).map { json[$0.upperBound...] }
            }

            private func text(_ key: String, in json: Substring) -> String? {
                after("\"\(key)\":\"", in: json).map { String($0.prefix { $0 != "\"" }) }
            }

            private func number(_ key: String, in json: Substring) -> Double? {
                after("\"\(key)\":", in: json).flatMap { Double($0.prefix { "0123456789.-e".contains($0) }) }
            }
        }

        private func state(of rig: Rig) -> [String: Shown] {
            var all: [String: Shown] = [:]
            rig.scene.tree.forEachObject { slot in
                guard rig.scene.isLayer(slot), slot != Scene.root else { return }
                all[rig.scene.name(of: slot)] = Shown(
                    opacity: rig.scene.value(slot, LayerProperty.opacity.id).number,
                    depth: rig.scene.value(slot, LayerProperty.zPosition.id).number)
            }
            return all
        }

        private static func line(_ dice: inout Dice) -> String {
            let name = "l\(Int.random(in: 0..<6, using: &dice))"
            switch Int.random(in: 0..<12, using: &dice) {
            case 0, 1: return "create \(name) layer opacity=0.25"
            case 2: return "remove \(name)"
            case 3: return "set \(name) zPosition:=zPosition+1"
            case 4: return "bind \(name) opacity:=cpu.user/100"
            case 5: return "set cpu user=\(Int.random(in: 0..<100, using: &dice))"
            case 6: return "begin\nset \(name) opacity=0.75\nset nobody opacity=1\ncommit"
            case 7: return "begin\nset \(name) opacity=0.3\non \(name) changed 'set \(name) user.x=1'\ncommit"
            case 8: return "undo"
            default: return "set \(name) opacity=0.\(Int.random(in: 1..<10, using: &dice))"
            }
        }

        @Test(arguments: 1..<41 as Range<UInt64>) func aReaderThatOpensLateMissesNothing(_ seed: UInt64) throws {
            var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15)
            let rig = try Rig("create cpu data user=10")
            let writers = [try rig.client(), try rig.client()]
            let clock = try rig.client()
            var mirrors: [Mirror] = []
            for step in 0..<60 {
                // Several say something before the daemon looks.
                for writer in writers {
                    let lines = (0..<Int.random(in: 1...4, using: &dice)).map { _ in Self.line(&dice) }
                    try writer.send(lines.joined(separator: "\n"))
                }
                if mirrors.count < 5, Int.random(in: 0..<8, using: &dice) == 0 {
                    let mirror = Mirror(try rig.client())
                    try mirror.client.send("subscribe created changed removed")
                    mirrors.append(mirror)
                } else if mirrors.count > 1, Int.random(in: 0..<16, using: &dice) == 0 {
                    mirrors.remove(at: 0).client.close()
                }
                try rig.turn()
                _ = try rig.say("tick 0", as: clock)
                for mirror in mirrors {
                    mirror.listen("seed \(seed), step \(step)")
                    let known = mirror.objects.filter { $0.key.hasPrefix("l") && $0.key.count == 2 }
                    #expect(known == state(of: rig), "seed \(seed), step \(step)")
                }
                for writer in writers { _ = writer.receive() }
            }
        }
    }
}
