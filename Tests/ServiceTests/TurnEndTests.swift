import Scene
import SceneTables
import Schema
import TestSupport
import Testing

@testable import Service

extension ServiceTests {
    @Suite struct TurnEndTests {
        private let scene = Scene.forTests()
        private let end = TurnEnd()

        /// The parts called at the end of a turn, each of which is concerned by `concerns` from then on.
        private func run(
            isTold: Bool = true, _ concerns: [TurnEnd.Part: ChangeKinds] = [:],
            _ body: (TurnEnd.Part) -> Void = { _ in }
        ) -> [TurnEnd.Part] {
            var called: [TurnEnd.Part] = []
            end.run(scene, isTold: isTold) { part in
                called.append(part)
                body(part)
                return concerns[part] ?? []
            }
            return called
        }

        @Test func `the first end calls all parts in order, as does one that is not told`() {
            #expect(run() == TurnEnd.Part.allCases)
            #expect(run().isEmpty)
            #expect(run(isTold: false) == TurnEnd.Part.allCases)
            end.askAll()
            #expect(run() == TurnEnd.Part.allCases)
            end.ask(.layouts)
            #expect(run() == [.layouts])
            #expect(run().isEmpty)
        }

        @Test func `a part is called for the kinds that concern it`() throws {
            let layer = try scene.objects.create("a")
            let concerns: [TurnEnd.Part: ChangeKinds] = [
                .ticks: .everyTurn, .dormant: .structure, .frames: .objects, .state: .settings,
            ]
            _ = run(concerns)
            #expect(run(concerns) == [.ticks])
            try scene.set(layer, LayerProperty.opacity.id, .number(0.5))
            #expect(run(concerns) == [.ticks, .frames])
            #expect(run(concerns) == [.ticks])
            try scene.objects.remove(layer)
            #expect(run(concerns) == [.ticks, .dormant, .frames])
        }

        @Test func `what a part changes concerns later parts now, and earlier ones in the next turn`() throws {
            let layer = try scene.objects.create("a")
            let concerns: [TurnEnd.Part: ChangeKinds] = [.screens: .objects, .ticks: .everyTurn, .frames: .objects]
            _ = run(concerns)
            let called = run(concerns) { part in
                if part == .ticks { try? scene.set(layer, LayerProperty.opacity.id, .number(0.25)) }
            }
            #expect(called == [.ticks, .frames])
            #expect(run(concerns) == [.screens, .ticks, .frames])
            #expect(run(concerns) == [.ticks])
        }
    }
}
