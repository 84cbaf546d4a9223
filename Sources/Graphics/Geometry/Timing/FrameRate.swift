/// Frames per second as an exact fraction.
public struct FrameRate: Equatable, Sendable {
    public let numerator: Int
    public let denominator: Int

    /// Parses `60`, `29.97` or `30000/1001`; the rate must be above 0 and at most 1000. Nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let top = Self.whole(parts[0]), let bottom = Self.whole(parts[1]) else { return nil }
            self.init(top, bottom)
        } else {
            let digits = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let fraction = digits.count == 2 ? digits[1] : ""
            guard fraction.utf8.count <= 3, digits.count < 2 || !fraction.isEmpty else { return nil }
            let scale = [1, 10, 100, 1000][fraction.utf8.count]
            guard let top = Self.whole(digits[0] + fraction) else { return nil }
            self.init(top, scale)
        }
    }

    /// `perSecond` rounded to thousandths; nil when it is not above 0 and at most 1000.
    public init?(perSecond: Double) {
        guard perSecond > 0, perSecond <= 1000 else { return nil }
        self.init(Int((perSecond * 1000).rounded()), 1000)
    }

    private init?(_ top: Int, _ bottom: Int) {
        guard top > 0, bottom > 0, top <= 1000 * bottom else { return nil }
        var (a, b) = (top, bottom)
        while b != 0 { (a, b) = (b, a % b) }
        numerator = top / a
        denominator = bottom / a
    }

    /// Parses a number of at most seven digits, so that products stay exact.
    private static func whole(_ text: Substring) -> Int? {
        let isShort = (1...7).contains(text.utf8.count)
        return isShort && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? Int(text) : nil
    }

    public var perSecond: Double { Double(numerator) / Double(denominator) }

    /// The time, in seconds, at which frame `index` is shown.
    public func time(of index: Int) -> Double { Double(index) * Double(denominator) / Double(numerator) }
}
