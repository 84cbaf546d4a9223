/// The same numbers in every run: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
package struct Dice: RandomNumberGenerator {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// 0 to `count` − 1; `count` is at least 1.
    package mutating func upTo(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    package mutating func int(_ low: Int32, _ high: Int32) -> Int32 { Int32.random(in: low...high, using: &self) }

    package mutating func real(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &self) }

    /// One of several; there is at least one.
    package mutating func pick<T>(_ list: [T]) -> T { list[upTo(list.count)] }
}
