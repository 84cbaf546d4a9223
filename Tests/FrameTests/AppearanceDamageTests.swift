import Geometry
import Schema
import TestSupport
import Testing

@testable import Frame

/// Colours, borders, opacity, shadows and filters: the pixels that a layer paints itself, and their reach.
@Suite struct AppearanceDamageTests {
    private let frame = Rect(100, 100, 40, 30)
    private let pixels = PixelRect(100, 100, 140, 130)

    /// The damage of a layer without and with some properties.
    private func change(
        _ values: [LayerProperty: Value], _ sublayers: [Layer] = [], color: Color? = .red
    ) throws -> [PixelRect] {
        try damage(
            from: [Layer("a", frame, color, [:], sublayers)], to: [Layer("a", frame, color, values, sublayers)])
    }

    @Test func aColorIsTheBounds() throws {
        #expect(try change([.backgroundColor: .color(.green)]) == [])
        #expect(
            try damage(from: [Layer("a", frame, .red)], to: [Layer("a", frame, .green)]) == [pixels])
    }

    /// The sublayer hangs out of the parent, but the parent's colour does not.
    @Test func aColorIsNotTheSublayers() throws {
        let below = [Layer("b", Rect(30, 20, 100, 100), .blue)]
        #expect(
            try damage(from: [Layer("a", frame, .red, [:], below)], to: [Layer("a", frame, .green, [:], below)])
                == [pixels])
    }

    @Test func unsetDefaultsAreNoDamage() throws {
        #expect(try change([.borderColor: .color(.green)]) == [])
        #expect(try change([.shadowRadius: .number(9)]) == [])
        #expect(try change([.maskedCorners: .choices(1)]) == [pixels])
        #expect(try change([.backgroundColor: .color(.clear)], color: nil) == [])
    }

    @Test func aBorderIsTheBounds() throws {
        #expect(try change([.borderWidth: .number(3)]) == [pixels])
        #expect(
            try damage(
                from: [Layer("a", frame, nil, [.borderWidth: .number(3)])],
                to: [Layer("a", frame, nil, [.borderWidth: .number(3), .borderColor: .color(.green)])]) == [pixels])
    }

    @Test func cornersAreTheBounds() throws {
        #expect(try change([.cornerRadius: .number(6)]) == [pixels])
        #expect(try change([.cornerRadius: .number(6)], color: nil) == [])
    }

    @Test func opacityOfALeafIsItsBounds() throws {
        #expect(try change([.opacity: .number(0.5)]) == [pixels])
    }

    /// Of a group, everything below it: 110 + 50 to the right.
    @Test func opacityOfAGroupIsItsExtent() throws {
        let below = [Layer("b", Rect(10, 10, 50, 10), .blue)]
        #expect(try change([.opacity: .number(0.5)], below) == [PixelRect(100, 100, 160, 130)])
    }

    /// `allowsGroupOpacity=false`: no group, and the sublayer is damaged by itself.
    @Test func opacityThatIsSpreadIsEachLayersOwn() throws {
        let below = [Layer("b", Rect(100, 0, 20, 20), .blue)]
        func tree(_ opacity: Double) -> [Layer] {
            [
                Layer(
                    "a", frame, .red, [.allowsGroupOpacity: .boolean(false), .opacity: .number(opacity)], below)
            ]
        }
        #expect(
            try damage(from: tree(1), to: tree(0.5)) == [pixels, PixelRect(200, 100, 220, 120)])
    }

    @Test func hiddenIsTheExtent() throws {
        let below = [Layer("b", Rect(10, 10, 50, 10), .blue)]
        #expect(try change([.isHidden: .boolean(true)], below) == [PixelRect(100, 100, 160, 130)])
        #expect(try change([.opacity: .number(0.001)], below) == [PixelRect(100, 100, 160, 130)])
    }

    @Test func whatIsHiddenChangesNothing() throws {
        let hidden: [LayerProperty: Value] = [.isHidden: .boolean(true)]
        #expect(try damage(from: [Layer("a", frame, .red, hidden)], to: [Layer("a", frame, .blue, hidden)]) == [])
    }

    /// A shadow without blur is the bounds, moved: 110…150 × 106…136, and the bounds hide what is beneath them.
    @Test func aShadowsOffset() throws {
        let shadow: [LayerProperty: Value] = [
            .shadowOpacity: .number(1), .shadowRadius: .number(0), .shadowOffset: .size(Size(10, 6)),
        ]
        let found = try change(shadow)
        #expect(found.box.contains(PixelRect(100, 100, 150, 136)))
        #expect(PixelRect(99, 99, 151, 137).contains(found.box))
    }

    /// A Gaussian of σ = 4 reaches 3 σ = 12 pixels, rounded to its box filters; not half as far again.
    @Test func aShadowsBlurReachesThreeDeviations() throws {
        let shadow: [LayerProperty: Value] = [
            .shadowOpacity: .number(1), .shadowRadius: .number(4), .shadowOffset: .size(Size(0, 0)),
        ]
        let box = try change(shadow).box
        #expect(box.contains(pixels.outset(11)) && pixels.outset(18).contains(box))
    }

    /// What moves with a shadow damages its reach at both ends.
    @Test func aShadowMovesWithItsLayer() throws {
        let shadow: [LayerProperty: Value] = [.shadowOpacity: .number(1), .shadowRadius: .number(4)]
        func box(_ x: Double) throws -> PixelRect {
            try damage(from: [], to: [Layer("a", Rect(x, 100, 40, 30), .red, shadow)]).box
        }
        let moved = try damage(
            from: [Layer("a", frame, .red, shadow)], to: [Layer("a", Rect(110, 100, 40, 30), .red, shadow)])
        #expect(moved.box == (try box(100)).union(try box(110)))
    }

    /// A sublayer changes 4 pixels inside of a blurred group: its rectangle grows by the blur's reach, and by no more.
    @Test func aBlurredGroupSpreadsWhatChangesInIt() throws {
        func tree(_ color: Color) -> [Layer] {
            [
                Layer(
                    "g", Rect(50, 50, 200, 200), nil,
                    [.filters: .filters([FilterFunction(.blur, name: "blur", arguments: [4])])],
                    [Layer("b", Rect(80, 80, 20, 20), color)])
            ]
        }
        let box = try damage(from: tree(.red), to: tree(.blue)).box
        let changed = PixelRect(130, 130, 150, 150)
        #expect(box.contains(changed.outset(11)) && changed.outset(18).contains(box))
    }

    @Test func aBlendModeIsTheExtent() throws {
        let multiply = Value.choice(BlendMode.multiply.rawValue)
        let below = [Layer("b", Rect(10, 10, 50, 10), .blue)]
        #expect(try change([.compositingFilter: multiply], below) == [PixelRect(100, 100, 160, 130)])
    }

    /// In a group of opacity ½ a sublayer's change is the sublayer's.
    @Test func aChangeInAGroupIsNotTheGroup() throws {
        func tree(_ color: Color) -> [Layer] {
            [
                Layer(
                    "g", Rect(50, 50, 200, 200), .green, [.opacity: .number(0.5)],
                    [Layer("b", Rect(80, 80, 20, 20), color)])
            ]
        }
        #expect(try damage(from: tree(.red), to: tree(.blue)) == [PixelRect(130, 130, 150, 150)])
    }
}
