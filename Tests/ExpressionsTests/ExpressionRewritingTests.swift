import Expressions
import Geometry
import Testing

/// Names in an expression, by the compiler's tokens.
@Suite struct ExpressionRewritingTests {
    @Test(arguments: [
        ("touches == 2", true), ("x > 1 and (touches>=2)", true), ("key == 'touches'", false),
        ("key == \"touches\"", false), ("box.touches == 2", false), ("touchesOther == 1", false), ("", false),
    ]) func names(_ text: String, _ isNamed: Bool) {
        #expect(ByteView.with(text) { ExpressionRewriting.names("touches", in: $0) } == isNamed)
    }
}
