import Geometry
import SceneTables
import Schema
import TestSupport
import Testing

@testable import Scene

/// `autoresizingMask`: how frames follow, against arithmetic, and how far.
@Suite struct AutoresizingTests {
    private func resized(_ mask: AutoresizingMask, _ frame: Rect, _ old: Double, _ new: Double) -> Rect {
        let across = mask.stretched(frame.x, frame.width, from: old, to: new, along: .horizontal)
        let down = mask.stretched(frame.y, frame.height, from: 50, to: 50, along: .vertical)
        return Rect(across.start, down.start, across.length, down.length)
    }

    /// Each of the eight sets of flexible parts of an axis, as the formula of proportional shares has them.
    @Test(arguments: 0..<8 as Range<UInt32>) func sharesAreProportional(_ bits: UInt32) {
        let mask = AutoresizingMask(rawValue: bits)
        let parts = [20.0, 30, 50]
        for new in [150.0, 40, 100] {
            let flexible = (0..<3).filter { bits & 1 << $0 != 0 }
            let sum = flexible.reduce(0) { $0 + parts[$1] }
            var wanted = parts
            for at in flexible { wanted[at] += (new - 100) * parts[at] / sum }
            let found = resized(mask, Rect(20, 5, 30, 9), 100, new)
            #expect(abs(found.x - wanted[0]) < 1e-12 && abs(found.width - max(0, wanted[1])) < 1e-12)
            #expect(found.y == 5 && found.height == 9)
        }
    }

    /// By whichever sizes, the end is the same, as long as no part comes to have no length.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func theWayDoesNotMatter(_ seed: UInt64) {
        var dice = Dice(seed)
        let mask = AutoresizingMask(rawValue: UInt32(dice.upTo(8)))
        let frame = Rect(dice.real(1, 30), 0, dice.real(1, 30), 10)
        var (size, at) = (100.0, frame)
        for _ in 0..<6 {
            let next = dice.real(100, 300)
            at = resized(mask, at, size, next)
            size = next
        }
        at = resized(mask, at, size, 100)
        #expect(abs(at.x - frame.x) < 1e-9 && abs(at.width - frame.width) < 1e-9, "\(mask) \(frame)")
    }

    @Test func partsWithoutACommonSignShareEvenly() {
        #expect(resized([.left, .right], Rect(-10, 0, 100, 5), 100, 120) == Rect(0, 0, 100, 5))
        #expect(
            resized([.left, .right], Rect(-30, 0, 100, 5), 60, 80) == Rect(-15, 0, 100, 5), "-30 and -10: by lengths")
        #expect(resized([.width], Rect(10, 0, 20, 5), 100, 60) == Rect(10, 0, 0, 5), "never below 0")
    }

    /// Depth is the client's: no recursion.
    @Test func aLongChainFollows() throws {
        let scene = makeScene()
        var parent = Scene.root
        for at in 0..<20_000 {
            parent = try scene.objects.create("n\(at)", .layer, parent: parent)
            try scene.set(parent, LayerProperty.bounds.id, .rect(Rect(0, 0, 100, 100)))
            if at > 0 { try scene.set(parent, LayerProperty.autoresizingMask.id, .choices(0b010010)) }
        }
        let top = try #require(scene.find("n0"))
        try scene.set(top, LayerProperty.bounds.id, .rect(Rect(0, 0, 130, 80)))
        #expect(scene.rows[Int(parent)].bounds == Rect(0, 0, 130, 80))
        #expect(scene.objects.brokenInvariant() == nil)
    }

    @Test func hintsAndCornersShareAByte() {
        var row = LayerRow()
        #expect(row.maskedCorners == 0b1111 && row.hints == [])
        row.hints.insert(.isMirrored)
        row.maskedCorners = 0b0101
        #expect(row.maskedCorners == 0b0101 && row.hints == .isMirrored)
        row.maskedCorners = 0xFF
        row.hints.remove(.isMirrored)
        #expect(row.maskedCorners == 0b1111 && row.hints == [])
    }

    /// The short way of `set` passes nobody by.
    @Test func superlayersGoTheLongWay() throws {
        let scene = makeScene()
        let box = try scene.objects.create("box", .layer)
        #expect(scene.plain.takesPlain(box))
        let inner = try scene.objects.create("inner", .layer, parent: box)
        try scene.set(inner, LayerProperty.autoresizingMask.id, .choices(1))
        #expect(!scene.plain.takesPlain(box) && !scene.plain.takesPlainFollowing(box))
        #expect(!scene.plain.takesPlain(inner), "what is said of its frame is for the size of the superlayer")
    }

    /// A layer's frame is a function of the frame that was said and of the superlayer's size: the same to the last bit whatever
    /// sizes came between, zero among them.
    @Test(arguments: 1...60 as ClosedRange<UInt64>) func noSizeLeavesATrace(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let frame = Rect(dice.real(-20, 60), dice.real(-20, 60), dice.real(0, 80), dice.real(0, 80))
        let (anchor, bits) = (Point(dice.real(0, 1), dice.real(0, 1)), UInt32(dice.upTo(64)))
        func make() throws -> (Scene, box: Slot, inner: Slot) {
            let scene = makeScene()
            let box = try scene.objects.create("box", .layer)
            let inner = try scene.objects.create("inner", .layer, parent: box)
            try scene.set(box, LayerProperty.bounds.id, .rect(Rect(0, 0, 100, 90)))
            try scene.set(inner, LayerProperty.anchorPoint.id, .point(anchor))
            try scene.set(inner, LayerProperty.frame.id, .rect(frame))
            try scene.set(inner, LayerProperty.autoresizingMask.id, .choices(bits))
            return (scene, box, inner)
        }
        func resize(_ scene: Scene, _ box: Slot, _ size: Size) throws {
            try scene.set(box, LayerProperty.bounds.id, .rect(Rect(0, 0, size.width, size.height)))
            #expect(scene.objects.brokenInvariant() == nil)
        }
        func read(_ scene: Scene, _ inner: Slot) -> [Value] {
            [LayerProperty.position, .bounds].map { scene.value(inner, $0.id) }
        }
        let (scene, box, inner) = try make()
        let said = read(scene, inner)
        for _ in 0..<12 {
            let size = Size(dice.upTo(4) == 0 ? 0 : dice.real(0, 300), dice.upTo(4) == 0 ? 0 : dice.real(0, 300))
            try resize(scene, box, size)
            let (other, otherBox, otherInner) = try make()
            try resize(other, otherBox, size)
            #expect(read(scene, inner) == read(other, otherInner))
            #expect(read(scene, inner).count == 2)
            #expect([LayerProperty.position, .bounds].map { scene.layout.given(inner, $0.id) } == said)
            scene.transaction.begin()
            let before = read(scene, inner)
            for _ in 0..<3 { try resize(scene, box, Size(dice.real(0, 300), dice.real(0, 300))) }
            if dice.upTo(2) == 0 {
                try scene.set(inner, LayerProperty.position.id, .point(Point(dice.real(0, 9), 3)))
                try resize(scene, box, Size(40, 50))
            }
            scene.transaction.rollback()
            #expect(read(scene, inner) == before)
            #expect([LayerProperty.position, .bounds].map { scene.layout.given(inner, $0.id) } == said)
        }
        try resize(scene, box, Size(100, 90))
        #expect(read(scene, inner) == said)
        #expect(scene.layouts.said[frame: inner] == nil)
    }
}
