/// Stateless random numbers: each is derived from a key and a channel with SplitMix64's mixing (Steele, Lea, Flood:
/// Fast Splittable Pseudorandom Number Generators).
struct Dice {
    /// The purpose of a number.
    enum Channel: UInt64 {
        case lifetime = 1, velocity, direction, scale, spin, red, green, blue, alpha
        case first, second, third
    }

    private var key: UInt64

    init(seed: UInt64) { key = Self.mix(seed &+ Self.step) }

    /// An independent generator for the `index`th use.
    func dice(_ index: UInt64) -> Dice {
        var dice = self
        dice.key = Self.mix(key ^ Self.mix(index &+ Self.step))
        return dice
    }

    /// A number in 0 ..< 1.
    @inline(__always)
    func unit(_ channel: Channel) -> Double {
        Double(Self.mix(key &+ channel.rawValue &* Self.step) >> 11) * 0x1p-53
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
