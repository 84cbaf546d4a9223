import Geometry
import PluginHost
import Scene
import Schema
import Testing

extension PluginTests {
    @Test func aPluginInOrder() throws {
        let shop = try Workshop.bad()
        #expect(shop.registry.promised == ["bad"] && shop.host.list.map(\.state) == [.found])
        let slot = try shop.layer("bad")
        #expect(shop.host.list[0].state == .loaded && shop.events(.loaded) == ["loaded version 1"])
        try shop.set(slot, "level", .number(7))
        for _ in 0..<2 {
            let drawing = try #require(shop.host.drawings.drawing(of: slot, in: shop.scene))
            #expect(
                drawing.operations == [
                    .fill(path: 0, rule: .nonZero, color: Color(0x11, 0x22, 0x33)),
                    .stroke(path: 0, style: 0, color: Color(0x44, 0x55, 0x66)),
                ])
            #expect(drawing.paths.map(\.points) == [[Point(0, 0), Point(7, 0), Point(0, 7)]])
        }
        #expect(shop.host.list[0].state == .active && shop.events(.strike).isEmpty)
        #expect(shop.host.list[0].stats == PluginStats(calls: 2, nanoseconds: 20, longest: 10, strikes: 0))
        #expect(unsafe PluginHost.calling == nil && shop.host.drawings.count == 1)
        shop.host.drawings.objectRemoved(slot)
        #expect(shop.host.drawings.count == 0)
        #expect(shop.host.drawings.drawing(of: Scene.root, in: shop.scene) == nil)
    }

    @Test(arguments: [
        ("NO_ENTRY", "is no plugin: it has no scrim_plugin_entry"),
        ("NULL_ENTRY", "the plugin's entry returned null: it cannot work with contract 1"),
        ("TOO_NEW", "the plugin speaks contract 2, this host speaks 1"),
        ("SMALL", "scrim_plugin has the size 40; contract 1.0 has 56"),
        ("WRONG_ID", "the library is \"Good\", the manifest says \"Bad\""),
        ("NO_KINDS", "\"Bad\" brings no kinds"),
        ("NULL_KIND", "kind 0 of \"Bad\" is null"),
        ("SMALL_KIND", "scrim_kind has the size 80; contract 1.0 has 88"),
        ("BAD_KIND_NAME", "scrim_kind.name \"a b\" is no name"),
        ("WRONG_KIND", "the manifest promises the kind \"bad\", the library has none"),
        ("BAD_INTERFACE", "\"bad\" is a \"scrim.layer/2\"; known are scrim.layer/1, scrim.output/1"),
        ("BAD_TEXT", "help of \"bad\" is no UTF-8"),
        ("NULL_TABLE", "\"bad\" has no table"),
        ("SMALL_TABLE", "scrim_layer has the size 8; contract 1.0 has 40"),
        ("NO_DRAW", "\"bad\" has no draw"),
        ("SMALL_PROPERTY", "scrim_property of \"bad\" has the size 16"),
        ("BAD_PROPERTY_NAME", "property 0 of \"bad\" \"1st\" is no name"),
        ("CLASH", "\"bad.opacity\" takes the name of a property that all have"),
        ("TWICE", "\"bad.level\" comes twice"),
        ("MANY_CHOICES", "\"bad.mode\" has 257 choices of 256"),
        ("NO_CHOICES", "\"bad.mode\" has no choices"),
        ("BAD_CHOICE", "\"bad.mode\" has no choice 256"),
        ("BAD_TYPE", "\"bad.level\" has a type that plugins cannot offer (15)"),
        ("BAD_RANGE", "\"bad.level\" has the range 0.0…-1.0"),
        ("BAD_DEFAULT", "the default of \"bad.level\" is not one of its values"),
    ])
    func refused(_ define: String, _ message: String) throws {
        let shop = try Workshop.bad(define)
        let error = #expect(throws: SceneError.self) { _ = try shop.registry.find("bad") }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(shop.host.list[0].state == .refused && shop.host.list[0].reason == error?.message)
        #expect(shop.events(.refused).count == 1 && shop.registry.loaded("bad") == nil)
        // Refused again without a look at the file; a better one is taken when it is asked for.
        #expect(throws: SceneError.self) { _ = try shop.registry.find("bad") }
        #expect(shop.events(.refused).count == 1)
        try shop.build()
        try shop.host.load(path: "\(shop.folder)/bad.scrimplugin")
        #expect(try shop.registry.find("bad") != nil && shop.host.list[0].state == .loaded)
    }

    @Test(arguments: [
        ("CREATE_FAILS", "create gave noMemory"),
        ("DRAW_FAILS", "draw gave failed"),
        ("SAVES", "draw: 1 save without restore"),
        ("RESTORES", "draw: a restore without save"),
        ("NAN_POINT", "draw: a point that is not finite"),
        ("NOT_NORMAL", "draw: a path that is not normal"),
        ("AFTER_CLOSE", "draw: a path that is not normal"),
        ("FEW_POINTS", "draw: a path that is not normal"),
        ("BAD_COMMAND", "draw: a path that is not normal"),
        ("NO_MEMORY", "draw: a path that is too large or has no memory"),
        ("HUGE", "draw: a path that is too large or has no memory"),
        ("BAD_RULE", "draw: an unknown fill rule"),
        ("BAD_DASH", "draw: a stroke that breaks the rules of scrim_stroke"),
        ("BAD_WIDTH", "draw: a stroke that breaks the rules of scrim_stroke"),
        ("SMALL_STROKE", "draw: a stroke whose size is wrong"),
        ("BAD_MAP", "draw: a map that is not finite"),
        ("DEEP", "draw: more than 256 saves deep"),
        ("MANY", "draw: more than 250000 operations"),
    ])
    func threeStrikes(_ define: String, _ fault: String) throws {
        let shop = try Workshop.bad(define)
        let slot = try shop.layer("bad")
        let drawings = shop.host.drawings
        for strike in 1...3 {
            let drawing = try #require(drawings.drawing(of: slot, in: shop.scene))
            // The crossed box, over the bounds.
            #expect(drawing.operations.count == 2 && drawing.paths[0].points[2] == Point(40, 20))
            #expect(shop.events(.strike).last == "bad: \(fault) (\(strike) of 3)")
        }
        #expect(shop.events(.suspended) == ["bad is suspended: \(fault)"])
        #expect(shop.host.list[0].state == .suspended && shop.host.list[0].stats.strikes == 3)
        let calls = shop.host.list[0].stats.calls
        #expect(drawings.drawing(of: slot, in: shop.scene)?.operations.count == 2 && drawings.count == 0)
        #expect(shop.host.list[0].stats.calls == calls, "a suspended kind is not called")

        try shop.build()
        #expect(try shop.host.reload("Bad", in: shop.scene) == [slot])
        #expect(drawings.drawing(of: slot, in: shop.scene)?.paths.count == 1 && shop.host.list[0].state == .active)
    }
}
