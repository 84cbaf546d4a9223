import Expressions
import Geometry
import Testing

@testable import Living

@Suite struct SourceTests {
    private func fields(_ format: SourceFormat, _ text: String) throws -> ExpressionRecord {
        ExpressionRecord(try ByteView.with(text) { (view) throws(ValueSyntax) in try format.fields(view) })
    }

    @Test func textIsEverythingButTheLastLineFeed() throws {
        #expect(try fields(.text, "Linux\n")["text"] == .text("Linux"))
        #expect(try fields(.text, "a\n\n")["text"] == .text("a\n"))
        #expect(try fields(.text, "12")["text"] == .text("12"))
        #expect(try fields(.text, "")["text"] == .text(""))
        #expect(try fields(.text, "a\0b")["text"] == .text("a\u{FFFD}b"))
    }

    @Test(arguments: [
        ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\r\n", ["a", "b"]), ("a\n\nb", ["a", "", "b"]),
        ("a\n\n", ["a", ""]),
    ])
    func linesAreAList(_ text: String, _ lines: [String]) throws {
        let fields = try fields(.lines, text)
        #expect(fields["lines"] == .items(lines.map { .text($0) }))
        #expect(fields["count"] == .number(Double(lines.count)))
    }

    /// A record for each line, with the names in the first one; fields are typed, and quoted ones may hold anything.
    @Test func tablesAreRecords() throws {
        let fields = try fields(.csv, "name,size\n\"a, b\",12\n\n\"say \"\"x\"\"\",\nlast\n")
        #expect(fields["count"] == .number(3))
        guard case .list(let items)? = fields["items"], case .record(let first) = items[0],
            case .record(let second) = items[1], case .record(let third) = items[2]
        else {
            Issue.record("three records are expected")
            return
        }
        #expect(first["name"] == .text("a, b") && first["size"] == .number(12))
        #expect(second["name"] == .text("say \"x\"") && third["size"] == nil)
        for wrong in ["", "a,a\n1,2\n", "a,\n1,2\n", "a\n\"open\n"] {
            #expect(throws: ValueSyntax.self) { try self.fields(.csv, wrong) }
        }
    }

    @Test func keysAndValues() throws {
        let fields = try fields(
            .keyvalue,
            "# release\nNAME=\"Debian 12\"\nMemTotal:   16 kB\nActive(anon): 7\nbad line\n2nd=x\nstate=S\nurl=http://a\nA=1\nA=2\n=x\n"
        )
        #expect(fields["NAME"] == .text("Debian 12"))
        #expect(fields["MemTotal"] == .text("16 kB"))
        #expect(fields["Active_anon_"] == .number(7))
        #expect(fields["_2nd"] == .text("x"))
        #expect(fields["url"] == .text("http://a"))
        #expect(fields["A"] == .number(2))
        #expect(fields["state"] == nil && fields.fields.count == 6)
        #expect(throws: ValueSyntax.self) { try self.fields(.keyvalue, "nothing\n") }
    }

    @Test func jsonMembers() throws {
        let fields = try fields(.json, #"{"a":{"b":[1,2]},"state":"x","n":null}"# + "\n")
        #expect(
            fields["a"].flatMap { value in ByteView.with("b.1") { try? value.member($0, ComputeBudget()) } }
                == .number(2))
        #expect(fields["n"] == ExpressionValue.none && fields["state"] == nil)
        #expect(try self.fields(.json, "[1,2]")["count"] == .number(2))
        #expect(try self.fields(.json, "\"x\"")["value"] == .text("x"))
        #expect(throws: ValueSyntax.self) { try self.fields(.json, "Linux version 6") }
    }

    @Test func sourcesAreFilesAndFifos() throws {
        func read(_ text: String) throws(ValueSyntax) -> SourcePath {
            try ByteView.with(text) { (view) throws(ValueSyntax) in try SourcePath(view) }
        }
        #expect(try read("file:/proc/stat").path == "/proc/stat")
        #expect(try read("fifo:/run/x").kind == .fifo)
        for text in ["", "file:", "http://example.org/", "/proc/stat", "exec:ls", "filex/proc"] {
            #expect(throws: ValueSyntax.self) { try read(text) }
        }
    }

    @Test(arguments: [
        ("/proc/stat", "/proc/", "stat"), ("/proc/self/root/etc/hostname", "/proc/", "self/root/etc/hostname"),
        ("/sys/class/net/eth0/mtu", "/sys/", "class/net/eth0/mtu"),
        ("/run/user/7/scrim/a/b.json", "/run/user/7/scrim/", "a/b.json"),
    ])
    func opensBelowItsFolder(_ path: String, _ folder: String, _ relative: String) {
        let rules = SourceRules(colonSeparated: "/proc/*:/sys/class/*:/run/user/7/scrim/*")
        #expect(rules.opening(of: path) == .init(folder: folder, relative: relative))
    }

    @Test(arguments: [
        "/etc/hostname", "/proc/../etc/hostname", "proc/version", "/proc", "/proc/", "/proc//x", "/proc/./x",
        "/sys/kernel/x",
        "/run/user/7/scrim", "/run/user/7/scrim/../x", "", "/", "/procx/stat", "/proc/a/..",
    ])
    func refusesOtherPaths(_ path: String) {
        let rules = SourceRules(colonSeparated: "/proc/*:/sys/class/*:/run/user/7/scrim/*")
        #expect(rules.opening(of: path) == nil)
    }

    @Test func aPatternWithoutAStarIsOneFile() {
        let rules = SourceRules(["/etc/os-release"])
        #expect(rules.opening(of: "/etc/os-release") == .init(folder: "/etc/", relative: "os-release"))
        #expect(rules.opening(of: "/etc/passwd") == nil)
    }
}
