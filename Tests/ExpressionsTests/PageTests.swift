import Geometry
import TestSupport
import Testing

@testable import Expressions

/// The examples of docs/expressions.md come to what the page says.
@Suite struct PageTests {
    private static let lines: [String] = {
        let page = String(decoding: Places.bytes("docs/expressions.md"), as: UTF8.self)
        var isExample = false
        var lines: [String] = []
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isExample = line == "```expressions"
            } else if isExample {
                lines.append(String(line))
            }
        }
        return lines
    }()

    private let values: [String: ExpressionValue] = [
        "x": .number(12), "on": .boolean(true), "bar.frame.size.width": .number(300),
        "$accent": .color(Color(10, 132, 255)), "cpu.items.0.load": .number(40),
        "cpu.items": .list([
            .record(.init([.init("name", .text("user")), .init("load", .number(40))])),
            .record(.init([.init("name", .text("idle")), .init("load", .number(60))])),
        ]),
    ]

    @Test(arguments: lines) func examplesAreTrue(_ line: String) throws {
        let parts = line.split(separator: " → ", omittingEmptySubsequences: false)
        try #require(parts.count == 2, "\(line)")
        // `$accent.g` is a part of a variable, which is the environment's to find; here it is said.
        var values = values
        values["$accent.g"] = .number(132)
        let outcome: String
        do throws(ExpressionError) {
            outcome = try computed(String(parts[0]), values).shortestText
        } catch {
            outcome = "error \(error.code)"
        }
        #expect(outcome == parts[1], "\(line)")
    }

    @Test func thereAreExamplesOfEveryFunction() {
        #expect(Self.lines.count > 50)
        let page = String(decoding: Places.bytes("docs/expressions.md"), as: UTF8.self)
        let examples = Self.lines.joined(separator: "\n")
        for function in ExpressionFunction.named {
            let name = function.name
            #expect(page.contains("`\(name)(") || page.contains("`\(name)`"), "\(name)")
            // Those about objects have no value without a scene.
            #expect(function.isAboutObjects || examples.contains("\(name)("), "no example: \(name)")
        }
    }
}
