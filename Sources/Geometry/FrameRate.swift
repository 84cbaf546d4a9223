/// Frames per second as a fraction, exact where a decimal is not.
public struct FrameRate: Equatable, Sendable {
    public let numerator: Int
    public let denominator: Int

    /// `60`, `29.97`, `30000/1001`; above 0, at most 1000 a second. `nil` for anything else.
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

    /// The nearest thousandth of `perSecond`; nil when that is not above 0 and at most 1000.
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

    /// Only digits, and few enough for products to stay exact.
    private static func whole(_ text: Substring) -> Int? {
        let isShort = (1...7).contains(text.utf8.count)
        return isShort && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? Int(text) : nil
    }

    public var perSecond: Double { Double(numerator) / Double(denominator) }

    /// When frame `index` is shown, in seconds.
    public func time(of index: Int) -> Double { Double(index) * Double(denominator) / Double(numerator) }
}
