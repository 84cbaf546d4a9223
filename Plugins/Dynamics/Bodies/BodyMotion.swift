/// How a body goes on: what an engine that is made anew has to know of it, and of the sub-steps of its world.
struct BodyMotion {
    /// The grid of the world's sub-steps: when it began, and how many were made.
    var origin, done: Double
    var state: BodyState
    /// Box2D has it where it will be at the next sub-step.
    var isTold: Bool
    var isParked: Bool
    /// Seconds for which it has been slow.
    var idle: Double
}

/// As numbers. Those of a later version have more of them, or another first one.
extension BodyMotion {
    private static let form = 1.0
    private static var flags: [WritableKeyPath<BodyMotion, Bool>] {
        [\.state.isAsleep, \.state.isSwept, \.state.isHeld, \.isTold, \.isParked]
    }
    private static var vectors: [WritableKeyPath<BodyState, Vector>] { [\.place, \.pace, \.before, \.gain] }
    private static var angles: [WritableKeyPath<BodyState, Double>] { [\.angle, \.turning, \.lag] }
    private static let count = 8 + 2 * vectors.count + angles.count

    var numbers: [Double] {
        let bits = Self.flags.enumerated().reduce(0) { $0 + (self[keyPath: $1.element] ? 1 << $1.offset : 0) }
        let (velocity, spin) = (state.velocity, state.spin)
        return [Self.form, origin, done, Double(bits), idle, velocity.x, velocity.y, spin]
            + Self.vectors.flatMap { [state[keyPath: $0].x, state[keyPath: $0].y] }
            + Self.angles.map { state[keyPath: $0] }
    }

    /// Nil for numbers of another form.
    init?(_ numbers: [Double]) {
        guard numbers.count == Self.count, numbers[0] == Self.form, let bits = Int(exactly: numbers[3]) else {
            return nil
        }
        self.init(
            origin: numbers[1], done: numbers[2], state: BodyState(), isTold: false, isParked: false, idle: numbers[4])
        for (at, path) in Self.flags.enumerated() { self[keyPath: path] = bits >> at & 1 == 1 }
        state.drive(Vector(x: numbers[5], y: numbers[6]), numbers[7])
        var at = 8
        for path in Self.vectors {
            state[keyPath: path] = Vector(x: numbers[at], y: numbers[at + 1])
            at += 2
        }
        for path in Self.angles {
            state[keyPath: path] = numbers[at]
            at += 1
        }
    }
}
