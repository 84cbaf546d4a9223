import Geometry
import PluginHost
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

extension PluginTests {
    /// A stack 200×50 (column: 50×200) with children of those lengths, 20 high, and what it does with them.
    private final class Bench {
        let shop = Workshop()
        let stack: Slot
        var children: [Slot] = []

        init(_ lengths: [Double], column: Bool = false) throws {
            shop.host.discover(in: ["\(Workshop.root)/Plugins"], libraries: [Workshop.products])
            shop.scene.services.arranger = shop.host.layouts
            stack = try shop.layer("stack", "s")
            try shop.set(stack, "bounds", .rect(column ? Rect(0, 0, 50, 200) : Rect(0, 0, 200, 50)))
            try shop.set(stack, "axis", .choice(column ? 1 : 0))
            for (at, length) in lengths.enumerated() {
                let child = try shop.scene.objects.create("c\(at)", .layer, parent: stack)
                try shop.set(child, "bounds", .rect(column ? Rect(0, 0, 20, length) : Rect(0, 0, length, 20)))
                // Boxes give in when somebody says so.
                try shop.set(child, "layout.shrink", .number(1))
                children.append(child)
            }
        }

        func set(_ values: (String, Value)...) throws {
            for (name, value) in values { try shop.set(stack, name, value) }
        }

        /// Begin and length along the axis, in turn, rounded to a thousandth.
        var spans: [Double] {
            shop.scene.layout.layOut()
            return children.flatMap { child in
                let frame = shop.scene.geometry.frame(of: child)
                let isColumn = shop.scene.rows[Int(stack)].bounds.height == 200
                return (isColumn ? [frame.y, frame.height] : [frame.x, frame.width])
                    .map { ($0 * 1000).rounded() / 1000 }
            }
        }
    }

    @Test(arguments: [false, true]) func stackAlongItsAxis(column: Bool) throws {
        let bench = try Bench([20, 40, 20], column: column)
        try bench.set(("spacing", .number(10)))
        #expect(bench.spans == [0, 20, 30, 40, 80, 120], "fill: the last one takes what is left")
        try bench.shop.set(bench.children[0], "layout.grow", .number(1))
        try bench.shop.set(bench.children[1], "layout.grow", .number(3))
        #expect(bench.spans == [0, 45, 55, 115, 180, 20], "in the proportion of their shares")
        try bench.set(("distribution", .choice(1)))
        #expect(bench.spans == [0, 60, 70, 60, 140, 60], "fillEqually")
        try bench.set(("distribution", .choice(2)))
        #expect(bench.spans == [0, 45, 55, 90, 155, 45], "fillProportionally")
        try bench.set(("distribution", .choice(3)))
        #expect(bench.spans == [0, 20, 80, 40, 180, 20], "equalSpacing")
        try bench.set(("distribution", .choice(4)))
        #expect(bench.spans == [0, 20, 80, 40, 180, 20], "equalCentering: the same where the ends are alike")
        try bench.shop.set(bench.children[0], "layout.basis", .number(60))
        #expect(bench.spans == [0, 60, 90, 40, 180, 20], "centres at 30, 110, 190")
        try bench.set(("distribution", .choice(3)))
        #expect(bench.spans == [0, 60, 100, 40, 180, 20], "the basis goes before its own length")
        try bench.shop.set(bench.children[1], "isHidden", .boolean(true))
        #expect(bench.spans == [0, 60, 100, 40, 180, 20], "what is hidden is where it would be, and counts no more")
        try bench.set(("distribution", .choice(1)))
        #expect(bench.spans == [0, 95, 70, 60, 105, 95], "which depends on nothing that was there before")
    }

    /// A list of records has the stack's properties in a schema of its own.
    @Test func listsTakeWhatStacksTake() throws {
        let bench = try Bench([])
        let scene = bench.shop.scene
        let (stack, list) = (scene.kind(of: bench.stack).properties, scene.kinds[.each].properties)
        for name in ["axis", "spacing", "alignment", "distribution", "margins"] {
            let ours = try #require(list.first { $0.name == name })
            let theirs = try #require(stack.first { $0.name == name })
            #expect(ours.type == theirs.type && ours.choices == theirs.choices, "\(name)")
        }
    }

    @Test func stackWithoutASizeHugs() throws {
        let bench = try Bench([20, 40])
        let (scene, stack) = (bench.shop.scene, bench.stack)
        func size() -> Size {
            scene.layout.layOut()
            return scene.value(stack, LayerProperty.bounds.id).rect.size
        }
        func given() -> Size { scene.layout.given(stack, LayerProperty.bounds.id).rect.size }
        let parent = try bench.shop.layer("layer", "p")
        try scene.tree.move(stack, to: parent, .last)
        try bench.set(("spacing", .number(10)), ("margins", .numbers([5])))
        #expect(size() == Size(200, 50), "the one that it was given")
        try bench.set(("bounds", .rect(Rect(3, 4, 0, 0))))
        #expect(size() == Size(80, 30) && given() == .zero, "as large as what it holds")
        #expect(bench.spans == [5, 20, 35, 40])
        try bench.shop.set(bench.children[0], "bounds", .rect(Rect(0, 0, 50, 40)))
        #expect(size() == Size(110, 50), "and as that grows")
        try bench.shop.set(bench.children[1], "isHidden", .boolean(true))
        #expect(size() == Size(60, 50))
        scene.transaction.begin()
        try bench.set(("bounds", .rect(Rect(0, 0, 300, 60))))
        #expect(size() == Size(300, 60))
        scene.transaction.rollback()
        #expect(size() == Size(60, 50) && given() == .zero && scene.objects.brokenInvariant() == nil)
        try bench.set(("bounds", .rect(Rect(0, 0, 300, 60))))
        #expect(size() == Size(300, 60) && given() == Size(300, 60))
        try bench.set(("bounds", .rect(.zero)))
        // In another layout its size is that one's; by itself again its own.
        let outer = try bench.shop.layer("stack", "outer")
        try bench.shop.set(outer, "bounds", .rect(Rect(0, 0, 100, 70)))
        try scene.tree.move(stack, to: outer, .last)
        #expect(size() == Size(100, 70))
        try scene.tree.move(stack, to: parent, .last)
        #expect(size() == Size(60, 50) && scene.objects.brokenInvariant() == nil)
        try scene.objects.remove(bench.children[0])
        #expect(size() == Size(10, 10), "the margins are left")
    }

    @Test func stackPacked() throws {
        let bench = try Bench([20, 40])
        try bench.set(("distribution", .choice(5)), ("spacing", .number(10)))
        #expect(bench.spans == [0, 20, 30, 40], "nobody takes what is left")
        try bench.shop.set(bench.children[0], "layout.grow", .number(1))
        #expect(bench.spans == [0, 20, 30, 40])
        try bench.shop.set(bench.children[1], "layout.basis", .number(360))
        #expect(bench.spans == [0, 10, 20, 180], "without room all become shorter")
    }

    @Test func stackWithoutRoom() throws {
        let bench = try Bench([200, 100, 100])
        for distribution in [0, 2, 3, 4] as [UInt8] {
            try bench.set(("distribution", .choice(distribution)))
            #expect(bench.spans == [0, 100, 100, 50, 150, 50], "shorter in their proportion")
        }
        try bench.set(("spacing", .number(300)))
        #expect(bench.spans == [0, 0, 300, 0, 600, 0], "no length below 0")
        let one = try Bench([40])
        for distribution in 0...4 as ClosedRange<UInt8> {
            try one.set(("distribution", .choice(distribution)))
            #expect(one.spans == [0, 200], "one alone fills the room")
        }
        let none = try Bench([0, 0])
        try none.set(("distribution", .choice(2)))
        #expect(none.spans == [0, 100, 100, 100], "nothing to be in proportion to")
    }

    /// Centres equally far, but the longest two have the least gap: at the bound, and beyond.
    @Test func stackCentering() throws {
        let bench = try Bench([10, 80, 80, 10])
        try bench.set(("distribution", .choice(4)), ("spacing", .number(4)))
        // Evenly the centres were 63⅓ apart, and the middle two would overlap: they get 4, the others share 16.
        #expect(bench.spans == [0, 10, 18, 80, 102, 80, 190, 10])
        try bench.set(("spacing", .number(20 / 3)))
        #expect(bench.spans == [0, 10, 16.667, 80, 103.333, 80, 190, 10], "no room but for the least gaps")
        try bench.set(("spacing", .number(7)))
        #expect(bench.spans[7] < 10, "and then none for their lengths")
    }

    @Test func stackAcrossItsAxis() throws {
        let bench = try Bench([20, 20])
        func across() -> [Double] {
            bench.shop.scene.layout.layOut()
            return bench.children.flatMap { child in
                let frame = bench.shop.scene.geometry.frame(of: child)
                return [frame.y, frame.height]
            }
        }
        try bench.shop.set(bench.children[1], "bounds", .rect(Rect(0, 0, 20, 70)))
        #expect(across() == [0, 50, 0, 50])
        try bench.set(("alignment", .choice(1)))
        #expect(across() == [0, 20, 0, 70])
        try bench.set(("alignment", .choice(2)))
        #expect(across() == [15, 20, -10, 70])
        try bench.set(("alignment", .choice(3)))
        #expect(across() == [30, 20, -20, 70])
        try bench.set(("alignment", .choice(0)), ("margins", .numbers([5])))
        #expect(across() == [5, 40, 5, 40] && bench.spans == [5, 20, 25, 170])
        try bench.set(("margins", .numbers([1, 2])))
        #expect(across() == [1, 48, 1, 48] && bench.spans == [2, 20, 22, 176])
        try bench.set(("margins", .numbers([1, 2, 3, 4])))
        #expect(across() == [1, 46, 1, 46] && bench.spans == [2, 20, 22, 174])
        try bench.set(("margins", .numbers([500])))
        #expect(across() == [500, 0, 500, 0])
    }

    /// A stack in a stack is as large as what it holds.
    @Test func stackInStack() throws {
        let bench = try Bench([20])
        let shop = bench.shop
        let inner = try shop.scene.objects.create(
            "inner", #require(try shop.registry.find("stack")), parent: bench.stack)
        try shop.set(inner, "axis", .choice(1))
        try shop.set(inner, "spacing", .number(3))
        try shop.set(inner, "margins", .numbers([1, 2, 3, 4]))
        for (name, size) in [("x", Size(30, 10)), ("y", Size(50, 5))] {
            let child = try shop.scene.objects.create(name, .layer, parent: inner)
            try shop.set(child, "bounds", .rect(Rect(0, 0, size.width, size.height)))
        }
        try bench.set(("alignment", .choice(1)), ("distribution", .choice(3)))
        func frame(_ name: String) throws -> Rect {
            shop.scene.layout.layOut()
            return shop.scene.geometry.frame(of: try #require(shop.scene.find(name)))
        }
        try #expect(frame("inner") == Rect(144, 0, 56, 22))
        try #expect(frame("x") == Rect(2, 1, 50, 10) && frame("y") == Rect(2, 14, 50, 5))
        try shop.set(inner, "distribution", .choice(1))
        try #expect(frame("inner").height == 27)
        try shop.set(inner, "distribution", .choice(4))
        try #expect(frame("inner").height == 22 && frame("y") == Rect(2, 14, 50, 5))
        try shop.set(bench.stack, "alignment", .choice(0))
        try #expect(frame("inner") == Rect(144, 0, 56, 50) && frame("y").maxY == 47)
    }

    /// Whatever it holds: frames are finite, none overlap but for negative spacing, and what fills, fills.
    @Test func stacksOfAnything() throws {
        var chance = Dice(5)
        for _ in 0..<200 {
            let lengths = (0..<chance.upTo(7)).map { _ in chance.pick([0, 1, 17.5, 300, 1e300]) }
            let bench = try Bench(lengths.map { min($0, 1e9) })
            try bench.set(
                ("distribution", .choice(UInt8(chance.upTo(5)))), ("alignment", .choice(UInt8(chance.upTo(4)))),
                ("spacing", .number(chance.pick([0, 5, 1e6]))))
            for child in bench.children where chance.upTo(3) == 0 {
                try bench.shop.set(child, "layout.grow", .number(chance.pick([0, 1, 1e6])))
            }
            let spans = bench.spans
            #expect(spans.allSatisfy { $0.isFinite })
            for at in stride(from: 2, to: spans.count, by: 2) {
                #expect(spans[at] >= spans[at - 2] + spans[at - 1] - 0.01)
            }
            if let last = spans.last, bench.children.count < 30, spans[spans.count - 2] < 200 {
                #expect(abs(spans[spans.count - 2] + last - 200) < 0.01, "the last one ends where the room does")
            }
            #expect(bench.shop.events(.strike).isEmpty)
        }
    }
}
