import Glibc

/// Sine and cosine of `angle` radians, exact at the quarter turns: a layer turned by 90° keeps its sides along the axes.
///
/// An angle within a few rounding errors of a multiple of π/2 counts as that multiple; an angle that is not finite is 0.
public func sineCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    guard angle.isFinite else { return (0, 1) }
    let quarters = (angle / (.pi / 2)).rounded()
    // Four units in the last place: the error of `degrees · π / 180` and of sums of two such angles.
    if abs(angle - quarters * (.pi / 2)) <= 4 * angle.ulp || angle == 0 {
        switch fmod(quarters, 4) {
        case 0: return (0, 1)
        case 1, -3: return (1, 0)
        case 2, -2: return (0, -1)
        default: return (-1, 0)
        }
    }
    return (sin(angle), cos(angle))
}
