import Compositor
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// A rectangle in space, for the dumb way: points through matrices, one by one.
private struct Card {
    var center: Point
    var size: Size
    var z = 0.0
    var anchorZ = 0.0
    var transform = Transform3D.identity
    var sublayers = Transform3D.identity
    var color: Color?
    var isSolid = false
    var isDoubleSided = true
    var cards: [Card] = []

    typealias Place = (x: Double, y: Double, z: Double, w: Double)

    static func apply(_ t: Transform3D, _ p: Place) -> Place {
        (
            p.x * t.m11 + p.y * t.m21 + p.z * t.m31 + p.w * t.m41,
            p.x * t.m12 + p.y * t.m22 + p.z * t.m32 + p.w * t.m42,
            p.x * t.m13 + p.y * t.m23 + p.z * t.m33 + p.w * t.m43,
            p.x * t.m14 + p.y * t.m24 + p.z * t.m34 + p.w * t.m44
        )
    }

    /// From the card to its parent, in space.
    func up(_ p: Place) -> Place {
        var q = Self.apply(
            transform, (p.x - size.width / 2 * p.w, p.y - size.height / 2 * p.w, p.z - anchorZ * p.w, p.w))
        q.x += center.x * q.w
        q.y += center.y * q.w
        q.z += z * q.w
        return q
    }

    /// What the card does to what is below it.
    func bend(_ p: Place) -> Place {
        let (x, y) = (size.width / 2, size.height / 2)
        let q = Self.apply(sublayers, (p.x - x * p.w, p.y - y * p.w, p.z - anchorZ * p.w, p.w))
        return (q.x + x * q.w, q.y + y * q.w, q.z + anchorZ * q.w, q.w)
    }
}

/// Polygons in paint order.
private struct Flat {
    var corners: [Point]
    var color: Color

    var box: Rect {
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (x, y) = (max(-1e3, xs.min() ?? 0), max(-1e3, ys.min() ?? 0))
        return Rect(x, y, min(1e3, xs.max() ?? 0) - x, min(1e3, ys.max() ?? 0) - y)
    }

    func contains(_ p: Point) -> Bool {
        var signs = (plus: false, minus: false)
        for (i, a) in corners.enumerated() {
            let b = corners[(i + 1) % corners.count]
            let side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
            if side > 0 { signs.plus = true } else { signs.minus = true }
        }
        return !(signs.plus && signs.minus)
    }
}

/// Layers in space against the dumb way to paint them.
@Suite struct SpaceTests {
    /// What is seen of a card and all in it, with its depth. `toOutput`: from the plane in which it is flattened; `lift`:
    /// from its parent to that plane.
    private func flatten(
        _ card: Card, _ flats: inout [(Flat, Double)], lift: @escaping (Card.Place) -> Card.Place,
        toOutput: @escaping (Point) -> Point?
    ) {
        let inPlane = { (p: Card.Place) in lift(card.up(p)) }
        if card.isSolid {
            for child in card.cards {
                flatten(child, &flats, lift: { inPlane(card.bend($0)) }, toOutput: toOutput)
            }
            return
        }
        let map = { (p: Point) -> Point? in
            let q = inPlane((p.x, p.y, 0, 1))
            return q.w > 0 ? toOutput(Point(q.x / q.w, q.y / q.w)) : nil
        }
        let (w, h) = (card.size.width, card.size.height)
        let middle = inPlane((w / 2, h / 2, 0, 1))
        let corners = [Point(0, 0), Point(w, 0), Point(w, h), Point(0, h)].compactMap(map)
        // The turn of the corners tells the side; nothing is mirrored here.
        var area = 0.0
        for (i, a) in corners.enumerated() {
            let b = corners[(i + 1) % corners.count]
            area += a.x * b.y - b.x * a.y
        }
        if corners.count < 4 || (area < 0 && !card.isDoubleSided) { return }
        var below: [(Flat, Double)] = []
        var inner: [(Int, [(Flat, Double)], Double)] = []
        for (i, child) in card.cards.enumerated() {
            var list: [(Flat, Double)] = []
            flatten(child, &list, lift: card.bend, toOutput: map)
            if child.isSolid {
                list = list.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element)
            }
            inner.append((i, list, child.z))
        }
        for (_, list, _) in inner.sorted(by: { ($0.2, $0.0) < ($1.2, $1.0) }) { below += list }
        let depth = middle.z / middle.w
        if let color = card.color { flats.append((Flat(corners: corners, color: color), depth)) }
        // What is flattened into a card is as near as the card.
        flats += below.map { ($0.0, depth) }
    }

    private func build(_ card: Card, _ name: String, in parent: Slot, _ stage: Stage) throws {
        let slot = try stage.add(name, .zero, card.color, in: parent, kind: card.isSolid ? "transformLayer" : "layer")
        try stage.set(slot, .bounds, .rect(Rect(0, 0, card.size.width, card.size.height)))
        try stage.set(slot, .position, .point(card.center))
        try stage.set(slot, .zPosition, .number(card.z))
        try stage.set(slot, .anchorPointZ, .number(card.anchorZ))
        try stage.set(slot, .transform, card.transform == .identity ? .none : .transform(card.transform))
        try stage.set(slot, .sublayerTransform, card.sublayers == .identity ? .none : .transform(card.sublayers))
        try stage.set(slot, .isDoubleSided, .boolean(card.isDoubleSided))
        for (i, child) in card.cards.enumerated() { try build(child, "\(name).\(i)", in: slot, stage) }
    }

    private func random(_ dice: inout Dice, _ depth: Int, isTop: Bool = false) -> Card {
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &dice) }
        var card = Card(
            center: isTop ? Point(50, 40) : Point(number(5...60), number(5...50)),
            size: Size(number(20...60), number(20...60)))
        func c() -> UInt8 { UInt8.random(in: 0...255, using: &dice) }
        card.color = Color(c(), c(), c(), 255)
        if dice.chance(0.6) {
            card.transform = .rotation(number(-1...1), number(-1...1), number(-1...1), number(-3...3))
        }
        if dice.chance(0.3) { card.z = number(-20...20) }
        if dice.chance(0.2) { card.anchorZ = number(-10...10) }
        if isTop || dice.chance(0.5) { card.sublayers = .perspective(number(150...400)) }
        card.isDoubleSided = dice.chance(0.8)
        card.isSolid = !isTop && depth > 0 && dice.chance(0.3)
        if card.isSolid { card.color = nil }
        if depth > 0 { for _ in 0..<3 { card.cards.append(random(&dice, depth - 1)) } }
        return card
    }

    /// Inside of everything the colours agree; at edges what is covered does, about.
    @Test(arguments: 1...10 as ClosedRange<UInt64>) func agreesWithPoints(_ seed: UInt64) throws {
        var dice = Dice(seed &* 32_452_843)
        let scale = seed % 4 == 0 ? 2.0 : 1.0
        let stage = try Stage(Int(100 * scale), Int(80 * scale), scale: scale)
        if seed % 3 == 0 { stage.compositor.cacheBytes = 0 }
        let card = random(&dice, 2, isTop: true)
        try build(card, "c", in: Scene.root, stage)
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect(try stage.oracle().hasSamePixels(as: picture))
        var flats: [(Flat, Double)] = []
        flatten(card, &flats, lift: { $0 }, toOutput: { Point($0.x * scale, $0.y * scale) })

        // Sixteen samples a pixel; a pixel counts as inside when all of those of its neighbours are alike.
        let n = 4
        let (w, h) = (picture.width * n, picture.height * n)
        var samples = [UInt32](repeating: 0, count: w * h)
        for (flat, _) in flats {
            let (color, box) = (PremultipliedColor(flat.color).pixel, flat.box)
            for y in 0..<h where y / n >= Int(box.minY) - 1 && y / n <= Int(box.maxY) {
                for x in 0..<w where x / n >= Int(box.minX) - 1 && x / n <= Int(box.maxX) {
                    let p = Point((Double(x) + 0.5) / Double(n), (Double(y) + 0.5) / Double(n))
                    if flat.contains(p) { samples[y * w + x] = color }
                }
            }
        }
        var sum = 0.0
        var wrong = 0
        for y in 1..<picture.height - 1 {
            for x in 1..<picture.width - 1 {
                let first = samples[y * n * w + x * n]
                var isInside = true
                var mean = SIMD3<Double>.zero
                for j in -n..<2 * n {
                    for i in -n..<2 * n {
                        let p = samples[(y * n + j) * w + x * n + i]
                        if p != first { isInside = false }
                        guard i >= 0, j >= 0, i < n, j < n else { continue }
                        mean += SIMD3(Double(p >> 16 & 255), Double(p >> 8 & 255), Double(p & 255))
                    }
                }
                mean /= Double(n * n)
                let off = distance(picture[x, y], mean)
                sum += off
                if isInside, off > 2 { wrong += 1 }
            }
        }
        // The tip of a wedge, on a plane that is nearly edge-on, is a little longer when sampled.
        #expect(wrong <= 5)
        #expect(sum / Double(picture.width * picture.height) < 2.5)
    }
}

/// How far the channel that is farthest off is, in 255ths.
private func distance(_ pixel: UInt32, _ color: SIMD3<Double>) -> Double {
    var worst = 0.0
    for (at, shift) in [UInt32(16), 8, 0].enumerated() {
        worst = max(worst, abs(Double(pixel >> shift & 255) - color[at]))
    }
    return worst
}
