import Geometry

/// The parts of a frame that give way when the superlayer's size changes: CALayer's `autoresizingMask`.
///
/// Left and top are the sides of the lesser coordinates.
struct AutoresizingMask: OptionSet {
    var rawValue: UInt32

    static let left = AutoresizingMask(rawValue: 1 << 0)
    static let width = AutoresizingMask(rawValue: 1 << 1)
    static let right = AutoresizingMask(rawValue: 1 << 2)
    static let top = AutoresizingMask(rawValue: 1 << 3)
    static let height = AutoresizingMask(rawValue: 1 << 4)
    static let bottom = AutoresizingMask(rawValue: 1 << 5)

    /// The choices of the property, in the order of the bits.
    static let names = ["left", "width", "right", "top", "height", "bottom"]

    static let horizontal: AutoresizingMask = [.left, .width, .right]
    static let vertical: AutoresizingMask = [.top, .height, .bottom]

    /// The frame in a superlayer of the size `new` of one that was `frame` in a superlayer of the size `old`.
    func resized(_ frame: Rect, from old: Size, to new: Size) -> Rect {
        let across = Stretch(start: frame.x, length: frame.width, total: old.width)
            .resized(to: new.width, contains(.left), contains(.width), contains(.right))
        let down = Stretch(start: frame.y, length: frame.height, total: old.height)
            .resized(to: new.height, contains(.top), contains(.height), contains(.bottom))
        return Rect(across.start, down.start, across.length, down.length)
    }

    /// One axis of a frame in its superlayer.
    private struct Stretch {
        var start: Double
        var length: Double
        var total: Double

        /// The change is shared out among the flexible parts by their lengths; where these have no common sign, evenly. So the
        /// way to a size does not matter, but through 0.
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
