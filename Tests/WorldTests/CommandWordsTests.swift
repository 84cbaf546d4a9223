import Foundation
import Geometry
import LineProtocol
import Scene
import TestSupport
import Testing
import World

/// Commands are read from lines and written as lines: every line of documents, examples and transcripts means the same afterwards.
@Suite struct CommandWordsTests {
    /// Folders with lines of the protocol; the last one may be missing.
    private static let folders = [
        "docs", "examples", "config", "Tests/Conformance", "Tests/State", "../shared/conformance",
    ]

    private static let files: [String] = folders.flatMap { folder in
        let root = Places.checkout + "/" + folder
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return names.filter { [".md", ".txt", ".scrim"].contains(where: $0.hasSuffix) }.sorted()
            .map { root + "/" + $0 }
    }

    /// Lines that stand in none of them: a buffer comes with a descriptor.
    private static let extra = ["damage b", "damage b 1,2,3,4 0,0,1,1"]

    /// The lines of a file: all of a scene, those that transcripts send, and the blocks of documents.
    private static func lines(of path: String) -> [String] {
        if path.isEmpty { return extra }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if path.hasSuffix(".scrim") { return lines }
        if path.hasSuffix(".txt") {
            return lines.compactMap { line in
                guard line.first == ">" || line.first == "+", let blank = line.firstIndex(of: " ") else { return nil }
                return line[..<blank].dropFirst().allSatisfy(\.isNumber)
                    ? String(line[line.index(after: blank)...]) : nil
            }
        }
        var isInside = false
        return lines.filter { line in
            if line.hasPrefix("```") { isInside = line == "```scrim" }
            return isInside && !line.hasPrefix("```")
        }
    }

    /// The line as its command writes it; nil for one that is refused before its words are looked at.
    private static func rewritten(_ line: String) -> String? {
        var splitter = WordSplitter()
        return ByteView.with(line) { bytes in
            guard let line = try? Line(bytes, &splitter), let command = try? Command(line),
                (try? command.check(parts: true)) != nil
            else { return nil }
            let typed = try? command.verb.schema.words.init(command)
            return typed.map { String(decoding: $0.line(of: command.verb), as: UTF8.self) }
        }
    }

    @Test func everyLineOfTheDocumentsMeansTheSameWhenItIsWritten() {
        var seen: Set<Verb> = []
        var count = 0
        for file in Self.files + [""] {
            let (given, written) = (Talk(), Talk())
            for line in Self.lines(of: file) {
                guard let again = Self.rewritten(line) else { continue }
                count += 1
                if let verb = ByteView.with(again.prefix { $0 != " " }.description, { Verb($0) }) { seen.insert(verb) }
                // Written once more it is the same.
                #expect(Self.rewritten(again) == again, "\(line)")
                let tag = line.hasPrefix("@") ? String(line.prefix { $0 != " " }) + " " : ""
                let (expected, reply) = (given.send(line), written.send(tag + again))
                #expect(reply == expected, "\(file): \(line) → \(again)")
            }
            #expect(written.dump() == given.dump(), "\(file)")
        }
        #expect(count > 5000)
        #expect(Verb.allCases.filter { !seen.contains($0) } == [])
    }

    /// Words in any order, with forms of values that a line may have.
    @Test(arguments: [
        ("load lenient=on path=a", "load path=a replace=false lenient=true"),
        (
            "after 500ms left=1.5s name=t \"set a opacity=1\"",
            "after 0.5 \"set a opacity=1\" name=t align=scene left=1.5 isPaused=false"
        ),
        (
            "on name=n a tap when x > 1 and y == 2 \"set a opacity=1\"",
            "on a tap name=n when x > 1 and y == 2 \"set a opacity=1\""
        ),
        ("copy a parent=b as=c", "copy a as=c parent=b"),
        ("set a name='it\"s' user.x:=1 + (2 - c)", "set a name=\"it\\\"s\" user.x:=1 + (2 - c)"),
        (
            "repeat \"set a opacity=1;set b name='{item}'\" in=0..3",
            "repeat in=0..3 \"set a opacity=1;set b name='{item}'\""
        ),
        ("draw c text \"a=b\" at=1,2 insert=0", "draw c text \"a=b\" at=1,2 insert=0"), ("clear", "clear"),
        ("off a \"\"", "off a \"\""),
    ]) func written(_ line: String, _ expected: String) {
        #expect(Self.rewritten(line) == expected)
    }

    /// A word of the table that no field reads would be ignored.
    @Test func everyWordOfTheTableIsAField() throws {
        for verb in Verb.allCases {
            var names = FieldNames()
            var words = verb.schema.words.init()
            try words.visit(&names)
            guard !names.takesRest else { continue }
            #expect(names.keys == Set(verb.schema.arguments.filter(\.isKeyed).map(\.name)), "\(verb)")
            #expect(names.positions == verb.schema.arguments.count { !$0.isKeyed }, "\(verb)")
        }
    }

    /// Notes what a command's fields are called.
    private struct FieldNames: CommandWire {
        var keys: Set<String> = []
        var positions = 0
        var takesRest = false

        mutating func word(_ value: inout ByteView, _ what: StaticString) { positions += 1 }
        mutating func word<V: WireValue>(_ value: inout V?) { positions += 1 }
        mutating func key<V: WireValue>(_ name: StaticString, _ value: inout V?) { keys.insert("\(name)") }
        mutating func expression(_ name: StaticString, _ value: inout ByteView?) { keys.insert("\(name)") }
        mutating func rest(_ words: inout WordList) { takesRest = true }
    }
}
