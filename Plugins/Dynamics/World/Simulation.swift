/// Bounds of every world, and the length of its steps.
enum Simulation {
    /// Seconds of a sub-step.
    static let step = 1.0 / 240
    /// Bodies are held to this speed, in points and radians a second, and parked beyond this coordinate.
    static let mostSpeed = 1e6
    static let mostSpin = 1e4
    static let farthest = 1e9
    /// Items are held to this length of a side, in points.
    static let largest = 1e6
    /// The most items of a world; further ones stay as they are.
    static let mostBodies = 20_000
    /// The most segments of a world's boundaries, without those of `bounds`; further ones are left out.
    static let mostSegments = 10_000
    /// Scene time that one frame goes on by at most, in seconds: the rest of a longer jump is left out.
    static let longestWay = 60.0
}
