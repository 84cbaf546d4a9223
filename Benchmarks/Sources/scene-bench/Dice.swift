/// SplitMix64: the same scenes in every run.
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// 0 ..< limit.
    mutating func whole(_ limit: Int32) -> Int32 { Int32(next() >> 33) % limit }

    mutating func opaqueColor() -> UInt32 { UInt32(truncatingIfNeeded: next()) | 0xFF00_0000 }
}
