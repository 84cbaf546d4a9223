import Foundation
import Testing

extension RealDaemon {
    /// Text from input methods and clipboards, and the gestures of touchpads.
    @Suite struct ScreenTextTests {
        private func stage(_ lines: String...) throws -> Stage {
            let screen = try Screen(
                ["output add first 400 300 1", "configure 200 150", "auto 60"] + lines + ["seat add one"])
            let stage = try Stage(screen)
            try stage.wait { $0.state == "active" && $0.size == [200, 150] }
            return stage
        }

        /// A field that has the focus.
        private func field(_ stage: Stage, _ properties: String = "") throws {
            try stage.run(
                "use controls.scrim", "create name textField frame=20,40,160,30 \(properties)", "focus name", "sync")
            waitUntil(pause: 2000) { (try? stage.screen.tell("key enter")) != nil }
        }

        private func wait(_ stage: Stage, _ property: String, _ value: String, of id: String = "name") throws {
            let reply = #"ok {"\#(property)":"\#(value)"}"#
            try waitUntil { try stage.link.ask("get \(id) \(property)") == reply }
            #expect(try stage.link.ask("get \(id) \(property)") == reply)
        }

        @Test func whatIsComposedStandsInTheField() throws {
            let stage = try stage("offer zwp_text_input_manager_v3 1")
            try stage.run(
                "use controls.scrim", "create name textField frame=20,40,160,30", "create other layer", "sync")
            waitUntil(pause: 2000) { (try? stage.screen.tell("compose enter")) != nil }
            // Before anything takes text the input method is left alone.
            try stage.run("sync")
            #expect(try stage.screen.rest().allSatisfy { $0.name != "text" })
            try stage.run("focus name")
            let told = try stage.screen.next("text")
            #expect(told["enabled"] == "1" && told["place"] == "20,40,160,30" && told.number("purpose") == 0)
            try stage.screen.tell("compose ni")
            try wait(stage, "composition", "ni")
            try wait(stage, "value", "")
            // Written, and the next word begun.
            try stage.screen.tell("compose hao 你")
            try wait(stage, "composition", "hao")
            try wait(stage, "value", "你")
            try stage.screen.tell("compose - 好")
            try wait(stage, "value", "你好")
            try wait(stage, "composition", "")
            // It goes where the field goes.
            try stage.run("set name position=100,75", "sync")
            #expect(try stage.screen.next("text")["place"] == "20,60,160,30")
            // What is not finished when the field loses the focus is gone.
            try stage.screen.tell("compose xyz")
            try wait(stage, "composition", "xyz")
            try stage.screen.tell("compose leave")
            try wait(stage, "composition", "")
            try stage.screen.tell("compose enter")
            #expect(try stage.screen.next("text")["enabled"] == "1")
            try stage.run("focus none")
            #expect(try stage.screen.next("text")["enabled"] == "0")
        }

        @Test func passwordsAreNotLearnt() throws {
            let stage = try stage("offer zwp_text_input_manager_v3 1")
            try field(stage, "isSecure=true")
            try stage.screen.tell("compose enter")
            let told = try stage.screen.next("text")
            #expect(told.number("hint") == 0x40 | 0x80 && told.number("purpose") == 8)
        }

        @Test func theClipboardIsPasted() throws {
            let stage = try stage("offer wl_data_device_manager 3", "offer zwp_primary_selection_device_manager_v1 1")
            let screen = stage.screen
            try field(stage)
            func pasteByKey() throws {
                for key in ["29 down", "47 down", "47 up", "29 up"] { try screen.tell("key \(key)") }
            }
            // There is none: the key is as any other, and what the controls have copied is pasted.
            try stage.run("set controls.clipboard text=own")
            try pasteByKey()
            try wait(stage, "value", "own")
            try screen.tell("selection clipboard offer Grüße")
            try pasteByKey()
            #expect(try screen.next("selection") { $0["asked"] != "" }["type"] == "text/plain;charset=utf-8")
            try wait(stage, "value", "ownGrüße")
            // What is selected elsewhere, by the middle button.
            try screen.tell("selection primary offer +")
            for line in ["pointer enter 60 50", "pointer button 274 down", "pointer button 274 up"] {
                try screen.tell(line)
            }
            try wait(stage, "value", "ownGrüße+")
            // A long one comes in pieces.
            try stage.run("set name value= caret=0 anchor=0")
            try screen.tell("selection clipboard offer äöü 4000")
            try pasteByKey()
            let whole = String(repeating: "äöü", count: 4000)
            try wait(stage, "value", whole)
            // Nobody asks for anything dragged over the window, nor where no text is typed.
            try screen.tell("selection drag")
            #expect(try screen.next("selection") { $0["accepted"] != "" }["accepted"] == "none")
            try stage.run("focus none", "sync")
            try pasteByKey()
            try stage.run("sync")
            #expect(try screen.rest().allSatisfy { $0["asked"] == "" })
        }

        /// A text that the compositor has not taken, as of a window without the keyboard, is none any more when another program
        /// copies something: that is pasted.
        @Test(arguments: ["clipboard", "primary"]) func theNewestTextIsPasted(name: String) throws {
            let stage = try stage("offer wl_data_device_manager 3", "offer zwp_primary_selection_device_manager_v1 1")
            let screen = stage.screen
            try field(stage)
            let key = name == "primary" ? "primarySelection" : name
            try screen.tell("selection \(name) offer oldest")
            try screen.tell("selection \(name) refuse")
            try stage.run("set main \(key)=old")
            try screen.next("selection") { $0["refused"] == name }
            try wait(stage, key, "old", of: "main")
            try screen.tell("selection \(name) offer newest")
            try wait(stage, key, "", of: "main")
            let paste =
                name == "primary"
                ? ["pointer enter 60 50", "pointer button 274 down", "pointer button 274 up"]
                : ["key 29 down", "key 47 down", "key 47 up", "key 29 up"]
            for line in paste { try screen.tell(line) }
            try wait(stage, "value", "newest")
        }

        @Test func whatIsCopiedIsInTheClipboard() throws {
            let stage = try stage("offer wl_data_device_manager 3", "offer zwp_primary_selection_device_manager_v1 1")
            let screen = stage.screen
            try field(stage)
            try stage.run("on controls.clipboard changed \"set main clipboard:=controls.clipboard.text\"")
            try stage.run("set name value=Hello caret=5 anchor=0")
            for key in ["29 down", "46 down", "46 up", "29 up"] { try screen.tell("key \(key)") }
            #expect(try screen.next("selection") { $0["set"] == "clipboard" }.number("own") == 1)
            try screen.tell("selection clipboard read")
            #expect(try screen.next("selection") { $0["read"] != "" }["text"] == "Hello")
            // A long one.
            try stage.run("set main clipboard=\(String(repeating: "0123456789", count: 400))", "sync")
            try screen.next("selection") { $0["set"] == "clipboard" }
            try stage.run("set main primarySelection=part")
            #expect(try screen.next("selection") { $0["set"] == "primary" }.number("own") == 1)
            try screen.tell("selection clipboard read")
            #expect(try screen.next("selection") { $0["read"] != "" }.number("read") == 4000)
            try screen.tell("selection primary read")
            #expect(try screen.next("selection") { $0["read"] != "" }["text"] == "part")
            // Another program takes over: the property says so, and the same text can be copied again.
            try screen.tell("selection primary offer other")
            try waitUntil { try stage.link.ask("get main primarySelection") == #"ok {"primarySelection":""}"# }
            try stage.run("set main primarySelection=part")
            #expect(try screen.next("selection") { $0["set"] == "primary" }.number("own") == 1)
            try stage.run("set main primarySelection=")
            #expect(try screen.next("selection") { $0["set"] == "primary" }.number("own") == 0)
        }

        @Test func fingersOnATouchpadPinchAndSwipe() throws {
            let stage = try stage("offer zwp_pointer_gestures_v1 2")
            try stage.run("create pad layer frame=0,0,200,150 isInteractive=true")
            try stage.run("on pad pan when touches==3 \"set pad opacity=0.5\"", "sync", "unsubscribe output")
            try stage.run("subscribe pinch rotate pan swipe")
            waitUntil(pause: 2000) { (try? stage.screen.tell("pointer enter 70 60")) != nil }
            func events(until last: String) throws -> [String] {
                var events: [String] = []
                while events.last?.contains(last) != true {
                    let event = try stage.link.event()
                    if event.contains("pad") { events.append(event) }
                }
                return events
            }
            for line in ["pinch begin 2", "pinch move 0 0 1.5 0", "pinch move 0 0 2 30", "pinch end"] {
                try stage.screen.tell(line)
            }
            let pinch = try events(until: #"event rotate {"layer":"pad","state":"ended""#)
            #expect(pinch.first?.contains(#""state":"began","scale":1,"#) == true)
            #expect(pinch.contains { $0.hasPrefix("event pinch") && $0.contains(#""state":"ended","scale":2"#) })
            #expect(pinch.last?.contains(#""angle":0.52"#) == true)
            for line in ["swipe begin 3", "swipe move -40 0", "swipe move -40 2", "swipe end"] {
                // Fingers take their time.
                usleep(20_000)
                try stage.screen.tell(line)
            }
            let swipe = try events(until: "event swipe")
            #expect(
                swipe.first?.contains(#""state":"began""#) == true && swipe.first?.contains(#""touches":3"#) == true)
            #expect(swipe.contains { $0.contains(#""state":"ended","translation":[-80,2]"#) })
            #expect(swipe.last?.contains(#""direction":"left""#) == true)
            #expect(try stage.link.ask("get pad opacity") == #"ok {"opacity":0.5}"#)
            // One that the compositor takes for itself is none.
            for line in ["swipe begin 3", "swipe move 0 90", "swipe cancel"] { try stage.screen.tell(line) }
            let taken = try events(until: "cancelled")
            #expect(taken.allSatisfy { $0.hasPrefix("event pan") })
        }
    }
}
