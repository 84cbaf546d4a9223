import Geometry
import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// Lines that are run when something happens to a layer.
@Suite struct ReactionTests {
    private func talk(_ lines: String...) -> Talk {
        let talk = Talk()
        for line in ["create box layer", "create dot layer parent=box"] + lines {
            let reply = talk.send(line)
            #expect(reply == "ok", "\(line) → \(reply)")
        }
        return talk
    }

    @discardableResult
    private func fire(
        _ talk: Talk, _ trigger: ReactionTrigger, on name: String = "box",
        _ set: (inout ReactionValues) -> Void = { _ in }
    ) -> [String] {
        var values = ReactionValues()
        set(&values)
        if let slot = talk.scene.find(name) {
            _ = talk.world.reactions.fire(trigger, on: talk.scene.id(of: slot), values, in: talk.world)
        }
        return talk.world.reactions.takeFailures().map { "\($0.id): \($0.error?.message ?? "stopped")" }
    }

    private func user(_ talk: Talk, _ key: String, of name: String = "box") -> String? {
        talk.scene.find(name).flatMap { talk.scene.objects.user($0, key) }
    }

    @Test func linesAreRunAsOneInTheOrderOfTheReactions() {
        let talk = talk(
            #"on box tap name=b "set box user.order=\"{count}b\"; set dot opacity=0.5""#,
            #"on box tap name=a 'set box user.x="{x}" user.order=a'"#, #"on dot tap "set box user.order=dot""#,
            #"on box pan "set box position={x},{y} user.v={vx},{vy} user.d={dx},{dy} user.s={state}""#)
        #expect(fire(talk, .tap) { ($0.x, $0.count) = (-0.5, 2) } == [])
        #expect(user(talk, "order") == "a" && user(talk, "x") == "-0.5")
        #expect(talk.send("get dot opacity") == #"ok {"opacity":0.5}"#)
        fire(talk, .pan) {
            ($0.x, $0.y, $0.dx, $0.dy) = (1.5, 2, 3, 1e-7)
            ($0.vx, $0.vy, $0.state) = (-4, 1e21, "began")
        }
        #expect(talk.send("get box position") == #"ok {"position":[1.5,2]}"#)
        #expect(user(talk, "d") == "3,1e-07" || user(talk, "d") == "3,1e-7")
        #expect(user(talk, "s") == "began")
        fire(talk, .tap, on: "dot")
        #expect(user(talk, "order") == "dot")
        // The first comes before the second, whichever was changed last.
        _ = talk.send(#"on box tap name=b "set box user.order=b""#)
        fire(talk, .tap)
        #expect(user(talk, "order") == "a")
    }

    /// However many objects there are, and however many of them name the layer, its own reactions are looked at alone.
    @Test func findingThemLooksAtTheLayersOwnAlone() throws {
        let talk = talk("create home layer")
        for number in 0..<2000 { _ = talk.send("create a\(number) layer parent=home") }
        for number in 0..<500 { _ = talk.send("on a\(number) tap \"set a\(number) opacity=0.5\"") }
        for name in ["c", "b", "a"] { _ = talk.send("on box tap name=\(name) \"set box user.last=\(name)\"") }
        for number in 0..<500 { _ = talk.send("create k\(number) constraint item=dot attribute=left toItem=box") }
        let box = try #require(talk.scene.find("box"))
        let before = talk.scene.relations.reactionVisits
        let found = talk.scene.relations.reactions(of: box, to: .tap).map {
            talk.scene.value($0, ReactionProperty.name.id).string
        }
        #expect(found == ["c", "b", "a"])
        #expect(talk.scene.relations.reactionVisits - before == 3)
        #expect(talk.scene.relations.reactions(of: box, to: .pan) == [])
    }

    /// Reactions that came back stand where they stood.
    @Test func theirOrderSurvivesWhatIsTakenBack() {
        let talk = talk()
        func run() -> String? {
            _ = talk.send("set box user.order=")
            fire(talk, .tap)
            return user(talk, "order")
        }
        for name in ["a", "b", "c", "d"] {
            talk.ok("on box tap name=\(name) \"set box user.order:=text(user.order)+'\(name)'\"")
        }
        #expect(run() == "abcd")
        for number in 0..<80 {
            talk.ok("begin", "off box \(["b", "a", "c"][number % 3])", "set nobody opacity=1")
            #expect(talk.send("commit").hasPrefix("error aborted"))
            #expect(talk.scene.objects.brokenInvariant() == nil)
        }
        #expect(run() == "abcd")
        talk.ok("remove box", "undo")
        #expect(run() == "abcd")
        talk.ok("off box c")
        #expect(run() == "abd")
    }

    @Test func nothingOfWhatFailsTakesEffect() {
        let talk = talk(
            #"on box tap "set box opacity=0.5; set nobody opacity=1""#, #"on box tap name=next "set box user.ran=yes""#)
        let failures = fire(talk, .tap)
        #expect(failures.count == 1 && failures[0].hasPrefix("box.tap: line 2: unknown-object"))
        #expect(talk.send("get box opacity") == #"ok {"opacity":1}"#)
        #expect(user(talk, "ran") == "yes")
    }

    @Test func aReactionMayTakeAwayItselfAndItsLayer() {
        let talk = talk(
            #"on box tap name=once "off box once; remove dot""#, #"on box tap name=more "set box user.more=1""#)
        #expect(fire(talk, .tap) == [] && fire(talk, .tap) == [])
        #expect(talk.send("list kind=reaction") == #"ok ["box.more"]"#)
        _ = talk.send(#"on box tap name=more "remove box""#)
        _ = talk.send(#"on box tap name=after "set root user.after=1""#)
        #expect(fire(talk, .tap) == [])
        #expect(talk.send("list kind=reaction") == "ok []")
        #expect(user(talk, "after", of: "root") == nil, "it went with its layer")
    }

    /// A value stays within the word in which its placeholder stands.
    @Test(arguments: [
        "\"", "'", ";", "\n", "\" user.bad=1", "x; remove dot", "x\nremove dot", "\\", "\\\"", " ", "", "=", "{x}",
        "{key}", "#",
        "\u{1F600}", "\t", "\u{7}", "a=b", "@t", "\\u{22}",
    ]) func nothingIsInjected(_ key: String) {
        let talk = talk(
            #"on box key name=a "set box user.key={key} user.two=\"<{key}>\" user.three='{key}'""#,
            #"on box key name=b 'set {key} opacity=0.5'"#, #"on box key name=c "remove {key}""#)
        _ = fire(talk, .key) { $0.key = key }
        // An empty value takes away.
        #expect(user(talk, "key") == (key.isEmpty ? nil : key) && user(talk, "two") == "<\(key)>")
        #expect(user(talk, "three") == (key.isEmpty ? nil : key) && user(talk, "bad") == nil)
        #expect(talk.send("list kind=layer") == #"ok ["root","box","dot"]"#)
    }

    @Test func placeholdersAreWords() {
        let talk = talk(#"on box tap "set box user.a={x}{y} user.b={z}{x user.c={{x}} user.d={} user.e={X}""#)
        fire(talk, .tap) { ($0.x, $0.y) = (1, 2) }
        let values = ["a", "b", "c", "d", "e"].map { user(talk, $0) }
        #expect(values == ["12", "{z}{x", "{1}", "{}", "{X}"])
    }

    @Test func whatIsSaidIsChecked() {
        let talk = talk()
        let long = String(repeating: "x", count: ReactionProperty.mostBytes)
        for (line, code) in [
            ("on", "syntax"), ("on box", "syntax"), ("on box tap", "syntax"),
            ("on box tap set box opacity=1", "syntax"),
            ("on nobody tap ''", "unknown-object"), ("on main tap ''", "value"), ("on box tip ''", "value"),
            ("on box tap 'sett box'", "unknown-verb"), ("on box tap 'set box'", "syntax"),
            (#"on box tap "set box name=\"x""#, "syntax"), ("on box tap 'tick 1'", "syntax"),
            ("on box tap 'begin'", "syntax"), ("on box tap 'input key key=a'", "syntax"),
            ("on box tap name=a,b ''", "syntax"), ("on box tap nam=a ''", "syntax"),
            ("on box tap 'set box name=\(long)'", "limit"), ("off box tip", "value"), ("off nobody", "unknown-object"),
            ("off box tap pan", "syntax"), ("off", "syntax"),
            ("create r reaction layer=box lines='nonsense'", "unknown-verb"), ("create r reaction layer=main", "value"),
        ] {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("error \(code) "), "\(line.prefix(60)) → \(reply)")
        }
        #expect(talk.send("list kind=reaction") == "ok []")
        for k in 1...ReactionProperty.most { #expect(talk.send("on box tap name=n\(k) ''") == "ok") }
        #expect(talk.send("on box tap name=more ''").hasPrefix("error limit"))
        #expect(talk.send("create r reaction layer=box").hasPrefix("error limit"))
        #expect(talk.send("on box pan name=n1 ''") == "ok", "one that is there changes")
        #expect(talk.send("off box pan") == "ok" && talk.send("on box tap name=more ''") == "ok")
        #expect(talk.send("off box") == "ok" && talk.send("list kind=reaction") == "ok []")
    }

    @Test func takenBackAsAnythingElse() {
        let talk = talk("on box tap 'set box opacity=0'", "begin", "off box", "on dot tap ''", "set nobody opacity=1")
        #expect(talk.send("commit").hasPrefix("error aborted"))
        #expect(talk.send("list kind=reaction") == #"ok ["box.tap"]"#)
        fire(talk, .tap)
        #expect(talk.send("get box opacity") == #"ok {"opacity":0}"#)
    }

    @Test func dumpedLoadedAndReplaced() {
        let lines = [
            #"on box tap "set dot name=\"a \\\"b\\\"\"; set box opacity={x}""#,
            "on dot longPress name=hold 'remove box'",
        ]
        let talk = talk(lines[0], lines[1])
        let dump = talk.dump()
        let other = Talk()
        for line in dump { #expect(other.send(line) == "ok", "\(line)") }
        #expect(other.dump() == dump && dump.count { $0.contains(" reaction ") } == 2)
        fire(other, .tap) { $0.x = 0.25 }
        #expect(other.send("get box opacity") == #"ok {"opacity":0.25}"#)
        #expect(other.send("get dot name") == #"ok {"name":"a \"b\""}"#)
        // The smallest change: what is there stays, what is not goes.
        talk.files.texts["s"] = dump.joined(separator: "\n")
        _ = talk.send("off dot")
        _ = talk.send("on box enter 'remove dot'")
        let kept = talk.scene.find("box.tap").map { talk.scene.id(of: $0) }
        #expect(talk.send("load path=s replace=true") == "ok")
        #expect(talk.dump() == dump && talk.scene.find("box.tap").map { talk.scene.id(of: $0) } == kept)
    }

    /// Who may change one subtree makes reactions that may change no more.
    @Test func reactionsHaveTheRightsOfWhoMadeThem() {
        let talk = talk("create other layer", "on box tap name=mine 'set other user.by=me'")
        #expect(talk.send("session access=box", on: 2) == "ok")
        for (line, code) in [
            ("on other tap ''", "denied"), ("on root tap ''", "denied"), ("off other", "denied"),
            ("create r reaction layer=other lines='remove other'", "denied"),
            ("create r reaction layer=box scope=root lines='remove other'", nil),
            ("set r scope= lines='set other user.by=r'", nil), ("on dot tap 'set other user.by=dot'", nil),
            ("on box tap name=box 'set box user.ok=1'", nil), ("set box.mine lines='set other user.by=set'", nil),
        ] as [(String, String?)] {
            let reply = talk.send(line, on: 2)
            #expect(reply.hasPrefix(code.map { "error \($0) " } ?? "ok"), "\(line) → \(reply)")
        }
        #expect(talk.send("session access=read", on: 3) == "ok")
        #expect(talk.send("on box tap ''", on: 3).hasPrefix("error denied"))
        let failures = fire(talk, .tap) + fire(talk, .tap, on: "dot")
        #expect(failures.count == 3 && failures.allSatisfy { $0.contains("denied") }, "\(failures)")
        #expect(user(talk, "by", of: "other") == nil && user(talk, "ok") == "1")
        // The rights go with the lines; and the reactions with what they may change.
        #expect(talk.dump().contains { $0.contains("box.mine") && $0.contains("scope=box") })
        #expect(talk.send("create deep layer parent=dot") == "ok" && talk.send("session access=dot", on: 4) == "ok")
        #expect(talk.send("on deep tap 'remove deep'", on: 4) == "ok" && talk.send("set deep parent=root") == "ok")
        #expect(talk.send("remove dot") == "ok" && talk.scene.find("deep.tap") == nil)
    }

    /// At the bound, and one beyond; each scope has its own lines.
    @Test func reactionsHaveABudget() {
        let talk = talk(
            #"on box tap "set box user.n={count}""#, "on dot tap 'set dot user.n={count}; set dot user.m=1'")
        #expect(talk.send("session access=box", on: 2) == "ok")
        #expect(talk.send("on box pan 'set box user.pan={count}'", on: 2) == "ok")
        for count in 1..<ReactionBudget.mostLines { #expect(fire(talk, .tap) { $0.count = count } == []) }
        // One that has begun is run whole.
        #expect(fire(talk, .tap, on: "dot") { $0.count = 7 } == [])
        #expect(user(talk, "n", of: "dot") == "7" && user(talk, "m", of: "dot") == "1")
        #expect(fire(talk, .tap) { $0.count = 0 } == ["box.tap: stopped"])
        #expect(fire(talk, .tap) == [] && fire(talk, .tap, on: "dot") == ["dot.tap: stopped"], "told once")
        #expect(user(talk, "n") == "\(ReactionBudget.mostLines - 1)")
        #expect(fire(talk, .pan) == [] && user(talk, "pan") == "1")
        talk.world.reactions.begin(in: talk.world)
        #expect(fire(talk, .tap) { $0.count = 9 } == [] && user(talk, "n") == "9")
    }

    @Test func allReactionsTogetherHaveABudget() {
        let talk = talk()
        let scopes = ReactionBudget.mostLinesInAll / ReactionBudget.mostLines
        for number in 0...scopes {
            #expect(talk.send("create a\(number) layer") == "ok")
            #expect(talk.send("session access=a\(number)", on: 10 + number) == "ok")
            #expect(talk.send("on a\(number) tap 'set a\(number) user.n={count}'", on: 10 + number) == "ok")
        }
        for number in 0..<scopes {
            for _ in 0..<ReactionBudget.mostLines { #expect(fire(talk, .tap, on: "a\(number)") == []) }
        }
        #expect(fire(talk, .tap, on: "a\(scopes)") == ["a\(scopes).tap: stopped"])
    }

    @Test func lifetimeCounts() {
        let talk = talk()
        _ = talk.send("session lifetime=client", on: 2)
        #expect(talk.send("on box tap ''", on: 2) == "ok")
        #expect(talk.session(2).principal.owned == talk.scene.find("box.tap").map { [talk.scene.id(of: $0)] })
    }

    /// Random bytes with quotes, separators and placeholders: what is taken makes no more words than it had.
    @Test func fuzz() {
        var dice = Dice(11)
        let pieces = [
            "set ", "box ", "user.a=", "{key}", "{x}", "\"", "'", ";", "\n", "\\", " ", "=", "remove ", "dot", "{", "}",
            "#", "@t ",
            "create ", "layer", "é", "on box tap ", "off box",
        ]
        let talk = talk()
        var taken = 0
        for _ in 0..<4000 {
            let text = (0..<dice.upTo(10)).map { _ in dice.pick(pieces) }.joined()
            let quoted = text.map { "\"\\".contains($0) ? "\\\($0)" : $0 == "\n" ? "\\n" : String($0) }.joined()
            let reply = talk.send("on box key \"\(quoted)\"")
            #expect(reply == "ok" || reply.hasPrefix("error "), "\(text)")
            guard reply == "ok" else { continue }
            taken += 1
            let key = (0..<dice.upTo(4)).map { _ in dice.pick(pieces) }.joined()
            fire(talk, .key) { $0.key = key }
            for line in ["put box layer", "put dot layer parent=box"] { _ = talk.send(line) }
        }
        #expect(taken > 100)
        #expect(talk.scene.objects.brokenInvariant() == nil)
    }
}
