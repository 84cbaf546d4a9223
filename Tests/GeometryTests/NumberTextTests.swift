import Glibc
import TestSupport
import Testing

@testable import Geometry

@Suite struct NumberTextTests {
    private func number(_ text: String) -> Double? { parsed(text, Quantity.number).value }

    @Test(arguments: [
        ("12", 12), ("-0.5", -0.5), ("1e3", 1000), ("2.5E-1", 0.25), (".5", 0.5), ("5.", 5), ("+3", 3), ("-.5e1", -5),
        (" 7 ", 7), ("0", 0), ("1e-400", 0), ("1e308", 1e308), ("9007199254740993", 9007199254740992),
        ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("5e-324", Double.leastNonzeroMagnitude),
        ("2.4e-324", 0),
        ("0e999999999999999999999", 0), ("1e-999999999999999999999", 0),
    ])
    func reads(_ text: String, _ value: Double) {
        #expect(number(text) == value)
    }

    @Test(arguments: [
        "", " ", "nan", "inf", "-inf", "infinity", "0x10", "1.2.3", "--1", "+-1", "1e", "1e+", "one", ".", "-", "-.",
        "e5",
        "1,2", "1 2", "1px", "1e999", "1e308e1", "1_000", "١",
    ])
    func refuses(_ text: String) {
        let result = parsed(text, Quantity.number)
        #expect(result.value == nil)
        #expect(result.message.contains(text))
    }

    @Test func agreesWithTheCLibraryOnManyDigits() {
        var dice = Dice(1)
        for _ in 0..<4000 {
            var text = ""
            for _ in 0..<1 + dice.upTo(40) { text += String(dice.upTo(10)) }
            if dice.upTo(2) == 0 { text += "." + String(dice.next()) }
            if dice.upTo(2) == 0 { text += "e" + String(dice.upTo(700) - 350) }
            let value = unsafe strtod(text, nil)
            #expect(number(text) == (value.isFinite ? value : nil), "\(text)")
        }
    }

    /// Exactly between two Doubles, and a hair above: the digit that decides comes after the 770th.
    @Test func roundsByTheLastDigit() {
        let tie = "9007199254740993." + String(repeating: "0", count: 900)
        #expect(number(tie) == 9007199254740992)
        #expect(number(tie + "1") == 9007199254740994)
        let long = String(repeating: "9", count: 2000)
        #expect(number("0." + long) == 1)
        #expect(number(long + "e-2000") == 1)
        #expect(number("1" + String(repeating: "0", count: 400) + "e-400") == 1)
        #expect(number(String(repeating: "0", count: 2000) + "12" + "e1") == 120)
        #expect(number("0." + String(repeating: "0", count: 2000) + "12e2002") == 12)
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (5, "5"), (-12, "-12"), (0.3, "0.3"), (0.1, "0.1"), (100000.2, "100000.2"),
        (-2.5, "-2.5"), (1e16, "1e+16"), (9007199254740992, "9007199254740992"),
        (9007199254740994, "9.007199254740994e+15"),
        (0.000001, "0.000001"), (1.0 / 3, "0.3333333333333333"), (999_999_999.5, "999999999.5"),
        (1e-7, "1e-07"), (0.1 + 0.2, "0.30000000000000004"), (.infinity, "null"), (.nan, "null"),
    ])
    func writes(_ value: Double, _ text: String) {
        #expect(printed { $0.append(value) } == text)
    }

    @Test func writesTheShortestThatReadsBack() {
        var dice = Dice(2)
        for _ in 0..<20_000 {
            let value = dice.number()
            let text = printed { $0.append(value) }
            #expect(number(text) == value, "\(text)")
            // The standard library's is the shortest too; digits are what is compared, not where the point stands.
            func digits(_ s: String) -> String {
                let mantissa = s.prefix { $0 != "e" }.filter(\.isNumber)
                let trimmed = mantissa.drop { $0 == "0" }
                return String(trimmed.reversed().drop { $0 == "0" })
            }
            #expect(digits(text) == digits(value.description), "\(text)")
        }
    }

    @Test func writesIntegers() {
        for value in [0, 7, 10, -1, Int.max, Int.min, 1_000_000] {
            #expect(printed { $0.append(value) } == String(value))
        }
    }
}
