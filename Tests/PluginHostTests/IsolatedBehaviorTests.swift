import Geometry
import Glibc
import Schema
import Testing

@testable import PluginHost
@testable import Scene

/// Behaviors of the hostile plugin.
extension PluginTests {
    @Test func behaviors() throws {
        let enemy = try Enemy()
        let scene = enemy.shop.scene
        let item = try scene.objects.create("item", .layer)
        try scene.set(item, LayerProperty.position.id, .point(Point(100, 50)))
        let drift = try scene.objects.create("drift", try #require(try enemy.shop.registry.find("drift")))
        enemy.behaviors.advance(to: 0)
        try enemy.shop.set(drift, "items", .objects([scene.id(of: item)]))
        func x(_ time: Double) -> Double {
            enemy.behaviors.advance(to: time)
            return scene.value(item, LayerProperty.position.id).point.x
        }
        #expect(x(1) == 100 && x(2) == 110 && x(2.5) == 115)
        let velocity = try #require(enemy.behaviors.velocity(of: item))
        #expect(velocity.linear == Point(10, 0) && velocity.angular == 0.5)
        #expect(enemy.behaviors.velocity(of: try scene.objects.create("other", .layer)) == nil)
        // How it goes on is said, and taken back.
        #expect(enemy.behaviors.motion(of: item) == [0, 0, 0] && enemy.behaviors.motion(of: drift) == nil)
        try enemy.shop.set(item, "motion", .numbers([0, 0, 7]))
        #expect(x(2.5) == 122 && enemy.behaviors.motion(of: item) == [0, 0, 7])
        #expect(scene.continuation.waiting(item) == nil && scene.continuation.said(item) == .numbers([0, 0, 7]))
        for junk: [Double] in [[], [0], [0, 0], [0, 3, 1, 2, 3], [0, 0, 1, 2]] {
            try enemy.shop.set(item, "motion", .numbers(junk))
            #expect(x(2.5) == 122)
        }
        try enemy.shop.set(item, "motion", .numbers([0, 0, 0]))
        #expect(x(2.5) == 115)
        let kind = scene.kind(of: drift)
        let word = try #require(kind.property(named: "word"))
        #expect(enemy.host.drawings.refusal(of: "no", for: word, of: kind) == "two letters")
        #expect(enemy.host.drawings.refusal(of: "yes", for: word, of: kind) == nil)
        // The engine set it.
        #expect(try enemy.shop.get(drift, "seen") == .number(1))
        // It goes on from where the item is.
        kill(try #require(enemy.process), SIGKILL)
        #expect(x(3) == 115)
        #expect(enemy.shop.events(.strike) == ["drift: its process crashed (Killed) (1 of 3)"])
        #expect(enemy.behaviors.isMoving && x(3.5) == 120 && x(4) == 125)
        try enemy.shop.set(drift, "deed", .number(Deed.crash.rawValue))
        for time in 5...9 { _ = x(Double(time)) }
        #expect(enemy.host.list[0].state == .suspended && !enemy.behaviors.isMoving)
        let rest = x(20)
        try enemy.shop.set(drift, "deed", .number(0))
        try enemy.host.reload("Hostile", in: scene)
        scene.objects.markAllContent()
        try enemy.shop.set(drift, "items", .objects([]))
        try enemy.shop.set(drift, "items", .objects([scene.id(of: item)]))
        #expect(x(21) == rest && x(22) == rest + 10)
    }

    /// An engine that gives numbers of motions and contacts without these, in this process and in its own.
    @Test(arguments: [PluginTrust.own, .user]) func countsWithoutLists(_ trust: PluginTrust) throws {
        let enemy = try Enemy(trust: trust)
        let scene = enemy.shop.scene
        let item = try scene.objects.create("item", .layer)
        try scene.set(item, LayerProperty.position.id, .point(Point(100, 50)))
        let drift = try scene.objects.create("drift", try #require(try enemy.shop.registry.find("drift")))
        try enemy.shop.set(drift, "items", .objects([scene.id(of: item)]))
        func x(_ time: Double) -> Double {
            enemy.behaviors.advance(to: time)
            return scene.value(item, LayerProperty.position.id).point.x
        }
        #expect(x(1) == 100 && x(2) == 110)
        #expect(enemy.host.list[0].isIsolated == (trust == .user))
        try enemy.shop.set(drift, "deed", .number(Deed.countAlone.rawValue))
        // The engine learns of a change behind a step.
        _ = x(3)
        let rest = x(4)
        #expect(x(5) == rest && !enemy.behaviors.hasContacts && enemy.behaviors.motion(of: item) == nil)
        try enemy.shop.set(drift, "deed", .number(Deed.order.rawValue))
        _ = x(6)
        #expect(x(7) == 160 && enemy.shop.events(.strike).isEmpty)
    }
}
