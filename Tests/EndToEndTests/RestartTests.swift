import Foundation
import Testing

extension RealDaemon {
    /// A daemon that is stopped in order, or killed, and started in another world: what could be kept is kept, the rest waits.
    @Suite struct RestartTests {
        private static let component = "define badge level=1\ncreate .knob layer frame=0,0,5,5\nend\n"
        private static let other = component.replacing("level", with: "lev")
        private static let data = (0..<40).map { #"{"t":\#($0)}"# }.joined(separator: ",")

        /// `@` in words and lines is the sandbox's folder.
        struct Circumstance: CustomTestStringConvertible {
            var name: String
            /// Texts, or absolute paths of files to be copied.
            var files: [String: String] = [:]
            var lines: [String]
            /// The arguments of the first daemon.
            var before: [String] = []
            /// The file that is another one, or gone, behind the first daemon.
            var change: (file: String, text: String?)?
            var after: [String] = []
            /// Ids that are dormant then.
            var dormant: [String] = []
            /// A line that brings them back; nil: the file as it was does.
            var back: String?

            var testDescription: String { name }
        }

        private static let pixelate = "\(Checkout.root)/examples/plugins"

        static let circumstances = [
            Circumstance(
                name: "a plugin that was loaded by hand",
                lines: [
                    "plugin load \(pixelate)/Pixelate/Pixelate.scrimplugin",
                    "create a layer frame=0,0,5,5 filters=pixelate(4)",
                    "create b layer parent=a", "create m layer parent=none mask=a",
                ], dormant: ["a", "b", "dormant-1"], back: "plugin load \(pixelate)/Pixelate/Pixelate.scrimplugin"),
            Circumstance(
                name: "a plugin path that is not named again",
                lines: ["create a layer filters=pixelate(4)", "on a tap \"set a opacity=0\""],
                before: ["--plugin-path", pixelate], dormant: ["a", "a.tap"],
                back: "plugin load \(pixelate)/Pixelate/Pixelate.scrimplugin"),
            Circumstance(
                name: "--safe", lines: ["create a layer filters=pixelate(4)", "create b layer"],
                before: ["--plugin-path", pixelate], after: ["--plugin-path", pixelate, "--safe"], dormant: ["a"],
                back: "plugin load \(pixelate)/Pixelate/Pixelate.scrimplugin"),
            Circumstance(
                name: "a file of use that is gone", files: ["f": component],
                lines: [
                    "use @/f", "create i badge level=3", "bind i zPosition:=2", "create j layer",
                    "create in layer parent=i", "animate i opacity=0 duration=400",
                ], change: ("f", nil), dormant: ["i", "in", "dormant-1", "i.opacity", "i~zPosition"]),
            Circumstance(
                name: "a parameter that has another name", files: ["f": component],
                lines: ["use @/f", "create i badge level=3", "create j layer"], change: ("f", other), dormant: ["i"]),
            Circumstance(
                name: "a part that has another name", files: ["f": component],
                lines: [
                    "use @/f", "create i badge level=3", "create j layer", "bind j zPosition:=i.knob.bounds.size.width",
                ],
                change: ("f", component.replacing("knob", with: "kn")), dormant: ["j~zPosition"]),
            Circumstance(
                name: "a lower limit.bindings", files: ["c": ""],
                lines: ["create a layer", "bind a zPosition:=1+1", "create b layer", "bind b zPosition:=1+1"],
                change: ("c", "set daemon limit.bindings=1"), after: ["--config", "@/c"], dormant: ["b~zPosition"],
                back: "set daemon limit.bindings=100"),
            Circumstance(
                name: "a lower limit.outputPixels", files: ["c": ""], lines: ["set main size=500x500 user.x=1"],
                change: ("c", "set daemon limit.outputPixels=200000"), after: ["--config", "@/c"],
                dormant: ["dormant-1"], back: "set daemon limit.outputPixels=100000000"),
            Circumstance(
                name: "a lower limit.timers", files: ["c": ""],
                lines: ["every 1 name=a \"set root opacity=1\"", "every 2 name=b \"set root opacity=1\""],
                change: ("c", "set daemon limit.timers=1"), after: ["--config", "@/c"], dormant: ["b"],
                back: "set daemon limit.timers=100"),
            Circumstance(
                name: "a font that is gone", files: ["f.ttf": "\(Checkout.root)/examples/fonts/ScrimSans.ttf"],
                lines: ["create t text font=file:@/f.ttf string=hello frame=0,0,80,20", "create u layer parent=t"],
                change: ("f.ttf", nil), dormant: ["t", "u"]),
            Circumstance(
                name: "an additive animation",
                lines: ["create a layer opacity=0.2", "animate a opacity=1 additive=true duration=5", "tick 1"]),
            Circumstance(
                name: "a list with rows that an animation scrolls, and an animation of one",
                lines: [
                    "create d data rows='[\(data)]'", "define row t=1", "create .p layer frame=0,0,10,10", "end",
                    "create sc layer frame=0,0,100,100 masksToBounds=true",
                    "create l each parent=sc of=row in=d.rows rowHeight=20", "animate l position.y=-300 duration=4",
                    "tick 2", "animate l.15 opacity=0.5 duration=9 id=ra",
                ]),
            Circumstance(
                name: "an expression without a value",
                lines: [
                    "create d data x=1", "create a layer", "bind a zPosition:=1/d.x",
                    "create sp spring layer=a property=position.x to=9",
                    "bind sp mass:=d.x", "set d x=-1", "set d x=0",
                ]),
            Circumstance(
                name: "a text", files: ["font.ttf": ""],
                lines: ["create t text string=hello", "create o layer"]),
        ]

        @Test(arguments: circumstances, [SIGTERM, SIGKILL])
        func whatCanBeKeptIsKept(_ now: Circumstance, by signal: Int32) throws {
            let sandbox = try Sandbox()
            func named(_ text: String) -> String { text.replacing("@", with: sandbox.path) }
            func write(_ name: String, _ text: String?) throws {
                let path = sandbox.file(name)
                guard let text else { return try FileManager.default.removeItem(atPath: path) }
                if text.hasPrefix("/") { return try FileManager.default.copyItem(atPath: text, toPath: path) }
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            }
            for (name, text) in now.files { try write(name, text) }
            let state = ["--state", sandbox.file("state")]
            let first = try Daemon(state + now.before.map(named))
            let link = try first.link()
            #expect(try link.ask("create keep layer frame=1,2,3,4") == "ok")
            for line in now.lines {
                let reply = try link.ask(named(line))
                #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
            }
            let dump = try link.ask("dump")
            #expect(first.end(by: signal) == (signal == SIGTERM ? 0 : -1))
            if let (name, text) = now.change { try write(name, text) }
            let second = try Daemon(state + now.after.map(named))
            let again = try second.link()
            let dormant = ReplyForm.json(String(try again.ask("list kind=dormant").dropFirst(3))) as? [String]
            // Behind a kill lines are kept one by one, and files are in the journal.
            if signal == SIGTERM { #expect(Set(dormant ?? []) == Set(now.dormant)) }
            let isWhole = dormant?.isEmpty ?? false
            #expect(try again.ask("get keep frame") == #"ok {"frame":[1,2,3,4]}"#)
            let hello = try again.ask("hello")
            #expect(hello.contains(#""dormant":"#) == !isWhole, "\(hello)")
            #expect(try again.ask("get daemon problems").contains("dormant") == !isWhole)
            if !isWhole {
                #expect(try again.ask("subscribe restored") == "ok")
                if let back = now.back {
                    let reply = try again.ask(named(back))
                    #expect(reply.hasPrefix("ok"), "\(back): \(reply)")
                } else if let file = now.change?.file {
                    try write(file, now.files[file])
                }
                try waitUntil(tries: 1000, pause: 5000) { try again.ask("list kind=dormant") == "ok []" }
                #expect(try again.ask("list kind=dormant") == "ok []")
                #expect(try again.event().hasPrefix("event restored"))
                #expect(try !again.ask("hello").contains(#""dormant":"#))
            }
            let size = #"set main size=400,300"#
            func plain(_ dump: String) -> String {
                dump.replacing("set main size=500,500 user.x=1", with: "\(size) user.x=1")
            }
            #expect(try plain(again.ask("dump")) == plain(dump))
        }
    }
}
