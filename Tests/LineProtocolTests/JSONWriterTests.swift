import Geometry
import Testing

@testable import LineProtocol

@Suite struct JSONWriterTests {
    @Test func nests() {
        var json = JSONWriter()
        json.beginObject()
        json.key("a")
        json.beginArray()
        json.number(1)
        json.number(2.5)
        json.beginObject()
        json.endObject()
        json.beginArray()
        json.endArray()
        json.null()
        json.endArray()
        json.key(text: "b")
        json.bool(true)
        json.key("c")
        json.string("x")
        json.key("d")
        json.color(Color(255, 0, 0, 51))
        json.key("e")
        json.rect(Rect(0, -0.0, 1.5, 1e16))
        json.key("f")
        json.raw(ByteView("[]"))
        json.endObject()
        let expected = ##"{"a":[1,2.5,{},[],null],"b":true,"c":"x","d":"#ff000033","e":[0,0,1.5,1e+16],"f":[]}"##
        #expect(json.out.string == expected)
        json.removeAll()
        json.transform(.identity)
        #expect(json.out.string == "[1,0,0,1,0,0]")
        json.removeAll()
        var m = Transform3D.identity
        m.m34 = -0.002
        json.transform(m)
        #expect(json.out.string == "[1,0,0,0,0,1,0,0,0,0,1,-0.002,0,0,0,1]")
    }

    @Test func escapes() {
        var json = JSONWriter()
        json.string(text: "q\" b\\ n\n t\t r\r \u{1} \u{1f} \u{7f} é 😀 \u{2028}")
        #expect(json.out.string == "\"q\\\" b\\\\ n\\n t\\t r\\r \\u0001 \\u001f \u{7f} é 😀 \u{2028}\"")
        json.removeAll()
        json.string("")
        #expect(json.out.string == "\"\"")
    }
}

@Suite struct NearestNameTests {
    private let names = ["cornerRadius", "cornerCurve", "opacity", "position", "id", "x", "blur", "name"]

    @Test(arguments: [
        ("cornerRadious", "cornerRadius"), ("CORNERRADIUS", "cornerRadius"), ("opactiy", "opacity"),
        ("opacit", "opacity"),
        ("positions", "position"), ("blurr", "blur"), ("di", "id"), ("y", "x"), ("nmae", "name"),
        ("cornercurv", "cornerCurve"),
    ])
    func finds(_ word: String, _ name: String) {
        #expect(ByteView.with(word) { NearestName.find($0, among: names) } == name)
    }

    @Test(arguments: ["", "spin", "opa", "abc", "positionsabc", "zz"])
    func findsNone(_ word: String) {
        #expect(ByteView.with(word) { NearestName.find($0, among: names) } == nil)
    }

    @Test func theFirstOfTheNearestWins() {
        #expect(NearestName.find(ByteView("blua"), among: ["blub", "blue", "blua2"]) == "blub")
        #expect(NearestName.find(ByteView("blub"), among: ["blue", "BLUB"]) == "BLUB")
    }
}
