import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// Whatever is sent: the daemon lives, each line gets one reply, and what nobody named stays as it is.
    @Suite struct RobustnessTests {
        private static let kept = [
            "create kept:1 layer frame=1,2,30,40 opacity=0.5 name=\"what stays\"",
            "create kept:2 layer parent=kept:1 cornerRadius=3 backgroundColor=#12345678",
        ]

        /// Runs `attack` against a scene that has to be the same afterwards.
        private func withKeptScene(_ attack: (Link) throws -> Void) throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            for line in Self.kept { #expect(try link.ask(line) == "ok") }
            let before = try link.ask("dump kept:1")
            let attacker = try daemon.link()
            do { try attack(attacker) } catch { Issue.record("\(error): \(try daemon.lastWords())") }
            if !daemon.isRunning { Issue.record("the daemon has gone: \(try daemon.lastWords())") }
            #expect(try daemon.link().ask("dump kept:1") == before)
            #expect(try attacker.ask("@same hello").hasPrefix("@same ok {"))
        }

        /// Sends lines in pieces of a hundred; each line that is no comment and not empty has to get its one reply.
        private func exchange(_ lines: [[UInt8]], over link: Link) throws {
            var start = 0
            while start < lines.count {
                let some = lines[start..<min(start + 100, lines.count)]
                let replies = try link.replies(to: Array(some.joined(separator: [10])))
                let expected = some.count { line in
                    // Blanks alone, and a comment behind blanks, are no commands either.
                    let first = line.first { $0 != 0x20 && $0 != 0x09 }
                    return first != nil && first != 0x0D && first != UInt8(ascii: "#")
                }
                #expect(replies.count == expected)
                for reply in replies where !ReplyForm.isKept(reply) { Issue.record("not a reply: \(reply)") }
                guard replies.count == expected else { return }
                start += 100
            }
        }

        @Test func aCrashIsReported() throws {
            // As installed: without the toolchain's reports.
            let daemon = try Daemon(set: ["SWIFT_BACKTRACE": "enable=no"])
            #expect(daemon.end(by: SIGSEGV) == -1)
            let words = try daemon.lastWords()
            #expect(words.contains("scrimd: error: crashed by SIGSEGV at 0x"))
            // How far the calls are known depends on where it was.
            #expect(words.split(separator: "\n").contains { $0.contains("scrimd(") }, "\(words)")
        }

        @Test func randomLines() throws {
            try withKeptScene { link in
                var random = Dice(1)
                try exchange((0..<10_000).map { _ in RandomLine.bytes(&random) }, over: link)
                _ = try link.ask("abort")
            }
        }

        /// A copied list and its rows have the scope of the layer around them: each of them is removed once.
        @Test func clearBehindAListThatWasCopiedBelowTheLayerOfItsScope() throws {
            let daemon = try Daemon()
            // Each connection ends before the next begins: slots that its history kept are free then, and are used again.
            func send(_ lines: String...) throws {
                let link = try daemon.link()
                for line in lines { #expect(try link.ask(line) == "ok") }
            }
            try send(
                #"create d data n=1 items='[{"id":1}]'"#, "define comp v=1", "create .p layer", "end",
                "create ci comp", "create rows each of=comp in=d.items", "create box layer frame=0,0,50,50",
                "create in layer parent=box", "define comp v=1", "end")
            try send("session access=box", "copy rows as=neu parent=in")
            try send("clear")
            #expect(try daemon.link().ask("list") == #"ok ["root","main","daemon"]"#)
        }

        @Test func truncatedLines() throws {
            try withKeptScene { link in
                var random = Dice(2)
                let lines = (0..<10_000).map { _ in
                    let line = RandomLine.good.randomElement(using: &random) ?? ""
                    return Array(Array(line.utf8).prefix(Int.random(in: 0...line.utf8.count, using: &random)))
                }
                // `clear` and `remove` of what is kept are no part of the good lines, nor their beginnings.
                try exchange(lines, over: link)
                _ = try link.ask("abort")
            }
        }

        @Test func randomBytes() throws {
            try withKeptScene { link in
                var random = Dice(3)
                var bytes = (0..<1 << 17).flatMap { _ in (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
                }
                // Whether a line of blanks is empty is not what is tried here.
                for index in bytes.indices where [9, 13, 32].contains(bytes[index]) { bytes[index] = UInt8(ascii: "x") }
                let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
                try exchange(lines, over: link)
            }
        }
    }
}

/// Lines that look like lines.
enum RandomLine {
    /// Lines that are good by themselves, one after another, again and again.
    static let good = [
        "put a layer frame=10,20,100,50 backgroundColor=#ff8800 cornerRadius=8",
        "put b layer parent=a position=5,5 bounds=0,0,20,20 transform=\"rotate(30deg) scale(2)\"",
        "put s shape path=\"M 0 0 C 1 2 3 4 5 6 Z circle(10,10,5)\" fillColor=hsl(120,50%,50%) lineWidth=2",
        "set s path=\"union{circle(10,10,5)}{rect(5,5,10,10)}{polygon(0 0, 20 3, 7 9)}\"",
        "set s path=\"difference(evenOdd){M 0 0 C 9 9 -9 9 5 0 Z circle(3,3,3)}{dashed(1,2,3){ellipse(5,5,3,9)}}\"",
        "set s path=\"symmetricDifference{transformed(rotate(9deg) scale(2)){rect(0,0,5,5)}}{reversed{arc(5,5,3,0,2,cw)}}\"",
        "set s path=\"intersection{flattened(0.5){circle(5,5,5)}}{trimmed(10%,0.9){circle(8,5,5)}}\"",
        "set s path=\"M 0 0 tangentArc(10,0,10,10,5) Z\"", "measure s at=30% contains=3,3 rule=evenOdd",
        "hit 12,25", "hit 30,30 interactive=true", "convert 1,2,3,4 from=b to=s", "get b visibleRect",
        "put sc scroll frame=0,0,40,40", "put far layer parent=sc frame=300,200,9,9", "scrollTo far duration=1",
        "scrollTo far 1,2,300,4",
        "put sh shape frame=0,0,30,40 path=\"difference{inset(10%)}{circle(50%,50%,5)}\"",
        "set sh shadowPath=inset(2)",
        "animate sh path=\"mix(0.5){rect(0,0,100%,9)}{rect(0,0,9,100%)}\" bounds=0,0,60,9", "measure sh",
        "put c canvas frame=5,5,60,40", "draw c fill path=\"rect(25%,0,50%,100%)\"", "draw c saveLayer",
        "draw c textBox string='a b c' rect=0,0,20,30 size=9",
        "draw c clipText string=A at=5,20 size=20", "draw c conicGradient colors=red,blue center=20,20 angle=1",
        "draw c textOnPath string=abc path=\"M 0 9 Q 9 0 30 9\" size=9 offset=3", "draw c restore",
        "draw c replace=1 alpha 0.5", "draw c insert=2 fill path=\"circle(9,9,5)\"", "draw c remove=0",
        "set c drawing=",
        "put st stack bounds=0,0,60,60 isWrapped=true lineSpacing=2 direction=rightToLeft alignment=firstBaseline",
        "put st1 text parent=st string=ab maximumLines=1 minimumScale=0.5 layout.shrink=2 layout.minimum=3",
        "put st2 layer parent=st bounds=0,0,40,9 layout.maximum=30 layout.spacing=4 layout.alignment=trailing",
        "set st2 accessibilityLabel='a word' accessibilityRole=button", "on a singleTap \"set b opacity=0.5\"",
        "on a swipe when direction=='left' \"set b opacity=1\"",
        "put fi field items=a regionShape=path regionPath=\"circle(0,0,20)\" isInverted=true",
        "put at attachment item=a anchor=9,9 type=sliding range=-5,9",
        "put pu push items=a mode=addVelocity velocity=9,9",
        "remove fi at pu",
        "put c canvas frame=5,5,60,40", "draw c save", "draw c rotate 10deg", "draw c clip path=\"circle(20,20,15)\"",
        "draw c fill path=\"rect(1,2,30,20)\" color=#f80c rule=evenOdd", "draw c restore", "draw c blend multiply",
        "draw c shadow offset=1,2 radius=2 color=#000a", "draw c stroke path=\"M 0 0 L 30 30\" width=3 dash=4,2",
        "draw c linearGradient colors=red,blue from=0,0 to=30,0", "set c drawing=",
        "set a opacity=0.25 name=\"two \\\"words\\\" \\u{1F600}\" user.note='as it is'",
        "@tag-1 get a opacity position from=presentation",
        "animate a position=50,60 duration=0.5 timing=ease-in-out",
        "tick 0.016", "tree root depth=3", "list kind=layer", "describe shape", "explain a", "stats",
        "begin duration=1", "commit", "abort", "subscribe created changed layer=a", "unsubscribe",
    ]

    /// The same for scenes that live by themselves: expressions, bindings, data, themes, styles, selectors, components, lists,
    /// timers, undo.
    static let living = [
        "put d data x=12 t='a b' items='[{\"id\":1,\"level\":0.5},{\"id\":2}]'", "set d x=13", "set d items=[]",
        "set d x=",
        "put default theme accent=#0a84ff radius=12", "put night theme accent=#ffb000", "set default radius=4",
        "put e layer frame=0,0,40,20 backgroundColor=$accent|red cornerRadius=$radius|3", "set e theme=night",
        "set e theme=",
        "put card style cornerRadius=$radius|5 opacity=0.7 duration=0.2", "set e style=card", "set e style=",
        "put card.off style of=card state=disabled,hover borderWidth=2", "set e isEnabled=false",
        "set card opacity=0.3",
        "set e zPosition:=clamp(d.x*2, 0, 100) % 7 user.n:=text(old)+'x'", "set e position:=point(position.x+1, 2^2)",
        "bind e zPosition:=d.x/2 borderWidth:=presentation(a.opacity)*3", "bind e zPosition:=",
        "bind e opacity:=e.opacity",
        "bind a opacity:=mix(0, 1, clamp(time % 1, 0, 1))", "bind a opacity:=", "get e zPosition from=text",
        "define badge level=0.5 tint=#f80", "create .bar layer frame=0,0,60,16",
        "create .dot layer parent=.bar slot=true",
        "bind .dot backgroundColor:=tint position.x:=60*level", "on .dot tap \"set self level:=1-level\"", "end",
        "put g badge parent=a level=0.2", "set g level=1", "animate g level=0 duration=0.3", "get g.dot position",
        "undefine badge",
        "put rows each of=badge in=d.items key=id axis=vertical", "set rows rowHeight=20", "list rows/**",
        "every 0.1s name=t \"set d x:=number(d.x)+1\"", "after 50ms \"remove e\"", "set t isPaused=true", "remove t",
        "repeat in=0..5 \"put r{item} layer parent=a zPosition:=item*2\"", "copy a as=a2", "set r* opacity=0.5",
        "get [kind=layer]", "remove a/**", "list .card", "set .card,r* borderWidth=1",
        "animate r* opacity=1 duration=0.1",
        "on d changed name=c when key=='x' \"set a user.seen:=value\"", "on a key when state=='down' \"focus next\"",
        "focus a", "focus next", "focus none", "input key key=Tab", "checkpoint p", "diff p", "undo", "redo", "undo 3",
        "set d l:=append(slice(list, -3), 4)", "put f text string:=join(d.items, ', ') probePoint=10,3",
        "get f probeIndex caretRect",
        "put q shape path:=plot(d.items, 40, 20, 0, 1)", "use controls.scrim", "put s1 slider frame=0,0,90,20",
        "put t1 textField",
        "put m1 menu isOpen=true", "input pointer x=20 y=10 state=down", "input pointer x=60 y=10",
        "input pointer state=up",
        "tick 0.1", "dump", "tree",
    ]

    private static let verbs = [
        "create", "put", "set", "get", "remove", "list", "tree", "dump", "describe", "explain", "begin", "commit",
        "abort",
        "animate", "draw", "subscribe", "unsubscribe", "sync", "clock", "tick", "repaint", "damage", "input", "on",
        "off", "bind", "define", "end", "undefine", "use", "copy", "repeat", "every", "after", "undo", "redo",
        "checkpoint",
        "diff", "focus",
        "stats", "debug", "hello", "frobnicate", "", "SET", "sét",
    ]
    private static let words = [
        "a", "b", "c", "root", "main", "none", "layer", "shape", "animation", "manual", "pointer", "tap", "1", "-",
        "\"q w\"",
        "''", "\"open", "'open", "\\", "=", "==", "a=b=c", "x\u{1}y", "日本語", "#", "@t",
    ]
    private static let keys = [
        "parent", "index", "above", "opacity", "frame", "bounds", "position", "position.x", "transform", "path", "mask",
        "backgroundColor", "cornerRadius", "name", "user.x", "duration", "timing", "from", "layer", "nonsense", "",
    ]
    private static let values = [
        "1", "0.5", "-1", "1e999", "nan", "1e308,1e308,1e308,1e308", "0,0,10,10", "1,2", ",,,", "#fff", "#zzz",
        "rgb(1,2,3",
        "none", "a", "root", "\"M 0 0 L 1e30 1e30 A 1 1 0 0 0 5 5\"", "\"rotate(1deg) scale(0)\"",
        "\"stroke(1){stroke(1){rect(0,0,1,1)}}\"", "$a", "$a|1", "[1,2]", "{\"a\":", "true", "\"\\u{110000}\"",
        "\"\\u{41}\"", "'",
        "99999999999999999999",
        "cubic-bezier(1,2,3,4)", "steps(0)", "",
    ]

    /// A verb and a few words, now and then with a byte changed.
    static func bytes(_ random: inout Dice) -> [UInt8] {
        var line = verbs.randomElement(using: &random) ?? ""
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            line += [" ", " ", "  ", "\t"].randomElement(using: &random) ?? " "
            if Bool.random(using: &random) {
                line += words.randomElement(using: &random) ?? ""
            } else {
                line += (keys.randomElement(using: &random) ?? "") + "=" + (values.randomElement(using: &random) ?? "")
            }
        }
        var bytes = Array(line.utf8)
        if !bytes.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let byte = UInt8.random(in: 33...255, using: &random)
            bytes[index] = byte
        }
        // A line of blanks alone is left to other tests.
        return bytes.allSatisfy { $0 == 32 || $0 == 9 } ? [] : bytes
    }
}
