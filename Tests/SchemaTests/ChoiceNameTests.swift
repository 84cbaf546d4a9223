import Geometry
import Testing

@testable import Schema

/// Words for choices stand beside their cases.
@Suite struct ChoiceNameTests {
    private func names<Choice: CaseIterable>(of choice: Choice.Type) -> [String] { choice.allCases.map { "\($0)" } }

    @Test func namesAreThoseOfTheCases() {
        #expect(TransitionProperty.Style.names == names(of: TransitionProperty.Style.self))
        #expect(TransitionProperty.Side.names == names(of: TransitionProperty.Side.self))
        #expect(TimerProperty.Align.names == names(of: TimerProperty.Align.self))
        #expect(ScrollProperty.Mode.names == names(of: ScrollProperty.Mode.self))
        #expect(ReactionTrigger.allCases.map(\.name) == names(of: ReactionTrigger.self))
        #expect(LayerProperty.compositingFilters == names(of: BlendMode.self))
        #expect(ConstraintAttribute.names == names(of: ConstraintAttribute.self))
    }
}
