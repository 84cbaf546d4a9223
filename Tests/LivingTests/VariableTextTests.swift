import Geometry
import Testing

@testable import Living

@Suite struct VariableTextTests {
    private func read(_ text: String, isList: Bool = false) -> VariableText? {
        ByteView.with(text) { VariableText($0, isList: isList) }
    }

    @Test(arguments: ["accent", "", "$", "$1", "a$b", "$a b", "$a,$b", "#fff", "$a+1", " $a"])
    func otherTextsReferToNothing(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test func aVariableAndItsFallback() throws {
        let accent = try #require(read("$accent.dark-1"))
        #expect(accent.pieces == [.variable(name: "accent.dark-1", fallback: nil)])
        #expect(try accent.filled { $0 == "accent.dark-1" ? "#fff" : nil } == "#fff")
        #expect(throws: VariableText.Unknown(name: "accent.dark-1")) { try accent.filled { _ in nil } }
        let radius = try #require(read("$size|10,20"))
        #expect(try radius.filled { _ in nil } == "10,20")
        #expect(try radius.filled { _ in "1,2" } == "1,2")
        #expect(radius.text == "$size|10,20" && radius.names == ["size"])
        #expect(try #require(read("$a|")).filled { _ in nil }.isEmpty)
    }

    @Test func itemsOfAList() throws {
        let list = try #require(read("$a, rgb(1,2,3),$b|#fff,$a", isList: true))
        #expect(list.names == ["a", "b"])
        #expect(try list.filled { $0 == "a" ? "red" : nil } == "red,rgb(1,2,3),#fff,red")
        #expect(list.text == "$a,rgb(1,2,3),$b|#fff,$a")
        #expect(read("red,blue", isList: true) == nil)
    }
}
