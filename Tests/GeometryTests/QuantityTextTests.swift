import Testing

@testable import Geometry

@Suite struct QuantityTextTests {
    @Test func times() {
        #expect(parsed("250ms", Quantity.time).value == 0.25)
        #expect(parsed("2s", Quantity.time).value == 2)
        #expect(parsed("0.5", Quantity.time).value == 0.5)
        #expect(parsed("1.5m", Quantity.time).value == 90)
        #expect(parsed("2h", Quantity.time).value == 7200)
        #expect(parsed("1d", Quantity.time).value == 86_400)
        for wrong in ["2mi", "2min", "s", "", "1 s", "2sec", "inf", "1e999s"] {
            #expect(parsed(wrong, Quantity.time).value == nil, "\(wrong)")
        }
    }

    @Test func angles() {
        #expect(parsed("90deg", Quantity.angle).value == .pi / 2)
        #expect(parsed("0.125turn", Quantity.angle).value == .pi / 4)
        #expect(parsed("200grad", Quantity.angle).value == .pi)
        #expect(parsed("0.25rad", Quantity.angle).value == 0.25)
        #expect(parsed("0.5", Quantity.angle).value == 0.5)
        #expect(parsed("1e2deg", Quantity.angle).value == 100 * .pi / 180)
        #expect(parsed("90degrees", Quantity.angle).message.contains("90degrees"))
        #expect(parsed("1e308turn", Quantity.angle).value == nil)
    }

    @Test func booleans() {
        for yes in ["true", "on", "yes", "1"] { #expect(parsed(yes, Quantity.boolean).value == true) }
        for no in ["false", "off", "no", "0"] { #expect(parsed(no, Quantity.boolean).value == false) }
        for wrong in ["2", "maybe", "", "True"] { #expect(parsed(wrong, Quantity.boolean).value == nil) }
    }

    @Test func integers() {
        #expect(parsed("3e2", Quantity.integer).value == 300)
        #expect(parsed("-9007199254740992", Quantity.integer).value == -9_007_199_254_740_992)
        for wrong in ["0.5", "1e300", "x"] { #expect(parsed(wrong, Quantity.integer).value == nil) }
    }

    @Test func pointsSizesAndRectangles() {
        #expect(parsed("10,-20.5", Quantity.point).value == Point(10, -20.5))
        #expect(parsed(" 1 , 2 ", Quantity.point).value == Point(1, 2))
        #expect(parsed("640x480", Quantity.size).value == Size(640, 480))
        #expect(parsed("3,4", Quantity.size).value == Size(3, 4))
        #expect(parsed("1,2.5,3e1,4", Quantity.rect).value == Rect(1, 2.5, 30, 4))
        for wrong in ["1", "1,", ",1", "1,2,3", "3x4", "1,inf", "1 2", "a,b", "1;2"] {
            let result = parsed(wrong, Quantity.point)
            #expect(result.value == nil)
            #expect(result.message.contains(wrong))
        }
        for wrong in ["3x", "3x4x5", "x3", "3x4,", "3xx4", "1,2,3"] {
            let result = parsed(wrong, Quantity.size)
            #expect(result.value == nil && result.message.contains(wrong), "\(wrong)")
        }
        for wrong in ["1,2,3,4,5", "1,,3,4", "0,0,nan,4", ""] {
            #expect(parsed(wrong, Quantity.rect).value == nil, "\(wrong)")
        }
        #expect(parsed("0,0,nan,4", Quantity.rect).message.contains("\"nan\" is not a number"))
    }

    @Test func lists() {
        #expect(parsed("6,3,1.5", Quantity.list).value == [6, 3, 1.5])
        #expect(parsed("", Quantity.list).value == [])
        #expect(parsed("6,x", Quantity.list).message.contains("\"x\""))
        #expect(parsed("6,", Quantity.list).value == nil)
        func items(_ text: String, _ separator: UInt8 = 0x2C) -> [String] {
            ByteView.with(text) { view in
                var splitter = ListSplitter(view, separator: separator)
                var all: [String] = []
                while let item = splitter.next() { all.append(item.string) }
                return all
            }
        }
        #expect(items("cubic-bezier(.42,0,.58,1),linear") == ["cubic-bezier(.42,0,.58,1)", "linear"])
        #expect(items(" a , b ,") == ["a", "b", ""])
        #expect(items("  ") == [])
        #expect(items("0,1|2,3", 0x7C) == ["0,1", "2,3"])
        #expect(items("),(a,b") == [")", "(a,b"])
    }

    @Test func quotesForMessages() {
        func quote(_ text: String) -> String { ByteView.with(text) { ValueSyntax.quote($0) } }
        #expect(quote("a\nb\t\u{1b}\u{2028}") == #""a\nb\t\u{1b}\u{2028}""#)
        let long = quote(String(repeating: "é", count: 100))
        #expect(long == "\"" + String(repeating: "é", count: 22) + "…\"")
    }
}
