import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// The area in which particles are born.
struct EmitterShape {
    enum Form: UInt32, CaseIterable {
        case point, line, rectangle, cuboid, circle, sphere
    }

    enum Mode: UInt32 {
        case points, outline, surface, volume
    }

    static let names = Form.allCases.map { "\($0)" }

    var position: Point
    var size: Point
    var form: Form
    var mode: Mode

    /// A birth point, and the angle relative to which a cell's longitude is measured.
    func place(_ dice: Dice) -> (place: SIMD2<Double>, angle: Double) {
        let middle = SIMD2(position.x, position.y)
        let half = SIMD2(size.x, size.y) / 2
        switch form {
        case .point: return (middle, 0)
        case .line: return (middle + SIMD2(half.x * along(dice.unit(.first)), 0), 0)
        case .rectangle, .cuboid: return (middle + half * square(dice), 0)
        case .circle, .sphere:
            let angle = 2 * Double.pi * dice.unit(.first)
            let radius = size.x * reach(dice)
            return (middle + radius * SIMD2(cos(angle), sin(angle)), angle)
        }
    }

    /// A coordinate in −1…1; for points, one of both ends.
    private func along(_ unit: Double) -> Double { mode == .points ? (unit < 0.5 ? -1 : 1) : 2 * unit - 1 }

    /// A point in the square from −1 to 1.
    private func square(_ dice: Dice) -> SIMD2<Double> {
        let (u, v) = (dice.unit(.first), dice.unit(.second))
        guard mode == .outline else { return SIMD2(along(u), along(v)) }
        // On its sides, in proportion to their lengths.
        let (w, h) = (abs(size.x), abs(size.y))
        let side = w + h > 0 ? w / (w + h) : 0.5
        if u < side { return SIMD2(2 * u / side - 1, v < 0.5 ? -1 : 1) }
        return SIMD2(v < 0.5 ? -1 : 1, side < 1 ? 2 * (u - side) / (1 - side) - 1 : 0)
    }

    /// Distance from the center, 0…1; a sphere is projected from the front.
    private func reach(_ dice: Dice) -> Double {
        let isEdge = mode == .points || mode == .outline
        guard form == .sphere else { return isEdge ? 1 : dice.unit(.second).squareRoot() }
        let z = 2 * dice.unit(.second) - 1
        return (mode == .volume ? cbrt(dice.unit(.third)) : 1) * (1 - z * z).squareRoot()
    }
}
