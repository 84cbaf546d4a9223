import Geometry

/// The flexible parts of a frame when the superlayer's size changes: CALayer's `autoresizingMask`.
///
/// Left and top are the sides with the smaller coordinates.
public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let left = AutoresizingMask(rawValue: 1 << 0)
    public static let width = AutoresizingMask(rawValue: 1 << 1)
    public static let right = AutoresizingMask(rawValue: 1 << 2)
    public static let top = AutoresizingMask(rawValue: 1 << 3)
    public static let height = AutoresizingMask(rawValue: 1 << 4)
    public static let bottom = AutoresizingMask(rawValue: 1 << 5)

    /// The choices of the property, in bit order.
    public static let names = ["left", "width", "right", "top", "height", "bottom"]

    public static let horizontal: AutoresizingMask = [.left, .width, .right]
    public static let vertical: AutoresizingMask = [.top, .height, .bottom]

    /// Maps a stretch along one axis from a superlayer of length `old` to length `new`.
    public func stretched(
        _ start: Double, _ length: Double, from old: Double, to new: Double, along axis: AutoresizingMask
    ) -> (start: Double, length: Double) {
        let parts: [AutoresizingMask] = axis == .horizontal ? [.left, .width, .right] : [.top, .height, .bottom]
        return Stretch(start: start, length: length, total: old)
            .resized(to: new, contains(parts[0]), contains(parts[1]), contains(parts[2]))
    }

    /// One axis of a frame in its superlayer.
    private struct Stretch {
        var start: Double
        var length: Double
        var total: Double

        /// The change is distributed to the flexible parts in proportion to their lengths, or evenly when these have
        /// different signs. So intermediate sizes do not matter, except 0.
        func resized(to size: Double, _ before: Bool, _ inside: Bool, _ behind: Bool) -> (start: Double, length: Double)
        {
            let parts = [(start, before), (length, inside), (total - start - length, behind)]
            let flexible = parts.filter(\.1).map(\.0)
            let change = size - total
            guard !flexible.isEmpty, change != 0 else { return (start, length) }
            let sum = flexible.reduce(0, +)
            let isEven = sum == 0 || !(flexible.allSatisfy { $0 >= 0 } || flexible.allSatisfy { $0 <= 0 })
            func part(_ value: Double, _ gives: Bool) -> Double {
                guard gives else { return value }
                return value + (isEven ? change / Double(flexible.count) : change * (value / sum))
            }
            return (part(start, before), max(0, part(length, inside)))
        }
    }
}
