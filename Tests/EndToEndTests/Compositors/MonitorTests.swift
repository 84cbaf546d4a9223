import Foundation
import Testing

/// What the monitors of a desktop are like, and one picture over all of them.
extension RealDaemon.WaylandTests {
    /// sway with a monitor of 300 by 200 to the right of the first, and 50 lower.
    private func wideDesktop() throws -> Desktop {
        let desktop = try Desktop()
        try desktop.startSway()
        try desktop.tell("create_output")
        try desktop.tell("output", "HEADLESS-1", "pos", "0", "0")
        try desktop.tell("output", "HEADLESS-2", "mode", "--custom", "300x200@60Hz", "pos", "400", "50")
        return desktop
    }

    private static let wideScene =
        scene + ["create across layer frame=350,100,150,80 cornerRadius=20 backgroundColor=#8040ff shadowOpacity=1"]

    @Test(arguments: ["role=overlay", "fullscreen=true"]) func onePictureOverAllMonitors(_ role: String) throws {
        let desktop = try wideDesktop()
        let (daemon, link) = try daemon(desktop)
        defer { withExtendedLifetime(daemon) {} }
        let plain = try Daemon(["--size", "700x300"])
        let other = try plain.link()
        try run(["set main monitor=all \(role)"], link)
        try waitActive(link, [700, 300])
        try run(Self.wideScene, link, other)
        _ = try link.ask("sync")
        func expectBoth(_ left: (Int, Int), _ right: (Int, Int), _ here: SourceLocation = #_sourceLocation)
            throws
        {
            let whole = try expected(plain)
            try expectShown(desktop, whole.part(left.0, left.1, 400, 300), here)
            try expectShown(desktop, whole.part(right.0, right.1, 300, 200), of: "HEADLESS-2", here)
        }
        try expectBoth((0, 0), (400, 50))
        // Across the border, beside it, in the part that no monitor shows.
        for step in 0..<12 {
            try run(
                [
                    "set across frame=\(350 + step * 7),\(100 - step * 6),150,80", "set a position=\(100 + step),90",
                    "set c opacity=\(1 - Double(step) / 20)",
                ], link, other)
            _ = try link.ask("sync")
        }
        try expectBoth((0, 0), (400, 50))
        // To the other side: the same size, and not the same places.
        try desktop.tell("output", "HEADLESS-2", "pos", "-300", "100")
        try run(["set a position=120,100", "sync"], link, other)
        try expectBoth((300, 0), (0, 100))
        try desktop.tell("output", "HEADLESS-2", "mode", "--custom", "200x100@60Hz", "pos", "-200", "100")
        try waitActive(link, [600, 300])
        try run(["set main size=600x300"], other)
        _ = try link.ask("sync")
        let whole = try expected(plain)
        try expectShown(desktop, whole.part(0, 100, 200, 100), of: "HEADLESS-2")
    }

    /// In a sway inside of another, whose monitors are windows side by side: they come and go as windows do.
    @Test func monitorsOfOnePictureComeAndGo() throws {
        let outer = try Desktop()
        try outer.startSway()
        let desktop = try Desktop()
        try desktop.startSway(inside: outer)
        let (daemon, link) = try daemon(desktop)
        defer { withExtendedLifetime(daemon) {} }
        let plain = try Daemon()
        let other = try plain.link()
        try run(["set main monitor=all role=overlay"], link)
        try waitActive(link)
        try run(Self.wideScene, link, other)
        try desktop.tell("output", "WL-1", "pos", "0", "0")
        for name in ["WL-2", "WL-3"] {
            try desktop.tell("output", name, "pos", "400", "50")
            try desktop.tell("create_output")
            try waitActive(link, [600, 350])
            try run(["set main size=600x350"], other)
            _ = try link.ask("sync")
            let whole = try expected(plain)
            try expectShown(desktop, whole.part(400, 50, 200, 300), of: name)
            try expectShown(desktop, whole.part(0, 0, 200, 300), of: "WL-1")
            try outer.tell("[title=\"wlroots - \(name)\"] kill")
            // The same output goes on.
            #expect(try wait(link) { $0.state != "active" || $0.size == [400, 300] }.state == "active")
            try run(["set main size=400x300"], other)
            _ = try link.ask("sync")
            try expectShown(desktop, try expected(plain), of: "WL-1")
        }
        // Only a full screen or an overlay is on all of them.
        try run(["set main role=toplevel", "sync"], link)
        try run(["set main role=overlay anchor=top,left size=100x50 monitor=WL-1"], link)
        try waitActive(link, [100, 50])
    }

    /// What goes over the wire, as libwayland tells it.
    @Test func onlyWindowsWithDamageAreCommitted() throws {
        let desktop = try wideDesktop()
        let (daemon, link) = try daemon(desktop, [], ["WAYLAND_DEBUG": "1"])
        func requests() throws -> [String] {
            try daemon.lastWords().split(separator: "\n").filter { $0.contains(" -> wl_surface@") }.map(String.init)
        }
        try run(["set main monitor=all role=overlay"], link)
        try waitActive(link, [700, 300])
        try run(Self.wideScene, link)
        _ = try link.ask("sync")
        usleep(100_000)
        let before = try requests().count
        try run(["create e layer frame=600,70,10,20 backgroundColor=#fff", "sync"], link)
        usleep(100_000)
        let after = try requests()[before...]
        #expect(after.filter { $0.contains("damage_buffer") }.map { $0.hasSuffix("(200, 20, 10, 20)") } == [true])
        #expect(after.count { $0.contains("commit()") } == 1)
        // What no monitor shows: nothing is attached, and the output goes on.
        let seen = try requests().count
        try run(["create f layer frame=500,10,10,20 backgroundColor=#fff", "sync"], link)
        #expect(try requests()[seen...].allSatisfy { !$0.contains("attach") })
        #expect(!(try link.events().contains { $0.contains("hidden") }))
    }

    /// While one window is covered the others go on; it shows the latest when it is seen again.
    @Test func eachWindowHasAPaceOfItsOwn() throws {
        let desktop = try wideDesktop()
        let (daemon, link) = try daemon(desktop)
        defer { withExtendedLifetime(daemon) {} }
        let plain = try Daemon(["--size", "700x300"])
        let other = try plain.link()
        try run(["set main monitor=all fullscreen=true"], link)
        try waitActive(link, [700, 300])
        try run(Self.wideScene, link, other)
        _ = try link.ask("sync")
        func cover(_ monitor: String) throws { try desktop.tell("focus output \(monitor); workspace over\(monitor)") }
        func uncover(_ monitor: String) throws {
            try desktop.tell("focus output \(monitor); workspace \(monitor == "HEADLESS-1" ? 1 : 2)")
        }
        for covered in ["HEADLESS-1", "HEADLESS-2"] {
            try cover(covered)
            // Across both, then only where nobody sees it.
            for step in 0..<8 { try run(["set across frame=\(350 + step * 7),\(100 - step * 6),150,80"], link, other) }
            try run(["animate across position=420,120 duration=0.4 id=move", "wait for=move", "sync"], link)
            try run(["set across position=420,120"], other)
            let place = covered == "HEADLESS-1" ? "60,150" : "560,150"
            try run(["set a position=\(place)"], link, other)
            usleep(400_000)
            let whole = try expected(plain)
            let (left, right) = (whole.part(0, 0, 400, 300), whole.part(400, 50, 300, 200))
            if covered == "HEADLESS-1" {
                try expectShown(desktop, right, of: "HEADLESS-2")
            } else {
                try expectShown(desktop, left)
            }
            #expect(!(try link.events().contains { $0.contains("hidden") }))
            try uncover(covered)
            try expectShown(desktop, left)
            try expectShown(desktop, right, of: "HEADLESS-2")
        }
        // Nobody sees anything.
        try cover("HEADLESS-1")
        try cover("HEADLESS-2")
        try run(["animate a position=300,200 duration=0.6 id=last", "wait for=last"], link)
        try wait(link) { $0.state == "hidden" }
        try uncover("HEADLESS-1")
        try waitActive(link, [700, 300])
    }

    @Test func aPointerIsWhereItIsInTheWholePicture() throws {
        let desktop = try wideDesktop()
        let (daemon, link) = try daemon(desktop)
        defer { withExtendedLifetime(daemon) {} }
        try run(
            [
                "set main monitor=all role=overlay",
                "create button layer frame=380,60,60,60 isInteractive=true backgroundColor=#fff",
                "create far layer frame=650,200,50,50 isInteractive=true backgroundColor=#fff", "subscribe tap",
            ], link)
        try waitActive(link, [700, 300])
        _ = try link.ask("sync")
        let mouse = try VirtualPointer(desktop)
        try mouse.move(1, 1, of: 700, 300)
        usleep(200_000)
        func click(_ x: Int, _ y: Int) throws -> [String] {
            try mouse.move(x, y, of: 700, 300)
            try mouse.press(true)
            try mouse.press(false)
            return try events(link, "tap")
        }
        for (x, y, layer) in [(390, 70, "button"), (430, 100, "button"), (699, 249, "far")] {
            let taps = try click(x, y)
            #expect(taps.count == 1 && taps[0].contains("\"layer\":\"\(layer)\""), "\(x),\(y): \(taps)")
        }
        #expect(try click(450, 100) == [])
    }

    @Test func monitorsThatAreTurnedOrSharp() throws {
        let desktop = try Desktop()
        try desktop.startSway()
        let (daemon, link) = try daemon(desktop)
        defer { withExtendedLifetime(daemon) {} }
        let plain = try Daemon(["--size", "300x400"])
        let other = try plain.link()
        try run(["set main role=overlay anchor=top,bottom,left,right"], link)
        try waitActive(link)
        try run(Self.scene, link, other)
        for turn in ["90", "270", "flipped-90"] {
            try desktop.tell("output", "HEADLESS-1", "transform", turn)
            try waitActive(link, [300, 400])
            _ = try link.ask("sync")
            try expectShown(desktop, try expected(plain))
            try desktop.tell("output", "HEADLESS-1", "transform", "180")
            try waitActive(link)
        }
        try desktop.tell("output", "HEADLESS-1", "transform", "normal")
        // Twice as sharp: the picture of an offscreen output of that scale.
        try desktop.tell("output", "HEADLESS-1", "scale", "2")
        try wait(link) { $0.size == [200, 150] && $0.scale == 2 }
        try run(["set main size=200x150 scale=2"], other)
        _ = try link.ask("sync")
        try expectShown(desktop, try expected(plain))
        // sway tells whole scales only, and makes the picture smaller itself.
        try desktop.tell("output", "HEADLESS-1", "scale", "1.5")
        let told = try wait(link) { $0.size[0] > 250 && $0.scale == 2 }
        #expect(told.size == [266, 200])
        try run(["create d layer frame=120,80,60,40 backgroundColor=#ff00ff", "sync"], link)
        var picture = try desktop.picture()
        for _ in 0..<100 where picture.color(225, 150) != 0xFF00FF {
            usleep(20_000)
            picture = try desktop.picture()
        }
        #expect(picture.width == 400 && picture.height == 300)
        for (x, y, isIn) in [
            (182, 122, true), (267, 177, true), (177, 150, false), (225, 117, false), (225, 183, false),
        ] {
            #expect((picture.color(x, y) == 0xFF00FF) == isIn, "\(x),\(y)")
        }
    }

    @Test func monitorsOfSeveralScalesShowOnePicture() throws {
        let desktop = try wideDesktop()
        let (daemon, link) = try daemon(desktop)
        defer { withExtendedLifetime(daemon) {} }
        let plain = try Daemon(["--size", "550x300", "--scale", "2"])
        let other = try plain.link()
        try run(["set main monitor=all role=overlay"], link)
        try desktop.tell("output", "HEADLESS-2", "scale", "2")
        try wait(link) { $0.size == [550, 300] && $0.scale == 2 }
        try run(Self.wideScene + ["create even layer frame=100,200,50,50 backgroundColor=#ff00ff"], link, other)
        _ = try link.ask("sync")
        try expectShown(desktop, try expected(plain).part(800, 100, 300, 200), of: "HEADLESS-2")
        #expect(try desktop.picture().color(125, 225) == 0xFF00FF)
        #expect(try desktop.picture().color(100, 200) == 0xFF00FF)
    }

    @Test func thePointerLooksAsTheOutputSays() throws {
        let desktop = try Desktop()
        try desktop.startSway()
        let (daemon, link) = try daemon(desktop)
        defer { withExtendedLifetime(daemon) {} }
        try waitActive(link)
        try run(["set main backgroundColor=#808080", "sync"], link)
        let mouse = try VirtualPointer(desktop)
        try mouse.move(1, 1)
        usleep(200_000)
        try mouse.move(200, 150)
        func looks(
            _ location: SourceLocation = #_sourceLocation, _ isRight: (PlainPicture) -> Bool
        ) throws -> PlainPicture {
            var picture = try desktop.picture()
            for _ in 0..<50 where !isRight(picture) {
                usleep(20_000)
                picture = try desktop.picture()
            }
            #expect(isRight(picture), sourceLocation: location)
            return picture
        }
        func isPointed(_ picture: PlainPicture) -> Bool { picture.part(180, 130, 40, 40).bytes.contains { $0 != 0x80 } }
        let arrow = try looks { isPointed($0) }
        try run(["set main cursor=none"], link)
        _ = try looks { !isPointed($0) }
        try run(["set main cursor=text"], link)
        _ = try looks { isPointed($0) && $0 != arrow }
        try run(["set main cursor=default"], link)
        _ = try looks { $0 == arrow }
        for name in ["grabbing", "nwse-resize", "zoom-in", "not-allowed"] { try run(["set main cursor=\(name)"], link) }
        #expect(try link.ask("set main cursor=hand").hasPrefix("error value"))
        _ = try looks { isPointed($0) }
    }
}
