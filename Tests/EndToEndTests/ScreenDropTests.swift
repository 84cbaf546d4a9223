import Foundation
import Testing

extension RealDaemon {
    /// What other programs drag over a window.
    @Suite struct ScreenDropTests {
        /// A window with a layer at 20,20 that takes lists of addresses and texts, and one at 120,20 that takes pictures.
        private func stage(_ version: Int = 3) throws -> Stage {
            let screen = try Screen([
                "output add first 400 300 1", "configure 200 150", "auto 60",
                "offer wl_data_device_manager \(version)", "seat add one",
            ])
            let stage = try Stage(screen)
            try stage.wait { $0.state == "active" && $0.size == [200, 150] }
            try stage.run(
                "unsubscribe output", "create basket layer frame=20,20,80,80 isInteractive=true",
                "set basket user.drop=\"text/uri-list text/plain\"",
                "on basket drop \"set basket user.state:=state user.type:=type user.text:=text user.item:=item\"",
                "create frame layer frame=120,20,60,80 isInteractive=true user.drop=image/*",
                "on frame drop \"set frame user.state:=state\"", "sync", "subscribe drop")
            return stage
        }

        private func enter(_ stage: Stage, _ types: String, at place: String = "60 50") throws {
            let command = "drag enter \(place) \(types)"
            for _ in 0..<500 {
                if (try? stage.screen.tell(command)) != nil { return }
                usleep(2000)
            }
            try stage.screen.tell(command)
        }

        private struct Told: Equatable {
            var layer = "", state = "", type = "", text = ""
        }

        /// The events until one of a state.
        private func events(_ stage: Stage, until state: String) throws -> [Told] {
            var all: [Told] = []
            while all.last?.state != state {
                let event = try stage.link.event()
                guard event.hasPrefix("event drop "),
                    let json = ReplyForm.json(String(event.dropFirst(11))) as? [String: Any]
                else { continue }
                #expect(json["item"] as? String == "")
                func text(_ key: String) -> String { json[key] as? String ?? "" }
                all.append(Told(layer: text("layer"), state: text("state"), type: text("type"), text: text("text")))
            }
            return all
        }

        @Test(arguments: [2, 3]) func whatIsDroppedIsRead(_ version: Int) throws {
            let stage = try stage(version)
            let screen = stage.screen
            try screen.tell("drag text file:///a%20b")
            try enter(stage, "image/png,text/uri-list", at: "10 10")
            #expect(try screen.next("drag")["accepted"] == "none")
            try screen.tell("drag move 50 40")
            #expect(try screen.next("drag")["accepted"] == "text/uri-list")
            try screen.tell("drag move 130 40")
            #expect(try screen.next("drag")["accepted"] == "image/png")
            try screen.tell("drag move 130 140")
            #expect(try screen.next("drag")["accepted"] == "none")
            try screen.tell("drag move 60 50")
            #expect(try screen.next("drag")["accepted"] == "text/uri-list")
            try screen.tell("drag drop")
            #expect(try screen.next("drag") { $0["asked"] != "" }["asked"] == "text/uri-list")
            let told = try events(stage, until: "drop")
            #expect(
                told == [
                    Told(layer: "basket", state: "enter", type: "text/uri-list"),
                    Told(layer: "basket", state: "leave", type: "text/uri-list"),
                    Told(layer: "frame", state: "enter", type: "image/png"),
                    Told(layer: "frame", state: "leave", type: "image/png"),
                    Told(layer: "basket", state: "enter", type: "text/uri-list"),
                    // Looked at again when it is dropped.
                    Told(layer: "basket", state: "move", type: "text/uri-list"),
                    Told(layer: "basket", state: "drop", type: "text/uri-list", text: "file:///a%20b"),
                ])
            // The other program hears that it was taken, where it can.
            #expect(try screen.next("drag") { $0["finished"] != "" }.number("finished") == (version < 3 ? 0 : 1))
            #expect(
                try stage.link.ask("get basket user.text user.type user.item user.state")
                    == #"ok {"user.text":"file:///a%20b","user.type":"text/uri-list","user.item":"","user.state":"drop"}"#
            )
        }

        @Test func whatNobodyTakesIsNotRead() throws {
            let stage = try stage()
            try enter(stage, "application/x-own")
            #expect(try stage.screen.next("drag")["accepted"] == "none")
            try stage.screen.tell("drag move 130 40 10000")
            try stage.screen.tell("drag drop")
            #expect(try stage.screen.next("drag")["finished"] == "0")
            // A layer without types takes what layers carry, nothing else.
            try stage.run("set basket user.drop=", "sync")
            try enter(stage, "text/plain")
            try stage.screen.tell("drag leave")
            try stage.screen.next("drag") { $0["finished"] == "0" }
            try stage.run("sync")
            #expect(try stage.screen.rest().allSatisfy { $0.name != "drag" })
            #expect(try stage.link.ask("get basket user.state") == #"ok {"user.state":null}"#)
        }

        @Test func tenThousandMotions() throws {
            let stage = try stage()
            try enter(stage, "text/plain")
            try stage.screen.next("drag") { $0["accepted"] == "text/plain" }
            for _ in 0..<200 {
                try stage.screen.tell("drag move 30 50 50")
                // A compositor hangs up on who does not read.
                _ = try stage.link.ask("hello")
            }
            try stage.screen.tell("drag drop")
            let told = try events(stage, until: "drop")
            #expect(told.first?.state == "enter" && told.dropFirst().dropLast().allSatisfy { $0.state == "move" })
            // It was accepted once.
            #expect(try stage.screen.rest().allSatisfy { $0["accepted"] == "" })
        }

        /// At the bound, and one byte beyond: that one is as if it had gone.
        @Test func largeOnesAreBounded() throws {
            let stage = try stage()
            for (count, state) in [(1 << 15, "drop"), ((1 << 15) + 1, "leave")] {
                try stage.screen.tell("drag text 0123456789abcdef \(count)")
                try enter(stage, "text/plain")
                try stage.screen.next("drag") { $0["accepted"] == "text/plain" }
                try stage.screen.tell("drag drop")
                let told = try events(stage, until: state)
                #expect(told.last?.text.count == (state == "drop" ? 1 << 19 : 0))
                let isFinished = try stage.screen.next("drag") { $0["finished"] != "" }.number("finished")
                #expect(isFinished == (state == "drop" ? 1 : 0))
                _ = try stage.link.ask("sync")
            }
        }

        @Test func whoNeverWritesOrNeverStopsIsLeft() throws {
            let stage = try stage()
            let screen = stage.screen
            func drop() throws {
                try enter(stage, "text/plain")
                try screen.next("drag") { $0["accepted"] == "text/plain" }
                try screen.tell("drag drop")
                try screen.next("drag") { $0["asked"] != "" }
            }
            try screen.tell("drag text")
            try drop()
            // Others come meanwhile, and are read.
            try screen.tell("drag text second")
            try drop()
            #expect(try events(stage, until: "drop").last?.text == "second")
            try screen.tell("drag endless")
            try drop()
            #expect(try events(stage, until: "leave").last?.text == "")
            #expect(try screen.next("drag") { $0["finished"] == "0" }.number("over") == 0)
            // The first one has had its time.
            #expect(try events(stage, until: "leave").last?.layer == "basket")
            #expect(try screen.next("drag") { $0["finished"] != "" }.number("finished") == 0)
            try screen.tell("drag text third")
            try drop()
            #expect(try events(stage, until: "drop").last?.text == "third")
            #expect(try stage.link.ask("sync").hasPrefix("ok"))
        }

        @Test func whatComesOrGoesInMidDrag() throws {
            let stage = try stage()
            let screen = stage.screen
            try enter(stage, "text/plain")
            try screen.next("drag") { $0["accepted"] == "text/plain" }
            // The window is another one.
            try stage.run("set main role=overlay")
            #expect(try events(stage, until: "leave").last?.layer == "basket")
            try screen.next("drag") { $0["finished"] == "0" }
            try screen.tell("drag move 30 30")
            try screen.tell("drag leave")
            try stage.run("set main role=toplevel", "sync")
            // The layer goes, and another takes its place.
            try enter(stage, "text/html,text/plain")
            try screen.next("drag") { $0["accepted"] == "text/plain" }
            try stage.run("set basket isInteractive=false", "sync")
            try screen.tell("drag move 61 50")
            #expect(try screen.next("drag")["accepted"] == "none")
            #expect(try events(stage, until: "leave").last?.layer == "basket")
            try stage.run("set basket isInteractive=true", "sync")
            try screen.tell("drag move 62 50")
            try screen.next("drag") { $0["accepted"] == "text/plain" }
            // The layer takes something else when it is dropped than the other program was told.
            try stage.run("set basket user.drop=text/html", "sync")
            try screen.tell("drag drop")
            #expect(try events(stage, until: "leave").last?.layer == "basket")
            #expect(try screen.next("drag") { $0["finished"] != "" || $0["asked"] != "" }["finished"] == "0")
            try stage.run("set basket user.drop=\"text/uri-list text/plain\"", "sync")
            try enter(stage, "text/html,text/plain")
            try screen.next("drag") { $0["accepted"] == "text/plain" }
            // The seat goes.
            try screen.tell("seat remove")
            #expect(try events(stage, until: "leave").last?.layer == "basket")
            // And the compositor.
            try screen.tell("seat add two")
            try enter(stage, "text/plain")
            _ = try events(stage, until: "enter")
            try screen.tell("hangup")
            #expect(try events(stage, until: "leave").last?.layer == "basket")
        }

        @Test func layersAreDraggedOut() throws {
            let stage = try stage()
            let screen = stage.screen
            try stage.run(
                "on basket drag \"set basket user.drag:=state\"", "set basket user.dragText=Hello",
                "on frame drag \"set frame user.drag:=state\"",
                "set frame user.dragText=file:///a user.dragType=text/uri-list",
                "create plain layer frame=0,110,20,20 isInteractive=true",
                "on plain drag \"set plain user.drag:=state\"", "sync")
            func begin(_ x: Int, _ y: Int) throws {
                for _ in 0..<500 {
                    if (try? screen.tell("pointer enter \(x) \(y)")) != nil { break }
                    usleep(2000)
                }
                try screen.tell("pointer button 0x110 down")
                try screen.tell("pointer move \(x) \(y + 15)")
            }
            // Within the window it is as ever.
            try begin(60, 50)
            try screen.tell("pointer move 199 149")
            #expect(try stage.link.ask("get basket user.drag") == #"ok {"user.drag":"changed"}"#)
            #expect(try screen.rest().allSatisfy { $0.name != "out" })
            try screen.tell("pointer move 200 149")
            let begun = try screen.next("out")
            #expect(begun.number("begun") == 1 && begun.number("actions") == 1)
            #expect(begun["types"].contains("text/plain;charset=utf-8"))
            try waitUntil(pause: 2000) {
                try stage.link.ask("get basket user.drag") == #"ok {"user.drag":"cancelled"}"#
            }
            #expect(try stage.link.ask("get basket user.drag") == #"ok {"user.drag":"cancelled"}"#)
            try screen.tell("out read text/plain")
            #expect(try screen.next("out")["text"] == "Hello")
            try screen.tell("out finish")
            try screen.next("out") { $0["gone"] != "" }
            // As another type, and not taken by anybody.
            try begin(140, 50)
            try screen.tell("pointer move -1 50")
            #expect(try screen.next("out")["types"] == "text/uri-list")
            try screen.tell("out cancel")
            try screen.next("out") { $0["gone"] != "" }
            // One without a text stays here.
            try begin(5, 112)
            try screen.tell("pointer move -50 50")
            try waitUntil(pause: 2000) { try stage.link.ask("get plain user.drag") == #"ok {"user.drag":"changed"}"# }
            try screen.tell("pointer button 0x110 up")
            #expect(try screen.rest().allSatisfy { $0.name != "out" })
            // The seat goes meanwhile.
            try begin(60, 50)
            try screen.tell("pointer move 60 -1")
            try screen.next("out")
            try screen.tell("seat remove")
            try screen.next("out") { $0["gone"] != "" }
            #expect(try stage.link.ask("sync").hasPrefix("ok"))
        }

        /// `input drop` does the same without a compositor.
        @Test func linesDropToo() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            for line in [
                "create basket layer frame=20,20,80,80 isInteractive=true user.drop=text/plain",
                "on basket drop \"set basket user.state:=state user.text:=text\"",
                "input drop x=60 y=60 types=\"text/html text/plain\"",
            ] { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            func get() throws -> String { try link.ask("get basket user.state user.text") }
            #expect(try get() == #"ok {"user.state":"enter","user.text":""}"#)
            #expect(try link.ask("input drop x=61 y=60") == "ok")
            #expect(try get() == #"ok {"user.state":"move","user.text":""}"#)
            #expect(try link.ask("input drop state=drop text=\"a b\"") == "ok")
            #expect(try get() == #"ok {"user.state":"drop","user.text":"a b"}"#)
            #expect(try link.ask("input drop state=drop text=x").hasPrefix("error syntax"))
            #expect(try link.ask("input drop x=60 y=60").hasPrefix("error syntax"))
            #expect(try link.ask("input drop x=60 y=60 types=text/plain") == "ok")
            #expect(try link.ask("input drop state=leave") == "ok")
            #expect(try get() == #"ok {"user.state":"leave","user.text":""}"#)
            for drag in 0..<8 { #expect(try link.ask("input drop id=\(drag) x=1 y=1 types=a/b") == "ok") }
            #expect(try link.ask("input drop id=8 x=1 y=1 types=a/b").hasPrefix("error limit"))
        }
    }
}
