import Geometry
import TestSupport
import Testing

@testable import LineProtocol

/// A line as `key=value` and `value` words between bars, or its error.
private func split(_ line: [UInt8]) -> (words: String, tag: String?, error: LineSyntax?) {
    var splitter = WordSplitter()
    return unsafe line.withUnsafeBufferPointer { buffer in
        do throws(LineSyntax) {
            try unsafe splitter.split(ByteView(buffer))
            let words = splitter.words.map { ($0.isPositional ? "" : $0.key.string + "=") + $0.value.string }
            return (words.joined(separator: "|"), splitter.tag?.string, nil)
        } catch {
            #expect(splitter.words.isEmpty)
            return ("error", splitter.tag?.string, error)
        }
    }
}

private func split(_ line: String) -> (words: String, tag: String?, error: LineSyntax?) { split(Array(line.utf8)) }

@Suite struct WordSplitterTests {
    @Test(arguments: [
        ("set card.12 position=10,20 opacity=0.5", "set|card.12|position=10,20|opacity=0.5"),
        ("create\ta  layer \t opacity=0.5 ", "create|a|layer|opacity=0.5"),
        ("  hello\r", "hello"), ("", ""), (" \t ", ""), ("\r", ""), ("# a comment", ""), ("#set x=1 \"", ""),
        ("  # too", ""),
        ("name=x#y", "name=x#y"), (#"name="two words""#, "name=two words"),
        (#"a="q\" b\\ n\n t\t""#, "a=q\" b\\ n\n t\t"),
        (#"a="\u{1F600}\u{e9}\u{41}""#, "a=😀éA"), (#"a='a\n "b" \u{41}'"#, #"a=a\n "b" \u{41}"#),
        // JSON's.
        (#"a="\/\u00e9\u00DF\ud83d\ude00\uFFFF""#, "a=/éß😀\u{FFFF}"), (#"a="\r\b\f.""#, "a=\r\u{8}\u{C}."),
        (#"name=ab"c d"-'e f'g x"#, "name=abc d-e fg|x"),
        (#"user.one="it's" user.two='say "x"'"#, "user.one=it's|user.two=say \"x\""),
        ("name=x=y=z", "name=x=y=z"), (#"name="x=y""#, "name=x=y"), (#""create" "a" 'layer'"#, "create|a|layer"),
        (#"set a "opacity=0.5""#, "set|a|opacity=0.5"), ("set a opacity=", "set|a|opacity="), (#"a """#, "a|"),
        (#"k="" b"#, "k=|b"),
        (#"k=a'='b=c"#, "k=a=b=c"), (#"a\n"#, #"a\n"#), ("k-1._Z=v", "k-1._Z=v"), ("a@b @c", "a@b|@c"),
        ("name=été✓😀漢字", "name=été✓😀漢字"),
    ])
    func words(_ line: String, _ expected: String) {
        #expect(split(line).words == expected)
        #expect(split(line).error == nil)
    }

    @Test(arguments: [
        ("a \"open", 2), ("a 'open", 2), ("a b=c'", 5), ("a \"\\", 3), (#"a "\x""#, 3), (#"a "\u41""#, 3),
        (#"a "\u{}""#, 3),
        (#"a "\u{D800}""#, 3), (#"a "\u{110000}""#, 3), (#"a "\u{0}""#, 3), (#"a "\u{1234567}""#, 3), (#"a "\u{41"#, 3),
        (#"a "\u12""#, 3), (#"a "\u0000""#, 3), (#"a "\ud83d""#, 3), (#"a "\ud83d\u0041""#, 3), (#"a "\ude00""#, 3),
        (#"a "\ud83dx\ude00""#, 3), (#"a "\u00e"#, 3), (#"a "\ud83d\ud83d""#, 3), (#"a "\ud83d\u{de00}""#, 3),
        ("a =x", 2), ("a 1a=b", 2), ("a b:c=d", 2), ("a 'b'=c", 2), ("a b'c'=d", 2), ("a é=1", 2), ("a b\0", 3),
        ("a b\u{0}c", 3),
    ])
    func errors(_ line: String, _ offset: Int) {
        #expect(split(line).error?.offset == offset)
        #expect(split(line).error?.code == .syntax)
    }

    @Test func tags() {
        let longest = String(repeating: "g", count: 64)
        for (line, tag, words) in [
            ("@t1 create a layer", "t1", "create|a|layer"), ("@AZaz09._- hello", "AZaz09._-", "hello"),
            ("@\(longest) hello", longest, "hello"), ("  @t \t hello", "t", "hello"),
        ] {
            #expect(split(line).tag == tag && split(line).words == words)
        }
        for line in ["@\(longest)g hello", "@a!b hello", "@ hello", "@", "@é x"] {
            #expect(split(line).tag == nil && split(line).error != nil, "\(line)")
        }
        // The tag is echoed whatever else is wrong.
        for line in ["@t", "@t ", "@t\r", "@t a \"", "@t \u{0}", "@t =", "@t 1=2"] {
            #expect(split(line).tag == "t" && split(line).error != nil, "\(line)")
        }
        #expect(split(Array("@t a ".utf8) + [0xFF]).tag == "t")
        #expect(split("hello").tag == nil)
        var splitter = WordSplitter()
        #expect(throws: LineSyntax.self) { try splitter.split(ByteView("@t a \"")) }
        #expect(throws: Never.self) { try splitter.split(ByteView("hello 'a b'")) }
        #expect(splitter.tag == nil && splitter.words.count == 2)
    }

    @Test func wordsAreLimited() {
        let most = String(repeating: "k=v ", count: WordSplitter.maxWords)
        #expect(split(most).error == nil)
        #expect(split(most + "x").error?.code == .limit)
    }

    @Test func storageGrowsWithTheLine() {
        var splitter = WordSplitter()
        for length in [1, 300, 5, 5000, 255, 256, 257] {
            let long = String(repeating: "x", count: length)
            ByteView.with("a=\"\(long)\" 'b' \"\(long)\\n\"") { line in
                #expect(throws: Never.self) { try splitter.split(line) }
                #expect(splitter.words.map(\.value.string) == [long, "b", long + "\n"])
            }
        }
    }

    /// Every word is found where a dumb reader finds it.
    @Test func agreesWithTheDumbWay() {
        var dice = Dice(7)
        let pieces = ["a", "b", "=", " ", "\t", "'", "\"", "\\", "n", "@", "#", "é", ".", "1", "u{41}"].map {
            Array($0.utf8)
        }
        for _ in 0..<20_000 {
            var line: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<14, using: &dice) {
                line += pieces[Int.random(in: 0..<pieces.count, using: &dice)]
            }
            let text = String(decoding: line, as: UTF8.self)
            #expect(split(line).words == dumb(text), "\(text)")
        }
    }

    @Test func anyBytesAreWordsOrAnError() {
        var dice = Dice(8)
        for _ in 0..<20_000 {
            let line = (0..<Int.random(in: 0..<20, using: &dice)).map { _ in
                UInt8.random(in: 0...(Bool.random(using: &dice) ? 127 : 255), using: &dice)
            }
            let result = split(line)
            let isText = String(validating: line, as: UTF8.self) != nil && !line.contains(0)
            let isComment = line.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#")
            if !isText, !isComment { #expect(result.error != nil, "\(line)") }
        }
    }

    private func dumb(_ line: String) -> String {
        var rest = Substring(line).drop { $0 == " " || $0 == "\t" }
        if rest.hasPrefix("#") { return "" }
        if rest.hasPrefix("@") {
            let tag = rest.dropFirst().prefix { $0 != " " && $0 != "\t" }
            guard !tag.isEmpty, tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
            else { return "error" }
            rest = rest.dropFirst(1 + tag.count).drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty { return "error" }
        }
        var words: [String] = []
        while !rest.isEmpty {
            var (key, word, plain) = ("", "", true)
            while let c = rest.first, c != " ", c != "\t" {
                rest.removeFirst()
                switch c {
                case "'", "\"":
                    plain = plain && !key.isEmpty
                    while rest.first != c {
                        guard var inner = rest.popFirst() else { return "error" }
                        if c == "\"", inner == "\\" {
                            switch rest.popFirst() {
                            case "n": inner = "\n"
                            case "b": inner = "\u{8}"
                            case "\"": inner = "\""
                            case "\\": break
                            case "u":
                                guard rest.hasPrefix("{41}") else { return "error" }
                                rest.removeFirst(4)
                                inner = "A"
                            default: return "error"
                            }
                        }
                        word.append(inner)
                    }
                    rest.removeFirst()
                case "=" where key.isEmpty:
                    guard plain, let first = word.first, first.isASCII, first.isLetter,
                        word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
                    else { return "error" }
                    (key, word) = (word, "")
                default: word.append(c)
                }
            }
            words.append((key.isEmpty ? "" : key + "=") + word)
            rest = rest.drop { $0 == " " || $0 == "\t" }
        }
        return words.joined(separator: "|")
    }
}

@Suite struct Utf8Tests {
    /// The standard library's decoder is the judge; NUL is refused besides.
    @Test func agreesWithTheStandardLibrary() {
        var dice = Dice(7)
        func check(_ bytes: [UInt8]) {
            let valid = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
            unsafe bytes.withUnsafeBufferPointer { buffer in
                let wrong = unsafe Utf8.firstInvalid(ByteView(buffer))
                #expect((wrong == nil) == valid, "\(bytes)")
                // What stands before the first wrong byte is right.
                if let wrong { #expect(String(validating: bytes[..<wrong], as: UTF8.self) != nil, "\(bytes)") }
            }
        }
        for first in 0..<256 {
            for second in stride(from: 0, to: 256, by: 3) { check([UInt8(first), UInt8(second)]) }
        }
        let edges: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
        ]
        for _ in 0..<30_000 {
            let ascii = [UInt8](repeating: 0x61, count: Int.random(in: 0..<10, using: &dice))
            check(ascii + (0..<4).map { _ in edges[Int.random(in: 0..<edges.count, using: &dice)] } + ascii)
        }
    }

    @Test func namesTheFirstWrongByte() {
        #expect(Utf8.firstInvalid(ByteView("héllo wörld, a longer line")) == nil)
        for (bytes, offset): ([UInt8], Int) in [
            ([0x61, 0xC0, 0xAF], 1), ([0xED, 0xA0, 0x80], 0), ([0x61, 0x62, 0xE2, 0x82], 2), ([0x00], 0),
            ([1, 2, 3, 4, 5, 6, 7, 0, 9], 7), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF0, 0x80, 0x80, 0x80], 0),
        ] {
            unsafe bytes.withUnsafeBufferPointer { #expect(unsafe Utf8.firstInvalid(ByteView($0)) == offset) }
        }
    }
}
