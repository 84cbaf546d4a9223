extension ExpressionEnvironment {
    package mutating func random() -> Double { 0.5 }
}

/// A pseudorandom generator for numbers in 0 ..< 1 (SplitMix64, Steele, Lea and Flood 2014).
package struct RandomNumbers: Sendable {
    package private(set) var state: UInt64

    package init(seed: Double) { state = (seed + 0).bitPattern }

    /// Goes on from a state.
    package init(state: UInt64) { self.state = state }

    package mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        z ^= z >> 31
        return Double(z >> 11) * 0x1p-53
    }
}
