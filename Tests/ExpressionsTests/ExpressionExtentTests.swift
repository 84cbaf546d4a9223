import Geometry
import Testing

@testable import Expressions

@Suite struct ExpressionExtentTests {
    /// The expression behind the first `:=`, and what follows it.
    private func split(_ line: String) throws -> [String] {
        let start = try #require(line.utf8.indices.first { line.utf8[$0...].starts(with: ":=".utf8) })
        let from = line.utf8.distance(from: line.startIndex, to: start) + 2
        return ByteView.with(line) { view in
            let end = ExpressionExtent.end(of: view, from: from)
            return [view[from..<end].string, view[end..<view.count].string]
        }
    }

    @Test(arguments: [
        ("z:=1+2", "1+2", ""), ("z:=max( 1, 2 ) + 3  opacity=0.5", "max( 1, 2 ) + 3", "  opacity=0.5"),
        ("t:='x = 1' + ' y=2'   r:=2", "'x = 1' + ' y=2'", "   r:=2"),
        ("r:=2 == 2 ? 4 : 8 name=n", "2 == 2 ? 4 : 8", " name=n"),
        ("z:=a ==b ? 1 : 2", "a ==b ? 1 : 2", ""), ("z:=x a==b c=d", "x a==b", " c=d"), ("z:=", "", ""),
        ("z:= opacity=1", "", " opacity=1"), ("z:=   ", "", "   "), ("z:=(1 opacity=2) b=3", "(1 opacity=2)", " b=3"),
        ("z:=(1 opacity=2", "(1 opacity=2", ""), ("z:='it\\'s a=b' c=d", "'it\\'s a=b'", " c=d"),
        ("z:='open a=b", "'open a=b", ""), ("z:=a<=b c-d.e_f=1", "a<=b", " c-d.e_f=1"), ("z:=a <=b", "a <=b", ""),
        ("z:=1 \"a b=c\" d=e", "1 \"a b=c\"", " d=e"), ("z:=a:=b", "a:=b", ""), ("z:=c ? a :b", "c ? a :b", ""),
        ("z:=1\tb=2", "1", "\tb=2"), ("z:=1 ü=2", "1 ü=2", ""), ("z:=1) b=2", "1)", " b=2"),
    ])
    func endsBeforeTheNextKey(_ line: String, _ expression: String, _ rest: String) throws {
        #expect(try split(line) == [expression, rest])
    }

    @Test(arguments: [
        ("count==2 \"set a b=1\"", "\"set a b=1\""), ("count==2 clear", "clear"),
        ("key=='U p' 'set a b=1'", "'set a b=1'"),
        ("\"set a\"", "\"set a\""), ("x and 'a\\'b' \"it \\\" s\"  ", "\"it \\\" s\"  "), ("", ""), ("  ", ""),
    ])
    func theLastWordIsApart(_ line: String, _ last: String) {
        ByteView.with(line) { view in
            let start = ExpressionExtent.lastWord(of: view, from: 0)
            #expect(view[start..<view.count].string == last)
        }
    }
}
