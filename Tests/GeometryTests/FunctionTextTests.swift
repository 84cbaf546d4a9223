import TestSupport
import Testing

@testable import Geometry

@Suite struct FunctionTextTests {
    @Test func easingsAreOnTheirPage() {
        let page = String(decoding: Places.bytes("docs/reference/easings.md"), as: UTF8.self)
        for name in TimingFunction.named.map({ "\($0.name)" }) where !name.hasPrefix("step-") {
            #expect(page.contains("\n## \(name)\n"), "\(name)")
        }
    }

    @Test(arguments: [
        ("linear", "linear"), ("default", "default"), ("ease", "default"), ("ease-in", "easeIn"),
        ("easeOut", "easeOut"),
        ("ease-in-out", "easeInOut"), ("cubic-bezier(.42,0,1,1)", "easeIn"), ("step-start", "steps(1,start)"),
        ("cubic-bezier(0.1, -2, 1, 3.5)", "cubic-bezier(0.1,-2,1,3.5)"), ("steps(4)", "steps(4,end)"),
        ("steps(4, start)", "steps(4,start)"), ("step-end", "steps(1,end)"), (" steps(1000000) ", "steps(1000000,end)"),
    ])
    func readsTimings(_ text: String, _ expected: String) {
        let timing = parsed(text, TimingFunction.init(parsing:)).value
        #expect(timing.map { t in printed { t.print(to: &$0) } } == expected)
        #expect(parsed(expected, TimingFunction.init(parsing:)).value == timing)
    }

    @Test(arguments: [
        "", "long", "cubic-bezier(1,2,3)", "cubic-bezier(-0.1,0,1,1)", "cubic-bezier(0,0,1.1,1)", "steps(0)",
        "steps(1.5)",
        "steps(1000001)", "steps(4,middle)", "steps(4,)", "steps(4,start", "steps()", "linear linear", "easein",
        "steps(-1)",
        "cubic-bezier(a,0,1,1)", "linear()",
    ])
    func refusesTimings(_ text: String) {
        let result = parsed(text, TimingFunction.init(parsing:))
        #expect(result.value == nil)
        #expect(!result.message.isEmpty)
    }

    private func filters(_ text: String) -> (value: [FilterFunction]?, message: String) {
        parsed(text) { (view) throws(ValueSyntax) in try FilterFunction.list(parsing: view, pluginNames: ["pixelate"]) }
    }

    @Test(arguments: [
        ("none", "none"), ("", "none"), ("blur(4)", "blur(4)"),
        ("brightness(120%) contrast(.8)", "brightness(1.2) contrast(0.8)"),
        ("hue-rotate(0.5turn)", "hue-rotate(3.141592653589793)"), ("blur() sepia()", "blur(0) sepia(1)"),
        ("saturate(2)invert(1)grayscale(1)opacity(.5)", "saturate(2) invert(1) grayscale(1) opacity(0.5)"),
        ("drop-shadow(1,2,3,red)", "drop-shadow(1,2,3,#ff0000ff)"),
        ("drop-shadow(1 2)", "drop-shadow(1,2,0,#000000ff)"),
        ("drop-shadow(1,2,3,rgb(1, 2, 3))", "drop-shadow(1,2,3,#010203ff)"), ("pixelate(8)", "pixelate(8)"),
        ("pixelate()", "pixelate()"), ("pixelate(8,50%,90deg,#fff)", "pixelate(8,0.5,1.5707963267948966,#ffffffff)"),
        ("pixelate(red)", "pixelate(#ff0000ff)"), ("BLUR(2)", "blur(2)"),
        // As CSS writes them.
        ("blur(4px)", "blur(4)"), ("drop-shadow(2px 2px 3px black)", "drop-shadow(2,2,3,#000000ff)"),
        ("drop-shadow(red 1px -2px)", "drop-shadow(1,-2,0,#ff0000ff)"),
        ("drop-shadow( rgb(1 2 3), 1,2 , 3 )", "drop-shadow(1,2,3,#010203ff)"),
    ])
    func readsFilters(_ text: String, _ expected: String) {
        let list = filters(text).value
        #expect(list.map { list in printed { FilterFunction.print(list, to: &$0) } } == expected)
        #expect(filters(expected).value == list)
    }

    @Test(arguments: [
        ("blurr(4)", "blurr"), ("blur(x)", "\"x\""), ("sepia(-1)", "-1"), ("blur", "("), ("blur(4", "ends"),
        ("blur(1,2)", "blur"),
        ("brightness(-1)", "-1"), ("drop-shadow(1)", "drop-shadow"), ("drop-shadow(1,2,-3)", "below"),
        ("none blur(1)", "blur"),
        ("drop-shadow(1,2,3,reddish)", "reddish"), ("drop-shadow(1,2,3,)", ")"), ("blur(4) none", "none"),
        ("pixel(1)", "pixel"),
        ("blur(50%)", "50%"), ("hue-rotate(3apples)", "3apples"), ("pixelate(red,blue)", ","), ("blur(4em)", "4em"),
        ("blur(4 px)", "blur"), ("brightness(2px)", "2px"), ("drop-shadow(red 1 2 3 blue)", "two"),
        ("drop-shadow(red)", "drop-shadow"),
        ("drop-shadow(red,)", "drop-shadow"),
    ])
    func refusesFilters(_ text: String, _ named: String) {
        let result = filters(text)
        #expect(result.value == nil)
        #expect(result.message.contains(named), "\(result.message)")
    }

    @Test func argumentsOfPluginsAreLimited() {
        func call(_ count: Int) -> String { "pixelate(" + (0..<count).map { "\($0)" }.joined(separator: ",") + ")" }
        let most = FilterFunction.maxArguments
        #expect(filters(call(most)).value?.first?.arguments == (0..<most).map(Double.init))
        #expect(filters(call(most + 1)).message.contains("\(most)"))
    }

    @Test func filtersAreLimited() {
        let most = String(repeating: "blur(1) ", count: FilterFunction.maxCount)
        #expect(filters(most).value?.count == FilterFunction.maxCount)
        #expect(filters(most + "blur(1)").value == nil)
    }

    /// Nothing that a client may send stops the program, and what is accepted survives being printed.
    @Test func anythingIsAcceptedOrRefused() {
        let words = [
            "M", "L", "m", "c", "S", "A", "a", "z", "T", "q", "h", "V", "0", "1", "10", "-.5", "1e3", "1e999", "1e38",
            ".", ",",
            "(", ")", "{", "}", "rect(", "rrect(0,0,9,9,", "circle(1,2,3)", "arc(1,2,3,0,9,cw)", "stroke(2){",
            "polygon(",
            "rgb(", "hsl(", "/", "%", "#f", "deg", "turn", "red", "translate(", "rotate(", "rotate3d(", "matrix(",
            "none",
            "steps(", "cubic-bezier(", "start", "blur(", "drop-shadow(", "hue-rotate(", "x", "ms",
        ]
        var dice = Dice(6)
        var accepted = 0
        for _ in 0..<6000 {
            let text = String(decoding: dice.text(words, length: 12), as: UTF8.self)
            if let path = parsed(text, Path.init(parsing:)).value {
                accepted += 1
                #expect(parsed(printed { path.print(to: &$0) }, Path.init(parsing:)).value == path, "\(text)")
            }
            if let t = parsed(text, Transform3D.init(parsing:)).value {
                #expect(parsed(printed { t.print(to: &$0) }, Transform3D.init(parsing:)).value == t, "\(text)")
            }
            if let list = filters(text).value {
                #expect(filters(printed { FilterFunction.print(list, to: &$0) }).value == list, "\(text)")
            }
            _ = parsed(text, Color.init(parsing:))
            _ = parsed(text, TimingFunction.init(parsing:))
            _ = (parsed(text, Quantity.time), parsed(text, Quantity.rect), parsed(text, Quantity.list))
        }
        #expect(accepted > 200)
    }
}
