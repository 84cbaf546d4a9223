import Foundation
import Testing

extension RealDaemon {
    /// The controls that come with the daemon, driven by pointer, finger and keys.
    @Suite struct ControlTests {
        /// A daemon with controls, and a connection to it.
        private struct Desk {
            let daemon: Daemon
            let link: Link

            init(_ lines: String...) throws {
                daemon = try Daemon()
                link = try daemon.link()
                for line in ["clock manual", "use controls.scrim"] + lines + ["tick"] {
                    let reply = try link.ask(line)
                    #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
                }
            }

            func say(_ lines: String...) throws {
                for line in lines {
                    let reply = try link.ask(line)
                    #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
                }
                #expect(try link.ask("tick").hasPrefix("ok"))
            }

            func press(_ x: Int, _ y: Int) throws {
                try say("input pointer x=\(x) y=\(y) state=down", "input pointer x=\(x) y=\(y) state=up")
            }

            func drag(_ x: Int, _ y: Int, to end: (x: Int, y: Int)) throws {
                try say("input touch id=1 x=\(x) y=\(y) state=down")
                for step in 1...4 {
                    try say(
                        "input touch id=1 x=\(x + (end.x - x) * step / 4) y=\(y + (end.y - y) * step / 4)", "tick 0.016"
                    )
                }
                try say("input touch id=1 x=\(end.x) y=\(end.y) state=up")
            }

            func key(_ keys: String...) throws {
                for key in keys { try say("input key key=\(key) state=down", "input key key=\(key) state=up") }
            }

            func type(_ text: String) throws {
                for one in text { try say("input key key=k text='\(one)'") }
            }

            func get(_ what: String) throws -> String { try String(link.ask("get \(what)").dropFirst(3)) }
        }

        @Test func pointersAndKeysChangeThem() throws {
            let desk = try Desk(
                "create b button frame=10,10,96,30 title=Save", "create t toggle frame=10,50,42,26",
                "create c check frame=10,90,140,22 title=One", "create r radio frame=160,90,140,22 title=Two",
                "create s slider frame=10,120,220,22 from=0 to=100 step=5",
                "create n stepper frame=10,150,64,26", "create w tabs frame=10,190,200,30 titles=A,B,C",
                "create off button frame=120,10,96,30 isEnabled=false")
            try desk.press(50, 20)
            try desk.key("space", "Return", "a")
            #expect(try desk.get("b presses") == #"{"presses":3}"#)
            try desk.press(150, 20)
            #expect(try desk.get("off presses") == #"{"presses":0}"#)
            try desk.press(20, 60)
            #expect(try desk.get("t value accessibilityValue") == #"{"value":true,"accessibilityValue":"on"}"#)
            try desk.press(20, 100)
            try desk.press(170, 100)
            #expect(try desk.get("c value") == #"{"value":true}"#)
            #expect(try desk.get("r value") == #"{"value":true}"#)
            #expect(try desk.get("c.mark isHidden") == #"{"isHidden":false}"#)
            try desk.press(120, 130)
            try desk.key("Right", "Prior", "Down")
            #expect(try desk.get("s value") == #"{"value":75}"#)
            try desk.key("Home", "End")
            #expect(try desk.get("s value") == #"{"value":100}"#)
            try desk.press(60, 160)
            try desk.press(60, 160)
            try desk.key("Down")
            #expect(try desk.get("n value") == #"{"value":1}"#)
            try desk.press(110, 200)
            try desk.key("Right", "Right")
            #expect(try desk.get("w selected accessibilityValue") == #"{"selected":2,"accessibilityValue":"C"}"#)
        }

        @Test func aFingerDragsThemWhereverTheyStand() throws {
            let desk = try Desk("create s slider frame=100,100,220,22 from=0 to=100")
            try desk.drag(110, 110, to: (210, 130))
            #expect(try desk.get("s value") == #"{"value":50}"#)
            try desk.drag(210, 110, to: (390, 110))
            #expect(try desk.get("s value") == #"{"value":100}"#)
        }

        /// Input is in points whatever the scale.
        @Test func dragsArriveOnAScreenOfOneAndAHalf() throws {
            let desk = try Desk(
                "set main scale=1.5", "create s slider frame=20,20,220,22 from=0 to=100",
                "create v scrollView frame=20,60,200,120 contentHeight=600", "create n stepper frame=20,200,120,30",
                "create page layer frame=300,20,400,300", "create d dialog parent=page title=Sure?")
            try desk.drag(30, 30, to: (130, 30))
            #expect(try desk.get("s value") == #"{"value":50}"#)
            try desk.drag(60, 160, to: (60, 80))
            #expect(try desk.get("v.clip scrollPoint") != #"{"scrollPoint":[0,0]}"#)
            // Wider than of itself: each half is half of it, its line on whole points.
            try desk.press(120, 215)
            try desk.press(120, 215)
            try desk.press(40, 215)
            #expect(try desk.get("n value") == #"{"value":1}"#)
            #expect(try desk.get("n.line frame") == #"{"frame":[59,8,1,14]}"#)
            // A dialog that was put nowhere stands in the middle; its right button is the first answer.
            #expect(try desk.get("d frame") == #"{"frame":[60,85,280,130]}"#)
            try desk.say("set d isOpen=true")
            try desk.press(560, 210)
            #expect(try desk.get("d answer isOpen") == #"{"answer":"ok","isOpen":false}"#)
            try desk.say("set d isOpen=true")
            try desk.drag(420, 210, to: (425, 212))
            #expect(try desk.get("d answer") == #"{"answer":"cancel"}"#)
        }

        /// Rows, labels and cells are parts of other controls.
        @Test func everyControlIsOnThePage() throws {
            let page = try Checkout.text("docs/controls.md")
            let measured = try Checkout.text("docs/controls-measured.md")
            let lines = try Checkout.text("config/controls.scrim").split(separator: "\n")
            let names = lines.filter { $0.hasPrefix("define ") }.map { $0.split(separator: " ")[1] }
            #expect(names.count > 30)
            for name in names where !["Label", "Row", "Column"].contains(where: { name.hasSuffix($0) }) {
                #expect(page.contains("`\(name)`"), "\(name)")
                #expect(measured.contains("\n| \(name) `"), "\(name) is not measured")
            }
        }

        /// The page with all of them, and a dark copy of it.
        @Test func theExampleLoads() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let loaded = try link.ask("load path=\(Checkout.root)/examples/all-controls.scrim")
            #expect(loaded.hasPrefix("ok"), "\(loaded)")
            #expect(try link.ask("get night backgroundColor").contains("1c1c1eff"))
        }

        /// A hundred controls with a theme: once shown they wake the daemon up for nothing.
        @Test func controlsAtRestWakeNobody() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            #expect(try link.ask("use controls.scrim").hasPrefix("ok"))
            #expect(try link.ask("set root theme=dark").hasPrefix("ok"))
            let kinds = [
                "button", "toggle", "check", "radio", "slider", "stepper", "tabs titles=A,B", "textField",
                "progressRing",
                "gauge", "lineChart values=1,2,3", "scrollView", "menu titles=A,B", "dialog", "tooltip",
            ]
            for number in 0..<100 {
                let line = "create c\(number) \(kinds[number % kinds.count]) position=\(number * 5),\(number * 3)"
                #expect(try link.ask(line).hasPrefix("ok"), "\(line)")
            }
            #expect(try link.ask("sync").hasPrefix("ok"))
            func wakeUps() throws -> String {
                let path = "/proc/\(daemon.id)/status"
                let status = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                return status.first { $0.hasPrefix("voluntary_ctxt_switches") }.map(String.init) ?? ""
            }
            // Whatever was begun ends first.
            for _ in 0..<50 {
                let before = try wakeUps()
                usleep(300_000)
                if try wakeUps() == before { break }
            }
            let before = try wakeUps()
            sleep(2)
            #expect(try wakeUps() == before)
            #expect(!before.isEmpty)
        }

        @Test func whatLooksPressedIs() throws {
            let desk = try Desk("create b button frame=10,10,96,30", "create light2 theme accent=#123456")
            let calm = try desk.get("b backgroundColor")
            try desk.say("input pointer x=20 y=20", "tick 0.3")
            let hovered = try desk.get("b backgroundColor")
            try desk.say("input pointer state=down", "tick 0.3")
            let pressed = try desk.get("b backgroundColor")
            #expect(Set([calm, hovered, pressed]).count == 3)
            // The ring is for keys.
            #expect(try desk.get("b shadowOpacity") == #"{"shadowOpacity":0}"#)
            try desk.say("input key key=a", "tick 0.3")
            #expect(try desk.get("b shadowOpacity") == #"{"shadowOpacity":1}"#)
            try desk.say("input pointer state=up", "input pointer x=300 y=200", "tick 0.3")
            #expect(try desk.get("b backgroundColor") == calm)
            try desk.say("set b isEnabled=false", "tick 0.3")
            #expect(try desk.get("b opacity") == #"{"opacity":0.88}"#)
        }

        @Test func tabGoesFromOneToTheNext() throws {
            let desk = try Desk(
                "create a button frame=10,10,96,30", "create t toggle frame=10,50,42,26",
                "create hidden button isHidden=true", "create off toggle isEnabled=false frame=60,50,42,26",
                "create z slider frame=10,90,200,22", "subscribe key")
            func focused() throws -> [String] {
                try ["a", "t", "z", "hidden", "off"].filter {
                    try desk.get("\($0) shadowOpacity") == #"{"shadowOpacity":1}"#
                }
            }
            #expect(try focused() == [])
            try desk.key("Tab")
            #expect(try focused() == ["a"])
            try desk.key("Tab", "space")
            #expect(try focused() == ["t"])
            #expect(try desk.get("t value") == #"{"value":true}"#)
            try desk.key("Tab", "End")
            #expect(try desk.get("z value") == #"{"value":1}"#)
            try desk.key("Tab")
            #expect(try focused() == ["a"])
            try desk.say("input key key=Tab modifiers=shift")
            #expect(try focused() == ["z"])
            try desk.say("focus t")
            #expect(try focused() == ["t"])
            try desk.say("focus none")
            #expect(try focused() == [])
            // Who takes Tab keeps it.
            try desk.say("focus a", #"on a key name=mine when key=='Tab' "set a presses=7""#)
            try desk.key("Tab")
            #expect(try focused() == ["a"])
            #expect(try desk.get("a presses") == #"{"presses":7}"#)
        }

        @Test func nestedViewsHandTheWheelOnAndPagesRest() throws {
            let desk = try Desk(
                "create v scrollView frame=0,0,200,200 contentHeight=600",
                "create in scrollView parent=v frame=10,10,150,100 contentHeight=150",
                "create p scrollView frame=210,0,150,100 contentHeight=400 page=100")
            try desk.say("input pointer x=50 y=50 scroll=0,100")
            #expect(try desk.get("in.clip scrollPoint") == #"{"scrollPoint":[0,50]}"#)
            #expect(try desk.get("v.clip scrollPoint") == #"{"scrollPoint":[0,0]}"#)
            // At its end: the view around it scrolls, and back the inner one first.
            try desk.say("input pointer x=50 y=50 scroll=0,20")
            #expect(try desk.get("v.clip scrollPoint") == #"{"scrollPoint":[0,20]}"#)
            try desk.say("input pointer x=50 y=50 scroll=0,-10")
            #expect(try desk.get("in.clip scrollPoint") == #"{"scrollPoint":[0,40]}"#)
            #expect(try desk.get("v.clip scrollPoint") == #"{"scrollPoint":[0,20]}"#)
            // The rest of a drag goes on, too, and comes back to the inner one with the next.
            try desk.say(
                "input touch id=1 x=50 y=80 state=down", "input touch id=1 x=50 y=65", "input touch id=1 x=50 y=55")
            #expect(try desk.get("in.clip scrollPoint") == #"{"scrollPoint":[0,50]}"#)
            try desk.say("input touch id=1 x=50 y=30", "input touch id=1 x=50 y=20")
            #expect(try desk.get("in.clip scrollPoint") == #"{"scrollPoint":[0,50]}"#)
            #expect(try desk.get("v.clip scrollPoint") == #"{"scrollPoint":[0,55]}"#)
            try desk.say("input touch id=1 state=up", "tick 3")
            // However far a finger throws, it is one page.
            try desk.drag(250, 80, to: (250, 20))
            try desk.say("tick 3")
            #expect(try desk.get("p.clip scrollPoint from=presentation") == #"{"scrollPoint":[0,100]}"#)
            #expect(try desk.get("p offset") == #"{"offset":100}"#)
        }

        @Test func theWheelAndAFingerScrollOverControls() throws {
            let desk = try Desk(
                "create v scrollView frame=20,10,200,100 contentHeight=400",
                "create t toggle parent=v frame=10,10,42,26", "create s slider parent=v frame=10,50,150,22",
                "create far button parent=v frame=10,300,96,30")
            try desk.say("input pointer x=40 y=30 scroll=0,30")
            #expect(try desk.get("v.clip scrollPoint") == #"{"scrollPoint":[0,30]}"#)
            try desk.say("input pointer x=60 y=40 scroll=0,10")
            #expect(try desk.get("v.clip scrollPoint") == #"{"scrollPoint":[0,40]}"#)
            #expect(try desk.get("s value") == #"{"value":0.5}"#)
            try desk.say("input pointer x=60 y=40 scroll=0,-400")
            #expect(try desk.get("v.clip scrollPoint") == #"{"scrollPoint":[0,0]}"#)
            // From a switch, which stays as it is; the slider takes its drag.
            try desk.drag(40, 30, to: (40, -30))
            #expect(try desk.get("v.clip scrollPoint") != #"{"scrollPoint":[0,0]}"#)
            #expect(try desk.get("t value") == #"{"value":false}"#)
            try desk.say("focus far", "tick 1")
            try desk.key("Home")
            try desk.say("tick 2")
            #expect(try desk.get("v.clip scrollPoint from=presentation") == #"{"scrollPoint":[0,0]}"#)
            try desk.drag(35, 70, to: (165, 70))
            #expect(try desk.get("s value") != #"{"value":0.5}"#)
            #expect(try desk.get("v.clip scrollPoint") == #"{"scrollPoint":[0,0]}"#)
        }

        @Test func textIsTyped() throws {
            let desk = try Desk(
                "create f textField frame=10,10,200,30 placeholder=Name",
                "create g textField frame=10,50,200,30 isSecure=true")
            #expect(try desk.get("f.placeholder isHidden") == #"{"isHidden":false}"#)
            try desk.press(40, 20)
            try desk.type("Grüße")
            #expect(try desk.get("f value caret") == #"{"value":"Grüße","caret":5}"#)
            #expect(try desk.get("f.placeholder isHidden") == #"{"isHidden":true}"#)
            #expect(try desk.get("f.caret isHidden") == #"{"isHidden":false}"#)
            try desk.key("BackSpace", "Left", "Left", "Delete")
            #expect(try desk.get("f value caret") == #"{"value":"Grß","caret":2}"#)
            try desk.say("input key key=End modifiers=shift")
            #expect(try desk.get("f caret anchor") == #"{"caret":3,"anchor":2}"#)
            #expect(try desk.get("f.selection isHidden") == #"{"isHidden":false}"#)
            try desk.say("input key key=x text=x modifiers=control")
            try desk.key("Home")
            try desk.say("input key key=v modifiers=control")
            #expect(try desk.get("f value caret anchor") == #"{"value":"ßGr","caret":1,"anchor":1}"#)
            try desk.say("input key key=a modifiers=control")
            try desk.type("x")
            try desk.key("Return")
            #expect(try desk.get("f value submits") == #"{"value":"x","submits":1}"#)
            // Nothing of a secret is copied.
            try desk.key("Tab")
            try desk.type("abc")
            try desk.say("input key key=a modifiers=control", "input key key=c modifiers=control")
            #expect(try desk.get("controls.clipboard text") == #"{"text":"ß"}"#)
            #expect(try desk.get("g value accessibilityValue") == #"{"value":"abc","accessibilityValue":""}"#)
            #expect(try desk.get("g.text string") == #"{"string":"•••"}"#)
        }

        /// Code points that become one character with what stands before them, typed one by one.
        @Test(arguments: ["é", "กำลัง", "नमस्ते", "שָׁלוֹם", "👩‍👩‍👧x", "🇩🇪"])
        func charactersAreTypedInParts(_ text: String) throws {
            let text = text.decomposedStringWithCanonicalMapping
            let desk = try Desk("create f textField frame=10,10,200,30 value=ab caret=1 anchor=1")
            try desk.say("focus f", "set f caret=1 anchor=1")
            for scalar in text.unicodeScalars { try desk.say("input key key=x text=\"\(scalar)\"") }
            let caret = text.count + 1
            #expect(
                try desk.get("f value caret anchor") == #"{"value":"a\#(text)b","caret":\#(caret),"anchor":\#(caret)}"#)
            try desk.type("c")
            #expect(try desk.get("f value") == #"{"value":"a\#(text)cb"}"#)
            // A composition that joins what stands before it, and a paste of the same.
            try desk.say("set f value=eb caret=1 anchor=1", "input key state=compose text=\"\u{301}\"")
            #expect(try desk.get("f.text string caretIndex") == "{\"string\":\"e\u{301}b\",\"caretIndex\":1}")
            try desk.say("input key state=compose", "set controls.clipboard text=\"\u{301}\"")
            try desk.say("input key key=v modifiers=control")
            #expect(try desk.get("f value caret") == "{\"value\":\"e\u{301}b\",\"caret\":1}")
        }

        @Test func aPointerPlacesTheCaret() throws {
            let desk = try Desk("create f textField frame=100,50,200,30 value=iiiiiiiiWWWW")
            try desk.press(102, 65)
            #expect(try desk.get("f caret") == #"{"caret":0}"#)
            try desk.press(290, 65)
            #expect(try desk.get("f caret anchor") == #"{"caret":12,"anchor":12}"#)
            try desk.say("tick 1")
            try desk.drag(290, 65, to: (80, 65))
            #expect(try desk.get("f caret anchor") == #"{"caret":0,"anchor":12}"#)
            // A text that is wider than the field ends where its caret is.
            try desk.say("set f value='\(String(repeating: "W", count: 60))' caret=60 anchor=60")
            let reply = try desk.get("f.content position.x")
            let x = reply.split(separator: ":").last.flatMap { Double($0.dropLast()) }
            #expect((x ?? 0) < -300, "\(reply)")
        }

        @Test func menusDialogsAndLists() throws {
            let desk = try Desk(
                "create m menu frame=10,10,140,10 titles=Open,Save,Quit isOpen=true",
                "create d dialog frame=10,120,280,130 title=Sure?",
                "create b button frame=320,250,70,30", "create k data items=[]",
                "create ts each of=toast in=k.items key=id axis=vertical frame=300,120,90,100")
            try desk.press(60, 55)
            #expect(try desk.get("m chosen isOpen") == #"{"chosen":1,"isOpen":false}"#)
            // A pointer over the menu would mark what is below it.
            try desk.say("input pointer x=395 y=295", "set m isOpen=true")
            try desk.key("Down", "Down", "Down", "Return")
            #expect(try desk.get("m chosen isOpen") == #"{"chosen":2,"isOpen":false}"#)
            // A press elsewhere closes it and does nothing else.
            try desk.say("set m isOpen=true")
            try desk.press(350, 260)
            #expect(try desk.get("m chosen isOpen") == #"{"chosen":2,"isOpen":false}"#)
            #expect(try desk.get("b presses") == #"{"presses":0}"#)
            try desk.say("set d isOpen=true")
            try desk.press(350, 260)
            #expect(try desk.get("b presses") == #"{"presses":0}"#)
            try desk.press(220, 220)
            #expect(try desk.get("d answer isOpen") == #"{"answer":"ok","isOpen":false}"#)
            try desk.say("set d isOpen=true")
            try desk.key("Tab", "space")
            #expect(try desk.get("d answer isOpen") == #"{"answer":"cancel","isOpen":false}"#)
            try desk.say("set d isOpen=true answer=none")
            try desk.key("Tab", "Tab", "Return")
            #expect(try desk.get("d answer") == #"{"answer":"ok"}"#)
            try desk.say("set d isOpen=true")
            try desk.key("Escape")
            #expect(try desk.get("d answer isOpen") == #"{"answer":"cancel","isOpen":false}"#)
            try desk.say(#"set k items='[{"id":1,"title":"Saved"}]'"#)
            #expect(try desk.get("ts.1.title string") == #"{"string":"Saved"}"#)
        }

        @Test func theTreeTellsWhatTheyAre() throws {
            let desk = try Desk(
                "create b button title=Save", "create s slider value=0.25 accessibilityLabel=Volume",
                "create c check title=All",
                "create p progressBar value=0.5", "create t textField value=hello")
            let tree = try desk.link.ask("tree root depth=1")
            for part in [
                #""role":"button","label":"Save""#, #""role":"slider","label":"Volume","value":"0.25""#,
                #""role":"checkbox","label":"All","value":"off""#, #""role":"progressbar","value":"50 %""#,
                #""role":"textbox","value":"hello""#,
            ] { #expect(tree.contains(part), "\(part) in \(tree)") }
        }

        /// One that is removed, and one that is made again, with all that hangs on it.
        @Test func controlsComeAndGo() throws {
            let desk = try Desk(
                "create b button frame=10,10,96,30 title=Save", "create s slider frame=10,50,100,22 value=0.2")
            try desk.press(50, 20)
            try desk.say("remove b")
            try desk.key("space", "Tab", "Right")
            #expect(try desk.get("s value") == #"{"value":0.25}"#)
            try desk.say("undo")
            try desk.press(50, 20)
            #expect(try desk.get("b presses title") == #"{"presses":2,"title":"Save"}"#)
            let dump = try desk.link.ask("dump")
            #expect(dump.contains("create b button") && dump.contains("use ") && !dump.contains("b.label"))
        }

        /// Each control, driven by pointer, finger and keys, and scenes without a client, in files as users write them.
        @Test(
            arguments: try Checkout.files("Tests/Controls", ending: ".test")
                + Checkout.files("Tests/Scenes", ending: ".test"))
        func filesOfTestsHold(file: String) throws {
            let sandbox = try Sandbox()
            let outcome = try sandbox.run("scrim", ["test", "\(Checkout.root)/\(file)"])
            #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        }

        /// Contrasts of texts and edges, and areas that take a press, of all controls in all themes.
        @Test(arguments: ["light", "dark", "contrast"]) func controlsAreSeenAndHit(theme: String) throws {
            let desk = try Desk("set main size=440x840 scale=3")
            let text = try Checkout.text("examples/controls/states.scrim").replacing(
                "theme=light", with: "theme=\(theme)")
            let file = try desk.daemon.sandbox.write(text, to: "states.scrim")
            try desk.say("load path=\(file) replace=true", "tick 2", "input pointer x=1 y=1")
            let path = desk.daemon.sandbox.file("all.rgba")
            try desk.say("snapshot path=\(path) format=rgba")
            let pixels = [UInt8](try desk.daemon.sandbox.bytes("all.rgba"))
            let (width, least) = (440 * 3, theme == "contrast" ? 7.0 : 4.5)
            func luminance(_ x: Int, _ y: Int) -> Double {
                let part = (0..<3).map { channel in
                    let value = Double(pixels[(y * width + x) * 4 + channel]) / 255
                    return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
                }
                return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2]
            }
            /// The contrast of the most frequent shade in a rectangle, or of that in its corner, with that farthest from it.
            func contrast(_ frame: [Double], fromCorner: Bool = false) -> Double {
                var counts: [Double: Int] = [:]
                let points = frame.map { Int(($0 * 3).rounded()) }
                if fromCorner { counts[luminance(max(points[0], 0), max(points[1], 0))] = .max / 2 }
                for y in max(points[1], 0)..<min(points[1] + points[3], pixels.count / width / 4) {
                    for x in max(points[0], 0)..<min(points[0] + points[2], width) {
                        counts[luminance(x, y), default: 0] += 1
                    }
                }
                guard let ground = counts.max(by: { $0.value < $1.value })?.key else { return 0 }
                return counts.keys.map { (max($0, ground) + 0.05) / (min($0, ground) + 0.05) }.max() ?? 0
            }
            func read(_ line: String) throws -> [String: Any] {
                ReplyForm.json(String(try desk.link.ask(line).dropFirst(3))) as? [String: Any] ?? [:]
            }
            var (texts, controls) = (0, 0)
            func look(_ node: [String: Any], _ origin: [Double], _ isTop: Bool) throws {
                guard let id = node["id"] as? String, let frame = node["frame"] as? [Double] else { return }
                let now = try read("get \(id) isHidden opacity isEnabled bounds")
                guard now["isHidden"] as? Bool == false, now["isEnabled"] as? Bool == true,
                    now["opacity"] as? Double == 1, let bounds = now["bounds"] as? [Double]
                else { return }
                let place = [origin[0] + frame[0], origin[1] + frame[1], frame[2], frame[3]]
                if node["kind"] as? String == "text", min(frame[2], frame[3]) > 0,
                    try read("get \(id) string")["string"] as? String != ""
                {
                    texts += 1
                    let found = contrast(place)
                    #expect(found >= least, "\(theme): \(id) has \(found) : 1")
                }
                if let role = node["role"] as? String, isTop {
                    controls += 1
                    let found = contrast([place[0] - 3, place[1] - 3, place[2] + 6, place[3] + 6], fromCorner: true)
                    #expect(found >= (theme == "contrast" ? 7 : 3), "\(theme): \(id) has \(found) : 1")
                    let isPressed = !["progressbar", "meter", "img", "status", "tooltip"].contains(role)
                    #expect(
                        !isPressed || min(frame[2], frame[3]) >= 24, "\(id) is \(frame[2])×\(frame[3]) points large")
                }
                for part in node["sublayers"] as? [[String: Any]] ?? [] {
                    try look(part, [place[0] - bounds[0], place[1] - bounds[1]], false)
                }
            }
            for part in try read("tree page")["sublayers"] as? [[String: Any]] ?? [] { try look(part, [0, 0], true) }
            #expect(texts > 40 && controls > 20, "\(texts) texts and \(controls) controls")
        }

        /// Scenes that need no client: each is read without a complaint, shows something, and goes on by itself.
        @Test(arguments: try Checkout.files("examples/living", ending: ".scrim"))
        func scenesLiveByThemselves(file: String) throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let loaded = try link.ask("load path=\(Checkout.root)/\(file)")
            #expect(loaded.hasPrefix("ok"), "\(file): \(loaded)")
            for _ in 0..<3 { #expect(try link.ask("tick 0.5").hasPrefix("ok")) }
            // Bindings that have failed say why.
            #expect(try link.ask("get [isActive=false] message") == "ok {}", "\(file)")
            let path = daemon.sandbox.file("shown.rgba")
            #expect(try link.ask("snapshot path=\(path) format=rgba").hasPrefix("ok"))
            #expect(Set(try daemon.sandbox.bytes("shown.rgba")).count > 8, "\(file)")
        }
    }
}
