import ScrimPluginABI
import ScrimPluginKit

// Filters of two pictures. The second one is next to the first in the same layer, because a filter has only one source.

/// `arithmetic(dx,dy,k1,k2,k3,k4)`: k1·a·b + k2·a + k3·b + k4 of premultiplied channels, where b is the pixel at the
/// offset `dx`, `dy` (feComposite with the operator `arithmetic`).
struct Arithmetic: FilterKind {
    static let name = "arithmetic"
    static let help = "k1·a·b + k2·a + k3·b + k4 of a picture a and the picture b that lies dx, dy beside it"
    static let weight: UInt8 = 6
    static let schema =
        SecondPicture.schema
        + (1...4).map { Property("k\($0)", .number(0), range: -1e6...1e6, help: "of the sum's part \($0)") }
    private enum Argument: Int { case dx, dy, k1, k2, k3, k4 }

    private let second: SecondPicture
    private let k: (product: Float, first: Float, second: Float, one: Float)

    init(_ use: FilterUse) {
        second = SecondPicture(use)
        func number(_ argument: Argument) -> Float { Float(use.number(argument)) }
        k = (number(.k1), number(.k2), number(.k3), number(.k4))
    }

    var reach: Reach { second.reach }

    func apply(_ source: PixelImage, to target: PixelImage) {
        for y in target.rect.y0..<target.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 {
                let (first, other) = (source[x, y], source[x + second.x, y + second.y])
                if first == 0, other == 0 { continue }
                let (a, b) = (Parts(first), Parts(other))
                target[x, y] = (k.product * a * b + k.first * a + k.second * b + k.one).word
            }
        }
    }
}

/// `displace(dx,dy,scale,x,y)`: moves pixels by the colours of the picture at the offset `dx`, `dy` (feDisplacementMap,
/// CIDisplacementDistortion).
struct Displace: FilterKind {
    static let name = "displace"
    static let help = "pixels moved by the colours of the picture that lies dx, dy beside it"
    static let weight: UInt8 = 6
    static let schema =
        SecondPicture.schema + [
            Property(
                "scale", .number(0), range: -10_000...10_000, unit: "points", help: "from the darkest to the brightest"),
            Property(
                "x", .integer(0), range: 0...3, help: "the channel that moves across: 0 red, 1 green, 2 blue, 3 alpha"),
            Property("y", .integer(1), range: 0...3, help: "the channel that moves down"),
        ]
    private enum Argument: Int { case dx, dy, scale, x, y }

    private let second: SecondPicture
    /// In pixels.
    private let scale: (x: Double, y: Double)
    private let channels: (x: Int, y: Int)

    init(_ use: FilterUse) {
        second = SecondPicture(use)
        let given = use.number(Argument.scale)
        scale = ((given * use.scale.x).held(20_000), (given * use.scale.y).held(20_000))
        channels = (Int(use.number(Argument.x)), Int(use.number(Argument.y)))
    }

    var reach: Reach {
        let (x, y) = (Int32(abs(scale.x) / 2) + 1, Int32(abs(scale.y) / 2) + 1)
        let other = second.reach
        return Reach(
            left: max(x, other.left), top: max(y, other.top), right: max(x, other.right), bottom: max(y, other.bottom))
    }

    func apply(_ source: PixelImage, to target: PixelImage) {
        for y in target.rect.y0..<target.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 {
                let pixel = source[x + second.x, y + second.y]
                let way = pixel >> 24 == 0 ? Parts.zero : Parts(pixel).straight
                let dx = (scale.x * (Double(way[channels.x]) - 0.5)).rounded()
                let dy = (scale.y * (Double(way[channels.y]) - 0.5)).rounded()
                target[x, y] = source[x + Int32(dx), y + Int32(dy)]
            }
        }
    }
}

/// The offset of the second picture from the first, in pixels.
private struct SecondPicture {
    static let schema = [
        Property(
            "dx", .number(0), range: -30_000...30_000, unit: "points", help: "where the second picture lies, across"),
        Property(
            "dy", .number(0), range: -30_000...30_000, unit: "points", help: "where the second picture lies, down"),
    ]
    private enum Argument: Int { case dx, dy }

    let x: Int32
    let y: Int32

    init(_ use: FilterUse) { (x, y) = use.offset(use.number(Argument.dx), use.number(Argument.dy)) }

    var reach: Reach { Reach(left: max(0, x), top: max(0, y), right: max(0, -x), bottom: max(0, -y)) }
}
